//go:build amd64 || arm64

package reactor

import (
	"runtime"
	"strings"
)

// frame is what the frame pointer of a running function points to: its caller's frame pointer and its return address. Go's
// compiler uses this layout on these processors, and the runtime's own tracer relies on it.
type frame struct {
	up *frame
	pc uintptr
}

// here returns its caller's frame.
func here() *frame

// caller returns the innermost caller outside of this package (its tests are outside too). Walking up a few frames takes
// nanoseconds; runtime.Callers takes a quarter of a microsecond, which was a third of the time to build a program, so it is
// called only for frames not seen before.
func (o *origins) caller() origin {
	for f := here(); f != nil; f = f.up {
		at, ok := o.known[f.pc]
		if !ok {
			if at, ok = o.look(f.pc); !ok {
				return o.learn()
			}
		}
		if at != inside {
			return at
		}
	}
	return 0
}

// look notes the place of a frame from its return address alone, in a tenth of the time of learn. It fails if the innermost
// function is of this package and inlined, or made by the compiler.
func (o *origins) look(pc uintptr) (origin, bool) {
	call, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	if call.Func == nil && strings.HasPrefix(call.File, o.dir) || !strings.HasSuffix(call.File, ".go") {
		return 0, false
	}
	o.known[pc] = o.place(&call)
	return o.known[pc], true
}

// learn does what caller does, and notes the frames on the way. Inlined functions have no frame, so the place of a frame is
// that of its innermost function outside this package.
func (o *origins) learn() origin {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	f, at := here(), uintptr(0)
	for more := true; more; {
		var call runtime.Frame
		call, more = frames.Next()
		for g := f; g != nil; g = g.up {
			if g.pc != call.PC+1 {
				continue
			}
			for ; f != g; f = f.up { // frames of the compiler, which runtime.Callers leaves out
				o.known[f.pc] = inside
			}
			f, at = g.up, g.pc
			break
		}
		o.known[at] = o.place(&call)
		if o.known[at] != inside {
			return o.known[at]
		}
	}
	return 0
}
