package remote

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// asks is a scheme from elsewhere: in each cycle its interface asks for one number, how far to raise the tool, or takes
// one from wild.
type asks struct{ wild func() float64 }

func (*asks) String() string                 { return "asks" }
func (*asks) Manner() Manner                 { return Manner{Number: 2, Calls: true} }
func (a *asks) Near(e *End) (Near, error)    { return &asksNear{e: e, wild: a.wild}, nil }
func (*asks) Far(e *End) (Far, error)        { return &asksFar{e: e}, nil }
func (*asksNear) Handle([]byte)              {}
func (*asksNear) Work() time.Duration        { return math.MaxInt64 }
func (*asksFar) Tick()                       {}
func (*asksFar) Next() (time.Duration, bool) { return 0, false }
func (x *asksFar) State() *franka.State      { return &x.s }

type asksNear struct {
	e     *End
	wild  func() float64
	start *franka.Pose
	t     time.Duration
	buf   [MaxDatagram]byte
}

func (x *asksNear) Cycle(s *franka.State, period time.Duration, c *franka.Command) (finished bool, err error) {
	if x.start == nil {
		p := s.OTEEc
		x.start = &p
	}
	x.t += period
	c.OTEEc = *x.start
	if x.wild != nil {
		for i := range c.OTEEc {
			c.OTEEc[i] += x.wild()
		}
		return false, nil
	}
	if err := x.e.Send(binary.LittleEndian.AppendUint64(nil, uint64(x.t))); err != nil {
		return false, err
	}
	n, err := x.e.Wire.Receive(x.buf[:], x.e.Wire.Now()+time.Second)
	if err != nil || n != 9 {
		return false, err
	}
	x.e.Got(n)
	c.OTEEc[14] += math.Float64frombits(binary.LittleEndian.Uint64(x.buf[:]))
	return x.buf[8] == 1, nil
}

type asksFar struct {
	e *End
	s franka.State
	c franka.Command
}

func (x *asksFar) Handle(b []byte) {
	if len(b) != 8 {
		x.e.Damaged()
		return
	}
	x.e.Got(len(b))
	last := byte(0)
	if x.e.Command(time.Duration(binary.LittleEndian.Uint64(b)), &x.s, &x.c) {
		last = 1
	}
	x.e.Fault = x.e.Send(append(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x.c.OTEEc[14])), last))
}

// TestAnotherSchemeKeepsTheLimits: whatever a scheme from elsewhere commands, the robot finds nothing wrong with it.
func TestAnotherSchemeKeepsTheLimits(t *testing.T) {
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 1))
		size := math.Pow(10, -4+5*rng.Float64())
		p := newPair(t, Config{Scheme: &asks{wild: func() float64 {
			switch rng.IntN(50) {
			case 0:
				return math.NaN()
			case 1:
				return math.Inf(1)
			}
			return size * (2*rng.Float64() - 1)
		}}}, &Cartesian{})
		for range 300 {
			if p.step(p.cycle()); p.robot.State().CurrentErrors != 0 {
				t.Fatalf("seed %d: %v", seed, p.robot.State().CurrentErrors)
			}
		}
		if p.near.Stats().Limited == 0 {
			t.Errorf("seed %d: nothing was limited", seed)
		}
	}
}
