package manager

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/kinematics"
)

// Config describes a robot and what runs on it.
type Config struct {
	// Period of the cycle: 1 ms if 0. The periods of components and controllers are multiples of it.
	Period     time.Duration
	Components []Component
	// Types are the controllers that can be loaded.
	Types []Type
	// Controllers are the ones that the program begins with.
	Controllers []Entry
	// Limits of joints, by name; if the description limits a joint too, the tighter limit wins.
	Limits map[string]safety.AxisLimit
	// Mimics are joints that follow others.
	Mimics []Mimic
	// Safe lists interfaces whose safe values differ from those of their kinds, by name.
	Safe map[string]Safe
	// Model is the robot's description, nil if there is none.
	Model *kinematics.URDF
	// KeepOthers lets controllers that do not use a failed component go on. Otherwise all controllers that command anything
	// are deactivated, and the whole robot comes to rest.
	KeepOthers bool
}

// ComponentType says what a component does.
type ComponentType uint8

// The types of components.
const (
	System   ComponentType = iota // several joints that are read and commanded together
	Actuator                      // one joint
	Sensor                        // read only
)

// String returns the type's name.
func (t ComponentType) String() string { return [...]string{"system", "actuator", "sensor"}[t%3] }

// Component is one piece of hardware.
type Component struct {
	Driver hw.Driver
	Type   ComponentType
	Group  string                // components of one group fail together; "" for none
	Period time.Duration         // between readings and commands; 0: the manager's
	Start  hw.LifeCycle          // the state in which the program begins: Unconfigured, Inactive, or Active, if CanStart allows it
	Limits map[string]hw.Limiter // of command groups, by name; missing ones are made from the joints' limits
	Lost   int                   // consecutive readings or commands that may fail before the component does; 0: none
	Frozen int                   // consecutive readings that may be equal while the commands change; 0: not watched
	Ranges map[string][2]float64 // range of commands that are not a joint's, by name
	// Apart gives the component a thread of its own, an enclave, on which it may be slow: the manager takes its newest
	// report and never waits for it. If the component is only read, its Period need not be a multiple of the manager's. A
	// manager that is stepped by hand has no threads, and runs the component within its cycle, at the nearest multiple of
	// its period.
	Apart bool
	// Stale is the age at which the last reading of a component that is Apart makes it fail; 0: three periods, 20 ms at
	// least.
	Stale time.Duration
	// Patience is how long an order, such as a connection, may take to be carried out; 0: 10 s.
	Patience time.Duration
}

// Moder is a driver whose hardware must know which interfaces are about to be commanded. When a switch starts or stops
// commands of the driver, Modes is called in each cycle with their names until it is done; then the switch takes place. An
// error refuses the switch, and the hardware is asked to go back.
type Moder interface {
	Modes(start, stop []string) (done bool, err error)
}

// Type is a kind of controller that can be loaded.
type Type struct {
	Name string // "joint_trajectory"
	Help string
	New  func() Controller
}

// Entry is a controller that the program begins with.
type Entry struct {
	Name, Type string
	Parameters map[string]string // in text form: "0.5", "true", "3ms", "joint1, joint2"
	Period     time.Duration     // 0: the manager's
	Start      State             // Unconfigured, Inactive or Active
	Fallbacks  []string          // they take over when it fails, and must be Inactive then
	Budget     time.Duration     // of computing time in one update; 0: not watched
	Group      string            // a name by which several controllers are switched together; "" for none
}

// Mimic is a joint whose position is Factor·(position of Of) + Offset.
type Mimic struct {
	Joint, Of      string
	Factor, Offset float64
}

// State is a controller's state.
type State uint8

// The states of controllers.
const (
	Unloaded     State = iota
	Unconfigured       // loaded; parameters may be set
	Inactive           // configured; its references and exports exist
	Active             // it is being updated
)

// String returns the state's name.
func (s State) String() string {
	return [...]string{"unloaded", "unconfigured", "inactive", "active"}[s&3]
}

// Rules says what the codes of the package's faults mean.
var Rules = []diag.Rule{
	{Code: "control-name", Text: "a component, controller or type without a name, or with one that is there already"},
	{Code: "control-period", Text: "a period that is no multiple of the manager's"},
	{Code: "control-interface", Text: "an interface that is unknown, there twice, of another unit, or without limits"},
	{Code: "control-parameter", Text: "a parameter that is unknown, of another type, or out of its range"},
	{Code: "control-limit", Text: "limits of a joint that contradict each other"},
	{Code: "control-cycle", Text: "controllers that wait for each other"},
	{Code: "control-urdf", Text: "a <ros2_control> tag, or a limit, that is not as it may be"},
	{Code: "control-start", Text: "a controller or component that cannot be started as asked"},
}

// faults collects what is wrong with a configuration.
type faults struct{ list diag.Faults }

func (f *faults) add(code, path, do, what string, a ...any) {
	f.list = append(f.list, diag.Fault{Code: code, Path: path, What: fmt.Sprintf(what, a...), Do: do})
}

// divide returns how many of the manager's periods p is; p = 0 is one period.
func divide(p, period time.Duration) (n int, ok bool) {
	if p == 0 {
		return 1, true
	}
	return int(p / period), p >= period && p%period == 0
}

// period checks one of the periods.
func (f *faults) period(path string, p, period time.Duration) int {
	n, ok := divide(p, period)
	if !ok {
		near := max(1, int(math.Round(float64(p)/float64(period))))
		f.add("control-period", path, fmt.Sprintf("give %v, for example", time.Duration(near)*period),
			"its period of %v is no multiple of the manager's %v", p, period)
	}
	return n
}

// jointLimits bound joints, by name.
type jointLimits map[string]safety.AxisLimit

// of returns a joint's limits; a joint that is not listed has none.
func (all jointLimits) of(joint string) safety.AxisLimit {
	if l, ok := all[joint]; ok {
		return l
	}
	return safety.Unlimited()
}

// limits combines what limits each joint: the model, Config.Limits, and the joints that mimic it.
func (c *Config) limits(f *faults) jointLimits {
	all := jointLimits{}
	if c.Model != nil {
		for i := range c.Model.Joints {
			j := &c.Model.Joints[i]
			l := safety.Unlimited()
			if j.Type == kinematics.Revolute || j.Type == kinematics.Prismatic {
				l.Lower, l.Upper = j.Limit.Lower, j.Limit.Upper
			}
			l.V, l.Effort = positive(j.Limit.Velocity), positive(j.Limit.Effort)
			all[j.Name] = l
		}
	}
	for _, name := range names(c.Limits) {
		all[name] = all.of(name).And(c.Limits[name])
	}
	for _, m := range c.Mimics {
		if l, ok := all[m.Joint]; ok && m.Factor != 0 {
			all[m.Of] = all.of(m.Of).And(throughMimic(l, m))
		}
	}
	for _, name := range names(all) {
		if err := all[name].Validate(); err != nil {
			f.add("control-limit", name, "mend the tighter of its limits", "%v", err)
		}
	}
	return all
}

// LimitOf returns the limits of a joint of a configuration after all sources are combined.
func LimitOf(c *Config, joint string) safety.AxisLimit { return c.limits(&faults{}).of(joint) }

// throughMimic returns the limits on the joint that m follows.
func throughMimic(l safety.AxisLimit, m Mimic) safety.AxisLimit {
	k := math.Abs(m.Factor)
	a, b := (l.Lower-m.Offset)/m.Factor, (l.Upper-m.Offset)/m.Factor
	c, d := (l.Soft[0]-m.Offset)/m.Factor, (l.Soft[1]-m.Offset)/m.Factor
	return safety.AxisLimit{Lower: min(a, b), Upper: max(a, b), Soft: [2]float64{min(c, d), max(c, d)},
		V: l.V / k, A: l.A / k, D: l.D / k, J: l.J / k, Effort: math.Inf(1)}
}

// positive returns a description's limit, where 0 often means none.
func positive(x float64) float64 {
	if x > 0 {
		return x
	}
	return math.Inf(1)
}

// names returns a map's keys, sorted.
func names[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// joint returns an interface's name without its last part.
func joint(name string) string { return name[:max(0, strings.LastIndexByte(name, '/'))] }
