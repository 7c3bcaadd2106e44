package lib

import (
	"math"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// Rotation is a rotation matrix, row by row. Its arithmetic is that of spatial.Rot without fused multiply-add.
type Rotation [9]float64

// Turned returns Rz(yaw)·Ry(pitch)·Rx(roll).
func Turned(roll, pitch, yaw float64) (r Rotation) {
	r.Turn(roll, pitch, yaw)
	return r
}

// Turn sets r to Rz(yaw)·Ry(pitch)·Rx(roll).
func (r *Rotation) Turn(roll, pitch, yaw float64) {
	sr, cr := math.Sincos(roll)
	sp, cp := math.Sincos(pitch)
	sy, cy := math.Sincos(yaw)
	cs, ss := float64(cy*sp), float64(sy*sp)
	r[0], r[1], r[2] = float64(cy*cp), float64(cs*sr)-float64(sy*cr), float64(cs*cr)+float64(sy*sr)
	r[3], r[4], r[5] = float64(sy*cp), float64(ss*sr)+float64(cy*cr), float64(ss*cr)-float64(cy*sr)
	r[6], r[7], r[8] = -sp, float64(cp*sr), float64(cp*cr)
}

// Apply returns R·(x, y, z).
func (r *Rotation) Apply(x, y, z float64) (float64, float64, float64) {
	return float64(r[0]*x) + float64(r[1]*y) + float64(r[2]*z),
		float64(r[3]*x) + float64(r[4]*y) + float64(r[5]*z),
		float64(r[6]*x) + float64(r[7]*y) + float64(r[8]*z)
}

// Back returns Rᵀ·(x, y, z).
func (r *Rotation) Back(x, y, z float64) (float64, float64, float64) {
	return float64(r[0]*x) + float64(r[3]*y) + float64(r[6]*z),
		float64(r[1]*x) + float64(r[4]*y) + float64(r[7]*z),
		float64(r[2]*x) + float64(r[5]*y) + float64(r[8]*z)
}

// alongZ returns Rᵀ·(0, 0, z), for any yaw.
func alongZ(roll, pitch, z float64) (float64, float64, float64) {
	sr, cr := math.Sincos(roll)
	sp, cp := math.Sincos(pitch)
	return -float64(sp * z), float64(float64(cp*sr) * z), float64(float64(cp*cr) * z)
}

// Relative returns the angles of r·mᵀ: the attitude of a body, if r is that of a sensor and m the sensor's mounting.
// Pitch is in ±π/2; if it is ±π/2, roll is 0 and yaw is the whole turn.
func (r *Rotation) Relative(m *Rotation) (roll, pitch, yaw float64) {
	row := func(a, b int) float64 {
		return float64(r[a]*m[b]) + float64(r[a+1]*m[b+1]) + float64(r[a+2]*m[b+2])
	}
	a, b := row(0, 0), row(3, 0)
	h := math.Sqrt(float64(a*a) + float64(b*b))
	pitch = math.Atan2(-row(6, 0), h)
	if h < 1e-10 {
		return 0, pitch, math.Atan2(-row(0, 3), row(3, 3))
	}
	return math.Atan2(row(6, 3), row(6, 6)), pitch, math.Atan2(b, a)
}

// turn is a Rotation that is recomputed when its angles change: for Constant angles, only once.
type turn struct {
	roll, pitch, yaw float64
	known            bool
	r                Rotation
}

func (t *turn) to(roll, pitch, yaw float64) *Rotation {
	if !t.known || roll != t.roll || pitch != t.pitch || yaw != t.yaw {
		t.roll, t.pitch, t.yaw, t.known = roll, pitch, yaw, true
		t.r.Turn(roll, pitch, yaw)
	}
	return &t.r
}

// mount is a sensor's mounting, computed once if its angles are Constant.
type mount struct {
	turn
	constant bool
}

func (m *mount) rotation(a *mountAngles[atom.Need[unit.Angle]]) *Rotation {
	if !m.constant {
		m.to(float64(a.MountRoll.Get()), float64(a.MountPitch.Get()), float64(a.MountYaw.Get()))
		m.constant = a.MountRoll.Constant() && a.MountPitch.Constant() && a.MountYaw.Constant()
	}
	return &m.r
}

// Wrap brings an angle into (−π, π].
func Wrap(a float64) float64 {
	if a > -math.Pi && a <= math.Pi {
		return a
	}
	a = math.Remainder(a, 2*math.Pi)
	if a <= -math.Pi {
		return math.Pi
	}
	return a
}

// apart returns a − b; for angles, the short way round.
func apart[T unit.Value](a, b T) float64 {
	if a.Type() == unit.TypeAngle {
		return Wrap(float64(a - b))
	}
	return float64(a - b)
}

// beside returns y; for angles, shifted by whole turns to be nearest to x.
func beside[T unit.Value](y, x T) T {
	if x.Type() == unit.TypeAngle && math.Abs(float64(x-y)) > math.Pi {
		return x - T(Wrap(float64(x-y)))
	}
	return y
}
