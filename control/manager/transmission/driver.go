package transmission

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/manager"
)

// Fitted is a transmission between joints and actuators of a component, one or two of each, given by name.
type Fitted struct {
	Transmission
	Name              string
	Joints, Actuators []string
	Sliding           [2]bool // of joints: m instead of rad
}

// Driver is hardware whose handles belong to joints where those of the underlying driver belong to actuators: "m1/position" becomes
// "joint1/position". It implements hw.Driver, hw.Stater and the manager's Halter and Moder.
type Driver struct {
	d       hw.Driver
	fitted  []Fitted
	info    hw.Info
	state   []lane
	command [][]lane // of each group
	use     int      // the group
	buf     []float64
	life    hw.LifeCycle // for a driver that does not report it
}

// lane is a quantity that goes through a transmission, and its index among the numbers.
type lane struct {
	t    *Transmission
	kind string
	at   [2]int
}

// NewDriver puts transmissions in front of a driver, or returns what they cannot carry. They carry positions, velocities, accelerations and
// efforts; other quantities of a motor keep the motor's name.
func NewDriver(d hw.Driver, list []Fitted) (*Driver, error) {
	k := &Driver{d: d, fitted: list, info: d.Info(), use: -1}
	var errs []error
	for i := range list {
		f := &list[i]
		n := f.Kind.Joints()
		if len(f.Joints) != n || len(f.Actuators) != n {
			return nil, fmt.Errorf("transmission %s: it has %d joints and %d actuators: give %d of each", f.Name, len(f.Joints), len(f.Actuators), n)
		}
		errs = append(errs, f.Validate())
	}
	fit := func(handles []hw.Handle) ([]hw.Handle, []lane) {
		out, lanes, err := fit(handles, list)
		errs = append(errs, err)
		return out, lanes
	}
	k.info.State, k.state = fit(k.info.State)
	k.info.Groups = slices.Clone(k.info.Groups)
	most := 0
	for i := range k.info.Groups {
		g := &k.info.Groups[i]
		var lanes []lane
		g.Command, lanes = fit(g.Command)
		k.command = append(k.command, lanes)
		most = max(most, len(g.Command))
	}
	k.buf = make([]float64, most)
	return k, errors.Join(errs...)
}

// fit finds the handles that go through transmissions, and gives them the joints' names.
func fit(handles []hw.Handle, list []Fitted) (out []hw.Handle, lanes []lane, err error) {
	out = slices.Clone(handles)
	var errs []error
	for i := range list {
		f := &list[i]
		for j, h := range handles {
			name, kind, _ := strings.Cut(h.Name, "/")
			which := slices.Index(f.Actuators, name)
			if which < 0 {
				continue
			}
			switch kind {
			case "position", "velocity", "acceleration", "effort":
			case "stiffness", "damping":
				errs = append(errs, fmt.Errorf("transmission %s: it cannot carry %s: leave the interface out", f.Name, h.Name))
				continue
			default: // such as a motor's temperature
				continue
			}
			out[j].Name = f.Joints[which] + "/" + kind
			if f.Sliding[which] {
				out[j].Unit = strings.NewReplacer("N·m", "N", "rad", "m").Replace(h.Unit)
			}
			l := lane{t: &f.Transmission, kind: kind, at: [2]int{j, j}}
			if len(f.Actuators) > 1 {
				other := f.Actuators[1-which]
				l.at[1-which] = slices.IndexFunc(handles, func(o hw.Handle) bool { return o.Name == other+"/"+kind })
				if l.at[1-which] < 0 {
					errs = append(errs, fmt.Errorf("transmission %s: %s is there, but not that of %s: give both", f.Name, h.Name, other))
				}
			}
			if which == 0 {
				lanes = append(lanes, l)
			}
		}
	}
	return out, lanes, errors.Join(errs...)
}

// convert converts numbers of actuators to those of joints, or back.
func convert(lanes []lane, values []float64, back bool) {
	for i := range lanes {
		l := &lanes[i]
		x := [2]float64{values[l.at[0]], values[l.at[1]]}
		switch {
		case l.kind == "position" && back:
			x = l.t.ActuatorPositions(x)
		case l.kind == "position":
			x = l.t.Positions(x)
		case l.kind == "effort" && back:
			x = l.t.ActuatorEfforts(x)
		case l.kind == "effort":
			x = l.t.Efforts(x)
		case back:
			x = l.t.ActuatorVelocities(x)
		default:
			x = l.t.Velocities(x)
		}
		values[l.at[0]] = x[0]
		if l.t.Kind.Joints() > 1 {
			values[l.at[1]] = x[1]
		}
	}
}

// Info implements hw.Driver.
func (k *Driver) Info() hw.Info { return k.info }

// LifeCycle implements hw.Stater.
func (k *Driver) LifeCycle() hw.LifeCycle {
	if s, ok := k.d.(hw.Stater); ok {
		return s.LifeCycle()
	}
	return k.life
}

// Enter implements hw.Driver.
func (k *Driver) Enter(to hw.LifeCycle) error {
	err := k.d.Enter(to)
	if err == nil {
		k.life = to
	}
	return err
}

// Use implements hw.Driver.
func (k *Driver) Use(group string) error {
	err := k.d.Use(group)
	if err == nil {
		k.use = slices.IndexFunc(k.info.Groups, func(g hw.Group) bool { return g.Name == group })
	}
	return err
}

// Read implements hw.Driver.
func (k *Driver) Read(state []float64) error {
	err := k.d.Read(state)
	if err == nil {
		convert(k.state, state, false)
	}
	return err
}

// Write implements hw.Driver.
func (k *Driver) Write(command []float64) error {
	if k.use < 0 || len(command) != len(k.info.Groups[k.use].Command) {
		return k.d.Write(nil) // returns what is wrong
	}
	to := k.buf[:len(command)]
	copy(to, command)
	convert(k.command[k.use], to, true)
	return k.d.Write(to)
}

// Halt implements manager.Halter: it stops the hardware if the driver can.
func (k *Driver) Halt() error {
	if h, ok := k.d.(manager.Halter); ok {
		return h.Halt()
	}
	return errors.New("transmission: the driver below cannot be halted")
}

// Modes implements manager.Moder: it passes on which interfaces are about to be commanded; a joint's are those of all actuators of its
// transmission.
func (k *Driver) Modes(start, stop []string) (bool, error) {
	m, ok := k.d.(manager.Moder)
	if !ok {
		return true, nil
	}
	return m.Modes(k.actuators(start), k.actuators(stop))
}

func (k *Driver) actuators(names []string) (list []string) {
	for _, n := range names {
		joint, kind, _ := strings.Cut(n, "/")
		i := slices.IndexFunc(k.fitted, func(f Fitted) bool { return slices.Contains(f.Joints, joint) })
		if i < 0 {
			list = append(list, n)
			continue
		}
		for _, a := range k.fitted[i].Actuators {
			if a += "/" + kind; !slices.Contains(list, a) {
				list = append(list, a)
			}
		}
	}
	return list
}
