package chart

import "errors"

// Step makes n steps, as rFSM's step does, and reports whether the chart is idle. A step takes all queued events and
// tries a transition, or continues the active leaf's activity if there are none; a step whose events cause no transition
// does not count. Step ends early when the chart is idle: no events, and the activity is done, idle or missing.
func (m *Machine) Step(n int) (idle bool) {
	if m.refuse() {
		return false
	}
	m.busy = true
	for range m.cfg.Passes {
		idle, counts, ok := m.pass()
		if !ok {
			break
		}
		if counts {
			n--
		}
		if n < 1 {
			m.busy = false
			return idle
		}
		if idle && !m.rest() {
			m.busy = false
			return true
		}
	}
	m.busy = false
	return false
}

// Run steps until the chart is idle. It returns false if the chart could not be entered or was not idle after
// Config.Passes steps.
func (m *Machine) Run() (idle bool) { return m.Step(m.cfg.Passes + 1) }

// pass is one step; ok is false if the chart could not be entered.
func (m *Machine) pass() (idle, counts, ok bool) {
	most := len(m.seen) // more than can be queued
	if m.model.Single {
		if most = 1; m.mode[0] != Inactive {
			if m.take(0); m.look() {
				m.run(m.hook.PreStep)
				m.execute()
				m.end()
				return false, true, true
			}
		}
	}
	m.take(most)
	m.run(m.hook.PreStep)
	counts = true
	switch {
	case m.mode[0] == Inactive:
		if !m.start() {
			m.fail(Init, 0, -1, errInit)
			m.watched()
			return false, true, false
		}
	case len(m.set) > 0:
		if counts = m.look(); counts {
			m.execute()
		}
	default:
		if idle = m.work(0); idle {
			m.run(m.hook.Events)
			idle = len(m.queue) == 0
		}
	}
	m.end()
	return idle, counts, true
}

// end calls the hook and the watcher at the end of a step.
func (m *Machine) end() {
	m.run(m.hook.PostStep)
	m.watched()
}

func (m *Machine) watched() {
	if m.watch != nil {
		m.watch(m)
	}
}

// Watch sets a function that is called at the end of every step, after the hooks, and must not change the machine; nil
// ends it. It stays when the model is replaced.
func (m *Machine) Watch(look func(m *Machine)) { m.watch = look }

var errInit = errors.New("no way leads from root.initial to a leaf with these events and guards")

// take makes the first queued events, at most the given number, those of the step.
func (m *Machine) take(most int) {
	m.stamp++
	m.quiet = most == 0 && len(m.set) > 0 && m.onlyFailures()
	for _, e := range m.set {
		m.names.use(e, -1)
	}
	m.path = m.path[:0]
	m.set = m.set[:0]
	m.run(m.hook.Events)
	n := min(len(m.queue), most)
	m.set = append(m.set, m.queue[:n]...)
	m.queue = m.queue[:copy(m.queue, m.queue[n:])]
	for _, e := range m.set {
		m.seen[e] = m.stamp
	}
	if len(m.failing) > 0 {
		m.failures, m.failing = m.failing, m.failures[:0]
	}
}

// run calls a hook.
func (m *Machine) run(hook func(*Machine) error) {
	if hook == nil {
		return
	}
	if err := hook(m); err != nil {
		m.fail(Hook, 0, -1, err)
	}
}

// rest calls the idle hook and reports whether to continue.
func (m *Machine) rest() bool {
	if m.hook.Idle == nil {
		return false
	}
	on, err := m.hook.Idle(m)
	if err != nil {
		m.fail(Hook, 0, -1, err)
	}
	return on
}

// start enters the chart if a way leads to a leaf.
func (m *Machine) start() bool {
	m.path, m.conflicts, m.scopes = m.path[:0], m.conflicts[:0], m.scopes[:0]
	if !m.arrive(0) {
		return false
	}
	m.enterState(0)
	m.execute()
	return true
}

// look searches for transitions to take.
func (m *Machine) look() bool {
	m.path, m.conflicts, m.scopes = m.path[:0], m.conflicts[:0], m.scopes[:0]
	return m.search(0)
}

// search searches for transitions of an active state and of the states in it. The first state that has one takes
// precedence over those within it; with InnerFirst it is the other way round.
func (m *Machine) search(n NodeID) bool {
	if m.model.InnerFirst && m.searchInside(n) {
		return true
	}
	path, conflicts := len(m.path), len(m.conflicts)
	if m.find(n) {
		if m.regions > 0 && !m.admit(path) {
			m.path, m.conflicts = m.path[:path], m.conflicts[:conflicts]
		}
		return true
	}
	return !m.model.InnerFirst && m.searchInside(n)
}

func (m *Machine) searchInside(n NodeID) bool {
	if !m.nodes[n].orthogonal {
		return m.act[n] != None && m.search(m.act[n])
	}
	found := false
	for r := m.nodes[n].first; r != None; r = m.nodes[r].next {
		if m.mode[r] != Inactive && m.search(r) {
			found = true
		}
	}
	return found
}

// admit reports whether the path from start on can be taken together with those found before in other regions: what they
// leave and enter must not overlap.
func (m *Machine) admit(start int) bool {
	scope := None
	for _, op := range m.path[start:] {
		if op >= 0 {
			if lca := m.transitions[op].lca; scope == None || m.inside(scope, lca) {
				scope = lca
			}
		}
	}
	for _, other := range m.scopes {
		if m.inside(scope, other) || m.inside(other, scope) {
			return false
		}
	}
	m.scopes = append(m.scopes, scope)
	return true
}

// find searches for a way from a node to leaves, and appends the first one to the path. It examines all ways, as rFSM
// does, so that every guard on them is called.
func (m *Machine) find(n NodeID) bool {
	found, several := false, false
	path, conflicts := len(m.path), len(m.conflicts)
	for t := m.nodes[n].out; t >= 0; t = m.transitions[t].next {
		if !m.enabled(t) {
			continue
		}
		if found {
			m.dry++
		}
		m.push(int32(t))
		ok := m.follow(t)
		if found {
			m.dry--
			several = several || ok
		} else if !ok {
			m.path, m.conflicts = m.path[:path], m.conflicts[:conflicts]
		}
		found = found || ok
	}
	if several && m.dry == 0 && m.nodes[n].kind != StateNode {
		m.conflicts = append(m.conflicts, n)
	}
	return found
}

func (m *Machine) push(op int32) {
	if m.dry == 0 {
		m.path = append(m.path, op)
	}
}

// follow completes the way after a transition: from a connector on to leaves, and into the other regions of orthogonal
// states that it enters.
func (m *Machine) follow(t TransitionID) bool {
	f := &m.transitions[t]
	if f.stay {
		return true
	}
	switch tgt := &m.nodes[f.tgt]; {
	case tgt.kind == StateNode:
		if !m.arrive(f.tgt) {
			return false
		}
	case tgt.kind != Junction && (m.last[tgt.parent] != None || m.nodes[tgt.parent].orthogonal):
		if !m.recall(tgt.parent, tgt.kind == Deep) {
			return false
		}
	case !m.find(f.tgt):
		return false
	}
	if m.regions == 0 {
		return true
	}
	for i := f.enter.start; i < f.enter.end; i++ {
		n := m.enter[i]
		if !m.nodes[n].orthogonal || m.nodes[f.tgt].parent == n && m.nodes[f.tgt].kind != StateNode || n == f.tgt {
			continue
		}
		if !m.fork(n, m.enter[i+1]) {
			return false
		}
	}
	return true
}

// arrive completes the way within a state that is entered by default.
func (m *Machine) arrive(n NodeID) bool {
	switch {
	case m.nodes[n].orthogonal:
		return m.fork(n, None)
	case m.nodes[n].first != None:
		return m.nodes[n].initial != None && m.find(m.nodes[n].initial)
	}
	return true
}

// fork enters all regions of an orthogonal state except one.
func (m *Machine) fork(n, except NodeID) bool {
	for r := m.nodes[n].first; r != None; r = m.nodes[r].next {
		if m.nodes[r].kind != StateNode || r == except {
			continue
		}
		m.push(^int32(r))
		if !m.arrive(r) {
			return false
		}
	}
	return true
}

// recall enters what was last active in a composite; if deep, down to the leaves.
func (m *Machine) recall(n NodeID, deep bool) bool {
	if !m.nodes[n].orthogonal {
		return m.recallOne(m.last[n], deep)
	}
	for r := m.nodes[n].first; r != None; r = m.nodes[r].next {
		if m.nodes[r].kind == StateNode && !m.recallOne(r, deep) {
			return false
		}
	}
	return true
}

func (m *Machine) recallOne(n NodeID, deep bool) bool {
	m.push(^int32(n))
	if deep && (m.last[n] != None || m.nodes[n].orthogonal) {
		return m.recall(n, deep)
	}
	return m.arrive(n)
}
