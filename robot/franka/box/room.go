package box

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// room is where the arm may be: within its limits and, if it was left beyond one, no farther out. Where it has come
// back, it must stay in.
type room struct {
	set  [joints][2]float64 // of the set-point, rad
	arm  [joints][2]float64 // of the arm itself
	near float64            // least distance between links, m; negative where they were left overlapping
	wall [3]float64         // beyond the faces of Config.Wall, m
}

// How far an arm beyond a limit may move there because of noise and its controller's error.
const (
	looseJoint = 2e-3 // rad
	looseTool  = 1e-4 // m
)

// permit allows the present set-point, distance of the links and end effector: motions start there, but may not lead
// farther out.
func (r *Robot) permit() {
	for i, q := range r.set.q {
		l := &r.limits.Joints[i]
		r.room.set[i] = [2]float64{min(l.Lower, q), max(l.Upper, q)}
	}
	near, _, _ := r.collider.Closest(r.data, r.plant.q[:])
	if r.room.near = min(0, near); near < 0 {
		r.room.near -= looseTool
	}
	r.permitTool()
}

// permitTool allows the present position of the end effector.
func (r *Robot) permitTool() {
	r.room.wall = r.beyondWall()
	for k, x := range r.room.wall {
		if x > 0 {
			r.room.wall[k] += looseTool
		}
	}
}

// permitArm allows the present positions of the joints.
func (r *Robot) permitArm() {
	for i, q := range r.plant.q {
		l := &r.limits.Joints[i]
		r.room.arm[i] = [2]float64{min(l.Lower-outsideRoom, q-looseJoint), max(l.Upper+outsideRoom, q+looseJoint)}
	}
}

// narrow removes room that is no longer needed.
func (r *Robot) narrow() {
	for i := range r.room.set {
		l, s, a := &r.limits.Joints[i], &r.room.set[i], &r.room.arm[i]
		q, x := r.plant.q[i], r.set.q[i]
		s[0], s[1] = min(l.Lower, max(s[0], x)), max(l.Upper, min(s[1], x))
		a[0], a[1] = min(l.Lower-outsideRoom, max(a[0], q-looseJoint)), max(l.Upper+outsideRoom, min(a[1], q+looseJoint))
	}
	if r.room.wall != ([3]float64{}) {
		for k, x := range r.beyondWall() {
			if x > 0 {
				x += looseTool
			}
			r.room.wall[k] = min(r.room.wall[k], x)
		}
	}
}

// collides reports whether the links are closer than allowed, and narrows what is allowed.
func (r *Robot) collides() bool {
	near, _, _ := r.collider.Closest(r.data, r.plant.q[:])
	if near < r.room.near {
		return true
	}
	if r.room.near < 0 {
		r.room.near = min(0, max(r.room.near, near-looseTool))
	}
	return false
}

// outside returns a joint that is beyond its limits, or −1.
func (r *Robot) outside() int {
	for i, q := range r.plant.q {
		if l := &r.limits.Joints[i]; !(q >= l.Lower-outsideRoom && q <= l.Upper+outsideRoom) {
			return i
		}
	}
	return -1
}

// strayed reports whether a joint has left its room.
func (r *Robot) strayed() bool {
	for i, q := range r.plant.q {
		if a := &r.room.arm[i]; !(q >= a[0] && q <= a[1]) {
			return true
		}
	}
	return false
}

// beyondWall returns how far the end effector is outside the faces of Config.Wall, m.
func (r *Robot) beyondWall() (out [3]float64) {
	w := &r.cfg.Wall
	if !w.Active {
		return out
	}
	f := franka.SpatialPose(&w.Frame)
	p := f.Inv().Apply(r.plant.pose.P)
	for k, x := range [...]float64{p.X, p.Y, p.Z} {
		out[k] = max(0, math.Abs(x)-w.Size[k]/2)
	}
	return out
}

// leftWall reports whether it is farther outside than allowed.
func (r *Robot) leftWall() bool {
	for k, x := range r.beyondWall() {
		if x > r.room.wall[k] {
			return true
		}
	}
	return false
}

// deviation returns the arm's distance from its set-point.
func (r *Robot) deviation() franka.Deviation {
	e := spatial.Delta(r.plant.pose, r.set.pose)
	return franka.Deviation{Translation: e.Lin.Norm(), Rotation: e.Ang.Norm(), Elbow: math.Abs(r.plant.q[2] - r.set.q[2])}
}
