package rov

import (
	"fmt"
	"math"
	"time"
)

// Part is what a fault befalls.
type Part uint8

// The parts. ThrusterPart is the thruster whose number is the fault's Index.
const (
	IMUPart Part = iota
	LochPart
	DepthPart
	ThrusterPart
	partCount
)

// String names the part.
func (p Part) String() string {
	if p >= partCount {
		return fmt.Sprintf("part %d", uint8(p))
	}
	return [...]string{"imu", "loch", "depth", "thruster"}[p]
}

// FaultKind is what a fault does.
type FaultKind uint8

// The kinds. The first four are of sensors, the last two of thrusters.
const (
	Dropout    FaultKind = iota // no samples
	NotANumber                  // every value is NaN
	Frozen                      // samples repeat the last good one
	OutOfRange                  // every value is the fault's Value
	Dead                        // no force
	Stuck                       // the force stays as it is
	faultCount
)

// String names the kind.
func (k FaultKind) String() string {
	if k >= faultCount {
		return fmt.Sprintf("fault %d", uint8(k))
	}
	return [...]string{"dropout", "nan", "frozen", "range", "dead", "stuck"}[k]
}

// Fault is something that goes wrong for a while. Where several befall one part at a time the first listed counts.
type Fault struct {
	Part     Part
	Index    int // of the thruster
	Kind     FaultKind
	From, To time.Duration // To 0: for good
	Value    float64       // of OutOfRange; 0 stands for 1e6
}

func (f *Fault) contains(t time.Duration) bool { return t >= f.From && (f.To == 0 || t < f.To) }

// check finds what is wrong with a fault of a vehicle with n thrusters.
func (f *Fault) check(n int) error {
	switch {
	case f.Part >= partCount || f.Kind >= faultCount:
		return fmt.Errorf("there is no %v with %v", f.Part, f.Kind)
	case (f.Part == ThrusterPart) != (f.Kind >= Dead):
		return fmt.Errorf("%v cannot befall the %v: dead and stuck are of thrusters, dropout, nan, frozen and range of sensors", f.Kind, f.Part)
	case f.Part == ThrusterPart && (f.Index < 0 || f.Index >= n):
		return fmt.Errorf("there is no thruster %d: give 0 to %d", f.Index, n-1)
	case f.From < 0 || f.To != 0 && f.To <= f.From:
		return fmt.Errorf("%v of the %v lasts from %v to %v: it must begin at 0 or later and end behind its beginning, or never (0)", f.Kind, f.Part, f.From, f.To)
	case math.IsNaN(f.Value) || math.IsInf(f.Value, 0):
		return fmt.Errorf("the value %v of a fault is not finite: use the kind nan", f.Value)
	}
	return nil
}

// faultOf returns the fault that befalls a part at t, nil for none.
func faultOf(fs []Fault, p Part, index int, t time.Duration) *Fault {
	for i := range fs {
		f := &fs[i]
		if f.Part == p && (p != ThrusterPart || f.Index == index) && f.contains(t) {
			return f
		}
	}
	return nil
}
