//go:build !race

package detect

const slow = 1
