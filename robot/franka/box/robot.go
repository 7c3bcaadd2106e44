package box

import (
	"math/rand/v2"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// Robot is an arm and its controller, stepped by its caller: it has no clock, and equal calls give equal bits. It
// is not safe for concurrent use.
type Robot struct {
	cfg      Config
	limits   franka.Limits
	bare     *kinematics.Chain // without hand and load, tip at the flange
	data     *kinematics.Data  // for set-points; the plant has another
	collider *kinematics.Collider
	rng      *rand.Rand
	weights  [joints]float64 // ratio of the links' masses to those that the controller assumes
	brakes   [joints]motion.Law

	plant plant
	set   setpoint
	tool  commanded
	room  room
	conf  settings
	state franka.State

	phase    phase
	mode     franka.Mode
	errors   franka.Errors
	reason   franka.Errors // what ended the last motion
	fault    franka.Errors // found in this cycle
	injected franka.Errors // to be reported in the next
	left     int           // cycles until the phase goes on
	over     int           // cycles in a row with a motor at its limit

	run     run
	ahead   *Leader // of asynchronous motions; nil before the first
	grain   grain
	boards  [6][2]board
	answers [4]Outcome
	waiting int

	jac  [6 * joints]float64 // at the set-point
	tau  [joints]float64     // external, as last taken
	rate [joints]float64     // of the torque through the joints, filtered
	felt [joints]float64     // torque that the arm exerts on its surroundings, filtered
	seen [joints]float64     // torque last shown
}

// phase says how the set-point moves.
type phase uint8

const (
	holding    phase = iota // not at all
	starting                // not yet: a motion was accepted and begins soon
	moving                  // by commands
	settling                // the last command was taken; the set-point must come to rest now
	braking                 // to rest
	recovering              // to rest after an error
	guided                  // with the arm
	locked                  // the brakes are closed
)

const (
	startCycles    = 2   // from the acceptance of a motion until states show it
	settleCycles   = 3   // within which the derivatives of the last command fall to zero
	mostSettling   = 500 // additional cycles for slow filters
	recoveryCycles = 200 // duration of automatic error recovery
)

// commanded is O_T_EE_c, elbow_c and their derivatives.
type commanded struct {
	pose                   spatial.Pose
	twist, acc             spatial.Twist
	elbow, delbow, ddelbow float64
	sign                   float64
}

// New powers a robot on, at rest and idle. The error lists every fault of the configuration.
func New(cfg Config) (*Robot, error) {
	cfg, err := cfg.filled()
	if err != nil {
		return nil, err
	}
	chain, err := chainOf(cfg.Arm)
	if err != nil {
		return nil, err
	}
	return assemble(cfg, chain), nil
}

// assemble puts a robot together.
func assemble(cfg Config, chain *kinematics.Chain) *Robot {
	r := &Robot{
		cfg: cfg, limits: limitsOf(cfg.Arm), bare: chain, data: kinematics.NewData(chain), mode: franka.ModeIdle,
		rng: rand.New(rand.NewPCG(cfg.Seed, 0x9E3779B97F4A7C15)), collider: franka.NewCollider(chain, cfg.Bare),
	}
	r.conf, r.grain, r.boards = defaults(cfg.Bare), grainOf(cfg.Version), boards()
	for i := range r.weights {
		if r.weights[i] = 1; cfg.Mismatch > 0 {
			r.weights[i] = max(0.5, 1+float64(cfg.Mismatch*r.rng.NormFloat64()))
		}
	}
	for i, j := range r.limits.Joints {
		r.brakes[i] = motion.NewLaw(motion.Limits{V: j.V, A: j.A, J: j.J, AngV: 1, AngA: 1}, dt)
		r.plant.effort[i] = r.limits.Torque[i]
		r.plant.dry[i] = max(leastDry(i), cfg.Friction*dryOf(i))
		r.plant.stops[i] = [2]float64{j.Lower - stopRoom, j.Upper + stopRoom}
	}
	r.plant.data = kinematics.NewData(chain)
	r.plant.sticks = cfg.Friction > 0
	r.plant.stiffness = [joints]float64{3000, 3000, 3000, 2500, 2500, 2000, 2000}
	r.plant.guide = franka.GuidingMode{Axes: [6]bool{true, true, true, true, true, true}, Elbow: true}
	r.plant.tool = [6]float64{2000, 2000, 2000, 100, 100, 100}
	r.plant.q, r.set.q = cfg.Q0, cfg.Q0
	r.Table(cfg.Table)
	if r.plant.sole = soleHand; cfg.Bare {
		r.plant.sole = soleFlange
	}
	r.build()
	r.plant.reset(cfg.Q0)
	r.permit()
	r.permitArm()
	r.state.ID = cfg.Start
	r.plant.step(byJoints, &r.set, &r.tau)
	r.show()
	return r
}

// State returns the state that waits for its command. It belongs to the robot and changes with the next Step.
func (r *Robot) State() *franka.State { return &r.state }

// Limits returns the arm's limits.
func (r *Robot) Limits() *franka.Limits { return &r.limits }

// Config returns the configuration with its defaults filled in.
func (r *Robot) Config() Config { return r.cfg }

// Bare returns the arm without hand and load, from its base to the flange.
func (r *Robot) Bare() *kinematics.Chain { return r.bare }

// Joints returns the true positions and velocities, without the sensors' noise.
func (r *Robot) Joints() (q, dq [franka.Joints]float64) { return r.plant.q, r.plant.dq }

// Tool returns the end effector's true pose in the base, without the sensors' noise.
func (r *Robot) Tool() spatial.Pose { return r.plant.pose }

// Step advances by a millisecond. c is the answer to State, or nil if none came in time; a command with another ID
// than the state's came too late and is ignored. Afterwards State returns the next state. Step does not allocate.
// It panics with sim.NotFinite if a number of the state is no longer finite.
func (r *Robot) Step(c *franka.Command) {
	r.fault = 0
	if r.advance(c); r.fault != 0 {
		// A refused command has not moved the set-point, which brakes from this cycle on.
		r.abort()
		r.brake()
		r.fault = 0
	}
	if r.phase == locked {
		r.plant.reset(r.plant.q)
	} else {
		r.plant.step(r.control(), &r.set, &r.tau)
	}
	r.finiteArm()
	r.travel()
	r.narrow()
	r.watch()
	if r.fault != 0 {
		r.abort()
	}
	r.state.ID++
	r.show()
	r.finiteState()
}

// control returns the present control law.
func (r *Robot) control() control {
	switch {
	case r.phase == guided:
		return byHand
	case r.phase == moving || r.phase == settling:
		switch r.run.Controller {
		case franka.CartesianImpedance:
			return byTool
		case franka.ExternalController:
			return byTorques
		}
	}
	return byJoints
}

// advance moves the set-point on by one cycle.
func (r *Robot) advance(c *franka.Command) {
	switch r.phase {
	case starting:
		if r.left--; r.left == 0 {
			r.phase, r.mode, r.tau = moving, franka.ModeMove, r.plant.wish
		}
	case moving:
		if r.run.async {
			r.lead(c)
		} else {
			r.follow(c)
		}
	case settling:
		r.settle()
	case braking:
		r.brake()
	case recovering:
		if r.left--; r.left == 0 {
			r.recovered()
		}
	case guided:
		r.adopt()
	}
}

// adopt sets the set-point to the arm's position, at rest.
func (r *Robot) adopt() {
	r.set = setpoint{q: r.plant.q}
	r.place()
}

// place updates the tool's part of the set-point and the commanded tool from the joints'.
func (r *Robot) place() {
	r.aim()
	e := franka.ElbowOf(&r.set.q)
	r.tool = commanded{pose: r.set.pose, elbow: e[0], sign: e[1]}
}

// aim computes the tool's part of the set-point from the joints'.
func (r *Robot) aim() {
	r.set.pose = r.plant.chain.Jacobian(r.data, r.set.q[:], r.jac[:])
	r.set.twist = twistThrough(&r.jac, &r.set.v)
}

// brake brings the set-point to rest, each joint on its own, as fast as its limits on acceleration and jerk allow.
func (r *Robot) brake() {
	rest := true
	for i := range r.brakes {
		s := motion.State{P: spatial.V(r.set.q[i], 0, 0), V: spatial.V(r.set.v[i], 0, 0), A: spatial.V(r.set.a[i], 0, 0)}
		s = r.brakes[i].Stop(s)
		r.set.q[i], r.set.v[i], r.set.a[i] = s.P.X, s.V.X, s.A.X
		rest = rest && !s.Moving()
	}
	r.place()
	if rest {
		r.rested()
	}
}
