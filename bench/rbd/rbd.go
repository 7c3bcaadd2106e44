// Package rbd measures the rigid-body algorithms of package kinematics and compares them with Orocos KDL: forward
// kinematics, Jacobian, inverse dynamics (RNEA) and forward dynamics (ABA), for the xArm 7 and the Panda. Both get
// the same numbers; the answers are compared before anything is timed.
package rbd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/peers"
	"github.com/sinew-robotics/sinew/math/kinematics"
)

// Agreement is how much the answers may differ, relative to the greatest number in the answer (or to one).
const Agreement = 1e-12

// Run emits, for each arm, the time per call in ns of fk, jacobian (which also gives the tip's pose), rnea and aba,
// each compared with the faster of two ways to describe the arm for KDL (ChainFkSolverPos_recursive,
// ChainJntToJacSolver, ChainIdSolver_RNE, ChainFdSolver_RNE), and the agreement of the answers. Rounds of both
// alternate; figures are medians. It fails if the answers of the first three differ by more than Agreement, or
// without KDL.
func Run(o bench.Options, emit bench.Emit) error {
	return peers.Beside(func(arm string, c *kinematics.Chain, k *peers.KDL) error {
		suffix := ""
		if arm != "xarm7" {
			suffix = "_" + arm
		}
		return run(c, k, suffix, o, emit)
	})
}

func run(c *kinematics.Chain, k *peers.KDL, suffix string, o bench.Options, emit bench.Emit) error {
	n, rounds, repeats := 200, 41, 25
	if o.Quick {
		n, rounds, repeats = 50, 9, 10
	}
	if o.N > 0 {
		n = o.N
	}
	m := newMeter(c, n, o.Seed)
	k.Cases(m.cases)
	worst, aba, err := m.compare(k)
	if err != nil {
		return err
	}
	emit(bench.Result{Name: "agreement" + suffix, Value: worst, Unit: "relative",
		Note: fmt.Sprintf("fk, jacobian, rnea; %d states; aba %.1e", n, aba)})
	for _, what := range []string{"fk", "jacobian", "rnea", "aba"} {
		if err := m.race(k, what, suffix, rounds, repeats, emit); err != nil {
			return err
		}
	}
	return nil
}

// meter computes with package kinematics.
type meter struct {
	c     *kinematics.Chain
	d     *kinematics.Data
	cases []peers.Case
	jac   []float64
	out   []float64
	sink  float64
}

func newMeter(c *kinematics.Chain, n int, seed uint64) *meter {
	m := &meter{c: c, d: kinematics.NewData(c), cases: make([]peers.Case, n), jac: make([]float64, 6*c.N()), out: make([]float64, c.N())}
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range m.cases {
		draw := func(size float64) []float64 {
			v := make([]float64, c.N())
			for k := range v {
				v[k] = size * (2*r.Float64() - 1)
			}
			return v
		}
		m.cases[i] = peers.Case{Q: draw(3), DQ: draw(2), DDQ: draw(10), Tau: draw(20)}
	}
	return m
}

// compare returns the greatest difference of the answers, separately for aba.
func (m *meter) compare(k *peers.KDL) (worst, aba float64, err error) {
	n := m.c.N()
	for _, style := range []peers.Style{peers.Parsed, peers.Plain} {
		theirs, err := k.Values(style)
		if err != nil {
			return 0, 0, err
		}
		if len(theirs) != len(m.cases)*(12+8*n) {
			return 0, 0, fmt.Errorf("bench: KDL answers %d numbers for %d states", len(theirs), len(m.cases))
		}
		for i := range m.cases {
			s := &m.cases[i]
			take := func(ours ...float64) float64 {
				d := difference(ours, theirs[:len(ours)])
				theirs = theirs[len(ours):]
				return d
			}
			p := m.c.FK(m.d, s.Q)
			worst = math.Max(worst, take(p.P.X, p.P.Y, p.P.Z))
			worst = math.Max(worst, take(p.R[:]...))
			m.c.Jacobian(m.d, s.Q, m.jac)
			worst = math.Max(worst, take(m.jac...))
			m.c.RNEA(m.d, s.Q, s.DQ, s.DDQ, m.out)
			worst = math.Max(worst, take(m.out...))
			m.c.ABA(m.d, s.Q, s.DQ, s.Tau, nil, m.out)
			aba = math.Max(aba, take(m.out...))
		}
	}
	if !(worst <= Agreement) {
		return worst, aba, fmt.Errorf("bench: KDL's answers differ by %g, more than %g", worst, Agreement)
	}
	return worst, aba, nil
}

func difference(a, b []float64) float64 {
	size, d := 1.0, 0.0
	for i := range a {
		size = math.Max(size, math.Abs(b[i]))
		d = math.Max(d, math.Abs(a[i]-b[i]))
		if a[i] != a[i] || b[i] != b[i] {
			return math.Inf(1)
		}
	}
	return d / size
}

// race times one algorithm on both sides in turns.
func (m *meter) race(k *peers.KDL, what, suffix string, rounds, repeats int, emit bench.Emit) error {
	var ours, parsed, plain []float64
	for range rounds {
		ours = append(ours, m.time(what, repeats))
		a, err := k.Time(what, peers.Parsed, repeats)
		if err != nil {
			return err
		}
		b, err := k.Time(what, peers.Plain, repeats)
		if err != nil {
			return err
		}
		parsed, plain = append(parsed, a), append(plain, b)
	}
	slow, quick := bench.Median(parsed), bench.Median(plain)
	emit(bench.Result{Name: what + suffix, Value: bench.Median(ours), Unit: "ns",
		Note: fmt.Sprintf("KDL as kdl_parser writes it %.0f ns, with joints about z %.0f ns", slow, quick)}.
		Against("KDL", math.Min(slow, quick)))
	return nil
}

// time returns the ns per case of one algorithm.
func (m *meter) time(what string, repeats int) float64 {
	c, d, cases := m.c, m.d, m.cases
	start := time.Now()
	for range repeats {
		switch what {
		case "fk":
			for i := range cases {
				p := c.FK(d, cases[i].Q)
				m.sink += p.P.X
			}
		case "jacobian":
			for i := range cases {
				c.Jacobian(d, cases[i].Q, m.jac)
				m.sink += m.jac[0]
			}
		case "rnea":
			for i := range cases {
				c.RNEA(d, cases[i].Q, cases[i].DQ, cases[i].DDQ, m.out)
				m.sink += m.out[0]
			}
		case "aba":
			for i := range cases {
				c.ABA(d, cases[i].Q, cases[i].DQ, cases[i].Tau, nil, m.out)
				m.sink += m.out[0]
			}
		}
	}
	return float64(time.Since(start).Nanoseconds()) / float64(repeats*len(cases))
}
