//go:build !race

package pairs

const raceDetector = false
