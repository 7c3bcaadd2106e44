package urdf

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/mock"
	"github.com/sinew-robotics/sinew/control/manager/transmission"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/xmltree"
)

// Open makes the driver of a component. Mock is one; a program with its own hardware passes a function that looks at Plugin.
type Open func(c *Component) (hw.Driver, error)

// Config describes the robot to a manager, with the drivers that open makes of its components. The error is diag.Faults.
func (r *Robot) Config(open Open) (manager.Config, error) {
	c := manager.Config{Model: r.Model, Limits: r.Limits}
	var faults diag.Faults
	for i := range r.Components {
		k := &r.Components[i]
		d, err := open(k)
		if err != nil {
			faults = append(faults, diag.Fault{Pos: k.At, Path: k.Name, What: err.Error(), Do: "mend the component or its driver"})
			continue
		}
		ranges := map[string][2]float64{}
		for _, p := range slices.Concat(k.Joints, k.Pins) {
			for _, i := range p.Commands {
				ranges[p.Name+"/"+i.Name] = [2]float64{i.Min, i.Max}
			}
		}
		c.Components = append(c.Components, manager.Component{Driver: d, Type: k.Type, Group: k.Group, Period: Period(k.Rate), Start: hw.Active, Ranges: ranges,
			Apart: k.Async})
	}
	for _, m := range r.Mimics {
		if slices.ContainsFunc(r.Components, func(k Component) bool {
			return slices.ContainsFunc(k.Joints, func(j Part) bool { return j.Name == m.Joint && j.Mimic != "" })
		}) {
			c.Mimics = append(c.Mimics, m)
		}
	}
	return c, faults.Err()
}

// Mock makes mock hardware of a component, with the parameters of ros2_control's GenericSystem.
func (r *Robot) Mock(k *Component) (*mock.Driver, error) {
	c := mock.Config{Name: k.Name, Period: Period(k.Rate)}
	for name, to := range map[string]*bool{"calculate_dynamics": &c.Dynamics, "disable_commands": &c.Disabled, "mock_sensor_commands": &c.SensorCommands} { // order: each sets its own
		*to = strings.EqualFold(k.Params[name], "true") || k.Params[name] == "1"
	}
	pins := strings.EqualFold(k.Params["mock_gpio_commands"], "true")
	if s, ok := k.Params["position_state_following_offset"]; ok {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return nil, fmt.Errorf("position_state_following_offset is %q, no number", s)
		}
		c.Offset = x
	}
	for _, p := range k.Joints {
		j := mock.Joint{Name: p.Name, Sliding: p.Sliding, Mimic: p.Mimic, Initial: map[string]float64{}}
		for _, m := range r.Mimics {
			if m.Joint == p.Name {
				j.Factor, j.Shift = m.Factor, m.Offset
			}
		}
		for _, i := range p.Commands {
			j.Commands = append(j.Commands, i.Name)
		}
		for _, i := range p.States {
			j.States = append(j.States, i.Name)
			if !math.IsNaN(i.Initial) {
				j.Initial[i.Name] = i.Initial
			}
		}
		c.Joints = append(c.Joints, j)
	}
	for _, p := range k.Sensors {
		c.Pins = append(c.Pins, pinsOf(p, false)...)
	}
	for _, p := range k.Pins {
		c.Pins = append(c.Pins, pinsOf(p, pins)...)
	}
	return mock.New(c)
}

// pinsOf returns the numbers of a sensor or of pins.
func pinsOf(p Part, commands bool) (list []mock.Pin) {
	unit := func(i Interface) string {
		if i.Type == "bool" {
			return "bool"
		}
		if u := manager.KindOf(i.Name, "").Units(); len(u) > 0 {
			return u[0]
		}
		return "1"
	}
	for _, i := range p.States {
		pin := mock.Pin{Name: p.Name + "/" + i.Name, Unit: unit(i), State: true, Command: commands}
		if !math.IsNaN(i.Initial) {
			pin.Initial = i.Initial
		}
		list = append(list, pin)
	}
	for _, i := range p.Commands {
		at := slices.IndexFunc(list, func(o mock.Pin) bool { return o.Name == p.Name+"/"+i.Name })
		if at >= 0 {
			list[at].Command = true
			continue
		}
		list = append(list, mock.Pin{Name: p.Name + "/" + i.Name, Unit: unit(i), Command: true})
	}
	return list
}

// transmission reads a <transmission> of a component whose joints have been seen.
func (r *reader) transmission(e *xmltree.Element, seen map[string]bool) Transmission {
	t := Transmission{Name: r.Required(e, "name"), At: e.At}
	r.only(e, "plugin", "joint", "actuator", "param")
	if p := e.Child("plugin"); p != nil {
		t.Plugin = p.Word()
	}
	kind, known := transmissions[t.Plugin]
	want := kind.Joints()
	if !known {
		r.Fault(e.At, "name transmission_interface/SimpleTransmission, DifferentialTransmission or FourBarLinkageTransmission",
			"the transmission %s has the plugin %q, which is none that is known", t.Name, t.Plugin)
	}
	for _, k := range e.Kids {
		if k.Name != "joint" && k.Name != "actuator" {
			continue
		}
		r.only(k, "mechanical_reduction", "offset", "state_interface", "command_interface", "param")
		g := Gear{Name: r.Required(k, "name"), Reduction: r.inner(k, "mechanical_reduction", 1), Offset: r.inner(k, "offset", 0), At: k.At}
		g.Role, _ = k.Attr("role")
		if g.Reduction == 0 {
			r.Fault(k.At, "give another number", "the reduction of %s is 0", g.Name)
		}
		if g.Name != "" && seen["moved "+k.Name+g.Name] {
			r.Fault(k.At, "leave it out of one", "the %s %s has two transmissions", k.Name, g.Name)
		}
		seen["moved "+k.Name+g.Name] = true
		if k.Name == "actuator" && kind == transmission.Simple && g.Reduction != 1 {
			r.Fault(k.At, "give the whole reduction at the <joint>", "the simple transmission %s has a reduction at its actuator", t.Name)
		}
		if k.Name == "joint" {
			if !seen["joint"+g.Name] && g.Name != "" {
				r.Fault(k.At, "list it before as a <joint> of this component", "the transmission %s moves %s, which the component does not have", t.Name, g.Name)
			}
			t.Joints = append(t.Joints, g)
		} else {
			t.Actuators = append(t.Actuators, g)
		}
	}
	if known && (len(t.Joints) != want || len(t.Actuators) != want) {
		r.Fault(e.At, fmt.Sprintf("give %d of each", want), "the transmission %s has %d joints and %d actuators", t.Name, len(t.Joints), len(t.Actuators))
	}
	for _, all := range [][]Gear{t.Joints, t.Actuators} { // joint1, joint2; without roles, in the order given
		sort.SliceStable(all, func(i, j int) bool { return all[i].Role < all[j].Role })
	}
	return t
}

// transmissions are the known plugins.
var transmissions = map[string]transmission.Kind{"transmission_interface/SimpleTransmission": transmission.Simple,
	"transmission_interface/DifferentialTransmission": transmission.Differential, "transmission_interface/FourBarLinkageTransmission": transmission.FourBar}

// Actuated returns the component as its driver sees it, with actuators instead of the joints that transmissions move, and these
// transmissions. The first actuator of a transmission has the interfaces and parameters of its first joint, the second those of
// the second.
func (c *Component) Actuated() (*Component, []transmission.Fitted) {
	out := *c
	out.Joints, out.Transmissions = slices.Clone(c.Joints), nil
	var list []transmission.Fitted
	for _, t := range c.Transmissions {
		f := transmission.Fitted{Name: t.Name, Transmission: transmission.Transmission{Kind: transmissions[t.Plugin]}}
		for i, g := range t.Joints {
			f.Joint[i], f.Actuator[i], f.Offset[i] = g.Reduction, t.Actuators[i].Reduction, g.Offset
			f.Joints, f.Actuators = append(f.Joints, g.Name), append(f.Actuators, t.Actuators[i].Name)
			at := slices.IndexFunc(c.Joints, func(p Part) bool { return p.Name == g.Name })
			f.Sliding[i] = out.Joints[at].Sliding
			out.Joints[at].Name = t.Actuators[i].Name
		}
		if f.Kind == transmission.Simple {
			f.Joint[0], f.Actuator[0] = 1, f.Joint[0]
		}
		list = append(list, f)
	}
	return &out, list
}

// inner returns the number in a child of e.
func (r *reader) inner(e *xmltree.Element, name string, missing float64) float64 {
	k := e.Child(name)
	if k == nil {
		return missing
	}
	x, err := strconv.ParseFloat(k.Word(), 64)
	if err != nil || x-x != 0 {
		r.Fault(k.At, "write a finite decimal number", "<%s> is %q, no number", name, k.Word())
		return missing
	}
	return x
}
