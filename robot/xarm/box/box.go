package box

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/robot/xarm/box/path"
	"github.com/sinew-robotics/sinew/sim"
)

// tick is the step of the box's own time.
const (
	tick   = time.Millisecond
	tickDT = 0.001 // s
)

const (
	boxStopAcc = 10.0 // rad/s², after set_state; after an error it is JointAcc
	boxTurnAcc = 50.0 // rad/s², of the TCP in Cartesian velocity mode
	boxQueue   = 2048 // moves waiting: the SDKs hold back at 512, or at 1000 if set to, by reports that come late
	rounding   = 1e-6 // rad, of 32-bit angles at a limit
)

// Config describes a simulated control box. Kinematics is required; the rest has defaults.
type Config struct {
	Kinematics Kinematics
	Plant      Plant     // nil for an idealPlant at the joints' speed limit
	Start      []float64 // joint angles at power-on, rad; nil for all zero

	Firmware  string // "" for v1.12.10
	ArmSerial string
	BoxSerial string

	// The registers of pose, joints and torques show the arm as it was at the last refresh. Refreshes come
	// every StalePeriod, 0 for 10 ms, each shifted at random by up to StaleJitter.
	StalePeriod time.Duration
	StaleJitter time.Duration
	Seed        uint64
	// Commanded makes the registers of pose and joints show where the arm was commanded to be, not where it is, as in the
	// readings of Table 1 in "Lingua Franca in Robotics" (B. Mehnert, TU Dresden 2024).
	Commanded bool

	// MaxRate is the number of servo and velocity commands per second that are carried out, 0 for 250; faster ones are
	// dropped silently. Single commands may come up to half a period early.
	MaxRate float64
	// StepLimit is the Cartesian distance between two servo targets at which the second is refused, m; 0 for 0.010.
	StepLimit float64
	// LineSpeed is the TCP speed above which mode 1 stops with error 60, m/s, until a client sets another; 0 for 1.2.
	LineSpeed float64
	// Expected fills tau with the joint torques (N·m) that the arm needs at q, dq, ddq when nothing touches it. A collision
	// is a deviation from them. If nil, Plant reports external torques only.
	Expected func(q, dq, ddq, tau []float64)

	Tool        Tool       // what is at the flange
	Track       bool       // a linear track is on the line at the box
	ForceSensor bool       // a force-torque sensor is between flange and tool
	Payload     [4]float64 // of the tool: kg, centre of mass in the flange in mm; measured by the force-torque sensor and by identification
	Floor       float64    // N/m: stiffness of a floor at the base's height that the force-torque sensor feels; 0 for none

	// PageForms makes the box answer as the maker's protocol pages specify where its SDKs read something else: register 7
	// with four bytes instead of one, 68 with none instead of one, 83 with none and 92 with one instead of two, 106 with
	// seventeen instead of sixteen.
	PageForms bool
}

// Counters count what the box did with its input.
type Counters struct {
	Requests    uint64 // frames answered
	BadFrames   uint64 // malformed frames
	Rejected    uint64 // parameters of a wrong length, or not finite
	Unknown     uint64 // unknown registers
	Dropped     uint64 // servo and velocity commands that came too fast
	LargeSteps  uint64 // servo targets refused for being too far away
	NotReady    uint64 // commands refused because of the box's state
	Executed    uint64 // motion commands accepted
	KeepAlives  uint64
	ModbusCalls uint64
}

// Box is a simulated control box: a state machine without a clock or goroutines. Advance moves its time on, Handle answers a
// request at its present time, and AppendReport writes a report. It is not safe for concurrent use.
type Box struct {
	cfg   Config
	kin   Kinematics
	plant Plant
	lower [xarm.Joints]float64
	upper [xarm.Joints]float64
	speed [xarm.Joints]float64
	force [xarm.Joints]float64

	now   time.Duration
	ticks int64
	rng   *rand.Rand

	state   xarm.State
	mode    xarm.Mode
	err     xarm.ErrorCode
	warn    xarm.WarnCode
	enabled byte
	loose   byte // joints whose brakes were opened without a motor
	pressed bool // emergency stop

	sensorFault SensorFault
	lastRaw     [6]float64 // of the force-torque sensor
	failing     bool       // braking because of an error
	conf        settings
	saved       settings // of the next start
	n           Counters

	feeds     bool   // the firmware sends feedback
	modbusMap bool   // the firmware also has the maker's Modbus map
	tasks     uint16 // number of tasks given a number for feedback
	counter   uint32
	details   detail
	pins      pins
	lines     lines
	sense     sensor
	identify  identification
	rec       recorder
	user      userMap
	reshaped  bool // the geometry differs from the one before the first start

	ref   setpoint
	clear float64 // between links at the set-point, m, when last computed
	gen   generator
	servo servoMode
	vel   velocityMode
	goal  onlineGoal
	queue moveQueue

	q, dq, ddq, tau [xarm.Joints]float64 // the plant now
	pose            xarm.WirePose        // of the TCP now
	lastPose        spatial.Pose
	twist           spatial.Twist // of the TCP now
	pushed          int           // ticks in a row with too much torque

	shown       snapshot
	nextRefresh time.Duration
	refreshes   int64

	// Arguments of interface calls, which would otherwise escape to the heap.
	jac             [6 * xarm.Joints]float64
	arg, seed, want [xarm.Joints]float64
}

// snapshot is what the polled registers show.
type snapshot struct {
	q, dq, tau [xarm.Joints]float64
	pose       xarm.WirePose
	aa         xarm.WirePose
}

// setpoint is the reference the box gives its plant.
type setpoint struct{ q, v [xarm.Joints]float64 }

// generator identifies what moves the set-point.
type generator uint8

const (
	genHold   generator = iota
	genStop             // brake along the present direction
	genServo            // follow the latest servo target
	genJoints           // joint velocities
	genTwist            // TCP velocity
	genQueue            // planned moves
	genGoalQ            // online joint target
	genGoalP            // online Cartesian target
	genForce            // what the force-torque sensor feels
	genPlay             // a recorded trajectory
)

// New powers a box on: stopped, joints disabled, mode 0. The error lists every fault of the configuration.
func New(cfg Config) (*Box, error) {
	var faults []error
	if cfg.Kinematics == nil {
		return nil, errors.New("xarm: box.Config.Kinematics is missing: pass box.NewKinematics(xarm.Model())")
	}
	if cfg.Start != nil && len(cfg.Start) != xarm.Joints {
		faults = append(faults, fmt.Errorf("xarm: box.Config.Start has %d angles, want %d", len(cfg.Start), xarm.Joints))
	}
	for _, d := range []time.Duration{cfg.StalePeriod, cfg.StaleJitter} {
		if d < 0 {
			faults = append(faults, fmt.Errorf("xarm: box.Config: negative stale period or jitter %v", d))
		}
	}
	if !(cfg.MaxRate >= 0 && cfg.StepLimit >= 0 && cfg.LineSpeed >= 0) {
		faults = append(faults, errors.New("xarm: box.Config: MaxRate, StepLimit and LineSpeed must not be negative or NaN"))
	}
	if !slices.Contains(Tools(), cfg.Tool) {
		faults = append(faults, fmt.Errorf("xarm: box.Config.Tool %q: write one of %q", cfg.Tool, Tools()))
	}
	if !(cfg.Floor >= 0 && xarm.Within(cfg.Payload[:], farLoad) && cfg.Payload[0] >= 0) {
		faults = append(faults, errors.New("xarm: box.Config: Floor and Payload must not be negative, NaN or absurd"))
	}
	if len(cfg.Firmware) > 20 || len(cfg.ArmSerial) > 14 || len(cfg.BoxSerial) > 14 {
		faults = append(faults, errors.New("xarm: box.Config: firmware (20) or serial number (14 characters) too long"))
	}
	cfg.fill()
	v, ok := xarm.FirmwareVersion(cfg.Firmware)
	if !ok {
		faults = append(faults, fmt.Errorf("xarm: box.Config.Firmware %q: write it as v1.12.10", cfg.Firmware))
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	firmware := xarm.Info{Major: v[0], Minor: v[1], Patch: v[2]}
	b := &Box{cfg: cfg, kin: cfg.Kinematics, feeds: firmware.AtLeast(2, 0, 102), modbusMap: firmware.AtLeast(2, 1, 0), rng: rand.New(rand.NewPCG(cfg.Seed, 0x9E3779B97F4A7C15))}
	model, changes := b.kin.(remodelled)
	for i := range xarm.Joints {
		l := b.kin.Limit(i)
		lower, upper := xarm.SerialLimits(cfg.ArmSerial, i)
		if b.lower[i], b.upper[i] = lower, upper; !changes {
			b.lower[i], b.upper[i] = math.Max(l.Lower, lower), math.Min(l.Upper, upper)
		}
		b.speed[i], b.force[i] = l.Velocity, l.Effort
	}
	if changes {
		model.SetLimits(&b.lower, &b.upper)
	}
	b.queue.run = path.New()
	b.saved = b.fresh()
	b.equip()
	if b.plant = cfg.Plant; b.plant == nil {
		b.plant = newIdealPlant(1.5*b.speed[0], 4*xarm.JointAcc)
	}
	b.powerOn()
	return b, nil
}

func (c *Config) fill() {
	if c.Start == nil {
		c.Start = make([]float64, xarm.Joints)
	}
	c.Firmware = cmp.Or(c.Firmware, "v1.12.10")
	c.ArmSerial = cmp.Or(c.ArmSerial, "XI1305")
	c.BoxSerial = cmp.Or(c.BoxSerial, "AC1305")
	c.MaxRate = cmp.Or(c.MaxRate, 250)
	c.StepLimit = cmp.Or(c.StepLimit, 0.010)
	c.LineSpeed = cmp.Or(c.LineSpeed, 1.2)
	if c.StalePeriod == 0 {
		c.StalePeriod = 10 * time.Millisecond
	}
}

// powerOn sets everything except the time and the counters to its state after a restart.
func (b *Box) powerOn() {
	b.plant.Reset(b.cfg.Start)
	b.state, b.mode, b.err, b.warn, b.enabled = xarm.StateStopped, xarm.ModePosition, xarm.ErrorNone, xarm.WarnNone, 0
	b.conf, b.loose, b.failing = b.saved, 0, false
	b.shape()
	b.gen = genHold
	b.discard()
	b.counter, b.sense, b.identify.active, b.details = 0, sensor{wrench: b.sense.wrench}, false, detail{}
	b.pins = pins{in: 0xFFFF}
	b.rec.on, b.rec.playing, b.rec.status = false, false, trajIdle
	b.plant.State(b.q[:], b.dq[:], b.tau[:])
	b.ref = setpoint{q: b.q}
	b.lastPose = b.tcp(&b.q)
	b.observe()
	b.refresh()
	b.nextRefresh = b.now + b.cfg.StalePeriod
	if b.pressed {
		b.fault(xarm.ErrorEmergencyStop)
	}
}

// tcp returns the tool centre point at joint angles q.
func (b *Box) tcp(q *[xarm.Joints]float64) spatial.Pose {
	b.arg = *q
	return b.kin.FK(b.arg[:]).Mul(b.conf.offset)
}

// clearance returns the smallest distance between links at q.
func (b *Box) clearance(q *[xarm.Joints]float64) float64 {
	b.arg = *q
	return b.kin.Clearance(b.arg[:])
}

// Now returns the box's time.
func (b *Box) Now() time.Duration { return b.now }

// Counters returns the counts so far.
func (b *Box) Counters() Counters { return b.n }

// Joints copies the arm's true angles and velocitiesrather than the registers' stale ones.
func (b *Box) Joints(q, dq []float64) {
	copy(q, b.q[:])
	copy(dq, b.dq[:])
}

// Pose returns the true pose of the TCP in the base.
func (b *Box) Pose() spatial.Pose { return b.lastPose }

// State returns the box's state, mode, error and warning.
func (b *Box) State() (xarm.State, xarm.Mode, xarm.ErrorCode, xarm.WarnCode) {
	return b.shownState(), b.mode, b.err, b.warn
}

// EmergencyStop presses the button: the arm brakes at its greatest deceleration and its joints are disabled.
// ReleaseEmergencyStop releases it; the error stays until it is cleared.
func (b *Box) EmergencyStop() {
	b.pressed = true
	b.fault(xarm.ErrorEmergencyStop)
}

// ReleaseEmergencyStop releases the button.
func (b *Box) ReleaseEmergencyStop() { b.pressed = false }

// Fail latches an error as if the box had detected it.
func (b *Box) Fail(e xarm.ErrorCode) { b.fault(e) }

// Advance moves the box's time on to to, in ticks of 1 ms. It ignores times in the past and panics with sim.NotFinite if a
// number of the plant is no longer finite.
func (b *Box) Advance(to time.Duration) {
	for b.now < to {
		next := min(to, time.Duration(b.ticks+1)*tick)
		b.now = next
		if next == time.Duration(b.ticks+1)*tick {
			b.ticks++
			b.step()
		}
	}
}

// Skip moves the box's time to to with nothing happening in between, as after a suspension.
func (b *Box) Skip(to time.Duration) {
	if to > b.now {
		b.now = to
		b.ticks = int64(to / tick)
		b.nextRefresh = max(b.nextRefresh, to)
	}
}

// step carries out one tick.
func (b *Box) step() {
	b.generate()
	b.checkSetpoint()
	was := b.dq
	b.stepArm()
	sim.Finite("position of a joint, rad,", b.now, b.q[:])
	sim.Finite("velocity of a joint, rad/s,", b.now, b.dq[:])
	sim.Finite("torque of a joint, N·m,", b.now, b.tau[:])
	for i := range was {
		b.ddq[i] = (b.dq[i] - was[i]) / tickDT
	}
	b.observe()
	b.checkTorque()
	b.checkForce()
	b.stepTools()
	b.record()
	b.endIdentification()
	for b.now >= b.nextRefresh {
		b.refresh()
		b.refreshes++
		jitter := time.Duration((2*b.rng.Float64() - 1) * float64(b.cfg.StaleJitter))
		b.nextRefresh += max(b.cfg.StalePeriod+jitter, tick)
	}
}

// stepArm makes the arm follow the set-point; a simulated arm stays where it is, and the set-point is shown.
func (b *Box) stepArm() {
	if !b.conf.simulated {
		b.plant.Step(tickDT, b.ref.q[:])
		b.plant.State(b.q[:], b.dq[:], b.tau[:])
		return
	}
	b.plant.State(b.q[:], b.dq[:], b.tau[:])
	b.plant.Step(tickDT, b.q[:])
	b.q, b.dq, b.tau = b.ref.q, b.ref.v, [xarm.Joints]float64{}
}

// observe derives the TCP's pose and velocity from the joints.
func (b *Box) observe() {
	p := b.tcp(&b.q)
	b.twist = spatial.Delta(b.lastPose, p).Scale(1 / tickDT)
	b.lastPose, b.pose = p, xarm.ToWire(b.conf.world.Mul(p))
}

// refresh copies the present into the polled registers.
func (b *Box) refresh() {
	b.shown = snapshot{q: b.q, dq: b.dq, tau: b.tau, pose: b.pose, aa: xarm.ToAxisAngle(b.conf.world.Mul(b.lastPose))}
	if b.cfg.Commanded {
		told := b.ref.q
		if b.gen == genServo {
			told = b.servo.target
		}
		p := b.conf.world.Mul(b.tcp(&told))
		b.shown.q, b.shown.dq, b.shown.pose, b.shown.aa = told, b.ref.v, xarm.ToWire(p), xarm.ToAxisAngle(p)
	}
}

// fault latches an error and stops the arm. The first error stays until it is cleared.
func (b *Box) fault(e xarm.ErrorCode) {
	if b.err == xarm.ErrorNone {
		b.err = e
	}
	if e == xarm.ErrorEmergencyStop {
		b.enabled = 0
	}
	b.halt(xarm.StateStopped)
	b.failing = true
}

// halt brakes, discards pending motion and enters a state.
func (b *Box) halt(s xarm.State) {
	b.state, b.failing = s, false
	b.discard()
	if b.rec.playing {
		b.rec.playing = false
		b.tell(&b.rec.note, feedbackEnded, feedbackFailed)
	}
	b.vel = velocityMode{}
	b.gen = genStop
}

// shownState is the state as reported: when ready, moving or at rest. An arm that has not come to rest yet is moving even if
// its set-point is still.
func (b *Box) shownState() xarm.State {
	if b.state == xarm.StateIdle && (b.queue.n > 0 || b.rec.playing || !b.resting() || !still(&b.dq, 0.01)) {
		return xarm.StateMoving
	}
	return b.state
}

// resting reports whether the set-point stands still.
func (b *Box) resting() bool { return still(&b.ref.v, 1e-4) }

// still reports whether no joint is faster than most (rad/s).
func still(dq *[xarm.Joints]float64, most float64) bool {
	for _, v := range dq {
		if math.Abs(v) > most {
			return false
		}
	}
	return true
}

// ready reports whether motion commands are accepted.
func (b *Box) ready() bool {
	return b.enabled == 1<<xarm.Joints-1 && (b.state == xarm.StateIdle || b.state == xarm.StatePaused)
}

// status is the status byte of replies.
func (b *Box) status() (s xarm.Status) {
	if b.err != xarm.ErrorNone {
		s |= xarm.StatusError
	}
	if b.warn != xarm.WarnNone {
		s |= xarm.StatusWarning
	}
	if !b.ready() {
		s |= xarm.StatusNotReady
	}
	return s
}
