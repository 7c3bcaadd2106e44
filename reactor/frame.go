//go:build amd64 || arm64

package reactor

import (
	"runtime"
	"strings"
)

// frame is what stands at the frame pointer of a function that runs: the frame pointer of its caller, and where it returns
// to. Go's compiler has it so on these processors, and the runtime's own tracer relies on it.
type frame struct {
	up *frame
	pc uintptr
}

// here is the frame of its caller.
func here() *frame

// caller returns the innermost caller outside of this package (its tests count as outside). To walk up a few frames takes
// nanoseconds, runtime.Callers a quarter of a microsecond, which was a third of what building a program took: it is asked
// only where a frame has not been seen before.
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

// look notes the place of a frame that says it by itself, which takes a tenth of what learn does: not where the innermost
// function is of this package and was compiled into another, or where the compiler made it.
func (o *origins) look(pc uintptr) (origin, bool) {
	call, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	if call.Func == nil && strings.HasPrefix(call.File, o.dir) || !strings.HasSuffix(call.File, ".go") {
		return 0, false
	}
	o.known[pc] = o.place(&call)
	return o.known[pc], true
}

// learn is caller, and notes the frames on the way. Functions that were compiled into others have no frame of their own, so
// the place of a frame is that of the innermost function in it that is outside.
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
			for ; f != g; f = f.up { // the compiler's own, which runtime.Callers leaves out
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
