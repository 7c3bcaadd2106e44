// Package urdf reads the <ros2_control> tags of a robot description: its hardware components with their joints, sensors,
// pins, interfaces, parameters and transmissions, and the limits that the description gives beyond <limit>. Files for
// ros2_control are read unmodified; all faults are reported at once, each with its place and what to do.
package urdf

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/internal/xmltree"
	"github.com/sinew-robotics/sinew/math/kinematics"
)

// Robot is a description with its tags.
type Robot struct {
	Model      *kinematics.URDF
	Components []Component
	// Limits are those of <safety_controller> and of the command interfaces' parameters; <limit> is in the Model.
	Limits map[string]safety.AxisLimit
	Mimics []manager.Mimic
}

// Component is a <ros2_control> tag.
type Component struct {
	Name, Plugin, Group string
	Type                manager.ComponentType
	Rate                float64 // Hz; 0: the manager's
	Async               bool
	Detached            bool // has a clock of its own
	Priority            int  // of its thread; 0: not given
	Affinity            []int
	Params              map[string]string
	Joints              []Part
	Sensors, Pins       []Part
	Transmissions       []Transmission
	At                  diag.Pos
}

// Part is a joint, a sensor or a group of pins.
type Part struct {
	Name             string
	Sliding          bool   // of a joint: prismatic
	Mimic            string // of a joint: the one that it mimics
	Commands, States []Interface
	Params           map[string]string
	At               diag.Pos
}

// Interface is a <command_interface> or <state_interface>.
type Interface struct {
	Name, Type string  // Type: double if not given
	Size       int     // of an array; 1 if not given
	Min, Max   float64 // infinite if not given
	Initial    float64 // NaN if not given
	Params     map[string]string
	At         diag.Pos
}

// Transmission is a <transmission>.
type Transmission struct {
	Name, Plugin      string
	Joints, Actuators []Gear
	At                diag.Pos
}

// Gear is a joint or actuator of a transmission.
type Gear struct {
	Name, Role        string
	Reduction, Offset float64
	At                diag.Pos
}

// reader reads one description.
type reader struct {
	xmltree.Reader
	robot  *Robot
	joints map[string]*kinematics.Joint
	free   map[string]bool // joints whose limits are switched off, and joint/interface
}

// Read reads a description. The file's name is used only in messages. The error is diag.Faults.
func Read(file string, data []byte) (*Robot, error) {
	model, err := kinematics.ParseURDF(file, data)
	if err != nil {
		return nil, err
	}
	r := &reader{Reader: xmltree.Reader{File: file, Code: "control-urdf"}, robot: &Robot{Model: model, Limits: map[string]safety.AxisLimit{}},
		joints: map[string]*kinematics.Joint{}, free: map[string]bool{}}
	for i := range model.Joints {
		r.joints[model.Joints[i].Name] = &model.Joints[i]
	}
	root := r.Tree(data, "robot", "a URDF")
	names := map[string]bool{}
	for _, e := range root.Kids {
		switch e.Name {
		case "ros2_control":
			c := r.component(e)
			if names[c.Name] {
				r.Fault(e.At, "give it a name of its own", "there are two components called %s", c.Name)
			}
			names[c.Name] = true
			r.robot.Components = append(r.robot.Components, c)
		case "joint":
			r.joint(e)
		}
	}
	for _, name := range r.names() {
		l := safety.Unlimited()
		if j := r.joints[name]; j.Type == kinematics.Revolute || j.Type == kinematics.Prismatic {
			l.Lower, l.Upper = j.Limit.Lower, j.Limit.Upper
		}
		if err := l.And(r.robot.Limits[name]).Validate(); err != nil {
			r.Fault(r.joints[name].At, "make the limits of <limit>, <safety_controller> and the interfaces agree", "%s: %v", name, err)
		}
	}
	if len(r.Faults) > 0 {
		r.Faults.Sort()
		return nil, r.Faults
	}
	return r.robot, nil
}

// names returns the names of the joints with limits, in the description's order.
func (r *reader) names() (list []string) {
	for i := range r.robot.Model.Joints {
		if n := r.robot.Model.Joints[i].Name; r.robot.Limits[n] != (safety.AxisLimit{}) {
			list = append(list, n)
		}
	}
	return list
}

// tighten tightens a joint's limits.
func (r *reader) tighten(name string, l safety.AxisLimit) {
	if was, ok := r.robot.Limits[name]; ok {
		l = was.And(l)
	}
	r.robot.Limits[name] = l
}

// joint reads what a <joint> says about soft limits and mimicking.
func (r *reader) joint(e *xmltree.Element) {
	name, _ := e.Attr("name")
	if s := e.Child("safety_controller"); s != nil {
		l := safety.Unlimited()
		low, high := r.Number(s, "soft_lower_limit", 0), r.Number(s, "soft_upper_limit", 0)
		if low != 0 || high != 0 { // both are 0 if they are omitted
			l.Soft = [2]float64{low, high}
			r.tighten(name, l)
		}
	}
	if m := e.Child("mimic"); m != nil {
		of, _ := m.Attr("joint")
		r.robot.Mimics = append(r.robot.Mimics, manager.Mimic{Joint: name, Of: of,
			Factor: r.Number(m, "multiplier", 1), Offset: r.Number(m, "offset", 0)})
	}
}

// only reports children of e that are not among allowed.
func (r *reader) only(e *xmltree.Element, allowed ...string) {
	for _, k := range e.Kids {
		if !slices.Contains(allowed, k.Name) {
			do := "leave it out; <" + e.Name + "> may hold <" + strings.Join(allowed, ">, <") + ">"
			if near := spelling.Nearest(k.Name, allowed); near != "" {
				do = "write <" + near + ">"
			}
			r.Fault(k.At, do, "<%s> is nothing that <%s> holds", k.Name, e.Name)
		}
	}
}

// component reads a <ros2_control>.
func (r *reader) component(e *xmltree.Element) Component {
	c := Component{Name: r.Required(e, "name"), At: e.At, Params: map[string]string{}}
	r.only(e, "properties", "hardware", "joint", "sensor", "gpio", "transmission")
	switch t := r.Required(e, "type"); t {
	case "system":
	case "actuator":
		c.Type = manager.Actuator
	case "sensor":
		c.Type = manager.Sensor
	case "":
	default:
		r.Fault(e.At, "write system, actuator or sensor", "type=%q is no type of component", t)
	}
	if _, ok := e.Attr("rw_rate"); ok {
		if c.Rate = r.Number(e, "rw_rate", 0); c.Rate < 0 {
			r.Fault(e.At, "give it in Hz", "rw_rate is %g", c.Rate)
		}
	}
	c.Async = r.flag(e, "is_async", false)
	c.Priority = r.priority(e)
	seen := map[string]bool{}
	part := func(k *xmltree.Element, list *[]Part) {
		p := r.part(k, c.Type)
		if seen[k.Name+p.Name] {
			r.Fault(k.At, "put its interfaces into one", "%s has two <%s name=%q>", c.Name, k.Name, p.Name)
		}
		seen[k.Name+p.Name] = true
		*list = append(*list, p)
	}
	for _, k := range e.Kids {
		switch k.Name {
		case "properties":
			r.properties(k, &c)
		case "hardware":
			r.hardware(k, &c)
		case "joint":
			part(k, &c.Joints)
		case "sensor":
			part(k, &c.Sensors)
		case "gpio":
			part(k, &c.Pins)
		}
	}
	for _, k := range e.Kids {
		if k.Name == "transmission" {
			c.Transmissions = append(c.Transmissions, r.transmission(k, seen))
		}
	}
	if e.Child("hardware") == nil {
		r.Fault(e.At, "add <hardware><plugin>…</plugin></hardware>", "component %s has no <hardware>", c.Name)
	}
	if c.Type == manager.Actuator && len(c.Joints) != 1 {
		r.Fault(e.At, "give it one joint, or make it a system", "the actuator %s has %d joints", c.Name, len(c.Joints))
	}
	for _, j := range c.Joints {
		if j.Mimic != "" && !seen["joint"+j.Mimic] {
			r.Fault(j.At, "list "+j.Mimic+" in the same <ros2_control>", "%s mimics %s, which this component does not have", j.Name, j.Mimic)
		}
	}
	return c
}

func (r *reader) properties(e *xmltree.Element, c *Component) {
	r.only(e, "async")
	a := e.Child("async")
	if a == nil {
		return
	}
	c.Async = true
	if p := r.priority(a); p > 0 {
		c.Priority = p
	}
	switch s, ok := a.Attr("scheduling_policy"); {
	case !ok, s == "synchronized":
	case s == "detached":
		c.Detached = true
	default:
		r.Fault(a.At, "write synchronized or detached", "scheduling_policy=%q is none", s)
	}
	if s, ok := a.Attr("affinity"); ok {
		for w := range strings.SplitSeq(strings.Trim(s, "[] "), ",") {
			n, err := strconv.Atoi(strings.TrimSpace(w))
			if err != nil || n < 0 {
				r.Fault(a.At, `write cores as affinity="[2,4]"`, "affinity=%q is no list of cores", s)
				break
			}
			c.Affinity = append(c.Affinity, n)
		}
	}
}

func (r *reader) hardware(e *xmltree.Element, c *Component) {
	r.only(e, "plugin", "group", "param")
	if p := e.Child("plugin"); p == nil || p.Word() == "" {
		r.Fault(e.At, "add <plugin>…</plugin>", "<hardware> of %s names no plugin", c.Name)
	} else {
		c.Plugin = p.Word()
	}
	if g := e.Child("group"); g != nil {
		c.Group = g.Word()
	}
	c.Params = r.params(e)
}

// params reads the <param>s in e.
func (r *reader) params(e *xmltree.Element) map[string]string {
	m := map[string]string{}
	for _, k := range e.Kids {
		if k.Name != "param" {
			continue
		}
		name := r.Required(k, "name")
		if _, ok := m[name]; ok && name != "" {
			r.Fault(k.At, "leave one out", "the parameter %s is there twice", name)
		}
		m[name] = k.Word()
	}
	return m
}

// part reads a <joint>, <sensor> or <gpio>.
func (r *reader) part(e *xmltree.Element, t manager.ComponentType) Part {
	p := Part{Name: r.Required(e, "name"), At: e.At}
	allowed := []string{"command_interface", "state_interface", "param"}
	if e.Name == "joint" {
		allowed = append(allowed, "limits")
	}
	if e.Name == "sensor" {
		allowed = allowed[1:]
	}
	r.only(e, allowed...)
	p.Params = r.params(e)
	limited := r.limited(e)
	if e.Name == "joint" && p.Name != "" {
		r.jointOf(e, &p)
	}
	for _, k := range e.Kids {
		switch k.Name {
		case "command_interface":
			p.Commands = append(p.Commands, r.iface(k, e, p.Commands))
			if t == manager.Sensor {
				r.Fault(k.At, "make the component a system", "a component of type sensor has a command")
			}
			if limited && r.limited(k) && e.Name == "joint" {
				r.bound(p.Name, p.Commands[len(p.Commands)-1])
			}
		case "state_interface":
			p.States = append(p.States, r.iface(k, e, p.States))
		}
	}
	if p.Mimic != "" && len(p.Commands) > 0 {
		r.Fault(p.Commands[0].At, "leave it out, or write <joint mimic=\"false\">", "%s follows %s and has a command of its own", p.Name, p.Mimic)
	}
	return p
}

// jointOf finds what the description says about a joint.
func (r *reader) jointOf(e *xmltree.Element, p *Part) {
	j := r.joints[p.Name]
	switch {
	case j == nil:
		var all []string
		for i := range r.robot.Model.Joints {
			all = append(all, r.robot.Model.Joints[i].Name)
		}
		r.Fault(e.At, spelling.Suggest(p.Name, all), "the robot has no joint %q", p.Name)
		return
	case j.Type == kinematics.Fixed:
		r.Fault(e.At, "leave it out, or make the joint movable", "the joint %s is fixed", p.Name)
	}
	p.Sliding = j.Type == kinematics.Prismatic
	if r.flag(e, "mimic", j.Mimic != "") {
		if p.Mimic = j.Mimic; p.Mimic == "" {
			r.Fault(e.At, "add <mimic joint=\"…\"/> to the joint, or leave mimic out", "%s is to mimic, but the description says no joint that it follows", p.Name)
		}
	}
}

// flag reads true or false.
func (r *reader) flag(e *xmltree.Element, name string, missing bool) bool {
	s, ok := e.Attr(name)
	if !ok {
		return missing
	}
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "true", "1":
		return true
	case "false", "0":
		return false
	}
	r.Fault(e.At, "write true or false", "%s=%q of <%s> is neither", name, s, e.Name)
	return missing
}

// limited reports whether the limits of e apply.
func (r *reader) limited(e *xmltree.Element) bool {
	l := e.Child("limits")
	return l == nil || r.flag(l, "enable", true)
}

func (r *reader) priority(e *xmltree.Element) int {
	if _, ok := e.Attr("thread_priority"); !ok {
		return 0
	}
	p := r.Number(e, "thread_priority", 0)
	if p != math.Trunc(p) || p < 0 || p > 99 {
		r.Fault(e.At, "give 1 to 99", "thread_priority is %g", p)
		return 0
	}
	return int(p)
}

// iface reads an interface of e's parent.
func (r *reader) iface(e, in *xmltree.Element, before []Interface) Interface {
	i := Interface{Name: r.Required(e, "name"), Type: "double", Size: 1, At: e.At}
	r.only(e, "param", "limits")
	for _, b := range before {
		if b.Name == i.Name && i.Name != "" {
			r.Fault(e.At, "leave one out", "<%s> has two of <%s name=%q>", in.Name, e.Name, i.Name)
		}
	}
	if t, ok := e.Attr("data_type"); ok {
		switch i.Type = t; t {
		case "double", "float", "float32", "bool", "int8", "uint8", "int16", "uint16", "int32", "uint32":
		default:
			r.Fault(e.At, "write double, float32, bool, int8, uint8, int16, uint16, int32 or uint32", "data_type=%q is none that is known", t)
		}
	}
	if _, ok := e.Attr("size"); ok {
		n := r.Number(e, "size", 1)
		if i.Size = int(n); n != math.Trunc(n) || n < 1 || n > 1024 {
			r.Fault(e.At, "give 1 to 1024", "size is %g", n)
			i.Size = 1
		}
	}
	i.Params = r.params(e)
	number := func(name string, missing float64) float64 {
		s, ok := i.Params[name]
		if !ok || s == "" && name == "initial_value" {
			return missing
		}
		x, err := strconv.ParseFloat(s, 64)
		if i.Type == "bool" {
			if b, e := strconv.ParseBool(strings.ToLower(s)); e == nil {
				return map[bool]float64{true: 1}[b]
			}
		}
		if err != nil || math.IsNaN(x) {
			r.Fault(e.At, "write a number in SI units; if there is ${…}, run xacro first", "the parameter %s of %s is %q", name, i.Name, s)
			return missing
		}
		return x
	}
	i.Min, i.Max, i.Initial = number("min", math.Inf(-1)), number("max", math.Inf(1)), number("initial_value", math.NaN())
	if !(i.Min <= i.Max) {
		r.Fault(e.At, "give min ≤ max", "%s may be from %g to %g", i.Name, i.Min, i.Max)
	}
	return i
}

// bound uses a command interface's min and max as limits of its joint.
func (r *reader) bound(joint string, i Interface) {
	l := safety.Unlimited()
	most := min(math.Abs(i.Min), math.Abs(i.Max))
	switch i.Name {
	case "position":
		l.Lower, l.Upper = i.Min, i.Max
	case "velocity":
		l.V = most
	case "acceleration":
		l.A, l.D = math.Abs(i.Max), math.Abs(i.Min)
	case "effort":
		l.Effort = most
	case "jerk":
		l.J = math.Abs(i.Max)
	}
	if l != safety.Unlimited() {
		r.tighten(joint, l)
	}
}

// Period returns the period of a rate in Hz, in whole nanoseconds; for rate 0 it is 0, the manager's.
func Period(rate float64) time.Duration {
	if rate <= 0 {
		return 0
	}
	return time.Duration(math.Round(1e9 / rate))
}
