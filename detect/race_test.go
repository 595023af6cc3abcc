//go:build race

package detect

// slow is how many times fewer rounds are made: the race detector takes ten
// times as long, and looks for races, not for rare texts.
const slow = 10
