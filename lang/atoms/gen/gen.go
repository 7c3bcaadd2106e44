// Package gen turns a checked model into Go source for a software engineer to read, edit and own: each real-time loop
// is a reactor with typed ports; each Atom is a field, with code that sets its needs and calls its Physics in order;
// each External Knowledge Atom is an interface to implement. The source uses the runtime and the library of Atoms, and
// interprets nothing of the model; it computes the same bits as model/atom/project with the same plan.
package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/gogen"
	"github.com/sinew-robotics/sinew/model/atom"
)

// Options are options for the generated source.
type Options struct {
	Package string // name of the package; "" derives it from the model's name
	Import  string // path by which the package is imported, for the comment; "" makes one up
	Origin  string // the model's file, for the header
}

const (
	module      = "github.com/sinew-robotics/sinew/"
	atomPath    = module + "model/atom"
	unitPath    = module + "math/unit"
	loopPath    = module + "model/atom/loop"
	reactorPath = module + "reactor"
)

// program is what the emitters know about a plan.
type program struct {
	o        Options
	plan     *atom.Plan
	name     string // of the type that holds everything
	groups   []*group
	inlets   []*inlet
	sources  map[*atom.Port]*atom.Port // the product that a need reads
	narrow   map[*atom.Port]*atom.Wire // needs, and products of laws that are Molecules, that accept less than they may get
	home     map[*atom.Instance]*stage
	arrives  map[*atom.Instance]*inlet
	constant map[*atom.Instance]string // field of Knowledge
	names    *gogen.Names              // top level
	values   map[*atom.Port]string     // exported names of products
	externs  map[*atom.Instance]string
	atoms    []*formula // Atoms with an expression as Physics
	sinks    []*atom.Instance
	reach    map[*atom.Instance]uint64 // the sinks that depend on an instance
	faults   diag.Faults
}

// group is a composition.
type group struct {
	*atom.Group
	number  int
	typ     string
	field   string
	stages  []*stage
	ins     []*atom.Port // products of other compositions that are read here
	outs    []*atom.Port // products that other compositions read
	isolate bool
}

// stage is a real-time loop.
type stage struct {
	group   *group
	name    string
	typ     string // SensorsLoop
	field   string // sensors
	members []*member
	ins     []*atom.Port // products of other loops that are read here
	outs    []*atom.Port // products that are read elsewhere
	names   *gogen.Names // of its fields
	held    map[*atom.Port]string
	guards  map[*atom.Port]string
}

// member is an Atom or an External in a loop.
type member struct {
	i     *atom.Instance
	field string
	step  string // method
	feed  string // method of an Atom that tracks
}

// inlet is a sporadic External, in one composition.
type inlet struct {
	i     *atom.Instance
	group *group
	typ   string
	field string
}

// Source writes the package's files for a plan. The error is diag.Faults: the parts of the model that cannot be written
// as source.
func Source(plan *atom.Plan, o Options) ([]gogen.Written, error) {
	if o.Package == "" {
		o.Package = strings.ToLower(gogen.Local(plan.Model.Name))
	}
	p := newProgram(plan, o)
	if len(p.faults) > 0 {
		return nil, p.faults
	}
	type part struct {
		name string
		emit func(*gogen.File)
	}
	parts := []part{{"program.go", p.emitProgram}, {"knowledge.go", p.emitKnowledge}, {"drivers.go", p.emitDrivers}}
	if len(p.atoms) > 0 {
		parts = append(parts, part{"atoms.go", p.emitAtoms})
	}
	for _, g := range p.groups {
		parts = append(parts, part{strings.ToLower(g.typ) + ".go", func(f *gogen.File) { p.emitGroup(f, g) }})
		for _, s := range g.stages {
			parts = append(parts, part{strings.ToLower(g.typ + "_" + s.field + ".go"), func(f *gogen.File) { p.emitStage(f, s) }})
		}
	}
	var files []gogen.Written
	for _, part := range parts {
		f := gogen.New(o.Package)
		part.emit(f)
		src, err := f.Source()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", part.name, err)
		}
		files = append(files, gogen.Written{Name: part.name, Source: gogen.Seal(src, "sinew gen", o.Origin)})
	}
	return files, nil
}

func (p *program) fault(i *atom.Instance, message, hint string) {
	p.faults = append(p.faults, diag.Fault{Code: "source", Path: i.Path, Pos: i.Place, What: message, Do: hint})
}

// newProgram finds where every need reads its value, and names everything.
func newProgram(plan *atom.Plan, o Options) *program {
	p := &program{o: o, plan: plan, sources: map[*atom.Port]*atom.Port{}, home: map[*atom.Instance]*stage{}, arrives: map[*atom.Instance]*inlet{},
		constant: map[*atom.Instance]string{}, values: map[*atom.Port]string{}, externs: map[*atom.Instance]string{},
		names: gogen.NewNames("Drivers", "Knowledge", "Known", "New"), reach: map[*atom.Instance]uint64{}, narrow: map[*atom.Port]*atom.Wire{}}
	_, p.faults = plan.Settle()
	for n := range plan.Wires {
		w := &plan.Wires[n]
		if p.sources[w.To] = w.From; w.Narrow() != (atom.Validity{}) {
			p.narrow[p.taker(w)] = w
		}
	}
	p.name = p.names.Exported(plan.Model.Name)
	fields := gogen.NewNames()
	for _, i := range plan.Constants {
		p.constant[i] = fields.Exported(i.Path)
		if i.Kind == atom.External && len(i.Values) < len(ports(i, atom.ProductRole)) {
			p.fault(i, "its driver says what it knows only when the law runs, which cannot be written as source", "give it values")
		}
	}
	for n := range plan.Groups {
		p.addGroup(n)
	}
	p.findSinks()
	values := gogen.NewNames("Before", "Halt")
	for _, i := range plan.Model.Instances[1:] {
		for _, port := range i.Ports {
			if port.Element.Role == atom.ProductRole && i.Kind != atom.Molecule {
				p.values[port] = values.Exported(i.Path + "." + port.Element.Name)
			}
		}
	}
	p.findInlets()
	p.crossings()
	p.formulas()
	p.alternatives()
	return p
}

// taker is the port whose guard checks what comes along a wire: the need, or a law's product for its Alternative.
func (p *program) taker(w *atom.Wire) *atom.Port {
	if w.To.Element.Role == atom.NeedRole {
		return w.To
	}
	for _, law := range w.To.Owner.Children {
		for i := w.From.Owner; i != nil; i = i.Parent {
			if i == law {
				return law.Port(w.To.Element.Name)
			}
		}
	}
	return w.To
}

// addGroup names composition n and what is in it.
func (p *program) addGroup(n int) {
	g := &group{Group: &p.plan.Groups[n], number: n, isolate: n > 0}
	g.typ = p.names.Exported(g.Name)
	g.field = gogen.Local(g.Name)
	p.groups = append(p.groups, g)
	fields := gogen.NewNames()
	for k := range g.Stages {
		s := &stage{group: g, name: g.Stages[k].Name, held: map[*atom.Port]string{}, guards: map[*atom.Port]string{}}
		s.typ = p.names.Exported(s.name + "_loop")
		s.field = fields.Local(s.name)
		s.names = gogen.NewNames("tick", "due", "known", "know", "guard", "guards", "cycle", "stop", "held", "late")
		g.stages = append(g.stages, s)
		for _, i := range g.Stages[k].Members {
			m := &member{i: i, field: s.names.Local(i.Path)}
			m.step, m.feed = s.names.Local("run "+i.Path), s.names.Local("feed "+i.Path)
			if i.Kind == atom.Alternative {
				m.step = s.names.Local("give " + i.Path)
			}
			if i.Kind == atom.External {
				m.step = s.names.Local("exchange " + i.Path)
				p.extern(i)
			}
			s.members = append(s.members, m)
			p.home[i] = s
		}
	}
}

// extern names an External's types.
func (p *program) extern(i *atom.Instance) {
	if _, ok := p.externs[i]; !ok {
		name := gogen.Exported(i.Path)
		for _, suffix := range []string{"Driver", "Sample", "Command"} {
			p.names.Exported(name + suffix)
		}
		p.externs[i] = name
	}
}

// drivers lists the Externals that exchange values with the law in every cycle.
func (p *program) drivers() (all []*atom.Instance) {
	for _, g := range p.groups {
		for _, s := range g.stages {
			for _, m := range s.members {
				if m.i.Kind == atom.External {
					all = append(all, m.i)
				}
			}
		}
	}
	return all
}

// findSinks finds the Externals with needs, and for every instance those that depend on it.
func (p *program) findSinks() {
	for _, i := range p.drivers() {
		if len(ports(i, atom.NeedRole)) == 0 {
			continue
		}
		if len(p.sinks) == 64 {
			p.fault(i, "more than 64 Externals with needs", "")
			return
		}
		p.sinks = append(p.sinks, i)
	}
	for changed := true; changed; {
		changed = false
		grow := func(from, to *atom.Instance) {
			if more := p.reach[from] | p.reach[to] | p.bit(to); more != p.reach[from] {
				p.reach[from], changed = more, true
			}
		}
		for _, w := range p.plan.Wires {
			grow(w.From.Owner, w.To.Owner)
		}
		for _, i := range p.plan.Model.Instances {
			if c := i.Condition; c != nil {
				grow(c.Owner, i)
			}
		}
	}
}

// findInlets finds the sporadic Externals that are read.
func (p *program) findInlets() {
	for _, i := range p.plan.Model.Instances {
		if i.Kind != atom.External || p.home[i] != nil || i.Constraint.Update != atom.Sporadic {
			continue
		}
		for _, w := range p.plan.Wires {
			s := p.home[w.To.Owner]
			if w.From.Owner != i || s == nil {
				continue
			}
			in := p.arrives[i]
			if in == nil {
				in = &inlet{i: i, group: s.group, typ: p.names.Exported(i.Path), field: gogen.Local(i.Path)}
				p.extern(i)
				p.arrives[i] = in
				p.inlets = append(p.inlets, in)
			}
		}
	}
}

// crossings finds the products that leave their loop or their composition.
func (p *program) crossings() {
	for _, w := range p.plan.Wires {
		if to := p.home[w.To.Owner]; to != nil {
			p.cross(w.From, to)
		}
	}
	for _, i := range p.plan.Model.Instances {
		if c := i.Condition; c != nil && p.home[i] != nil {
			p.cross(c, p.home[i])
		}
	}
	for _, g := range p.groups {
		for _, s := range g.stages {
			names := gogen.NewNames()
			for _, in := range s.ins {
				s.held[in] = names.Local(pathOf(in))
			}
		}
	}
}

// cross notes that a loop reads a product.
func (p *program) cross(from *atom.Port, to *stage) {
	add := func(list *[]*atom.Port) {
		if !slices.Contains(*list, from) {
			*list = append(*list, from)
		}
	}
	home, in := p.home[from.Owner], p.arrives[from.Owner]
	if p.constant[from.Owner] != "" || home == to || home == nil && in == nil {
		return
	}
	add(&to.ins)
	var group *group
	if home != nil {
		add(&home.outs)
		group = home.group
	} else {
		group = in.group
	}
	if group != to.group {
		add(&group.outs)
		add(&to.group.ins)
	}
}

// ports lists the elements of an instance that have a role.
func ports(i *atom.Instance, role atom.Role) (out []*atom.Port) {
	for _, p := range i.Ports {
		if p.Element.Role == role {
			out = append(out, p)
		}
	}
	return out
}
