package heading

import (
	"time"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/lib"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// decide is C2: Figure 9.
func (e *example) decide() {
	var operator Operator
	expertise := &e.control
	atom.Add(e.root, "Operator", &operator, atom.By(DriverOperator), atom.When(nil))
	e.expertise = atom.Add(e.root, "ExpertiseYawControl", expertise, atom.Once(), atom.Valued("k1", K1), atom.Valued("k2", K2),
		atom.Valued("acc_des", 0), atom.Valued("r_des", 0), atom.Valued("acc_x", 0), atom.Valued("acc_y", 0),
		atom.Valued("acc_u", 0), atom.Valued("acc_v", 0), atom.Valued("acc_w", 0))

	any, yaw := period.From(time.Millisecond), atom.With("frame", "WORLD", "axis", "z")
	sampled := atom.Constraint{Update: atom.Periodic, Periods: period.Between(5*time.Millisecond, 50*time.Millisecond)}
	constant := atom.Constraint{Update: atom.Constant}
	loop := func(name string, allowed period.Set) []atom.Option {
		return []atom.Option{atom.In(name), atom.Every(worst, allowed)}
	}
	add := func(name string, body atom.Physics, options []atom.Option, more ...atom.Option) *atom.Instance {
		return atom.Add(e.root, name, body, append(more, options...)...)
	}
	var psi lib.Separator[unit.Angle]
	var r lib.Separator[unit.AngularSpeed]
	var attitude lib.SeparatorAttitude
	add("SeparatorYaw", &psi, loop("Control", any), yaw, atom.Renewed("in", sampled))
	add("SeparatorYawRate", &r, loop("Control", any), yaw, atom.Renewed("in", sampled))
	add("SeparatorAttitude", &attitude, loop("Frameshift", any), atom.With("frame", "WORLD"),
		atom.Renewed("phi_in", sampled), atom.Renewed("theta_in", sampled), atom.Renewed("psi_in", sampled))
	atom.Connect(&e.pose.Psi, &psi.In)
	atom.Connect(&e.world.R, &r.In)
	atom.Connect(&e.pose.Phi, &attitude.PhiIn)
	atom.Connect(&e.pose.Theta, &attitude.ThetaIn)
	atom.Connect(&e.pose.Psi, &attitude.PsiIn)

	var error lib.AngleSubtractor
	var slope lib.Subtractor[unit.AngularSpeed]
	add("YawSubtractor", &error, loop("Control", any), yaw, atom.Renewed("a", atom.Constraint{Update: atom.Sporadic}))
	add("AngularSpeedSubtractor", &slope, loop("Control", any), yaw, atom.Renewed("a", constant))
	atom.Connect(&operator.PsiDes, &error.A)
	atom.Connect(&psi.Out, &error.B)
	atom.Connect(&expertise.RDes, &slope.A)
	atom.Connect(&r.Out, &slope.B)

	var law lib.DynamicAngleControl
	control := add("DynamicAngleControl", &law, loop("Control", Stable()), yaw)
	atom.Connect(&error.Out, &law.E)
	atom.Connect(&slope.Out, &law.DE)
	atom.ConnectAll(e.expertise, control)

	add("FrameShiftControl", &e.shift, loop("Frameshift", any), atom.With("from", "WORLD", "to", "ROBOT"),
		atom.Renewed("x", constant), atom.Renewed("y", constant))
	atom.Connect(&expertise.AccX, &e.shift.X)
	atom.Connect(&expertise.AccY, &e.shift.Y)
	atom.Connect(&law.Acc, &e.shift.Z)
	atom.Connect(&attitude.Phi, &e.shift.Roll)
	atom.Connect(&attitude.Theta, &e.shift.Pitch)
	atom.Connect(&attitude.Psi, &e.shift.Yaw)
}
