package otg

import (
	"errors"
	"fmt"
	"math"
)

// Interface says which parts of the target state matter.
type Interface uint8

const (
	// Position reaches position, velocity and acceleration.
	Position Interface = iota
	// Velocity reaches velocity and acceleration, at any position. VMax and VMin are ignored.
	Velocity
)

// Sync says how the joints wait for each other.
type Sync uint8

const (
	// Time lets all joints arrive together.
	Time Sync = iota
	// Phase keeps the motion on a straight line if start, target and their derivatives lie on one and the limits of all
	// joints allow it from start to target; the motion is the quickest along the line. Otherwise it is like Time.
	Phase
	// None lets each joint arrive as soon as it can.
	None
)

// Status is the outcome of planning.
type Status uint8

const (
	// OK is the normal case.
	OK Status = iota
	// Braked is a good plan from a start outside the limits: it begins with braking into them.
	Braked
	// Beyond is a plan that leaves the position limits, because the start or the target makes that unavoidable.
	Beyond
	// Slower is a valid plan that may not be the quickest: the quickest did not pass the planner's own check.
	Slower
	// Invalid means that the input's shape or a number in it is unusable; Validate reports which. Nothing was planned.
	Invalid
	// Unreachable means that no motion within the limits ends in the target state: its velocity and acceleration are
	// outside the limits, or can only be reached from outside. Nothing was planned.
	Unreachable
	// TooLong means that the motion would take more than [MaxDuration]. Nothing was planned.
	TooLong
	// Failed means that no profile passed the planner's own check; nothing was planned.
	Failed
)

// String returns the status in lower case.
func (s Status) String() string {
	names := [...]string{"ok", "braked", "beyond position limits", "slower", "invalid input", "unreachable target", "too long", "failed"}
	if int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprintf("status %d", uint8(s))
}

// Usable reports whether there is a trajectory.
func (s Status) Usable() bool { return s < Invalid }

// Input is a planning task for n joints. All slices have n elements, in the joints' units (rad or m) and seconds.
type Input struct {
	P0, V0, A0 []float64 // start
	PF, VF, AF []float64 // target; PF may be nil with interface Velocity, VF and AF may be nil for zero

	VMax, AMax, JMax []float64 // upper limits; VMax and AMax may be +Inf
	VMin, AMin       []float64 // lower limits, negative; nil: −VMax, −AMax
	PMin, PMax       []float64 // nil: none; single limits may be infinite

	Interface   Interface
	Sync        Sync
	MinDuration float64 // s; 0: as fast as possible
	Discrete    float64 // s: the duration is a multiple of this; 0: any. Sync None: each joint's
}

// MaxDuration is the duration in seconds of the longest trajectory that is planned.
const MaxDuration = 1e6

// Validate reports all faults of the input with the joint's index, counted from 0. Plan checks the same but returns
// only [Invalid] or [Unreachable].
func (in *Input) Validate() error {
	var errs []error
	n := len(in.P0)
	if n == 0 {
		return errors.New("otg: no joints: give P0")
	}
	for i, s := range in.columns() {
		if s != nil && len(s) != n || s == nil && i < needed(in.Interface) {
			errs = append(errs, fmt.Errorf("otg: %s has %d elements, P0 has %d: give one for each joint", columnNames[i], len(s), n))
		}
	}
	if in.Interface > Velocity || in.Sync > None {
		errs = append(errs, fmt.Errorf("otg: interface %d, sync %d: unknown", in.Interface, in.Sync))
	}
	if !(in.MinDuration >= 0) || in.MinDuration > MaxDuration || !(in.Discrete >= 0) || in.Discrete > MaxDuration {
		errs = append(errs, fmt.Errorf("otg: minimum duration %g s, discrete %g s: give 0 to %g", in.MinDuration, in.Discrete, MaxDuration))
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	for i := range n {
		k := in.task(i)
		errs = append(errs, k.faults(i, in.Interface)...)
	}
	return errors.Join(errs...)
}

// columnNames are the fields of Input in the order of columns.
var columnNames = [...]string{"P0", "V0", "A0", "AMax", "JMax", "VMax", "PF", "VF", "AF", "VMin", "AMin", "PMin", "PMax"}

// columns lists the slices, the necessary ones first.
func (in *Input) columns() [13][]float64 {
	return [13][]float64{in.P0, in.V0, in.A0, in.AMax, in.JMax, in.VMax, in.PF, in.VF, in.AF, in.VMin, in.AMin, in.PMin, in.PMax}
}

// needed is the number of required columns.
func needed(i Interface) int {
	if i == Velocity {
		return 5
	}
	return 7
}

// task is one joint's part of an Input.
type task struct {
	p0, v0, a0, pf, vf, af float64
	vMax, vMin, aMax, aMin float64
	jMax                   float64
	pMax, pMin             float64
}

func at(s []float64, i int, missing float64) float64 {
	if s == nil {
		return missing
	}
	return s[i]
}

// task extracts joint i.
func (in *Input) task(i int) (k task) {
	in.fill(&k, i)
	return k
}

// fill sets k to the task of joint i.
func (in *Input) fill(k *task, i int) {
	k.p0, k.v0, k.a0 = in.P0[i], in.V0[i], in.A0[i]
	k.pf, k.vf, k.af = at(in.PF, i, k.p0), at(in.VF, i, 0), at(in.AF, i, 0)
	k.aMax, k.jMax = in.AMax[i], in.JMax[i]
	k.vMax = at(in.VMax, i, math.Inf(1))
	k.vMin = at(in.VMin, i, -k.vMax)
	k.aMin = at(in.AMin, i, -k.aMax)
	k.pMax = at(in.PMax, i, math.Inf(1))
	k.pMin = at(in.PMin, i, math.Inf(-1))
}

// bad reports a number that no task can have: not finite, or so large that squares and cubes overflow.
func bad(x float64) bool { return !(math.Abs(x) <= 1e9) }

// faults lists what is wrong with the task of joint i.
func (k *task) faults(i int, face Interface) (errs []error) {
	fault := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("otg: joint %d: "+format, append([]any{i}, args...)...))
	}
	for _, x := range []struct {
		name string
		x    float64
	}{{"P0", k.p0}, {"V0", k.v0}, {"A0", k.a0}, {"PF", k.pf}, {"VF", k.vf}, {"AF", k.af}} {
		if bad(x.x) {
			fault("%s is %g: give a finite number up to 1e9", x.name, x.x)
		}
	}
	if !k.limitsFine() {
		fault("limits: velocity %g to %g, acceleration %g to %g, jerk %g, position %g to %g: give VMin ≤ 0 ≤ VMax, AMin < 0 < AMax, 0 < JMax, PMin ≤ PMax",
			k.vMin, k.vMax, k.aMin, k.aMax, k.jMax, k.pMin, k.pMax)
	}
	if len(errs) == 0 && !k.targetFine(face) {
		fault("target velocity %g, acceleration %g: reached only from outside the limits, velocity %g to %g, acceleration %g to %g",
			k.vf, k.af, k.vMin, k.vMax, k.aMin, k.aMax)
	}
	return errs
}

// limitsFine reports whether the limits enclose rest.
func (k *task) limitsFine() bool {
	return k.vMax >= 0 && k.vMin <= 0 && k.vMax >= k.vMin && k.aMax >= 1e-9 && k.aMin <= -1e-9 && k.jMax >= 1e-9 && k.jMax <= 1e12 &&
		k.pMax >= k.pMin
}

// numbersFine reports whether the states are finite.
func (k *task) numbersFine() bool {
	return !(bad(k.p0) || bad(k.v0) || bad(k.a0) || bad(k.pf) || bad(k.vf) || bad(k.af))
}

// targetFine reports whether the target state lies within the limits and can be reached without leaving them.
func (k *task) targetFine(face Interface) bool {
	if k.af > k.aMax+slack*k.aMax || k.af < k.aMin+slack*k.aMin {
		return false
	}
	if face == Velocity {
		return true
	}
	e := slack * (1 + math.Abs(k.vf))
	if k.vf > k.vMax+e || k.vf < k.vMin-e {
		return false
	}
	back := k.af * k.af / (2 * k.jMax) // velocity between acceleration 0 and af
	return !(k.af < 0 && k.vf+back > k.vMax+e) && !(k.af > 0 && k.vf-back < k.vMin-e)
}

// slack is the relative rounding that a target on its limit may have.
const slack = 1e-13
