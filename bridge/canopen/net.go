package canopen

import (
	"errors"
	"fmt"
	"time"
)

// queued is the greatest number of frames that wait at one end of a Net for the bus, and for the end's owner.
const queued = 256

// ErrFull is the error for a frame for which there is no room: the bus carries less than is sent.
var ErrFull = errors.New("canopen: the queue to the bus is full: send less often, or use more buses")

// Net is a bus in memory. Only Advance makes time pass. A frame takes as long as its bits at the bus's rate; if several
// wait, the one with the lowest identifier goes first, as on a wire. Frames from one end stay in order.
type Net struct {
	Now time.Duration
	// Busy is how long frames have occupied the bus.
	Busy   time.Duration
	Frames uint64

	// Pass makes time pass while an end waits. By default that is only this bus's time; several buses of one machine can
	// share their time.
	Pass func(d time.Duration)

	bit     time.Duration // ×1000
	ends    []*Port
	devices []Device
	free    time.Duration // when the frame in transit has passed
	on      Frame         // the frame in transit
	from    *Port
	flying  bool
	step    time.Duration
}

// Device is a device on a Net that is not behind a Port; the Net's time is its time.
type Device interface {
	Receive(f *Frame)
	Tick(d time.Duration)
}

// Port is an end of a Net. It is a Bus.
type Port struct {
	net     *Net
	device  Device // gets frames at once; if nil they wait for Take
	out, in ring
	closed  bool
	Lost    uint64 // received frames for which there was no room
}

// ring is a bounded queue.
type ring struct {
	frames   [queued]Frame
	first, n int
}

func (r *ring) push(f *Frame) bool {
	if r.n == queued {
		return false
	}
	r.frames[(r.first+r.n)%queued] = *f
	r.n++
	return true
}

func (r *ring) pop() *Frame {
	f := &r.frames[r.first]
	r.first = (r.first + 1) % queued
	r.n--
	return f
}

// NewNet makes a bus with a rate in bits per second, on which devices see time in steps.
func NewNet(rate int, step time.Duration) (*Net, error) {
	if rate < 10_000 || rate > 1_000_000 {
		return nil, fmt.Errorf("canopen: %d bit/s: CAN has 10 000 to 1 000 000", rate)
	}
	if step <= 0 {
		return nil, fmt.Errorf("canopen: devices step by %v: give a time above 0", step)
	}
	n := &Net{bit: time.Duration(1e12 / float64(rate)), step: step}
	n.Pass = n.Advance
	return n, nil
}

// Port makes an end for an application.
func (n *Net) Port() *Port {
	p := &Port{net: n}
	n.ends = append(n.ends, p)
	return p
}

// Attach adds a device, and returns the function with which it sends.
func (n *Net) Attach(d Device) *Port {
	p := n.Port()
	p.device = d
	n.devices = append(n.devices, d)
	return p
}

// Advance lets d pass.
func (n *Net) Advance(d time.Duration) {
	for end := n.Now + d; n.Now < end; {
		next := min(n.Now-n.Now%n.step+n.step, end)
		n.carry(next)
		ticked := next%n.step == 0
		n.Now = next
		if ticked {
			for _, d := range n.devices {
				d.Tick(n.step)
			}
		}
	}
}

// carry lets frames pass until a given time.
func (n *Net) carry(until time.Duration) {
	for {
		if n.flying {
			if n.free > until {
				return
			}
			n.flying = false
			n.Now = max(n.Now, n.free)
			n.deliver()
		}
		var first *Port
		for _, p := range n.ends {
			if p.out.n > 0 && (first == nil || p.out.frames[p.out.first].ID < first.out.frames[first.out.first].ID) {
				first = p
			}
		}
		if first == nil {
			return
		}
		n.on, n.from, n.flying = *first.out.pop(), first, true
		took := time.Duration(n.on.Bits()) * n.bit / 1000
		n.free = max(n.free, n.Now) + took
		n.Busy += took
		n.Frames++
	}
}

func (n *Net) deliver() {
	for _, p := range n.ends {
		switch {
		case p == n.from || p.closed:
		case p.device != nil:
			p.device.Receive(&n.on)
		case !p.in.push(&n.on):
			p.Lost++
		}
	}
}

var errClosed = errors.New("canopen: the bus is closed")

// Send implements Bus.
func (p *Port) Send(f *Frame) error {
	switch {
	case p.closed:
		return errClosed
	case !p.out.push(f):
		return ErrFull
	}
	return nil
}

// Take implements Bus.
func (p *Port) Take(f *Frame) (bool, error) {
	if p.closed {
		return false, errClosed
	}
	if p.in.n == 0 {
		return false, nil
	}
	*f = *p.in.pop()
	return true, nil
}

// Wait implements Bus. It lets the bus's time pass.
func (p *Port) Wait(d time.Duration) error {
	if p.closed {
		return errClosed
	}
	if p.in.n == 0 {
		p.net.Pass(d)
	}
	return nil
}

// Close implements Bus.
func (p *Port) Close() error {
	p.closed = true
	return nil
}

// Open reopens a closed port.
func (p *Port) Open() { p.closed, p.in, p.out = false, ring{}, ring{} }
