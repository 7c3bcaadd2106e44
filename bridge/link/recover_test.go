package link

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// pairing drives both ends for some cycles; lose tells which packets do not arrive.
type pairing struct {
	t          *testing.T
	app, robot *Session
	r          *rand.Rand
	k          int
	down, up   delay
	state, cmd []byte
	bad        int // packets that came and were not OK
	long       int // that came and were keyframes
}

func (x *pairing) cycles(n int, lose func() bool) {
	var p Packet
	x.bad, x.long = 0, 0
	hand := func(to *Session, b []byte) {
		if b == nil {
			return
		}
		if to.Receive(b, &p) != OK {
			x.bad++
		} else if p.Keyframe {
			x.long++
		}
	}
	for range n {
		noisy(x.state, x.r, x.k)
		put(x.cmd, testCommand, "O_T_EE_c", circle(x.k)...)
		pass := func(d *delay, b []byte) []byte {
			if lose() {
				b = nil
			}
			return d.step(b)
		}
		hand(x.app, pass(&x.down, x.robot.Send(nil, uint64(x.k), x.state, false)))
		hand(x.robot, pass(&x.up, x.app.Send(nil, uint64(x.k), x.cmd, false)))
		x.k++
	}
}

// However long nothing came, two round trips after it is back everything is decoded again and coded against samples.
func TestComesBack(t *testing.T) {
	for _, compression := range []Compression{None, RLE, XOR, Delta, Zstd} {
		for _, trip := range []int{0, 20, 100} {
			for _, outage := range []int{1, 300, 5000} {
				if outage != 300 && compression != Delta && compression != None || outage == 5000 && trip != 20 {
					continue // what the outage does to numbers does not depend on the rest
				}
				t.Run(fmt.Sprint(compression, " ", trip, " ", outage), func(t *testing.T) {
					c := Config{State: sel(t, testState, "O_T_EE_c", "q", "time"), Command: sel(t, testCommand, "O_T_EE_c"),
						Compression: compression, Redundancy: 3}
					x := pairing{t: t, r: rand.New(rand.NewPCG(1, 2)), state: make([]byte, testState.Size()), cmd: make([]byte, testCommand.Size())}
					x.app, x.robot = pair(t, c, nil)
					x.down.cycles, x.up.cycles = trip, trip
					never := func() bool { return false }
					x.cycles(4*trip+10, never)
					x.cycles(100, never)
					if x.bad > 0 || x.long > 0 {
						t.Fatalf("at the beginning: %d lost, %d keyframes of 200", x.bad, x.long)
					}
					x.cycles(outage, func() bool { return true })
					x.cycles(4*trip+10, never)
					x.cycles(100, never)
					if x.bad > 0 || x.long > 0 {
						t.Fatalf("after %d without packets: %d lost, %d keyframes of 200", outage, x.bad, x.long)
					}
				})
			}
		}
	}
}

// Nothing answers, as in the schemes that send one way: every packet stands alone.
func TestOneWay(t *testing.T) {
	c := Config{State: sel(t, testState, "q"), Command: sel(t, testCommand, "q_c"), Compression: Delta}
	_, robot := pair(t, c, nil)
	state := make([]byte, testState.Size())
	var p Packet
	for k := range 10_000 {
		noisy(state, rand.New(rand.NewPCG(1, uint64(k))), k)
		b := robot.Send(nil, uint64(k), state, false)
		if k%5000 != 0 {
			continue
		}
		app, _ := pair(t, c, nil)
		if s := app.Receive(b, &p); s != OK || p.Seq != uint64(k) || !p.Keyframe {
			t.Fatalf("packet %d alone: %v %+v", k, s, p)
		}
	}
}

// Redundancy: what is lost comes with the next packets, in every compression.
func TestRedundancyFillsGaps(t *testing.T) {
	for _, compression := range []Compression{None, RLE, XOR, Delta, Zstd} {
		c := Config{State: sel(t, testState, "q"), Command: sel(t, testCommand, "O_T_EE_c", "motion_generation_finished"),
			Compression: compression, Redundancy: 4}
		app, robot := pair(t, c, nil)
		command, state, image := make([]byte, testCommand.Size()), make([]byte, testState.Size()), make([]byte, testCommand.Size())
		have := map[uint64]bool{}
		var p Packet
		var sent [][]byte
		for k := range 400 {
			put(command, testCommand, "O_T_EE_c", circle(k)...)
			sent = append(sent, append([]byte(nil), command...))
			b := app.Send(nil, uint64(k), command, false)
			if k%4 == 3 {
				if s := robot.Receive(b, &p); s != OK {
					t.Fatal(compression, k, s)
				}
				for j := range p.Count {
					robot.Sample(j, image)
					if fault := near(testCommand, c.Command, nil, image, sent[p.Seq-uint64(j)]); fault != "" {
						t.Fatal(compression, fault)
					}
					have[p.Seq-uint64(j)] = true
				}
			}
			app.Receive(robot.Send(nil, uint64(k), state, false), &p)
		}
		if len(have) != 400 {
			t.Errorf("%v: %d of 400 samples came", compression, len(have))
		}
		if n := robot.Received().Recovered; n != 300 {
			t.Errorf("%v: %d samples recovered, of 300", compression, n)
		}
	}
}

// A damaged sample that passed its byte of check by chance does not spoil those that lean on it for longer than it takes
// to ask for a keyframe.
func TestWrongReference(t *testing.T) {
	for _, compression := range []Compression{XOR, Delta} {
		c := Config{State: sel(t, testState, "q", "O_T_EE_c"), Command: sel(t, testCommand, "O_T_EE_c"), Compression: compression, NoCRC: true}
		x := pairing{t: t, r: rand.New(rand.NewPCG(1, 2)), state: make([]byte, testState.Size()), cmd: make([]byte, testCommand.Size())}
		x.app, x.robot = pair(t, c, nil)
		x.down.cycles, x.up.cycles = 3, 3
		never := func() bool { return false }
		x.cycles(100, never)
		for k := range x.app.in.win.slots { // as if damage had passed
			if compression == Delta {
				x.app.in.delta.rows[k].values[0]++
			} else {
				x.app.in.blocks.rows[k][0]++
			}
		}
		x.cycles(25, never)
		if x.bad == 0 {
			t.Fatal("nothing leans on what was changed")
		}
		if x.cycles(100, never); x.bad > 0 {
			t.Errorf("%v: %d of 200 packets are still lost", compression, x.bad)
		}
	}
}

// A packet that nothing guards and whose number was damaged does not end the link.
func TestNumbersGoneAstray(t *testing.T) {
	c := Config{State: sel(t, testState, "q"), Command: sel(t, testCommand, "q_c"), Compression: None, NoCRC: true}
	app, robot := pair(t, c, nil)
	state := make([]byte, testState.Size())
	var p Packet
	b := robot.Send(nil, 1, state, false)
	b[10] = 0x10 // of the whole number
	if s := app.Receive(b, &p); s != OK || p.Seq < 1<<40 {
		t.Fatal(s, p.Seq)
	}
	lost := 0
	for k := uint64(2); k < 100; k++ {
		if app.Receive(robot.Send(nil, k, state, false), &p) != OK {
			lost++
		}
	}
	if lost > 10 || p.Seq != 99 {
		t.Errorf("%d lost, the last is %d", lost, p.Seq)
	}
}

// A number that cannot have been reached yet does not pass, and the link goes on as if the packet had not come.
func TestEarly(t *testing.T) {
	for _, compression := range []Compression{None, RLE, XOR, Delta, Zstd} {
		c := Config{State: sel(t, testState, "q"), Command: sel(t, testCommand, "q_c"), Compression: compression, NoCRC: true}
		app, robot := pair(t, c, nil)
		state := make([]byte, testState.Size())
		var p Packet
		for k := uint64(1); k < 100; k++ {
			app.Until(k + 5)
			b := robot.Send(nil, k, state, false)
			if b[0]&flagLong != 0 {
				bad := append([]byte(nil), b...)
				bad[11] |= 0x40 // of the whole number: 2^62
				if s := app.Receive(bad, &p); s != Early || p.Count != 0 {
					t.Fatalf("%v: %v, %+v", compression, s, p)
				}
			}
			far := append([]byte(nil), b...)
			far[1] += 7 // of its lowest bits
			if s := app.Receive(far, &p); s == OK && p.Seq > k+5 {
				t.Fatalf("%v: %v, %+v", compression, s, p)
			}
			if s := app.Receive(b, &p); s != OK && s != Duplicate && s != Undecodable && s != Damaged {
				t.Fatalf("%v: packet %d is %v", compression, k, s)
			}
		}
		if n := app.Received().Status[Early]; n == 0 {
			t.Errorf("%v: nothing was early", compression)
		}
	}
}
