package watch

import "golang.org/x/sys/unix"

// ofThread asks for the processor time of the calling thread.
const ofThread = unix.RUSAGE_THREAD
