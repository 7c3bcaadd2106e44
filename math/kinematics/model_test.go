package kinematics_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

type robot struct {
	name, file, base, tip string
}

var (
	xarm7 = robot{"xarm7", "../../robot/xarm/xarm7.urdf", "link_base", "link_eef"}
	panda = robot{"panda", "../../robot/franka/panda.urdf", "panda_link0", "panda_link8"}
)

func (r robot) chain(tb tester) (*kinematics.Chain, *kinematics.URDF) {
	tb.Helper()
	data, err := os.ReadFile(r.file)
	if err != nil {
		tb.Fatal(err)
	}
	u, err := kinematics.ParseURDF(r.file, data)
	if err != nil {
		tb.Fatal(err)
	}
	c, err := u.Chain(r.base, r.tip)
	if err != nil {
		tb.Fatal(err)
	}
	return c, u
}

// seeded is a printed, repeatable source of numbers.
func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

func between(r *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }

func fill(r *rand.Rand, x []float64, size float64) {
	for i := range x {
		x[i] = between(r, -size, size)
	}
}

// inLimits draws joint positions evenly within the limits.
func inLimits(r *rand.Rand, c *kinematics.Chain, q []float64) {
	for i := range q {
		l := c.Limit(i)
		q[i] = between(r, l.Lower, l.Upper)
	}
}

// randomURDF is a chain l0 … lN with any mixture of joint types, axes, origins and masses, with fixed joints
// between and branches beside.
func randomURDF(r *rand.Rand, n int) string {
	var b strings.Builder
	b.WriteString("<robot name=\"any\">\n<link name=\"l0\"/>\n")
	v := func(s float64) string {
		return fmt.Sprintf("%v %v %v", between(r, -s, s), between(r, -s, s), between(r, -s, s))
	}
	joint := func(typ, parent, child, axis string) {
		fmt.Fprintf(&b, "<joint name=\"to_%s\" type=\"%s\"><parent link=\"%s\"/><child link=\"%s\"/><origin xyz=\"%s\" rpy=\"%s\"/>", child, typ, parent, child, v(0.4), v(3))
		if axis != "" {
			fmt.Fprintf(&b, "<axis xyz=\"%s\"/><limit lower=\"-3\" upper=\"3\" velocity=\"2\" effort=\"50\"/>", axis)
		}
		b.WriteString("</joint>\n")
	}
	body := func(name string) {
		// Three point masses on the axes give a tensor that a real body can have.
		x, y, z := between(r, 1e-3, 0.1), between(r, 1e-3, 0.1), between(r, 1e-3, 0.1)
		fmt.Fprintf(&b, "<link name=\"%s\"><inertial><origin xyz=\"%s\" rpy=\"%s\"/><mass value=\"%v\"/><inertia ixx=\"%v\" ixy=\"0\" ixz=\"0\" iyy=\"%v\" iyz=\"0\" izz=\"%v\"/></inertial></link>\n",
			name, v(0.2), v(3), between(r, 0.2, 3), y+z, x+z, x+y)
	}
	axes := []string{"0 0 1", "0 0 -1", "1 0 0", "0 -1 0", ""}
	types := []string{"revolute", "revolute", "revolute", "continuous", "prismatic", "fixed"}
	for i := 1; i <= n; i++ {
		name := fmt.Sprintf("l%d", i)
		body(name)
		axis := axes[r.IntN(len(axes))]
		if axis == "" {
			axis = v(1)
		}
		typ := types[r.IntN(len(types))]
		if i == 1 || i == n {
			typ = "revolute"
		}
		if typ == "fixed" {
			axis = ""
		}
		joint(typ, fmt.Sprintf("l%d", i-1), name, axis)
		if r.IntN(3) == 0 {
			body(name + "side")
			joint([]string{"fixed", "revolute"}[r.IntN(2)], name, name+"side", "0 0 1")
		}
	}
	b.WriteString("</robot>\n")
	return b.String()
}

func randomChain(tb tester, seed uint64) (*kinematics.Chain, *kinematics.URDF) {
	tb.Helper()
	r := seeded(seed)
	n := 2 + r.IntN(8)
	u, err := kinematics.ParseURDF("random.urdf", []byte(randomURDF(r, n)))
	if err != nil {
		tb.Fatal(err)
	}
	c, err := u.Chain("l0", fmt.Sprintf("l%d", n))
	if err != nil {
		tb.Fatal(err)
	}
	return c, u
}

// poseDiff is the greatest difference of two poses' numbers.
func poseDiff(a, b spatial.Pose) float64 {
	d := math.Max(math.Abs(a.P.X-b.P.X), math.Max(math.Abs(a.P.Y-b.P.Y), math.Abs(a.P.Z-b.P.Z)))
	for i := range a.R {
		d = math.Max(d, math.Abs(a.R[i]-b.R[i]))
	}
	return d
}

// tester is a test, a benchmark or a property.
type tester interface {
	Helper()
	Fatal(args ...any)
}
