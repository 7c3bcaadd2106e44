package manager

import (
	"slices"
	"strings"
)

// Kind says what an interface measures or commands.
type Kind uint8

// The kinds. A name's last part says which it is: "joint1/position", "tool/pose". Interfaces with other names are digital
// if their unit is "bool", and analogue otherwise.
const (
	Analogue Kind = iota
	Digital
	Position
	Velocity
	Acceleration
	Effort
	Stiffness
	Damping
	Pose   // x y z qx qy qz qw: m, and a unit quaternion
	Twist  // vx vy vz wx wy wz: m/s and rad/s
	Wrench // fx fy fz tx ty tz: N and N·m
)

// kinds lists each kind's name, the names of its numbers if there are several, and its permitted units.
var kinds = [...]struct {
	name  string
	parts []string
	units []string
}{
	Analogue:     {name: "analogue"},
	Digital:      {name: "digital", units: []string{"bool"}},
	Position:     {name: "position", units: []string{"rad", "m"}},
	Velocity:     {name: "velocity", units: []string{"rad/s", "m/s"}},
	Acceleration: {name: "acceleration", units: []string{"rad/s²", "m/s²"}},
	Effort:       {name: "effort", units: []string{"N·m", "N"}},
	Stiffness:    {name: "stiffness", units: []string{"N·m/rad", "N/m"}},
	Damping:      {name: "damping", units: []string{"N·m·s/rad", "N·s/m"}},
	Pose:         {name: "pose", parts: []string{"x", "y", "z", "qx", "qy", "qz", "qw"}, units: []string{"m"}},
	Twist:        {name: "twist", parts: []string{"vx", "vy", "vz", "wx", "wy", "wz"}, units: []string{"m/s"}},
	Wrench:       {name: "wrench", parts: []string{"fx", "fy", "fz", "tx", "ty", "tz"}, units: []string{"N"}},
}

// String returns the kind's name.
func (k Kind) String() string { return kinds[k].name }

// Width returns how many numbers an interface of the kind has.
func (k Kind) Width() int { return max(1, len(kinds[k].parts)) }

// Units returns the units that the kind may have: first for turning joints, then for sliding ones. Analogue values may
// have any unit.
func (k Kind) Units() []string { return slices.Clone(kinds[k].units) }

// KindOf returns the kind of an interface by its name and unit.
func KindOf(name, unit string) Kind {
	last := name[strings.LastIndexByte(name, '/')+1:]
	for k := Position; int(k) < len(kinds); k++ {
		if kinds[k].name == last {
			return k
		}
	}
	if unit == "bool" {
		return Digital
	}
	return Analogue
}

// Interface is one thing that can be read or commanded. Its name determines its kind, see [KindOf].
type Interface struct {
	Name string // "joint1/position"; for a controller's own, without the controller's name
	Unit string // "" for the first of the kind's units
	Safe Safe   // of a reference or command: the value when nobody commands it
	Of   string // in a Setup: the controller that offers it, "" for hardware
}

// Kind returns the interface's kind.
func (i Interface) Kind() Kind { return KindOf(i.Name, i.Unit) }

// Safe says what is commanded to an interface that no controller claims.
type Safe uint8

// The safe values.
const (
	// Default is Keep for positions, poses, stiffness, damping, digital and analogue values, and Zero for the rest.
	Default Safe = iota
	// Keep the last command, which the limits bring to rest.
	Keep
	// Zero, at the rate that the limits permit.
	Zero
)

// of resolves Default.
func (s Safe) of(k Kind) Safe {
	if s != Default {
		return s
	}
	return k.Safe()
}

// Safe returns what Default means for an interface of the kind.
func (k Kind) Safe() Safe {
	switch k {
	case Velocity, Acceleration, Effort, Twist, Wrench:
		return Zero
	}
	return Keep
}
