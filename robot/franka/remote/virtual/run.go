package virtual

import (
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// workAfter is how long after the interface's cycle its other thread sends the state.
const workAfter = 20 * time.Microsecond

// start makes the robot begin its motion.
func (w *world) start() error {
	g := w.s.Config.Generator
	if g == franka.GenerateIdle {
		g = franka.GenerateCartesianPose
	}
	m := franka.MoveRequest{Generator: g, Controller: franka.JointImpedance, Path: franka.DefaultDeviation, Goal: franka.DefaultDeviation}
	if s := w.robot.Move(m); s != franka.MotionStarted {
		w.res.Status = s
		return errStart
	}
	for range 10 {
		if w.robot.State().Mode == franka.ModeMove {
			return nil
		}
		w.robot.Step(nil)
	}
	return errStart
}

// run runs the motion, a millisecond of the robot at a time.
func (w *world) run() Result {
	w.workAt = never
	if w.res.Err = w.start(); w.res.Err != nil {
		return w.res
	}
	var (
		cmd      franka.Command
		finished bool
		before   = w.robot.State().ID
		s        = w.robot.State()
	)
	cmd.QC, cmd.OTEEc, cmd.ElbowC = s.Qd, s.OTEEc, s.ElbowC
	for k := 0; k < w.s.Cycles && w.robot.Moving(); k++ {
		tick := time.Duration(k) * time.Millisecond
		w.ctl.Cycle = k
		if w.s.Script != nil {
			w.s.Script(&w.ctl)
		}
		taken := false
		if w.now < tick+time.Millisecond && !w.ctl.NearDead && !w.lost(w.s.Leg.States) {
			w.advance(tick + w.draw(w.s.Loop, 0))
			if !finished && w.res.Err == nil {
				finished, w.res.Err = w.near.Cycle(s, time.Duration(s.ID-before)*time.Millisecond, &cmd)
				before = s.ID
			}
			w.workAt = w.now + workAfter
			taken = w.now <= tick+w.s.Budget && w.res.Err == nil && !w.lost(w.s.Leg.Commands)
			cmd.ID, cmd.Finished = s.ID, finished
		}
		w.step(&cmd, taken)
	}
	return w.result(finished)
}

// lost draws a loss.
func (w *world) lost(share float64) bool { return share > 0 && w.rng.Float64() < share }

// step hands the robot its command.
func (w *world) step(cmd *franka.Command, taken bool) {
	c := cmd
	if !taken {
		c = nil
	}
	if w.robot.State().Mode == franka.ModeMove {
		w.res.Cycles++
		if !taken {
			w.res.Missed++
		}
		if w.s.Watch != nil {
			w.s.Watch(w.robot.State(), c)
		}
	}
	w.robot.Step(c)
}

// result assembles the Result.
func (w *world) result(finished bool) Result {
	r := &w.res
	r.At = time.Duration(r.Cycles) * time.Millisecond
	for {
		o, ok := w.robot.Outcome()
		if !ok {
			break
		}
		if o.Kind == franka.Move {
			r.Status, r.Errors = o.Status, o.Motion.Errors
			r.Completed = finished && o.Status == franka.Success
		}
	}
	if err := w.near.Outcome(); err != nil {
		r.Completed = false
		if r.Err == nil {
			r.Err = err
		}
	}
	r.Interface, r.Application = w.near.Stats(), w.far.Stats()
	r.T1, r.T2 = w.near.T1().Samples(), w.near.T2().Samples()
	return *r
}
