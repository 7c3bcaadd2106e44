package box

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/hw/hwtest"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/robot/xarm/box/bus"
)

// gripperOf is the gripper at the flange.
func (r *rig) gripperOf() *bus.Gripper {
	tools, _ := r.box.Devices()
	return tools[0].(*bus.Gripper)
}

// effectors makes the drivers of a box with gripper and sensor, and connects the arm's.
func effectors(t testing.TB) (*rig, *xarm.Driver, *xarm.Gripper, *xarm.ForceSensor) {
	t.Helper()
	r := newRig(t, func(c *Config) { c.Tool, c.ForceSensor = ToolGripper, true }, Failures{})
	d, err := xarm.NewDriver(xarm.DriverConfig{Dial: r.net.Dial, Client: xarm.ClientConfig{Retries: 2}})
	r.must(err)
	grip, sensor := xarm.NewEffectors(d)
	r.must(d.Use(xarm.GroupJointPosition))
	r.must(d.Enter(hw.Inactive))
	return r, d, grip, sensor
}

// behind is a driver of something behind an arm, whose connection it uses: it connects the arm again before itself.
type behind struct {
	*xarm.Gripper
	arm *xarm.Driver
}

func (d behind) Enter(to hw.LifeCycle) error {
	if to == hw.Inactive && d.arm.LifeCycle() == hw.Unconfigured {
		if err := d.arm.Enter(hw.Inactive); err != nil {
			return err
		}
	}
	return d.Gripper.Enter(to)
}

func TestGripperConforms(t *testing.T) {
	hwtest.TestDriver(t, func(t testing.TB) hwtest.Rig {
		r, d, grip, _ := effectors(t)
		fingers := r.gripperOf()
		was := fingers.Position()
		hold := func(_ string, state, command []float64) {
			command[0], command[1], command[2] = state[xarm.GripperWidth], 0.08, 20
		}
		return hwtest.Rig{
			Driver: behind{grip, d}, Break: r.net.Break, Hold: hold,
			Pass: func(d time.Duration) {
				r.pass(d - time.Millisecond)
				was = fingers.Position()
				r.pass(time.Millisecond)
			},
			Speed: func() float64 { return math.Abs(fingers.Position() - was) },
			Move: func(group string, i int, state, command []float64) {
				hold(group, state, command)
				command[0] = math.Abs(command[0] - 5e-4*float64(i))
			},
		}
	})
}

func TestTheGripperStopsWhenItsDriverIsLeft(t *testing.T) {
	r, _, grip, _ := effectors(t)
	r.must(grip.Use(xarm.GroupGrip))
	r.must(grip.Enter(hw.Inactive))
	r.must(grip.Enter(hw.Active))
	r.must(grip.Write([]float64{0, 0.02, 20}))
	r.pass(time.Second)
	r.must(grip.Enter(hw.Inactive))
	at := r.gripperOf().Position()
	r.pass(time.Second)
	if now := r.gripperOf().Position(); at < 100 || at > 800 || math.Abs(now-at) > 1 {
		t.Errorf("left at %g pulses, then at %g", at, now)
	}
}

func TestAnObjectStopsTheFingers(t *testing.T) {
	r, _, grip, _ := effectors(t)
	r.must(grip.Use(xarm.GroupGrip))
	r.must(grip.Enter(hw.Inactive))
	r.must(grip.Enter(hw.Active))
	r.must(grip.Write([]float64{0, 0.08, 15}))
	for range 2000 { // rubber of 40 mm and 20 kN/m
		r.gripperOf().Press(2e4 * (0.04 - r.gripperOf().Position()/850*xarm.GripperStroke))
		r.pass(time.Millisecond)
	}
	var x [xarm.GripperLen]float64
	r.must(grip.Read(x[:]))
	if want := 0.04 - 15/2e4; math.Abs(x[xarm.GripperWidth]-want) > 2e-4 || x[xarm.GripperState] != 2 {
		t.Errorf("%g m, state %g: want %g m, and that something is caught", x[xarm.GripperWidth], x[xarm.GripperState], want)
	}
}

func TestWhatIsWrongWithAGripperShows(t *testing.T) {
	r, d, grip, _ := effectors(t)
	r.must(grip.Use(xarm.GroupGrip))
	r.must(grip.Enter(hw.Inactive))
	r.must(grip.Enter(hw.Active))
	f := &r.gripperOf().Faults
	f.Stuck = true
	r.must(grip.Write([]float64{0.01, 0.08, 20}))
	r.pass(2 * time.Second)
	var x [xarm.GripperLen]float64
	r.must(grip.Read(x[:]))
	if math.Abs(x[xarm.GripperWidth]-xarm.GripperStroke) > 1e-9 {
		t.Errorf("one that is stuck goes to %g m", x[xarm.GripperWidth])
	}
	*f = bus.GripperFaults{Garbage: true}
	low, high := math.Inf(1), math.Inf(-1)
	for range 20 {
		r.must(grip.Read(x[:]))
		low, high = min(low, x[xarm.GripperWidth]), max(high, x[xarm.GripperWidth])
	}
	if high-low < 0.02 {
		t.Errorf("garbage is between %g and %g m", low, high)
	}
	*f = bus.GripperFaults{Deaf: true}
	was := x
	if err := grip.Read(x[:]); err == nil || x != was {
		t.Errorf("one that does not answer reads %v: %v", x, err)
	}
	r.wantError(xarm.ErrorEndEffector)
	*f = bus.GripperFaults{}
	r.must(d.Enter(hw.Active)) // cleans the error
	r.must(grip.Read(x[:]))
}

func TestForceSensorDriver(t *testing.T) {
	r, d, _, sensor := effectors(t)
	var x [6]float64
	if err := sensor.Read(x[:]); !errors.Is(err, hw.ErrState) {
		t.Errorf("read while unconfigured: %v", err)
	}
	if sensor.Use("any") == nil || !errors.Is(sensor.Write(nil), hw.ErrState) {
		t.Error("a sensor is commanded")
	}
	r.must(sensor.Info().Validate())
	r.must(sensor.Enter(hw.Inactive))
	r.must(sensor.Enter(hw.Active))
	feel := func(z float64) {
		t.Helper()
		r.must(sensor.Read(x[:]))
		if math.Abs(x[2]-z) > 1e-5 {
			t.Errorf("it reads %v, want %g N along z", x, z)
		}
	}
	push := func(z float64) { r.box.SetWrench(spatial.V(0, 0, z), spatial.Vec3{}) }
	push(3)
	feel(3)
	if n := testing.AllocsPerRun(100, func() { _ = sensor.Read(x[:]) }); n > 0 {
		t.Errorf("a reading allocates %g times", n)
	}
	r.box.FailForceSensor(SensorFrozen)
	push(5)
	feel(3)
	r.box.FailForceSensor(SensorSilent)
	r.pass(10 * time.Millisecond)
	r.wantError(xarm.ErrorForceSensor)
	r.box.FailForceSensor(SensorSound)
	r.must(d.Enter(hw.Active)) // cleans the error
	feel(5)
	r.net.Break()
	if err := sensor.Read(x[:]); err == nil {
		t.Error("it reads over a broken connection")
	}
	if at := sensor.LifeCycle(); at != hw.Unconfigured {
		t.Errorf("after a break it is %v", at)
	}
	if err := sensor.Enter(hw.Inactive); !errors.Is(err, xarm.ErrLost) {
		t.Errorf("configured without a connection: %v", err)
	}
}
