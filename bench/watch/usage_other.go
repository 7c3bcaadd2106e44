//go:build !linux

package watch

import "golang.org/x/sys/unix"

// ofThread asks for the processor time of the process, because only Linux reports a thread's.
const ofThread = unix.RUSAGE_SELF
