package chart

import (
	"cmp"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// Reactor is a chart in a program. Another reactor may embed it, so that bodies can set that reactor's ports.
//
//	in  events  names of events, on any number of channels; all events of one tag are sent, in the channels' order
//	out leaf    the full name of the active leaf, with one channel for each of orthogonal states; set when it changes, "" for none
//	out shown   the same for pages, set again every half second if the chart has a period, so that late viewers see it too
//	out failed  the last body that failed at a tag, how many did, and lost events
//	timer tick  at the start, and with the period
//
// It steps at every tag with events and, if it has a period, at each tick; a chart with activities needs a period. Bodies
// run in its reaction; they must read only data of the program, otherwise the run cannot be replayed.
type Reactor struct {
	reactor.Reactor
	Events reactor.MultiIn[string]
	Leaf   reactor.MultiOut[string]
	Shown  reactor.MultiOut[string]
	Failed reactor.Out[Report]
	tick   reactor.Timer

	machine *Machine
	steps   int
	active  []NodeID // scratch
	leaves  []NodeID // as last reported
	told    Counts
	shown   time.Duration
}

// showEvery is how often the active leaf is shown again.
const showEvery = 500 * time.Millisecond

// Settings say how a chart runs in a program.
type Settings struct {
	Inputs  int              // channels of events; 1 when 0, none when negative: then bodies and the embedding reactor send them
	Period  time.Duration    // of steps in addition to those with events; 0 for none
	Steps   int              // at each tag; 0: until the chart is idle, at most Config.Passes times
	Effects []reactor.Effect // what bodies may set or schedule
	Uses    []reactor.Use    // what bodies may read
	Picture string           // an SVG of the chart, as package draw makes it, for the page
}

// Report says that bodies failed, or that events were lost.
type Report struct {
	Count   int    // of failures at this tag
	Lost    int    // events that found the queue full at this tag
	Kind    string // of the last failure: ENTRY, EXIT, EFFECT, GUARD, DOO, EVENT, HOOK, INIT, USE; "" if only events were lost
	State   string // full name of the failure's state
	Message string
}

// NewReactor makes a reactor that owns a machine from then on.
func NewReactor(parent reactor.Parent, name string, m *Machine, s Settings) *Reactor {
	r := &Reactor{}
	reactor.Init(parent, name, r)
	r.Setup(m, s)
	return r
}

// Setup does what NewReactor does, for a reactor that embeds this one, after its Init.
func (r *Reactor) Setup(m *Machine, s Settings) {
	r.machine, r.steps, r.told = m, s.Steps, m.Counts()
	r.active, r.leaves = make([]NodeID, 0, cap(m.nodes)), make([]NodeID, m.leaves(0))
	for i := range r.leaves {
		r.leaves[i] = None
	}
	r.Events.Resize(max(cmp.Or(s.Inputs, 1), 0))
	r.Leaf.Resize(len(r.leaves))
	r.Shown.Resize(len(r.leaves))
	r.tick.Set(0, s.Period)
	r.Picture(s.Picture)
	effects := append([]reactor.Effect{&r.Leaf, &r.Shown, &r.Failed}, s.Effects...)
	r.Reaction("step").On(&r.Events, &r.tick).Uses(s.Uses...).Sets(effects...).Do(r.step)
}

// Machine returns the chart.
func (r *Reactor) Machine() *Machine { return r.machine }

func (r *Reactor) step() {
	m := r.machine
	refused := 0
	for i := range r.Events.Width() {
		if e := r.Events.At(i); e.Present() {
			if err := m.SendName(e.Get()); err != nil && err != ErrQueue {
				refused++
			}
		}
	}
	if r.steps > 0 {
		m.Step(r.steps)
	} else {
		m.Run()
	}
	r.tell(refused)
}

// tell sets the ports.
func (r *Reactor) tell(refused int) {
	m := r.machine
	r.active = m.Active(r.active[:0])
	again := r.Elapsed() >= r.shown+showEvery
	if again {
		r.shown = r.Elapsed()
	}
	i := 0
	for _, n := range r.active {
		if m.leaf(n) && i < len(r.leaves) {
			r.tellLeaf(i, n, again)
			i++
		}
	}
	for ; i < len(r.leaves); i++ {
		r.tellLeaf(i, None, again)
	}
	now := m.Counts()
	report := Report{Count: now.Failures - r.told.Failures, Lost: now.Lost - r.told.Lost + refused}
	r.told = now
	if report.Count > 0 {
		report.Kind, report.State, report.Message = m.latest.Place.String(), m.Path(m.latest.State), m.latest.Err.Error()
	}
	if report.Count+report.Lost > 0 {
		r.Failed.Set(report)
	}
}

func (r *Reactor) tellLeaf(i int, n NodeID, again bool) {
	if n != r.leaves[i] {
		r.leaves[i] = n
		r.Leaf.At(i).Set(r.machine.Path(n))
		again = true
	}
	if again {
		r.Shown.At(i).Set(r.machine.Path(n))
	}
}

// leaves returns how many leaves in n can be active at once.
func (m *Machine) leaves(n NodeID) int {
	if m.leaf(n) {
		return 1
	}
	most, sum := 0, 0
	for c := m.nodes[n].first; c != None; c = m.nodes[c].next {
		if m.nodes[c].kind == StateNode {
			in := m.leaves(c)
			most, sum = max(most, in), sum+in
		}
	}
	if m.nodes[n].orthogonal {
		return sum
	}
	return most
}
