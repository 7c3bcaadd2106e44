//go:build linux && (amd64 || arm64)

package rt

import _ "unsafe" // go:linkname

// goyield is like runtime.Gosched, except that the goroutine waits in the queue of its own P and no other thread is woken to look
// for it, so it mostly goes on at once, on its thread. Go's source keeps it for packages that link to it by name (runtime/proc.go).
//
//go:linkname goyield runtime.goyield
func goyield()
