package grasp

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
	xarmbox "github.com/sinew-robotics/sinew/robot/xarm/box"
	"github.com/sinew-robotics/sinew/robot/xarm/box/bus"
	"github.com/sinew-robotics/sinew/sim"
	"github.com/sinew-robotics/sinew/sim/contact"
)

// Task is what the program knows: roughly where the object is, and where to put it down.
type Task struct {
	X, Y, Yaw float64 // m, rad: of the object, approximately
	Height    float64 // m, of its top, approximately
	To        [2]float64
}

// object is the true object to grasp.
type object struct {
	contact.Body
	floor float64 // friction of the table
}

// drawTask draws the task of a seed and the object that goes with it.
func drawTask(p *Params, seed uint64) (Task, object) {
	rng := rand.New(rand.NewPCG(seed, 0x67726173))
	within := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	o := object{floor: within(0.3, 0.6)}
	o.Half = spatial.V(within(0.02, 0.04), within(0.015, 0.0275), within(0.0225, 0.055))
	if rng.IntN(2) == 1 {
		o.Kind = contact.Cylinder
		o.Half.X = within(0.016, 0.027)
		o.Half.Y = o.Half.X
	}
	o.Mass, o.Grip = within(0.1, 0.4), within(0.5, 0.9)
	at, yaw := spatial.V(within(0.36, 0.48), within(-0.12, 0.12), o.Half.Z), within(-0.7, 0.7)
	o.Pose = spatial.Pose{P: at, R: spatial.RotZ(yaw)}
	t := Task{X: at.X + within(-p.Offset, p.Offset), Y: at.Y + within(-p.Offset, p.Offset), Yaw: yaw + within(-p.Turn, p.Turn),
		Height: 2*o.Half.Z + within(-0.005, 0.005), To: [2]float64{0.38, math.Copysign(0.26, -at.Y)}}
	return t, o
}

// Rig is the simulated surroundings: arm, control box with gripper and force-torque sensor, object and table. It is also
// the box's plant.
type Rig struct {
	Box   *xarmbox.Box
	Net   *xarmbox.MemNet
	World *contact.World
	arm   *sim.Arm
	grip  *bus.Gripper
	chain *kinematics.Chain
	data  *kinematics.Data
	rng   *rand.Rand
	flown flown

	q, dq, tau [xarm.Joints]float64
	flange     spatial.Pose
	width      float64
	wrench     spatial.Wrench // on the flange, along the base's axes
	speed      spatial.Vec3
	noise      float64       // N, of the sensor
	bias       [6]float64    // of the sensor
	felt       [4][6]float64 // the sensor's low-pass: its mean over 4 ms
	ticks      int
	plot       staged
	operator   func() // presses reset
	trouble    func(name string)
	lifted     bool
}

// flown summarises the true course of a run.
type flown struct {
	Peak float64 // N, of the force between tool and world
	High float64 // m, how high the object has been
}

// The gripper's parts: half their lengths (m), and their middles in the flange's frame when it is closed. The fingers of
// the real gripper turn as they open; these slide.
const (
	padX, padY, padZ    = 0.011, 0.004, 0.03
	palmX, palmY, palmZ = 0.03, 0.045, 0.02
	sensorNoise         = 0.05  // N, standard deviation at 1 kHz (vendor's data sheet: 100 mN of resolution)
	torqueNoise         = 0.002 // N·m
)

// newRig makes the surroundings of a seed, with its object.
func newRig(o object, chain *kinematics.Chain, seed uint64) (*Rig, error) {
	arm, err := sim.NewArm(chain, sim.ArmConfig{})
	if err != nil {
		return nil, err
	}
	r := &Rig{arm: arm, chain: chain, data: kinematics.NewData(chain), rng: rand.New(rand.NewPCG(seed, 0x73656e73)), noise: sensorNoise}
	for i := range r.bias {
		r.bias[i] = 2 * r.rng.NormFloat64()
		if i >= 3 {
			r.bias[i] /= 20
		}
	}
	half := spatial.V(padX, padY, padZ)
	r.World, err = contact.New(contact.Config{Body: o.Body, Floor: o.floor, Stiffness: 3000, Solids: []contact.Solid{
		{Shape: contact.Shape{Half: half}}, {Shape: contact.Shape{Half: half}}, {Shape: contact.Shape{Half: spatial.V(palmX, palmY, palmZ)}}}})
	if err != nil {
		return nil, err
	}
	home := xarm.Home()
	r.Box, err = xarmbox.New(xarmbox.Config{Kinematics: xarmbox.NewKinematics(chain, xarm.Collider(chain)), Plant: r, Start: home[:], Seed: seed,
		Expected: xarmbox.ExpectedTorque(chain), Tool: xarmbox.ToolGripper, ForceSensor: true, Payload: [4]float64{payload, 0, 0, 1000 * payloadAt}})
	if err != nil {
		return nil, err
	}
	tools, _ := r.Box.Devices()
	r.grip = tools[0].(*bus.Gripper)
	r.width = r.opening()
	r.place(0)
	r.Net = xarmbox.NewMemNet(r.Box, xarmbox.Failures{Seed: seed})
	return r, nil
}

// opening returns the distance between the fingers, m.
func (r *Rig) opening() float64 { return max(r.grip.Position(), 0) / 850 * xarm.GripperStroke }

// Reset implements the box's plant.
func (r *Rig) Reset(q []float64) {
	r.arm.Reset(q)
	r.arm.State(r.q[:], r.dq[:], r.tau[:])
	r.flange = r.chain.FK(r.data, r.q[:])
}

// State implements the box's plant.
func (r *Rig) State(q, dq, tau []float64) {
	copy(q, r.q[:])
	copy(dq, r.dq[:])
	copy(tau, r.tau[:])
}

// Step implements the box's plant: the arm under its contacts, then what it touches. The box is assumed to know the
// gripper's weight, so that it does not bend the arm.
func (r *Rig) Step(dt float64, ref []float64) {
	r.arm.SetWrench(r.wrench)
	r.arm.Step(dt, ref)
	r.arm.State(r.q[:], r.dq[:], r.tau[:])
	was := r.flange
	r.flange = r.chain.FK(r.data, r.q[:])
	wide := r.opening()
	rate := (wide - r.width) / dt / 2
	r.width = wide
	twist := spatial.Delta(was, r.flange).Scale(1 / dt)
	for i := range r.World.Solids {
		s := &r.World.Solids[i]
		s.Twist = spatial.Twist{Lin: twist.Lin.Add(twist.Ang.Cross(s.Pose.P.Sub(was.P))).Add(r.flange.R.Col(1).Scale(side(i) * rate)), Ang: twist.Ang}
	}
	r.World.Step(dt)
	r.feel(twist.Lin, dt)
	r.place(r.width)
}

// side returns the side of the middle on which a part is: the fingers, then the palm.
func side(i int) float64 { return [3]float64{1, -1, 0}[i] }

// place moves the parts of the gripper to their places.
func (r *Rig) place(wide float64) {
	for i := range r.World.Solids {
		at := spatial.V(0, side(i)*(wide/2+padY), reach-padZ)
		if i == 2 {
			at = spatial.V(0, 0, reach-2*padZ-palmZ)
		}
		r.World.Solids[i].Pose = spatial.Pose{P: r.flange.Apply(at), R: r.flange.R}
	}
}

// feel passes contacts to gripper and sensor.
func (r *Rig) feel(speed spatial.Vec3, dt float64) {
	r.wrench = spatial.Wrench{}
	resist := 0.0
	for i := range r.World.Solids {
		s := &r.World.Solids[i]
		r.wrench.Force = r.wrench.Force.Add(s.Felt.Force)
		r.wrench.Torque = r.wrench.Torque.Add(s.Felt.Torque).Add(s.Pose.P.Sub(r.flange.P).Cross(s.Felt.Force))
		resist += side(i) * r.flange.R.Col(1).Dot(s.Felt.Force) / 2
	}
	r.grip.Press(resist)
	r.flown.Peak = max(r.flown.Peak, r.wrench.Force.Norm())
	inertia := speed.Sub(r.speed).Scale(-payload / dt)
	r.speed = speed
	f, t := r.flange.R.ApplyT(r.wrench.Force.Add(inertia)), r.flange.R.ApplyT(r.wrench.Torque)
	x := [6]float64{f.X, f.Y, f.Z, t.X, t.Y, t.Z}
	for i := range x {
		n := r.noise
		if i >= 3 {
			n *= torqueNoise / sensorNoise
		}
		x[i] += r.bias[i] + n*r.rng.NormFloat64()
	}
	r.felt[r.ticks%len(r.felt)] = x
	r.ticks++
	x = [6]float64{}
	for _, y := range r.felt {
		for i := range x {
			x[i] += y[i] / float64(len(r.felt))
		}
	}
	r.Box.SetWrench(spatial.V(x[0], x[1], x[2]), spatial.V(x[3], x[4], x[5]))
}

// NextEvent implements exec.World: there are no events.
func (r *Rig) NextEvent() reactor.Time { return reactor.Forever }

// AdvanceTo implements exec.World.
func (r *Rig) AdvanceTo(t reactor.Time) error {
	for now := r.Box.Now(); now < t.Duration(); now = r.Box.Now() {
		r.Box.Advance(min(now+time.Millisecond, t.Duration()))
		r.stage()
		b := &r.World.Body
		if up := b.Pose.P.Z - b.Half.Z; !b.Gone {
			r.flown.High = max(r.flown.High, up)
			r.lifted = up > 0.015
		}
	}
	return nil
}

// tip returns the point between the fingertips.
func (r *Rig) tip() spatial.Vec3 { return r.flange.Apply(spatial.V(0, 0, reach)) }
