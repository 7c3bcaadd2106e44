package remote

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// TestEveryBit flips each bit of a packet of each kind, where neither CRC nor MAC guards it, before an end reads it, and
// lets the link go on: what the ends do stays bounded, and the robot finds nothing wrong.
func TestEveryBit(t *testing.T) {
	for _, c := range []link.Compression{link.None, link.Delta} {
		for cycle := range 3 { // the first packets are keyframes, the third is none
			bits := 1
			for bit := 0; bit < bits; bit += 3 {
				p := newPair(t, Config{Generator: franka.GenerateJointPosition, Compression: c, NoCRC: true,
					Subscribe: []string{"q_d"}, First: 1}, &JointPosition{})
				most := 0
				for k := range 60 {
					p.step(p.cycle())
					p.near.Work()
					if k == cycle {
						bits = 8 * min(20, len(p.nearWire.sent[0]))
						p.nearWire.sent[0][bit/8] ^= 1 << (bit % 8)
					}
					p.farWire.now = p.nearWire.now
					p.deliver()
					most = max(most, p.farWire.n)
					if k == cycle+1 && p.farWire.n > 0 && bit/8 < len(p.farWire.sent[0]) {
						p.farWire.sent[0][bit/8] ^= 1 << (bit % 8)
					}
					for i := range p.farWire.n {
						p.near.Handle(p.farWire.sent[i])
					}
					p.farWire.n = 0
				}
				if most > mostAtOnce || p.robot.State().CurrentErrors != 0 {
					t.Fatalf("%v, bit %d of packet %d: %d packets in a tick, %v", c, bit, cycle, most, p.robot.State().CurrentErrors)
				}
			}
		}
	}
}

// deliver hands the application what was sent to it, and lets it tick.
func (p *pair) deliver() {
	for i := range p.nearWire.n {
		p.far.Handle(p.nearWire.sent[i])
	}
	p.nearWire.n = 0
	if at, ok := p.far.Next(); ok && p.farWire.now >= at {
		p.far.Tick()
	}
}

// TestFarAhead: a state that is a day ahead of its time is as good as lost.
func TestFarAhead(t *testing.T) {
	k := pace{first: 1000}
	for now := time.Duration(0); now < 10*time.Second; now += 100 * time.Millisecond {
		most, ok := k.until(now)
		id := 1000 + uint64(now/time.Millisecond)
		if !ok || most < id || most > id+id/50+early {
			t.Fatalf("at %v up to %d, %v", now, most, ok)
		}
		k.see(most, now) // as early as it may: that must not build up
	}
}

// TestDamagedLine: over sockets, with one packet in twenty damaged. With the CRC a motion completes; without, it ends when
// the context does, whatever has passed for a number.
func TestDamagedLine(t *testing.T) {
	addr, _, _ := simulated(t, "127.0.0.1:0")
	s := serving(t, ServeConfig{Robot: addr, Unguarded: true})
	way := impair.Config{Corrupt: 0.05, Seed: 3}
	proxy, err := impair.Listen(impair.ProxyConfig{Listen: "127.0.0.1:0", To: s.addr, Forward: way, Back: way})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = proxy.Serve(ctx) }()
	defer func() { cancel(); <-ended }()
	c := asking(s, franka.GenerateJointPosition, 300*time.Millisecond)
	c.Interface = proxy.Addr()
	if _, err := Connect(t.Context(), c); err != nil {
		t.Error(err)
	}
	<-s.reports
	c.Config.NoCRC, c.Acknowledge = true, true
	for tries := 1; ; tries++ {
		c.Motion = &sway{g: franka.GenerateJointPosition, for_: time.Hour}
		c, began := started(c)
		stop, end := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { _, err := Connect(stop, c); done <- err }()
		select {
		case <-began:
			end()
			if err := <-done; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			return
		case err := <-done: // nothing guards the packets by which a motion begins, either
			end()
			if t.Log(err); tries == 10 {
				t.Fatal("no motion begins")
			}
		}
	}
}

// TestUnguarded: an interface refuses packets that nothing guards, and says what to do; so it does with the hello of an
// older version, to which both ends are strangers.
func TestUnguarded(t *testing.T) {
	addr, _, _ := simulated(t, "127.0.0.1:0")
	s := serving(t, ServeConfig{Robot: addr})
	c := asking(s, franka.GenerateJointPosition, time.Second)
	c.Config.NoCRC = true
	if _, err := Connect(t.Context(), c); err == nil || !strings.Contains(err.Error(), "--no-crc") {
		t.Error(err)
	}
	old, err := newClient(asking(s, franka.GenerateJointPosition, time.Second))
	if err != nil {
		t.Fatal(err)
	}
	defer old.port.Close()
	old.hello[5] = 1
	if err := old.greet(t.Context()); err == nil || !strings.Contains(err.Error(), "speaks format 1, this end 2") {
		t.Error(err)
	}
}
