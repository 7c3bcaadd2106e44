package lib

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// Entry is an Atom of the library, or an External Knowledge Atom that goes with one.
type Entry struct {
	Name string                   // the name of its definition: "FrameShiftSpeed"
	Doc  string                   // one line
	New  func(lengths ...int) any // makes a new struct; one with banks takes their lengths, as atom.Sized does
}

// Lengths returns the names of the lengths of an entry's banks; none if New takes none.
func (e Entry) Lengths() (names []string) {
	def, _ := atom.Describe(e.New())
	for _, p := range def.Parameters {
		if p.Length && p.Default == "" {
			names = append(names, p.Name)
		}
	}
	return names
}

// Shape makes a new struct whose banks have one element each.
func (e Entry) Shape() any { return e.New(slices.Repeat([]int{1}, len(e.Lengths()))...) }

// Find finds an entry by its name. If all banks of an entry have one length, a number after its name is that length:
// Thrusters6 is Thrusters with n = 6.
func Find(all []Entry, name string) (e Entry, ok bool) {
	base := strings.TrimRight(name, "0123456789")
	n, _ := strconv.Atoi(name[len(base):])
	for _, x := range all {
		if x.Name == name {
			return x, true
		}
		if x.Name == base && n > 0 && n <= atom.MaxBank && len(x.Lengths()) == 1 {
			e, ok = Entry{x.Name, x.Doc, func(...int) any { return x.New(n) }}, true
		}
	}
	return e, ok
}

// All lists the library by name, with generic Atoms for the quantities that laws use.
func All() []Entry {
	all := []Entry{
		entry[FrameShiftIMU]("FrameShiftIMU", "attitude and rates of a mounted IMU → those of the robot"),
		entry[FrameShiftLoch]("FrameShiftLoch", "speed of a mounted Doppler log → that of the robot's origin"),
		entry[FrameShiftDepth]("FrameShiftDepth", "depth of a mounted sensor → that of the robot's origin"),
		entry[FrameShiftSpeeds]("FrameShiftSpeeds", "linear and angular speeds in another frame"),
		entry[Mounting]("Mounting", "External: angles and place of a sensor"),
		entry[AngleSubtractor]("AngleSubtractor", "out = a − b, wrapped into (−π, π]"),
		entry[AngleWrap]("AngleWrap", "an angle wrapped into (−π, π]"),
		entry[SpeedsBuffer]("SpeedsBuffer", "passes six speeds on"),
		entry[AttitudeBuffer]("AttitudeBuffer", "passes roll, pitch, yaw on"),
		entry[SeparatorAttitude]("SeparatorAttitude", "passes sampled roll, pitch, yaw on"),
		entry[ComplementaryFilter]("ComplementaryFilter", "heading from a compass and a gyro"),
		entry[KalmanHeading]("KalmanHeading", "heading and gyro bias from a compass and a gyro"),
		entry[DynamicAngleControl]("DynamicAngleControl", "acc = acc_des + K1·de + K2·e"),
		entry[EulerRates]("EulerRates", "angular speeds of a body → rates of roll, pitch, yaw"),
		entry[BodyRates]("BodyRates", "rates of roll, pitch, yaw → angular speeds of a body"),
		entry[DynamicModel]("DynamicModel", "τ = M·acc + C(ν)ν + D(ν)ν + g of an underwater vehicle"),
		entry[Dynamics]("Dynamics", "External: parameters of a DynamicModel"),
		entry[ThrusterAllocation]("ThrusterAllocation", "shares a wrench among n thrusters, out of their dead zones"),
		entry[Thrusters]("Thrusters", "External: places, directions and limits of n thrusters"),
		entry[Actuators]("Actuators", "External: n thrusters that take a force each"),
	}
	all = append(all, single[unit.Ratio]()...)
	all = append(all, vector[unit.Angle]()...)
	all = append(all, vector[unit.AngularSpeed]()...)
	all = append(all, vector[unit.AngularAcceleration]()...)
	all = append(all, vector[unit.Length]()...)
	all = append(all, vector[unit.Speed]()...)
	all = append(all, vector[unit.Acceleration]()...)
	all = append(all, vector[unit.Force]()...)
	all = append(all, vector[unit.Torque]()...)
	all = append(all, single[unit.Pressure]()...)
	all = append(all, single[unit.Voltage]()...)
	all = append(all, single[unit.Current]()...)
	all = append(all, calculus[unit.AngularSpeed, unit.Angle]()...)
	all = append(all, calculus[unit.AngularAcceleration, unit.AngularSpeed]()...)
	all = append(all, calculus[unit.Speed, unit.Length]()...)
	all = append(all, calculus[unit.Acceleration, unit.Speed]()...)
	all = append(all, control[unit.Ratio, unit.Ratio]()...)
	all = append(all, control[unit.Angle, unit.AngularSpeed]()...)
	all = append(all, control[unit.Angle, unit.AngularAcceleration]()...)
	all = append(all, control[unit.Angle, unit.Torque]()...)
	all = append(all, control[unit.AngularSpeed, unit.AngularAcceleration]()...)
	all = append(all, control[unit.AngularSpeed, unit.Torque]()...)
	all = append(all, control[unit.Length, unit.Speed]()...)
	all = append(all, control[unit.Length, unit.Acceleration]()...)
	all = append(all, control[unit.Length, unit.Force]()...)
	all = append(all, control[unit.Speed, unit.Acceleration]()...)
	return append(all, control[unit.Speed, unit.Force]()...)
}

func entry[A any](name, doc string) Entry {
	return Entry{name, doc, func(lengths ...int) any { return atom.Sized[A](lengths...) }}
}

// of returns a quantity's part of the name of a generic Atom.
func of[T unit.Value]() string {
	var v T
	if v.Type() == unit.TypeRatio {
		return ""
	}
	return v.Type().String()
}

// single returns the generic Atoms over one quantity.
func single[T unit.Value]() []Entry {
	t := of[T]()
	return []Entry{
		entry[Subtractor[T]]("Subtractor"+t, "out = a − b"),
		entry[Sum[T]]("Sum"+t, "out = a + b"),
		entry[Gain[T]]("Gain"+t, "out = gain·in"),
		entry[Saturation[T]]("Saturation"+t, "keeps a value between min and max"),
		entry[DeadZone[T]]("DeadZone"+t, "0 within ±width, what goes beyond it outside"),
		entry[RateLimiter[T]]("RateLimiter"+t, "follows no faster than rate a second"),
		entry[UnitDelay[T]]("UnitDelay"+t, "the input of the run before"),
		entry[Buffer[T]]("Buffer"+t, "passes a value on"),
		entry[Separator[T]]("Separator"+t, "passes a sampled value on"),
		entry[LowPass[T]]("LowPass"+t, "filter of first order, exactly discretised"),
		entry[Threshold[T]]("Threshold"+t, "whether |in| is above a limit"),
		entry[Changed[T]]("Changed"+t, "whether the input has moved by more than delta: event-triggered control"),
		entry[Hysteresis[T]]("Hysteresis"+t, "on above high, off below low"),
	}
}

// vector returns those over a quantity with a frame.
func vector[T unit.Value]() []Entry {
	t := of[T]()
	return append(single[T](),
		entry[FrameShift[T]]("FrameShift"+t, "a vector in another frame: R(roll, pitch, yaw)·v"),
		entry[FrameShiftBack[T]]("FrameShiftBack"+t, "a vector in another frame: R(roll, pitch, yaw)ᵀ·v"))
}

// calculus returns integral and derivative between a rate and its integral.
func calculus[D, I unit.Value]() []Entry {
	return []Entry{
		entry[Integrator[D, I]]("Integrator"+of[D]()+of[I](), "trapezoidal integral"),
		entry[Derivative[I, D]]("Derivative"+of[I]()+of[D](), "filtered derivative"),
	}
}

// control returns the laws from an error to an output.
func control[E, U unit.Value]() []Entry {
	return []Entry{
		entry[PID[E, U]]("PID"+of[E]()+of[U](), "PID with filtered derivative, limits, anti-windup; tracks"),
		entry[Proportional[E, U]]("Proportional"+of[E]()+of[U](), "u = k·e"),
	}
}
