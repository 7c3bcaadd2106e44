package sim

import (
	"errors"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Plant is an arm in a simulator: Arm of this package, or mujoco.Arm.
type Plant interface {
	Step(dt float64, ref []float64)
	State(q, dq, tau []float64)
	Reset(q []float64)
}

// lemonHolder is a plant with a copy of the lemon, such as mujoco.Arm.
type lemonHolder interface{ SetLemon(spatial.Pose) }

// WorldConfig describes a World.
type WorldConfig struct {
	Plant    Plant
	Chain    *kinematics.Chain // from the base to the link the camera is mounted on
	Start    []float64         // rad, the arm's initial position; nil: all zero
	Mount    spatial.Pose      // optical frame in the chain's tip frame
	Lemon    Lemon
	Failures []FailureSpan // of the camera; if spans overlap, the first listed applies
	Seed     uint64        // of the camera's noise
	Tick     float64       // s, of AdvanceTo's steps; 0 means 1 ms
}

// World has the arm, the lemon and the camera with a common time, which only Step and AdvanceTo advance. It has the
// methods of a Plant itself, so a simulated control box that steps its arm steps the world. It is not safe for
// concurrent use: if a control box runs in its own goroutine, take shots there.
type World struct {
	cfg    WorldConfig
	data   *kinematics.Data
	now    time.Duration
	q, ref []float64
	dq     []float64
	tau    []float64
	good   Shot // the last shot without a failure, for Frozen
	taken  bool
	holder lemonHolder // the plant, if it is a lemonHolder
}

// NewWorld returns a world at time 0, or everything that is wrong with the configuration.
func NewWorld(cfg WorldConfig) (*World, error) {
	var errs []error
	if cfg.Plant == nil {
		errs = append(errs, errors.New("sim: WorldConfig.Plant is nil: give an Arm"))
	}
	if cfg.Chain == nil {
		errs = append(errs, errors.New("sim: WorldConfig.Chain is nil: give the arm's chain"))
	} else if cfg.Start != nil && len(cfg.Start) != cfg.Chain.N() {
		errs = append(errs, errors.New("sim: WorldConfig.Start must have a number for every joint"))
	}
	if cfg.Mount == (spatial.Pose{}) || !cfg.Mount.Finite() {
		errs = append(errs, errors.New("sim: WorldConfig.Mount is no pose: give the optical frame in the tip frame"))
	}
	if cfg.Tick == 0 {
		cfg.Tick = defaultMaxStep
	}
	if !(cfg.Tick >= 1e-6) || cfg.Tick > 1 {
		errs = append(errs, errors.New("sim: WorldConfig.Tick must be 1 µs to 1 s, or 0 for 1 ms"))
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	n := cfg.Chain.N()
	w := &World{cfg: cfg, data: kinematics.NewData(cfg.Chain)}
	for _, s := range []*[]float64{&w.q, &w.dq, &w.tau, &w.ref} {
		*s = make([]float64, n)
	}
	w.holder, _ = cfg.Plant.(lemonHolder)
	if cfg.Start == nil {
		cfg.Start = make([]float64, n)
	}
	w.Reset(cfg.Start)
	return w, nil
}

// Now returns the world's time.
func (w *World) Now() time.Duration { return w.now }

// Lemon returns the target.
func (w *World) Lemon() *Lemon { return &w.cfg.Lemon }

// Reset puts the arm at rest at q. It does not reset the time.
func (w *World) Reset(q []float64) {
	w.cfg.Plant.Reset(q)
	w.cfg.Plant.State(w.q, w.dq, w.tau)
	copy(w.ref, w.q)
}

// Step advances the arm and the time by dt seconds with the reference ref (rad).
func (w *World) Step(dt float64, ref []float64) {
	if !(dt > 0) || math.IsInf(dt, 1) {
		return
	}
	copy(w.ref, ref)
	w.cfg.Plant.Step(dt, w.ref)
	w.cfg.Plant.State(w.q, w.dq, w.tau)
	w.now += time.Duration(math.Round(dt * 1e9))
	if w.holder != nil {
		w.holder.SetLemon(w.cfg.Lemon.Pose(w.now))
	}
}

// State copies the arm's positions (rad), velocities (rad/s) and torques (N·m).
func (w *World) State(q, dq, tau []float64) {
	copy(q, w.q)
	copy(dq, w.dq)
	copy(tau, w.tau)
}

// SetReference sets the reference for AdvanceTo.
func (w *World) SetReference(ref []float64) { copy(w.ref, ref) }

// AdvanceTo steps the arm in ticks, the last one shorter if necessary, until the world's time is t. An earlier t does
// nothing.
func (w *World) AdvanceTo(t time.Duration) {
	tick := time.Duration(math.Round(w.cfg.Tick * 1e9))
	for w.now < t {
		w.Step(min(tick, t-w.now).Seconds(), w.ref)
	}
}

// Tip returns the pose of the chain's tip in the base frame.
func (w *World) Tip() spatial.Pose { return w.cfg.Chain.FK(w.data, w.q) }

// Shot takes frame number seq at the present time. While the camera is frozen, the frame repeats the last good one,
// if there is one.
func (w *World) Shot(seq uint64) Shot {
	failure := NoFailure
	for _, f := range w.cfg.Failures {
		if f.Contains(w.now) {
			failure = f.Failure
			break
		}
	}
	if failure == Frozen && w.taken {
		s := w.good
		s.Seq, s.Time, s.Fault = seq, w.now, Frozen
		return s
	}
	s := Shot{
		Seq: seq, Time: w.now, Fault: failure,
		Camera:  w.Tip().Mul(w.cfg.Mount),
		Lemon:   w.cfg.Lemon.Pose(w.now),
		Visible: w.cfg.Lemon.Visible(w.now),
		Seed:    mix(w.cfg.Seed, seq),
	}
	if failure == NoFailure {
		w.good, w.taken = s, true
	}
	return s
}
