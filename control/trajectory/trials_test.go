package trajectory

import (
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/motion/otg"
)

// wild is a trajectory that may ask for more than the limits allow: random points, times, and what they give.
func wild(rnd *rand.Rand, limits []otg.Limit, from []float64, id uint32, now time.Duration) Goal {
	g := Goal{ID: id, GoalTime: -1}
	gives := rnd.IntN(4) // 3: mixed
	n := 1 + rnd.IntN(6)
	at := append([]float64(nil), from...)
	t := 0.0
	reach := 0.02 + rnd.Float64()
	for k := range n {
		t += 0.02 + rnd.ExpFloat64()*0.5
		w := Point{Time: time.Duration(t * 1e9)}
		last := k == n-1
		has := gives
		if gives == 3 {
			has = rnd.IntN(3)
		}
		for i, l := range limits {
			at[i] = min(max(at[i]+reach*rnd.NormFloat64(), l.Lower), l.Upper)
			w.Position = append(w.Position, at[i])
			f := 1.0
			if last {
				f = 0
			}
			if has > 0 {
				w.Velocity = append(w.Velocity, f*l.V*(2*rnd.Float64()-1))
			}
			if has > 1 {
				w.Acceleration = append(w.Acceleration, f*l.A*(2*rnd.Float64()-1))
			}
		}
		g.Points = append(g.Points, w)
	}
	if rnd.IntN(4) == 0 {
		g.Start = now + time.Duration(rnd.IntN(300))*time.Millisecond
	}
	return g
}

// TestReplacedInFlight executes random trajectories that replace each other at random times, with the speed scaled, some
// cancelled: no command breaks a limit, and each goal ends with an answer. SINEW_LONG=1 runs 10 000 of them.
func TestReplacedInFlight(t *testing.T) {
	trials := 200
	if os.Getenv("SINEW_LONG") != "" {
		trials = 10000
	}
	seed := uint64(1)
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 2))
	limits := panda()
	r := newRig(t, limits, []float64{0, -0.8, 0, -2.3, 0, 1.5, 0.8}, nil)
	count := map[Phase]int{}
	for k := range trials {
		g := wild(rnd, limits, r.x[:7], uint32(k+1), r.io.Now)
		if r.seen == 0 {
			r.step()
		}
		if s := r.c.Execute(&g, r.io); s.Phase == Refused {
			t.Fatalf("trial %d: %s", k, s.Why)
		}
		if rnd.IntN(5) == 0 {
			r.io.SetReference(0, rnd.Float64())
		} else {
			r.io.SetReference(0, 1)
		}
		if rnd.IntN(2) == 0 || k == trials-1 { // to its end
			r.io.SetReference(0, 1)
			s := r.run(g.ID, 60*time.Second)
			count[s.Phase]++
			if s.Phase != Succeeded || s.ID != g.ID {
				m := r.c.motion
				t.Fatalf("trial %d: %+v: on the path %v, at %g s of %g, %d cycles left\ncommand %v\nvelocity %v\npath %v\nerror %v", k, s, m.on, m.t, m.path.End(),
					m.sampler.Left(), m.x, m.dx, m.p, r.c.error)
			}
			for i, x := range g.Points[len(g.Points)-1].Position {
				if d := r.x[i] - x; d > 1e-6 || d < -1e-6 {
					t.Fatalf("trial %d: joint %d ended %g off", k, i, d)
				}
			}
		} else {
			for range rnd.IntN(1500) {
				r.step()
			}
			if rnd.IntN(4) == 0 {
				r.c.Cancel(Cancel{})
			}
		}
		if r.broken > 0 {
			t.Fatalf("trial %d: %d limits broken, the worst by a factor of %g", k, r.broken, r.worst)
		}
	}
	t.Logf("%d trajectories, %d cycles, 0 limits broken, ends %v", trials, r.seen, count)
}
