package link

import "math"

// Quantum is how finely the Delta compression sees a member. Zero Step means to the bit.
type Quantum struct {
	Step  float64 // of every number in its unit; for a pose, of the translation in m
	Angle float64 // of a pose's rotation: the greatest rotation between the original and the result, rad
}

// Quanta are the quanta of a layout's members by their names; they replace those in the layout. Members that are not in it,
// and whole numbers, are transmitted to the bit. Steps and angles are 1 to 255 times a power of ten, as in a hello; others
// are rounded to that.
type Quanta map[string]Quantum

// of returns the quantum that both ends of a link use for a member.
func (q Quanta) of(f Field) Quantum {
	v := q[f.Name]
	if q == nil {
		v = f.Quantum
	}
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

// valid reports whether d, which was received, is written as tens writes it.
func (d decimal) valid() bool {
	return d == decimal{} || d.m > 0 && d.e >= leastTen && d.e <= mostTen && tens(d.value()) == d
}
