package drive

import (
	"context"
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/math/motion/otg"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/guard"
)

// A motion stays within the robot's limits with up to lost missing commands in a row, if at least apart commands
// arrive before the next such gap.
const (
	lost  = 3
	apart = 10
)

// An FR3 bounds joint velocities as a function of position. Motions that brake with brakeShare of a bound's
// deceleration parameter and end brakeInset (rad) before the limit stay below all of them.
const (
	brakeShare = 0.35
	brakeInset = 0.1
)

// motion is one motion of the robot, from Active to its end. Its loop runs in a separate goroutine.
type motion struct {
	velocity bool
	limits   []otg.Limit // of the accepted commands
	deadMan  uint64      // ms
	sampler  *otg.Sampler
	guard    *guard.Commands
	cancel   context.CancelFunc
	began    chan struct{}
	done     chan struct{}
	ended    error // reason of the end, valid after done; nil when it was stopped from here

	mu     rt.Mutex // guards the fields that both sides use
	state  franka.State
	target [franka.Joints]float64
	fresh  bool
	leave  bool

	first, stopped bool // used by the loop alone
	fed            uint64
	next           [franka.Joints]float64
}

// inset is how far inside the joints' ranges (rad) motions end, so that the guard never has to hold them.
const inset = 2e-3

// limitsOf returns the limits to plan with, at a share of the joints' velocities.
func limitsOf(v franka.Version, speed float64) []otg.Limit {
	l := franka.LimitsOf(v)
	out := make([]otg.Limit, franka.Joints)
	for i, j := range l.Joints {
		out[i] = otg.Limit{Lower: j.Lower + inset, Upper: j.Upper - inset, V: j.V * speed, A: j.A, J: j.J}
		if b := l.Brake[i]; b.Deceleration > 0 {
			out[i].A = min(j.A, brakeShare*b.Deceleration)
			out[i].Lower += brakeInset
			out[i].Upper -= brakeInset
		}
	}
	return out
}

// newMotion prepares a motion of the arm that speaks v.
func newMotion(v franka.Version, cfg *Config, velocity bool) (*motion, error) {
	s, err := otg.NewSampler(otg.SamplerConfig{Limits: limitsOf(v, cfg.Speed), Lost: lost, Apart: apart, Sync: otg.Time})
	if err != nil {
		return nil, err
	}
	l := franka.LimitsOf(v)
	g, err := guard.New(&l, franka.GenerateJointPosition, lost)
	if err != nil {
		return nil, err
	}
	return &motion{
		velocity: velocity, sampler: s, guard: g, limits: s.Limits(), deadMan: uint64(cfg.DeadMan / time.Millisecond),
		began: make(chan struct{}), done: make(chan struct{}), first: true,
	}, nil
}

// begin starts a motion and waits for its first cycle.
func begin(c *franka.Client, cfg *Config, velocity bool) (*motion, error) {
	m, err := newMotion(c.Version(), cfg, velocity)
	if err != nil {
		return nil, err
	}
	o := cfg.Loop
	o.Generator, o.NoRateLimit, o.Cutoff = franka.GenerateJointPosition, true, franka.CutoffOff
	ctx, cancel := context.WithCancel(context.Background())
	m.cancel = cancel
	go func() {
		defer close(m.done)
		defer cancel()
		if err := c.Control(ctx, o, m.cycle); err != nil {
			m.ended = fmt.Errorf("%w: the motion ended: %w", hw.ErrState, err)
		}
	}()
	select {
	case <-m.began:
		return m, nil
	case <-m.done:
		if m.ended == nil {
			m.ended = hw.ErrState
		}
		return nil, m.ended
	}
}

// cycle answers the robot.
func (m *motion) cycle(s *franka.State, _ time.Duration, x *franka.Command) (finished bool) {
	m.mu.Lock()
	m.state = *s
	fresh, leave, target := m.fresh, m.leave, m.target
	m.fresh = false
	m.mu.Unlock()
	if m.first {
		m.sampler.Resume(s.Qd[:], s.DQd[:], s.DDQd[:])
		m.first, m.fed = false, s.ID
		close(m.began)
	} else {
		m.sampler.Follow(s.Qd[:], s.DQd[:], s.DDQd[:])
	}
	switch {
	case leave:
		if !m.stopped {
			m.sampler.Stop()
			m.stopped = true
		}
	case fresh && m.velocity:
		m.fed = s.ID
		m.sampler.TargetVelocity(target[:])
	case fresh:
		m.sampler.Target(target[:])
	case m.velocity && m.fed != 0 && s.ID-m.fed > m.deadMan:
		m.fed = 0 // once
		m.sampler.Stop()
	}
	m.sampler.Step(m.next[:])
	x.QC = m.next
	m.guard.See(s)
	m.guard.Command(x, false)
	return leave && m.sampler.Left() == 0
}

// over reports whether the loop has ended.
func (m *motion) over() bool {
	select {
	case <-m.done:
		return true
	default:
		return false
	}
}

// look copies the newest state.
func (m *motion) look(s *franka.State) {
	m.mu.Lock()
	*s = m.state
	m.mu.Unlock()
}

// write gives the loop a new command.
func (m *motion) write(command []float64) {
	m.mu.Lock()
	copy(m.target[:], command)
	m.fresh = true
	m.mu.Unlock()
}

// patience is the longest time for a motion to come to rest.
const patience = 10 * time.Second

// stop brings the arm to rest and ends the motion.
func (m *motion) stop() error {
	m.mu.Lock()
	m.leave = true
	m.mu.Unlock()
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-m.done:
	case <-late.C:
		m.cancel()
		<-m.done
	}
	return m.ended
}
