package manager_test

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/mock"
	"github.com/sinew-robotics/sinew/control/safety"
)

// hold commands a joint to where it is: the smallest controller there is.
type hold struct{ joint string }

func (h *hold) Parameters() []manager.Parameter {
	return []manager.Parameter{{Name: "joint", At: &h.joint, Help: "the joint that is held"}}
}

func (h *hold) Configure(*manager.Setup) (manager.Description, error) {
	return manager.Description{Commands: manager.Needs("position", h.joint)}, nil
}

func (h *hold) Activate(*manager.IO) error { return nil }
func (h *hold) Update(*manager.IO) error   { return nil }
func (h *hold) Deactivate(*manager.IO)     {}

// A joint of mock hardware, a controller that begins active, and ten cycles.
func Example() {
	motor, _ := mock.New(mock.Config{Name: "motor", Joints: []mock.Joint{{
		Name: "wheel", Commands: []string{"position"}, States: []string{"position"}, Initial: map[string]float64{"position": 0.25}}}})
	limit := safety.Unlimited()
	limit.V, limit.A, limit.D = 2, 10, 10
	m, err := manager.New(manager.Config{
		Components:  []manager.Component{{Driver: motor, Start: hw.Active}},
		Limits:      map[string]safety.AxisLimit{"wheel": limit},
		Types:       []manager.Type{{Name: "hold", New: func() manager.Controller { return &hold{} }}},
		Controllers: []manager.Entry{{Name: "brake", Type: "hold", Parameters: map[string]string{"joint": "wheel"}, Start: manager.Active}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range 10 {
		m.Cycle(time.Duration(i) * m.Period)
		for _, e := range m.Events() {
			fmt.Printf("%v %v: %s\n", e.Time, e.Kind, e.Text)
		}
	}
	fmt.Println(m.List().Commands[0].Claimed, "commands", motor.Sent())
	// Output:
	// 2ms switched: activate brake
	// brake commands [0.25]
}
