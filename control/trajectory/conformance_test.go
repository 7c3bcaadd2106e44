package trajectory

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
)

// TestConformance runs every set of command interfaces.
func TestConformance(t *testing.T) {
	for _, kinds := range [][]string{{"position"}, {"position", "velocity", "acceleration"}, {"velocity"}, {"effort"}, {"position", "effort"}} {
		t.Run(strings.Join(kinds, " "), func(t *testing.T) {
			controllertest.Run(t, controllertest.Subject{
				New:   func() manager.Controller { return New() },
				Setup: controllertest.Setup(nil),
				Params: []controllertest.Param{{Name: "joints", Value: []string{"a", "b"}}, {Name: "command_interfaces", Value: kinds},
					{Name: "gains/p", Value: []float64{10}}, {Name: "gains/d", Value: []float64{1}}},
				States: func(rnd *rand.Rand, io *manager.IO) {
					for i := range 2 {
						io.States(i)[0], io.States(2 + i)[0] = rnd.NormFloat64(), 0
						for k, kind := range kinds {
							switch kind {
							case "position":
								io.SetCommand(2*k+i, io.State(i)+0.01*rnd.NormFloat64())
							case "effort":
								io.SetCommand(2*k+i, rnd.NormFloat64())
							default:
								io.SetCommand(2*k+i, 0)
							}
						}
					}
				},
				Jump: 1e-12,
				Input: func(rnd *rand.Rand, c manager.Controller, io *manager.IO) {
					g := wild(rnd, panda()[:2], []float64{0, 0}, 1, io.Now)
					g.Points[0].Position[0] = [...]float64{math.NaN(), math.Inf(1), 0.3, 0.2, 0.1}[rnd.IntN(5)]
					c.(*Controller).Execute(&g, io)
				},
			})
		})
	}
}
