package lemon

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/trace/record"
)

// settle is how long after the start the tracking error begins to be measured.
const settle = 3 * time.Second

// Sample is one cycle for the report and the page; if a long run omits cycles, the error, speed, acceleration and jerk are
// the greatest since the previous sample.
type Sample struct {
	T       float64 // s
	P       spatial.Vec3
	Goal    spatial.Vec3 // the tool's goal for the true lemon
	Error   float64      // m
	Speed   float64      // m/s, of the commands
	Acc     float64      // m/s²
	Jerk    float64      // m/s³
	Stale   bool
	Stopped bool // by the safety check
}

// Metrics watches a run from outside, through taps on its ports, and compares it with the limits and the true lemon. It
// checks the commands by their differences, independently of the safety check.
type Metrics struct {
	Cycles     uint64
	Violations uint64
	Frames     uint64
	Seen       uint64
	Stops      uint64
	Faults     uint64
	Command    Effort   // of the commands, since the robot has settled …
	Target     Effort   // … and of the true lemon
	Samples    []Sample // every Stride-th cycle
	Stride     uint64

	p      Params
	limits safety.Limits
	truth  func(t time.Duration) (goal spatial.Vec3, known bool)
	sum    float64
	count  uint64
	worst  float64
	ring   motion.Trail // last commands
	aims   motion.Trail // their goals
	epoch  uint32
	now    Sample
	peak   Sample // of the cycles since the last sample was kept
	onTick func(*Sample)
}

// keepSamples bounds the samples kept.
const keepSamples = 20000

// Watch attaches to a recorder. truth returns the tool's true goal at a time of the program; nil if unknown.
func Watch(r *record.Recorder, p Params, truth func(time.Duration) (spatial.Vec3, bool)) (*Metrics, error) {
	m := &Metrics{p: p, limits: p.Limits(), truth: truth, Stride: 1, Samples: make([]Sample, 0, keepSamples), peak: Sample{Error: math.NaN()}}
	for _, err := range []error{
		record.Tap(r, "planning.decoder.position", m.position),
		record.Tap(r, "planning.safety.checked", m.command),
		record.Tap(r, "planning.safety.verdict", func(_ reactor.Tag, s *SafetyState) {
			if m.now.Stopped = s.Stopped; s.Stopped {
				m.Stops++
			}
		}),
		record.Tap(r, "robot.world_data", func(_ reactor.Tag, w *WorldData) {
			if w.Fault != xarm.FaultNone {
				m.Faults++
			}
		}),
		record.Tap(r, "vision.camera.located", func(_ reactor.Tag, l *Located) {
			m.Frames++
			if l.Seen {
				m.Seen++
			}
		}),
	} {
		if err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (m *Metrics) position(tag reactor.Tag, p *spatial.Pose) {
	t := tag.Time.Duration()
	m.now.T, m.now.P, m.now.Error = t.Seconds(), p.P, math.NaN()
	if m.truth != nil {
		if goal, ok := m.truth(t); ok {
			m.now.Goal, m.now.Error = goal, goal.Dist(p.P)
			if t >= settle {
				m.sum += m.now.Error * m.now.Error
				m.worst = max(m.worst, m.now.Error)
				m.count++
			}
		}
	}
}

// command differentiates the commands and compares them with the limits, with an allowance of one part in 10⁶ for
// rounding.
func (m *Metrics) command(tag reactor.Tag, c *Command) {
	m.Cycles++
	if c.Epoch != m.epoch {
		m.epoch = c.Epoch
		m.ring.Reset()
	}
	m.now.Speed, m.now.Acc, m.now.Jerk = m.ring.Push(c.Pose.P, m.p.Period.Seconds())
	m.compare(tag.Time.Duration())
	const slack = 1 + 1e-6
	l := &m.limits
	bad := m.now.Speed > l.V*slack || m.now.Acc > l.A*slack || m.now.Jerk > l.J*slack+1e-4 ||
		l.Clearance(c.Pose.P) < -1e-9 || !c.Pose.Finite()
	if bad {
		m.Violations++
	}
	m.keep()
}

// compare sums up how hard the commands move the robot, and how hard the true lemon's motion would.
func (m *Metrics) compare(t time.Duration) {
	if m.truth == nil {
		return
	}
	goal, ok := m.truth(t)
	if !ok {
		return
	}
	_, acc, jerk := m.aims.Push(goal, m.p.Period.Seconds())
	if t < settle || !m.ring.Whole() { // after a gap differences mean nothing
		return
	}
	m.Command.add(m.now.Acc, m.now.Jerk)
	m.Target.add(acc, jerk)
}

// Effort is how hard something moves.
type Effort struct{ acc, jerk, n float64 }

func (e *Effort) add(acc, jerk float64) {
	e.acc, e.jerk, e.n = e.acc+acc*acc, e.jerk+jerk*jerk, e.n+1
}

// RMS returns the root mean squares of acceleration in m/s² and jerk in m/s³; NaN if nothing was seen.
func (e *Effort) RMS() (acc, jerk float64) { return math.Sqrt(e.acc / e.n), math.Sqrt(e.jerk / e.n) }

// known returns RMS for run.json: null if nothing was seen.
func (e *Effort) known() (acc, jerk *float64) {
	if e.n == 0 {
		return nil, nil
	}
	a, j := e.RMS()
	return &a, &j
}

func (m *Metrics) keep() {
	if m.onTick != nil {
		m.onTick(&m.now)
	}
	m.peak = merge(m.peak, m.now)
	if m.Cycles%m.Stride != 0 {
		return
	}
	if len(m.Samples) == cap(m.Samples) {
		half := m.Samples[:0]
		for i := 1; i < len(m.Samples); i += 2 {
			half = append(half, merge(m.Samples[i-1], m.Samples[i]))
		}
		m.Samples = half
		if m.Stride *= 2; m.Cycles%m.Stride != 0 {
			return
		}
	}
	m.Samples = append(m.Samples, m.peak)
	m.peak = Sample{Error: math.NaN()}
}

// merge returns b with the greatest values of both.
func merge(a, b Sample) Sample {
	b.Speed, b.Acc, b.Jerk, b.Stale = max(a.Speed, b.Speed), max(a.Acc, b.Acc), max(a.Jerk, b.Jerk), a.Stale || b.Stale
	if a.Error > b.Error || math.IsNaN(b.Error) {
		b.Error = a.Error
	}
	return b
}

// RMS returns the root mean square of the tracking error in metres since the robot has settled; NaN if unknown.
func (m *Metrics) RMS() float64 {
	if m.count == 0 {
		return math.NaN()
	}
	return math.Sqrt(m.sum / float64(m.count))
}

// Worst returns the greatest tracking error in metres since the robot has settled; NaN if unknown.
func (m *Metrics) Worst() float64 {
	if m.count == 0 {
		return math.NaN()
	}
	return m.worst
}
