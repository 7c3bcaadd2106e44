package box

import (
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/sim"
)

// dynamicRig is a rig whose arm has masses, friction and servos.
func dynamicRig(t *testing.T) (*rig, *sim.Arm) {
	t.Helper()
	chain, err := xarm.Model()
	if err != nil {
		t.Fatal(err)
	}
	arm, err := sim.NewArm(chain, sim.ArmConfig{})
	if err != nil {
		t.Fatal(err)
	}
	return newRig(t, func(c *Config) { c.Plant, c.Expected = arm, ExpectedTorque(chain) }, Failures{}), arm
}

func TestArmWithMassFollowsWithoutFalseCollisions(t *testing.T) {
	r, _ := dynamicRig(t)
	r.ready(xarm.ModeServo)
	start := r.box.Pose()
	var worst [4]float64             // by age of the target, in periods
	at := func(i int) spatial.Pose { // 0.15 m to and fro, up to 0.47 m/s
		return shifted(start, 0.03*math.Sin(float64(i)*0.02), 0.075*(1-math.Cos(float64(i)*0.025)), 0)
	}
	for i := range 1000 {
		r.must(r.client.ServoCartesian(at(i)))
		r.pass(4 * time.Millisecond)
		if i > 250 {
			for age := range worst {
				worst[age] = max(worst[age], r.box.Pose().P.Dist(at(i-age).P))
			}
		}
	}
	r.wantError(xarm.ErrorNone)
	t.Logf("worst distance from the target of 0, 1, 2, 3 periods ago: %.4f m", worst)
	if min(worst[0], worst[1], worst[2]) > 0.001 {
		t.Errorf("it strays by %g m", worst)
	}
}

func TestPushOnTheArmIsACollision(t *testing.T) {
	r, arm := dynamicRig(t)
	r.ready(xarm.ModeServo)
	start := r.box.Pose()
	for i := range 100 {
		if i == 50 {
			arm.SetWrench(spatial.Wrench{Force: spatial.V(0, 0, 120)})
		}
		if r.client.ServoCartesian(shifted(start, 0, 0.0005*float64(i), 0)) != nil {
			break
		}
		r.pass(4 * time.Millisecond)
	}
	r.wantError(xarm.ErrorCollision)
	arm.SetWrench(spatial.Wrench{})
	r.pass(time.Second)
	r.must(r.client.Recover(xarm.ModeServo))
}

func TestEmergencyStopFromMotionOfAnArmWithMass(t *testing.T) {
	r, _ := dynamicRig(t)
	r.ready(xarm.ModeCartVelocity)
	r.must(r.client.CartesianVelocity(spatial.Twist{Lin: spatial.V(0, 0.25, 0)}, 0))
	r.pass(300 * time.Millisecond)
	before := r.box.Pose()
	r.box.EmergencyStop()
	r.pass(300 * time.Millisecond)
	way := r.box.Pose().P.Dist(before.P)
	t.Logf("stopped after %.1f mm from 0.25 m/s", 1000*way)
	if r.speed() > 1e-3 || way > 0.02 {
		t.Errorf("%g rad/s, %g m", r.speed(), way)
	}
}
