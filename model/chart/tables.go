package chart

import (
	"fmt"
	"strings"
)

// NodeID numbers a machine's states and connectors: 0 is the root, the others follow in the order of Model.Walk, and
// then merged ones.
type NodeID int32

// TransitionID numbers a machine's transitions in the order of Model.Walk, followed by merged ones.
type TransitionID int32

// None stands for no node.
const None NodeID = -1

// flatNode is a node in a machine's table.
type flatNode struct {
	kind       Kind
	orthogonal bool
	parent     NodeID
	first      NodeID // child
	last       NodeID // child
	next       NodeID // sibling
	initial    NodeID // connector of a composite
	out        TransitionID
	done, fail Event // e_done@, e_error@; noEvent for connectors
	path       string
	from       *Node
}

// flatTransition is a transition in a machine's table.
type flatTransition struct {
	src, tgt NodeID
	lca      NodeID
	exit     NodeID       // the outermost node that is left; None: the LCA's active child, if any
	stay     bool         // nothing is left or entered
	next     TransitionID // of the same source, in order of priority; -1: none
	enter    span         // of the states entered, outermost first
	events   span
	matches  int
	priority int
	from     *Transition
}

// span is a part of a list.
type span struct{ start, end int32 }

// tables are a flattened model. They grow only while a machine is built and, within their capacity, by merging.
type tables struct {
	nodes       []flatNode
	transitions []flatTransition
	enter       []NodeID
	events      []Event
	byPath      map[string]NodeID
}

// flatten fills m's tables from the model, which has no faults.
func (m *Machine) flatten(model *Model) error {
	var err error
	model.eachTransition(func(n *Node, path string, parent *Node) {
		up, _, _ := cutLast(path)
		id, ok := m.byPath[up]
		if !ok {
			id = None
		}
		m.addNode(n, path, id)
	}, func(t *Transition, path string) {
		if e := m.addTransition(t, path); err == nil {
			err = e
		}
	})
	return err
}

// cutLast cuts a full name before its last part.
func cutLast(path string) (up, name string, ok bool) {
	i := strings.LastIndexByte(path, '.')
	if i < 0 {
		return "", path, false
	}
	return path[:i], path[i+1:], true
}

// addNode appends a node, whose name is new.
func (m *Machine) addNode(n *Node, path string, parent NodeID) {
	id := NodeID(len(m.nodes))
	f := flatNode{kind: n.Kind, orthogonal: n.Orthogonal, parent: parent, first: None, last: None, next: None,
		initial: None, out: -1, done: noEvent, fail: noEvent, path: path, from: n}
	if n.Kind == StateNode {
		f.fail = m.names.fixed("e_error@" + path)
		f.done = m.names.fixed("e_done@" + path)
	}
	m.nodes = append(m.nodes, f)
	m.byPath[path] = id
	if parent == None {
		return
	}
	p := &m.nodes[parent]
	if p.last == None {
		p.first = id
	} else {
		m.nodes[p.last].next = id
	}
	p.last = id
	if n.Name == initialName && n.Kind == Junction {
		p.initial = id
	}
}

// addTransition appends a transition whose paths resolve.
func (m *Machine) addTransition(t *Transition, holder string) error {
	src, ok := m.byPath[Resolve(t.Src, holder)]
	if !ok {
		return fmt.Errorf("there is no node %s", Resolve(t.Src, holder))
	}
	tgt := src
	if t.Tgt != "" {
		if tgt, ok = m.byPath[Resolve(t.Tgt, holder)]; !ok {
			return fmt.Errorf("there is no node %s", Resolve(t.Tgt, holder))
		}
	}
	f := flatTransition{src: src, tgt: tgt, exit: src, stay: t.Internal && t.Tgt == "", next: -1, matches: len(t.Matches),
		priority: t.Priority, from: t}
	if !f.stay && m.composite(tgt) && !m.nodes[tgt].orthogonal {
		f.tgt = m.nodes[tgt].initial
	}
	m.span(&f, t.Internal)
	f.events.start = int32(len(m.events))
	for _, e := range t.Events {
		if e == "e_done" {
			e = "e_done@" + m.nodes[src].path
		}
		m.events = append(m.events, m.names.fixed(e))
	}
	f.events.end = int32(len(m.events))
	m.link(f)
	return nil
}

// span determines what a transition leaves and enters.
func (m *Machine) span(f *flatTransition, internal bool) {
	f.lca = m.nodes[f.src].parent
	if f.lca == None || internal {
		f.lca, f.exit = f.src, None
	}
	f.enter = span{int32(len(m.enter)), int32(len(m.enter))}
	if f.stay {
		return
	}
	for !m.inside(m.nodes[f.tgt].parent, f.lca) {
		f.exit, f.lca = f.lca, m.nodes[f.lca].parent
	}
	for n := f.tgt; n != f.lca; n = m.nodes[n].parent {
		if m.nodes[n].kind == StateNode {
			m.enter = append(m.enter, n)
		}
	}
	f.enter.end = int32(len(m.enter))
	for a, b := f.enter.start, f.enter.end-1; a < b; a, b = a+1, b-1 {
		m.enter[a], m.enter[b] = m.enter[b], m.enter[a]
	}
}

// link appends a transition and adds it to its source's list.
func (m *Machine) link(f flatTransition) {
	id := TransitionID(len(m.transitions))
	at := &m.nodes[f.src].out
	for *at >= 0 && m.transitions[*at].priority >= f.priority {
		at = &m.transitions[*at].next
	}
	f.next, *at = *at, id
	m.transitions = append(m.transitions, f)
}

// inside reports whether n is the node outer or inside it.
func (m *Machine) inside(n, outer NodeID) bool {
	for ; n != None; n = m.nodes[n].parent {
		if n == outer {
			return true
		}
	}
	return false
}

func (m *Machine) composite(n NodeID) bool {
	return m.nodes[n].kind == StateNode && m.nodes[n].first != None
}

func (m *Machine) leaf(n NodeID) bool {
	return m.nodes[n].kind == StateNode && m.nodes[n].first == None
}
