package paths

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// shards is the number of independent attacks, so that figures do not depend on the number of processors.
const shards = 16

// attack sends n hostile proposals through the safety check and differentiates its output.
func attack(seed uint64, n int, emit bench.Emit) error {
	var broken [shards]int
	var count [shards][safety.EStop + 1]int
	errs := make([]error, shards)
	began := time.Now()
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			for i := w; i < shards; i += workers {
				broken[i], count[i], errs[i] = assault(seed, i, n/shards)
			}
		})
	}
	wg.Wait()
	took := time.Since(began)
	total, by := 0, [safety.EStop + 1]int{}
	for i := range shards {
		total += broken[i]
		for v, k := range count[i] {
			by[v] += k
		}
	}
	emit(bench.Result{Name: "safety: hostile proposals that broke a limit", Value: float64(total), Unit: "of " + fmt.Sprint(n/shards*shards),
		Note: fmt.Sprintf("%d passed, %d limited, %d coasting, %d rejected, %d stopping", by[0], by[1], by[2], by[3], by[4])})
	emit(bench.Result{Name: "safety: time per hostile proposal", Value: took.Seconds() * 1e9 * float64(workers) / float64(n), Unit: "ns"})
	return first(errs, 3)
}

func assault(seed uint64, shard, n int) (broken int, count [safety.EStop + 1]int, err error) {
	l := Limits([]float64{0, 20, 100, 1000}[shard%4])
	k, err := safety.NewChecker(safety.Config{Limits: l})
	if err != nil {
		return 0, count, err
	}
	home := spatial.Pose{P: spatial.V(0.4, 0, 0.3), R: spatial.IdentityRot()}
	if err := k.Reset(home); err != nil {
		return 0, count, err
	}
	space := l.Space()
	foe := foe{r: rand.New(rand.NewPCG(seed, uint64(shard)))}
	const T = motion.Period
	p, v, a := home.P, spatial.Vec3{}, spatial.Vec3{}
	for i := range n {
		if c := k.Command(); k.Stopped() && !c.Moving() && c.W == (spatial.Vec3{}) {
			if err := k.Reset(c.Pose()); err != nil {
				return broken, k.Count, err
			}
		}
		var out spatial.Pose
		if foe.r.IntN(64) == 0 {
			out, _ = k.Missing()
		} else {
			out, _ = k.Check(foe.propose(k.Command()))
		}
		v1 := out.P.Sub(p).Scale(1 / T)
		a1 := v1.Sub(v).Scale(1 / T)
		j := a1.Sub(a).Norm() / T
		const tol = 1 + 5e-6
		good := out.Finite() && v1.Norm() <= l.V*tol && a1.Norm() <= l.A*tol+1e-7 && (l.J == 0 || j <= l.J*tol+1e-6) && space.Clearance(out.P) >= -1e-8
		if !good {
			if broken++; err == nil {
				err = fmt.Errorf("paths: seed %d shard %d cycle %d: let out %v, speed %g, acceleration %g, jerk %g", seed, shard, i, out.P, v1.Norm(), a1.Norm(), j)
			}
		}
		p, v, a = out.P, v1, a1
	}
	return broken, k.Count, err
}

// foe proposes what a broken planner might: every kind for a random time.
type foe struct {
	r    *rand.Rand
	kind int
	left int
	dir  spatial.Vec3
}

func (f *foe) propose(c motion.Command) spatial.Pose {
	const T = motion.Period
	if f.left--; f.left < 0 {
		f.kind, f.left = f.r.IntN(8), f.r.IntN(150)
		f.dir, _ = spatial.V(f.r.NormFloat64(), f.r.NormFloat64(), f.r.NormFloat64()).Unit()
	}
	p, on := c.Pose(), c.V.Add(c.A.Scale(T))
	noise := spatial.V(f.r.NormFloat64(), f.r.NormFloat64(), f.r.NormFloat64())
	switch f.kind {
	case 0: // steady push along a line, within the jerk limit where it can
		p.P = c.P.Add(on.Add(f.dir.Scale(0.3 * T)).Scale(T))
	case 1: // far off
		p.P = c.P.Add(f.dir.Scale(0.05 + 0.06*f.r.Float64()))
	case 2: // noise
		p.P = c.P.Add(c.V.Scale(T)).Add(noise.Scale(0.0003))
		p.R = spatial.Exp(noise).Mul(c.R)
	case 3: // stands still, suddenly
	case 4: // back where it came from
		p.P = c.P.Sub(c.V.Scale(T))
	case 5: // not a number, now and then
		p.P = c.P.Add(on.Scale(T))
		if f.r.IntN(6) == 0 {
			p.P.X = []float64{math.NaN(), math.Inf(1), -1e308}[f.r.IntN(3)]
		}
	case 6: // full speed along a line
		p.P = c.P.Add(f.dir.Scale(0.5 * T))
	default: // round in circles, at all limits
		u, _ := c.V.Cross(f.dir).Unit()
		p.P = c.P.Add(c.V.Add(u.Scale(2 * T)).Limit(0.5).Scale(T))
	}
	return p
}
