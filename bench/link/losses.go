package link

import (
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/robot/franka/remote/virtual"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// lossCycles is how many cycles of random motion each kind of loss gets: the bar for the sixth scheme.
const lossCycles = 1_000_000

// lossKind is one way to lose packets, in both directions.
type lossKind struct {
	name, key string
	c         impair.Config
	leg       virtual.Leg // losses between robot and interface
}

func lossKinds() []lossKind {
	base := impair.Config{Delay: 2 * time.Millisecond, Jitter: 500 * time.Microsecond}
	with := func(set func(*impair.Config)) impair.Config {
		c := base
		set(&c)
		return c
	}
	kinds := []lossKind{{name: "none", key: "none", c: base}}
	for _, p := range []float64{1, 5, 20} {
		kinds = append(kinds, lossKind{name: fmt.Sprintf("%g %% of packets", p), key: fmt.Sprintf("iid_%g", p), c: with(func(c *impair.Config) { c.Loss = p / 100 })})
	}
	for _, n := range []int{5, 10, 19} {
		kinds = append(kinds, lossKind{name: fmt.Sprintf("%d in a row, every 300", n), key: fmt.Sprintf("burst_%d", n),
			c: with(func(c *impair.Config) { c.Bursts = impair.Bursts{Length: n, Every: 300} })})
	}
	kinds = append(kinds, lossKind{name: "5 % of packets, and 1 % of FCI's own between robot and interface", key: "leg",
		c: with(func(c *impair.Config) { c.Loss = 0.05 }), leg: virtual.Leg{States: 0.005, Commands: 0.005}})
	return append(kinds, lossKind{name: "everything at once: 5 %, bursts (Gilbert), 2 % held back, 2 % doubled, 1 % damaged", key: "all", c: with(func(c *impair.Config) {
		c.Loss, c.Reorder, c.Duplicate, c.Corrupt = 0.05, 0.02, 0.02, 0.01
		c.Gilbert = impair.Gilbert{Enter: 0.003, Leave: 0.25}
	})})
}

// spaces are the motions that are tried: joint positions and Cartesian poses.
func spaces() []franka.MotionGenerator {
	return []franka.MotionGenerator{franka.GenerateJointPosition, franka.GenerateCartesianPose}
}

func spaceName(g franka.MotionGenerator) string {
	if g == franka.GenerateCartesianPose {
		return "cartesian"
	}
	return "joint"
}

// survival is the result of random motion over one link.
type survival struct {
	judge
	runs, aborts            int
	errors                  franka.Errors
	coasted, replans, stops uint64
	limited, lost, sent     uint64
	err                     error
}

// survive runs random motion with the losses of k until the cycles are used up: if a run ends in an abort the next one
// begins with another seed.
func survive(g franka.MotionGenerator, k lossKind, cycles int, seed uint64) (v survival) {
	v.judge = *newJudge(franka.PandaLimits(), g == franka.GenerateCartesianPose)
	for v.Cycles < cycles && v.runs < 100 {
		v.runs++
		v.restart()
		seed++
		left := cycles - v.Cycles
		s := virtual.Setup{
			Config: remote.Config{Generator: g, Compression: link.Delta, Resume: true},
			Motion: newWander(g, franka.PandaLimits(), 0.49, time.Duration(left+3000)*time.Millisecond, seed),
			Seed:   seed, Up: k.c, Down: k.c, Leg: k.leg, Cycles: left + 10,
		}
		s.Up.Seed, s.Down.Seed = 2*seed, 2*seed+1
		s.Watch = func(s *franka.State, _ *franka.Command) { v.look(s) }
		r, err := virtual.Run(s)
		if err != nil {
			v.err = err
			return v
		}
		n := r.Interface
		v.coasted, v.replans, v.stops, v.limited = v.coasted+n.Coasted, v.replans+n.Replans, v.stops+n.Stops, v.limited+n.Limited
		v.lost, v.sent = v.lost+n.Lost, v.sent+r.Application.Sent.Packets
		switch {
		case r.Errors != 0:
			v.aborts++
			v.errors |= r.Errors
		case r.Err != nil:
			v.err = r.Err
			return v
		}
	}
	return v
}

// losses runs random motion over every kind of loss.
func (b *experiments) losses() error {
	cycles := lossCycles
	switch {
	case b.o.N > 0:
		cycles = b.o.N
	case b.o.Quick:
		cycles = 10_000
	}
	b.Part("Losses", fmt.Sprintf("The sixth scheme (smooth: deltas, CRC, three commands a packet) with %d cycles of random motion for each kind "+
		"of loss, in both directions, 2 ms ± 0.5 ms of delay: from one random state to the next at up to 0.49 of the joints' limits, as Config.Share "+
		"wants it, or of the tool as quick as that allows its joints. Violations are counted by the simulated robot and by backward "+
		"differences of its commands, joints and tool.", cycles))
	type job struct {
		g franka.MotionGenerator
		k lossKind
		v survival
	}
	var jobs []*job
	for _, g := range spaces() {
		for _, k := range lossKinds() {
			if b.o.tiny && k.key != "all" {
				continue
			}
			jobs = append(jobs, &job{g: g, k: k})
		}
	}
	parallel(len(jobs), func(i int) {
		j := jobs[i]
		j.v = survive(j.g, j.k, cycles, b.o.Seed*1000+uint64(i)*100)
		b.Say("  %s, lost: %s: %d cycles, %d violations, %d aborts", spaceName(j.g), j.k.name, j.v.Cycles, j.v.Broken, j.v.aborts)
	})
	t := book.Table{Name: "losses", Caption: "Random motion under loss", Columns: []string{"motion", "lost", "cycles", "violations", "aborts by the robot",
		"stops", "cycles coasted", "replans", "packets lost of sent", "greatest share of limits: position", "velocity", "acceleration", "jerk"}}
	broken, ran := 0, 0
	for _, j := range jobs {
		v := &j.v
		if v.err != nil {
			return fmt.Errorf("%s, lost %s: %w", spaceName(j.g), j.k.name, v.err)
		}
		broken, ran = broken+v.Broken+v.aborts, ran+v.Cycles
		verdict := report.Good
		if v.Broken > 0 || v.aborts > 0 {
			verdict = report.Bad
		}
		aborts := fmt.Sprint(v.aborts)
		if v.errors != 0 {
			aborts += ": " + names(v.errors)
		}
		t.Add(verdict, spaceName(j.g), j.k.name, v.Cycles, v.Broken, aborts, v.stops, v.coasted, v.replans, fmt.Sprintf("%d of %d", v.lost, v.sent),
			v.Peak[0], v.Peak[1], v.Peak[2], v.Peak[3])
		b.Figure(bench.Result{Name: fmt.Sprintf("loss_%s_%s", spaceName(j.g), j.k.key), Value: float64(v.Broken + v.aborts), Unit: "violations",
			Note: fmt.Sprintf("%d cycles, lost %s; %d stops, %d cycles coasted, jerk up to %.2f of the limit", v.Cycles, j.k.name, v.stops, v.coasted, v.Peak[3])})
	}
	b.Table(t)
	b.Fact("violations under loss", fmt.Sprintf("%d in %.3g cycles", broken, float64(ran)), broken == 0)
	return b.bursts()
}

// parallel runs n jobs on all processors.
func parallel(n int, job func(i int)) {
	var wg sync.WaitGroup
	free := make(chan struct{}, runtime.NumCPU())
	for i := range n {
		free <- struct{}{}
		wg.Go(func() {
			job(i)
			<-free
		})
	}
	wg.Wait()
}

// burst is what followed when n packets in a row were lost.
type burst struct {
	judge
	began  int // cycle of the first lost packet
	stop   int // cycles from there until the arm began to stop, −1: it did not stop
	rest   int // and until it was at rest
	held   int // cycles it stayed at rest before the stop was acknowledged
	acks   int // stops acknowledged
	asked  bool
	result virtual.Result
	speed  []float64 // of the fastest joint, share of its limit
}

// runBurst loses n packets in a row three seconds into a random motion. The application acknowledges a stop half a second
// after the arm has come to rest.
func runBurst(g franka.MotionGenerator, n int, length time.Duration, seed uint64) (v burst, err error) {
	const begin, patience = 3000, 500
	v = burst{judge: *newJudge(franka.PandaLimits(), g == franka.GenerateCartesianPose), began: -1, stop: -1, rest: -1}
	var ctl *virtual.Control
	ideal := impair.Config{Delay: time.Millisecond}
	s := virtual.Setup{
		Config: remote.Config{Generator: g, Compression: link.Delta},
		Motion: newWander(g, franka.PandaLimits(), 0.49, length, seed), Seed: seed, Up: ideal, Down: ideal, Cycles: 20000,
	}
	s.Script = func(c *virtual.Control) {
		ctl = c
		switch c.Cycle {
		case begin:
			ideal.Loss = 1
			v.began = c.Cycle
		case begin + n:
			ideal.Loss = 0
		default:
			return
		}
		err = c.Up.Set(ideal)
	}
	s.Watch = func(s *franka.State, _ *franka.Command) {
		v.look(s)
		fastest := 0.0
		for i, l := range v.limits.Joints {
			fastest = max(fastest, max(s.DQd[i], -s.DQd[i])/l.V)
		}
		v.speed = append(v.speed, fastest)
		phase, since := ctl.Interface.Stats().Phase, ctl.Cycle-v.began
		switch {
		case v.began < 0:
		case v.stop < 0 && (phase == remote.Stopping || phase == remote.Stopped):
			v.stop = since
		case v.stop >= 0 && v.rest < 0 && phase == remote.Stopped:
			v.rest = since
		case v.rest >= 0 && phase == remote.Stopped && fastest < 1e-9:
			if v.held++; v.held >= patience {
				if !v.asked {
					v.acks++
				}
				v.asked = true
				ctl.Application.Acknowledge()
			}
		case v.rest >= 0 && phase == remote.Following:
			v.asked = false
		}
	}
	r, e := virtual.Run(s)
	if e != nil {
		return v, e
	}
	v.result = r
	return v, err
}

// bursts loses 19 packets and more in a row.
func (b *experiments) bursts() error {
	t := book.Table{Name: "bursts", Caption: "One burst in the middle of random motion, link of 1 ms; a stop is acknowledged after 0.5 s at rest",
		Columns: []string{"motion", "packets lost in a row", "stop begins after [cycles]", "at rest after [cycles]", "violations", "held until acknowledged", "stops acknowledged", "motion"}}
	length := 8 * time.Second
	sizes := []int{19, 20, 21, 30, 50, 100, 500}
	if b.o.Quick {
		sizes = []int{19, 21, 100}
	}
	if b.o.tiny {
		sizes, length = []int{100}, 3500*time.Millisecond
	}
	for _, g := range spaces() {
		for _, n := range sizes {
			v, err := runBurst(g, n, length, b.o.Seed+uint64(n))
			if err != nil {
				return err
			}
			stop, rest, held := "no stop", "", ""
			verdict := report.Good
			if v.stop >= 0 {
				stop, rest = fmt.Sprint(v.stop), fmt.Sprint(v.rest)
				held = map[bool]string{true: "yes", false: "NO"}[v.held >= 500]
			}
			if v.Broken > 0 || v.result.Errors != 0 || n >= 22 && (v.stop < 0 || v.stop > 21) || v.stop >= 0 && (v.held < 500 || !v.result.Completed) || n < 20 && v.stop >= 0 {
				verdict = report.Bad
			}
			t.Add(verdict, spaceName(g), n, stop, rest, v.Broken, held, v.acks, v.result.String())
			b.Figure(bench.Result{Name: fmt.Sprintf("burst_%s_%d", spaceName(g), n), Value: float64(v.stop), Unit: "cycles to the stop",
				Note: fmt.Sprintf("at rest after %d, %d violations, %d stops acknowledged; %v", v.rest, v.Broken, v.acks, v.result)})
			if n == 100 {
				b.burstPlot(g, &v)
			}
		}
	}
	b.Table(t)
	return nil
}

func (b *experiments) burstPlot(g franka.MotionGenerator, v *burst) {
	from, to := max(0, v.began-500), min(len(v.speed), v.began+2500)
	x := count(to - from)
	for i := range x {
		x[i] = float64(i+from) * period
	}
	b.Plot(plot.Plot{Title: spaceName(g) + ": 100 packets lost in a row, the fastest joint", XLabel: "time [s]", YLabel: "share of the velocity limit", FromZero: true,
		Series: []plot.Series{{Name: "velocity", X: x, Y: v.speed[from:to]}},
		Lines:  []plot.Line{{Name: "burst", Value: float64(v.began) * period, Vertical: true}, {Name: "over", Value: float64(v.began+100) * period, Vertical: true}}})
}
