package kinematics

import "math"

// Inverse maps tip velocities to joint velocities by damped least squares (Nakamura and Hanafusa 1986, eq. 21), and
// finds joint motions that do not move the tip. It is the scratch memory of one user.
type Inverse struct{ s solver }

// NewInverse returns scratch memory for a chain.
func NewInverse(c *Chain) *Inverse { return &Inverse{newSolver(c.N())} }

// Set takes a Jacobian as [Chain.Jacobian] writes it, and the damping to add to J·Jᵀ so that a singular J has an
// inverse too: in m² in the rows of translation, without unit in those of rotation.
func (v *Inverse) Set(jac []float64, damping float64) {
	v.s.rows = 6
	copy(v.s.a, jac[:6*v.s.n])
	v.s.factor(damping)
}

// Joints sets dq to Jᵀ(J·Jᵀ + damping)⁻¹·x for a twist x: m/s, then rad/s.
func (v *Inverse) Joints(x [6]float64, dq []float64) {
	y := [maxRows]float64{x[0], x[1], x[2], x[3], x[4], x[5]}
	v.s.solve(&y)
	v.s.back(&y)
	copy(dq, v.s.step)
}

// Null removes from joint velocities the part that moves the tip, or from torques the part that acts on it: z becomes z
// − Jᵀ(J·Jᵀ + damping)⁻¹J·z.
func (v *Inverse) Null(z []float64) {
	var y [maxRows]float64
	n := v.s.n
	for r := range 6 {
		for i, a := range v.s.a[r*n : r*n+n] {
			y[r] += a * z[i]
		}
	}
	v.s.solve(&y)
	v.s.back(&y)
	for i, x := range v.s.step {
		z[i] -= x
	}
}

// Sigma returns the least singular value of the Jacobian that was set, by ten steps of inverse iteration; it is a
// little too great if two values nearly coincide. The damping must be negligible, or the value is that of the damped
// Jacobian.
func (v *Inverse) Sigma() float64 {
	y := [maxRows]float64{1, 0.9, 0.8, 0.7, 0.6, 0.5}
	size := 0.0
	for range 10 {
		v.s.solve(&y)
		size = 0
		for _, x := range y[:6] {
			size += x * x
		}
		size = math.Sqrt(size)
		for r := range y[:6] {
			y[r] /= size
		}
	}
	return 1 / math.Sqrt(size)
}
