package check

import (
	"fmt"
	"slices"
	"strings"
)

// told is what must be told of a planted fault, and nothing else.
type told struct {
	code string
	path []string // the fault's path has one of these in it; none: any
	line []string // and so has the line of the text that it points at
}

// plant is a way to make a fault. It reports false where the system has no place for it.
type plant struct {
	name string
	make func(p *plan) (told, bool)
}

func plants() []plant {
	return []plant{
		{"detached", (*plan).detach}, {"cycle", (*plan).circle}, {"type", (*plan).mistype}, {"rate", (*plan).hurry},
		{"duplicate", (*plan).double}, {"unbound", (*plan).unbind}, {"remap", (*plan).rename}, {"overload", (*plan).overload},
		{"slow", (*plan).slow},
	}
}

// pick gives a random one of some.
func pick[T any](p *plan, all []T) (one T, ok bool) {
	if len(all) == 0 {
		return one, false
	}
	return all[p.IntN(len(all))], true
}

// spot is a connection in its class.
type spot struct {
	class *class
	conn  *conn
}

// connections are those between ports that no flow goes over and that are as asked for.
func (p *plan) connections(want func(c *class, n *conn) bool) (all []spot) {
	for _, c := range p.classes {
		flows := strings.Join(c.flows, ";") + ";"
		for _, n := range c.conns {
			if !strings.HasSuffix(n.to, ".net") && !strings.Contains(flows, "-> "+n.name+" ") && want(c, n) {
				all = append(all, spot{c, n})
			}
		}
	}
	return all
}

// end finds the part and port of an end of a connection; the part is nil for a port of the class itself.
func (c *class) end(ref string) (*part, *port) {
	name, rest, inside := strings.Cut(ref, ".")
	if !inside {
		return nil, c.named(name)
	}
	i := slices.IndexFunc(c.parts, func(s *part) bool { return s.name == name })
	return c.parts[i], c.parts[i].class.named(rest)
}

func (c *class) named(name string) *port {
	for _, q := range c.ports {
		if q.name == name {
			return q
		}
	}
	return nil
}

// simplePair reports whether both ends of a connection are at parts without parts, which are of a class of their own.
func simplePair(c *class, n *conn) bool {
	a, _ := c.end(n.from)
	b, _ := c.end(n.to)
	return !n.group && a != nil && b != nil && a.class.uses == 1 && b.class.uses == 1 && len(a.class.parts)+len(b.class.parts)+a.array+b.array == 0
}

// detach takes a connection away.
func (p *plan) detach() (told, bool) {
	x, ok := pick(p, p.connections(func(c *class, n *conn) bool {
		s, _ := c.end(n.from)
		return s == nil || s.array == 0 // of what many write, one is none too few
	}))
	if !ok {
		return told{}, false
	}
	x.class.conns = slices.DeleteFunc(x.class.conns, func(n *conn) bool { return n == x.conn })
	w := told{code: "aadl-detached"}
	if s, _ := x.class.end(x.conn.to); s != nil {
		w.path, w.line = []string{s.name}, []string{s.name}
	} else {
		w.path, w.line = []string{x.conn.to}, []string{x.class.name + ".i"}
	}
	return w, true
}

// circle closes a circle of components that events drive.
func (p *plan) circle() (told, bool) {
	driven := func(c *class) bool {
		return len(c.specs) == 0 && (c.category == "process" || c.category == "thread" && slices.Contains(c.properties, "Dispatch_Protocol => Sporadic"))
	}
	pair := func(c *class, n *conn) bool {
		if !simplePair(c, n) {
			return false
		}
		a, _ := c.end(n.from)
		b, to := c.end(n.to)
		return driven(a.class) && driven(b.class) && (to.kind != "data port" || b.class.category != "thread")
	}
	first, ok := pick(p, p.connections(pair))
	if !ok {
		return told{}, false
	}
	a, _ := first.class.end(first.conn.from)
	last, _ := first.class.end(first.conn.to)
	w := told{code: "aadl-circular", path: []string{a.name, last.name}, line: []string{first.conn.name}}
	for range p.IntN(3) {
		next, ok := pick(p, p.connections(func(c *class, n *conn) bool {
			return c == first.class && strings.HasPrefix(n.from, last.name+".") && pair(c, n)
		}))
		if !ok {
			break
		}
		last, _ = next.class.end(next.conn.to)
		w.path, w.line = append(w.path, last.name), append(w.line, next.conn.name+":")
	}
	like := p.like()
	if last == a || like.kind == "data port" && a.class.category == "thread" {
		like.kind = "event data port"
	}
	last.class.inherited, a.class.inherited = 0, 0
	last.class.port("back", true, like)
	a.class.port("back_in", false, like)
	n := &conn{name: p.name("c"), from: last.name + ".back", to: a.name + ".back_in"}
	first.class.conns = append(first.class.conns, n)
	// A shorter way round may be there than that which was closed.
	for _, s := range first.class.parts {
		w.path = append(w.path, s.name)
	}
	for _, m := range first.class.conns {
		w.line = append(w.line, m.name+":")
	}
	return w, last != a
}

// mistype gives a port other data.
func (p *plan) mistype() (told, bool) {
	var all []*class
	for _, c := range p.classes {
		if slices.ContainsFunc(c.ports, carries) {
			all = append(all, c)
		}
	}
	c, ok := pick(p, all)
	if !ok {
		return told{}, false
	}
	var ports []*port
	for _, q := range c.ports {
		if carries(q) {
			ports = append(ports, q)
		}
	}
	q, _ := pick(p, ports)
	w := told{code: "aadl-connection-type"}
	for _, x := range p.classes {
		for _, n := range x.conns {
			if n.group || strings.HasSuffix(n.to, ".net") {
				continue
			}
			_, from := x.end(n.from)
			if _, to := x.end(n.to); from == q || to == q {
				w.line = append(w.line, n.name+":")
			}
		}
	}
	q.data = p.types
	return w, true
}

func carries(q *port) bool { return q.group == "" && q.kind != "event port" }

// hurry lets a port write more often than another reads.
func (p *plan) hurry() (told, bool) {
	x, ok := pick(p, p.connections(simplePair))
	if !ok {
		return told{}, false
	}
	_, from := x.class.end(x.conn.from)
	_, to := x.class.end(x.conn.to)
	from.properties = append(from.properties, "Output_Rate => [Value_Range => 20.0 .. 20.0; Rate_Unit => PerSecond; Rate_Distribution => Fixed;]")
	to.properties = append(to.properties, "Input_Rate => [Value_Range => 10.0 .. 10.0; Rate_Unit => PerSecond; Rate_Distribution => Fixed;]")
	return told{code: "aadl-rate", path: []string{x.conn.from}, line: []string{x.conn.name}}, true
}

// double puts a component there once more, which reads the same. Nothing reads what it gives, or the same.
func (p *plan) double() (told, bool) {
	var all []spot
	var parts []*part
	for _, c := range p.classes {
		for _, s := range c.parts {
			reads := slices.ContainsFunc(c.conns, func(n *conn) bool { return strings.HasPrefix(n.to, s.name+".") && !n.group })
			gives := slices.ContainsFunc(s.class.ports, func(q *port) bool { return q.out })
			group := slices.ContainsFunc(s.class.ports, func(q *port) bool { return q.group != "" })
			if reads && gives && !group && s.array == 0 && (s.class.category == "thread" || runs(s.class)) {
				all, parts = append(all, spot{class: c}), append(parts, s)
			}
		}
	}
	if len(all) == 0 {
		return told{}, false
	}
	i := p.IntN(len(all))
	c, s := all[i].class, parts[i]
	again := p.add(c, s.class, 0)
	queued := !slices.ContainsFunc(s.class.ports, func(q *port) bool { return q.out && q.kind == "data port" }) && p.chance(50)
	for _, n := range slices.Clone(c.conns) {
		from, to := n.from, n.to
		switch {
		case strings.HasPrefix(to, s.name+"."):
			to = again.name + strings.TrimPrefix(to, s.name)
		case strings.HasPrefix(from, s.name+".") && queued:
			from = again.name + strings.TrimPrefix(from, s.name)
		default:
			continue
		}
		c.conns = append(c.conns, &conn{name: p.name("c"), from: from, to: to})
	}
	for _, b := range slices.Clone(p.binds) {
		if within, mine := strings.CutSuffix(b.what, s.name); mine {
			b.what = within + again.name
			p.binds = append(p.binds, b)
		} else if within, rest, mine := strings.Cut(b.what, s.name+"."); mine {
			b.what = within + again.name + "." + rest
			p.binds = append(p.binds, b)
		}
	}
	return told{code: "aadl-duplicate", path: []string{again.name}, line: []string{again.name}}, true
}

// unbind takes a binding away.
func (p *plan) unbind() (told, bool) {
	if len(p.binds) < 2 {
		return told{}, false
	}
	i := p.IntN(len(p.binds))
	b := p.binds[i]
	p.binds = slices.Delete(p.binds, i, i+1)
	var lines []string
	for _, name := range strings.Split(b.what, ".") {
		lines = append(lines, name+":")
	}
	return told{"aadl-unbound", strings.Split(b.what, "."), lines}, true
}

// rename gives two topics one name: on their connections, or in the code of what writes them.
func (p *plan) rename() (told, bool) {
	all := p.connections(func(c *class, n *conn) bool {
		return c.category == "system" && simplePair(c, n) && p.alone(c, n) && (c == p.root || c.uses == 1)
	})
	if len(all) < 2 {
		return told{}, false
	}
	a, b := all[0], all[1+p.IntN(len(all)-1)]
	name := p.name("same")
	if p.chance(50) {
		a.conn.topic, b.conn.topic = name, name
		return told{code: "aadl-topic", line: []string{name}}, true
	}
	a.conn.topic, b.conn.topic = "", ""
	_, q := a.class.end(a.conn.from)
	_, r := b.class.end(b.conn.from)
	q.properties = append(q.properties, fmt.Sprintf("Sinew::Default_Topic => %q", name))
	r.properties = append(r.properties, fmt.Sprintf("Sinew::Default_Topic => %q", name))
	return told{code: "aadl-topic", line: []string{name}}, true
}

// overload gives a thread more to do than it has time.
func (p *plan) overload() (told, bool) {
	var all []*class
	for _, c := range p.classes {
		if c.category == "thread" && p.instances(p.root, c) == 1 {
			all = append(all, c)
		}
	}
	c, ok := pick(p, all)
	if !ok {
		return told{}, false
	}
	var period int
	fmt.Sscanf(c.properties[1], "Period => %d ms", &period)
	c.properties[2] = fmt.Sprintf("Compute_Execution_Time => %d us .. %d us", period, 1200*period)
	w := told{code: "aadl-cpu-load"}
	for _, b := range p.binds {
		w.path, w.line = append(w.path, b.processor), append(w.line, b.processor+":")
	}
	return w, true
}

// instances counts how often a class is in another.
func (p *plan) instances(in, c *class) int {
	n := 0
	for _, s := range in.parts {
		if s.class == c {
			n += max(1, s.array)
		}
		n += p.instances(s.class, c)
	}
	return n
}

// slow expects less of a flow than its device alone takes.
func (p *plan) slow() (told, bool) {
	if len(p.root.flows) == 0 {
		return told{}, false
	}
	p.root.flows[0] = strings.ReplaceAll(p.root.flows[0], "@LATENCY@", "2 ms")
	return told{code: "aadl-latency", path: []string{"e_1"}, line: []string{"e_1"}}, true
}
