package paths

import (
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Servo tests motion.Servo.
type Servo struct {
	Limits func(jerk float64) safety.Limits // nil: the package's
	s      *motion.Servo
	goal   spatial.Pose
}

// Begin implements [Planner].
func (p *Servo) Begin(c Case) (err error) {
	limits := p.Limits
	if limits == nil {
		limits = Limits
	}
	l := limits(c.Jerk)
	w := l.Space()
	p.s, err = motion.NewServo(motion.ServoConfig{Limits: l.Limits, Workspace: &w})
	if err != nil {
		return err
	}
	p.s.Adopt(c.Start)
	p.goal = c.Target
	return nil
}

// Next implements [Planner]. The mocked robot follows at once, so the adopted command is the robot's pose.
func (p *Servo) Next(_, _ spatial.Pose) (spatial.Pose, bool) {
	p.s.Target(motion.Sighting{Pose: p.goal})
	next, st := p.s.Next(motion.Input{})
	return next, st == motion.Arrived || st == motion.Projected
}

// Adopt implements [Adopter]: the servo continues from what the safety check has passed.
func (p *Servo) Adopt(c motion.Command) { p.s.Adopt(c) }

// Thesis tests the thesis' planner with its proportional speed.
type Thesis struct {
	motion.Thesis
	goal spatial.Pose
}

// Begin implements [Planner].
func (p *Thesis) Begin(c Case) error {
	p.goal = c.Target
	return nil
}

// Next implements [Planner]. The rotation is proportional and never ends, so only the position decides whether it has
// arrived.
func (p *Thesis) Next(last, current spatial.Pose) (spatial.Pose, bool) {
	next, _ := p.Thesis.Next(last, current, p.goal, p.Proportional(current, p.goal))
	return next, next.P.Dist(p.goal.P) < 1e-6
}
