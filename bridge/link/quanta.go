package link

import "math"

// Quantum is how finely the Delta compression sees a member. Zero Step means to the bit.
type Quantum struct {
	Step  float64 // of every number in its own unit; of the translation where the member is a pose, m
	Angle float64 // of a pose's rotation: the rotation that comes out differs by no more than this, rad
}

// Quanta are the quanta of a layout's members by their names. Members that are not in it are kept to the bit.
// Whole numbers always are. Steps and angles are 1 to 255 times a power of ten, as they travel in a hello; others are
// rounded to that.
type Quanta map[string]Quantum

// of returns what both ends of a link make of a member's quantum.
func (q Quanta) of(f Field) Quantum {
	v := q[f.Name]
	return Quantum{Step: tens(v.Step).value(), Angle: tens(v.Angle).value()}
}

// decimal is m·10^e; m 0 is zero.
type decimal struct {
	m uint8
	e int8
}

const leastTen, mostTen = -17, 6

// tens is the decimal nearest to x, which is 0 or from 1e-15 to 1e6; with the shortest m.
func tens(x float64) decimal {
	if !(x > 0) {
		return decimal{}
	}
	best, off := decimal{1, leastTen}, math.Inf(1)
	for e := mostTen; e >= leastTen; e-- {
		m := math.RoundToEven(x / decimal{1, int8(e)}.value())
		if m < 1 || m > 255 {
			continue
		}
		d := decimal{uint8(m), int8(e)}
		if o := math.Abs(d.value()-x) / x; o < off-1e-9 {
			best, off = d, o
		}
	}
	return best
}

// fraction is the decimal as num/den, both whole.
func (d decimal) fraction() (num, den float64) {
	num, den = float64(d.m), 1
	for range d.e {
		num *= 10
	}
	for range -d.e {
		den *= 10
	}
	return num, den
}

func (d decimal) value() float64 {
	num, den := d.fraction()
	return num / den
}

// valid reports whether d, from outside, is written as tens writes it.
func (d decimal) valid() bool {
	return d == decimal{} || d.m > 0 && d.e >= leastTen && d.e <= mostTen && tens(d.value()) == d
}

// group is a list of names with one quantum.
type group struct {
	quantum Quantum
	names   []string
}

func quanta(groups []group) Quanta {
	q := Quanta{}
	for _, g := range groups {
		for _, n := range g.names {
			q[n] = g.quantum
		}
	}
	return q
}

// StateQuanta are quanta of the members of a Franka's state. What is measured: poses come out within 1 µm and 1 µrad,
// positions of joints within 0.5 µrad, velocities 5 µrad/s, torques 0.5 mNm. What was commanded or desired is as fine as
// commands are, for motions begin there, and costs no more, having no noise. What is not named here, masses among them,
// is kept to the bit.
func StateQuanta() Quanta {
	return quanta([]group{
		{Quantum{1e-6, 1e-6}, []string{"O_T_EE", "F_T_EE", "F_T_NE", "NE_T_EE", "EE_T_K"}},
		{Quantum{5e-9, 1e-8}, []string{"O_T_EE_d", "O_T_EE_c"}},
		{Quantum{Step: 1e-6}, []string{"q", "theta", "elbow"}},
		{Quantum{Step: 1e-9}, []string{"q_d"}},
		{Quantum{Step: 5e-9}, []string{"elbow_d", "elbow_c"}},
		{Quantum{Step: 1e-5}, []string{"dq", "dtheta"}},
		{Quantum{Step: 1e-7}, []string{"dq_d", "O_dP_EE_d", "O_dP_EE_c", "delbow_c"}},
		{Quantum{Step: 1e-5}, []string{"ddq_d", "O_ddP_EE_c", "ddelbow_c"}},
		{Quantum{Step: 1e-4}, []string{"O_ddP_O", "control_command_success_rate"}},
		{Quantum{Step: 1e-3}, []string{"tau_J", "tau_J_d", "tau_ext_hat_filtered", "O_F_ext_hat_K", "K_F_ext_hat_K",
			"joint_contact", "joint_collision", "cartesian_contact", "cartesian_collision"}},
		{Quantum{Step: 1e-2}, []string{"dtau_J"}},
	})
}

// CommandQuanta are quanta of the members of a Franka's command, so fine that rounding adds less than 1 % of the arm's
// limits of jerk (the robot takes third differences over 1 ms). Each number is off by half a step s at most, third
// differences by 4 s, those of a pose's translation by 4√3 s and of its rotation by 8 Angle: 35 m/s³ and 80 rad/s³ here,
// where the FR3 allows 4500 and 8500, the Panda 6500 and 12500; 4 rad/s³ for joints, of 3750 at least. Velocities and
// torques alike from second and first differences.
func CommandQuanta() Quanta {
	return quanta([]group{
		{Quantum{Step: 5e-9, Angle: 1e-8}, []string{"O_T_EE_c"}},
		{Quantum{Step: 1e-9}, []string{"q_c"}},
		{Quantum{Step: 5e-9}, []string{"elbow_c"}},
		{Quantum{Step: 1e-7}, []string{"dq_c", "O_dP_EE_c"}},
		{Quantum{Step: 1e-4}, []string{"tau_J_d"}},
	})
}
