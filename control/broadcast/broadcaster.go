package broadcast

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
)

// Broadcaster is a controller that commands nothing and sets a port of messages M. The functions of this package make them.
type Broadcaster[M any] struct {
	port       string
	parameters []manager.Parameter
	needs      func(s *manager.Setup) ([]manager.Need, error)
	read       func(io *manager.IO, m *M)
	out        reactor.Out[M]
	ported     bool
	value      M
}

// Parameters implements manager.Controller.
func (b *Broadcaster[M]) Parameters() []manager.Parameter { return b.parameters }

// Configure implements manager.Controller.
func (b *Broadcaster[M]) Configure(s *manager.Setup) (d manager.Description, err error) {
	d.States, err = b.needs(s)
	return d, err
}

// Ports implements manager.Ported.
func (b *Broadcaster[M]) Ports() []manager.Port {
	b.ported = true
	return []manager.Port{{Name: b.port, Out: &b.out}}
}

// Receive implements manager.Ported.
func (b *Broadcaster[M]) Receive(*manager.IO) {}

// Activate implements manager.Controller.
func (b *Broadcaster[M]) Activate(*manager.IO) error { return nil }

// Deactivate implements manager.Controller.
func (b *Broadcaster[M]) Deactivate(*manager.IO) {}

// Update implements manager.Controller.
func (b *Broadcaster[M]) Update(io *manager.IO) error {
	b.read(io, &b.value)
	if b.ported {
		b.out.Set(b.value)
	}
	return nil
}

// Value returns the message of the last cycle.
func (b *Broadcaster[M]) Value() M { return b.value }

// has reports whether the robot has a state.
func has(s *manager.Setup, name string) bool {
	return slices.ContainsFunc(s.States, func(i manager.Interface) bool { return i.Name == name })
}

// parts finds the interface name/whole, or all of name/parts.
func parts(s *manager.Setup, name, whole string, single ...string) (needs []manager.Need, err error) {
	if name == "" {
		return nil, errors.New("broadcast: no sensor: give the parameter sensor_name")
	}
	if whole != "" && has(s, name+"/"+whole) {
		return []manager.Need{{Name: name + "/" + whole}}, nil
	}
	var missing []string
	for _, p := range single {
		needs = append(needs, manager.Need{Name: name + "/" + p})
		if !has(s, name+"/"+p) {
			missing = append(missing, p)
		}
	}
	if len(missing) > 0 {
		alone := ""
		if whole != "" {
			alone = fmt.Sprintf(" nor %s/%s", name, whole)
		}
		return nil, fmt.Errorf("broadcast: the robot has neither %s of %s%s", strings.Join(missing, ", "), name, alone)
	}
	return needs, nil
}

// numbers copies the numbers of interfaces, from state i on, until to is full.
func numbers(io *manager.IO, i int, to []float64) {
	for n := 0; n < len(to); i++ {
		n += copy(to[n:], io.States(i))
	}
}

// JointStates are the states of joints in the broadcaster's order; NaN where the robot has none.
type JointStates struct{ Position, Velocity, Effort []float64 }

// Clone copies them, because the broadcaster uses its memory again.
func (j JointStates) Clone() JointStates {
	return JointStates{slices.Clone(j.Position), slices.Clone(j.Velocity), slices.Clone(j.Effort)}
}

// Joints broadcasts the states of joints: those of the parameter joints, or all of the hardware that have a position, in the order of its
// states. Port: joint_states.
func Joints() *Broadcaster[JointStates] {
	var joints []string
	var at [3][]int // of each kind and joint: the state's index, −1 for none
	b := &Broadcaster[JointStates]{port: "joint_states",
		parameters: []manager.Parameter{{Name: "joints", At: &joints, Help: "in this order; none: all of the hardware"}}}
	b.needs = func(s *manager.Setup) (needs []manager.Need, err error) {
		names := joints
		if len(names) == 0 {
			for _, i := range s.States {
				if j, ok := strings.CutSuffix(i.Name, "/position"); ok && i.Of == "" {
					names = append(names, j)
				}
			}
		}
		if len(names) == 0 {
			return nil, errors.New("broadcast: the robot has no joints: no state's name ends in /position")
		}
		for k, kind := range []string{"position", "velocity", "effort"} {
			at[k] = nil
			for _, j := range names {
				i := -1
				if has(s, j+"/"+kind) {
					i = len(needs)
					needs = append(needs, manager.Need{Name: j + "/" + kind})
				}
				at[k] = append(at[k], i)
			}
		}
		for i, j := range names {
			if at[0][i] < 0 && at[1][i] < 0 && at[2][i] < 0 {
				err = errors.Join(err, fmt.Errorf("broadcast: the robot has no state of joint %q", j))
			}
		}
		row := func() []float64 { return make([]float64, len(names)) }
		b.value = JointStates{row(), row(), row()}
		return needs, err
	}
	b.read = func(io *manager.IO, m *JointStates) {
		for k, row := range [3][]float64{m.Position, m.Velocity, m.Effort} {
			for i, s := range at[k] {
				row[i] = math.NaN()
				if s >= 0 {
					row[i] = io.State(s)
				}
			}
		}
	}
	return b
}

// sensor is the parameter that most broadcasters have.
func sensor(at *string) []manager.Parameter {
	return []manager.Parameter{{Name: "sensor_name", At: at}}
}

// Inertial is a reading of an inertial unit, in its own frame.
type Inertial struct {
	Orientation spatial.Quat // of the unit in the frame it measures in
	Rate        spatial.Vec3 // rad/s
	Force       spatial.Vec3 // specific force, m/s²
}

// IMU broadcasts what an inertial unit measures, from the states orientation.x y z w, angular_velocity.x y z and linear_acceleration.x y
// z. Port: imu.
func IMU() *Broadcaster[Inertial] {
	var name string
	var x [10]float64
	b := &Broadcaster[Inertial]{port: "imu", parameters: sensor(&name)}
	b.needs = func(s *manager.Setup) ([]manager.Need, error) {
		return parts(s, name, "", "orientation.x", "orientation.y", "orientation.z", "orientation.w", "angular_velocity.x", "angular_velocity.y",
			"angular_velocity.z", "linear_acceleration.x", "linear_acceleration.y", "linear_acceleration.z")
	}
	b.read = func(io *manager.IO, m *Inertial) {
		numbers(io, 0, x[:])
		*m = Inertial{spatial.Quat{X: x[0], Y: x[1], Z: x[2], W: x[3]}, spatial.V(x[4], x[5], x[6]), spatial.V(x[7], x[8], x[9])}
	}
	return b
}

// ForceTorque broadcasts what a force-torque sensor measures, less a bias, and filtered: time constant filter, s. Port: wrench.
func ForceTorque() *Broadcaster[spatial.Wrench] {
	var name string
	filter, bias := 0.0, make([]float64, 6)
	begun := false
	var x [6]float64
	b := &Broadcaster[spatial.Wrench]{port: "wrench", parameters: append(sensor(&name),
		manager.Parameter{Name: "filter", At: &filter, Max: 10, Unit: "s", Live: true, Help: "time constant; 0: none"},
		manager.Parameter{Name: "bias", At: &bias, Min: -1e6, Max: 1e6, Help: "fx fy fz tx ty tz, N and N·m"})}
	b.needs = func(s *manager.Setup) ([]manager.Need, error) {
		begun = false
		if len(bias) != 6 {
			return nil, fmt.Errorf("broadcast: bias has %d numbers: give 6", len(bias))
		}
		return parts(s, name, "wrench", "force.x", "force.y", "force.z", "torque.x", "torque.y", "torque.z")
	}
	b.read = func(io *manager.IO, m *spatial.Wrench) {
		numbers(io, 0, x[:])
		for i := range x {
			x[i] -= bias[i]
		}
		a := 1.0
		if begun && filter > 0 {
			a = io.Dt / (filter + io.Dt)
		}
		begun = true
		w, _ := manager.WrenchOf(x[:])
		m.Force = m.Force.Add(w.Force.Sub(m.Force).Scale(a))
		m.Torque = m.Torque.Add(w.Torque.Sub(m.Torque).Scale(a))
	}
	return b
}

// Pose broadcasts a measured pose: pose, or position.x y z and orientation.x y z w. Port: pose. A reading that is no pose leaves the one
// before.
func Pose() *Broadcaster[spatial.Pose] {
	var name string
	var x [7]float64
	b := &Broadcaster[spatial.Pose]{port: "pose", parameters: sensor(&name), value: spatial.Identity()}
	b.needs = func(s *manager.Setup) ([]manager.Need, error) {
		return parts(s, name, "pose", "position.x", "position.y", "position.z", "orientation.x", "orientation.y", "orientation.z", "orientation.w")
	}
	b.read = func(io *manager.IO, m *spatial.Pose) {
		numbers(io, 0, x[:])
		if p, ok := manager.PoseOf(x[:]); ok {
			*m = p
		}
	}
	return b
}

// Distance is a reading of a range sensor, m; the sensor sees from Min to Max within a cone of FieldOfView rad.
type Distance struct{ Range, Min, Max, FieldOfView float64 }

// Range broadcasts the distance that a sensor measures, from its state range. Port: range.
func Range() *Broadcaster[Distance] {
	var name string
	d := Distance{Max: 10, FieldOfView: 0.1}
	b := &Broadcaster[Distance]{port: "range", parameters: append(sensor(&name),
		manager.Parameter{Name: "min_range", At: &d.Min, Max: 1e4, Unit: "m"}, manager.Parameter{Name: "max_range", At: &d.Max, Max: 1e4, Unit: "m"},
		manager.Parameter{Name: "field_of_view", At: &d.FieldOfView, Max: 2 * math.Pi, Unit: "rad"})}
	b.needs = func(s *manager.Setup) ([]manager.Need, error) { return parts(s, name, "", "range") }
	b.read = func(io *manager.IO, m *Distance) {
		*m = d
		m.Range = io.State(0)
	}
	return b
}

// Values is the numbers of interfaces in their order, one after the other.
type Values struct{ Values []float64 }

// Clone copies them, because the broadcaster uses its memory again.
func (v Values) Clone() Values { return Values{slices.Clone(v.Values)} }

// GPIO broadcasts digital and analogue inputs and outputs: all of them, or those of the parameter interfaces. Port: values.
func GPIO() *Broadcaster[Values] {
	return values(func(i manager.Interface) bool { return i.Kind() == manager.Digital || i.Kind() == manager.Analogue })
}

// Dynamic broadcasts any states: all of the hardware's, or those of the parameter interfaces. Port: values.
func Dynamic() *Broadcaster[Values] { return values(func(manager.Interface) bool { return true }) }

func values(all func(manager.Interface) bool) *Broadcaster[Values] {
	var names []string
	b := &Broadcaster[Values]{port: "values", parameters: []manager.Parameter{{Name: "interfaces", At: &names, Help: "in this order; none: all of the kind that hardware has"}}}
	b.needs = func(s *manager.Setup) (needs []manager.Need, err error) {
		n := 0
		take := func(i manager.Interface) {
			needs = append(needs, manager.Need{Name: i.Name})
			n += i.Kind().Width()
		}
		for _, name := range names {
			k := slices.IndexFunc(s.States, func(i manager.Interface) bool { return i.Name == name })
			if k < 0 {
				err = errors.Join(err, fmt.Errorf("broadcast: the robot has no state %q", name))
				continue
			}
			take(s.States[k])
		}
		for _, i := range s.States {
			if len(names) == 0 && i.Of == "" && all(i) {
				take(i)
			}
		}
		if len(needs) == 0 && err == nil {
			err = errors.New("broadcast: the robot has no such states: give interfaces")
		}
		b.value.Values = make([]float64, n)
		return needs, err
	}
	b.read = func(io *manager.IO, m *Values) { numbers(io, 0, m.Values) }
	return b
}
