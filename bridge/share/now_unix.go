//go:build unix

package share

import "syscall"

// writeNow writes what a socket takes without waiting, and returns that number of bytes. An error will occur again when the
// rest is written.
func writeNow(fd uintptr, b []byte) int {
	n, _ := syscall.Write(int(fd), b)
	return max(n, 0)
}
