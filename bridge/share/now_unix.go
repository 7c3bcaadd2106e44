//go:build unix

package share

import "syscall"

// writeNow writes what a socket takes without waiting, and returns how many bytes that is. An error is met again by whoever
// writes the rest.
func writeNow(fd uintptr, b []byte) int {
	n, _ := syscall.Write(int(fd), b)
	return max(n, 0)
}
