package broadcast

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// robot has two joints, one without effort, and one of each sensor, with single numbers and whole ones.
func robot() *manager.Setup {
	s := controllertest.Setup(nil)
	add := func(unit string, names ...string) {
		for _, n := range names {
			s.States = append(s.States, manager.Interface{Name: n, Unit: unit})
		}
	}
	add("", "a/position", "a/velocity", "a/effort", "b/position", "b/velocity", "ft/wrench", "tool/pose")
	for _, x := range []string{"x", "y", "z"} {
		add("N", "old/force."+x, "old/torque."+x)
		add("m/s²", "imu/linear_acceleration."+x)
		add("rad/s", "imu/angular_velocity."+x)
		add("1", "imu/orientation."+x)
	}
	add("1", "imu/orientation.w")
	add("m", "sonar/range")
	add("bool", "box/door")
	s.States = append(s.States, manager.Interface{Name: "arm/a/position", Of: "arm"}, manager.Interface{Name: "arm/error", Unit: "1", Of: "arm"}) // another controller's
	return s
}

func named(name string) []controllertest.Param {
	return []controllertest.Param{{Name: "sensor_name", Value: name}}
}

func TestConformance(t *testing.T) {
	for _, s := range []controllertest.Subject{
		{New: func() manager.Controller { return Joints() }},
		{New: func() manager.Controller { return IMU() }, Params: named("imu")},
		{New: func() manager.Controller { return ForceTorque() }, Params: named("ft")},
		{New: func() manager.Controller { return ForceTorque() }, Params: named("old")},
		{New: func() manager.Controller { return Pose() }, Params: named("tool")},
		{New: func() manager.Controller { return Range() }, Params: named("sonar")},
		{New: func() manager.Controller { return GPIO() }},
		{New: func() manager.Controller { return Dynamic() }},
	} {
		s.Setup = robot()
		s.States = func(rnd *rand.Rand, io *manager.IO) { io.States(0)[0] = rnd.NormFloat64() }
		controllertest.Run(t, s)
	}
}

func TestWhatIsTold(t *testing.T) {
	j := Joints()
	d, io := controllertest.Configure(t, j, robot())
	for i := range d.States {
		io.States(i)[0] = float64(i + 1)
	}
	update := func(c manager.Controller) {
		if err := c.Update(io); err != nil {
			t.Fatal(err)
		}
	}
	update(j)
	if v := j.Value(); v.Position[1] != 2 || v.Velocity[0] != 3 || v.Effort[0] != 5 || !math.IsNaN(v.Effort[1]) {
		t.Errorf("joints: %+v", v)
	}
	kept := j.Value().Clone()
	io.States(0)[0] = 9
	if update(j); kept.Position[0] != 1 || j.Value().Position[0] != 9 {
		t.Error("a clone is not a copy")
	}

	f := ForceTorque()
	_, io = controllertest.Configure(t, f, robot(), controllertest.Param{Name: "sensor_name", Value: "old"},
		controllertest.Param{Name: "filter", Value: 0.009}, controllertest.Param{Name: "bias", Value: []float64{1, 0, 0, 0, 0, 0}})
	io.States(0)[0], io.States(5)[0] = 3, 7
	if update(f); f.Value().Force.X != 2 || f.Value().Torque.Z != 7 {
		t.Errorf("the first wrench is %+v", f.Value())
	}
	io.States(0)[0] = 13 // a tenth of the way each cycle of 1 ms
	if update(f); math.Abs(f.Value().Force.X-3) > 1e-12 {
		t.Errorf("filtered: %+v", f.Value())
	}

	p := Pose()
	_, io = controllertest.Configure(t, p, robot(), named("tool")...)
	if update(p); p.Value() != spatial.Identity() {
		t.Error("a quaternion of zeros is no pose")
	}
	copy(io.States(0), []float64{1, 2, 3, 0, 0, 0, 1})
	if update(p); p.Value().P != spatial.V(1, 2, 3) {
		t.Errorf("%+v", p.Value())
	}

	g := GPIO()
	if d, _ := controllertest.Configure(t, g, robot()); len(g.Value().Values) != len(d.States) || len(d.States) != 3*5+3 {
		t.Errorf("%d inputs and outputs", len(d.States))
	}
	all := Dynamic()
	if d, _ := controllertest.Configure(t, all, robot()); len(all.Value().Values) != len(d.States)+5+6 {
		t.Errorf("%d numbers of %d states", len(all.Value().Values), len(d.States))
	}
}

func TestMissing(t *testing.T) {
	for _, c := range []struct {
		of   manager.Controller
		p    controllertest.Param
		want string
	}{
		{IMU(), controllertest.Param{Name: "sensor_name", Value: "ft"}, "orientation.x"}, {ForceTorque(), controllertest.Param{Name: "sensor_name", Value: "sonar"}, "nor sonar/wrench"},
		{Joints(), controllertest.Param{Name: "joints", Value: []string{"a", "x"}}, `joint "x"`}, {Dynamic(), controllertest.Param{Name: "interfaces", Value: []string{"x/y"}}, `"x/y"`},
		{Pose(), controllertest.Param{Name: "sensor_name", Value: ""}, "no sensor"},
	} {
		if err := controllertest.Set(c.of, c.p); err != nil {
			t.Fatal(err)
		}
		if _, err := c.of.Configure(robot()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v does not speak of %s", c.p, err, c.want)
		}
	}
}
