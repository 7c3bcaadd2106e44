package reference

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/reactor"
)

// builder makes reactors from the components of an instance; they send messages of type M.
type builder[M any] struct {
	inst   *instance.Instance
	thread func(p reactor.Parent, k *kind[M]) // makes a reactor with its ports and reactions
	wires  map[*instance.Feature]reactor.Wire[M]
	orders []*order       // one for each enclave; the first is main's
	urgent map[string]int // the greatest Criticality of an enclave's threads
	faults diag.Faults
}

// kind describes a thread: its kind among those that can be run, and what the model says about it.
type kind[M any] struct {
	b         *builder[M]
	component *instance.Component
	name      string // of the kind: the type in Reference_Kinds or Robot_Kinds
	number    int    // of the thread, from 0
	period    time.Duration
	offset    time.Duration
	order     *order
}

// backlog is how many late ticks a timer makes up for. Ticks are only left out after seconds of lateness, so that the order
// of reactions is the same on a busy machine.
var backlog = reactor.CatchUp(200)

// group is a component that contains threads.
type group[M any] struct {
	reactor.Reactor
	ports[M]
}

// ports are the ports of a reactor, which the model declares.
type ports[M any] struct {
	in  []*reactor.In[M]
	out []*reactor.Out[M]
}

// declare gives a reactor the ports of a component.
func (p *ports[M]) declare(b *builder[M], r *reactor.Reactor, c *instance.Component) {
	for _, f := range c.Features {
		switch {
		case f.Kind != syntax.DataPort && f.Kind != syntax.EventDataPort:
			if f.Direction == syntax.DirectionIn || f.Direction == syntax.DirectionOut || f.Direction == syntax.DirectionInOut {
				b.fault(f, "it is no data port and no event data port", "only these can be run")
			}
		case f.Direction == syntax.DirectionIn:
			in := &reactor.In[M]{}
			p.in = append(p.in, in)
			r.Declare(f.Name, in)
			b.wires[f] = in
		case f.Direction == syntax.DirectionOut:
			out := &reactor.Out[M]{}
			p.out = append(p.out, out)
			r.Declare(f.Name, out)
			b.wires[f] = out
		default:
			b.fault(f, "it is in and out", "declare a port for each")
		}
	}
}

// fault notes what cannot be run.
func (b *builder[M]) fault(o instance.Object, what, do string) {
	d := o.Declared()
	f := diag.Fault{Code: "aadl-run", Path: o.Path(), What: what, Do: do}
	if d.Node != nil {
		f.Pos = d.File.Position(d.File.Tokens[d.Node.Tokens().From].Start)
	}
	b.faults = append(b.faults, f)
}

// build makes the reactors in main.
func (b *builder[M]) build(main *reactor.Main) error {
	b.wires, b.urgent = map[*instance.Feature]reactor.Wire[M]{}, map[string]int{}
	b.orders = []*order{newOrder()}
	processes := 0
	for _, c := range b.inst.Components {
		if c.Category == syntax.ProcessCategory {
			processes++
		}
	}
	threads := 0
	b.within(b.inst.Root, main, main.Name(), b.orders[0], processes > 1, &threads)
	b.connect()
	return b.faults.Err()
}

// within makes the components within one, in the named enclave.
func (b *builder[M]) within(c *instance.Component, p reactor.Parent, enclave string, o *order, isolate bool, threads *int) {
	for _, child := range c.Children {
		switch child.Category {
		case syntax.SystemCategory, syntax.ProcessCategory, syntax.ThreadGroupCategory:
			g := &group[M]{}
			reactor.Init(p, child.Name, g)
			g.declare(b, &g.Reactor, child)
			enclave, o := enclave, o
			if isolate && child.Category == syntax.ProcessCategory {
				g.Isolate()
				enclave, o = g.Path(), newOrder()
				b.orders = append(b.orders, o)
			}
			b.within(child, g, enclave, o, isolate, threads)
		case syntax.ThreadCategory:
			k := &kind[M]{b: b, component: child, number: *threads, name: kindOf(child.Classifier), order: o}
			*threads++
			if period, ok := b.inst.Duration(child, "Timing_Properties::Period", nil); ok {
				k.period = period
			}
			k.offset, _ = b.inst.Duration(child, "Timing_Properties::Dispatch_Offset", nil)
			if n, ok := b.inst.Number(child, "Thread_Properties::Criticality", "", nil); ok {
				b.urgent[enclave] = max(b.urgent[enclave], int(n))
			}
			b.thread(p, k)
		}
	}
}

// kindOf is the name of the type in a package of kinds that a thread's classifier extends.
func kindOf(c *aadl.Classifier) string {
	for ; c != nil; c = cmp.Or(c.Type, c.Base.Classifier) {
		if strings.HasSuffix(c.Package.Name, "_Kinds") && c.Type == nil {
			return c.Name
		}
	}
	return ""
}

// connect makes the connections between ports, each declared one only once.
func (b *builder[M]) connect() {
	type declared struct {
		in *instance.Component
		c  *aadl.Connection
	}
	done := map[declared]bool{}
	for _, c := range b.inst.Connections {
		for _, s := range c.Segments {
			if d := (declared{s.Context, s.Declaration}); !done[d] {
				done[d] = true
				b.segment(c, s)
			}
		}
	}
}

// segment makes a declared connection.
func (b *builder[M]) segment(c *instance.Connection, s instance.Segment) {
	from, to := feature(s.Context, s.Declaration.Source), feature(s.Context, s.Declaration.Destination)
	wires := [2]reactor.Wire[M]{b.wires[from], b.wires[to]}
	if wires[0] == nil || wires[1] == nil {
		b.fault(c, "it does not connect ports of processes, thread groups or threads", "only such connections can be run")
		return
	}
	made := reactor.Connect(wires[0], wires[1])
	across := from.Component != s.Context && to.Component != s.Context
	timing, _ := b.inst.Word(c, "Communication_Properties::Timing", nil)
	_, latency, _ := b.inst.Durations(c, "Communication_Properties::Latency", nil)
	switch {
	case !across:
	case timing == "delayed":
		made.After(latency)
	case len(b.orders) > 1 && process(from.Component) != process(to.Component):
		made.After(0)
	}
}

// feature finds the feature at a path in a component: its own or one of its subcomponents', or nil.
func feature(in *instance.Component, p syntax.Path) *instance.Feature {
	if len(p) == 2 {
		i := slices.IndexFunc(in.Children, func(c *instance.Component) bool { return syntax.Same(c.Name, p[0].Text) })
		if i < 0 {
			return nil
		}
		in, p = in.Children[i], p[1:]
	}
	i := slices.IndexFunc(in.Features, func(f *instance.Feature) bool { return len(p) == 1 && syntax.Same(f.Name, p[0].Text) })
	if i < 0 {
		return nil
	}
	return in.Features[i]
}

// process is the process that contains a component.
func process(c *instance.Component) *instance.Component {
	for c != nil && c.Category != syntax.ProcessCategory {
		c = c.Parent
	}
	return c
}

// input and output return a thread's ports, or note that they are missing.
func (k *kind[M]) input(name string) *reactor.In[M] {
	if w, ok := k.wire(name).(*reactor.In[M]); ok {
		return w
	}
	k.b.fault(k.component, "it has no input called "+name, "declare it as its kind does")
	return &reactor.In[M]{}
}

func (k *kind[M]) output(name string) *reactor.Out[M] {
	if w, ok := k.wire(name).(*reactor.Out[M]); ok {
		return w
	}
	k.b.fault(k.component, "it has no output called "+name, "declare it as its kind does")
	return &reactor.Out[M]{}
}

func (k *kind[M]) wire(name string) reactor.Wire[M] {
	for _, f := range k.component.Features {
		if syntax.Same(f.Name, name) {
			return k.b.wires[f]
		}
	}
	return nil
}

// order is a hash of the reactions that have run in an enclave, with their tags, in the order in which they began.
type order struct{ sum uint64 }

// newOrder begins with the basis of FNV-1a.
func newOrder() *order { return &order{14695981039346656037} }

// enter adds a reaction of a thread.
func (o *order) enter(t reactor.Tag, thread, reaction int) {
	for _, v := range [...]uint64{uint64(t.Time), uint64(t.Microstep), uint64(thread)<<8 | uint64(reaction)} {
		for range 8 {
			o.sum = (o.sum ^ v&0xff) * 1099511628211
			v >>= 8
		}
	}
}

// sum combines the orders of all enclaves.
func sum(orders []*order) string {
	all := newOrder()
	for _, o := range orders {
		all.enter(reactor.Tag{Time: reactor.Time(o.sum)}, 0, 0)
	}
	return fmt.Sprintf("%016x", all.sum)
}
