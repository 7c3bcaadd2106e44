package atom

import (
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
)

// Check checks whether m is a valid composition (Definitions 3 and 4) that t can run. It reports all faults at once, in
// a fixed order, except those that only follow from others; if there are any, the plan is nil. It fills in what the
// model leaves to be derived: datatypes of ports, constraints that a Molecule passes down, and conditions.
func (m *Model) Check(t Target) (*Plan, diag.Faults) {
	c := newChecker(m)
	c.faults = append(c.faults, m.Faults...)
	c.names()
	c.times(t)
	c.links()
	c.constraints()
	c.conditions()
	c.alternatives()
	c.resolve()
	g := c.graph()
	c.compatible(g)
	c.externals()
	parts := c.separate(g)
	weighed := c.stated()
	p := c.plan(parts, t)
	if weighed && len(c.faults) == 0 {
		c.totals(p)
	}
	if len(c.faults) > 0 {
		c.faults.Sort()
		return nil, c.faults
	}
	return p, nil
}

// checker is a check in progress. Facts about ports and instances are in flat slices, by their numbers.
type checker struct {
	m      *Model
	faults diag.Faults

	facts     []*[block]fact
	port      []known
	into      []int32 // per port: Model.into
	about     []about // of instances; one more ends the last instance's ports
	home      homes
	values    []value       // of the interface parameters of the present instance
	physics   []*Constraint // per instance: the constraint in effect on its Physics
	constants []*Instance   // in order
	fed       int           // links that end at a node
	wires     []Wire
	ends      []edge  // per wire: its ends in the graph
	chain     []int   // the links of the present wire
	claims    []claim // ranges along the present wire, from its end on
}

func newChecker(m *Model) *checker {
	n := len(m.Instances)
	c := &checker{m: m, facts: m.facts, home: newHomes(m), port: make([]known, m.count), into: make([]int32, m.count), about: make([]about, n+1), physics: make([]*Constraint, n)}
	m.into = c.into
	c.survey()
	return c
}

func (c *checker) fault(code, path string, place diag.Pos, message, hint string) {
	c.faults = append(c.faults, diag.Fault{Code: code, Path: path, Pos: place, What: message, Do: hint})
}

// place returns where a port's element is written, or else where its instance is.
func (p *Port) place() diag.Pos {
	if p.Element.Place.File != "" {
		return p.Element.Place
	}
	return p.Owner.Place
}

// names finds loops that cannot be told apart, and determines all datatypes. Names of instances and elements were
// checked as they were added.
func (c *checker) names() {
	told := map[*Element]bool{}
	for n, i := range c.m.Instances {
		if c.about[n].shaped {
			c.parameters(i)
		}
		if c.about[n].open {
			c.datatypes(i, told)
		}
	}
	first := make(map[string]int, len(c.m.Loops))
	for n, l := range c.m.Loops {
		if k, ok := first[l.Name]; ok {
			c.fault("duplicate", l.Name, l.Place, "there is a loop of this name"+already(c.m.Loops[k].Place), "give each its own name")
		} else {
			first[l.Name] = n
		}
		if l.Name == "" || l.Composition == "" {
			c.fault("loop", l.Name, l.Place, "a loop without a name, or of no composition", `say both: Loop("Navigation", "C1")`)
		}
	}
}

// times refuses measured times under the name of a definition, because a library's Atom may have the name of a user's.
func (c *checker) times(t Target) {
	if len(t.Times) == 0 {
		return
	}
	told := map[string]bool{}
	for _, i := range c.m.Instances[1:] {
		name := i.Def.Name
		if _, ok := t.Times[name]; !ok || c.m.paths[name] != nil || told[name] {
			continue
		}
		told[name] = true
		hint := "give the time for " + i.Path
		if i.Def.Identity != "" {
			hint += ", or for " + i.Def.Identity + ", as sinew bench atoms writes it"
		}
		c.fault("time", i.Path, i.Place, "there is a measured time for "+name+", which is the name of its definition: others can have that name", hint)
	}
}

// named checks whether an added instance can be told apart from others.
func (i *Instance) named() {
	m := i.model
	if i.Name == "" || strings.ContainsAny(i.Name, ". \t\n$") {
		m.fault(diag.Fault{Code: "name", Path: i.Path, Pos: i.Place, What: "the name " + quote(i.Name) + " cannot be part of a path",
			Do: "use letters, digits and _"})
	} else if first := m.paths[i.Path]; first != nil {
		m.fault(diag.Fault{Code: "duplicate", Path: i.Path, Pos: i.Place, What: "there is an instance of this name" + already(first.Place),
			Do: "give each its own name"})
	} else {
		m.paths[i.Path] = i
	}
}

// defined checks the interface in the definition of an added instance. Faults of a definition are reported once.
func (i *Instance) defined() {
	m, elements := i.model, i.Def.Elements
	if m.faulty[i.Def] {
		return
	}
	before := len(m.Faults)
	var seen map[string]bool // only for many; a few are compared with each other
	if len(elements) > 16 {
		seen = make(map[string]bool, len(elements))
	}
	for n := range elements {
		e := &elements[n]
		tell := func(code, message, hint string) {
			place := e.Place
			if place.File == "" {
				place = i.Place
			}
			m.fault(diag.Fault{Code: code, Path: i.join(e.Name), Pos: place, What: message, Do: hint})
		}
		if seen[e.Name] || seen == nil && named(elements[:n], e.Name) {
			tell("duplicate", i.Def.Name+" has two interface elements of this name", "give each its own name")
		}
		if seen != nil {
			seen[e.Name] = true
		}
		if v := e.Validity; v.Min > v.Max || v.Min != v.Min || v.Max != v.Max {
			tell("value", "no value is in its valid range", "say the smaller end first")
		} else if v.Frozen < 0 {
			tell("time", "a value cannot be frozen for less than no time", "give a time above 0, or 0 for never")
		} else if !v.Holds(e.Initial) && (e.Role == StorageRole || e.Initial != 0) {
			tell("value", "its initial value is out of its valid range", "change the one or the other")
		}
	}
	if len(m.Faults) > before {
		m.faulty[i.Def] = true
	}
}

// named reports whether one of the elements has a name.
func named(elements []Element, name string) bool {
	for n := range elements {
		if elements[n].Name == name {
			return true
		}
	}
	return false
}

// already says where the other one is.
func already(p diag.Pos) string {
	if s := p.String(); s != "" {
		return " already, at " + s
	}
	return " already"
}

func quote(s string) string { return `"` + s + `"` }

// meant asks whether one of the existing names was meant; "" if none is similar.
func meant(name string, names []string) string {
	best := spelling.Nearest(name, names)
	if best == "" {
		return ""
	}
	return "did you mean " + best + "?"
}

// orElse returns the first hint that is not empty.
func orElse(hints ...string) string {
	for _, h := range hints {
		if h != "" {
			return h
		}
	}
	return ""
}
