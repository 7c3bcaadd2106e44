//go:build race

package virtual

// racing: the detector makes everything here ten times slower, and there is one goroutine to watch.
const racing = true
