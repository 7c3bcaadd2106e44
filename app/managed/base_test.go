package managed

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/mobile"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/record"
)

// base is a base with two wheels on drives of CiA 402. The right one is mounted the other way round.
func base() Params {
	return Params{File: "base.urdf", Name: "base.yaml", URDF: `<robot name="base"><link name="body"/>
<joint name="left" type="continuous"><parent link="body"/><child link="l"/><origin xyz="0 0.2 0"/><axis xyz="0 1 0"/><limit velocity="12" effort="5"/></joint><link name="l"/>
<joint name="right" type="continuous"><parent link="body"/><child link="r"/><origin xyz="0 -0.2 0"/><axis xyz="0 1 0"/><limit velocity="12" effort="5"/></joint><link name="r"/>
<ros2_control name="wheels" type="system"><hardware><plugin>sinew/cia402</plugin><param name="can">sim</param></hardware>
<joint name="left"><param name="node">1</param><param name="counts">65536</param><command_interface name="velocity"/><state_interface name="position"/></joint>
<joint name="right"><param name="node">2</param><param name="counts">-65536</param><command_interface name="velocity"/><state_interface name="position"/></joint>
</ros2_control></robot>`, Text: `period: 2ms
joint_limits:
  left: {max_acceleration: 30}
  right: {max_acceleration: 30}
controllers:
  - {name: base, type: diff_drive, start: active, parameters: {left_wheels: [left], right_wheels: [right], wheel_radius: 0.1, wheel_separation: 0.4}}
script:
  - at: 500ms
    twist: {controller: base, linear: [0.4, 0, 0], for: 3s}
  - at: 5s
    twist: {controller: base, angular: [0, 0, 0.5], for: 3s}
`}
}

// TestBase drives a two-wheeled base straight and then turns it on the spot: odometry, the drives' own encoders and what was
// asked for agree, and the recording replays to the bit.
func TestBase(t *testing.T) {
	if v := drive(t, base(), 1); v.MissedCycles != 0 || v.GivenUp != 0 || v.Switches != 1 {
		t.Errorf("%+v", v)
	}
	p := base()
	inst, err := Spec{}.Make(run.Order{Params: &p, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(inst.Program, nil, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var straight, last mobile.Odometry
	if err := record.Tap(rec, "robot.base_odometry", func(tag reactor.Tag, o *mobile.Odometry) {
		if last = *o; tag.Time < reactor.Time(5*time.Second) {
			straight = *o
		}
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.Run(t.Context(), inst.Program, exec.Options{Timeout: 10 * time.Second}); err != nil {
		t.Fatal(err)
	}
	// A twist counts until half a second after the last one, and the ramps up and down make up for each other.
	const long = 3 - 0.02 + 0.5
	if x := straight.Pose.X; math.Abs(x-0.4*long) > 0.02 || math.Abs(straight.Pose.Y) > 1e-3 || math.Abs(straight.Pose.Yaw) > 1e-3 {
		t.Errorf("after the straight at %+v, want %.3f m ahead", straight.Pose, 0.4*long)
	}
	turned := last.Pose.Yaw - straight.Pose.Yaw
	if math.Abs(turned-0.5*long) > 0.02 || math.Hypot(last.Pose.X-straight.Pose.X, last.Pose.Y-straight.Pose.Y) > 2e-3 {
		t.Errorf("turned by %.4f rad, want %.3f, from %+v to %+v", turned, 0.5*long, straight.Pose, last.Pose)
	}
	var d *device
	for _, s := range inst.State {
		if r, ok := s.(*robot); ok {
			d = r.devices[0]
		}
	}
	left, right := 0.1*d.Position("left"), 0.1*d.Position("right")
	if got := (right - left) / 0.4; math.Abs(got-last.Pose.Yaw) > 1e-3 {
		t.Errorf("the encoders turned by %.4f rad, the odometry by %.4f", got, last.Pose.Yaw)
	}
	if got := (left + right) / 2; math.Abs(got-straight.Pose.X) > 2e-3 {
		t.Errorf("the encoders went %.4f m, the odometry %.4f", got, straight.Pose.X)
	}
	t.Logf("straight %.4f m, turned %.4f rad", straight.Pose.X, turned)
}

// TestAStepWithinATwistIsDoneInTime switches while a twist is still sent.
func TestAStepWithinATwistIsDoneInTime(t *testing.T) {
	p := base()
	p.Text += "  - at: 1500ms\n    switch: {deactivate: [base], strict: true}\n"
	v := drive(t, p, 1)
	if n := len(v.Events); n != 2 || !strings.HasPrefix(v.Events[1], "1.502s switched: deactivate base") {
		t.Errorf("the events are %q", v.Events)
	}
}
