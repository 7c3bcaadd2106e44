package link

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/bench/link/scheme"
	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// clocked is a scheme whose times are measured on the real clock.
type clocked struct {
	scheme  remote.Scheme
	section string
	samples int
	t1, t2  *fit // the seed's
	other   *fit // the seed's second figure for T1
	what    string
}

func clockedSchemes() []clocked {
	d := seedDelays()
	return []clocked{
		{scheme.Sync{Log: new(scheme.Exchanges)}, "2.4.3", 500, nil, nil, nil, "first synchronous"},
		{scheme.Async1{}, "2.5.3", 500, &d.async1T1, nil, nil, "asynchronous 1"},
		{scheme.Simple{}, "2.6.3", 1000, &d.boost, nil, &d.c, "simplest synchronous: round trips"},
		{scheme.Async2{}, "2.7.3", 1000, &d.async2, nil, nil, "asynchronous 2"},
		{scheme.Async3{CommandTime: time.Hour}, "2.8.3", 1000, &d.async3T1, nil, nil, "asynchronous 3"},
		{remote.Smooth{}, "–", 1000, nil, nil, nil, "smooth"},
	}
}

// timing measures T1 and T2 of the schemes.
func (b *experiments) timing() error {
	b.Part("Times on the real clock (sections 2.4.3, 2.5.3, 2.6.3, 2.7.3, 2.8.3)", "Interface and application in this process, over loopback; the simulated robot "+
		b.where()+". T1 is the time inside the robot's cycle, T2 that of a packet in the other thread: from its arrival there to the answer, or until it is stored. "+
		"The motion commands a standing arm, so that no scheme is ended by the robot before there are enough samples. The seed's figures are from its own computer and robot. "+
		"Its T2 of asynchronous 1 and 3 are not put beside ours: what their thread does in that time, waiting included, its figures do not say.")
	robot, err := b.newArm()
	if err != nil {
		return err
	}
	defer robot.close()
	t := book.Table{Name: "times", Caption: "Times in µs", Columns: []string{"scheme", "samples", "average", "median", "p99", "max", "min", "seed: average", "max", "min"}}
	for _, c := range clockedSchemes() {
		if err := b.clocked(&t, c, robot.addr); err != nil {
			return fmt.Errorf("%v: %w", c.scheme, err)
		}
	}
	b.Table(t)
	return b.roundTrips()
}

// where says in what kind of process the simulated robot runs.
func (b *experiments) where() string {
	if len(b.o.Sinew) == 0 {
		return "runs in a thread of it, too"
	}
	return "in a process of its own"
}

// clocked measures the times of one scheme.
func (b *experiments) clocked(t *book.Table, c clocked, addr string) error {
	samples := c.samples
	switch {
	case b.o.tiny:
		samples = 50
	case b.o.Quick:
		samples /= 5
	}
	if err := ready(addr); err != nil {
		return err
	}
	x := session{
		config:  remote.Config{Scheme: c.scheme, Compression: link.Delta, Local: &still{}},
		motion:  &still{},
		samples: samples, rt: b.realtime(),
		most: time.Duration(samples)*10*time.Millisecond + 20*time.Second,
		enough: func(i *remote.Interface, _ *franka.State) bool {
			n := i.Stats()
			return n.T1.N >= samples && (!c.scheme.Manner().Threaded || c.scheme == remote.Scheme(scheme.Async2{}) || n.T2.N >= samples)
		},
	}
	r, err := b.sampled(x, addr)
	if err != nil {
		return err
	}
	p := plot.Plot{Title: fmt.Sprintf("%s: %d samples", c.what, samples), XLabel: "sample", YLabel: "µs", LogY: true}
	rows := []struct {
		name string
		d    []time.Duration
		fits []*fit
	}{{"T1", r.T1, []*fit{c.t1, c.other}}, {"T2", r.T2, []*fit{c.t2}}}
	var columns [][]float64
	for _, row := range rows {
		us := micro(row.d)
		columns = append(columns, us)
		if len(us) == 0 || row.name == "T2" && c.scheme == remote.Scheme(scheme.Async2{}) {
			continue
		}
		s := statsOf(us)
		cells := []any{fmt.Sprintf("%s: %s", c.what, row.name), len(us), s.mean, s.p50, s.p99, s.max, s.min}
		if f := row.fits[0]; f != nil {
			t.Add(report.Neutral, append(cells, f.mean, f.max, f.min)...)
		} else {
			t.Add(report.Neutral, append(cells, "–", "–", "–")...)
		}
		if len(row.fits) > 1 && row.fits[1] != nil {
			f := row.fits[1]
			t.Add(report.Neutral, c.what+", the seed's C program", "", "", "", "", "", "", f.mean, f.max, f.min)
		}
		p.Series = append(p.Series, plot.Series{Name: row.name, Unit: "µs", X: count(len(us)), Y: us, Style: plot.Points})
		f := bench.Result{Name: fmt.Sprintf("%v_%s_average", c.scheme, row.name), Value: s.mean, Unit: "us",
			Note: fmt.Sprintf("%d samples: p50 %.3g, p99 %.4g, max %.4g, min %.3g us", len(us), s.p50, s.p99, s.max, s.min)}
		if g := row.fits[0]; g != nil {
			f = f.Against("the seed", g.mean)
		}
		b.Figure(f)
	}
	if first, ok := c.scheme.(scheme.Sync); ok {
		b.exchanges(t, c.what, first.Log)
	}
	b.Plot(p)
	b.CSV(fmt.Sprintf("times-%v.csv", c.scheme), []string{"t1_us", "t2_us"}, columns...)
	if c.scheme == remote.Scheme(scheme.Simple{}) {
		return b.measuredDelay(columns[0])
	}
	return nil
}

// exchanges adds how long the first synchronous scheme sent, and then waited for the answer, in the robot's loop.
func (b *experiments) exchanges(t *book.Table, what string, log *scheme.Exchanges) {
	d := seedDelays()
	for _, part := range []struct {
		name string
		us   []float64
		max  any
		min  float64
	}{{"sending", micro(log.Sent), d.send.max, d.send.min}, {"receiving", micro(log.Received), "–", d.receive.min}} {
		s := statsOf(part.us)
		t.Add(report.Neutral, what+": "+part.name, len(part.us), s.mean, s.p50, s.p99, s.max, s.min, "–", part.max, part.min)
		b.Figure(bench.Result{Name: "sync_" + part.name + "_average", Value: s.mean, Unit: "us"})
	}
}

// sampled runs x until it has its samples. If the machine stops for 20 ms that ends a motion, and another one is
// tried.
func (b *experiments) sampled(x session, addr string) (r remote.Report, err error) {
	for range 6 {
		if r, _, err = x.through(addr); err == nil {
			return r, nil
		}
		b.Say("  %v: once more: %v", x.config.Scheme, err)
		x.motion = &still{}
	}
	return r, err
}

// measuredDelay repeats the constant-delay test with the round trips measured here as the network.
func (b *experiments) measuredDelay(us []float64) error {
	q := quantiles(us, min(len(us), 200))
	for i := range q {
		q[i] /= 2
	}
	c := impair.Config{Spread: impair.Table, Table: q, Ordered: true, Seed: b.o.Seed}
	back := c
	back.Seed++
	least, beyond, err := b.bears(c, back)
	if err != nil {
		return err
	}
	s := statsOf(us)
	name := fmt.Sprintf("the round trips just measured (%.0f to %.0f µs, mean %.0f)", s.min, s.max, s.mean)
	b.Append("constant_delay", name, float64(least)/1e3, names(beyond.errors), beyond.at.Seconds(), beyond.missed)
	b.Figure(bench.Result{Name: "constant_delay_measured", Value: float64(least) / 1e3, Unit: "us", Note: "network: " + name})
	return nil
}

// quantiles are n+1 quantiles of xs in µs, at equal distances of probability.
func quantiles(xs []float64, n int) []time.Duration {
	s := append([]float64(nil), xs...)
	q := make([]time.Duration, n+1)
	for i := range q {
		q[i] = time.Duration(bench.Quantile(s, float64(i)/float64(n)) * 1e3)
	}
	return q
}
