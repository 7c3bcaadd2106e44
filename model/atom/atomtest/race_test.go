//go:build race

package atomtest

// compositions are fewer where every access to memory is watched.
const compositions = 1000
