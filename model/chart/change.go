package chart

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-robotics/sinew/diag"
)

// Merge adds a leaf, a connector or a transition to the composite with that full name, within the room that Config gives.
// It exists from the next step on, and survives Reset. Paths of a transition start at the composite. As in rFSM, a
// composite cannot be merged, nor anything into a state with an activity; an active leaf cannot become a composite. The
// number of ways through connectors is not checked again. The model does not change, nor does the machine if there is an
// error.
func (m *Machine) Merge(into string, part Part) error {
	if m.refuse() {
		return ErrUse
	}
	parent := m.Node(into)
	switch {
	case parent == None:
		return fmt.Errorf("merging: there is no state %s", into)
	case m.nodes[parent].kind != StateNode:
		return fmt.Errorf("merging: %s is a %s: give a state", into, m.nodes[parent].kind)
	case m.leaf(parent) && m.body.HasDoo(m.at(Doo, parent, -1)):
		return fmt.Errorf("merging: %s has an activity (doo), which a composite must not have", into)
	case m.leaf(parent) && m.mode[parent] != Inactive:
		return fmt.Errorf("merging: %s is an active leaf: merge while another state is active", into)
	}
	err := errors.New("merging: give a *Node or a *Transition")
	switch p := part.(type) {
	case *Node:
		err = m.mergeNode(p, into, parent)
	case *Transition:
		err = m.mergeTransition(p, into)
	}
	m.hash = m.shape()
	return err
}

func (m *Machine) mergeNode(n *Node, into string, parent NodeID) error {
	path := into + "." + n.Name
	c := checker{model: m.model, node: map[string]*Node{}}
	c.visit(n, path, &Node{})
	switch {
	case len(n.Nodes)+len(n.Transitions) > 0:
		return fmt.Errorf("merging %s: only leaves and connectors can be merged; add its parts one by one", path)
	case m.byPath[path] != 0:
		return fmt.Errorf("merging: there is a %s already", path)
	case c.faults.Err() != nil:
		return fmt.Errorf("merging: %w", c.faults.Err())
	case m.nodes[parent].orthogonal:
		return fmt.Errorf("merging %s: regions cannot be added to an orthogonal state", path)
	case len(m.nodes) == cap(m.nodes), n.Kind == StateNode && len(m.names.known)+2 > m.names.room:
		return fmt.Errorf("merging %s: there is no room for another state: give Config.Nodes more", path)
	}
	m.addNode(n, path, parent)
	return nil
}

func (m *Machine) mergeTransition(t *Transition, into string) error {
	c := checker{model: m.model, node: map[string]*Node{}, out: map[string][]int{}}
	for i := range m.nodes {
		c.node[m.nodes[i].path] = m.nodes[i].shape(m)
	}
	c.resolve(t, into)
	fresh := 0
	for _, e := range t.Events {
		if _, ok := m.names.byName[e]; !ok && e != "e_done" {
			fresh++
		}
	}
	switch {
	case c.faults.Err() != nil:
		return fmt.Errorf("merging: %w", c.faults.Err())
	case len(m.transitions) == cap(m.transitions):
		return fmt.Errorf("merging %s: there is no room for another transition: give Config.Transitions more", describe(t))
	case len(m.tables.events)+len(t.Events) > cap(m.tables.events), len(m.names.known)+fresh > m.names.room:
		return fmt.Errorf("merging %s: there is no room for its events: give Config.Transitions more, each has room for four", describe(t))
	case len(m.enter)+count(c.arcs[0].tgt, '.')+1 > cap(m.enter):
		return fmt.Errorf("merging %s: there is no room for the states that it enters: give Config.Transitions more", describe(t))
	case m.circular(m.byPath[c.arcs[0].src], m.byPath[c.arcs[0].tgt]):
		return fmt.Errorf("merging %s: it would close a circle of connectors: put a state between them", describe(t))
	}
	return m.addTransition(t, into)
}

// shape returns a node as the checks need it, with everything merged into it.
func (f *flatNode) shape(m *Machine) *Node {
	n := &Node{Name: f.from.Name, Kind: f.kind, Orthogonal: f.orthogonal, Pos: f.from.Pos}
	for c := f.first; c != None; c = m.nodes[c].next {
		n.Nodes = append(n.Nodes, m.nodes[c].from)
	}
	return n
}

// circular reports whether a way from tgt on leads back to src without a leaf in between. Without that transition there
// are no circles.
func (m *Machine) circular(src, tgt NodeID) bool {
	switch {
	case m.nodes[src].kind == StateNode || m.nodes[tgt].kind == StateNode:
		return false
	case tgt == src:
		return true
	}
	for t := m.nodes[tgt].out; t >= 0; t = m.transitions[t].next {
		if m.circular(src, m.transitions[t].tgt) {
			return true
		}
	}
	if m.nodes[tgt].kind == Junction {
		return false
	}
	for n := m.nodes[m.nodes[tgt].parent].first; n != None; n = m.nodes[n].next { // nodes that a history may enter
		if i := m.nodes[n].initial; i != None && m.circular(src, i) {
			return true
		}
	}
	return false
}

// Replace replaces the model and its bodies between two steps. The active states, history and queued events are kept by
// name: every active state must exist in the new model, as a leaf or a composite as before, with the same regions.
// Otherwise, or if the new model has faults, the machine stays as it was and the error says why. An activity in progress
// starts anew, because it is another function. What was merged is gone. Config stays in effect. Replace allocates.
func (m *Machine) Replace(model *Model, bodies Bodies) error {
	if m.refuse() {
		return ErrUse
	}
	cfg := m.cfg
	cfg.Hooks = m.hook
	next, err := New(model, bodies, cfg)
	if err != nil {
		return err
	}
	if err := m.agrees(next); err != nil {
		return err
	}
	next.queue = next.queue[:0]
	for _, e := range m.queue {
		if err := next.SendName(m.EventName(e)); err != nil && err != ErrQueue { // e_overflow is last again
			return fmt.Errorf("replacing the chart: %w", err)
		}
	}
	for i := range m.nodes {
		n := next.Node(m.nodes[i].path)
		if n == None {
			continue
		}
		next.mode[n] = m.mode[i]
		next.act[n], next.last[n] = next.like(m, m.act[i]), next.like(m, m.last[i])
	}
	next.leafN = next.like(m, m.leafN)
	next.stamp, next.failed, next.lost, next.most = m.stamp, m.failed, m.lost, max(m.most, next.most)
	for _, f := range slices.Concat(m.failures, m.failing) {
		if len(next.failing) < cap(next.failing) {
			f.State, f.Transition = max(next.like(m, f.State), 0), -1
			next.failing = append(next.failing, f)
		}
	}
	next.watch = m.watch
	*m = *next
	return nil
}

// like returns the state of m with the name of old's node n, or None.
func (m *Machine) like(old *Machine, n NodeID) NodeID {
	if n = m.Node(old.Path(n)); n == None || m.nodes[n].kind != StateNode {
		return None
	}
	return n
}

// agrees returns why the active states of m cannot be those of next.
func (m *Machine) agrees(next *Machine) error {
	var faults diag.Faults
	for i := range m.nodes {
		f := &m.nodes[i]
		if m.mode[i] == Inactive {
			continue
		}
		n := next.Node(f.path)
		what := ""
		switch {
		case n == None || next.nodes[n].kind != StateNode:
			what = "the new chart has no such state"
		case (f.first == None) != (next.nodes[n].first == None):
			what = "it is a leaf in one chart and a composite in the other"
		case f.orthogonal != next.nodes[n].orthogonal || f.orthogonal && !slices.Equal(m.regionNames(NodeID(i)), next.regionNames(n)):
			what = "its regions differ"
		}
		if what != "" {
			faults = append(faults, diag.Fault{Code: "chart-replace", What: "this state is active, and " + what,
				Do: "replace the chart while another state is active, or reset it first", Path: f.path})
		}
	}
	return faults.Err()
}

func (m *Machine) regionNames(n NodeID) (names []string) {
	for r := m.nodes[n].first; r != None; r = m.nodes[r].next {
		if m.nodes[r].kind == StateNode {
			names = append(names, m.nodes[r].path)
		}
	}
	slices.SortFunc(names, cmp.Compare)
	return names
}
