package link

import "math"

// How a member's numbers are represented in a row. The first four are poses: a unit quaternion without its component
// x, y, z or w, which is positive and not small, so that three numbers remain, then the translation.
const (
	withoutX uint8 = iota
	withoutY
	withoutZ
	withoutW
	plain // each number a multiple of the quantum
	exact // the bits of each number
)

// poseSlots is how many numbers a pose needs.
const poseSlots = 6

// firm is the least 4c² of the omitted component c before another one is omitted instead.
const firm = 0.8

// others are the components that remain in each chart, in their order.
func others(chart uint8) (a, b, c int) {
	switch chart {
	case withoutX:
		return 1, 2, 3
	case withoutY:
		return 0, 2, 3
	case withoutZ:
		return 0, 1, 3
	}
	return 0, 1, 2
}

// round rounds to the nearest whole number, ties to even; |x| must be below 2^51. It is the same on every machine.
func round(x float64) int64 {
	const magic = 3 << 51
	return int64(math.Float64bits(x+magic)) - int64(math.Float64bits(magic))
}

// reach is the greatest number of steps that can be represented.
const reach = 1 << 50

// isPose reports whether m, column-major, looks like a homogeneous transform.
func isPose(m *[16]float64) bool {
	return m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1
}

// chartOf chooses the chart for m: last as long as it is firm, otherwise the one with the largest component.
func chartOf(m *[16]float64, last uint8) (chart uint8, t [4]float64) {
	t = [4]float64{1 + m[0] - m[5] - m[10], 1 - m[0] + m[5] - m[10], 1 - m[0] - m[5] + m[10], 1 + m[0] + m[5] + m[10]}
	if last <= withoutW && t[last] >= firm {
		return last, t
	}
	for i := range t {
		if t[i] > t[chart] {
			chart = uint8(i)
		}
	}
	return chart, t
}

// quaternion turns m into x, y, z, w with a positive component of the chart; t is 4 times each component squared.
func quaternion(m *[16]float64, chart uint8, t float64) (q [4]float64) {
	r := math.Sqrt(t)
	h := 0.5 / r
	switch chart {
	case withoutX:
		q = [4]float64{0.5 * r, (m[4] + m[1]) * h, (m[8] + m[2]) * h, (m[6] - m[9]) * h}
	case withoutY:
		q = [4]float64{(m[4] + m[1]) * h, 0.5 * r, (m[9] + m[6]) * h, (m[8] - m[2]) * h}
	case withoutZ:
		q = [4]float64{(m[8] + m[2]) * h, (m[9] + m[6]) * h, 0.5 * r, (m[1] - m[4]) * h}
	default:
		q = [4]float64{(m[6] - m[9]) * h, (m[8] - m[2]) * h, (m[1] - m[4]) * h, 0.5 * r}
	}
	return q
}

// whole restores the fourth component of a quaternion from the three in a chart. Every rounding is explicit, so that
// all machines agree. Three numbers that are too long for a rotation are scaled down.
func whole(slots []int64, chart uint8, step float64) (q [4]float64) {
	a, b, c := others(chart)
	x, y, z := float64(float64(slots[0])*step), float64(float64(slots[1])*step), float64(float64(slots[2])*step)
	n := float64(x*x) + float64(y*y) + float64(z*z)
	if n > 1 {
		s := 1 / math.Sqrt(n)
		x, y, z, n = float64(x*s), float64(y*s), float64(z*s), 1
	}
	q[a], q[b], q[c], q[chart&3] = x, y, z, math.Sqrt(1-n)
	return q
}

// turn fills the rotation of m from a unit quaternion.
func turn(m *[16]float64, q [4]float64) {
	x, y, z, w := q[0], q[1], q[2], q[3]
	m[0], m[4], m[8] = 1-2*(y*y+z*z), 2*(x*y-z*w), 2*(x*z+y*w)
	m[1], m[5], m[9] = 2*(x*y+z*w), 1-2*(x*x+z*z), 2*(y*z-x*w)
	m[2], m[6], m[10] = 2*(x*z-y*w), 2*(y*z+x*w), 1-2*(x*x+y*y)
}

// putPose turns m into slots; false if m is not a rotation within a quantum or is out of range.
func putPose(slots []int64, m *[16]float64, last uint8, u Quantum) (uint8, bool) {
	if !isPose(m) {
		return 0, false
	}
	chart, t := chartOf(m, last)
	if !(t[chart] > 0.5) || !(t[chart] < 5) {
		return 0, false
	}
	q, inv := quaternion(m, chart, t[chart]), 4/u.Angle
	a, b, c := others(chart)
	for i, v := range [3]float64{q[a], q[b], q[c]} {
		if !(math.Abs(v) <= 2) {
			return 0, false
		}
		slots[i] = round(v * inv)
	}
	inv = 1 / u.Step
	for i := range 3 {
		v := m[12+i] * inv
		if !(math.Abs(v) < reach) {
			return 0, false
		}
		slots[3+i] = round(v)
	}
	var back [16]float64
	turn(&back, whole(slots, chart, u.Angle/4))
	for _, i := range [...]int{0, 1, 2, 4, 5, 6, 8, 9, 10} {
		if !(math.Abs(back[i]-m[i]) <= u.Angle) {
			return 0, false
		}
	}
	return chart, true
}

// getPose is the reverse of putPose.
func getPose(m *[16]float64, slots []int64, chart uint8, u Quantum) {
	turn(m, whole(slots, chart, u.Angle/4))
	m[3], m[7], m[11], m[15] = 0, 0, 0, 1
	for i := range 3 {
		m[12+i] = float64(slots[3+i]) * u.Step
	}
}

// rechart writes the pose of src, in chart from, to dst in chart to. Both ends of a link do this to their references
// and must get the same, hence the explicit roundings in whole.
func rechart(dst, src []int64, from, to uint8, u Quantum) {
	step := u.Angle / 4
	q := whole(src, from, step)
	sign := 1.0
	if q[to] < 0 {
		sign = -1
	}
	a, b, c := others(to)
	inv := 4 / u.Angle
	for i, v := range [3]float64{q[a], q[b], q[c]} {
		dst[i] = round(float64(float64(sign*v) * inv))
	}
	copy(dst[3:poseSlots], src[3:poseSlots])
}
