package chart

// at sets the call for a body of a state, or of a transition if t is not negative.
func (m *Machine) at(p Place, n NodeID, t TransitionID) *Call {
	m.call = Call{Machine: m, Place: p, State: n, Transition: t}
	return &m.call
}

// enabled reports whether a transition's guard allows it and an event triggers it, in this order.
func (m *Machine) enabled(t TransitionID) bool {
	f := &m.transitions[t]
	pass, err := m.body.Guard(m.at(Guard, f.src, t))
	if err != nil {
		m.fail(Guard, f.src, t, err)
		return false
	}
	if !pass {
		return false
	}
	if f.matches > 0 {
		return m.triggered(t)
	}
	for _, e := range m.tables.events[f.events.start:f.events.end] {
		if m.seen[e] == m.stamp {
			return true
		}
	}
	return f.events.start == f.events.end
}

// triggered checks the events one by one, because predicates must be called in their order.
func (m *Machine) triggered(t TransitionID) bool {
	f := &m.transitions[t]
	for _, e := range m.set {
		for _, want := range m.tables.events[f.events.start:f.events.end] {
			if e == want {
				return true
			}
		}
		for i := range f.matches {
			c := m.at(Predicate, f.src, t)
			c.Match = i
			yes, err := m.body.Match(c, e)
			if err != nil {
				m.fail(Predicate, f.src, t, err)
			} else if yes {
				return true
			}
		}
	}
	return false
}

// execute carries out the path.
func (m *Machine) execute() {
	if m.hook.Conflict != nil {
		for _, c := range m.conflicts {
			m.hook.Conflict(m, c)
		}
	}
	for _, op := range m.path {
		if op < 0 {
			m.enterState(NodeID(^op))
			continue
		}
		t := TransitionID(op)
		f := &m.transitions[t]
		if !f.stay {
			m.leave(f)
		}
		if err := m.body.Run(m.at(Effect, f.src, t)); err != nil {
			m.fail(Effect, f.src, t, err)
		}
		for _, n := range m.enter[f.enter.start:f.enter.end] {
			m.enterState(n)
		}
	}
	if m.regions > 0 {
		m.leafN = m.firstLeaf(0)
	}
}

// leave exits the states that a transition leaves.
func (m *Machine) leave(f *flatTransition) {
	switch {
	case f.exit == None:
		if child := m.act[f.lca]; child != None {
			m.exitState(child)
		}
	case m.nodes[f.exit].kind == StateNode && m.mode[f.exit] != Inactive:
		m.exitState(f.exit)
	}
}

// enterState enters one state only.
func (m *Machine) enterState(n NodeID) {
	f := &m.nodes[n]
	m.mode[n] = Active
	if f.parent != None {
		m.act[f.parent] = n
	}
	if err := m.body.Run(m.at(Entry, n, -1)); err != nil {
		m.fail(Entry, n, -1, err)
	}
	if f.first != None {
		return
	}
	m.leafN, m.begun[n] = n, false
	if !m.body.HasDoo(m.at(Doo, n, -1)) {
		m.mode[n] = Finished
		m.enqueue(f.done)
	}
}

// exitState exits a state, after the states active within it.
func (m *Machine) exitState(n NodeID) {
	f := &m.nodes[n]
	if f.orthogonal {
		m.exitRegions(f.first)
	} else if m.act[n] != None {
		m.exitState(m.act[n])
	}
	m.mode[n] = Inactive
	if f.parent != None {
		m.act[f.parent], m.last[f.parent] = None, n
	}
	if err := m.body.Run(m.at(Exit, n, -1)); err != nil {
		m.fail(Exit, n, -1, err)
	}
	if m.leafN == n {
		m.leafN = None
	}
}

// exitRegions exits the regions from r on, the last one first.
func (m *Machine) exitRegions(r NodeID) {
	if r == None {
		return
	}
	m.exitRegions(m.nodes[r].next)
	if m.mode[r] != Inactive {
		m.exitState(r)
	}
}

// work continues the activities of the active leaves in n and reports whether all of them rest.
func (m *Machine) work(n NodeID) (rest bool) {
	switch {
	case m.nodes[n].orthogonal:
		rest = true
		for r := m.nodes[n].first; r != None; r = m.nodes[r].next {
			if m.mode[r] != Inactive && !m.work(r) {
				rest = false
			}
		}
		return rest
	case m.act[n] != None:
		return m.work(m.act[n])
	case m.mode[n] != Active || m.nodes[n].first != None:
		return true
	}
	c := m.at(Doo, n, -1)
	c.First = !m.begun[n]
	m.begun[n] = true
	progress, err := m.body.Doo(c)
	switch {
	case err != nil:
		m.mode[n] = Finished
		m.fail(Doo, n, -1, err)
	case progress == Done:
		m.mode[n] = Finished
		m.enqueue(m.nodes[n].done)
	}
	return err != nil || progress != Busy
}

// fail reports and keeps a failure and, unless rFSM's own behaviour is requested, queues its events. A guard that fails
// in a step with only failure events queues no more of them, because this would go on forever.
func (m *Machine) fail(p Place, n NodeID, t TransitionID, err error) {
	m.failed++
	f := Failure{Place: p, State: n, Transition: t, Step: m.stamp, Err: err}
	m.latest = f
	if len(m.failing) < cap(m.failing) {
		m.failing = append(m.failing, f)
	}
	if m.hook.Failed != nil {
		m.hook.Failed(m, &f)
	}
	if m.cfg.Literal || p == Init || (p == Guard || p == Predicate || p == Hook) && m.onlyFailures() {
		return
	}
	if e := m.nodes[n].fail; e != noEvent { // a connector has no event of its own
		m.enqueue(e)
	}
	m.enqueue(EventError)
}

// Fail reports an error of the body being called, as if the body returned it, and lets the body go on.
func (c *Call) Fail(err error) { c.fail(c.Place, c.State, c.Transition, err) }

// onlyFailures reports whether all events of the step are those of failures, or there are none right after such a step.
func (m *Machine) onlyFailures() bool {
	for _, e := range m.set {
		if e != EventError && !m.isFail(e) {
			return false
		}
	}
	return len(m.set) > 0 || m.quiet
}

func (m *Machine) isFail(e Event) bool {
	for i := range m.nodes {
		if m.nodes[i].fail == e {
			return true
		}
	}
	return false
}
