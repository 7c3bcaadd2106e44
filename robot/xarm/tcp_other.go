//go:build !linux

package xarm

import "net"

// blocking keeps Go's network poller where blocking calls are not implemented.
func blocking(c net.Conn) (Conn, error) { return TCP(c), nil }

// eager writes for a moment where sockets cannot be asked what they take at once.
func eager(c net.Conn) func(b []byte) (n int, err error) { return hasty(c) }
