package wheelchair

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/driver"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/hardware"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/joynode"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/outside"
	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/nav"
	plane "github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/robot/joypad"
	"github.com/sinew-robotics/sinew/robot/sick"
)

// eye is a laser scanner on the other side of its driver's seam. It implements driver.Peer.
type eye struct {
	name   string
	d      *sick.Driver
	seam   *driver.Seam
	now    func() time.Duration
	seen   uint64
	scan   nav.Scan
	tried  time.Duration
	frozen bool
	say    func(string)
}

// newEye makes an eye for a scanner.
func newEye(name string, dial func() (sick.Conn, error), mount plane.Pose, now func() time.Duration, say func(string)) (*eye, error) {
	d, err := sick.NewDriver(sick.DriverConfig{Name: name, Dial: dial, Mount: mount, Now: now})
	return &eye{name: name, d: d, now: now, say: say}, err
}

// Open implements driver.Peer. A scanner that does not answer now may do so later.
func (e *eye) Open(s *driver.Seam) error {
	e.seam = s
	if err := e.d.Enter(hw.Inactive); err != nil {
		e.say(fmt.Sprintf("%s: %v", e.name, err))
	}
	return nil
}

// TakeTelegram implements driver.Peer; telegrams come over the scanner's own line.
func (e *eye) TakeTelegram(*hardware.ScanTelegram) {}

// Close implements driver.Peer.
func (e *eye) Close() { _ = e.d.Enter(hw.Unconfigured) }

// poll hands over a new scan. Scans that are equal to the millimetre are not new: the scanner is frozen.
func (e *eye) poll() {
	now := e.now()
	if e.d.LifeCycle() == hw.Unconfigured {
		if now-e.tried < retry {
			return
		}
		if e.tried = now; e.d.Enter(hw.Inactive) != nil {
			return
		}
	}
	if e.d.Look() != nil {
		return
	}
	s, n, _ := e.d.Scan()
	if n == e.seen {
		return
	}
	e.seen = n
	if frozen := e.d.Frozen() > 0; frozen {
		if !e.frozen {
			e.say(e.name + ": the same scan again and again: the scanner is frozen, its scans do not count")
		}
		e.frozen = true
		return
	}
	e.frozen = false
	e.scan.Set(s)
	e.seam.DeliverScan(e.scan)
}

// pad is a joypad on the other side of its driver's seam: a script's, this machine's, or none. It implements joynode.Peer.
type pad struct {
	seam   *joynode.Seam
	script *joypad.Script
	real   *joypad.Pad
	ills   ills
}

// Open implements joynode.Peer.
func (p *pad) Open(s *joynode.Seam) error {
	p.seam = s
	return nil
}

// TakeReport implements joynode.Peer; reports come from the joypad itself.
func (p *pad) TakeReport(*hardware.JoypadReport) {}

// Close implements joynode.Peer.
func (p *pad) Close() {
	if p.real != nil {
		p.real.Close()
	}
}

// poll hands over what the joypad's user does. Without a joypad, input comes only from a page.
func (p *pad) poll(now time.Duration) {
	switch {
	case p.script != nil:
		if s, ok := p.ills.spoil(p.script.At(now)); ok {
			p.seam.DeliverJoy(s)
		}
	case p.real != nil:
		if s, _, n := p.real.State(); n > 0 {
			p.seam.DeliverJoy(s)
		}
	}
}

// people is everything else outside: people who give orders and get reports. It implements outside.Peer.
type people struct {
	seam *outside.Seam
	tell func(*nav.Driving)
}

// Open implements outside.Peer.
func (p *people) Open(s *outside.Seam) error {
	p.seam = s
	return nil
}

// TakeReport implements outside.Peer.
func (p *people) TakeReport(v *nav.Driving) { p.tell(v) }

// Close implements outside.Peer.
func (p *people) Close() {}
