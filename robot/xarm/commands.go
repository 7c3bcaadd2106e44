package xarm

import (
	"math"
	"strings"
)

// JointTarget is the payload of move_servoj and, using the last three fields, of move_joint: 40 bytes.
type JointTarget struct {
	Q                [Joints]float64 // rad
	Speed, Acc, Time float64         // rad/s, rad/s², s; servo mode ignores them
}

// appendJointTarget appends c's 40 bytes.
func appendJointTarget(dst []byte, c *JointTarget) []byte {
	dst = AppendFloats(dst, c.Q[:])
	return AppendFloat(AppendFloat(AppendFloat(dst, c.Speed), c.Acc), c.Time)
}

// ParseJointTarget reads 40 bytes or more into c; later firmware may send more. On an error c is unchanged.
func ParseJointTarget(b []byte, c *JointTarget) error {
	var v [Joints + 3]float64
	if err := ParseFloats(v[:], b); err != nil {
		return err
	}
	copy(c.Q[:], v[:])
	c.Speed, c.Acc, c.Time = v[Joints], v[Joints+1], v[Joints+2]
	return nil
}

// CartTarget is the payload of move_servo_cart, whose last number is Tool, and of the first 36 bytes of
// move_line.
type CartTarget struct {
	Pose       WirePose // mm, rad
	Speed, Acc float64  // mm/s, mm/s²; servo mode ignores them
	Tool       float64  // servo: not 0 when Pose is relative to the tool frame; line: time in s, unused
}

// appendCartTarget appends c's 36 bytes.
func appendCartTarget(dst []byte, c *CartTarget) []byte {
	dst = AppendFloats(dst, c.Pose[:])
	return AppendFloat(AppendFloat(AppendFloat(dst, c.Speed), c.Acc), c.Tool)
}

// ParseCartTarget reads 36 bytes or more into c. On an error c is unchanged.
func ParseCartTarget(b []byte, c *CartTarget) error {
	var v [9]float64
	if err := ParseFloats(v[:], b); err != nil {
		return err
	}
	copy(c.Pose[:], v[:])
	c.Speed, c.Acc, c.Tool = v[6], v[7], v[8]
	return nil
}

// JointVelocity is the payload of vc_set_joint_velocity: 29 bytes, or 33 with Duration.
type JointVelocity struct {
	DQ       [Joints]float64 // rad/s
	Sync     bool            // all joints accelerate in the same time
	Duration float64         // s after which the box stops on its own; 0 for never
}

// appendJointVelocity appends c's 33 bytes.
func appendJointVelocity(dst []byte, c *JointVelocity) []byte {
	dst = AppendFloats(dst, c.DQ[:])
	return AppendFloat(append(dst, bit(c.Sync)), c.Duration)
}

// ParseJointVelocity reads 29 or 33 bytes into c. On an error c is unchanged.
func ParseJointVelocity(b []byte, c *JointVelocity) error {
	var v JointVelocity
	if err := ParseFloats(v.DQ[:], b); err != nil {
		return err
	}
	flag, d, err := flagAndDuration(b[4*Joints:])
	if err != nil {
		return err
	}
	v.Sync, v.Duration = flag, d
	*c = v
	return nil
}

// CartVelocity is the payload of vc_set_cartesian_velocity: 25 bytes, or 29 with Duration.
type CartVelocity struct {
	V        [6]float64 // mm/s and rad/s
	Tool     bool       // in the tool frame instead of the base frame
	Duration float64    // s after which the box stops on its own; 0 for never
}

// appendCartVelocity appends c's 29 bytes.
func appendCartVelocity(dst []byte, c *CartVelocity) []byte {
	dst = AppendFloats(dst, c.V[:])
	return AppendFloat(append(dst, bit(c.Tool)), c.Duration)
}

// ParseCartVelocity reads 25 or 29 bytes into c. On an error c is unchanged.
func ParseCartVelocity(b []byte, c *CartVelocity) error {
	var v CartVelocity
	if err := ParseFloats(v.V[:], b); err != nil {
		return err
	}
	flag, d, err := flagAndDuration(b[24:])
	if err != nil {
		return err
	}
	v.Tool, v.Duration = flag, d
	*c = v
	return nil
}

// flagAndDuration reads the tail of a velocity command.
func flagAndDuration(b []byte) (bool, float64, error) {
	switch len(b) {
	case 1:
		return b[0] != 0, 0, nil
	case 5:
		d := f32(b[1:], 0)
		if d-d != 0 || math.Abs(d) > 1e6 {
			return false, 0, ErrNotFinite
		}
		return b[0] != 0, math.Max(d, 0), nil
	}
	return false, 0, ErrBadLength
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// Info is the answer of get_version: the arm and the firmware.
type Info struct {
	Text                string // as sent, without the padding
	Axes, Type          int
	ArmSerial           string
	BoxSerial           string
	Major, Minor, Patch int
}

// parseVersion reads the 40 bytes of get_version: "axes,type,arm,box,vX.Y.Z" and zero padding. It refuses
// control characters and text of any other form.
func parseVersion(b []byte) (Info, error) {
	text, err := cleanText(b)
	if err != nil {
		return Info{}, err
	}
	var f [5]string
	rest, n := text, 0
	for ; n < 4; n++ {
		i := strings.IndexByte(rest, ',')
		if i < 0 {
			return Info{}, lengthError(RegVersion, len(b), "five fields with commas")
		}
		f[n], rest = rest[:i], rest[i+1:]
	}
	f[4] = rest
	in := Info{Text: text, ArmSerial: f[2], BoxSerial: f[3]}
	axes, ok1 := number(f[0])
	kind, ok2 := number(f[1])
	v, ok3 := FirmwareVersion(f[4])
	if !ok1 || !ok2 || !ok3 {
		return Info{}, lengthError(RegVersion, len(b), "axes,type,arm,box,vX.Y.Z")
	}
	in.Axes, in.Type, in.Major, in.Minor, in.Patch = axes, kind, v[0], v[1], v[2]
	return in, nil
}

// AtLeast reports whether the firmware is major.minor.patch or later.
func (in Info) AtLeast(major, minor, patch int) bool {
	a, b := [3]int{in.Major, in.Minor, in.Patch}, [3]int{major, minor, patch}
	for i := range a {
		if a[i] != b[i] {
			return a[i] > b[i]
		}
	}
	return true
}

// cleanText cuts b at its first zero and refuses anything but printable ASCII.
func cleanText(b []byte) (string, error) {
	for i, c := range b {
		if c == 0 {
			return string(b[:i]), nil
		}
		if c < ' ' || c > '~' {
			return "", ErrBadText
		}
	}
	return string(b), nil
}

// number reads up to four decimal digits.
func number(s string) (int, bool) {
	if s == "" || len(s) > 4 {
		return 0, false
	}
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = 10*n + int(s[i]-'0')
	}
	return n, true
}

// FirmwareVersion reads "vX.Y.Z", with or without the v; it ignores anything after a hyphen.
func FirmwareVersion(s string) (v [3]int, ok bool) {
	if i := strings.IndexByte(s, '-'); i >= 0 {
		s = s[:i]
	}
	if s != "" && (s[0] == 'v' || s[0] == 'V') {
		s = s[1:]
	}
	for k := range v {
		i := strings.IndexByte(s, '.')
		if k == 2 {
			i = len(s)
		}
		if i < 0 {
			return v, false
		}
		if v[k], ok = number(s[:i]); !ok {
			return v, false
		}
		s = s[min(i+1, len(s)):]
	}
	return v, true
}
