package link

import (
	"fmt"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// bookkeeper measures how late states come in the robot's loop.
type bookkeeper struct {
	first, last uint64
	at          int64     // when the last state was answered
	late        []float64 // µs that a state came later than a millisecond per cycle after the one before
	cycles      int
	begun       bool
}

// look notes a state when it has been answered.
func (k *bookkeeper) look(s *franka.State) {
	now := rt.Now()
	if !k.begun {
		k.begun, k.first, k.last, k.at = true, s.ID, s.ID-1, now-int64(time.Millisecond)
	}
	k.cycles++
	k.late = append(k.late, max(0, float64(now-k.at)/1e3-float64(s.ID-k.last)*1e3))
	k.last, k.at = s.ID, now
}

// missedOf sums the lost commands that the simulated robot reports for its motions.
func missedOf(lines []string) (missed int) {
	for _, l := range lines {
		var n, of int
		if i := strings.LastIndex(l, "("); i >= 0 {
			if _, err := fmt.Sscanf(l[i:], "(%d of %d commands lost", &n, &of); err == nil {
				missed += n
			}
		}
	}
	return missed
}

// loop runs the robot's loop with the link inside it for a long time.
func (b *experiments) loop() error {
	length := b.o.For
	if length == 0 {
		length = 20 * time.Second
		if b.o.Quick {
			length = 3 * time.Second
		}
		if b.o.tiny {
			length = 300 * time.Millisecond
		}
	}
	b.Part("The loop on the real clock", fmt.Sprintf("The robot's loop at 1 kHz with the sixth scheme inside it for %v: simulated robot %s, interface and application "+
		"in this one, over loopback, deltas, three commands a packet. Beside it how late the robot's states themselves were: what the machine and the simulated robot's own thread take.",
		length, b.where()))
	robot, err := b.newArm()
	if err != nil {
		return err
	}
	closed := false
	defer func() {
		if !closed {
			robot.close()
		}
	}()
	if err := ready(robot.addr); err != nil {
		return err
	}
	k := &bookkeeper{late: make([]float64, 0, int(length/time.Millisecond)+10000)}
	undo := rt.Tune(rt.Tuning{})
	begun, used := rt.Now(), robot.used()
	l := &looped{k: k, rt: b.realtime()}
	for l.runs < 10 && k.cycles < int(length/time.Millisecond) && err == nil {
		err = l.run(robot.addr, length-time.Duration(k.cycles)*time.Millisecond)
	}
	wall, cpu := time.Duration(rt.Now()-begun), robot.used()-used
	undo()
	if err != nil {
		return err
	}
	closed = true
	if err := robot.close(); err != nil {
		return err
	}
	c, missing := b.besideC(k.cycles)
	if missing != nil {
		b.Text("A loop in C was not measured for comparison: it needs gcc. (%v)", missing)
	}
	return b.loopReport(l, length, cpu, wall, robot.lines(), c)
}

// looped is the result of the loop and its motions. If the machine stops for 20 ms the robot ends a motion, and
// another one continues for the rest of the time.
type looped struct {
	k      *bookkeeper
	runs   int
	aborts []string
	r      remote.Report // of the longest motion
	app    remote.Stats
	lost   uint64
	answer exec.Lateness
	rt     *rt.Options
}

func (l *looped) run(addr string, length time.Duration) error {
	l.runs++
	k := l.k
	k.begun = false
	before := k.cycles
	x := session{rt: l.rt,
		config: remote.Config{Compression: link.Delta}, motion: &endless{rounds: 1 << 20}, most: length + 30*time.Second,
		enough: func(_ *remote.Interface, s *franka.State) bool {
			k.look(s)
			return time.Duration(s.ID-k.first)*time.Millisecond >= length
		},
	}
	r, app, err := x.through(addr)
	if r.Number == 0 {
		return err
	}
	if err != nil {
		l.aborts = append(l.aborts, fmt.Sprintf("after %v: %v", time.Duration(k.cycles-before)*time.Millisecond, err))
	}
	l.lost += r.Robot.Lost
	l.answer.Merge(&r.Robot.Answer)
	if r.Stats.Cycles > l.r.Stats.Cycles {
		l.r, l.app = r, app
	}
	return nil
}

// loopReport reports how the loop went.
func (b *experiments) loopReport(l *looped, length, cpu, wall time.Duration, lines []string, c cLoop) error {
	k, r, app := l.k, &l.r, &l.app
	s, missed := statsOf(k.late), missedOf(lines)
	t1, answer := r.Stats.T1, &l.answer
	slow := uint64(0)
	answer.Each(func(from time.Duration, n uint64) {
		if from >= 500*time.Microsecond {
			slow += n
		}
	})
	us := func(d time.Duration) float64 { return float64(d) / 1e3 }
	t := book.Table{Name: "loop", Caption: "The loop", Columns: []string{"what", "value", "bar"}}
	verdict := func(ok bool) report.Verdict {
		if ok {
			return report.Good
		}
		return report.Bad
	}
	t.Add(report.Neutral, "cycles", fmt.Sprint(k.cycles), "")
	t.Add(verdict(missed == 0), "commands that the robot missed", fmt.Sprint(missed), "0 on a free machine")
	t.Add(report.Neutral, "states that never came to the client, or too late", fmt.Sprint(l.lost), "")
	t.Add(verdict(slow == 0), "answers later than 0.5 ms after their state's reception", fmt.Sprint(slow), "0 on a free machine")
	t.Add(verdict(t1.P50 <= 2*time.Microsecond), "time inside the robot's cycle, p50 [µs]", book.Number(us(t1.P50)), "≤ 2 (the seed's average 2.508)")
	t.Add(verdict(t1.P99 <= 20*time.Microsecond), "p99 [µs]", book.Number(us(t1.P99)), "≤ 20")
	t.Add(report.Neutral, "max [µs]", book.Number(us(t1.Max)), "(the seed's 109)")
	t.Add(report.Neutral, "from a state's reception to its command, p50, p99, max [µs]",
		fmt.Sprintf("%.3g, %.3g, %.4g", us(answer.Quantile(0.5)), us(answer.Quantile(0.99)), us(answer.Max())), "")
	t.Add(report.Neutral, "states at the client later than 1 ms after the one before, by p50, p99, max [µs]", fmt.Sprintf("%.3g, %.3g, %.4g", s.p50, s.p99, s.max), "")
	share := 100 * cpu.Seconds() / wall.Seconds()
	if cpu > 0 {
		t.Add(verdict(share <= 5), "processor time of the simulated robot [% of one core]", book.Number(share), "≤ 5")
	}
	if c.used > 0 {
		t.Add(verdict(missed <= c.missed), "commands that a loop in C with the same datagrams missed in as many cycles, right after it", fmt.Sprint(c.missed), "no fewer than the robot")
		b.Figure(bench.Result{Name: "loop_c_lost_cycles", Value: float64(c.missed), Unit: "cycles"})
	}
	if c.used > 0 && cpu > 0 {
		ratio := (cpu.Seconds() / wall.Seconds()) / (c.used.Seconds() / (float64(k.cycles) * period))
		t.Add(verdict(ratio <= 2), "processor time of the simulated robot compared with that loop's", fmt.Sprintf("%.2f times", ratio), "≤ 2")
		b.Figure(bench.Result{Name: "loop_robot_cpu_ratio", Value: ratio, Unit: "ratio", Note: "the simulated robot's process beside a loop in C with the same datagrams"})
	}
	down, up := float64(r.Stats.Sent.Bytes)/float64(max(1, r.Stats.Sent.Packets)), float64(app.Sent.Bytes)/float64(max(1, app.Sent.Packets))
	t.Add(report.Neutral, "payload of a packet with a state, with commands [B]", fmt.Sprintf("%.1f, %.1f", down, up), "≤ 20")
	t.Add(report.Neutral, "cycles coasted, replans, stops", fmt.Sprintf("%d, %d, %d", r.Stats.Coasted, r.Stats.Replans, r.Stats.Stops), "")
	t.Add(verdict(len(l.aborts) == 0), "motions that the robot ended", fmt.Sprintf("%d %s", len(l.aborts), strings.Join(l.aborts, "; ")), "0 on a free machine")
	b.Table(t)
	b.Text("The simulated robot said: %s.", strings.Join(lines, "; "))
	b.Figure(bench.Result{Name: "loop_lost_cycles", Value: float64(missed), Unit: "cycles", Note: fmt.Sprintf("of %d in %v; %d states never came in time, %d answers later than 0.5 ms", k.cycles, length, l.lost, slow)})
	b.Figure(bench.Result{Name: "loop_t1_p50", Value: us(t1.P50), Unit: "us", Note: "time inside the robot's cycle"})
	b.Figure(bench.Result{Name: "loop_t1_p99", Value: us(t1.P99), Unit: "us", Note: fmt.Sprintf("max %.4g us", us(t1.Max))})
	b.Figure(bench.Result{Name: "loop_state_lateness_p99", Value: s.p99, Unit: "us", Note: fmt.Sprintf("later than 1 ms after the state before, at the client: p50 %.3g, max %.4g us", s.p50, s.max)})
	if cpu > 0 {
		b.Figure(bench.Result{Name: "loop_robot_cpu", Value: share, Unit: "% of a core", Note: "the simulated robot's process"})
	}
	x := count(len(k.late))
	for i := range x {
		x[i] *= period
	}
	b.Plot(plot.Plot{Title: "how late the robot's states came after one another", XLabel: "time [s]", YLabel: "µs", Series: []plot.Series{{Name: "lateness", Unit: "µs", X: x, Y: k.late}}})
	b.Fact("in the robot's cycle, p50", fmt.Sprintf("%.3g µs", us(t1.P50)), t1.P50 <= 2*time.Microsecond)
	b.Fact("p99", fmt.Sprintf("%.3g µs", us(t1.P99)), t1.P99 <= 20*time.Microsecond)
	b.Fact("lost cycles", fmt.Sprintf("%d of %d", missed, k.cycles), missed == 0)
	return nil
}
