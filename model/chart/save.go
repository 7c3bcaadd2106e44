package chart

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
)

// maxText is how many bytes of a failure's message are saved.
const maxText = 4096

// saveVersion is the first number that Save writes.
const saveVersion = 1

// Save appends the machine's state: active states, modes, history, queued events, failures, counters. The bodies must save
// their own state. Called between two steps, Restore makes a machine of the same model go on as this one would.
func (m *Machine) Save(to []byte) []byte {
	to = append(to, saveVersion)
	to = binary.LittleEndian.AppendUint64(to, m.hash)
	to = binary.AppendUvarint(to, m.stamp)
	for i := range m.nodes {
		to = append(to, byte(m.mode[i]))
		to = binary.AppendVarint(to, int64(m.act[i]))
		to = binary.AppendVarint(to, int64(m.last[i]))
		if m.begun[i] {
			to = append(to, 1)
		} else {
			to = append(to, 0)
		}
	}
	to = binary.AppendVarint(to, int64(m.leafN))
	for _, list := range [...][]Event{m.queue, m.set} {
		to = binary.AppendUvarint(to, uint64(len(list)))
		for _, e := range list {
			to = m.saveEvent(to, e)
		}
	}
	to = binary.AppendUvarint(to, uint64(len(m.path)))
	for _, op := range m.path {
		to = binary.AppendVarint(to, int64(op))
	}
	for _, list := range [...][]Failure{m.failures, m.failing} {
		to = binary.AppendUvarint(to, uint64(len(list)))
		for _, f := range list {
			to = append(to, byte(f.Place))
			to = binary.AppendVarint(to, int64(f.State))
			to = binary.AppendVarint(to, int64(f.Transition))
			to = binary.AppendUvarint(to, f.Step)
			text := f.Err.Error()
			text = text[:min(len(text), maxText)]
			to = binary.AppendUvarint(to, uint64(len(text)))
			to = append(to, text...)
		}
	}
	to = binary.AppendUvarint(to, uint64(m.failed))
	to = binary.AppendUvarint(to, uint64(m.lost))
	return binary.AppendUvarint(to, uint64(m.most))
}

// saveEvent writes an event's number, or 0 and the name of one that is not known.
func (m *Machine) saveEvent(to []byte, e Event) []byte {
	if int(e) < m.names.room {
		return binary.AppendUvarint(to, uint64(e)+1)
	}
	name := m.names.slots[int(e)-m.names.room].name
	to = append(to, 0)
	to = binary.AppendUvarint(to, uint64(len(name)))
	return append(to, name...)
}

// shape returns a hash of what saved numbers refer to.
func (m *Machine) shape() uint64 {
	h := fnv.New64a()
	for i := range m.nodes {
		fmt.Fprintf(h, "%s %d\n", m.nodes[i].path, m.nodes[i].kind)
	}
	for i := range m.transitions {
		fmt.Fprintf(h, "%d %d\n", m.transitions[i].src, m.transitions[i].tgt)
	}
	for _, name := range m.names.known {
		fmt.Fprintf(h, "%s\n", name)
	}
	fmt.Fprintf(h, "%d %d %d", cap(m.queue), len(m.names.slots), cap(m.failing))
	return h.Sum64()
}

// errSaved is the error for data that Save has not written.
var errSaved = errors.New("this is no saved state of a chart: it is damaged or ends too early")

// Restore sets the state that Save wrote for a machine of the same model, configuration and merged parts. After an error
// the machine is unchanged.
func (m *Machine) Restore(from []byte) error {
	if m.refuse() {
		return ErrUse
	}
	if len(from) < 9 || from[0] != saveVersion {
		return errSaved
	}
	if binary.LittleEndian.Uint64(from[1:]) != m.hash {
		return errors.New("the saved state is of another chart, or of one with other room")
	}
	before := m.Save(nil)
	r := reader{from: from[9:], m: m}
	r.restore()
	if r.bad || len(r.from) > 0 {
		undo := reader{from: before[9:], m: m}
		undo.restore()
		return errSaved
	}
	return nil
}

// reader reads a saved state.
type reader struct {
	from []byte
	m    *Machine
	bad  bool
}

func (r *reader) uint(limit int) int {
	v, n := binary.Uvarint(r.from)
	if n <= 0 || v > uint64(limit) {
		r.bad = true
		return 0
	}
	r.from = r.from[n:]
	return int(v)
}

// int reads a number from low to below limit.
func (r *reader) int(low, limit int) int {
	v, n := binary.Varint(r.from)
	if n <= 0 || v < int64(low) || v >= int64(limit) {
		r.bad = true
		return low
	}
	r.from = r.from[n:]
	return int(v)
}

func (r *reader) bytes(limit int) []byte {
	n := r.uint(limit)
	if n > len(r.from) {
		r.bad = true
		return nil
	}
	b := r.from[:n]
	r.from = r.from[n:]
	return b
}

const manySteps = 1<<63 - 1

func (r *reader) restore() {
	m, nodes := r.m, len(r.m.nodes)
	for i := range m.names.slots {
		m.names.slots[i].uses = 0
	}
	m.stamp = uint64(r.uint(manySteps))
	for i := range m.nodes {
		m.mode[i] = Mode(r.uint(int(Finished)))
		m.act[i], m.last[i] = NodeID(r.int(-1, nodes)), NodeID(r.int(-1, nodes))
		m.begun[i] = r.uint(1) == 1
		r.bad = r.bad || !m.within(m.act[i], NodeID(i)) || !m.within(m.last[i], NodeID(i))
	}
	m.leafN = NodeID(r.int(-1, nodes))
	clear(m.seen)
	m.queue, m.set = r.events(m.queue[:0]), r.events(m.set[:0])
	for _, e := range m.set {
		m.seen[e] = m.stamp
	}
	m.path = m.path[:0]
	for range r.uint(cap(m.path)) {
		m.path = append(m.path, int32(r.int(-nodes, len(m.transitions))))
	}
	m.failures, m.failing = r.failures(m.failures[:0]), r.failures(m.failing[:0])
	m.failed, m.lost, m.most = r.uint(manySteps), r.uint(manySteps), r.uint(manySteps)
}

// within reports whether child is None or a state in parent.
func (m *Machine) within(child, parent NodeID) bool {
	return child == None || m.nodes[child].parent == parent && m.nodes[child].kind == StateNode
}

func (r *reader) events(to []Event) []Event {
	for range r.uint(cap(to)) {
		e := Event(r.uint(len(r.m.names.known)) - 1)
		if e == noEvent {
			name := r.bytes(r.m.cfg.NameLength)
			if r.bad {
				return to
			}
			e, _ = r.m.names.take(string(name))
		}
		r.m.names.use(e, 1)
		to = append(to, e)
	}
	return to
}

func (r *reader) failures(to []Failure) []Failure {
	for range r.uint(cap(to)) {
		f := Failure{Place: Place(r.uint(int(Use))), State: NodeID(r.int(0, len(r.m.nodes))),
			Transition: TransitionID(r.int(-1, len(r.m.transitions))), Step: uint64(r.uint(manySteps))}
		f.Err = errors.New(string(r.bytes(maxText)))
		to = append(to, f)
	}
	return to
}
