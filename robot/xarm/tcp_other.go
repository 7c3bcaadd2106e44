//go:build !linux

package xarm

import "net"

// Blocking keeps Go's network poller on systems for which blocking calls are not implemented.
func Blocking(c net.Conn) (Conn, error) { return TCP(c), nil }
