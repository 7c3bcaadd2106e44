package check

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// plan is a random system, as data: it is written as text, and a fault is planted in the data.
type plan struct {
	*rand.Rand
	classes []*class
	root    *class
	left    int // components that may still be made
	names   int
	binds   []bind
	topics  []*conn // with a name
	types   int
}

// class is a component type and, if it has parts, its implementation.
type class struct {
	name, category string
	ports          []*port
	inherited      int // of the ports, which are its base type's
	parts          []*part
	conns          []*conn
	specs          []spec
	flows          []string
	properties     []string
	uses           int
}

// port is a port of a class. A member of a group has the group's name.
type port struct {
	name, kind, group string
	out               bool
	data              int
	properties        []string
}

type part struct {
	name  string
	class *class
	array int
}

// conn is a connection: "part.port", or a port of the class itself.
type conn struct {
	name, from, to string
	topic          string
	group          bool
}

type spec struct{ name, in, out string } // empty: a source or sink

// bind says on which processor something of the root runs.
type bind struct {
	what, processor string
	runs            bool // there is something in it that must run
}

// source is what a connection may begin at.
type source struct {
	ref  string
	port *port
	read bool
}

func (p *plan) name(prefix string) string {
	p.names++
	return fmt.Sprintf("%s_%d", prefix, p.names)
}

func (p *plan) chance(percent int) bool { return p.IntN(100) < percent }

// random makes a system without a fault, of 10 to 60 components.
func random(seed uint64) *plan {
	p := &plan{Rand: rand.New(rand.NewPCG(seed, 11)), types: 4}
	p.left = 8 + p.IntN(45)
	p.root = p.container("system", 3, nil)
	p.platform()
	p.flow()
	for _, c := range p.classes { // who says something of its inputs says it of all
		for _, q := range c.ports {
			if len(c.specs) > 0 && len(c.parts) == 0 && !q.out && !slices.ContainsFunc(c.specs, func(f spec) bool { return f.in == q.name }) {
				c.spec(q.name, "")
			}
		}
	}
	return p
}

func (p *plan) class(category, prefix string) *class {
	c := &class{name: p.name(prefix), category: category}
	p.classes = append(p.classes, c)
	return c
}

func (c *class) port(name string, out bool, like *port) *port {
	q := &port{name: name, kind: like.kind, out: out, data: like.data}
	c.ports = append(c.ports, q)
	return q
}

// like makes up what a port carries.
func (p *plan) like() *port {
	return &port{kind: []string{"data port", "event data port", "event port"}[p.IntN(3)], data: p.IntN(p.types)}
}

// container makes a system or process with the given inputs, and with parts between them and its outputs.
func (p *plan) container(category string, depth int, ins []*port) *class {
	c := p.class(category, strings.ToUpper(category[:1])+category[1:])
	var have []*source
	for i, in := range ins {
		q := c.port(fmt.Sprintf("in_%d", i+1), false, in)
		have = append(have, &source{ref: q.name, port: q})
	}
	n := 1 + p.IntN(3)
	if depth == 3 {
		n = 4 + p.IntN(4)
	}
	for range n {
		have = p.part(c, depth, have)
		if p.left <= 0 {
			break
		}
	}
	for depth == 3 && p.left > 0 {
		have = p.part(c, depth, have)
	}
	p.finish(c, depth, have)
	if p.chance(30) && len(c.ports) > 1 {
		c.inherited = 1 + p.IntN(len(c.ports)-1)
	}
	return c
}

// part adds a part that reads some of what there is.
func (p *plan) part(c *class, depth int, have []*source) []*source {
	p.left--
	switch k := p.IntN(10); {
	case c.category == "process":
		return p.place(c, have, p.leaf("thread", p.choose(have, 3), 1+p.IntN(2)))
	case k < 2 || len(have) == 0:
		return p.place(c, have, p.leaf("device", nil, 1+p.IntN(2)))
	case k < 4 && depth > 1 && p.left > 4:
		from := p.choose(have, 2)
		return p.place(c, have, made{p.container("system", depth-1, portsOf(from)), from})
	case k < 6:
		from := p.choose(have, 3)
		return p.place(c, have, made{p.container("process", 0, portsOf(from)), from})
	case k < 7:
		return p.array(c, have)
	case k < 8 && p.left > 1:
		p.left--
		return p.grouped(c, have)
	}
	return p.place(c, have, p.leaf("process", p.choose(have, 3), 1+p.IntN(2)))
}

// made is a class and what its inputs are to read, in their order.
type made struct {
	class *class
	from  []*source
}

func portsOf(all []*source) (ports []*port) {
	for _, s := range all {
		ports = append(ports, s.port)
	}
	return ports
}

// choose takes some of the sources, those that nothing reads first.
func (p *plan) choose(have []*source, most int) (some []*source) {
	n := min(1+p.IntN(most), len(have))
	order := p.Perm(len(have))
	for _, fresh := range []bool{true, false} {
		for _, i := range order {
			if s := have[i]; len(some) < n && s.read != fresh && !slices.Contains(some, s) {
				some = append(some, s)
			}
		}
	}
	return some
}

// leaf makes a component without parts.
func (p *plan) leaf(category string, from []*source, outs int) made {
	c := p.class(category, strings.ToUpper(category[:1])+category[1:])
	periodic := true
	for i, s := range from {
		c.port(fmt.Sprintf("in_%d", i+1), false, s.port)
		periodic = periodic && s.port.kind == "data port"
	}
	for i := range outs {
		c.port(fmt.Sprintf("out_%d", i+1), true, p.like())
	}
	if category == "thread" {
		period := []int{10, 20, 50, 100, 200}[p.IntN(5)]
		protocol := "Sporadic"
		if periodic {
			protocol = "Periodic"
		}
		c.properties = append(c.properties, "Dispatch_Protocol => "+protocol, fmt.Sprintf("Period => %d ms", period),
			fmt.Sprintf("Compute_Execution_Time => %d us .. %d us", period, 4*period))
	}
	if p.chance(30) && len(c.ports) > 1 {
		c.inherited = 1 + p.IntN(len(c.ports)-1)
	}
	return made{c, from}
}

// place puts a class into another as a part, connects it, and now and then puts it there twice.
func (p *plan) place(c *class, have []*source, m made) []*source {
	s := p.add(c, m.class, 0)
	for i, from := range m.from {
		p.connect(c, from, s.name+"."+m.class.ports[i].name)
	}
	have = p.outs(c, s, have)
	if len(m.from) > 0 && p.chance(15) && p.left > 4 && m.class.category != "system" {
		var other []*source // of the same types, but not all the same
		fresh := false
		for _, from := range m.from {
			next := from
			for _, alt := range have {
				if alt != from && alt.port.kind == from.port.kind && alt.port.data == from.port.data && !strings.HasPrefix(alt.ref, s.name+".") {
					next, fresh = alt, true
				}
			}
			other = append(other, next)
		}
		if fresh {
			p.left--
			t := p.add(c, m.class, 0)
			for i, from := range other {
				p.connect(c, from, t.name+"."+m.class.ports[i].name)
			}
			have = p.outs(c, t, have)
		}
	}
	return have
}

func (p *plan) add(c, of *class, array int) *part {
	s := &part{p.name(of.category[:2]), of, array}
	of.uses++
	c.parts = append(c.parts, s)
	return s
}

func (p *plan) connect(c *class, from *source, to string) *conn {
	from.read = true
	n := &conn{name: p.name("c"), from: from.ref, to: to}
	c.conns = append(c.conns, n)
	return n
}

func (p *plan) outs(c *class, s *part, have []*source) []*source {
	for _, q := range s.class.ports {
		if q.out && q.group == "" {
			have = append(have, &source{ref: s.name + "." + q.name, port: q})
		}
	}
	return have
}

// array adds an array of components that all read one source, and one component that reads all of them.
func (p *plan) array(c *class, have []*source) []*source {
	m := p.leaf("process", p.choose(have, 1), 1)
	n := 2 + p.IntN(3)
	p.left -= n
	s := p.add(c, m.class, n)
	for i, from := range m.from {
		p.connect(c, from, s.name+"."+m.class.ports[i].name)
	}
	out := m.class.ports[len(m.class.ports)-1]
	out.kind = "event data port"
	reader := p.leaf("process", []*source{{port: out}}, 1)
	t := p.add(c, reader.class, 0)
	c.conns = append(c.conns, &conn{name: p.name("c"), from: s.name + "." + out.name, to: t.name + "." + reader.class.ports[0].name})
	return p.outs(c, t, have)
}

// grouped adds two components with a feature group between them.
func (p *plan) grouped(c *class, have []*source) []*source {
	a, b := p.leaf("process", p.choose(have, 2), 0), p.leaf("process", nil, 1)
	group := p.name("Group")
	for i := range 2 + p.IntN(3) {
		q := p.like()
		q.name, q.group, q.out = fmt.Sprintf("m_%d", i+1), group, true
		a.class.ports = append(a.class.ports, q)
		r := *q
		r.out = false
		b.class.ports = append(b.class.ports, &r)
	}
	a.class.inherited, b.class.inherited = 0, 0
	have = p.place(c, have, a)
	for _, s := range c.parts {
		if s.class == a.class { // placed once or twice
			t := p.add(c, b.class, 0)
			c.conns = append(c.conns, &conn{name: p.name("c"), from: s.name + ".g", to: t.name + ".g", group: true})
			have = p.outs(c, t, have)
		}
	}
	return have
}

// finish has everything read: by outputs, or by a last component.
func (p *plan) finish(c *class, depth int, have []*source) {
	var rest []*source
	n := 0
	for _, s := range have {
		switch {
		case s.read:
		case depth < 3 && strings.Contains(s.ref, ".") && (n < 2 || c.category == "process"):
			n++
			q := c.port(fmt.Sprintf("out_%d", n), true, s.port)
			p.connect(c, s, q.name)
		default:
			rest = append(rest, s)
		}
	}
	for len(rest) > 0 {
		m := p.leaf(map[string]string{"system": "device", "process": "thread"}[c.category], rest[:min(3, len(rest))], 0)
		rest = rest[min(3, len(rest)):]
		s := p.add(c, m.class, 0)
		for i, from := range m.from {
			p.connect(c, from, s.name+"."+m.class.ports[i].name)
		}
	}
}

// platform adds processors with a bus, and binds what runs; and names some topics.
func (p *plan) platform() {
	bus := p.class("bus", "Bus")
	cpu := p.class("processor", "Processor")
	wire := p.add(p.root, bus, 0)
	n := 2 + p.IntN(3)
	var cpus []string
	for range n {
		s := p.add(p.root, cpu, 0)
		cpus = append(cpus, s.name)
		p.root.conns = append(p.root.conns, &conn{name: p.name("c"), from: wire.name, to: s.name + ".net"})
	}
	var bindAll func(c *class, prefix string)
	bindAll = func(c *class, prefix string) {
		for _, s := range c.parts {
			b := bind{what: prefix + s.name, processor: cpus[p.IntN(n)], runs: runs(s.class)}
			switch {
			case s.class.category == "system" && p.chance(50):
				bindAll(s.class, prefix+s.name+".")
			case b.runs:
				p.binds = append(p.binds, b)
			}
		}
	}
	bindAll(p.root, "")
	for _, c := range p.classes {
		if c.category != "system" || c != p.root && c.uses != 1 {
			continue
		}
		for _, n := range c.conns {
			if strings.Contains(n.from, ".") && strings.Contains(n.to, ".") && !n.group && p.chance(40) && p.alone(c, n) {
				n.topic = p.name("topic")
				p.topics = append(p.topics, n)
			}
		}
	}
}

// alone reports whether no other connection has an end of a connection: it is a topic by itself.
func (p *plan) alone(c *class, n *conn) bool {
	for _, s := range c.parts {
		if (strings.HasPrefix(n.from, s.name+".") || strings.HasPrefix(n.to, s.name+".")) && (s.array > 0 || len(s.class.parts) > 0) {
			return false
		}
	}
	for _, o := range c.conns {
		if o != n && (o.from == n.from || o.to == n.to) {
			return false
		}
	}
	return true
}

// runs reports whether there is software in a class, or it is some.
func runs(c *class) bool {
	return c.category == "process" || slices.ContainsFunc(c.parts, func(s *part) bool { return runs(s.class) })
}

// flow adds an end to end flow from a device of the root to where it ends, if there is a way.
func (p *plan) flow() {
	for _, s := range p.root.parts {
		if s.class.category != "device" || len(s.class.ports) == 0 || !s.class.ports[0].out {
			continue
		}
		if way, ok := p.route(p.root, s.name+"."+s.class.ports[0].name, "", nil); ok {
			f := s.class.spec("", s.class.ports[0].name)
			p.root.flows = append(p.root.flows, fmt.Sprintf("e_%d: end to end flow %s.%s -> %s {Latency => 0 ms .. @LATENCY@;}", len(p.root.flows)+1, s.name, f, strings.Join(way, " -> ")))
			return
		}
	}
}

// spec gives the name of a flow specification, which it adds if there is none.
func (c *class) spec(in, out string) string {
	for _, f := range c.specs {
		if f.in == in && f.out == out {
			return f.name
		}
	}
	f := spec{fmt.Sprintf("f_%d", len(c.specs)+1), in, out}
	c.specs = append(c.specs, f)
	return f.name
}

// route finds a way in a class from a reference to an output, or to where a part takes it and gives nothing if there is none.
func (p *plan) route(c *class, from, to string, seen []string) ([]string, bool) {
	for _, n := range c.conns {
		if n.from != from || n.group || slices.Contains(seen, n.name) {
			continue
		}
		if n.to == to {
			return []string{n.name}, true
		}
		name, in, inside := strings.Cut(n.to, ".")
		if !inside {
			continue
		}
		i := slices.IndexFunc(c.parts, func(s *part) bool { return s.name == name })
		s := c.parts[i]
		if s.array > 0 {
			continue
		}
		outs := 0
		for _, q := range s.class.ports {
			if !q.out || q.group != "" {
				continue
			}
			outs++
			rest, ok := p.route(c, name+"."+q.name, to, append(seen, n.name))
			if !ok || !p.pass(s.class, in, q.name) {
				continue
			}
			return append([]string{n.name, name + "." + s.class.spec(in, q.name)}, rest...), true
		}
		if to == "" && outs == 0 && len(s.class.parts) == 0 {
			return []string{n.name, name + "." + s.class.spec(in, "")}, true
		}
	}
	return nil, false
}

// pass declares how a flow goes through a class, if it does.
func (p *plan) pass(c *class, in, out string) bool {
	if len(c.parts) == 0 {
		return true
	}
	if slices.ContainsFunc(c.specs, func(f spec) bool { return f.in == in && f.out == out }) {
		return true
	}
	way, ok := p.route(c, in, out, nil)
	if ok {
		c.flows = append(c.flows, fmt.Sprintf("%s: flow path %s -> %s -> %s", c.spec(in, out), in, strings.Join(way, " -> "), out))
	}
	return ok
}
