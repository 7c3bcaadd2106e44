// Package ik measures inverse kinematics on random reachable poses of the xArm 7 and the Panda, compared with Orocos
// KDL's ChainIkSolverPos_NR_JL: how many are solved, how long it takes, and that two runs give equal bits.
package ik

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/peers"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Eps is the accepted error, in m and in rad.
const Eps = 1e-5

// Run emits, for each arm, the part of o.N (10 000) poses solved in %, the mean and the 99th percentile of the time
// per pose in µs, and the longest. A pose is reachable because it is that of the tip at joint positions drawn evenly
// within the limits; every search starts from the middle of the limits. Solutions are verified by forward kinematics
// and against the limits; a wrong one, or other bits in a second run, is an error. KDL gets fewer poses, since it
// takes milliseconds.
func Run(o bench.Options, emit bench.Emit) error {
	return peers.Beside(func(arm string, c *kinematics.Chain, k *peers.KDL) error { return run(c, k, "ik_"+arm, o, emit) })
}

func run(c *kinematics.Chain, k *peers.KDL, name string, o bench.Options, emit bench.Emit) error {
	n, forKDL := 10_000, 1000
	if o.Quick {
		n, forKDL = 1000, 60
	}
	if o.N > 0 {
		n = o.N
	}
	b := newBatch(c, n, o.Seed)
	first, err := b.solve()
	if err != nil {
		return err
	}
	second, err := b.solve()
	if err != nil {
		return err
	}
	if first.hash != second.hash {
		return fmt.Errorf("bench: %s gives other bits in a second run: %016x and %016x", name, first.hash, second.hash)
	}
	solved, mean, err := k.IK(b.targets[:min(forKDL, n)], b.seed, 100, Eps)
	if err != nil {
		return err
	}
	theirs := 100 * float64(solved) / float64(min(forKDL, n))
	note := fmt.Sprintf("%d poses, two runs, one hash %016x", n, first.hash)
	emit(bench.Result{Name: name + "_solved", Value: 100 * float64(first.solved) / float64(n), Unit: "%", Note: note}.
		Against("KDL NR_JL", theirs))
	us := append(first.us, second.us...)
	emit(bench.Result{Name: name + "_mean", Value: (first.mean + second.mean) / 2, Unit: "us"}.Against("KDL NR_JL", mean))
	emit(bench.Result{Name: name + "_p99", Value: bench.Quantile(us, 0.99), Unit: "us"})
	emit(bench.Result{Name: name + "_max", Value: bench.Quantile(us, 1), Unit: "us",
		Note: fmt.Sprintf("most starts of one search: %d", first.starts)})
	return nil
}

// batch is a set of targets for one arm.
type batch struct {
	c       *kinematics.Chain
	d       *kinematics.Data
	seed    []float64
	targets []spatial.Pose
}

func newBatch(c *kinematics.Chain, n int, seed uint64) *batch {
	b := &batch{c: c, d: kinematics.NewData(c), seed: make([]float64, c.N()), targets: make([]spatial.Pose, n)}
	r, q := rand.New(rand.NewPCG(seed, 2)), make([]float64, c.N())
	for i := range b.seed {
		b.seed[i] = (c.Limit(i).Lower + c.Limit(i).Upper) / 2
	}
	for k := range b.targets {
		for i := range q {
			l := c.Limit(i)
			q[i] = l.Lower + (l.Upper-l.Lower)*r.Float64()
		}
		b.targets[k] = c.FK(b.d, q)
	}
	return b
}

type outcome struct {
	solved, starts int
	hash           uint64
	mean           float64
	us             []float64
}

func (b *batch) solve() (outcome, error) {
	var o outcome
	h, q := xxh3.New(), make([]float64, b.c.N())
	o.us = make([]float64, 0, len(b.targets))
	var word [8]byte
	for k, target := range b.targets {
		start := time.Now()
		r := b.c.IK(b.d, target, b.seed, q, kinematics.IKOptions{Position: Eps, Rotation: Eps, Seed: 1})
		us := float64(time.Since(start).Nanoseconds()) / 1e3
		o.us, o.mean = append(o.us, us), o.mean+us/float64(len(b.targets))
		o.starts = max(o.starts, r.Starts)
		if r.Status == kinematics.IKSolved {
			o.solved++
			e := spatial.Delta(b.c.FK(b.d, q), target)
			if !(e.Lin.Norm() <= Eps && e.Ang.Norm() <= Eps) || !b.c.Inside(q) {
				return o, fmt.Errorf("bench: pose %d is called solved by %v, which is off by %g m and %g rad", k, q, e.Lin.Norm(), e.Ang.Norm())
			}
		}
		for _, v := range q {
			u := math.Float64bits(v)
			for i := range word {
				word[i] = byte(u >> (8 * i))
			}
			_, _ = h.Write(word[:])
		}
	}
	o.hash = h.Sum64()
	return o, nil
}
