//go:build !race

package virtual

const racing = false
