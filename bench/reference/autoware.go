package reference

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// hot are the nodes of the hot path.
var hot = [...]string{"FrontLidarDriver", "RearLidarDriver", "PointsTransformerFront", "PointsTransformerRear", "PointCloudFusion",
	"RayGroundFilter", "EuclideanClusterDetector", "ObjectCollisionEstimator"}

// autoware is common to the nodes of the reference system.
type autoware struct {
	limit   uint64 // of crunch; 0 is no work
	now     func() time.Duration
	figures *HotPath
	nodes   []*node
}

// node is a node of the reference system.
type node struct {
	reactor.Reactor
	ports[Message]
	Clock reactor.Sensor[time.Duration] // physical time since the start, when a reaction begins
	tick  *reactor.Timer

	shared *autoware
	kind   *kind[Message]
	label  [48]byte
	sent   [2]uint32 // messages, by output
	heard  []heard   // by input
	work   Message
	worked uint64 // times
}

// heard is a node's state of an input.
type heard struct {
	in      *reactor.In[Message]
	last    uint32 // sequence number of the latest message that was used
	waiting bool   // a message has come that was not used yet
	message Message
}

// thread makes a node.
func (a *autoware) thread(p reactor.Parent, k *kind[Message]) {
	n := &node{shared: a, kind: k, label: label(k.component.Name)}
	reactor.Init(p, k.component.Name, n)
	n.declare(k.b, &n.Reactor, k.component)
	a.nodes = append(a.nodes, n)
	for _, in := range n.in {
		n.heard = append(n.heard, heard{in: in})
	}
	n.Clock.Bind(func() time.Duration {
		if a.now == nil {
			return n.Elapsed()
		}
		return a.now()
	})
	n.react()
}

// react declares a node's reactions, by its kind.
func (n *node) react() {
	k := n.kind
	if k.name == "Sensor" || k.name == "Cyclic" {
		n.tick = &reactor.Timer{}
		n.Declare("tick", n.tick)
		n.tick.Set(k.offset, k.period)
		n.tick.OnOverrun(backlog)
		if k.period <= 0 {
			k.b.fault(k.component, "it has no period", "give it a Period")
		}
	}
	switch k.name {
	case "Sensor":
		out := k.output("topic")
		n.Reaction("sample").On(n.tick).Sets(out).Do(func() {
			entry := n.begin(0, 0)
			n.work.Size = 0
			n.publish(out, entry)
		})
	case "Transform":
		n.transform(0, k.input("input"), k.output("topic"))
	case "Intersection":
		n.transform(0, k.input("first"), k.output("first_topic"))
		n.transform(1, k.input("second"), k.output("second_topic"))
	case "Fusion":
		n.fuse(k.input("first"), k.input("second"), k.output("topic"))
	case "Cyclic":
		n.cycle(k.output("topic"))
	case "Command":
		in := k.input("input")
		n.Reaction("use").On(in).Do(func() {
			n.begin(0, 0)
			n.shared.figures.add(in.Ref())
		})
	default:
		k.b.fault(k.component, "its type is none of the kinds of nodes in Reference_Kinds", "let it be of one, or extend one")
	}
}

// begin notes that a reaction begins, and returns the entry of the message that it will publish on an output.
func (n *node) begin(reaction, output int) Entry {
	n.kind.order.enter(n.Tag(), n.kind.number, reaction)
	e := Entry{Stamp: n.Clock.Read(), Sequence: n.sent[output], Node: n.label}
	return e
}

// publish sends the result of a node's work with its entry.
func (n *node) publish(out *reactor.Out[Message], e Entry) {
	n.work.add(&e)
	output := 0
	if len(n.out) > 1 && out == n.out[1] {
		output = 1
	}
	n.sent[output]++
	out.Set(n.work)
}

// crunch does a node's work once.
func (n *node) crunch() int64 {
	n.worked++
	return crunch(n.shared.limit)
}

// missed counts the messages of an input between the last used one and m.
func (h *heard) missed(m *Message) uint32 {
	last := m.last()
	lost := uint32(0)
	if last > h.last+1 {
		lost = last - h.last - 1
	}
	h.last = last
	return lost
}

// of is a node's state of an input.
func (n *node) of(in *reactor.In[Message]) *heard {
	for i := range n.heard {
		if n.heard[i].in == in {
			return &n.heard[i]
		}
	}
	return &heard{} // the port is missing, which is a fault
}

// transform works on every message of an input.
func (n *node) transform(which int, in *reactor.In[Message], out *reactor.Out[Message]) {
	h := n.of(in)
	n.Reaction(fmt.Sprintf("transform%d", which+1)).On(in).Sets(out).Do(func() {
		entry := n.begin(which, which)
		n.work = *in.Ref()
		entry.Dropped = h.missed(&n.work)
		n.work.Data[0] = n.crunch()
		n.publish(out, entry)
	})
}

// fuse stores the latest message of two inputs, and works on them when it has both.
func (n *node) fuse(first, second *reactor.In[Message], out *reactor.Out[Message]) {
	both := [2]*heard{n.of(first), n.of(second)}
	n.Reaction("fuse").On(first, second).Sets(out).Do(func() {
		entry := n.begin(0, 0)
		for _, h := range both {
			h.keep()
		}
		if !both[0].waiting || !both[1].waiting {
			return
		}
		result := n.crunch()
		n.unite(both[:], &entry)
		n.work.Data[0] = result
		n.publish(out, entry)
	})
}

// keep stores the latest message of an input.
func (h *heard) keep() {
	if m := h.in.Ref(); m != nil {
		h.message, h.waiting = *m, true
	}
}

// unite makes one message from those that wait; after that none waits.
func (n *node) unite(all []*heard, entry *Entry) {
	n.work.Size = 0
	for _, h := range all {
		if h.waiting {
			entry.Dropped += h.missed(&h.message)
			n.work.merge(&h.message)
		}
		h.waiting = false
	}
}

// cycle works every period on what has come since the last.
func (n *node) cycle(out *reactor.Out[Message]) {
	var triggers []reactor.Trigger
	var all []*heard
	for i := range n.heard {
		triggers, all = append(triggers, n.heard[i].in), append(all, &n.heard[i])
	}
	n.Reaction("keep").On(triggers...).Do(func() {
		n.begin(0, 0)
		for _, h := range all {
			h.keep()
		}
	})
	n.Reaction("cycle").On(n.tick).Sets(out).Do(func() {
		entry := n.begin(1, 0)
		result := n.crunch()
		n.unite(all, &entry)
		n.work.Data[0] = result
		n.publish(out, entry)
	})
}
