package atom

import (
	"fmt"
	"runtime"
	"strings"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// New makes an empty model.
func New(name string) *Model {
	m := &Model{Name: name}
	m.Root = &Instance{Kind: Composition, Name: name, Def: &Definition{Name: name}, model: m}
	m.Instances = []*Instance{m.Root}
	m.paths, m.faulty = map[string]*Instance{}, map[*Definition]bool{}
	m.frames, m.ranges, m.valid = map[unit.Frame]int32{}, make([]Validity, 1), map[Validity]int32{}
	return m
}

// Option says how an instance is used.
type Option func(*Instance)

// With sets interface parameters: With("frame", "WORLD", "axis", "z").
func With(nameValue ...string) Option {
	return func(i *Instance) {
		for k := 0; k+1 < len(nameValue); k += 2 {
			i.Parameters[nameValue[k]] = nameValue[k+1]
		}
	}
}

// Every makes the Physics Periodic, with the worst computation time (0: not known yet) and the allowed periods.
func Every(worst time.Duration, allowed period.Set) Option {
	return func(i *Instance) { i.Constraint = Constraint{Update: Periodic, Worst: worst, Periods: allowed} }
}

// Once makes the Physics Constant.
func Once() Option { return func(i *Instance) { i.Constraint = Constraint{Update: Constant} } }

// When makes the Physics Sporadic: it runs when the Boolean product of condition is true; if condition is nil, whenever one
// of its sporadic needs is updated or, for an External, when something arrives.
func When(condition *Instance) Option {
	return func(i *Instance) {
		i.Constraint = Constraint{Update: Sporadic}
		if condition != nil {
			i.Constraint.Condition = condition.Path
		}
	}
}

// In puts the instance into a real-time loop.
func In(loop string) Option { return func(i *Instance) { i.Loop = loop } }

// By binds an External to a driver, by the name that the program running the model uses.
func By(driver string) Option { return func(i *Instance) { i.Driver = driver } }

// Renewed sets the constraint on a Need for this use, instead of the definition's: Renewed("a", Constraint{Update:
// Sporadic}).
func Renewed(need string, c Constraint) Option {
	return func(i *Instance) {
		if i.Renewed == nil {
			i.Renewed = map[string]Constraint{}
		}
		i.Renewed[need] = c
	}
}

// Valued gives a product its value, in SI units: permanently if the External's Constraint is Constant, otherwise until the
// first value arrives. For a Storage it is the initial value.
func Valued(element string, v float64) Option {
	return func(i *Instance) {
		if i.Values == nil {
			i.Values = map[string]float64{}
		}
		i.Values[element] = v
	}
}

// Add uses body, a pointer to a struct with Needs, Products and Storages, in parent: the model's Root or a Molecule. It is an
// Atom if body has a Physics, otherwise an External Knowledge Atom.
func Add(parent *Instance, name string, body any, options ...Option) *Instance {
	k := External
	if _, ok := body.(Physics); ok {
		k = Simple
	}
	return parent.addBody(k, name, body, options)
}

// AddMolecule uses a Molecule in parent: iface is a pointer to a struct with its Needs and Products. Its contents are added
// to the returned instance, and joined to the interface by Feed and Expose.
func AddMolecule(parent *Instance, name string, iface any, options ...Option) *Instance {
	return parent.addBody(Molecule, name, iface, options)
}

// AddAlternative uses an Alternative in parent: iface is a pointer to a struct with its Needs and Products and a Need called
// Select, of type Unsigned or Boolean. The laws are added to the returned instance; each has the needs and products of the
// interface, by name, except Select.
func AddAlternative(parent *Instance, name string, iface any, fade time.Duration, options ...Option) *Instance {
	i := parent.addBody(Alternative, name, iface, options)
	i.Choice = &Choice{Select: i.Port("select"), Fade: fade}
	return i
}

// Port returns the interface element with a name, nil if there is none.
func (i *Instance) Port(name string) *Port {
	for _, p := range i.Ports {
		if p.Element.Name == name {
			return p
		}
	}
	return nil
}

// Model returns the model that the instance belongs to.
func (i *Instance) Model() *Model { return i.model }

func (i *Instance) addBody(k Kind, name string, body any, options []Option) *Instance {
	def, cells, err := describe(body)
	if err != nil {
		i.model.fault(diag.Fault{Code: "definition", Path: i.join(name), What: err.Error(), Pos: caller()})
	}
	return i.enter(k, name, def, cells, body, caller(), options)
}

// Enter uses a definition in parent: it is for front-ends that know structs only at run time. body is nil for an instance
// without a Go struct; its interface elements then get memory of their own.
func (i *Instance) Enter(k Kind, name string, def *Definition, body any, place diag.Pos, options ...Option) *Instance {
	if body == nil {
		return i.enter(k, name, def, nil, nil, place, options)
	}
	_, cells, err := describe(body)
	if err != nil || len(cells) != len(def.Elements) {
		i.model.fault(diag.Fault{Code: "definition", Path: i.join(name), Pos: place,
			What: fmt.Sprintf("%T does not have the interface of %s", body, def.Name)})
	}
	return i.enter(k, name, def, cells, body, place, options)
}

// enter adds an instance. Interface elements without a cell get memory of their own.
func (i *Instance) enter(k Kind, name string, def *Definition, cells []cell, body any, place diag.Pos, options []Option) *Instance {
	m := i.model
	n := &beside(&m.instances, 1)[0]
	*n = Instance{ID: len(m.Instances), Kind: k, Name: name, Path: i.join(name), Def: def, Parent: i, Body: body,
		Parameters: map[string]string{}, Constraint: def.Constraint, Place: place, model: m,
		first: m.count, declared: def.Parameters}
	for _, p := range def.Parameters {
		if p.Default != "" {
			n.Parameters[p.Name] = p.Default
		}
	}
	for _, o := range options {
		o(n)
	}
	m.Instances = append(room(m.Instances, 1), n)
	i.Children = append(i.Children, n)
	n.named()
	n.defined()
	ports := beside(&m.row, len(def.Elements))
	own := beside(&m.loose, max(0, len(def.Elements)-len(cells)))
	n.Ports = beside(&m.each, len(def.Elements))
	for at := range def.Elements {
		e := &def.Elements[at]
		p := &ports[at]
		*p = Port{Element: e, Owner: n, Index: at, Update: e.Update, role: e.Role}
		if at < len(cells) {
			p.cell = cells[at]
		} else {
			own[at-len(cells)] = loose{t: e.Type, r: e.Role}
			p.cell = &own[at-len(cells)]
		}
		if c, ok := n.Renewed[e.Name]; ok {
			p.Update = c
		}
		if e.Role == NeedRole && p.Update.Update == Unstated {
			p.Update.Update = Coupled
		}
		m.number(p)
		n.Ports[at] = p
		p.cell.bind(p)
		*p.cell.at() = p.Initial()
	}
	n.pair()
	return n
}

// beside returns n zero values that follow the previous ones in memory, as far as the room there suffices: Check goes through
// all of them in this order.
func beside[T any](row *[]T, n int) []T {
	const most = 8184 // bytes: of the runtime's size classes for memory with pointers, the one used best
	if cap(*row)-len(*row) < n {
		*row = make([]T, 0, max(n, min(2*cap(*row), most/int(unsafe.Sizeof(*new(T)))), 4))
	}
	used := len(*row)
	*row = (*row)[:used+n]
	return (*row)[used : used+n : used+n]
}

// room makes room in s for n more, doubling its capacity: append copies slices of thousands more often.
func room[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	return append(make([]T, 0, max(2*cap(s), len(s)+n, 8)), s...)
}

func (i *Instance) join(name string) string {
	if i.Path == "" {
		return name
	}
	return i.Path + "." + name
}

// Connect links a Product to a Need of the same type.
func Connect[T unit.Value](from *Product[T], to *Need[T]) { joinPorts(from.port, to.port) }

// Feed passes a Need of a Molecule on to a Need inside it.
func Feed[T unit.Value](from, to *Need[T]) { joinPorts(from.port, to.port) }

// Expose makes a Product inside a Molecule a Product of the Molecule.
func Expose[T unit.Value](from, to *Product[T]) { joinPorts(from.port, to.port) }

// ConnectAll links every Product of from to the Need of to with the same name, if there is one. Between a Molecule and its
// contents it feeds Needs and exposes Products. If one of two linked elements is in a bank, Check compares the lengths.
func ConnectAll(from, to *Instance) {
	gives, takes := ProductRole, NeedRole
	if from == to.Parent {
		gives = NeedRole
	} else if to == from.Parent {
		takes = ProductRole
	}
	for _, p := range from.Ports {
		if n := to.Port(p.Element.Name); p.role == gives && n != nil && n.role == takes {
			to.model.Equal(p, n, caller())
			joinPorts(p, n)
		}
	}
}

func joinPorts(from, to *Port) {
	if from == nil || to == nil {
		panic("atom: link of a struct that has not been added to a model: call Add first")
	}
	to.Owner.model.Join(from, to, caller())
}

// Join links two ports of any types: Check reports what does not fit.
func (m *Model) Join(from, to *Port, place diag.Pos) {
	l := Link{From: from, To: to, Place: place}
	if from != nil && to != nil {
		l.from, l.to = from.number, to.number
	}
	m.Links = append(room(m.Links, 1), l)
}

// Loop declares a real-time loop of a composition.
func (m *Model) Loop(name, composition string) {
	m.Loops = append(m.Loops, Loop{Name: name, Composition: composition, Place: caller()})
}

// Timed requests a period for a composition.
func (m *Model) Timed(composition string, p time.Duration) {
	m.Timings = append(m.Timings, Timing{Name: composition, Period: p, Place: caller()})
}

func (m *Model) fault(f diag.Fault) { m.Faults = append(m.Faults, f) }

// caller returns the place of the innermost caller outside this package.
func caller() diag.Pos {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		inside := strings.Contains(f.Function, "/sinew/model/atom.") && !strings.HasSuffix(f.File, "_test.go")
		if !inside {
			return diag.Pos{File: f.File[strings.LastIndexByte(f.File, '/')+1:], Line: f.Line}
		}
		if !more {
			return diag.Pos{}
		}
	}
}

// loose is an interface element without a Go struct around it.
type loose struct {
	t   unit.Type
	r   Role
	v   float64
	p   *float64
	own *Port
}

func (l *loose) bind(p *Port) {
	l.own = p
	if l.p == nil {
		l.p = &l.v
	}
}
func (l *loose) typ() unit.Type     { return l.t }
func (l *loose) role() Role         { return l.r }
func (l *loose) at() *float64       { return l.p }
func (l *loose) pointAt(v *float64) { l.p = v }
