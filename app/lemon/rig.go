package lemon

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
	xarmbox "github.com/sinew-robotics/sinew/robot/xarm/box"
	"github.com/sinew-robotics/sinew/robot/xarm/guard"
	"github.com/sinew-robotics/sinew/sim"
	"github.com/sinew-robotics/sinew/sim/mujoco"
)

// Rig is the simulated surroundings: the arm and its control box, the lemon, and the camera at the wrist.
type Rig struct {
	World  *sim.World
	Plant  sim.Plant // the arm alone
	Box    *xarmbox.Box
	Eye    *RenderedEye
	Net    *xarmbox.MemNet // the in-memory wire of lock-step runs
	Start  time.Duration   // the world's time at the program's time zero
	frames func(Frame)     // receives the frames
	every  time.Duration
	seq    uint64
	dead   bool     // fault of the camera
	frozen bool     // fault of the camera
	silent bool     // fault of the wire
	lossy  bool     // fault of the wire
	shot   sim.Shot // the last one
}

// NewRig makes the surroundings that p and the seed describe.
func NewRig(p Params, seed uint64) (*Rig, error) { return NewRigWith(p, seed, nil) }

// NewRigWith is NewRig with a change to the control box, such as its firmware or a tool; nil: none.
func NewRigWith(p Params, seed uint64, change func(*xarmbox.Config)) (*Rig, error) {
	chain, err := xarm.Model()
	if err != nil {
		return nil, err
	}
	mount, err := xarm.CameraPose()
	if err != nil {
		return nil, err
	}
	var plant sim.Plant
	if p.Plant == "mujoco" {
		plant, err = mujoco.New(chain, sim.ArmConfig{})
	} else {
		plant, err = sim.NewArm(chain, sim.ArmConfig{})
	}
	if err != nil {
		return nil, err
	}
	path, err := sim.NamedPath(p.Lemon, seed)
	if err != nil {
		return nil, err
	}
	home := xarm.Home()
	world, err := sim.NewWorld(sim.WorldConfig{Plant: plant, Chain: chain, Start: home[:], Mount: mount,
		Lemon: sim.Lemon{Path: path, Turn: lemonTurn}, Seed: seed})
	if err != nil {
		return nil, err
	}
	cfg := xarmbox.Config{Kinematics: xarmbox.NewKinematics(chain, xarm.Collider(chain)), Plant: world, Start: home[:],
		StalePeriod: p.StalePeriod, Commanded: p.Registers == "commanded", Seed: seed, Expected: xarmbox.ExpectedTorque(chain)}
	if change != nil {
		change(&cfg)
	}
	box, err := xarmbox.New(cfg)
	if err != nil {
		return nil, err
	}
	eye, err := newRenderedEye()
	if err != nil {
		return nil, err
	}
	return &Rig{World: world, Plant: plant, Box: box, Eye: eye, Net: xarmbox.NewMemNet(box, xarmbox.Failures{Seed: seed}),
		every: time.Duration(math.Round(1e9 / p.FrameRate))}, nil
}

// Describe returns the hardware's data without the devices, as a replay needs it.
func Describe() (Hardware, error) {
	h, err1 := data()
	eye, err2 := newRenderedEye()
	h.Eye = eye
	return h, errors.Join(err1, err2)
}

// data returns the hardware's data without devices and an eye.
func data() (Hardware, error) {
	chain, err1 := xarm.Model()
	mount, err2 := xarm.CameraPose()
	if err := errors.Join(err1, err2); err != nil {
		return Hardware{}, err
	}
	home := xarm.Home()
	return Hardware{Camera: perception.D435iColor(), Mount: mount, Chain: chain, Collider: xarm.Collider(chain),
		Home: chain.FK(kinematics.NewData(chain), home[:]), JointAcc: xarm.JointAcc, JointJerk: xarm.JointJerk}, nil
}

// NextEvent implements exec.World: the next frame.
func (r *Rig) NextEvent() reactor.Time { return reactor.Time(r.seq+1) * reactor.Time(r.every) }

// AdvanceTo implements exec.World: it brings the box and the arm to t and takes the frame that is due.
func (r *Rig) AdvanceTo(t reactor.Time) error {
	r.Box.Advance(t.Duration())
	for r.NextEvent() <= t {
		if f, ok := r.frame(); ok && r.frames != nil {
			r.frames(f)
		}
	}
	return nil
}

// frame returns the camera's next frame; ok is false while it delivers none.
func (r *Rig) frame() (f Frame, ok bool) {
	r.seq++
	if r.dead {
		return f, false
	}
	if !r.frozen {
		r.shot = r.World.Shot(r.seq)
	}
	return Frame{Seq: r.seq, Shot: r.shot}, true
}

// lemonAt returns where the lemon is at a time of the program.
func (r *Rig) lemonAt(t time.Duration) spatial.Vec3 {
	p, _ := r.World.Lemon().At(t + r.Start)
	return p
}

// film takes the camera's frames while a server advances the rig's time, until ctx ends.
func (r *Rig) film(ctx context.Context, s *xarmbox.Server, frames func(Frame)) {
	s.Every(ctx, r.every, func() {
		var f Frame
		var ok bool
		s.Do(func(*xarmbox.Box) { f, ok = r.frame() })
		if ok {
			frames(f)
		}
	})
}

// RenderedEye makes a simulated camera's pictures from a frame, which determines them to the bit. It keeps the last few,
// so that there is time to show them.
type RenderedEye struct {
	r     *sim.Renderer
	color [4]perception.Image
	depth perception.Depth
	n     int
}

// newRenderedEye makes the eye with the default scene and the D435i's noise.
func newRenderedEye() (*RenderedEye, error) {
	in := perception.D435iColor()
	r, err := sim.NewRenderer(sim.DefaultScene(), in, sim.D435iNoise())
	if err != nil {
		return nil, err
	}
	e := &RenderedEye{r: r, depth: perception.NewDepth(in.W, in.H)}
	for i := range e.color {
		e.color[i] = perception.NewImage(in.W, in.H)
	}
	return e, nil
}

// StatelessInKeyframes says that keyframes hold no eye, because it depends only on the frame.
func (e *RenderedEye) StatelessInKeyframes() {}

// Look implements Eye.
func (e *RenderedEye) Look(f *Frame) (*perception.Image, *perception.Depth, error) {
	e.n = (e.n + 1) % len(e.color)
	img := &e.color[e.n]
	err := e.r.Render(&f.Shot, img, &e.depth)
	return img, &e.depth, err
}

// XArm is the robot as XArmInterface uses it: an xArm's driver, claimed and limited. Its answers are plain values, so that
// they can be recorded.
type XArm struct {
	c     *hw.Commander
	joint bool
	state [xarm.StateLen]float64
	last  WorldData
	calls uint64
	idle  int               // consecutive commands that the box did not take because it is not ready to move
	first *xarm.PowerAnswer // to Ready, until the program asks for it
}

// idleMost is how many such commands mean that the robot has to be made ready again, because the box was rebooted or
// stopped by someone else. A real box may refuse a few just after it was made ready.
const idleMost = 100

// firstTries is how often the first connection is tried: a control loop's time-out is short compared with the time in
// which the machine starts the box.
const firstTries = 20

// redialEvery is how many readings pass between attempts to restore a lost connection.
const redialEvery = 100

// NewXArm connects to a control box and claims the commands that p's path takes.
func NewXArm(dial xarm.Dial, timeout time.Duration, p *Params) (*XArm, error) {
	d, err := xarm.NewDriver(xarm.DriverConfig{Dial: dial, Client: xarm.ClientConfig{Timeout: timeout}, MaxMisses: 5})
	if err != nil {
		return nil, err
	}
	return newXArm(d, p)
}

func newXArm(d hw.Driver, p *Params) (*XArm, error) {
	group, limits, err := limitsOf(p)
	if err != nil {
		return nil, err
	}
	claims, err := hw.NewClaims(d.Info())
	if err != nil {
		return nil, err
	}
	a := &XArm{joint: p.Path == "joint"}
	if a.c, err = claims.Command(Program, d, group, limits); err != nil {
		return nil, err
	}
	err = a.c.Enter(hw.Inactive)
	for try := 1; try < firstTries && errors.Is(err, xarm.ErrTimeout); try++ {
		err = a.c.Enter(hw.Inactive)
	}
	if err != nil {
		return nil, fmt.Errorf("connecting to the control box: %w", err)
	}
	return a, nil
}

// limitsOf returns the box's own limits, which apply after those of the planning network. The network has already checked
// the arm's joints.
func limitsOf(p *Params) (group string, l hw.Limiter, err error) {
	if p.Path != "joint" {
		l, err = guard.NewPoses(guard.Box(), p.Period.Seconds(), nil)
		return xarm.GroupTCPPose, l, err
	}
	chain, err := xarm.Model()
	if err != nil {
		return "", nil, err
	}
	l, err = guard.NewAngles(chain, p.Period.Seconds())
	return xarm.GroupJointPosition, l, err
}

// Read takes a reading.
func (a *XArm) Read() WorldData {
	a.calls++
	if a.c.LifeCycle() == hw.Unconfigured && a.calls%redialEvery == 0 {
		_ = a.c.Enter(hw.Inactive) // if it fails, the next attempt follows
	}
	if err := a.c.Read(a.state[:]); err != nil {
		a.last.Fault = xarm.FaultOf(err)
		return a.last
	}
	s := &a.state
	w := WorldData{Error: uint8(s[xarm.StateError]), Warning: uint8(s[xarm.StateWarning])}
	copy(w.Q[:], s[xarm.StateQ:])
	copy(w.DQ[:], s[xarm.StateDQ:])
	copy(w.Tau[:], s[xarm.StateTau:])
	w.Pose = xarm.PoseOf(s[xarm.StatePose:])
	a.last = w
	return w
}

// Servo returns the device that takes commands.
func (a *XArm) Servo() reactor.Driven[Command, xarm.Fault] {
	put := func(c *Command, to []float64) { xarm.PutPose(to, &c.Pose) }
	if a.joint {
		put = func(c *Command, to []float64) { copy(to, c.Q[:]) }
	}
	return hw.NewDrive(a.c, put, a.taken)
}

// taken counts commands that find the box not ready. Errors of the box are not counted, because readings show them.
func (a *XArm) taken(err error) xarm.Fault {
	r, refused := err.(xarm.Refused)
	if !refused || xarm.Status(r)&(xarm.StatusNotReady|xarm.StatusError) != xarm.StatusNotReady {
		a.idle = 0
		return xarm.FaultOf(err)
	}
	if a.idle++; a.idle < idleMost {
		return xarm.FaultRefused
	}
	a.idle = 0
	return xarm.FaultNotReady
}

// Ready makes the robot ready before the program begins, which takes some tens of milliseconds. The first Power returns
// the outcome.
func (a *XArm) Ready() {
	p := a.Power(true)
	a.first = &p
}

// Power makes the robot ready, or not: on clears errors, off stops it.
func (a *XArm) Power(on bool) xarm.PowerAnswer {
	if p := a.first; p != nil {
		if a.first = nil; on {
			return *p
		}
	}
	return xarm.Power(a.c, on)
}
