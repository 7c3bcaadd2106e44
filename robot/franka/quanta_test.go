package franka_test

import (
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// dt is the period over which the robot takes differences, s.
const dt = 1e-3

// quantum is that of a member of a command.
func quantum(t *testing.T, name string) link.Quantum {
	t.Helper()
	l := franka.CommandLayout(5)
	i, ok := l.Find(name)
	if !ok || l[i].Quantum == (link.Quantum{}) {
		t.Fatalf("%s has no quantum", name)
	}
	return l[i].Quantum
}

// The bound that the commands' quanta state, for every arm: a number that is off by half a step at most adds 8·step/2 to third
// differences, 4·step/2 to second ones and 2·step/2 to first ones, in the worst order of signs.
func TestQuantaKeepBelowAHundredth(t *testing.T) {
	q := func(name string) link.Quantum { return quantum(t, name) }
	for _, l := range []franka.Limits{franka.PandaLimits(), franka.FR3Limits()} {
		jerk, slew := math.Inf(1), math.Inf(1)
		for i, j := range l.Joints {
			jerk, slew = min(jerk, j.J), min(slew, l.TorqueRate[i])
		}
		x := l.Cartesian
		for _, c := range []struct {
			name         string
			added, limit float64
		}{
			{"q_c", 8 * q("q_c").Step / 2 / (dt * dt * dt), jerk},
			{"dq_c", 4 * q("dq_c").Step / 2 / (dt * dt), jerk},
			{"O_T_EE_c, translation", math.Sqrt(3) * 8 * q("O_T_EE_c").Step / 2 / (dt * dt * dt), x.Translation.J},
			{"O_T_EE_c, rotation", 8 * q("O_T_EE_c").Angle / (dt * dt * dt), x.Rotation.J},
			{"O_dP_EE_c, linear", math.Sqrt(3) * 4 * q("O_dP_EE_c").Step / 2 / (dt * dt), x.Translation.J},
			{"O_dP_EE_c, angular", math.Sqrt(3) * 4 * q("O_dP_EE_c").Step / 2 / (dt * dt), x.Rotation.J},
			{"elbow_c", 8 * q("elbow_c").Step / 2 / (dt * dt * dt), x.Elbow.J},
			{"tau_J_d", 2 * q("tau_J_d").Step / 2 / dt, slew},
		} {
			if !(c.added > 0 && c.added < 0.01*c.limit) {
				t.Errorf("%s: adds up to %g, of %g", c.name, c.added, c.limit)
			}
		}
	}
}

// Joints whose roundings are all but half a step and alternate: the worst that there is comes out, and no more.
func TestWorstJointJerk(t *testing.T) {
	layout := franka.CommandLayout(5)
	sel, err := layout.Select("q_c")
	if err != nil {
		t.Fatal(err)
	}
	c := link.Config{State: sel, Command: sel, Compression: link.Delta}
	app, err1 := link.NewSession(link.Application, c, link.Nonce{1}, link.Nonce{2}, nil)
	robot, err2 := link.NewSession(link.Interface, c, link.Nonce{1}, link.Nonce{2}, nil)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	q := quantum(t, "q_c").Step
	image := make([]byte, layout.Size())
	at := layout.Offset(sel.Members()[0])
	var p link.Packet
	var e [4]float64
	worst := 0.0
	for k := range 400 {
		x := float64(1_000_000+10*k) * q
		x += math.Copysign(0.499*q, float64(k%2)-0.5)
		binary.LittleEndian.PutUint64(image[at:], math.Float64bits(x))
		b := app.Send(nil, uint64(k), image, false)
		if robot.Receive(b, &p) != link.OK || app.Receive(robot.Send(nil, uint64(k), image, false), &p) != link.OK {
			t.Fatal("lost")
		}
		got := make([]byte, layout.Size())
		robot.Sample(0, got)
		copy(e[:], e[1:])
		e[3] = math.Float64frombits(binary.LittleEndian.Uint64(got[at:])) - x
		if k >= 3 {
			worst = max(worst, math.Abs(e[3]-3*e[2]+3*e[1]-e[0])/(dt*dt*dt))
		}
	}
	if bound := 8 * q / 2 / (dt * dt * dt); worst > bound || worst < 0.99*bound {
		t.Errorf("%g rad/s³ are added, of %g", worst, bound)
	}
}
