package chart

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// reference runs a chart by the letter of rFSM's rules, on the model's tree and with names, without any table: slow,
// and sharing nothing with the machine but the model.
type reference struct {
	model  *Model
	nodes  map[string]*Node
	out    map[string][]*refArc
	active []string // from the root to the leaf
	done   bool     // of the leaf
	queue  []string
	left   map[string]int // calls until an activity is done, by path
	log    []string
}

type refArc struct {
	t        *Transition
	src, tgt string
}

func newReference(m *Model) *reference {
	r := &reference{model: m, nodes: map[string]*Node{}, out: map[string][]*refArc{}, queue: []string{"e_init_fsm"}, left: map[string]int{}}
	m.Walk(func(n *Node, path string, _ *Node) { r.nodes[path] = n }, nil)
	m.Walk(nil, func(t *Transition, _ *Node, holder string) {
		a := &refArc{t, Resolve(t.Src, holder), Resolve(t.Tgt, holder)}
		if n := r.nodes[a.tgt]; n.Kind == StateNode && len(n.Nodes) > 0 {
			a.tgt += ".initial"
		}
		r.out[a.src] = append(r.out[a.src], a)
	})
	for _, arcs := range r.out { // order: each is sorted by itself
		sort.SliceStable(arcs, func(i, j int) bool { return arcs[i].t.Priority > arcs[j].t.Priority })
	}
	return r
}

func (r *reference) note(format string, args ...any) {
	r.log = append(r.log, fmt.Sprintf(format, args...))
}

// paths lists all ways from a node to leaves, in order. Guards are asked as they are met.
func (r *reference) paths(node string, events []string) (all [][]*refArc) {
	for _, a := range r.out[node] {
		if a.t.Guard != nil {
			r.note("?%s>%s", a.src, a.tgt)
			if strings.HasPrefix(a.t.Guard.Text, "no") {
				continue
			}
		}
		hit := len(a.t.Events) == 0
		for _, want := range a.t.Events {
			if want == "e_done" {
				want += "@" + a.src
			}
			hit = hit || slices.Contains(events, want)
		}
		switch n := r.nodes[a.tgt]; {
		case !hit:
		case n != nil && n.Kind == StateNode:
			all = append(all, []*refArc{a})
		default:
			for _, rest := range r.paths(a.tgt, events) {
				all = append(all, append([]*refArc{a}, rest...))
			}
		}
	}
	return all
}

func (r *reference) enter(path string) {
	r.active = append(r.active, path)
	r.note("+%s", path)
	n := r.nodes[path]
	if len(n.Nodes) > 0 {
		return
	}
	if r.done = n.Doo == nil; r.done {
		r.queue = append(r.queue, "e_done@"+path)
	} else {
		r.left[path] = len(n.Doo.Text)
	}
}

// take executes a way, segment by segment.
func (r *reference) take(way []*refArc) {
	for _, a := range way {
		above := strings.Split(a.src, ".")
		above = above[:len(above)-1]
		to := strings.Split(a.tgt, ".")
		common := 0
		for common < len(above) && common < len(to)-1 && above[common] == to[common] {
			common++
		}
		for len(r.active) > common {
			last := r.active[len(r.active)-1]
			r.active = r.active[:len(r.active)-1]
			r.note("-%s", last)
		}
		r.note("%s>%s", a.src, a.tgt)
		for i := common; i < len(to); i++ {
			if path := strings.Join(to[:i+1], "."); r.nodes[path] != nil && r.nodes[path].Kind == StateNode {
				r.enter(path)
			}
		}
	}
}

// step is one step, and says whether the chart rests after it.
func (r *reference) step() (rests bool) {
	events := r.queue
	r.queue = nil
	switch {
	case len(r.active) == 0:
		if ways := r.paths("root.initial", events); len(ways) > 0 {
			r.enter("root")
			r.take(ways[0])
		}
		return false
	case len(events) > 0:
		states := slices.Clone(r.active)
		if r.model.InnerFirst {
			slices.Reverse(states)
		}
		for _, s := range states {
			if ways := r.paths(s, events); len(ways) > 0 {
				r.take(ways[0])
				break
			}
		}
		return false
	}
	leaf := r.active[len(r.active)-1]
	if !r.done {
		r.note("~%s", leaf)
		if r.left[leaf]--; r.left[leaf] > 0 {
			return r.left[leaf]%2 == 0
		}
		r.done = true
		r.queue = append(r.queue, "e_done@"+leaf)
	}
	return len(r.queue) == 0
}

// letters makes bodies whose behaviour stands in their texts, for machine and reference alike.
type letters struct {
	log  []string
	left map[NodeID]int
}

func (l *letters) note(format string, args ...any) {
	l.log = append(l.log, fmt.Sprintf(format, args...))
}

func (l *letters) Run(c *Call) error {
	switch c.Place {
	case Entry:
		l.note("+%s", c.Path(c.State))
	case Exit:
		l.note("-%s", c.Path(c.State))
	default:
		l.note("%s", l.arc(c))
	}
	return nil
}

func (l *letters) arc(c *Call) string {
	_, src, tgt := c.Machine.Transition(c.Transition)
	return c.Path(src) + ">" + c.Path(tgt)
}

func (l *letters) Guard(c *Call) (bool, error) {
	t, _, _ := c.Machine.Transition(c.Transition)
	if t.Guard == nil {
		return true, nil
	}
	l.note("?%s", l.arc(c))
	return !strings.HasPrefix(t.Guard.Text, "no"), nil
}

func (l *letters) HasDoo(c *Call) bool { return c.Written(c.State).Doo != nil }

func (l *letters) Doo(c *Call) (Progress, error) {
	l.note("~%s", c.Path(c.State))
	if c.First {
		l.left[c.State] = len(c.Written(c.State).Doo.Text)
	}
	l.left[c.State]--
	switch n := l.left[c.State]; {
	case n <= 0:
		return Done, nil
	case n%2 == 0:
		return Idle, nil
	}
	return Busy, nil
}

func (l *letters) Match(*Call, Event) (bool, error) { return false, nil }

// randomChart makes a chart without faults; connectors lead on to later ones only.
func randomChart(t *rapid.T) *Model {
	var states, conns []string
	n := 0
	var grow func(path string, depth int) []Part
	grow = func(path string, depth int) (parts []Part) {
		var names []string
		for range rapid.IntRange(1, 3).Draw(t, "states") {
			n++
			name := fmt.Sprint("s", n)
			names = append(names, name)
			states = append(states, path+"."+name)
			s := State(name)
			if depth < 3 && rapid.IntRange(0, 2).Draw(t, "composite") == 0 {
				for _, p := range grow(path+"."+name, depth+1) {
					p.within(s)
				}
			} else if doo := rapid.IntRange(0, 4).Draw(t, "doo"); doo > 0 {
				s.Doo = &Body{Text: "xxxx"[:doo]}
			}
			parts = append(parts, s)
		}
		for range rapid.IntRange(0, 1).Draw(t, "connectors") {
			n++
			name := fmt.Sprint("c", n)
			conns = append(conns, path+"."+name)
			parts = append(parts, Connector(name))
		}
		return append(parts, Trans("initial", rapid.SampledFrom(names).Draw(t, "initial")))
	}
	root := State("", grow("root", 0)...)
	transition := func(src, tgt string) {
		tr := Trans(src, tgt, rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "e_done"}), 0, 2).Draw(t, "events")...)
		tr.Priority = rapid.IntRange(0, 2).Draw(t, "priority")
		if g := rapid.SampledFrom([]string{"", "", "yes", "no"}).Draw(t, "guard"); g != "" {
			tr.Guard = &Body{Text: g}
		}
		root.Transitions = append(root.Transitions, tr)
	}
	targets := append(slices.Clone(states), conns...)
	for range rapid.IntRange(1, 12).Draw(t, "transitions") {
		transition(rapid.SampledFrom(states).Draw(t, "src"), rapid.SampledFrom(targets).Draw(t, "tgt"))
	}
	for i, c := range conns {
		for range rapid.IntRange(0, 2).Draw(t, "from connector") {
			transition(c, rapid.SampledFrom(append(slices.Clone(states), conns[i+1:]...)).Draw(t, "tgt"))
		}
	}
	return &Model{Root: root, InnerFirst: rapid.Bool().Draw(t, "inner first")}
}

// TestRandomChartsAsTheRulesSay: machines do, call for call, what the slow reference does.
func TestRandomChartsAsTheRulesSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		model := randomChart(t)
		if model.Check().Err() != nil {
			t.Skip("a composite's initial connector may close a circle")
		}
		l := &letters{left: map[NodeID]int{}}
		m, err := New(model, l, Config{Queue: 100})
		if err != nil {
			t.Fatal(err)
		}
		ref := newReference(model)
		steps, rests := 0, false
		m.Watch(func(*Machine) {
			steps++
			rests = ref.step()
		})
		for i := range rapid.IntRange(1, 20).Draw(t, "steps") {
			for _, e := range rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 0, 3).Draw(t, "send") {
				_ = m.SendName(e)
				ref.queue = append(ref.queue, e)
			}
			idle, _, _ := m.pass()
			var active, queue []string
			for _, n := range m.Active(nil) {
				active = append(active, m.Path(n))
			}
			for _, e := range m.Queued() {
				queue = append(queue, m.EventName(e))
			}
			if !slices.Equal(l.log, ref.log) || !slices.Equal(active, ref.active) || !slices.Equal(queue, ref.queue) || idle != rests || steps != i+1 {
				t.Fatalf("step %d:\ncalls  %v\nwant   %v\nactive %v\nwant   %v\nqueue  %v\nwant   %v\nidle %v, want %v", i, l.log, ref.log, active, ref.active, queue, ref.queue, idle, rests)
			}
			l.log, ref.log = nil, nil
		}
	})
}
