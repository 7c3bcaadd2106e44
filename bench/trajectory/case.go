package trajectory

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// Case is one problem: from a state to a state within limits, one element per joint. Units are the user's: rad or m,
// and seconds. Limits apply in both directions.
type Case struct {
	DOFs int       `json:"dofs"`
	P0   []float64 `json:"p0"`
	V0   []float64 `json:"v0"`
	A0   []float64 `json:"a0"`
	PF   []float64 `json:"pf"`
	VF   []float64 `json:"vf"`
	AF   []float64 `json:"af"`
	VMax []float64 `json:"vmax"`
	AMax []float64 `json:"amax"`
	JMax []float64 `json:"jmax"`
}

// maxDOFs is the greatest number of joints of a line.
const maxDOFs = 1000

// fields in the order of a line.
func (c *Case) fields() [9]*[]float64 {
	return [9]*[]float64{&c.P0, &c.V0, &c.A0, &c.PF, &c.VF, &c.AF, &c.VMax, &c.AMax, &c.JMax}
}

var fieldNames = [9]string{"p0", "v0", "a0", "pf", "vf", "af", "vmax", "amax", "jmax"}

// Validate reports every fault of the case.
func (c *Case) Validate() error {
	if c.DOFs < 1 || c.DOFs > maxDOFs {
		return fmt.Errorf("dofs is %d: give 1 to %d joints", c.DOFs, maxDOFs)
	}
	var errs []error
	for k, f := range c.fields() {
		if len(*f) != c.DOFs {
			errs = append(errs, fmt.Errorf("%s has %d numbers: give %d, one for each of dofs", fieldNames[k], len(*f), c.DOFs))
			continue
		}
		for i, x := range *f {
			if k >= 6 && !(x > 0) || x-x != 0 {
				errs = append(errs, fmt.Errorf("%s[%d] is %g: give a positive number", fieldNames[k], i, x))
			}
		}
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	for i := range c.DOFs {
		if a := math.Abs(c.AF[i]); a > c.AMax[i] {
			errs = append(errs, fmt.Errorf("af[%d] is %g, beyond amax %g: end with less acceleration", i, c.AF[i], c.AMax[i]))
		}
		if v := math.Abs(c.VF[i]); v > c.VMax[i] {
			errs = append(errs, fmt.Errorf("vf[%d] is %g, beyond vmax %g: end with less velocity", i, c.VF[i], c.VMax[i]))
		}
	}
	return errors.Join(errs...)
}

// newCase has room for n joints.
func newCase(n int) *Case {
	c := &Case{DOFs: n}
	for _, f := range c.fields() {
		*f = make([]float64, n)
	}
	return c
}

// Family is a kind of random cases.
type Family uint8

// The families.
const (
	Full   Family = iota // positions N(0,4), velocities and accelerations N(0,0.8) or zero, limits beyond the target's even in 0.1 … 12
	Arm                  // a Panda's joints: its limits, states and targets that keep them
	Sudden               // jerk limits up to 10⁴ with small velocities, and down to 10⁻¹: ramps of no length or nothing but ramps
	Small                // targets next to the start, equal states, symmetric ones
	families
)

func (f Family) String() string {
	if f >= families {
		return fmt.Sprintf("family %d", uint8(f))
	}
	return [...]string{"full", "arm", "sudden", "small"}[f]
}

// draw fills c with a random case. The target can be reached and left within the limits; the start may lie outside.
func (c *Case) draw(r *rand.Rand, f Family) {
	for i := range c.DOFs {
		for {
			switch f {
			case Arm:
				c.drawArm(r, i)
			case Sudden:
				c.drawFull(r, i)
				c.JMax[i] = math.Pow(10, -1+5*r.Float64())
				c.VMax[i] = math.Abs(c.VF[i]) + math.Pow(10, -1.5+2.5*r.Float64())
			case Small:
				c.drawSmall(r, i)
			default:
				c.drawFull(r, i)
			}
			if c.admits(i) {
				break
			}
		}
	}
}

// admits reports whether joint i's target keeps its limits and could have been reached and can be left within them.
func (c *Case) admits(i int) bool {
	a, v := c.AF[i], c.VF[i]
	room := a * a / (2 * c.JMax[i])
	return math.Abs(a) <= c.AMax[i] && math.Abs(v)+room <= c.VMax[i]
}

func orZero(r *rand.Rand, share, x float64) float64 {
	if r.Float64() < share {
		return x
	}
	return 0
}

func (c *Case) drawFull(r *rand.Rand, i int) {
	dyn := func(share float64) float64 { return orZero(r, share, 0.8*r.NormFloat64()) }
	c.P0[i], c.PF[i] = 4*r.NormFloat64(), 4*r.NormFloat64()
	c.V0[i], c.A0[i], c.VF[i], c.AF[i] = dyn(0.9), dyn(0.8), dyn(0.7), dyn(0.6)
	limit := func(beyond float64) float64 { return 0.1 + 11.9*r.Float64() + math.Abs(beyond) }
	c.VMax[i], c.AMax[i], c.JMax[i] = limit(c.VF[i]), limit(c.AF[i]), limit(0)
}

func (c *Case) drawSmall(r *rand.Rand, i int) {
	c.drawFull(r, i)
	switch r.IntN(5) {
	case 0:
		c.PF[i] = c.P0[i]
	case 1:
		c.PF[i] = c.P0[i] + math.Pow(10, -9*r.Float64())*r.NormFloat64()
	case 2:
		c.VF[i], c.AF[i] = c.V0[i], c.A0[i]
	case 3:
		c.VF[i], c.AF[i], c.PF[i] = -c.V0[i], c.A0[i], c.P0[i]
	case 4:
		c.V0[i], c.A0[i], c.VF[i], c.AF[i] = 0, 0, 0, 0
	}
	c.VMax[i] += math.Abs(c.VF[i])
	c.AMax[i] += math.Abs(c.AF[i])
}

// drawArm uses the Panda's limits.
func (c *Case) drawArm(r *rand.Rand, i int) {
	l := panda[i%len(panda)]
	even := func(x float64) float64 { return x * (2*r.Float64() - 1) }
	c.VMax[i], c.AMax[i], c.JMax[i] = l.V, l.A, l.J
	c.P0[i], c.PF[i] = even(2.8), even(2.8)
	c.V0[i], c.A0[i] = orZero(r, 0.8, even(c.VMax[i])), orZero(r, 0.8, even(c.AMax[i]))
	c.VF[i], c.AF[i] = orZero(r, 0.5, even(c.VMax[i])), orZero(r, 0.5, even(c.AMax[i]))
}

var panda = franka.PandaLimits().Joints

// line is c as a line of a file of cases.
func line(c *Case) string {
	b, err := json.Marshal(c)
	if err != nil {
		return err.Error()
	}
	return string(b)
}
