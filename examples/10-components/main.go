// Command 10-components runs a deployment: a mass on a rail in Go, its controller in Lua, and a statechart that sets the
// goal of the mass. It has the commands of every program; cell.yaml lists the components.
package main

import (
	"errors"

	"github.com/sinew-robotics/sinew/control/deploy"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/cli"
	"github.com/sinew-robotics/sinew/tool/deployment"
)

// rail is a mass that a force moves along a rail.
type rail struct {
	deploy.Hooks
	force    *deploy.Input[float64]
	position *deploy.Output[float64]
	mass     *deploy.Property[float64]
	x, v     float64 // m, m/s
}

// newRail declares the component's ports, property and operation.
func newRail(c *deploy.Component) (deploy.Body, error) {
	r := &rail{
		force:    deploy.NewInput[float64](c, "force", deploy.Port{Unit: "N"}),
		position: deploy.NewOutput[float64](c, "position", deploy.Port{Unit: "m"}),
		mass:     deploy.NewProperty(c, "mass", 1.0, reactor.ParamInfo{Unit: "kg", Min: 0.1, Max: 10}),
	}
	deploy.Op1(c, "place", "puts the mass somewhere and at rest", func(x float64) (struct{}, error) {
		if x < -1 || x > 1 {
			return struct{}{}, errors.New("the rail reaches from -1 to 1 m")
		}
		r.x, r.v = x, 0
		return struct{}{}, nil
	})
	return r, nil
}

// Update moves the mass on by a millisecond, the component's period in the deployment.
func (r *rail) Update() error {
	f, _ := r.force.Read()
	r.v += float64(f/r.mass.Get()) * 0.001
	r.x += float64(r.v * 0.001)
	r.position.Set(r.x)
	return nil
}

func main() {
	cli.Main(deployment.Spec(deploy.Library{Types: deploy.Types(), Kinds: []deploy.Kind{{Name: "rail", Make: newRail}}}))
}
