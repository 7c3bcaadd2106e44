package chart

// Model returns the model of which the machine was made.
func (m *Machine) Model() *Model { return m.model }

// Len returns how many nodes and transitions there are, including merged ones.
func (m *Machine) Len() (nodes, transitions int) { return len(m.nodes), len(m.transitions) }

// Node returns the number of the node with that full name (root.a.b), or None.
func (m *Machine) Node(path string) NodeID {
	if id, ok := m.byPath[path]; ok {
		return id
	}
	return None
}

// Path returns a node's full name; "" for None.
func (m *Machine) Path(n NodeID) string {
	if n < 0 || int(n) >= len(m.nodes) {
		return ""
	}
	return m.nodes[n].path
}

// Parent returns the composite around a node; None for the root.
func (m *Machine) Parent(n NodeID) NodeID { return m.nodes[n].parent }

// Written returns a node as it is in the model.
func (m *Machine) Written(n NodeID) *Node { return m.nodes[n].from }

// Transition returns a transition as it is in the model, its source, and the node to which it leads: for a composite, its
// initial connector.
func (m *Machine) Transition(t TransitionID) (written *Transition, src, tgt NodeID) {
	f := &m.transitions[t]
	return f.from, f.src, f.tgt
}

// Mode returns a node's mode. Connectors are inactive.
func (m *Machine) Mode(n NodeID) Mode { return m.mode[n] }

// Leaf returns the active leaf, or with regions the first one; None before the chart was entered and, as in rFSM, between
// the exit of one leaf and the entry of the next.
func (m *Machine) Leaf() NodeID { return m.leafN }

// Child returns a composite's active child; None if there is none, and for orthogonal states.
func (m *Machine) Child(n NodeID) NodeID {
	if m.nodes[n].orthogonal {
		return None
	}
	return m.act[n]
}

// Active appends the active states from the root to the leaves, regions one after the other.
func (m *Machine) Active(to []NodeID) []NodeID {
	if m.mode[0] == Inactive {
		return to
	}
	return m.active(to, 0)
}

func (m *Machine) active(to []NodeID, n NodeID) []NodeID {
	to = append(to, n)
	if m.nodes[n].orthogonal {
		for r := m.nodes[n].first; r != None; r = m.nodes[r].next {
			if m.mode[r] != Inactive {
				to = m.active(to, r)
			}
		}
	} else if m.act[n] != None {
		to = m.active(to, m.act[n])
	}
	return to
}

func (m *Machine) firstLeaf(n NodeID) NodeID {
	for m.nodes[n].first != None {
		next := m.act[n]
		if m.nodes[n].orthogonal {
			for next = m.nodes[n].first; next != None && m.mode[next] == Inactive; {
				next = m.nodes[next].next
			}
		}
		if next == None {
			return None
		}
		n = next
	}
	return n
}

// Taken appends the transitions that the last step took, segment by segment.
func (m *Machine) Taken(to []TransitionID) []TransitionID {
	for _, op := range m.path {
		if op >= 0 {
			to = append(to, TransitionID(op))
		}
	}
	return to
}

// Failures returns what failed in the last step before this one in which anything did, at most Config.Failures of it: the
// reason for the event e_error. The slice belongs to the machine.
func (m *Machine) Failures() []Failure { return m.failures }

// Failing returns what has failed since the last step began, at most Config.Failures of it. The slice belongs to the
// machine.
func (m *Machine) Failing() []Failure { return m.failing }

// Counts are what a machine has counted since it was made.
type Counts struct {
	Steps    uint64 `json:"steps"`
	Failures int    `json:"failures"`
	Lost     int    `json:"lost"` // events that found the queue full
	Most     int    `json:"most"` // events that were queued at once
}

// Counts returns the counters.
func (m *Machine) Counts() Counts { return Counts{m.stamp, m.failed, m.lost, m.most} }
