package box

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/sim"
)

// spoilt is a plant whose numbers stop being finite.
type spoilt struct {
	*idealPlant
	at int
}

func (p *spoilt) Step(dt float64, ref []float64) {
	if p.idealPlant.Step(dt, ref); p.at == 0 {
		p.dq[4] = math.NaN()
	}
	p.at--
}

// TestABrokenSimulationEndsItsServer with an error that says what and when.
func TestABrokenSimulationEndsItsServer(t *testing.T) {
	home := xarm.Home()
	box, err := New(Config{Kinematics: kinematicsFor(t), Start: home[:], Plant: &spoilt{newIdealPlant(4, 80), 7}})
	if err != nil {
		t.Fatal(err)
	}
	clock := newFakeClock()
	s, err := Listen(ServerConfig{Command: "127.0.0.1:0", Clock: clock}, box)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- s.Serve(context.Background()) }()
	clock.advance(5 * time.Millisecond)
	s.Do(func(*Box) {}) // still sound
	clock.set(time.Second)
	err = <-done
	var broken sim.NotFinite
	if !errors.As(err, &broken) || broken.Index != 4 || broken.At != 8*time.Millisecond || !strings.Contains(err.Error(), "velocity of a joint") {
		t.Errorf("%v", err)
	}
	s.Do(func(*Box) { t.Error("the broken box is used") })
}

// TestRegistersRefuseOrTheArmStaysFinite: a Box with the arm's masses is given any register any numbers.
func TestRegistersRefuseOrTheArmStaysFinite(t *testing.T) {
	chain, err := xarm.Model()
	if err != nil {
		t.Fatal(err)
	}
	kin := kinematicsFor(t)
	odd := []float32{0, 1, -1, 0.3, 500, float32(math.Inf(1)), float32(math.NaN()), 3e38, -3e38, 1e-45, 1e20}
	number := rapid.OneOf(rapid.SampledFrom(odd), rapid.Float32Range(-3, 3), rapid.Float32())
	moving := []xarm.Register{xarm.RegMoveLine, xarm.RegMoveJoint, xarm.RegMoveRelative, xarm.RegMoveLineAA, xarm.RegServoCart, xarm.RegServoJoint, xarm.RegJointVelocity, xarm.RegCartVelocity}
	setting := []xarm.Register{xarm.RegTCPOffset, xarm.RegLoad, xarm.RegGravity, xarm.RegSetCommonParam, xarm.RegTCPJerk, xarm.RegTCPMaxAcc, xarm.RegJointJerk, xarm.RegJointMaxAcc, xarm.RegIK, xarm.RegFK}
	rapid.Check(t, func(rt *rapid.T) {
		arm, err := sim.NewArm(chain, sim.ArmConfig{})
		if err != nil {
			rt.Fatal(err)
		}
		home := xarm.Home()
		box, err := New(Config{Kinematics: kin, Plant: arm, Start: home[:], Expected: ExpectedTorque(chain)})
		if err != nil {
			rt.Fatal(err)
		}
		link := NewLink()
		send := func(r xarm.Register, p ...byte) {
			box.Handle(link, xarm.AppendRequest(nil, xarm.Request{ID: 1, Protocol: 2, Register: r, Params: p}))
		}
		for range rapid.IntRange(1, 5).Draw(rt, "rounds") {
			for _, list := range [][]xarm.Register{setting, moving} {
				send(xarm.RegCleanError)
				send(xarm.RegMotionEnable, 8, 1)
				send(xarm.RegSetMode, rapid.SampledFrom([]byte{0, 1, 4, 5, 6, 7}).Draw(rt, "mode"))
				send(xarm.RegSetState, 0)
				n := rapid.SampledFrom([]int{1, 3, 4, 6, 7, 9, 10, 11}).Draw(rt, "numbers")
				var p []byte
				if rapid.Bool().Draw(rt, "a byte before") {
					p = append(p, 1)
				}
				for range n {
					p = binary.LittleEndian.AppendUint32(p, math.Float32bits(number.Draw(rt, "x")))
				}
				send(rapid.SampledFrom(list).Draw(rt, "register"), p...)
			}
			box.Advance(box.Now() + 30*time.Millisecond)
			for k := range xarm.ReportKind(xarm.ReportKinds) {
				frame := box.AppendReport(nil, k)
				if k == xarm.ReportRealtime {
					err = xarm.DecodeRealtime(frame, &xarm.Realtime{})
				} else {
					err = xarm.DecodeReport(k, frame, &xarm.Report{})
				}
				if err != nil {
					rt.Fatalf("report %d: %v", k, err)
				}
			}
		}
	})
}
