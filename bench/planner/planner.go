// Package planner measures the Cartesian planners: that of the thesis ("Lingua Franca in Robotics", sections 3.3 and
// 3.4) in its literal and its proportional form, and Sinew's servo, on an ideal plant. All figures except the times are
// exact and the same in every run.
package planner

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
)

const (
	distance = 0.3 // m, rest to rest
	period   = motion.Period
)

// plan is a planner in operation: it maps the pose that the robot shows to the next pose.
type plan func(shown spatial.Pose) spatial.Pose

// Run emits the figures of both planners.
func Run(o bench.Options, emit bench.Emit) error {
	for _, j := range []float64{0, 20, 100, 1000} {
		if err := arrival(j, emit); err != nil {
			return err
		}
	}
	for _, j := range []float64{0, 100} {
		rms, err := servoSine(j)
		if err != nil {
			return err
		}
		emit(bench.Result{Name: fmt.Sprintf("servo, jerk %s: sine rms", name(j)), Value: rms, Unit: "mm", Note: "0.1 m, 0.5 Hz, target seen at 30 Hz"}.
			Against("thesis planner, proportional, d_t from p_lo", thesisSine(motion.FromLookout)))
	}
	thesis(emit)
	if err := late(emit); err != nil {
		return err
	}
	return speed(o, emit)
}

func name(jerk float64) string {
	if jerk == 0 {
		return "unlimited"
	}
	return fmt.Sprintf("%g m/s³", jerk)
}

func at(x float64) spatial.Pose {
	p := spatial.Identity()
	p.P.X = x
	return p
}

func limits(jerk float64) motion.Limits {
	l := motion.DefaultLimits()
	l.J = jerk
	return l
}

// servo returns a servo at the origin whose target stays at goal.
func servo(jerk float64, goal spatial.Pose) (plan, error) {
	s, err := motion.NewServo(motion.ServoConfig{Limits: limits(jerk)})
	if err != nil {
		return nil, err
	}
	s.Reset(at(0))
	return func(shown spatial.Pose) spatial.Pose {
		s.Target(motion.Sighting{Pose: goal})
		p, _ := s.Next(motion.Input{Reading: shown, Read: true})
		return p
	}, nil
}

// course is the result of a planner's move of 0.3 m along x.
type course struct {
	over    float64 // m beyond the target
	arrived float64 // s after which it stays within a micrometre; 0: never
	swing   float64 // m peak to peak in the last third of the time
}

// drive runs a planner with a robot that shows poses late cycles old.
func drive(p plan, late, cycles int) (c course) {
	xs := make([]float64, 0, cycles)
	for n := range cycles {
		shown := 0.0
		if n > late {
			shown = xs[n-1-late]
		}
		xs = append(xs, p(at(shown)).P.X)
	}
	low, high := math.Inf(1), math.Inf(-1)
	settled := 0
	for n, x := range xs {
		c.over = max(c.over, x-distance)
		if math.Abs(x-distance) > 1e-6 {
			settled = n + 1
		}
		if n >= 2*cycles/3 {
			low, high = min(low, x), max(high, x)
		}
	}
	if settled < cycles {
		c.arrived = float64(settled+1) * period
	}
	c.swing = high - low
	return c
}

// arrival compares rest-to-rest moves with the continuous optimum d/v + v/a (+ a/j).
func arrival(jerk float64, emit bench.Emit) error {
	p, err := servo(jerk, at(distance))
	if err != nil {
		return err
	}
	c := drive(p, 0, 1500)
	l := limits(jerk)
	best := distance/l.V + l.V/l.A
	if jerk > 0 {
		best += l.A / jerk
	}
	title := fmt.Sprintf("servo, jerk %s: ", name(jerk))
	emit(bench.Result{Name: title + "arrival", Value: c.arrived, Unit: "s", Note: "0.3 m rest to rest, |error| ≤ 1 µm"}.Against("optimum", best))
	emit(bench.Result{Name: title + "overshoot", Value: max(0, c.over*1000), Unit: "mm"})
	return nil
}

// planned returns the thesis' planner at the origin, with its state derived from the poses that the robot shows.
func planned(t motion.Thesis, proportional bool, goal func() spatial.Pose) plan {
	last, first := at(0), true
	return func(shown spatial.Pose) spatial.Pose {
		if first {
			last, first = shown, false
		}
		v := t.V
		if proportional {
			v = t.Proportional(shown, goal())
		}
		next, _ := t.Next(last, shown, goal(), v)
		last = shown
		return next
	}
}

func thesis(emit bench.Emit) {
	goal := func() spatial.Pose { return at(distance) }
	headings := [...]string{motion.FromLookout: "d_t from p_lo", motion.FromCurrent: "d_t from p_c"}
	for _, h := range []motion.Heading{motion.FromLookout, motion.FromCurrent} {
		t := motion.DefaultThesis()
		t.Heading = h
		early, long := drive(planned(t, false, goal), 0, 1500), drive(planned(t, false, goal), 0, 7500)
		title := "thesis, literal, " + headings[h] + ": "
		emit(bench.Result{Name: title + "overshoot", Value: early.over * 1000, Unit: "mm"})
		emit(bench.Result{Name: title + "swing from 4 s to 6 s", Value: early.swing * 1000, Unit: "mm", Note: "peak to peak"})
		emit(bench.Result{Name: title + "swing from 20 s to 30 s", Value: long.swing * 1000, Unit: "mm", Note: "peak to peak"})
	}
	for _, gain := range []float64{3, 8, 10} {
		t := motion.DefaultThesis()
		t.Gain = gain
		c := drive(planned(t, true, goal), 0, 3000)
		title := fmt.Sprintf("thesis, speed %g/s × distance: ", gain)
		emit(bench.Result{Name: title + "overshoot", Value: max(0, c.over*1000), Unit: "mm"})
		emit(bench.Result{Name: title + "arrival", Value: c.arrived, Unit: "s", Note: "|error| ≤ 1 µm for good; 0: never"})
	}
}

// sine returns the target at time t: 0.1 m, 0.5 Hz.
func sine(t float64) float64 { return 0.1 * math.Sin(math.Pi*t) }

// follow returns the rms distance in mm to the sine from 2 s to 20 s. see is called at 30 Hz with the target.
func follow(p plan, see func(target spatial.Pose, age float64)) float64 {
	sum, n, shots := 0.0, 0, 0
	x := 0.0
	for i := range 5000 {
		now := float64(i) * period
		if shot := float64(shots) / 30; now >= shot {
			see(at(sine(shot)), now-shot)
			shots++
		}
		x = p(at(x)).P.X
		if i >= 500 {
			e := x - sine(now+period)
			sum += e * e
			n++
		}
	}
	return 1000 * math.Sqrt(sum/float64(n))
}

func servoSine(jerk float64) (float64, error) {
	s, err := motion.NewServo(motion.ServoConfig{Limits: limits(jerk)})
	if err != nil {
		return 0, err
	}
	s.Reset(at(0))
	return follow(func(shown spatial.Pose) spatial.Pose {
		p, _ := s.Next(motion.Input{Reading: shown, Read: true})
		return p
	}, func(target spatial.Pose, age float64) { s.Target(motion.Sighting{Pose: target, Age: age}) }), nil
}

func thesisSine(h motion.Heading) float64 {
	t := motion.DefaultThesis()
	t.Heading, t.Gain = h, 8
	goal := at(0)
	return follow(planned(t, true, func() spatial.Pose { return goal }), func(target spatial.Pose, _ float64) { goal = target })
}

// late closes the loop with readings that are 12 ms old.
func late(emit bench.Emit) error {
	p, err := servo(100, at(distance))
	if err != nil {
		return err
	}
	ours := drive(p, 3, 3000)
	t := motion.DefaultThesis()
	t.Gain = 8
	theirs := drive(planned(t, true, func() spatial.Pose { return at(distance) }), 3, 3000)
	emit(bench.Result{Name: "readings 12 ms old: swing from 8 s to 12 s", Value: ours.swing * 1000, Unit: "mm"}.
		Against("thesis planner, proportional", theirs.swing*1000))
	emit(bench.Result{Name: "readings 12 ms old: overshoot", Value: max(0, ours.over*1000), Unit: "mm"}.
		Against("thesis planner, proportional", theirs.over*1000))
	return nil
}

// speed measures the time of a cycle: median of batches.
func speed(o bench.Options, emit bench.Emit) error {
	batches := 200
	if o.Quick {
		batches = 20
	}
	s, err := motion.NewServo(motion.ServoConfig{Limits: limits(100)})
	if err != nil {
		return err
	}
	s.Reset(at(0))
	k, err := safety.NewChecker(safety.Config{Limits: safety.Limits{
		Limits: limits(100), Workspace: motion.Workspace{Low: spatial.V(-0.6, -0.6, -0.6), High: spatial.V(0.6, 0.6, 0.6)}, Floor: -1}})
	if err != nil {
		return err
	}
	if err := k.Reset(at(0)); err != nil {
		return err
	}
	i, wish, now := 0, at(0), at(0)
	following := func() {
		i++
		if t := float64(i) * period; i%8 == 0 {
			g := at(sine(t))
			g.P.Y = 0.15 * math.Cos(1.3*t)
			s.Target(motion.Sighting{Pose: g})
		}
		wish, _ = s.Next(motion.Input{Reading: now, Read: true})
	}
	check := func() { now, _ = k.Check(wish) }
	t, last := motion.DefaultThesis(), at(0)
	theirs := func() {
		p, _ := t.Next(last, now, at(distance), t.Proportional(now, at(distance)))
		last = p
	}
	var plan, checked, thesis []float64
	for range batches {
		var a, b time.Duration
		for range 250 {
			t0 := time.Now()
			following()
			t1 := time.Now()
			check()
			a, b = a+t1.Sub(t0), b+time.Since(t1)
		}
		t0 := time.Now()
		for range 250 {
			theirs()
		}
		plan, checked = append(plan, float64(a)/250), append(checked, float64(b)/250)
		thesis = append(thesis, float64(time.Since(t0))/250)
	}
	emit(bench.Result{Name: "servo: time per cycle", Value: bench.Median(plan), Unit: "ns", Note: "jerk 100 m/s³, moving target, one clock read included"}.
		Against("thesis planner", bench.Median(thesis)))
	emit(bench.Result{Name: "safety check: time per cycle", Value: bench.Median(checked), Unit: "ns", Note: "one clock read included"})
	emit(bench.Result{Name: "servo and safety check: allocations per cycle", Value: testing.AllocsPerRun(1000, func() { following(); check() }), Unit: "allocs"})
	emit(bench.Result{Name: "servo's commands changed by the safety check", Value: float64(k.Count[safety.Limited]), Unit: "cycles",
		Note: fmt.Sprintf("of %d", k.Count[safety.Limited]+k.Count[safety.Pass])})
	return nil
}
