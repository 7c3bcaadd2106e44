package remote

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// image is what Sync puts into a datagram: selected members, the runs of zeros among them coded, and their CRC-32
// behind. It has the buffers for both directions.
type image struct {
	choose link.Selection
	whole  []byte
	packed []byte
	coded  []byte
}

func newImage(l link.Layout, names []string) (*image, error) {
	chosen, err := l.Select(names...)
	if err != nil {
		return nil, fmt.Errorf("remote: %w", err)
	}
	return &image{choose: chosen, whole: make([]byte, l.Size()), packed: make([]byte, 0, chosen.Size()), coded: make([]byte, 0, MaxDatagram)}, nil
}

// code returns the datagram of the members in m.whole.
func (m *image) code() []byte {
	m.packed = m.choose.Extract(m.packed[:0], m.whole)
	m.coded = link.AppendZeroRuns(m.coded[:0], m.packed)
	m.coded = binary.LittleEndian.AppendUint32(m.coded, crc32.ChecksumIEEE(m.packed))
	return m.coded
}

// read puts a datagram's members into m.whole and leaves the others there.
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

// subscription returns the members of the state that travel: what c asks for, and what the generator starts from.
func (c *Config) subscription() []string {
	start := "O_T_EE_c"
	switch c.Generator {
	case franka.GenerateJointPosition:
		start = "q_d"
	case franka.GenerateJointVelocity:
		start = "dq_d"
	case franka.GenerateCartesianVelocity:
		start = "O_dP_EE_c"
	}
	names := slices.Clone(c.Subscribe)
	for _, n := range []string{start, "time"} {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// commanded returns the members of the command that c's generator needs.
func (c *Config) commanded() []string {
	switch c.Generator {
	case franka.GenerateJointPosition:
		return []string{"q_c", "motion_generation_finished"}
	case franka.GenerateJointVelocity:
		return []string{"dq_c", "motion_generation_finished"}
	case franka.GenerateCartesianVelocity:
		return []string{"O_dP_EE_c", "elbow_c", "valid_elbow", "motion_generation_finished"}
	}
	return []string{"O_T_EE_c", "elbow_c", "valid_elbow", "motion_generation_finished"}
}

// images makes the two directions of Sync.
func (c *Config) images() (state, command *image, err error) {
	if state, err = newImage(franka.Layout(c.Version), c.subscription()); err != nil {
		return nil, nil, err
	}
	command, err = newImage(franka.CommandLayout(c.Version), c.commanded())
	return state, command, err
}

// nearSync is "the first synchronous UDP communication" (section 2.4): each cycle it extracts, codes and sends the
// state and blocks for the command, all within the robot's cycle.
type nearSync struct {
	i              *Interface
	state, command *image
	last           franka.Command
	begun          bool
	buf            [MaxDatagram]byte
}

func newNearSync(i *Interface) (near, error) {
	state, command, err := i.c.images()
	if err != nil {
		return nil, err
	}
	return &nearSync{i: i, state: state, command: command}, nil
}

func (x *nearSync) cycle(s *franka.State, _ time.Duration, c *franka.Command) (finished bool, err error) {
	if !x.begun {
		x.begun, x.last.OTEEc = true, s.OTEEc
	}
	rawState, rawCommand := rawSizes(x.i.c.Version)
	x.state.whole = franka.AppendMembers(x.state.whole[:0], x.i.c.Version, s)
	b := x.state.code()
	if err := x.i.wire.Send(b); err != nil {
		return false, err
	}
	x.i.count.sent(len(b), rawState)
	until := x.i.wire.Now() + x.i.c.Wait
	for {
		n, err := x.i.wire.Receive(x.buf[:], until)
		if err == ErrTimeout {
			x.i.count.coasted.Add(1)
			break
		}
		if err != nil {
			return false, err
		}
		if !x.command.read(x.buf[:n]) {
			x.i.count.damaged.Add(1)
			continue
		}
		x.i.count.got(n, rawCommand)
		if err := franka.ReadCommandMembers(x.command.whole, x.i.c.Version, &x.last); err != nil {
			return false, err
		}
		break
	}
	c.OTEEc, c.ElbowC, c.ValidElbow = x.last.OTEEc, x.last.ElbowC, x.last.ValidElbow
	return x.last.Finished, nil
}

func (x *nearSync) handle([]byte)       {}
func (x *nearSync) work() time.Duration { return never }

// farSync answers each state with the command for the time that has gone by according to the states.
type farSync struct {
	a              *Application
	state_         franka.State
	command        franka.Command
	states, orders *image
	some           bool
	start          uint64
}

func newFarSync(a *Application) (far, error) {
	state, command, err := a.c.images()
	if err != nil {
		return nil, err
	}
	return &farSync{a: a, states: state, orders: command}, nil
}

func (x *farSync) handle(b []byte) {
	if !x.states.read(b) || franka.ReadMembers(x.states.whole, x.a.c.Version, &x.state_) != nil {
		x.a.count.damaged.Add(1)
		return
	}
	rawState, _ := rawSizes(x.a.c.Version)
	x.a.count.got(len(b), rawState)
	if !x.some {
		x.some, x.start = true, x.state_.ID
	}
	t := time.Duration(x.state_.ID-x.start) * time.Millisecond
	x.command.Finished = x.a.motion.Next(t, &x.state_, &x.command)
	x.a.done = x.command.Finished
	x.orders.whole = franka.AppendCommandMembers(x.orders.whole[:0], x.a.c.Version, &x.command)
	answer := x.orders.code()
	x.a.command(answer)
}

func (x *farSync) tick()                       {}
func (x *farSync) next() (time.Duration, bool) { return never, false }

func (x *farSync) state() *franka.State {
	if !x.some {
		return nil
	}
	return &x.state_
}
