package gen_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// names are some that are words of Go, or of the source that is generated.
var names = []string{"func", "string", "Node_X", "go", "select", "x_x", "State_Machine", "error", "New", "run", "reactor", "time", "Variables", "IMU", "len", "Guard_In",
	"Guard", "default", "interface", "main", "a_1", "PMK_Frame", "errors", "context", "Drivers", "System_1", "spec", "strconv", "fmt", "nil", "build", "t", "n", "s"}

// random is a system of a few nodes, made of a seed.
type random struct {
	*rand.Rand
	strings.Builder
	types []string
	used  int

	subprograms []string
	shared      []string // data of the whole system that nodes share: name: data T
}

func (r *random) name() string {
	r.used++
	return fmt.Sprintf("%s_%d", names[r.IntN(len(names))], r.used)
}

func (r *random) p(form string, args ...any) { fmt.Fprintf(r, form+"\n", args...) }

// data writes a data type of one of the representations, made of those before it.
func (r *random) data() {
	name := r.name()
	if r.IntN(4) == 0 {
		name = names[r.IntN(len(names))]
	}
	if slices.ContainsFunc(r.types, func(t string) bool { return strings.EqualFold(t, name) }) {
		return
	}
	part := func() string {
		if len(r.types) > 0 && r.IntN(2) == 0 {
			return r.types[r.IntN(len(r.types))]
		}
		return "Base_Types::" + []string{"Boolean", "Float_32", "Float_64", "Integer_16", "Unsigned_64", "Character", "String", "Natural"}[r.IntN(8)]
	}
	r.p("-- %s is made of chance.\ndata %s\nproperties", name, name)
	switch r.IntN(6) {
	case 0:
		r.p("Data_Size => %d Bytes;", r.IntN(3000))
	case 1:
		r.p("Data_Model::Data_Representation => Enum; Data_Model::Enumerators => (\"on\", \"off\", \"two words\", \"Off\", \"1\");")
	case 2:
		r.p("Data_Model::Data_Representation => Struct; Data_Model::Element_Names => (\"x\", \"type\", \"X\"); Data_Model::Base_Type => (classifier (%s), classifier (%s), classifier (%s));", part(), part(), part())
	case 3:
		r.p("Data_Model::Data_Representation => Array; Data_Model::Base_Type => (classifier (%s)); Data_Model::Dimension => (%d, %d);", part(), 1+r.IntN(4), 1+r.IntN(4))
	case 4:
		r.p("Data_Model::Data_Representation => Integer; Data_Model::Number_Representation => Unsigned; Data_Size => 2 Bytes;")
	default:
		r.p("Data_Model::Data_Representation => Float;")
	}
	r.p("end %s;\n", name)
	r.types = append(r.types, name)
}

// subprogram writes a subprogram with a few parameters.
func (r *random) subprogram() {
	name := r.name()
	r.p("-- It is called by chance.\nsubprogram %s", name)
	for k := range r.IntN(4) {
		if k == 0 {
			r.p("features")
		}
		r.p("%s: %s parameter %s;", r.name(), []string{"in", "out", "in out"}[r.IntN(3)], r.types[r.IntN(len(r.types))])
	}
	r.p("end %s;\n", name)
	r.subprograms = append(r.subprograms, name)
}

// side is a feature of something, by what goes through it.
type side struct{ owner, name, kind string }

// at is how connections name it.
func (s side) at() string {
	if s.owner == "" {
		return s.name
	}
	return s.owner + "." + s.name
}

// wire is a connection with a name of chance.
func (r *random) wire(what, from, arrow, to string) string {
	return fmt.Sprintf("%s: %s %s %s %s;", r.name(), what, from, arrow, to)
}

// has is what a component is made of, as far as it is known.
type has struct {
	features []string // as they are declared: name: in data port T
	parts    []string
	wires    []string
	ins      []side
	outs     []side
	gives    []side // services, by their subprograms
	asks     []side
	uses     []side // shared data, by their types
	both     []side // ports that are both in and out
}

func (h *has) feature(form string, args ...any) {
	h.features = append(h.features, fmt.Sprintf(form, args...))
}

// section writes declarations, if there are any.
func (r *random) section(title string, lines []string) {
	if len(lines) > 0 {
		r.p("%s\n%s", title, strings.Join(lines, "\n"))
	}
}

// kind is what a port is declared as.
func (r *random) kind() string {
	if r.IntN(6) == 0 {
		return "event port"
	}
	return []string{"data port ", "event data port "}[r.IntN(2)] + r.types[r.IntN(len(r.types))]
}

// accesses gives a thread some.
func (r *random) accesses(h *has, part string) {
	pick := func() string { return r.subprograms[r.IntN(len(r.subprograms))] }
	if r.IntN(3) == 0 {
		s := side{part, r.name(), pick()}
		h.feature("%s: provides subprogram access %s;", s.name, s.kind)
		h.gives = append(h.gives, s)
	}
	for range r.IntN(3) {
		s := side{part, r.name(), pick()}
		h.feature("%s: requires subprogram access %s%s;", s.name, s.kind, []string{"", " { Sinew::Call_Timeout => 20 ms; }"}[r.IntN(2)])
		h.asks = append(h.asks, s)
	}
	if r.IntN(3) == 0 {
		s := side{part, r.name(), r.types[r.IntN(len(r.types))]}
		right := []string{"", " { Access_Right => read_only; }", " { Access_Right => write_only; }"}[r.IntN(3)]
		h.feature("%s: requires data access %s%s;", s.name, s.kind, right)
		h.uses = append(h.uses, s)
	}
	if r.IntN(4) == 0 {
		s := side{part, r.name(), "data port " + r.types[r.IntN(len(r.types))]}
		h.feature("%s: in out %s;", s.name, s.kind)
		h.both = append(h.both, s)
	}
}

// thread writes a thread of a node, which gets some of what there is.
func (r *random) thread(n *has, part string, have []side) (outs []side) {
	h := &has{}
	periodic, messages := true, 0
	for _, s := range have {
		if r.IntN(2) == 0 {
			in := side{part, r.name(), s.kind}
			h.feature("%s: in %s;", in.name, in.kind)
			h.ins = append(h.ins, in)
			periodic = periodic && strings.HasPrefix(s.kind, "data")
			switch {
			case strings.HasPrefix(s.kind, "event data"):
				messages++
			case strings.HasPrefix(s.kind, "event"):
				messages -= 100
			}
			n.wires = append(n.wires, r.wire("port", s.at(), "->", in.at()))
		}
	}
	for range 1 + r.IntN(2) {
		out := side{part, r.name(), r.kind()}
		h.feature("%s: out %s;", out.name, out.kind)
		outs = append(outs, out)
	}
	h.outs = outs
	r.accesses(h, part)
	class := r.name()
	r.p("thread %s\nfeatures\n%s", class, strings.Join(h.features, "\n"))
	switch {
	case messages > 1 && r.IntN(2) == 0:
		r.p("properties\nDispatch_Protocol => Sporadic; Sinew::Synchronisation => Exact;")
	case periodic || r.IntN(3) == 0:
		r.p("properties\nDispatch_Protocol => Periodic; Period => %d us;", 1+r.IntN(2_000_000))
	default:
		r.p("properties\nDispatch_Protocol => Sporadic;")
	}
	r.p("end %s;\n", class)
	if len(h.asks) > 0 && r.IntN(2) == 0 {
		r.p("thread implementation %s.impl\ncalls\nall_of_it: {\n%s: subprogram %s;\n};\nend %s.impl;\n", class, r.name(), h.asks[0].name, class)
		class += ".impl"
	}
	kind := "thread"
	for range r.IntN(3) - 1 {
		class, kind = r.group(h, kind, class), "thread group"
	}
	n.parts = append(n.parts, fmt.Sprintf("%s: %s %s;", part, kind, class))
	n.gives, n.asks, n.uses, n.both = append(n.gives, h.gives...), append(n.asks, h.asks...), append(n.uses, h.uses...), append(n.both, h.both...)
	return outs
}

// group puts a thread, or a group, into a thread group that has the same features, and perhaps data in it.
func (r *random) group(h *has, kind, class string) string {
	name := r.name()
	var wires, parts []string
	for _, s := range h.ins {
		wires = append(wires, r.wire("port", s.name, "->", "inner."+s.name))
	}
	for _, s := range h.outs {
		wires = append(wires, r.wire("port", "inner."+s.name, "->", s.name))
	}
	for _, s := range h.both {
		wires = append(wires, r.wire("port", "inner."+s.name, "<->", s.name))
	}
	for _, s := range h.gives {
		wires = append(wires, r.wire("subprogram access", "inner."+s.name, "->", s.name))
	}
	for _, s := range h.asks {
		wires = append(wires, r.wire("subprogram access", s.name, "->", "inner."+s.name))
	}
	for _, s := range h.uses {
		if r.IntN(3) == 0 {
			own := r.name()
			parts = append(parts, fmt.Sprintf("%s: data %s;", own, s.kind))
			wires = append(wires, r.wire("data access", own, "->", "inner."+s.name))
		} else {
			wires = append(wires, r.wire("data access", s.name, "->", "inner."+s.name))
		}
	}
	r.p("thread group %s\nfeatures\n%s\nend %s;\n", name, strings.Join(h.features, "\n"), name)
	r.p("thread group implementation %s.impl\nsubcomponents\ninner: %s %s;\n%s\nconnections\n%s\nend %s.impl;\n", name, kind, class, strings.Join(parts, "\n"), strings.Join(wires, "\n"), name)
	return name + ".impl"
}

// serve gives a node what has no thread: a subprogram in it, or a service that nothing in it has.
func (r *random) serve(n *has) {
	if r.IntN(3) == 0 {
		s := side{"", r.name(), r.subprograms[r.IntN(len(r.subprograms))]}
		n.parts = append(n.parts, fmt.Sprintf("%s: subprogram %s;", s.name, s.kind))
		n.gives = append(n.gives, s)
	}
}

// join connects what is within a node: what is asked is asked of a thread in it, or passed on.
func (r *random) join(n *has) (asks, gives, uses []side) {
	for k := 0; k+1 < len(n.both); k++ {
		if n.both[k].kind == n.both[k+1].kind {
			n.wires = append(n.wires, r.wire("port", n.both[k].at(), "<->", n.both[k+1].at()))
			k++
		}
	}
	pass := func(all *[]side, s side, what string) {
		k := slices.IndexFunc(*all, func(x side) bool { return x.kind == s.kind && r.IntN(2) == 0 })
		if k < 0 {
			k = len(*all)
			*all = append(*all, side{"", r.name(), s.kind})
			n.feature("%s: requires %s access %s;", (*all)[k].name, what, s.kind)
		}
		n.wires = append(n.wires, r.wire(what+" access", (*all)[k].name, "->", s.at()))
	}
	for _, s := range n.asks {
		k := slices.IndexFunc(n.gives, func(x side) bool { return x.kind == s.kind && x.owner != s.owner })
		if k >= 0 && r.IntN(2) == 0 {
			n.wires = append(n.wires, r.wire("subprogram access", n.gives[k].at(), "->", s.at()))
		} else {
			pass(&asks, s, "subprogram")
		}
	}
	for _, s := range n.uses {
		if r.IntN(2) == 0 {
			own := r.name()
			n.parts = append(n.parts, fmt.Sprintf("%s: data %s;", own, s.kind))
			n.wires = append(n.wires, r.wire("data access", own, "->", s.at()))
		} else {
			pass(&uses, s, "data")
		}
	}
	for _, s := range n.gives {
		if r.IntN(2) == 0 {
			out := side{"", r.name(), s.kind}
			n.feature("%s: provides subprogram access %s;", out.name, out.kind)
			n.wires = append(n.wires, r.wire("subprogram access", s.at(), "->", out.name))
			gives = append(gives, out)
		}
	}
	if r.IntN(5) == 0 {
		out := side{"", r.name(), r.subprograms[r.IntN(len(r.subprograms))]}
		n.feature("%s: provides subprogram access %s;", out.name, out.kind)
		gives = append(gives, out)
	}
	return asks, gives, uses
}

// node writes a process that gets some inputs, and gives what there is of it outside. Its ports may be in a group.
func (r *random) node(inputs []side) (class string, outside *has) {
	n := &has{}
	group := ""
	if r.IntN(3) == 0 {
		group = r.name() + "."
	}
	var ports []string
	for _, s := range inputs {
		own := side{"", r.name(), s.kind}
		ports = append(ports, fmt.Sprintf("%s: in %s;", own.name, own.kind))
		own.name = group + own.name
		n.ins = append(n.ins, own)
	}
	have := slices.Clone(n.ins)
	var made []side
	for k := range 1 + r.IntN(3) {
		outs := r.thread(n, fmt.Sprintf("%s_%d", names[r.IntN(len(names))], k), have)
		have, made = append(have, outs...), append(made, outs...)
	}
	r.serve(n)
	outside = &has{ins: n.ins}
	outside.asks, outside.gives, outside.uses = r.join(n)
	for _, s := range made {
		out := side{"", r.name(), s.kind}
		ports = append(ports, fmt.Sprintf("%s: out %s;", out.name, out.kind))
		out.name = group + out.name
		n.wires = append(n.wires, r.wire("port", s.at(), "->", out.name))
		outside.outs = append(outside.outs, out)
	}
	if group != "" {
		g := r.name()
		r.p("feature group %s\nfeatures\n%s\nend %s;\n", g, strings.Join(ports, "\n"), g)
		ports = []string{fmt.Sprintf("%s: feature group %s;", strings.TrimSuffix(group, "."), g)}
	}
	class = r.name()
	r.p("-- Node of chance: \\ \" `%%d`.\nprocess %s", class)
	r.section("features", append(ports, n.features...))
	r.p("end %s;\n\nprocess implementation %s.impl\nsubcomponents\n%s", class, class, strings.Join(n.parts, "\n"))
	r.section("connections", n.wires)
	r.p("end %s.impl;\n", class)
	return class, outside
}

// whole is the system of all nodes.
type whole struct {
	*random
	has
	open []side // what it gets from outside
}

// place puts a node into the system, and connects its inputs.
func (w *whole) place(part, class string, n *has, inputs []side) {
	w.parts = append(w.parts, fmt.Sprintf("%s: process %s;", part, class))
	for k, s := range inputs {
		w.wires = append(w.wires, w.wire("port", s.at(), "->", part+"."+n.ins[k].name))
	}
	for _, s := range n.outs {
		w.outs = append(w.outs, side{part, s.name, s.kind})
	}
	for _, s := range n.gives {
		w.gives = append(w.gives, side{part, s.name, s.kind})
	}
	for _, s := range n.asks {
		w.asks = append(w.asks, side{part, s.name, s.kind})
	}
	for _, s := range n.uses {
		w.uses = append(w.uses, side{part, s.name, s.kind})
	}
}

// existing writes a process without an implementation, which has the other side of a group of features, and may ask and give.
func (w *whole) existing() {
	class, group := w.name(), w.name()
	var features, ports []string
	for _, s := range w.outs {
		if w.IntN(2) == 0 {
			in := w.name()
			ports = append(ports, fmt.Sprintf("%s: out %s;", in, s.kind))
			w.wires = append(w.wires, w.wire("port", s.at(), "->", "there.turned."+in))
		}
	}
	if len(ports) > 0 {
		w.p("feature group %s\nfeatures\n%s\nend %s;\n", group, strings.Join(ports, "\n"), group)
		features = append(features, fmt.Sprintf("turned: feature group inverse of %s;", group))
	}
	features = append(features, fmt.Sprintf("%s: out %s;", w.name(), w.kind()))
	for _, s := range w.subprograms {
		name, given := w.name(), w.IntN(2) == 0
		features = append(features, fmt.Sprintf("%s: %s subprogram access %s;", name, map[bool]string{true: "provides", false: "requires"}[given], s))
		if given {
			w.gives = append(w.gives, side{"there", name, s})
		} else {
			w.asks = append(w.asks, side{"there", name, s})
		}
	}
	for range w.IntN(2) {
		s := side{"there", w.name(), w.types[w.IntN(len(w.types))]}
		features = append(features, fmt.Sprintf("%s: requires data access %s;", s.name, s.kind))
		w.uses = append(w.uses, s)
	}
	w.parts = append(w.parts, fmt.Sprintf("there: process %s;", class))
	w.p("process %s\nfeatures\n%s\nend %s;\n", class, strings.Join(features, "\n"), class)
}

// ask connects each client with a server, with what is outside, or with nothing.
func (w *whole) ask() {
	for _, s := range w.asks {
		k := slices.IndexFunc(w.gives, func(x side) bool { return x.kind == s.kind && x.owner != s.owner && w.IntN(2) == 0 })
		switch {
		case k >= 0:
			w.wires = append(w.wires, w.wire("subprogram access", w.gives[k].at(), "->", s.at()))
		case w.IntN(3) == 0:
			name := w.name()
			w.feature("%s: requires subprogram access %s;", name, s.kind)
			w.wires = append(w.wires, w.wire("subprogram access", name, "->", s.at()))
		}
	}
	for _, s := range w.gives {
		if w.IntN(6) == 0 {
			name := w.name()
			w.feature("%s: provides subprogram access %s;", name, s.kind)
			w.wires = append(w.wires, w.wire("subprogram access", s.at(), "->", name))
		}
	}
	for _, s := range w.uses {
		k := slices.IndexFunc(w.shared, func(x string) bool { return strings.HasSuffix(x, ": data "+s.kind+";") })
		if k < 0 {
			k = len(w.shared)
			w.shared = append(w.shared, fmt.Sprintf("%s: data %s;", w.name(), s.kind))
		}
		name, _, _ := strings.Cut(w.shared[k], ":")
		w.wires = append(w.wires, w.wire("data access", name, "->", s.at()))
	}
	for _, s := range w.outs {
		if w.IntN(6) == 0 {
			name := w.name()
			w.feature("%s: out %s;", name, s.kind)
			w.wires = append(w.wires, w.wire("port", s.at(), "->", name))
		}
	}
}

// model is a system of chance.
func model(seed uint64) string {
	w := &whole{random: &random{Rand: rand.New(rand.NewPCG(seed, 5))}}
	w.p("package Chance\npublic\nwith Base_Types, Data_Model, Sinew;\n")
	for len(w.types) < 1+w.IntN(4) {
		w.data()
	}
	for range 1 + w.IntN(2) {
		w.subprogram()
	}
	for range w.IntN(2) {
		s := side{"", w.name(), w.kind()}
		w.feature("%s: in %s;", s.name, s.kind)
		w.open = append(w.open, s)
	}
	for k := range 1 + w.IntN(3) {
		var inputs []side
		for _, s := range slices.Concat(w.open, w.outs) {
			if w.IntN(2) == 0 {
				inputs = append(inputs, s)
			}
		}
		class, n := w.node(inputs)
		part := fmt.Sprintf("%s_%d", names[w.IntN(len(names))], k)
		w.place(part, class+".impl", n, inputs)
		if w.IntN(3) == 0 { // and another that is alike
			w.place(part+"_more", class+".impl", n, nil)
		}
	}
	w.existing()
	w.ask()
	w.p("system Whole")
	w.section("features", w.features)
	w.p("end Whole;\n\nsystem implementation Whole.impl\nsubcomponents\n%s", strings.Join(append(w.parts, w.shared...), "\n"))
	w.section("connections", w.wires)
	w.p("end Whole.impl;\nend Chance;")
	return w.String()
}
