package chart

import (
	"path/filepath"
	"runtime"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
)

// Model is a statechart as written. A machine does not change it; several machines may share one.
type Model struct {
	Name string // of the chart, for pictures and messages
	Root *Node  // a composite state; its full name is "root" regardless of its own

	// InnerFirst reverses priority: a state's transitions come before those of the states around it, as in UML and SCXML.
	// Beyond rFSM.
	InnerFirst bool
	// Single makes a step take one event from the queue instead of all of them. Before that, in a separate step without an
	// event, it takes a transition that needs none, as SCXML does. Beyond rFSM.
	Single bool
}

// Kind is the kind of a node.
type Kind uint8

// The kinds of nodes.
const (
	StateNode Kind = iota
	Junction       // a connector: never active, a transition continues from it
	Shallow        // a connector that continues to the last active child. Beyond rFSM.
	Deep           // a connector that continues to the last active leaves. Beyond rFSM.
)

// String returns "state", "connector", "history" or "deep history".
func (k Kind) String() string { return [...]string{"state", "connector", "history", "deep history"}[k] }

// Node is a state or a connector. A state with nodes is a composite, a state without any is a leaf.
type Node struct {
	Name        string
	Kind        Kind
	Orthogonal  bool          // of a composite: all its states are active together, as regions. Beyond rFSM.
	Nodes       []*Node       // in the order of writing
	Transitions []*Transition // of a composite: those whose paths start here

	Entry, Exit *Body // of a state
	Doo         *Body // of a leaf: what it does while there are no events
	Pos         diag.Pos
}

// Transition leads from one node to another. Paths: a name without dots is a child of the composite that holds the
// transition, a path with a leading dot starts at that composite, any other at the root, whose name may be omitted.
type Transition struct {
	Src, Tgt string
	Events   []string // any of them triggers it; without Events and Matches any event does. e_done is the source's
	Matches  []*Body  // predicates: any that accepts an event triggers it
	Guard    *Body    // must allow it
	Effect   *Body    // runs between exits and entries
	Priority int      // among the transitions of one source the greatest is tried first, among equals the first written
	Internal bool     // the source is not left, and without Tgt nothing is left or entered. Beyond rFSM.
	Pos      diag.Pos
}

// Body is a piece of the user's code as the model knows it: how to show it, where it is and, for code in Go, one function
// of the type that its place requires.
type Body struct {
	Text  string // its name, or its first line
	Pos   diag.Pos
	Act   func(*Call) error                // entry, exit, effect
	Test  func(*Call) (bool, error)        // guard
	Work  func(*Call) (Progress, error)    // doo
	Match func(*Call, Event) (bool, error) // predicate
	From  any                              // what it was parsed from, for the package that reads and writes it; may be nil
}

// Part is a part of a composite: a *Node or a *Transition.
type Part interface{ within(parent *Node) }

func (n *Node) within(parent *Node)       { parent.Nodes = append(parent.Nodes, n) }
func (t *Transition) within(parent *Node) { parent.Transitions = append(parent.Transitions, t) }

// State makes a state; it is a composite if its parts include nodes.
func State(name string, parts ...Part) *Node { return node(name, StateNode, parts) }

// Regions makes a composite whose states are all active together. Beyond rFSM.
func Regions(name string, parts ...Part) *Node {
	n := node(name, StateNode, parts)
	n.Orthogonal = true
	return n
}

// Connector makes a connector. The one named "initial" is where a composite is entered; it may be omitted if a transition
// in the composite starts there.
func Connector(name string) *Node { return node(name, Junction, nil) }

// History makes a connector that continues to the last active state of its composite, if deep to the leaves within; if
// there is none yet, to the targets of its transitions. Beyond rFSM.
func History(name string, deep bool) *Node {
	if deep {
		return node(name, Deep, nil)
	}
	return node(name, Shallow, nil)
}

func node(name string, kind Kind, parts []Part) *Node {
	n := &Node{Name: name, Kind: kind, Pos: caller()}
	for _, p := range parts {
		p.within(n)
	}
	return n
}

// Trans makes a transition that any of the events triggers.
func Trans(src, tgt string, events ...string) *Transition {
	return &Transition{Src: src, Tgt: tgt, Events: events, Pos: caller()}
}

// caller returns where the innermost caller outside this file is.
func caller() diag.Pos {
	_, here, _, _ := runtime.Caller(0)
	for depth := 2; ; depth++ {
		_, file, line, ok := runtime.Caller(depth)
		if !ok {
			return diag.Pos{}
		}
		if file != here { // a user's own chart/model.go is a different file
			return diag.Pos{File: filepath.Base(file), Line: line}
		}
	}
}

// OnEntry sets what runs when the state is entered.
func (n *Node) OnEntry(f func(*Call) error) *Node {
	n.Entry = &Body{Text: "entry", Pos: caller(), Act: f}
	return n
}

// OnExit sets what runs when the state is left.
func (n *Node) OnExit(f func(*Call) error) *Node {
	n.Exit = &Body{Text: "exit", Pos: caller(), Act: f}
	return n
}

// Does sets a leaf's activity. It is called once in each step without events while the leaf is active, until it returns
// Done.
func (n *Node) Does(f func(*Call) (Progress, error)) *Node {
	n.Doo = &Body{Text: "doo", Pos: caller(), Work: f}
	return n
}

// If sets the guard. It is called in every step that examines the transition, before the events are compared.
func (t *Transition) If(f func(*Call) (bool, error)) *Transition {
	t.Guard = &Body{Text: "guard", Pos: caller(), Test: f}
	return t
}

// Run sets the effect.
func (t *Transition) Run(f func(*Call) error) *Transition {
	t.Effect = &Body{Text: "effect", Pos: caller(), Act: f}
	return t
}

// When adds a predicate that is called with each event of a step.
func (t *Transition) When(f func(*Call, Event) (bool, error)) *Transition {
	t.Matches = append(t.Matches, &Body{Text: "match", Pos: caller(), Match: f})
	return t
}

// WithPriority sets the priority.
func (t *Transition) WithPriority(n int) *Transition {
	t.Priority = n
	return t
}

// Inside makes the transition internal: it does not leave its source. Beyond rFSM.
func (t *Transition) Inside() *Transition {
	t.Internal = true
	return t
}

// Composite reports whether the node is a state with nodes in it.
func (n *Node) Composite() bool { return n.Kind == StateNode && len(n.Nodes) > 0 }

// Leaf reports whether the node is a state without nodes in it.
func (n *Node) Leaf() bool { return n.Kind == StateNode && len(n.Nodes) == 0 }

// Child returns the node with that name in n, or nil.
func (n *Node) Child(name string) *Node {
	for _, c := range n.Nodes {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Walk calls node for every node with its full name (root.a.b) and the composite around it, which is nil for the root, and
// transition for every transition with the composite that holds it: first a node, then its nodes, then its transitions.
// The numbers of nodes and transitions in machines follow this order. Connectors that a model omits, because a transition
// from "initial" implies them, are the composite's last nodes. Either function may be nil.
func (m *Model) Walk(node func(n *Node, path string, parent *Node), transition func(t *Transition, holder *Node, path string)) {
	if m.Root == nil {
		return
	}
	var walk func(n, parent *Node, path string)
	walk = func(n, parent *Node, path string) {
		if node != nil {
			node(n, path, parent)
		}
		for _, c := range n.Nodes {
			walk(c, n, path+"."+c.Name)
		}
		if i := n.implied(); i != nil && node != nil {
			node(i, path+"."+i.Name, n)
		}
		for _, t := range n.Transitions {
			if transition != nil {
				transition(t, n, path)
			}
		}
	}
	walk(m.Root, nil, rootName)
}

// eachTransition walks once, and calls transition when all nodes are known.
func (m *Model) eachTransition(node func(n *Node, path string, parent *Node), transition func(t *Transition, path string)) {
	type held struct {
		t    *Transition
		path string
	}
	all := make([]held, 0, 16)
	m.Walk(node, func(t *Transition, _ *Node, path string) { all = append(all, held{t, path}) })
	for _, h := range all {
		transition(h.t, h.path)
	}
}

// The names with a meaning of their own.
const (
	rootName    = "root"
	initialName = "initial"
)

// implied returns the initial connector that n has implicitly, or nil.
func (n *Node) implied() *Node {
	if !n.Composite() || n.Child(initialName) != nil {
		return nil
	}
	for _, t := range n.Transitions {
		if t.Src == initialName {
			return &Node{Name: initialName, Kind: Junction, Pos: t.Pos}
		}
	}
	return nil
}

// Resolve returns the full name that a path stands for in a transition held by the composite holder.
func Resolve(path, holder string) string {
	switch {
	case strings.HasPrefix(path, "."):
		return holder + path
	case !strings.Contains(path, "."):
		return holder + "." + path
	}
	for path == rootName || strings.HasPrefix(path, rootName+".") {
		path = strings.TrimPrefix(strings.TrimPrefix(path, rootName), ".")
	}
	return strings.TrimSuffix(rootName+"."+path, ".")
}
