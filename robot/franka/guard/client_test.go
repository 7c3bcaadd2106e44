package guard

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
)

// absurd is a program that asks for anything but what an arm can do, and in the end for where it is.
type absurd struct {
	rng    *rand.Rand
	cycles int
	n      int
	size   float64
	wish   franka.Command
}

func (a *absurd) number() float64 { return a.size * (2*a.rng.Float64() - 1) }

func (a *absurd) next(s *franka.State, _ time.Duration, x *franka.Command) (finished bool) {
	if a.n++; a.n > a.cycles {
		*x = franka.Command{QC: s.Qd, OTEEc: s.OTEEc}
		return true
	}
	if a.rng.IntN(40) == 0 || a.n == 1 { // a jump, and of another size
		a.size = math.Pow(10, -3+9*a.rng.Float64())
		if a.rng.IntN(20) == 0 {
			a.size = 1e300
		}
		for i := range a.wish.QC {
			a.wish.QC[i], a.wish.DQC[i] = a.number(), a.number()
		}
		for i := range a.wish.ODPEEc {
			a.wish.ODPEEc[i] = a.number()
		}
		turn := spatial.V(a.rng.Float64(), a.rng.Float64(), a.rng.Float64()).Scale(6)
		a.wish.OTEEc = franka.PoseOf(spatial.Pose{P: spatial.V(a.number(), a.number(), a.number()), R: spatial.Exp(turn)})
	}
	*x = a.wish
	return false
}

// TestClientKeepsTheLimits: whatever a program asks of a client with a guard, the robot ends no motion, and every motion
// comes to its end.
func TestClientKeepsTheLimits(t *testing.T) {
	var all sync.WaitGroup // the robots' time goes on as ours does, and they are idle for most of it
	run := func(g franka.MotionGenerator, v franka.Version, plain bool, seed uint64) {
		c := connected(t, v)
		l := franka.LimitsOf(v)
		guard, err := New(&l, g, 3)
		if err != nil {
			t.Fatal(err)
		}
		o := franka.Loop{Generator: g, Guard: guard, NoRateLimit: plain}
		if plain {
			o.Cutoff = franka.CutoffOff
		}
		program := &absurd{rng: rand.New(rand.NewPCG(seed, uint64(v))), cycles: 400}
		all.Go(func() {
			err := c.Control(t.Context(), o, program.next)
			var s franka.State
			err = errors.Join(err, c.Read(&s))
			if err != nil || s.CurrentErrors != 0 || s.LastErrors != 0 || s.Mode != franka.ModeIdle {
				t.Errorf("%v, version %d, no limiter %v, seed %d: %v; %v, %v in mode %v", g, v, plain, seed, err, s.CurrentErrors, s.LastErrors, s.Mode)
			}
		})
	}
	for k, g := range []franka.MotionGenerator{
		franka.GenerateJointPosition, franka.GenerateJointVelocity, franka.GenerateCartesianPose, franka.GenerateCartesianVelocity,
	} {
		for _, v := range []franka.Version{franka.Version5, franka.Version9, franka.Version10} {
			for _, plain := range []bool{false, true} { // libfranka's limiter and filter before the guard, or none
				run(g, v, plain, uint64(k))
			}
		}
	}
	for _, seed := range []uint64{100, 111, 115} { // they come near singular poses, where the rounding of states counts
		run(franka.GenerateCartesianPose, franka.Version10, seed == 115, seed)
		run(franka.GenerateCartesianVelocity, franka.Version10, seed == 115, seed)
	}
	all.Wait()
}

// connected is a client of a simulated robot that waits for slow machines.
func connected(t *testing.T, v franka.Version) *franka.Client {
	t.Helper()
	r, err := box.New(box.Config{Version: v})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	s := box.NewServer(box.ServerConfig{Patience: time.Minute}, r, l)
	go func() { done <- s.Serve(ctx) }()
	c, err := franka.Dial(t.Context(), l.Addr().String(), franka.Options{Version: v, Timeout: time.Minute, StateTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Close()
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return c
}
