//go:build !amd64 && !arm64

package reactor

import "runtime"

// caller returns the innermost caller outside of this package (its tests are outside too).
func (o *origins) caller() origin {
	var pcs [16]uintptr
	for _, pc := range pcs[:runtime.Callers(1, pcs[:])] {
		at, ok := o.known[pc]
		if !ok {
			f, _ := runtime.CallersFrames([]uintptr{pc}).Next()
			at = o.place(&f)
			o.known[pc] = at
		}
		if at != inside {
			return at
		}
	}
	return 0
}
