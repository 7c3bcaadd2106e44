package link

import (
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// seedAngle is the signal of the seed's program in section 3, n samples. Its time stops after sample hold; −1: never.
func seedAngle(n, hold int) []float64 {
	x, time := make([]float64, n), 0.0
	for i := range x {
		x[i] = math.Pi / 4 * (1 - math.Cos(math.Pi/5*time))
		if i != hold {
			time += period
		}
	}
	return x
}

// lostCommand is the seed's simulation of the effect on the derivatives if one command is not updated.
func (b *experiments) lostCommand() error {
	b.Part("One lost command (section 3)", "The seed's program: an angle of π/4·(1 − cos(π/5·t)), 5000 samples, and once the "+
		"same with the time not advanced after sample 2500, as when the loop repeats its last set-point. Differences are "+
		"backward, as the robot takes them. Limits: the seed's figure 3.5 (elbow; rotation) and joint 1 of the Panda.")
	ideal, lost := differentiate(seedAngle(5000, -1)), differentiate(seedAngle(5000, 2500))
	limits := franka.PandaLimits()
	j, c := limits.Joints[0], limits.Cartesian
	rows := []struct {
		name, unit          string
		lost, ideal         []float64
		joint, elbow, turns float64
	}{
		{"velocity", "rad/s", lost.v, ideal.v, j.V, c.Elbow.V, c.Rotation.V},
		{"acceleration", "rad/s²", lost.a, ideal.a, j.A, c.Elbow.A, c.Rotation.A},
		{"jerk", "rad/s³", lost.j, ideal.j, j.J, c.Elbow.J, c.Rotation.J},
	}
	b.Plot(plot.Plot{Title: "position", XLabel: "time [s]", YLabel: "rad", Series: []plot.Series{
		{Name: "one command lost", Unit: "rad", X: lost.t, Y: lost.p}, {Name: "ideal", Unit: "rad", X: ideal.t, Y: ideal.p, Faint: true}}})
	t := book.Table{Name: "lost_command", Caption: "Peaks after one lost command (seed: figures 3.1 to 3.5)",
		Columns: []string{"derivative", "unit", "one lost", "ideal", "limit elbow", "limit rotation", "limit joint 1", "lost / joint limit"}}
	for _, r := range rows {
		b.Plot(plot.Plot{Title: r.name, XLabel: "time [s]", YLabel: r.unit, Series: []plot.Series{
			{Name: "one command lost", Unit: r.unit, X: lost.t, Y: r.lost}, {Name: "ideal", Unit: r.unit, X: ideal.t, Y: r.ideal, Faint: true}},
			Lines: []plot.Line{{Name: "limit", Value: r.joint}, {Name: "limit", Value: -r.joint}}})
		v := report.Good
		if peak(r.lost) > r.joint {
			v = report.Bad
		}
		t.Add(v, r.name, r.unit, peak(r.lost), peak(r.ideal), r.elbow, r.turns, r.joint, peak(r.lost)/r.joint)
		b.Figure(bench.Result{Name: "lost_command_" + r.name, Value: peak(r.lost), Unit: r.unit,
			Note: fmt.Sprintf("ideal %s, limit of joint 1 %s", book.Number(peak(r.ideal)), book.Number(r.joint))})
	}
	b.Table(t)
	b.CSV("lost-command.csv", []string{"t_s", "x", "dx", "ddx", "dddx", "ideal_x", "ideal_dx", "ideal_ddx", "ideal_dddx"},
		lost.t, lost.p, lost.v, lost.a, lost.j, ideal.p, ideal.v, ideal.a, ideal.j)
	return b.missed()
}

// missedRow is a number of missing commands and the jerk that is then known to be seen, relative to the signal's
// (protocol notes, section 8).
type missedRow struct {
	n    int
	peak float64
}

func missedRows() []missedRow {
	return []missedRow{{1, 4}, {2, 10}, {3, 25}, {5, 84}, {10, 494}, {19, 2849}}
}

// missed reports how much greater than the signal's own jerk the robot sees it when n commands are missing and it
// continues with its last acceleration.
func (b *experiments) missed() error {
	t := book.Table{Name: "missed_commands", Caption: "Jerk seen after n missed commands, over the signal's own constant jerk (the robot extrapolates with constant acceleration)",
		Columns: []string{"n missed", "protocol notes", "formula", "simulated robot", "signal jerk that joint 1 bears [rad/s³]"}}
	limit := franka.PandaLimits().Joints[0].J
	for _, m := range missedRows() {
		n := m.n
		formula := missedFormula(n)
		seen, err := missedByRobot(n)
		if err != nil {
			return err
		}
		v := report.Good
		if math.Abs(formula-m.peak) > 0.5 || math.Abs(seen-formula) > 0.01*formula {
			v = report.Bad
		}
		t.Add(v, n, m.peak, formula, seen, limit/formula)
		b.Figure(bench.Result{Name: fmt.Sprintf("missed_%d_jerk", n), Value: seen, Unit: "x", Note: "of the signal's own, seen by the simulated robot"}.Against("formula", formula))
	}
	b.Table(t)
	return nil
}

// missedFormula steps the robot's extrapolation: constant jerk 1, n commands missing, then the signal again as if
// nothing had been missing.
func missedFormula(n int) float64 {
	const before, after = 50, 100
	x, v, a, worst := 0.0, 0.0, 0.0, 0.0 // in units of the period
	for k := 1; k < before+n+after; k++ {
		if k >= before && k < before+n {
			v += a
			x += v
			continue
		}
		next := float64(k) * float64(k+1) * float64(k+2) / 6 // third backward difference 1 everywhere
		nv := next - x
		na := nv - v
		if k >= before {
			worst = max(worst, math.Abs(na-a))
		}
		x, v, a = next, nv, na
	}
	return worst
}

// missedByRobot gives joint 1 of the simulated robot the same signal with jerk 1 rad/s³ and returns the greatest jerk
// that it finds once commands come again.
func missedByRobot(n int) (float64, error) {
	const before, after = 50, 100
	r, err := newRig(1)
	if err == nil {
		err = r.move(franka.GenerateJointPosition)
	}
	if err != nil {
		return 0, err
	}
	q0, worst := r.State().Qd, 0.0
	for k := range before + n + after {
		a := r.State().DDQd[0]
		if k >= before && k < before+n {
			r.Step(nil)
			continue
		}
		c := franka.Command{QC: q0}
		c.QC[0] += float64(k) * float64(k+1) * float64(k+2) / 6 * period * period * period
		r.answer(&c)
		if e := r.State().CurrentErrors; e != 0 {
			return 0, fmt.Errorf("%d commands missed: the robot aborts: %v", n, e)
		}
		if k >= before+n {
			worst = max(worst, math.Abs(r.State().DDQd[0]-a)/period)
		}
	}
	return worst, nil
}
