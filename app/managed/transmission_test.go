package managed

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// geared is an arm of three joints on servos: a gear at the first, a differential between the others.
func geared() Params {
	gears := `<transmission name="gear"><plugin>transmission_interface/SimpleTransmission</plugin>
<joint name="joint1"><mechanical_reduction>2</mechanical_reduction><offset>0.1</offset></joint><actuator name="base_motor"/></transmission>
<transmission name="wrist"><plugin>transmission_interface/DifferentialTransmission</plugin>
<actuator name="right_motor" role="actuator2"><mechanical_reduction>-1.5</mechanical_reduction></actuator>
<actuator name="left_motor" role="actuator1"><mechanical_reduction>1.5</mechanical_reduction></actuator>
<joint name="joint2" role="joint1"><mechanical_reduction>1</mechanical_reduction></joint><joint name="joint3" role="joint2"><offset>-0.05</offset></joint></transmission>`
	text := homemade(3, "sinew/dynamixel", `<param name="port">sim</param>`, func(i int) string { return fmt.Sprintf(`<param name="id">%d</param>`, i) })
	return Params{URDF: strings.Replace(text, "</ros2_control>", gears+"</ros2_control>", 1), Text: moved(3, "4ms"), File: "geared.urdf", Name: "geared.yaml"}
}

// TestTransmissions drives joints through transmissions: the joints come to their goal, the servos to where the formulas put
// them, and the recording replays to the bit.
func TestTransmissions(t *testing.T) {
	v := drive(t, geared(), 1)
	if v.GivenUp != 0 || len(v.GoalsFailed) > 0 || v.MissedCycles != 0 || v.GoalError == nil || *v.GoalError > 0.02 {
		t.Errorf("%+v", v)
	}
	p := geared()
	inst, err := Spec{}.Make(run.Order{Params: &p, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.Run(t.Context(), inst.Program, exec.Options{Timeout: 8 * time.Second}); err != nil {
		t.Fatal(err)
	}
	var outer *device
	for _, s := range inst.State {
		if r, ok := s.(*robot); ok {
			outer = r.devices[0]
		}
	}
	const end = 0.1 // rad, of all joints
	inner := outer.motors
	for name, want := range map[string]float64{"base_motor": 2 * (end - 0.1), "left_motor": 1.5 * (end + (end + 0.05)), "right_motor": -1.5 * (end - (end + 0.05))} {
		if got := inner.Position(name); math.Abs(got-want) > 0.02 {
			t.Errorf("%s stands at %.4f rad, want %.4f", name, got, want)
		}
	}
}

// TestTransmissionsThatCannotBe are refused with their places.
func TestTransmissionsThatCannotBe(t *testing.T) {
	for old, c := range map[string]struct{ by, want string }{
		"SimpleTransmission":                {"WormTransmission", `the transmission gear has the plugin "transmission_interface/WormTransmission", which is none that is known`},
		`<actuator name="base_motor"/>`:     {"", "the transmission gear has 1 joints and 0 actuators"},
		`<actuator name="base_motor"/></tr`: {`<actuator name="base_motor"><mechanical_reduction>3</mechanical_reduction></actuator></tr`, "has a reduction at its actuator"},
		`name="left_motor"`:                 {`name="base_motor"`, "the actuator base_motor has two transmissions"},
		`<joint name="joint3" role`:         {`<joint name="joint1" role`, "the joint joint1 has two transmissions"},
	} {
		p := geared()
		p.URDF = strings.Replace(p.URDF, old, c.by, 1)
		_, err := run.Do(t.Context(), Spec{}, run.Options{Order: run.Order{Params: &p}, Out: folder.Place{Dir: t.TempDir()}})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "geared.urdf:") {
			t.Errorf("%s: %v", c.by, err)
		}
	}
}
