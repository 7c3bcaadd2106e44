package mujoco

import (
	"fmt"
	"math"
	"strings"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/sim"
)

// MJCF returns the model of the chain as MuJoCo's XML, in the vocabulary of version 2.2.2: one hinge or slide per joint
// with limits, armature, damping and friction; one actuator per joint with the force ctrl − Kp·q − Kd·dq, limited to
// Effort, so that ctrl = Kp·r + Kd·ṙ + gravity makes it the servo of sim.Arm; a table top at z = 0 and the lemon, a
// body without dynamics, placed by SetLemon. Nothing collides. It fills cfg's defaults first.
func MJCF(chain *kinematics.Chain, cfg sim.ArmConfig) (string, error) {
	cfg, err := cfg.Filled(chain)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	g := chain.Gravity
	p("<mujoco model=\"arm\">\n")
	p("  <compiler angle=\"radian\" autolimits=\"false\" inertiafromgeom=\"false\" boundmass=\"0\" boundinertia=\"0\"/>\n")
	p("  <option timestep=\"%s\" integrator=\"implicit\" gravity=\"%s\"/>\n", num(cfg.MaxStep), nums(g.X, g.Y, g.Z))
	p("  <default><geom contype=\"0\" conaffinity=\"0\"/></default>\n")
	p("  <worldbody>\n")
	p("    <geom name=\"table\" type=\"plane\" size=\"1 1 0.1\" rgba=\"0.44 0.48 0.54 1\"/>\n")
	r := sim.LemonRadii()
	p("    <body name=\"lemon\" mocap=\"true\" pos=\"0.45 0 0.08\">\n")
	p("      <geom type=\"ellipsoid\" size=\"%s\" rgba=\"0.93 0.81 0.16 1\"/>\n    </body>\n", nums(r.X, r.Y, r.Z))
	for i := range chain.N() {
		link(p, chain, &cfg, i)
	}
	for i := chain.N() - 1; i >= 0; i-- {
		p("%s</body>\n", indent(i))
	}
	p("  </worldbody>\n  <actuator>\n")
	for i := range chain.N() {
		p("    <general name=\"servo%d\" joint=\"joint%d\" gaintype=\"fixed\" gainprm=\"1\" biastype=\"affine\" biasprm=\"%s\"",
			i+1, i+1, nums(0, -cfg.Kp[i], -cfg.Kd[i]))
		if e := cfg.Effort[i]; !math.IsInf(e, 1) {
			p(" forcelimited=\"true\" forcerange=\"%s\"", nums(-e, e))
		}
		p("/>\n")
	}
	p("  </actuator>\n</mujoco>\n")
	return b.String(), nil
}

func link(p func(string, ...any), chain *kinematics.Chain, cfg *sim.ArmConfig, i int) {
	in := indent(i)
	pose, axis := chain.Mount(i)
	q := pose.R.Quat()
	p("%s<body name=\"link%d\" pos=\"%s\" quat=\"%s\">\n", in, i+1, vec(pose.P), nums(q.W, q.X, q.Y, q.Z))
	m, c, t := chain.Body(i)
	moments, axes := principal(t)
	o := axes.Quat()
	p("%s  <inertial mass=\"%s\" pos=\"%s\" quat=\"%s\" diaginertia=\"%s\"/>\n", in, num(m), vec(c), nums(o.W, o.X, o.Y, o.Z), vec(moments))
	kind := "hinge"
	if chain.Prismatic(i) {
		kind = "slide"
	}
	p("%s  <joint name=\"joint%d\" type=\"%s\" axis=\"%s\" armature=\"%s\" damping=\"%s\" frictionloss=\"%s\"", in, i+1, kind, vec(axis),
		num(cfg.Armature[i]), num(cfg.Damping[i]), num(cfg.Friction[i]))
	if l := chain.Limit(i); !math.IsInf(l.Lower, 0) && !math.IsInf(l.Upper, 0) {
		p(" limited=\"true\" range=\"%s\"", nums(l.Lower, l.Upper))
	}
	p("/>\n")
	next, _ := chain.Mount(i + 1)
	if next.P.Norm() > 0.02 {
		p("%s  <geom type=\"capsule\" size=\"0.04\" fromto=\"0 0 0 %s\" rgba=\"0.9 0.9 0.92 1\"/>\n", in, vec(next.P))
	}
}

func indent(i int) string { return strings.Repeat("  ", i+2) }

func vec(v spatial.Vec3) string { return nums(v.X, v.Y, v.Z) }

func num(x float64) string { return fmt.Sprintf("%.17g", x) }

func nums(xs ...float64) string {
	s := make([]string, len(xs))
	for i, x := range xs {
		s[i] = num(x)
	}
	return strings.Join(s, " ")
}
