package canopen

import (
	"errors"
	"fmt"
	"time"
)

// Heard is what a master has received from a node.
type Heard struct {
	State     NodeState
	Beats     uint64 // heartbeats, boot messages included
	Boots     uint64
	Emergency Emergency // the latest
	Cries     uint64    // emergency messages
}

// Master is the end of a bus that commands the others. It must be used by one goroutine. Poll, Command and Sync do not
// allocate.
type Master struct {
	Nodes  [MaxNode + 1]Heard
	Others uint64 // frames that were not recognised

	bus      Bus
	pdo      func(*Frame) bool // takes frames that are not for the master
	patience time.Duration
	in, out  Frame
	answer   Frame
	answered bool
	asked    uint8 // the node whose SDO answer is awaited
}

// NewMaster makes a master on a bus, which it owns. It passes received PDOs to pdo, which reports whether it knows them. It
// waits for answers for patience; 0 is 0.5 s.
func NewMaster(bus Bus, patience time.Duration, pdo func(*Frame) bool) *Master {
	if patience <= 0 {
		patience = 500 * time.Millisecond
	}
	return &Master{bus: bus, patience: patience, pdo: pdo}
}

// Close closes the bus.
func (m *Master) Close() error { return m.bus.Close() }

// Command sends a command of network management to a node, or for node 0 to all nodes.
func (m *Master) Command(c Command, node uint8) error {
	m.out.SetCommand(c, node)
	return m.bus.Send(&m.out)
}

// Sync sends the SYNC.
func (m *Master) Sync() error {
	m.out.SetSync()
	return m.bus.Send(&m.out)
}

// Beat sends the master's own heartbeat, as node number self.
func (m *Master) Beat(self uint8) error {
	m.out.SetHeartbeat(self, Operational)
	return m.bus.Send(&m.out)
}

// Send sends a frame.
func (m *Master) Send(f *Frame) error { return m.bus.Send(f) }

// Wait returns when a frame has been received, or after d.
func (m *Master) Wait(d time.Duration) error { return m.bus.Wait(d) }

// Poll handles the received frames.
func (m *Master) Poll() error {
	for {
		ok, err := m.bus.Take(&m.in)
		if err != nil || !ok {
			return err
		}
		m.handle(&m.in)
	}
}

func (m *Master) handle(f *Frame) {
	if node, s, ok := f.Heartbeat(); ok {
		h := &m.Nodes[node]
		h.State = s
		if h.Beats++; s == Booting {
			h.State = PreOperational // which it enters automatically
			h.Boots++
		}
		return
	}
	if node, e, ok := f.Emergency(); ok {
		m.Nodes[node].Emergency = e
		m.Nodes[node].Cries++
		return
	}
	switch {
	case m.asked != 0 && f.ID == idAnswer+uint16(m.asked) && f.N == 8:
		m.answer, m.answered = *f, true
	case m.pdo != nil && m.pdo(f):
	default:
		m.Others++
	}
}

// until polls until a condition holds, at most for the master's patience.
func (m *Master) until(so func() bool) error {
	const looks = 500
	for range looks {
		if err := m.Poll(); err != nil {
			return err
		}
		if so() {
			return nil
		}
		if err := m.bus.Wait(m.patience / looks); err != nil {
			return err
		}
	}
	if err := m.Poll(); err != nil || so() {
		return err
	}
	return ErrSilent
}

// Boot resets a node and waits until it has booted.
func (m *Master) Boot(node uint8) error {
	before := m.Nodes[node].Boots
	if err := m.Command(Reset, node); err != nil {
		return err
	}
	if err := m.until(func() bool { return m.Nodes[node].Boots > before }); err != nil {
		return fmt.Errorf("node %d does not boot: %w", node, err)
	}
	return nil
}

// Map makes a PDO of a node carry objects, in this order, on every n-th SYNC, or, for a PDO that the node receives, at the
// next one. An object is index<<16 | subindex<<8 | bits. Without objects the PDO is switched off.
func (m *Master) Map(node uint8, send bool, n int, every uint8, objects ...uint32) error {
	dialogue, mapping, id := uint16(0x1400+n-1), uint16(0x1600+n-1), uint32(ReceivedPDO(node, n))
	if send {
		dialogue, mapping, id = uint16(0x1800+n-1), uint16(0x1A00+n-1), uint32(SentPDO(node, n))
	}
	errs := []error{m.Set(node, dialogue, 1, 4, id|1<<31)} // switched off
	if len(objects) > 0 {
		errs = append(errs, m.Set(node, dialogue, 2, 1, uint32(every)), m.Set(node, mapping, 0, 1, 0))
		for i, o := range objects {
			errs = append(errs, m.Set(node, mapping, uint8(i+1), 4, o))
		}
		errs = append(errs, m.Set(node, mapping, 0, 1, uint32(len(objects))), m.Set(node, dialogue, 1, 4, id))
	}
	return errors.Join(errs...)
}
