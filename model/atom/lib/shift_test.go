package lib

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/math/unit"
	"pgregory.net/rapid"
)

const near = 1e-12

func angles(t *rapid.T, name string) spatial.RPY {
	a := rapid.Float64Range(-3, 3)
	return spatial.RPY{Roll: a.Draw(t, name+" roll"), Pitch: rapid.Float64Range(-1.5, 1.5).Draw(t, name+" pitch"), Yaw: a.Draw(t, name+" yaw")}
}

func point(t *rapid.T, name string) spatial.Vec3 {
	a := rapid.Float64Range(-10, 10)
	return spatial.V(a.Draw(t, name+" x"), a.Draw(t, name+" y"), a.Draw(t, name+" z"))
}

func TestFrameShiftsAgainstSpatial(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e, v := angles(rt, "attitude"), point(rt, "v")
		shift := use(t, new(FrameShift[unit.Speed])).set("x", v.X, "y", v.Y, "z", v.Z, "roll", e.Roll, "pitch", e.Pitch, "yaw", e.Yaw).run(0)
		w := e.Rot().Apply(v)
		shift.want("x_out", w.X, 1e-13*20)
		shift.want("y_out", w.Y, 1e-13*20)
		shift.want("z_out", w.Z, 1e-13*20)
		back := use(t, new(FrameShiftBack[unit.Speed])).
			set("x", w.X, "y", w.Y, "z", w.Z, "roll", e.Roll, "pitch", e.Pitch, "yaw", e.Yaw).run(0)
		back.want("x_out", v.X, near*20)
		back.want("y_out", v.Y, near*20)
		back.want("z_out", v.Z, near*20)
	})
}

func TestFrameShiftIMU(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		robot, mount, omega := angles(rt, "robot"), angles(rt, "mount"), point(rt, "omega")
		sensor := robot.Rot().Mul(mount.Rot()).RPY() // what the sensor sees of itself
		seen := mount.Rot().ApplyT(omega)
		r := use(t, new(FrameShiftIMU)).set("roll", sensor.Roll, "pitch", sensor.Pitch, "yaw", sensor.Yaw,
			"wx", seen.X, "wy", seen.Y, "wz", seen.Z,
			"mount_roll", mount.Roll, "mount_pitch", mount.Pitch, "mount_yaw", mount.Yaw).run(0)
		got := spatial.RPY{Roll: r.get("phi"), Pitch: r.get("theta"), Yaw: r.get("psi")}.Rot()
		want := robot.Rot()
		for i := range got {
			if math.Abs(got[i]-want[i]) > 1e-9 {
				t.Fatalf("attitude %v, want %v", got, want)
			}
		}
		r.want("p", omega.X, 1e-11)
		r.want("q", omega.Y, 1e-11)
		r.want("r", omega.Z, 1e-11)
	})
}

func TestAttitudeAtThePole(t *testing.T) {
	r := use(t, new(FrameShiftIMU)).set("roll", 0.3, "pitch", math.Pi/2, "yaw", 0.7).run(0)
	r.want("phi", 0, 1e-9)
	r.want("theta", math.Pi/2, 1e-7)
	r.want("psi", 0.4, 1e-7) // yaw less roll
}

// A sensor off the origin of a turning robot sees v + ω×r.
func TestFrameShiftLoch(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		v, omega, at, mount := point(rt, "v"), point(rt, "omega"), point(rt, "at"), angles(rt, "mount")
		seen := mount.Rot().ApplyT(v.Add(omega.Cross(at)))
		r := use(t, new(FrameShiftLoch)).set("vx", seen.X, "vy", seen.Y, "vz", seen.Z, "p", omega.X, "q", omega.Y, "r", omega.Z,
			"mount_roll", mount.Roll, "mount_pitch", mount.Pitch, "mount_yaw", mount.Yaw,
			"mount_x", at.X, "mount_y", at.Y, "mount_z", at.Z).run(0)
		r.want("u", v.X, 1e-10)
		r.want("v", v.Y, 1e-10)
		r.want("w", v.Z, 1e-10)
	})
}

func TestFrameShiftDepth(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e, at := angles(rt, "robot"), point(rt, "at")
		depth := 5 + e.Rot().Apply(at).Z
		use(t, new(FrameShiftDepth)).set("depth", depth, "phi", e.Roll, "theta", e.Pitch, "mount_x", at.X, "mount_y", at.Y, "mount_z", at.Z).
			run(0).want("z", 5, 1e-11)
	})
}

func TestFrameShiftSpeedsIsTwoShifts(t *testing.T) {
	r := use(t, new(FrameShiftSpeeds)).set("u", 1, "v", 2, "w", 3, "p", 4, "q", 5, "r", 6, "roll", .1, "pitch", .2, "yaw", .3).run(0)
	lin := use(t, new(FrameShift[unit.Speed])).set("x", 1, "y", 2, "z", 3, "roll", .1, "pitch", .2, "yaw", .3).run(0)
	ang := use(t, new(FrameShift[unit.AngularSpeed])).set("x", 4, "y", 5, "z", 6, "roll", .1, "pitch", .2, "yaw", .3).run(0)
	for _, c := range []struct {
		mine string
		r    *rig
		its  string
	}{{"u_out", lin, "x_out"}, {"v_out", lin, "y_out"}, {"w_out", lin, "z_out"}, {"p_out", ang, "x_out"}, {"q_out", ang, "y_out"}, {"r_out", ang, "z_out"}} {
		r.want(c.mine, c.r.get(c.its), 0)
	}
}

// Mounting angles that change, as while a sensor is calibrated, are followed.
func TestTurnFollowsItsAngles(t *testing.T) {
	r := use(t, new(FrameShift[unit.Force])).set("x", 1.0, "yaw", 0.0).run(0)
	r.want("x_out", 1, 0)
	r.set("yaw", math.Pi/2).run(0).want("y_out", 1, near)
}

func TestWrap(t *testing.T) {
	for _, c := range [][2]float64{{0, 0}, {math.Pi, math.Pi}, {-math.Pi, math.Pi}, {3 * math.Pi / 2, -math.Pi / 2}, {7, 7 - 2*math.Pi}, {-400, -400 + 64*2*math.Pi}} {
		if got := Wrap(c[0]); math.Abs(got-c[1]) > 1e-12 {
			t.Errorf("Wrap(%g) = %g, want %g", c[0], got, c[1])
		}
	}
	if !math.IsNaN(Wrap(math.NaN())) || !math.IsNaN(Wrap(math.Inf(1))) {
		t.Error("what is not an angle became one")
	}
	rapid.Check(t, func(rt *rapid.T) {
		a := rapid.Float64Range(-1e4, 1e4).Draw(rt, "a")
		w := Wrap(a)
		if w <= -math.Pi || w > math.Pi || math.Abs(math.Remainder(a-w, 2*math.Pi)) > 1e-9 {
			rt.Fatalf("Wrap(%g) = %g", a, w)
		}
	})
}
