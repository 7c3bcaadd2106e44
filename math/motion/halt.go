package motion

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Halt describes how a state comes to rest under [Law.Stop].
type Halt struct {
	P      spatial.Vec3 // where
	Peak   float64      // greatest speed on the way (of V plus the frame's drift), m/s
	Cycles int          // number of cycles
	Inside bool         // whether every position on the way lies in the workspace
}

// maxHalt bounds the cycles a stop may take; a stop within sane limits takes some hundred.
const maxHalt = 1 << 14

// fence checks a path against a workspace only when the path could have left it.
type fence struct {
	w    *Workspace
	free float64 // the length of path that is certain to stay inside
	out  bool
}

func newFence(w *Workspace, p spatial.Vec3) fence {
	if w == nil {
		return fence{free: math.Inf(1)}
	}
	f := fence{w: w, free: w.Clearance(p)}
	f.out = f.free < -tolerance
	return f
}

// spent subtracts the length of path travelled and reports whether the position must be checked.
func (f *fence) spent(d float64) bool {
	f.free -= d
	return f.free < 0 && !f.out
}

func (f *fence) look(p spatial.Vec3) {
	f.free = f.w.Clearance(p)
	f.out = f.free < -tolerance
}

// Halt follows the law from s to rest. Drift, the velocity of the frame in which s is given, is added to the
// velocity for Peak. A nil workspace admits every position. ok is false if rest is not reached in 16 384 cycles.
func (l Law) Halt(s State, drift spatial.Vec3, w *Workspace) (h Halt, ok bool) {
	h.Peak = s.V.Add(drift).Norm()
	f := newFence(w, s.P)
	for s.Moving() {
		if u, straight := heading(s); straight {
			ok := l.haltAlong(s, u, drift, &h, &f)
			h.Inside = !f.out
			return h, ok
		}
		if h.Cycles == maxHalt {
			return h, false
		}
		s = l.Stop(s)
		h.Cycles++
		h.Peak = max(h.Peak, s.V.Add(drift).Norm())
		if f.spent(s.V.Norm() * l.T) {
			f.look(s.P)
		}
	}
	h.P, h.Inside = s.P, !f.out
	return h, true
}

// heading returns the line along which s moves when its acceleration lies along its velocity.
func heading(s State) (u spatial.Vec3, ok bool) {
	u, ok = s.V.Unit()
	if !ok {
		u, ok = s.A.Unit()
		return u, ok
	}
	along := u.Dot(s.A)
	return u, s.A.Sub(u.Scale(along)).Norm() <= 1e-13*math.Abs(along)
}

// haltAlong continues a halt along the line u, with scalars instead of vectors.
func (l Law) haltAlong(s State, u, drift spatial.Vec3, h *Halt, f *fence) bool {
	v, a, x := u.Dot(s.V), u.Dot(s.A), 0.0
	fast, slow := max(v, 0), min(v, 0)
	for v != 0 || a != 0 {
		if h.Cycles == maxHalt {
			return false
		}
		h.Cycles++
		if math.Abs(v) <= rest && math.Abs(a) <= l.step {
			break
		}
		a = l.toRest(v, a)
		v += a * l.T
		d := v * l.T
		x += d
		fast, slow = max(fast, v), min(slow, v)
		if f.spent(math.Abs(d)) {
			f.look(s.P.Add(u.Scale(x)))
		}
	}
	h.P = s.P.Add(u.Scale(x))
	h.Peak = max(h.Peak, u.Scale(fast).Add(drift).Norm(), u.Scale(slow).Add(drift).Norm())
	return true
}

// toRest is [Law.Toward] for zero velocity on a line.
func (l Law) toRest(v, a float64) float64 {
	n := math.Abs(v)
	want := l.A
	if n < l.hold {
		if math.IsInf(l.step, 1) {
			want = n / l.T
		} else {
			want = min(l.A, l.step*stairs(n/(l.step*l.T)))
		}
	}
	if v > 0 {
		want = -want
	}
	return min(max(want, a-l.step), a+l.step)
}

// Slack is the relative excess at which a limit is broken. It leaves room for the rounding of third differences.
const Slack = 1e-6

// Easy reports quickly, without following the law, whether s surely comes to rest with every speed at most V and
// every position in w. If it returns false, call [Law.Halt]. It allows for releasing the whole acceleration
// against the motion, and for one and a half times the distance of a straight stop.
func (l Law) Easy(s State, w *Workspace) bool {
	v, a := s.V.Norm(), s.A.Norm()
	t, ramp := l.T, 0.0
	if !math.IsInf(l.step, 1) {
		t += a * l.T / l.step
		ramp = l.A * l.T / l.step
	}
	v += a * t // more than releasing the acceleration can add
	if v > l.V*(1+Slack/2) {
		return false
	}
	return w == nil || w.Clearance(s.P) > 1.5*v*(t+ramp+v/(2*l.A)+2*l.T)
}

// Viable reports whether s can come to rest under [Law.Stop] with no speed over V and no position outside w,
// which may be nil. After a viable state the next state of the law is viable too.
func (l Law) Viable(s State, w *Workspace) bool {
	if l.Easy(s, w) {
		return true
	}
	h, ok := l.Halt(s, spatial.Vec3{}, w)
	return ok && h.Inside && h.Peak <= l.V*(1+Slack)
}

// Mix returns the state after s whose acceleration mixes a with that of the stop law, with the largest viable
// share of a (to 1/64). a must be within A and one jerk step of s.A, because then every mixture is.
func (l Law) Mix(s State, a spatial.Vec3, w *Workspace) State {
	best := l.Stop(s)
	brake := best.A
	lo, hi := 0.0, 1.0
	for x := 1.0; hi-lo > 1.0/64; x = (lo + hi) / 2 {
		if next := l.After(s, brake.Add(a.Sub(brake).Scale(x))); l.Viable(next, w) {
			best, lo = next, x
		} else {
			hi = x
		}
	}
	return best
}
