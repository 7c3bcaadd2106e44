package link

import (
	"encoding/binary"
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/robot/franka/remote/virtual"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// program is a libfranka program connected to the robot on virtual time: it takes the newest state, spends delay on it, and
// answers. Both directions of FCI are channels.
type program struct {
	*rig
	motion      remote.Motion
	delay       time.Duration
	constant    bool // the motion's time advances by 1 ms a call, not by the robot's period
	there, back *impair.Channel

	now      time.Duration // the robot's tick
	free     time.Duration // when the callback returns
	answered uint64        // number of the last answered state
	fresh    *franka.State // state that waits for the callback
	came     time.Duration // when it came
	states   [32]franka.State
	t        time.Duration // the motion's own time
	finished bool
	missed   int
}

// outcome is how a motion ended.
type outcome struct {
	completed bool
	errors    franka.Errors
	at        time.Duration // time since its beginning
	cycles    int
	missed    int // cycles without a command in time
}

// runProgram runs the seed's Cartesian motion with p and returns how it ends.
func runProgram(p *program, there, back impair.Config) (o outcome, err error) {
	p.motion = &remote.Cartesian{}
	if p.rig, err = newRig(1); err != nil {
		return o, err
	}
	if p.there, err = impair.New(there); err != nil {
		return o, err
	}
	if p.back, err = impair.New(back); err != nil {
		return o, err
	}
	if err = p.move(franka.GenerateCartesianPose); err != nil {
		return o, err
	}
	for o.cycles = 0; o.cycles < 20000; o.cycles++ {
		p.cycle()
		if end, ok := p.Outcome(); ok {
			o.completed, o.errors, o.missed = end.Status == franka.Success, end.Motion.Errors, p.missed
			o.at = time.Duration(o.cycles) * time.Millisecond
			return o, nil
		}
	}
	return o, fmt.Errorf("the motion has not ended after %d cycles", o.cycles)
}

// cycle simulates one of the robot's milliseconds: the state is sent at its beginning, and commands are accepted for as
// long as by the robot of the other experiments.
func (p *program) cycle() {
	s := p.State()
	p.there.Send(p.now, binary.LittleEndian.AppendUint64(nil, s.ID))
	p.states[s.ID%uint64(len(p.states))] = *s
	var in *franka.Command
	end := p.now + time.Millisecond
	for {
		state, a := p.there.Next()
		command, b := p.back.Next()
		next := end
		if a {
			next = min(next, state)
		}
		if b {
			next = min(next, command)
		}
		switch {
		case p.call(next):
		case next == end:
			p.finish(in)
			return
		case a && state == next:
			m, _ := p.there.Receive(state)
			if id := binary.LittleEndian.Uint64(m); id > p.answered && s.ID-id < uint64(len(p.states)) {
				p.fresh, p.came = &p.states[id%uint64(len(p.states))], state
			}
		default:
			m, _ := p.back.Receive(command)
			if binary.LittleEndian.Uint64(m) == s.ID && command <= p.now+virtual.Budget {
				in = &p.cmd
			}
		}
	}
}

// call runs the callback on the newest state if it begins before the time given.
func (p *program) call(before time.Duration) bool {
	at := max(p.came, p.free)
	if p.fresh == nil || at >= before {
		return false
	}
	s := p.fresh
	if p.answered != 0 {
		if p.t += time.Millisecond; !p.constant {
			p.t += time.Duration(s.ID-p.answered-1) * time.Millisecond
		}
	}
	p.answered, p.fresh, p.free = s.ID, nil, at+p.delay
	p.finished = p.motion.Next(p.t, s, &p.cmd) || p.finished
	p.cmd.ID, p.cmd.Finished = s.ID, p.finished
	p.back.Send(p.free, binary.LittleEndian.AppendUint64(nil, s.ID))
	return true
}

// finish ends the robot's millisecond.
func (p *program) finish(in *franka.Command) {
	if in == nil || in.ID != p.State().ID {
		in = nil
		p.missed++
	}
	p.Step(in)
	p.now += time.Millisecond
}

// bears returns the greatest constant delay, in whole µs, with which the motion completes, −1 µs if there is none, and how
// it ends with one microsecond more.
func (b *experiments) bears(there, back impair.Config) (least time.Duration, beyond outcome, err error) {
	grain := time.Microsecond
	if b.o.tiny {
		grain = 700 * time.Microsecond
	}
	low, high := 0, int(1500*time.Microsecond/grain) // beyond 1 ms nothing comes in time
	for low < high {
		mid := (low + high) / 2
		o, err := runProgram(&program{delay: time.Duration(mid) * grain}, there, back)
		if err != nil {
			return 0, o, err
		}
		if o.completed {
			low = mid + 1
		} else {
			high, beyond = mid, o
		}
	}
	return time.Duration(low-1) * grain, beyond, nil
}

// constantDelay is the seed's test of section 2.6.4: how long the callback of the vendor's example may take.
func (b *experiments) constantDelay() error {
	b.Part("How much constant delay the robot bears (section 2.6.4)", "The vendor's example generate_cartesian_pose_motion with a "+
		"pause in each callback, on virtual time: the greatest one with which the motion completes. The simulated robot is that of all "+
		fmt.Sprintf("experiments here: it takes what comes within %v of its state; what the network takes away of that is written beside.", virtual.Budget))
	t := book.Table{Name: "constant_delay", Caption: fmt.Sprintf("Greatest constant delay per cycle (seed: %d µs on its NUC)", seedBudget),
		Columns: []string{"network between robot and program", "delay borne [µs]", "beyond it", "after [s]", "cycles missed"}}
	d := seedDelays()
	half := func(f fit) impair.Config {
		q := f.table()
		for i := range q {
			q[i] /= 2
		}
		return impair.Config{Spread: impair.Table, Table: q, Ordered: true, Seed: b.o.Seed}
	}
	lan := impair.Config{Delay: 100 * time.Microsecond}
	rows := []struct {
		name  string
		c     impair.Config
		quick bool
	}{
		{"none", impair.Config{}, true},
		{"100 µs each way", lan, true},
		{fmt.Sprintf("the seed's round trips (%s: %g to %g µs, mean %g)", d.boost.name, d.boost.min, d.boost.max, d.boost.mean), half(d.boost), false},
		{fmt.Sprintf("the seed's T2 (%s: %g to %g µs, mean %g)", d.async1T2.name, d.async1T2.min, d.async1T2.max, d.async1T2.mean), half(d.async1T2), false},
	}
	for i, r := range rows {
		if b.o.Quick && !r.quick || b.o.tiny && i > 0 {
			continue
		}
		back := r.c
		back.Seed++
		least, beyond, err := b.bears(r.c, back)
		if err != nil {
			return err
		}
		t.Add(report.Neutral, r.name, float64(least)/1e3, names(beyond.errors), beyond.at.Seconds(), beyond.missed)
		b.Figure(bench.Result{Name: fmt.Sprintf("constant_delay_%d", i+1), Value: float64(least) / 1e3, Unit: "us", Note: "network: " + r.name})
	}
	b.Table(t)
	b.Text("The seed's robot bore %d µs: its controller, cable, libfranka and an ordinary kernel on a small computer took the rest, and how "+
		"much each of them did it does not say. So the schemes below are tried with %v and with %d µs for the answer.", seedBudget, virtual.Budget, seedBudget)
	return b.constantPeriod()
}

// constantPeriod is the seed's test of section 2.5.4: the vendor's example with 0.001 s instead of the robot's period.
func (b *experiments) constantPeriod() error {
	t := book.Table{Name: "constant_period", Caption: "generate_cartesian_pose_motion with period.toSec(), and with the constant 0.001 (seed: with the constant, aborted by the acceleration)",
		Columns: []string{"states lost on the way", "time goes on by", "here", "error", "after [s]", "cycles without a command", "what follows"}}
	shares := []float64{0, 0.001, 0.01, 0.05}
	if b.o.tiny {
		shares = []float64{0, 0.05}
	}
	for _, share := range shares {
		for _, constant := range []bool{false, true} {
			o, err := runProgram(&program{constant: constant}, impair.Config{Loss: share, Seed: b.o.Seed}, impair.Config{Seed: b.o.Seed + 1})
			if err != nil {
				return err
			}
			by := "the period"
			if constant {
				by = "0.001 s"
			}
			word, follows := "aborted", "the robot goes on by itself while a state is lost, and the next pose lies where that does not lead"
			switch {
			case o.completed && share == 0:
				word, follows = "completed", "without losses both are the same"
			case o.completed:
				word, follows = "completed", "what the robot does in a cycle without a command leads near enough to the next pose"
			case constant:
				follows = "as the seed's: each lost state sets the motion back by a millisecond, and the arm with it"
			}
			t.Add(report.Neutral, fmt.Sprintf("%g %%", 100*share), by, word, names(o.errors), o.at.Seconds(), o.missed, follows)
			value := 0.0
			if o.completed {
				value = 1
			}
			b.Figure(bench.Result{Name: fmt.Sprintf("constant_period_%v_%g", constant, 100*share), Value: value, Unit: "completed"})
		}
	}
	b.Table(t)
	return nil
}
