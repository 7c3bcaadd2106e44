//go:build !race

package atomtest

// compositions is how many with a fault the test checks; every fourth also without.
const compositions = 10000
