package scheme

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// image is what Sync puts into a datagram: selected members, with zero-run coding, followed by their CRC-32. It has the
// buffers for both directions.
type image struct {
	choose link.Selection
	whole  []byte
	packed []byte
	coded  []byte
}

func newImage(l link.Layout, names []string) (*image, error) {
	chosen, err := l.Select(names...)
	if err != nil {
		return nil, fmt.Errorf("scheme: %w", err)
	}
	return &image{choose: chosen, whole: make([]byte, l.Size()), packed: make([]byte, 0, chosen.Size()), coded: make([]byte, 0, remote.MaxDatagram)}, nil
}

// code returns the datagram for the members in m.whole.
func (m *image) code() []byte {
	m.packed = m.choose.Extract(m.packed[:0], m.whole)
	m.coded = link.AppendZeroRuns(m.coded[:0], m.packed)
	m.coded = binary.LittleEndian.AppendUint32(m.coded, crc32.ChecksumIEEE(m.packed))
	return m.coded
}

// read writes a datagram's members to m.whole and does not change the others there.
func (m *image) read(b []byte) bool {
	if len(b) < 4 {
		return false
	}
	body, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	packed := m.packed[:m.choose.Size()]
	if n, ok := link.ReadZeroRuns(packed, body); !ok || n != len(body) || crc32.ChecksumIEEE(packed) != sum {
		return false
	}
	m.choose.Restore(m.whole, packed)
	return true
}

// images makes the images for the two directions.
func images(c *remote.Config) (state, command *image, err error) {
	if state, err = newImage(franka.Layout(c.Version), c.Subscribed()); err != nil {
		return nil, nil, err
	}
	command, err = newImage(franka.CommandLayout(c.Version), c.Commanded())
	return state, command, err
}

// Sync is "the first synchronous UDP communication" (section 2.4): each cycle it extracts, codes and sends the state and
// blocks for the command, all within the robot's cycle.
type Sync struct {
	Wait time.Duration // for the answer; 0: 1 s, as with a blocking socket
	Log  *Exchanges    // gets the duration of each cycle's exchange; may be nil
}

// Exchanges are the durations of an interface's sending, and of its receiving after that, in the robot's loop: read them
// after the motion has ended.
type Exchanges struct{ Sent, Received []time.Duration }

// String returns the scheme's name.
func (Sync) String() string { return "sync" }

// Manner implements remote.Scheme.
func (Sync) Manner() remote.Manner { return remote.Manner{Number: 0} }

// Near implements remote.Scheme.
func (a Sync) Near(e *remote.End) (remote.Near, error) {
	wait, err := waits(a.Wait, mostWait)
	state, command, err2 := images(&e.Config)
	return &nearSync{asked: asked{e: e, wait: wait, log: a.Log}, state: state, command: command}, errors.Join(err, err2)
}

// Far implements remote.Scheme.
func (Sync) Far(e *remote.End) (remote.Far, error) {
	state, command, err := images(&e.Config)
	return &farSync{e: e, states: state, orders: command}, err
}

type nearSync struct {
	asked
	state, command *image
	last           franka.Command
	begun          bool
}

func (x *nearSync) Cycle(s *franka.State, _ time.Duration, c *franka.Command) (finished bool, err error) {
	if !x.begun {
		x.begun, x.last.OTEEc = true, s.OTEEc
	}
	x.state.whole = franka.AppendMembers(x.state.whole[:0], x.e.Config.Version, s)
	err = x.exchange(x.state.code(), x)
	c.OTEEc, c.ElbowC, c.ValidElbow = x.last.OTEEc, x.last.ElbowC, x.last.ValidElbow
	return x.last.Finished, err
}

func (x *nearSync) take(b []byte) bool {
	return x.command.read(b) && franka.ReadCommandMembers(x.command.whole, x.e.Config.Version, &x.last) == nil
}

// farSync answers each state with the command for the time that has passed according to the states.
type farSync struct {
	answering
	e              *remote.End
	command        franka.Command
	states, orders *image
	start          uint64
}

func (x *farSync) Handle(b []byte) {
	if !x.states.read(b) || franka.ReadMembers(x.states.whole, x.e.Config.Version, &x.s) != nil {
		x.e.Damaged()
		return
	}
	x.e.Got(len(b))
	if !x.some {
		x.some, x.start = true, x.s.ID
	}
	x.command.Finished = x.e.Command(time.Duration(x.s.ID-x.start)*time.Millisecond, &x.s, &x.command)
	x.orders.whole = franka.AppendCommandMembers(x.orders.whole[:0], x.e.Config.Version, &x.command)
	x.e.Fault = x.e.Send(x.orders.code())
}
