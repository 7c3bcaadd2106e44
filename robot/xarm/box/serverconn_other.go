//go:build !linux

package box

import "net"

// eager writes for a moment on systems without non-blocking sends.
func eager(c net.Conn) func(b []byte) (n int, err error) { return hasty(c) }
