package rov

import (
	"fmt"
	"math"
	"time"
)

// Part is the part that a failure affects.
type Part uint8

// The parts. ThrusterPart is the thruster with the number in the failure's Index.
const (
	IMUPart Part = iota
	LochPart
	DepthPart
	ProximeterPart
	SonarPart
	ThrusterPart
	partCount
)

// String names the part.
func (p Part) String() string {
	if p >= partCount {
		return fmt.Sprintf("part %d", uint8(p))
	}
	return [...]string{"imu", "loch", "depth", "proximeter", "sonar", "thruster"}[p]
}

// FailureKind is the effect of a failure.
type FailureKind uint8

// The kinds. The first five affect sensors, the last two thrusters.
const (
	Dropout    FailureKind = iota // no samples
	NotANumber                    // every value is NaN
	Frozen                        // samples repeat the last good one
	OutOfRange                    // every value is the failure's Value
	Noisy                         // normal noise of deviation Value is added to every value
	Dead                          // no force
	Stuck                         // the force does not change
	failureCount
)

// String names the kind.
func (k FailureKind) String() string {
	if k >= failureCount {
		return fmt.Sprintf("failure %d", uint8(k))
	}
	return [...]string{"dropout", "nan", "frozen", "range", "noisy", "dead", "stuck"}[k]
}

// Failure is a temporary fault. If several affect a part at the same time, the first listed applies.
type Failure struct {
	Part     Part
	Index    int // of the thruster
	Kind     FailureKind
	From, To time.Duration // 0: for ever
	Value    float64       // of OutOfRange; 0 means 1e6. Of Noisy; 0 means 0.5
}

func (f *Failure) contains(t time.Duration) bool { return t >= f.From && (f.To == 0 || t < f.To) }

// check reports what is wrong with a failure of a vehicle with n thrusters.
func (f *Failure) check(n int) error {
	switch {
	case f.Part >= partCount || f.Kind >= failureCount:
		return fmt.Errorf("there is no %v with %v", f.Part, f.Kind)
	case (f.Part == ThrusterPart) != (f.Kind >= Dead):
		return fmt.Errorf("%v cannot befall the %v: dead and stuck are of thrusters, dropout, nan, frozen, range and noisy of sensors", f.Kind, f.Part)
	case f.Part == ThrusterPart && (f.Index < 0 || f.Index >= n):
		return fmt.Errorf("there is no thruster %d: give 0 to %d", f.Index, n-1)
	case f.From < 0 || f.To != 0 && f.To <= f.From:
		return fmt.Errorf("%v of the %v lasts from %v to %v: it must begin at 0 or later and end behind its beginning, or never (0)", f.Kind, f.Part, f.From, f.To)
	case math.IsNaN(f.Value) || math.IsInf(f.Value, 0):
		return fmt.Errorf("the value %v of a fault is not finite: use the kind nan", f.Value)
	case f.Kind == Noisy && f.Value < 0:
		return fmt.Errorf("the noise of the %v has a deviation of %v: give one from 0", f.Part, f.Value)
	}
	return nil
}

// failureOf returns the failure that affects a part at t, or nil.
func failureOf(fs []Failure, p Part, index int, t time.Duration) *Failure {
	for i := range fs {
		f := &fs[i]
		if f.Part == p && (p != ThrusterPart || f.Index == index) && f.contains(t) {
			return f
		}
	}
	return nil
}
