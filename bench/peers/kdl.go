// Package peers contains the C++ program that does with Orocos KDL what package kinematics does, so that both can be
// measured in one run on the same inputs. It is built when first needed, with the machine's compiler and Debian's
// libraries.
package peers

import (
	_ "embed" // the program's source
	"fmt"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

//go:embed src/kdl.cc
var source []byte

// KDL is a running program that computes with Orocos KDL for one chain. Every method waits for the answer.
type KDL struct {
	*bench.Dialogue
	n int
}

// Style is how the chain is described for KDL.
type Style string

// The two styles. Parsed is what kdl_parser makes from a URDF, with joints about arbitrary axes. Plain rotates about z
// only, which is faster, but requires chains whose axes are all z.
const (
	Parsed Style = "parsed"
	Plain  Style = "plain"
)

// Case is one state for the computations: N numbers each, SI units.
type Case struct{ Q, DQ, DDQ, Tau []float64 }

// Beside calls f with the chains of the xArm 7 and of the Panda, and with KDL's program for each. It needs g++,
// pkg-config and Debian's liborocos-kdl-dev.
func Beside(f func(arm string, c *kinematics.Chain, k *KDL) error) error {
	p, err := bench.BuildPeer("kdl.cc", source, "pkg:orocos-kdl")
	if err != nil {
		return fmt.Errorf("%w\ninstall the Debian packages g++, pkg-config and liborocos-kdl-dev", err)
	}
	defer p.Remove()
	for _, arm := range []struct {
		name  string
		model func() (*kinematics.Chain, error)
	}{{"xarm7", xarm.Model}, {"panda", franka.Model}} {
		c, err := arm.model()
		if err != nil {
			return err
		}
		d, err := p.Start()
		if err != nil {
			return err
		}
		k := &KDL{d, c.N()}
		k.chain(c)
		err = f(arm.name, c, k)
		if end := k.Close(); err == nil {
			err = end
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (k *KDL) numbers(v ...float64) {
	for _, x := range v {
		_, _ = k.In.WriteString(strconv.FormatFloat(x, 'g', -1, 64)) // a failed write shows in the answer
		_ = k.In.WriteByte(' ')
	}
}

func (k *KDL) vec(v spatial.Vec3) { k.numbers(v.X, v.Y, v.Z) }

func (k *KDL) pose(p spatial.Pose) {
	k.vec(p.P)
	k.numbers(p.R[:]...)
}

func (k *KDL) chain(c *kinematics.Chain) {
	k.numbers(float64(c.N()))
	for i := range c.N() {
		slides := 0.0
		if c.Prismatic(i) {
			slides = 1
		}
		mount, axis := c.Mount(i)
		mass, com, t := c.Body(i)
		k.numbers(slides)
		k.pose(mount)
		k.vec(axis)
		k.numbers(mass)
		k.vec(com)
		k.numbers(t.XX, t.XY, t.XZ, t.YY, t.YZ, t.ZZ, c.Limit(i).Lower, c.Limit(i).Upper)
	}
	end, _ := c.Mount(c.N())
	k.pose(end)
	k.vec(c.Gravity)
}

// Cases sends the states for the next questions.
func (k *KDL) Cases(cases []Case) {
	fmt.Fprintf(k.In, "\ncases %d ", len(cases))
	for _, c := range cases {
		k.numbers(c.Q...)
		k.numbers(c.DQ...)
		k.numbers(c.DDQ...)
		k.numbers(c.Tau...)
	}
}

func (k *KDL) ask(question string) ([]float64, error) {
	if err := k.Ask("\n%s", question); err != nil {
		return nil, fmt.Errorf("bench: asking KDL: %w", err)
	}
	line, err := k.Out.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("bench: KDL answers nothing to %.40q: %w", question, err)
	}
	var v []float64
	for _, w := range strings.Fields(line) {
		x, err := strconv.ParseFloat(w, 64)
		if err != nil {
			return nil, fmt.Errorf("bench: KDL answers %.40q to %.40q", line, question)
		}
		v = append(v, x)
	}
	return v, nil
}

// Values returns for each case, one after another: the tip's position (3) and rotation by rows (9), the Jacobian (6·N
// by rows), RNEA's torques (N) for Q, DQ, DDQ, and the accelerations (N) for Q, DQ, Tau.
func (k *KDL) Values(s Style) ([]float64, error) { return k.ask("values " + string(s)) }

// Time returns the time in ns that "fk", "jacobian", "rnea" or "aba" takes per case, over rounds of all cases.
func (k *KDL) Time(what string, s Style, rounds int) (float64, error) {
	v, err := k.ask(fmt.Sprintf("%s %s %d", what, s, rounds))
	if err != nil {
		return 0, err
	}
	if len(v) != 1 || v[0] < 0 {
		return 0, fmt.Errorf("bench: KDL cannot time %q: %v", what, v)
	}
	return v[0], nil
}

// IK solves for the targets from seed with ChainIkSolverPos_NR_JL and ChainIkSolverVel_pinv, and returns how many were
// solved and the mean time in µs.
func (k *KDL) IK(targets []spatial.Pose, seed []float64, iterations int, eps float64) (solved int, mean float64, err error) {
	_, _ = fmt.Fprintf(k.In, "\nik %s %d %d %g ", Plain, len(targets), iterations, eps)
	k.numbers(seed...)
	for _, t := range targets {
		k.pose(t)
	}
	v, err := k.ask("")
	if err != nil {
		return 0, 0, err
	}
	if len(v) != 2 {
		return 0, 0, fmt.Errorf("bench: KDL answers %v to ik", v)
	}
	return int(v[0]), v[1], nil
}
