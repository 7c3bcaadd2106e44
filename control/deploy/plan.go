package deploy

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/reactor"
)

// Format is the version of what a deployment is at run time: its doors, and what follows from one text and the same inputs. It
// grows with every change of these, because older recordings would not repeat.
const Format = 5

// Plan is a deployment: what there is at the start. Components have their turns in the order in which they are listed.
type Plan struct {
	Name        string // of the program; "" for deployment
	File        string // that faults name as the file
	Components  []Spec
	Connections []Link
	Base        time.Duration // of ticks, which the periods are multiples of; 0 for the largest that fits
	Room        int           // for components that are created while it runs
}

// Spec is a component of a plan. Kind, Script and Chart exclude each other.
type Spec struct {
	Name   string
	Kind   string // of the library
	Script Script // with a Text
	Thread string // "" for the first
	Set    []Setting
	Ready  bool // it is configured when the program starts
	Run    bool // and started
	Activity
	diag.Pos
}

// Setting is a value for a property.
type Setting struct {
	Name  string
	Value string // as JSON
	diag.Pos
}

// Script is a component's text, in Lua, rFSM's Lua or SCXML, and the machine that it runs in.
type Script struct {
	File, Text string
	Chart      bool  // the text is a statechart
	Heap       int64 // bytes; 256 KiB when 0
	Budget     int64 // instructions of an activation; 100 000 when 0
	Low        int64 // when fewer bytes than these are free e_mem_low is raised; an eighth of the heap when 0
	Collector  Collector
}

// Collector says when a machine's collector works.
type Collector struct {
	Mode  Mode
	After time.Duration // Controlled: how long after an activation's tag, 0 for right behind it
	Cells int           // Controlled: how much a step does, in cells of 16 bytes; 2000 when 0
}

// Mode is what a collector does automatically.
type Mode uint8

// The modes. Free works whenever memory is allocated. Controlled does a step after each activation, and otherwise only a whole
// collection when memory runs out. Off does only the latter.
const (
	Free Mode = iota
	Controlled
	Off
)

// String returns the mode's name.
func (m Mode) String() string { return [...]string{"free", "controlled", "off"}[min(m, Off)] }

// Link is a connection of a plan.
type Link struct {
	From, To string        // component.port
	After    time.Duration // between threads: the delay, which must not be 0
	Physical bool          // between threads: no delay; values are stamped on arrival, through a door
	diag.Pos
}

// Bounds of a plan.
const (
	MaxComponents = 1000
	MaxRoom       = 64
)

// Rules says what the codes of faults mean.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: "deploy-syntax", Text: "a deployment that is no YAML or Lua, or is not made of components and connections"},
		{Code: "deploy-name", Text: "a component without a name of its own"},
		{Code: "deploy-kind", Text: "a component whose kind, script or chart cannot be made"},
		{Code: "deploy-property", Text: "a property that a component does not have, or a value that it does not take"},
		{Code: "deploy-activity", Text: "a period, deadline or master that does not fit"},
		{Code: "deploy-connection", Text: "a connection of ports that there are not or that do not fit"},
	}
}

// fault makes a fault of the plan.
func (p *Plan) fault(code string, at diag.Pos, path, do, format string, args ...any) error {
	if at.File == "" {
		at.File = p.File
	}
	return diag.Fault{Code: code, Pos: at, Path: path, What: fmt.Sprintf(format, args...), Do: do}
}

// placed adds its place to an error of a component.
func (p *Plan) placed(s *Spec, err error) error {
	if err == nil {
		return nil
	}
	faults, others := diag.Of(err)
	var all []error
	for _, f := range faults {
		all = append(all, f)
	}
	for _, o := range others {
		all = append(all, p.fault("deploy-kind", s.Pos, s.Name, "", "%v", o))
	}
	return errors.Join(all...)
}

// has reports whether the plan has a component.
func (p *Plan) has(name string) bool { return p.spec(name) != nil }

func (p *Plan) spec(name string) *Spec {
	for i := range p.Components {
		if p.Components[i].Name == name {
			return &p.Components[i]
		}
	}
	return nil
}

// threads lists the threads, the first thread first.
func (p *Plan) threads() []string {
	all := []string{""}
next:
	for i := range p.Components {
		for _, t := range all {
			if t == p.Components[i].Thread {
				continue next
			}
		}
		all = append(all, p.Components[i].Thread)
	}
	return all
}

// base returns the period of a thread's ticks: the greatest common divisor of all periods, or the plan's own.
func (p *Plan) base(thread string) (b time.Duration) {
	for i := range p.Components {
		if s := &p.Components[i]; s.Thread == thread {
			for x := s.Period; x > 0; {
				b, x = x, b%x
			}
		}
	}
	if p.Base > 0 {
		return p.Base
	}
	return b
}

// Check finds what is wrong with a plan before its components are made.
func (p *Plan) Check() diag.Faults {
	var faults diag.Faults
	add := func(code string, at diag.Pos, path, do, format string, args ...any) {
		faults = append(faults, p.fault(code, at, path, do, format, args...).(diag.Fault))
	}
	if len(p.Components) > MaxComponents || p.Room < 0 || p.Room > MaxRoom {
		add("deploy-syntax", diag.Pos{}, p.Name, "", "%d components and room for %d: there may be %d and %d", len(p.Components), p.Room, MaxComponents, MaxRoom)
	}
	for i := range p.Components {
		s := &p.Components[i]
		if !validName(s.Name) || s.Thread != "" && !validName(s.Thread) {
			add("deploy-name", s.Pos, s.Name, "use letters, digits and _", "%q in thread %q is no name", s.Name, s.Thread)
		} else if slices.Contains([]string{"command", "done", "job", "answer", "tick", "again", "slack"}, s.Name) {
			add("deploy-name", s.Pos, s.Name, "choose another", "the deployer has a port, timer or action of this name")
		} else if first := p.spec(s.Name); first != s {
			add("deploy-name", s.Pos, s.Name, fmt.Sprintf("the first is in line %d", first.Line), "there are two components of this name")
		}
		p.checkActivity(i, add)
		p.checkScript(s, add)
	}
	return faults
}

type adder func(code string, at diag.Pos, path, do, format string, args ...any)

func (p *Plan) checkActivity(i int, add adder) {
	s := &p.Components[i]
	if s.Period < 0 || s.Period > 0 && s.Period < 10*time.Microsecond || s.Deadline < 0 {
		add("deploy-activity", s.Pos, s.Name, "give 10us or more", "a period of %v and a deadline of %v make no sense", s.Period, s.Deadline)
	}
	if p.Base < 0 || p.Base > 0 && s.Period%p.Base != 0 {
		add("deploy-activity", s.Pos, s.Name, "choose another", "the period %v is no multiple of the base %v", s.Period, p.Base)
	}
	if s.Master == "" {
		return
	}
	switch m := p.spec(s.Master); {
	case m == nil:
		add("deploy-activity", s.Pos, s.Name, "", "there is no component %q that could be its master", s.Master)
	case s.Period > 0:
		add("deploy-activity", s.Pos, s.Name, "leave out one", "it has a master and a period")
	case m.Thread != s.Thread:
		add("deploy-activity", s.Pos, s.Name, "put both into one thread", "its master %s is in another thread", s.Master)
	default:
		for j := i; j < len(p.Components); j++ {
			if &p.Components[j] == m {
				add("deploy-activity", s.Pos, s.Name, "put it behind its master", "its master %s comes later in the order of turns", s.Master)
			}
		}
	}
}

func (p *Plan) checkScript(s *Spec, add adder) {
	if (s.Kind == "") == (s.Script.File == "") {
		add("deploy-kind", s.Pos, s.Name, "give it a kind, a script or a chart", "it needs exactly one of kind, script and chart")
	}
	x := &s.Script
	if h := x.heap(); h < 64<<10 || h > 1<<30 || x.Budget < 0 || x.Budget > 1e12 || x.Low < 0 || x.Low >= h {
		add("deploy-kind", s.Pos, s.Name, "a heap has 64K to 1G, and what counts as low is less than that", "a heap of %d bytes, low at %d, with a budget of %d instructions makes no sense", h, x.low(), x.Budget)
	}
	if c := x.Collector; c.After < 0 || c.Cells < 0 || c.Mode != Controlled && (c.After != 0 || c.Cells != 0) {
		add("deploy-kind", s.Pos, s.Name, "give them with mode: controlled", "after and cells are those of a controlled collector")
	} else if s.Period > 0 && c.After >= s.Period {
		add("deploy-kind", s.Pos, s.Name, "give it less", "the collector is to work %v after an activation, and the next one comes after %v", c.After, s.Period)
	}
}

func (s *Script) heap() int64 {
	if s.Heap == 0 {
		return 256 << 10
	}
	return s.Heap
}

func (s *Script) low() int64 {
	if s.Low == 0 {
		return s.heap() / 8
	}
	return s.Low
}

// kind returns the kind of a component: the library's, or that of its script.
func (p *Plan) kind(lib *Library, s *Spec) (Kind, error) {
	if s.Script.File == "" {
		return lib.kind(s.Kind)
	}
	return scriptKind(lib, s.Script), nil
}

// Deployment is the deployers of a plan, one per thread, the first thread's first.
type Deployment struct{ Deployers []*Deployer }

// New makes the deployers of a plan in a program. It returns all faults of library and plan together.
func New(parent reactor.Parent, name string, lib Library, p *Plan) (*Deployment, error) {
	if err := lib.check(); err != nil {
		return nil, err
	}
	if err := p.Check().Err(); err != nil {
		return nil, err
	}
	dep := &Deployment{}
	var errs []error
	for _, t := range p.threads() {
		n := name
		if t != "" {
			n = t
		}
		d, faults := newDeployer(parent, n, t, &lib, p)
		if d.texts() {
			d.shop = newWorkshop(parent, n+workshopSuffix, d)
		}
		dep.Deployers = append(dep.Deployers, d)
		errs = append(errs, faults...)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	for i := range p.Connections {
		errs = append(errs, dep.link(p, &p.Connections[i]))
	}
	return dep, errors.Join(errs...)
}

// Component returns a component of the plan, nil if there is none with the name.
func (dep *Deployment) Component(name string) *Component {
	for _, d := range dep.Deployers {
		if c := d.component(name); c != nil {
			return c
		}
	}
	return nil
}

// link makes a connection of the plan.
func (dep *Deployment) link(p *Plan, l *Link) error {
	wrong := func(format string, args ...any) error {
		return p.fault("deploy-connection", l.Pos, l.From, "", format, args...)
	}
	ends := [2]*Component{}
	ports := [2]string{}
	for k, path := range []string{l.From, l.To} {
		name, port, _ := strings.Cut(path, ".")
		if ends[k], ports[k] = dep.Component(name), port; ends[k] == nil {
			return wrong("there is no component %.60q", name)
		}
	}
	o, i := ends[0].output(ports[0]), ends[1].input(ports[1])
	switch {
	case o == nil:
		return wrong("%s has no output %.60q: it has%s", ends[0].name, ports[0], portNames(ends[0].outputs))
	case i == nil:
		return wrong("%s has no input %.60q: it has%s", ends[1].name, ports[1], portNames(ends[1].inputs))
	}
	here := ends[0].d == ends[1].d
	if here && (l.After != 0 || l.Physical) {
		return wrong("within a thread a connection has no delay and is not physical: leave that out")
	}
	c, err := o.wire(i)
	if err != nil {
		return wrong("%v", err)
	}
	switch {
	case here:
		return nil
	case l.Physical:
		c.Physical()
	case l.After > 0:
	default:
		return wrong("it crosses from one thread to another: give it a delay with after, or make it physical")
	}
	c.After(l.After)
	return nil
}
