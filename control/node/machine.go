package node

import (
	"fmt"

	"github.com/sinew-robotics/sinew/diag"
)

// Stage is a state of a [Machine] and what is done in it.
type Stage[S comparable] struct {
	State S
	// Enter runs at every transition into the state, including from the state to itself, and returns the next state. If
	// it is nil, the state of the first transition listed from here follows.
	Enter   func() S
	Initial bool // exactly one state is the initial one
	Final   bool // the machine ends here
}

// Transition is a step that a [Machine] may take.
type Transition[S comparable] struct{ From, To S }

// Machine is a life cycle: its owner steps it, and each step follows one of the listed transitions. It is not safe for
// concurrent use; a reactor that owns one needs no lock.
type Machine[S comparable] struct {
	stages []Stage[S]
	may    [][]bool // by the indices of both states
	first  []int    // the target of the first transition listed from each state, -1 for none
	at     int      // -1 before the first step
	next   int      // -1 if Enter returned a state to which no transition is listed
	wish   S        // the state that Enter returned
}

// IllegalError says that a machine was asked for a transition that is not listed.
type IllegalError struct{ From, To string }

// Error names both states.
func (e IllegalError) Error() string {
	return fmt.Sprintf("there is no transition from %s to %s", e.From, e.To)
}

// NewMachine checks a machine: it has exactly one initial state, transitions join states that exist and are listed once,
// every state can be reached, and every state that is not final can be left. All faults are returned at once, as
// diag.Faults, with the state as their path.
func NewMachine[S comparable](stages []Stage[S], transitions []Transition[S]) (*Machine[S], error) {
	m := &Machine[S]{stages: stages, may: make([][]bool, len(stages)), first: make([]int, len(stages)), at: -1, next: -1}
	var faults diag.Faults
	fault := func(code string, at S, do, format string, args ...any) {
		faults = append(faults, diag.Fault{Code: code, Path: fmt.Sprint(at), What: fmt.Sprintf(format, args...), Do: do})
	}
	for i, s := range stages {
		m.may[i], m.first[i] = make([]bool, len(stages)), -1
		switch {
		case m.index(s.State) != i:
			fault("machine-duplicate", s.State, "list each state once", "the state is listed twice")
		case s.Initial && m.next >= 0:
			fault("machine-initial", s.State, "mark one state as initial", "a second initial state beside %v", stages[m.next].State)
		case s.Initial:
			m.next = i
		}
	}
	if m.next < 0 {
		faults = append(faults, diag.Fault{Code: "machine-initial", What: "no state is initial", Do: "mark one state as initial"})
	}
	for _, t := range transitions {
		from, to := m.index(t.From), m.index(t.To)
		switch {
		case from < 0:
			fault("machine-state", t.From, "list the state", "a transition begins at a state that is not listed")
		case to < 0:
			fault("machine-state", t.To, "list the state", "a transition from %v leads to a state that is not listed", t.From)
		case m.may[from][to]:
			fault("machine-duplicate", t.From, "list each transition once", "the transition to %v is listed twice", t.To)
		case stages[from].Final:
			fault("machine-final", t.From, "leave it out, or do not mark the state as final", "a transition to %v begins at a final state", t.To)
		default:
			m.may[from][to] = true
			if m.first[from] < 0 {
				m.first[from] = to
			}
		}
	}
	reached := m.reach(m.next)
	for i, s := range stages {
		if m.index(s.State) != i {
			continue
		}
		if m.next >= 0 && !reached[i] {
			fault("machine-unreachable", s.State, "add a transition to it or leave it out", "the state cannot be reached from %v", stages[m.next].State)
		}
		if !s.Final && !m.leaves(i) {
			fault("machine-end", s.State, "add a transition, or mark the state as final", "no transition leads from the state to another or to itself")
		}
	}
	if len(faults) > 0 {
		return nil, faults
	}
	return m, nil
}

func (m *Machine[S]) index(s S) int {
	for i := range m.stages {
		if m.stages[i].State == s {
			return i
		}
	}
	return -1
}

// leaves reports whether a transition begins at state i.
func (m *Machine[S]) leaves(i int) bool { return m.first[i] >= 0 }

// reach marks the states that can be reached from state i, which may be -1.
func (m *Machine[S]) reach(i int) []bool {
	reached := make([]bool, len(m.stages))
	if i < 0 {
		return reached
	}
	reached[i] = true
	for todo := []int{i}; len(todo) > 0; {
		from := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for to, may := range m.may[from] {
			if may && !reached[to] {
				reached[to] = true
				todo = append(todo, to)
			}
		}
	}
	return reached
}

// State returns the present state; before the first step, the state in which the machine will begin.
func (m *Machine[S]) State() S {
	if m.at < 0 {
		return m.stages[m.next].State
	}
	return m.stages[m.at].State
}

// Next returns the state that the next step enters: the present one if the machine has ended or loops.
func (m *Machine[S]) Next() S {
	if m.next < 0 {
		return m.State()
	}
	return m.stages[m.next].State
}

// Ended reports whether the machine is in a final state.
func (m *Machine[S]) Ended() bool { return m.at >= 0 && m.stages[m.at].Final }

// May reports whether a transition from the present state to another is listed.
func (m *Machine[S]) May(to S) bool {
	i := m.index(to)
	return m.at >= 0 && i >= 0 && m.may[m.at][i]
}

// Begun reports whether the machine has taken its first step.
func (m *Machine[S]) Begun() bool { return m.at >= 0 }

// Restart makes the next step the first one: it enters the initial state.
func (m *Machine[S]) Restart() {
	for i := range m.stages {
		if m.stages[i].Initial {
			m.at, m.next = -1, i
		}
	}
}

// Redirect makes the next step enter a state other than the one that Enter asked for. The transition must be listed;
// otherwise nothing changes and an [IllegalError] is returned.
func (m *Machine[S]) Redirect(to S) error {
	if !m.May(to) {
		return IllegalError{fmt.Sprint(m.State()), fmt.Sprint(to)}
	}
	m.next = m.index(to)
	return nil
}

// Step takes one transition: the first enters the initial state, later ones the state that was last asked for. In a
// final state it does nothing. If no transition to the state that Enter asked for is listed, Step takes none and returns
// an [IllegalError], until Redirect names another state.
func (m *Machine[S]) Step() error {
	if m.Ended() {
		return nil
	}
	if m.next < 0 {
		return IllegalError{fmt.Sprint(m.State()), fmt.Sprint(m.wish)}
	}
	m.at = m.next
	m.next = m.first[m.at]
	enter := m.stages[m.at].Enter
	if enter == nil {
		return nil
	}
	m.wish = enter()
	if m.Ended() {
		return nil
	}
	if m.next = m.index(m.wish); m.next >= 0 && !m.may[m.at][m.next] {
		m.next = -1
	}
	return nil
}
