package remote

import (
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
)

// loopback hands the packets of one end to the other at once.
type loopback struct {
	now  time.Duration
	sent [][]byte
	n    int
}

func (w *loopback) Send(b []byte) error {
	if w.n == len(w.sent) {
		w.sent = append(w.sent, make([]byte, 0, MaxDatagram))
	}
	w.sent[w.n] = append(w.sent[w.n][:0], b...)
	w.n++
	return nil
}

func (w *loopback) Receive([]byte, time.Duration) (int, error) { return 0, ErrTimeout }
func (w *loopback) Wait(until time.Duration)                   { w.now = max(w.now, until) }
func (w *loopback) Now() time.Duration                         { return w.now }

// pair is a robot with both ends of a link without impairment.
type pair struct {
	t        testing.TB
	robot    *box.Robot
	near     *Interface
	far      *Application
	nearWire *loopback
	farWire  *loopback
	cmd      franka.Command
	before   uint64
}

func newPair(t testing.TB, c Config, m Motion) *pair {
	t.Helper()
	robot, err := box.New(box.Config{})
	if err != nil {
		t.Fatal(err)
	}
	p := &pair{t: t, robot: robot, nearWire: &loopback{}, farWire: &loopback{}}
	if p.near, err = NewInterface(c, p.nearWire); err != nil {
		t.Fatal(err)
	}
	if p.far, err = NewApplication(c, p.farWire, m); err != nil {
		t.Fatal(err)
	}
	g := c.filled().Generator
	if s := robot.Move(franka.MoveRequest{Generator: g, Path: franka.DefaultDeviation, Goal: franka.DefaultDeviation}); s != franka.MotionStarted {
		t.Fatal(s)
	}
	for robot.State().Mode != franka.ModeMove {
		robot.Step(nil)
	}
	p.before = robot.State().ID
	return p
}

// others runs everything but the robot's loop.
func (p *pair) others() {
	p.near.Work()
	p.farWire.now = p.nearWire.now
	for i := range p.nearWire.n {
		p.far.Handle(p.nearWire.sent[i])
	}
	p.nearWire.n = 0
	if at, ok := p.far.Next(); ok && p.farWire.now >= at {
		p.far.Tick()
	}
	for i := range p.farWire.n {
		p.near.Handle(p.farWire.sent[i])
	}
	p.farWire.n = 0
}

func (p *pair) cycle() bool {
	return p.answer(p.robot.State())
}

func (p *pair) answer(s *franka.State) bool {
	finished, err := p.near.Cycle(s, time.Duration(s.ID-p.before)*time.Millisecond, &p.cmd)
	if err != nil {
		p.t.Fatal(err)
	}
	p.before = s.ID
	return finished
}

func (p *pair) step(finished bool) {
	p.cmd.ID, p.cmd.Finished = p.robot.State().ID, finished
	p.robot.Step(&p.cmd)
	p.nearWire.now += time.Millisecond
}

func BenchmarkCycle(b *testing.B) {
	for _, name := range Motions() {
		b.Run(name, func(b *testing.B) {
			m, g, err := NewMotion(name)
			if err != nil {
				b.Fatal(err)
			}
			c := Config{Generator: g, Compression: link.Delta}
			p := newPair(b, c, m)
			if err := p.near.apart(); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.StopTimer()
			var in time.Duration
			for range b.N {
				b.StartTimer()
				at := time.Now()
				finished := p.cycle()
				in += time.Since(at)
				b.StopTimer()
				p.near.rest(p.robot.State())
				p.others()
				p.step(finished)
				if finished {
					m, _, _ := NewMotion(name)
					p = newPair(b, c, m)
					if err := p.near.apart(); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(in.Nanoseconds())/float64(b.N), "ns/cycle")
		})
	}
}

// TestCycleDoesNotAllocate runs every scheme's cycle and the other thread's work.
func TestCycleDoesNotAllocate(t *testing.T) {
	for _, name := range Motions() {
		m, g, _ := NewMotion(name)
		p := newPair(t, Config{Generator: g, Compression: link.Delta}, m)
		for range 200 {
			p.step(p.cycle())
			p.others()
		}
		if n := testing.AllocsPerRun(300, func() { p.step(p.cycle()) }); n != 0 {
			t.Errorf("%s: a cycle allocates %v times", name, n)
		}
		for range 50 {
			p.step(p.cycle())
			p.others()
		}
		if n := testing.AllocsPerRun(300, func() { p.step(p.cycle()); p.others() }); n != 0 {
			t.Errorf("%s: a cycle with everything allocates %v times", name, n)
		}
	}
}
