package managed

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/tool/run"
)

// heading turns a vehicle to a heading by its thrusters, each as much as it turns the vehicle.
type heading struct {
	goal   float64   // rad
	shares []float64 // of thrusters, −1 to 1
}

func (h *heading) Parameters() []manager.Parameter {
	return []manager.Parameter{{Name: "goal", At: &h.goal, Unit: "rad", Min: -3, Max: 3}}
}

func (h *heading) Configure(*manager.Setup) (d manager.Description, err error) {
	d.States = []manager.Need{{Name: "imu/yaw"}, {Name: "imu/r"}}
	for i := range h.shares {
		d.Commands = append(d.Commands, manager.Need{Name: fmt.Sprintf("thruster%d/effort", i+1)})
	}
	return d, nil
}

func (h *heading) Activate(*manager.IO) error { return nil }

func (h *heading) Update(io *manager.IO) error {
	f := 20*(h.goal-io.State(0)) - 15*io.State(1)
	for i, s := range h.shares {
		io.SetCommand(i, max(-15, min(15, f))*s)
	}
	return nil
}

func (h *heading) Deactivate(*manager.IO) {}

// TestROV puts a simulated underwater vehicle under the manager: a controller turns it to a heading, and when that is
// deactivated no thruster is left running.
func TestROV(t *testing.T) {
	v := rov.BlueROV2Heavy()
	shares, most := make([]float64, len(v.Thrusters)), 0.0
	var pins strings.Builder
	for i, k := range v.Thrusters {
		shares[i] = k.Position.X*k.Direction.Y - k.Position.Y*k.Direction.X
		most = max(most, math.Abs(shares[i]))
		fmt.Fprintf(&pins, `<gpio name="thruster%d"><command_interface name="effort"/></gpio>`, i+1)
	}
	for i := range shares {
		shares[i] /= most
	}
	s := Spec{Controllers: []manager.Type{{Name: "heading", Help: "a heading", New: func() manager.Controller { return &heading{shares: shares} }}}}
	p := Params{File: "rov.urdf", Name: "rov.yaml", URDF: `<robot name="rov"><link name="hull"/><ros2_control name="rov" type="system"><hardware><plugin>sinew/rov</plugin>
<param name="address">sim</param><param name="vehicle">` + v.Name + `</param></hardware>` + pins.String() + `</ros2_control></robot>`, Text: `period: 25ms
controllers:
  - {name: turn, type: heading, start: active, parameters: {goal: 0.8}}
script:
  - at: 15s
    switch: {deactivate: [turn], strict: true}
`}
	inst, err := s.Make(run.Order{Params: &p, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.Run(t.Context(), inst.Program, exec.Options{Timeout: 20 * time.Second}); err != nil {
		t.Fatal(err)
	}
	var w *rov.World
	for _, s := range inst.State {
		if x, ok := s.(*rov.World); ok {
			w = x
		}
	}
	if yaw := w.Readings().IMU.Yaw; math.Abs(yaw-0.8) > 0.1 {
		t.Errorf("the heading is %.3f rad, want 0.8", yaw)
	} else {
		t.Logf("heading %.3f rad", yaw)
	}
	forces := make([]float64, len(v.Thrusters))
	w.Forces(forces)
	for i, f := range forces {
		if math.Abs(f) > 0.01 {
			t.Errorf("thruster %d is left at %g N", i+1, f)
		}
	}
}
