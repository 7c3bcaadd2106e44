//go:build !linux

package watch

import "golang.org/x/sys/unix"

// ofThread asks for the processor time of the process: of a thread alone only Linux tells.
const ofThread = unix.RUSAGE_SELF
