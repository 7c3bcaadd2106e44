package rt

import _ "unsafe" // go:linkname

// Now returns the monotonic time in ns, on Linux that of CLOCK_MONOTONIC. It is one clock read, without a system call if the
// kernel supports that. Go's source keeps the name for packages that link to it (runtime/time_nofake.go).
//
//go:linkname Now runtime.nanotime
func Now() int64
