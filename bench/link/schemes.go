package link

import (
	"cmp"
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/bench/link/scheme"
	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/robot/franka/remote/virtual"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// ways are the links over which every scheme is tried.
type way struct {
	name    string
	set     func(s *virtual.Setup, d delays)
	hard    bool // it has the seed's delays, or worse
	quick   bool // also in a quick run
	plotted bool
}

func ways() []way {
	seed := func(s *virtual.Setup, d delays) { d.apply(s) }
	return []way{
		{name: "ideal", set: func(*virtual.Setup, delays) {}, quick: true},
		{name: "as the seed measured", set: seed, hard: true, quick: true, plotted: true},
		{name: fmt.Sprintf("the same, %d µs for the answer", seedBudget), hard: true, set: func(s *virtual.Setup, d delays) {
			seed(s, d)
			s.Budget = seedBudget * time.Microsecond
		}},
		{name: "5 ms ± 1 ms, 5 % lost", hard: true, set: func(s *virtual.Setup, _ delays) {
			s.Up = impair.Config{Delay: 5 * time.Millisecond, Jitter: time.Millisecond, Loss: 0.05, Seed: s.Seed}
			s.Down = s.Up
			s.Down.Seed++
		}},
	}
}

// apply gives a setup the delays that the seed measured for its scheme. The sixth scheme gets the worst of them.
func (d delays) apply(s *virtual.Setup) {
	table := func(f fit) virtual.Delay { return virtual.Table(f.table()) }
	const loopback = 10 * time.Microsecond
	s.Up.Delay, s.Down.Delay = loopback, loopback
	switch s.Config.Scheme.(type) {
	case scheme.Sync:
		s.Loop, s.Answer = table(d.send), table(d.receive)
	case scheme.Async1:
		s.Loop, s.Wake, s.Answer = table(d.async1T1), table(d.async1T2), virtual.Fixed(loopback)
	case scheme.Simple:
		s.Answer = table(d.boost)
	case scheme.Async2:
		q := d.async2.table()
		for i, least := 0, q[0]; i < len(q); i++ {
			q[i] -= least
		}
		s.Loop, s.Answer = virtual.Table(q), table(d.boost)
	case scheme.Async3:
		s.Loop, s.Wake = table(d.async3T1), table(d.async3T2)
	default:
		s.Loop, s.Wake, s.Answer, s.Tick = table(d.async1T1), table(d.async1T2), table(d.boost), table(d.async1T2)
	}
}

// trial is a scheme with its parameters.
type trial struct {
	name, key string
	scheme    remote.Scheme
	waits     string // how long it waits within the robot's cycle
	seed      string // what happened in the seed's experiment
	completed bool   // whether the seed's motion completed
}

func trials() []trial {
	blocks := "until the answer comes"
	return []trial{
		{"sync", "sync", scheme.Sync{}, blocks, "aborted: communication too slow", false},
		{"async1", "async1", scheme.Async1{}, "–", "aborted: acceleration", false},
		{"simple", "simple", scheme.Simple{Wait: time.Second}, blocks, "aborted: acceleration, discontinuity", false},
		{"simple, gives up", "simple_300us", scheme.Simple{}, "300 µs, not the seed's", "–", false},
		{"async2", "async2", scheme.Async2{}, "300 µs", "aborted", false},
		{"async3, commands 20 s at once", "async3_20s", scheme.Async3{CommandTime: 20 * time.Second}, "–", "ran while the commanded time was far", true},
		{"async3, commands 8 s", "async3_8s", scheme.Async3{CommandTime: 8 * time.Second}, "–", "aborted near the commanded time: acceleration", false},
		{"smooth", "smooth", remote.Smooth{}, "–", "–", false},
	}
}

// follows explains the outcome compared with the seed's.
func (t trial) follows(w way, completed bool, missed int) string {
	switch {
	case t.seed == "–" && completed:
		return ""
	case t.seed == "–":
		return "not one of the seed's programs"
	case !w.hard && !t.completed && completed:
		return "without the seed's delays there is nothing to abort"
	case completed == t.completed && !completed:
		return fmt.Sprintf("as the seed's, with %d cycles without a command", missed)
	case completed == t.completed:
		return "as the seed's"
	case completed:
		return "NOT as the seed's: with these delays and this budget the scheme completes; what ended the seed's must have taken more"
	}
	return "NOT as the seed's"
}

// schemes runs the seed's Cartesian motion with every scheme over every link.
func (b *experiments) schemes() error {
	b.Part("Does generate_cartesian_pose_motion complete?", "Every scheme on virtual time with the simulated robot (protocol 5), "+
		"on an ideal link, on the seed's own, and on one that loses packets. The same seed gives the same outcome to the bit. How long a scheme waits, and for how "+
		"long after its state the robot takes a command, stand in each row: the seed states neither of the robot, and its outcomes depend on both.")
	b.fits()
	t := book.Table{Name: "schemes", Caption: "Outcome by scheme and link", Columns: []string{"scheme", "waits in the robot's cycle", "link", "robot takes a command for [µs]", "seed", "here", "error", "after [s]",
		"cycles without a command", "what follows", "greatest velocity / limit", "acceleration / limit", "jerk / limit"}}
	links, completed := 0, 0
	for _, tr := range trials() {
		for i, w := range ways() {
			if b.o.Quick && !w.quick || b.o.tiny && !w.plotted {
				continue
			}
			ok, err := b.trial(&t, tr, i, w)
			if err != nil {
				return err
			}
			if tr.key == "smooth" {
				links++
				if ok {
					completed++
				}
			}
		}
	}
	b.Table(t)
	b.Fact("smooth completes the Cartesian motion", fmt.Sprintf("on %d of %d links", completed, links), completed == links)
	b.Text("Limits are those of Cartesian commands: 1.7 m/s, 13 m/s², 6500 m/s³.")
	return nil
}

// trial runs one scheme over one link and reports whether the motion completed.
func (b *experiments) trial(t *book.Table, tr trial, i int, w way) (completed bool, err error) {
	s := virtual.Setup{Config: remote.Config{Scheme: tr.scheme, Unlimited: true, Compression: link.Delta}, Motion: &remote.Cartesian{}, Seed: b.o.Seed, Cycles: 30000}
	w.set(&s, seedDelays())
	seen := &trail{}
	s.Watch = seen.look
	r, err := virtual.Run(s)
	if err != nil {
		return false, fmt.Errorf("%s: %w", tr.name, err)
	}
	verdict, word := report.Neutral, "aborted"
	if r.Completed {
		word = "completed"
	}
	budget := cmp.Or(s.Budget, virtual.Budget)
	if r.Errors == 0 && r.Err == nil && !r.Completed {
		word = "did not get on"
	}
	if isSmooth := tr.key == "smooth"; isSmooth && r.Completed {
		verdict = report.Good
	} else if isSmooth {
		verdict = report.Bad
	}
	what := names(r.Errors)
	if what == "" && r.Err != nil {
		what = r.Err.Error()
	}
	lim := franka.PandaLimits().Cartesian.Translation
	t.Add(verdict, tr.name, tr.waits, w.name, float64(budget)/1e3, tr.seed, word, what, r.At.Seconds(), r.Missed, tr.follows(w, r.Completed, r.Missed), peak(seen.v)/lim.V, peak(seen.a)/lim.A, peak(seen.j)/lim.J)
	value := 0.0
	if r.Completed {
		value = 1
	}
	b.Figure(bench.Result{Name: fmt.Sprintf("scheme_%s_link_%d", tr.key, i+1), Value: value, Unit: "completed",
		Note: fmt.Sprintf("%s: %v", w.name, r)})
	if w.plotted {
		b.trailPlots(tr, seen)
	}
	return r.Completed, nil
}

// fits lists the distributions that represent the seed's measurements.
func (b *experiments) fits() {
	d := seedDelays()
	t := book.Table{Name: "fits", Caption: "The delays of the seed's link, as modelled: the least plus an exponential distribution with the mean given; the last of n samples reaches the greatest",
		Columns: []string{"what", "min [µs]", "mean", "max", "n", "remark"}}
	for _, f := range []fit{d.send, d.receive, d.async1T1, d.async1T2, d.boost, d.c, d.async2, d.async3T1, d.async3T2} {
		t.Add(report.Neutral, f.name, f.min, f.mean, f.max, f.n, f.comment)
	}
	b.Table(t)
}

// trail is the tool's translation as commanded to the robot, with its differences.
type trail struct {
	x, dx, ddx   [3]float64
	started      bool
	t, v, a, j   []float64
	missed, time []float64
}

// look takes a cycle. If no command came the robot continues with the same acceleration.
func (r *trail) look(s *franka.State, c *franka.Command) {
	if !r.started {
		r.started = true
		copy(r.x[:], s.OTEEc[12:15])
	}
	var v, a, j [3]float64
	for i := range r.x {
		if c != nil {
			v[i] = (c.OTEEc[12+i] - r.x[i]) / period
			a[i] = (v[i] - r.dx[i]) / period
		} else {
			a[i] = r.ddx[i]
			v[i] = r.dx[i] + a[i]*period
		}
		j[i] = (a[i] - r.ddx[i]) / period
		r.x[i] += v[i] * period
		r.dx[i], r.ddx[i] = v[i], a[i]
	}
	r.t = append(r.t, float64(len(r.t))*period)
	r.v, r.a, r.j = append(r.v, norm(v[0], v[1], v[2])), append(r.a, norm(a[0], a[1], a[2])), append(r.j, norm(j[0], j[1], j[2]))
	if c == nil {
		r.missed, r.time = append(r.missed, 0), append(r.time, r.t[len(r.t)-1])
	}
}

// trailPlots draws velocity, acceleration and jerk as commanded to the robot.
func (b *experiments) trailPlots(tr trial, r *trail) {
	lim := franka.PandaLimits().Cartesian.Translation
	for _, p := range []struct {
		name, unit string
		y          []float64
		limit      float64
	}{{"velocity", "m/s", r.v, lim.V}, {"acceleration", "m/s²", r.a, lim.A}, {"jerk", "m/s³", r.j, lim.J}} {
		q := plot.Plot{Title: tr.name + ": commanded " + p.name, XLabel: "time [s]", YLabel: p.unit, FromZero: true,
			Series: []plot.Series{{Name: p.name, Unit: p.unit, X: r.t, Y: p.y}}, Lines: []plot.Line{{Name: "limit", Value: p.limit}}}
		if len(r.time) > 0 {
			q.Series = append(q.Series, plot.Series{Name: "no command came", X: r.time, Y: r.missed, Style: plot.Points})
		}
		b.Plot(q)
	}
	b.CSV("scheme-"+tr.key+".csv", []string{"t_s", "v_m_s", "a_m_s2", "j_m_s3"}, r.t, r.v, r.a, r.j)
}
