package rov

import (
	"errors"
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
)

// WorldConfig is the configuration of a World.
type WorldConfig struct {
	Vehicle  Vehicle
	Seed     uint64        // of all noise, biases, drop-outs and of the current
	Step     time.Duration // of the integration; 0 means 1 ms. Every sensor's Every is a multiple of it
	Start    State         // the zero value means at rest at 2 m depth, heading north
	Density  float64       // kg/m³; 0 means fresh water
	Current  Current
	Ground   Ground
	Failures []Failure
}

// World has a vehicle, the water and the sensors with a common time, which begins at 0 and which only AdvanceTo moves. It
// is not safe for concurrent use.
//
// Internally, time advances in steps of WorldConfig.Step: after AdvanceTo(t) the state and the readings are those of the
// last step that ends at t or before, and a command applies from there on. Therefore it does not matter how the time to t
// is divided.
type World struct {
	vehicle  Vehicle
	failures []Failure
	step     time.Duration
	steps    int64 // number of steps done
	plant    Plant
	state    State
	engines  []engine
	wrench   spatial.Wrench
	drift    drift
	bed      *Seabed
	hull     float64 // m, the radius of a sphere around the vehicle
	near     Near
	sensors  sensors
	readings Readings
	failed   error
}

// NewWorld returns a world at time 0, with the sensors' first readings, or everything that is wrong with the
// configuration.
func NewWorld(c WorldConfig) (*World, error) {
	if c.Step == 0 {
		c.Step = time.Millisecond
	}
	if c.Density == 0 {
		c.Density = FreshWater
	}
	if c.Start == (State{}) {
		c.Start = AtRest(spatial.V(0, 0, 2), spatial.RPY{})
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	w := &World{vehicle: c.Vehicle, failures: append([]Failure(nil), c.Failures...), step: c.Step, state: c.Start}
	w.vehicle.Thrusters = append([]Thruster(nil), c.Vehicle.Thrusters...)
	w.state.Q = normal(w.state.Q)
	w.plant = NewPlant(&w.vehicle, c.Density)
	w.engines = newEngines(w.vehicle.Thrusters, c.Step)
	w.drift = newDrift(c.Current, c.Seed, c.Step)
	w.plant.Stream = w.drift.speed
	w.bed, w.hull = c.Ground.Bed(c.Seed), c.Vehicle.Size.Norm()/2
	w.near, _ = w.bed.near(w.state.P, w.hull)
	w.sensors = newSensors(&w.vehicle, c.Seed, c.Step)
	w.sense()
	return w, nil
}

// Command sets the commanded force of every thruster, N, from now on. Forces that are NaN, infinite or missing become 0.
func (w *World) Command(forces []float64) {
	for i := range w.engines {
		f := 0.0
		if i < len(forces) {
			f = forces[i]
		}
		w.engines[i].command(f)
	}
}

// AdvanceTo steps the world to t; it ignores earlier times. It fails if the state is no longer finite; time, state and
// readings then remain those of the last good step.
func (w *World) AdvanceTo(t reactor.Time) error {
	for w.failed == nil && int64(t)/int64(w.step) > w.steps {
		if !w.advance() {
			w.failed = fmt.Errorf("rov: the motion of %s has no finite value any more after %v: its damping, forces or speeds are too great for steps of %v",
				w.vehicle.Name, w.Now(), w.step)
		}
	}
	return w.failed
}

// NextEvent is never: nothing happens in a world on its own; its readings are there to be read.
func (w *World) NextEvent() reactor.Time { return reactor.Forever }

// Now returns the time of the state.
func (w *World) Now() time.Duration { return time.Duration(w.steps) * w.step }

// Readings returns the latest values of all sensors. They change with AdvanceTo.
func (w *World) Readings() *Readings { return &w.readings }

// Truth returns the true state, which no sensor knows. It changes with AdvanceTo.
func (w *World) Truth() *State { return &w.state }

// Vehicle returns the simulated vehicle. It must not be changed.
func (w *World) Vehicle() *Vehicle { return &w.vehicle }

// Near returns the true distance from the ground. It changes with AdvanceTo.
func (w *World) Near() Near { return w.near }

// Bed returns the ground. It does not change.
func (w *World) Bed() *Seabed { return w.bed }

// Forces copies the thrusters' actual forces, in N.
func (w *World) Forces(out []float64) {
	for i := range min(len(out), len(w.engines)) {
		out[i] = w.engines[i].force
	}
}

// Current returns the water's velocity in WORLD, in m/s.
func (w *World) Current() spatial.Vec3 { return w.drift.speed }

// Inject adds a failure to those of the configuration. It takes precedence over them.
func (w *World) Inject(f Failure) error {
	if err := f.check(len(w.engines)); err != nil {
		return fmt.Errorf("rov: %w", err)
	}
	w.failures = append([]Failure{f}, w.failures...)
	return nil
}

// Mend ends the present failures of a kind that affect a part; index is the number of a thruster. It reports whether there
// was one.
func (w *World) Mend(p Part, index int, k FailureKind) (mended bool) {
	now, left := w.Now(), make([]Failure, 0, len(w.failures))
	for _, f := range w.failures {
		if f.Part == p && f.Kind == k && (p != ThrusterPart || f.Index == index) && f.contains(now) {
			mended = true
			continue
		}
		left = append(left, f)
	}
	w.failures = left
	return mended
}

// State returns pointers to everything that changes, for keyframes.
func (w *World) State() []any { return []any{w} }

// advance makes one step: thrusters, motion, current, sensors. It reports whether the motion is finite; otherwise the
// vehicle has not moved.
func (w *World) advance() bool {
	now := w.Now()
	w.wrench = spatial.Wrench{}
	for i := range w.engines {
		e := &w.engines[i]
		f := e.advance(failureOf(w.failures, ThrusterPart, i, now))
		w.wrench.Force = w.wrench.Force.Add(e.direction.Scale(f))
		w.wrench.Torque = w.wrench.Torque.Add(e.arm.Scale(f))
	}
	w.wrench.Force = w.wrench.Force.Add(w.push())
	before := w.state
	if w.plant.Step(&w.state, &w.wrench, w.step.Seconds()); !w.state.Finite() {
		w.state = before
		return false
	}
	w.steps++
	if w.drift.advance(w.steps) {
		w.plant.Stream = w.drift.speed
	}
	w.sense()
	return true
}

var _ interface {
	AdvanceTo(reactor.Time) error
	NextEvent() reactor.Time
} = (*World)(nil)

// check reports everything that is wrong with a configuration whose defaults are filled in.
func (c *WorldConfig) check() error {
	l := faultList{}
	c.Vehicle.check(&l)
	l.between("WorldConfig.Step", c.Step.Seconds(), 10e-6, 20e-3, "s")
	l.between("WorldConfig.Density", c.Density, 500, 2000, "kg/m³")
	if !c.Start.Finite() {
		l.addf("WorldConfig.Start is not finite")
	} else {
		l.between("the length of WorldConfig.Start.Q", normOf(c.Start.Q), 0.99, 1.01, "")
		l.between("the speed of WorldConfig.Start", c.Start.Lin.Norm(), 0, 20, "m/s")
		l.between("the rate of WorldConfig.Start", c.Start.Ang.Norm(), 0, 50, "rad/s")
	}
	c.Current.check(&l)
	c.Ground.check(&l)
	v := &c.Vehicle
	for i, every := range [...]time.Duration{v.IMU.Every, v.Loch.Every, v.Depth.Every, v.Proximeter.Every, v.Sonar.Every} {
		if name := [...]string{"IMU", "Loch", "Depth", "Proximeter", "Sonar"}[i]; every == 0 && Part(i) >= ProximeterPart {
			continue // not fitted
		} else if c.Step > 0 && (every <= 0 || every%c.Step != 0) {
			l.addf("Vehicle.%s.Every is %v: give a multiple of the step of %v", name, every, c.Step)
		}
	}
	for i := range c.Failures {
		if err := c.Failures[i].check(len(c.Vehicle.Thrusters)); err != nil {
			l.addf("WorldConfig.Failures[%d]: %v", i, err)
		}
	}
	return errors.Join(l.errs...)
}
