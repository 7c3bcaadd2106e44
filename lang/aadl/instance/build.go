package instance

import (
	"errors"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/lang/aadl"
)

// environment is what prototypes stand for.
type environment struct{}

// Instantiate builds a system: the implementation P::S.i. The instance is nil if there is none, or if it would have no end
// or more than the bounds. An empty name stands for the only system implementation that is no other's part.
func Instantiate(m *aadl.Model, system string) (*Instance, diag.Faults) {
	return nil, diag.Faults{{Code: "aadl-system", What: errors.ErrUnsupported.Error()}}
}

// Graph gives the system as every other front-end gives its programs: components as reactors, features as ports, timers
// for periods, and connections.
func (i *Instance) Graph() *graph.Graph { return nil }

// Path is the path from the root: a.b[2]; of the root itself its name.
func (c *Component) Path() string { return "" }

// Path is the path of the component with the feature's name.
func (f *Feature) Path() string { return "" }

// Path is the connection's name.
func (c *Connection) Path() string { return c.Name }

// Path is that of the component with the flow's name.
func (f *FlowSpec) Path() string { return "" }

// Path is that of the component with the flow's name.
func (f *Flow) Path() string { return "" }

// Path is that of the component with the mode's name.
func (m *Mode) Path() string { return "" }

// Declared is where the subcomponent is declared; of the root its implementation.
func (c *Component) Declared() aadl.Declared { return aadl.Declared{} }

// Declared is where the feature is declared, or last refined.
func (f *Feature) Declared() aadl.Declared { return aadl.Declared{} }

// Declared is where the first declared connection that crosses from one component to another stands.
func (c *Connection) Declared() aadl.Declared { return aadl.Declared{} }

// Declared is where the specification stands.
func (f *FlowSpec) Declared() aadl.Declared { return aadl.Declared{} }

// Declared is where the flow is declared.
func (f *Flow) Declared() aadl.Declared { return aadl.Declared{} }

// Declared is where the mode is declared.
func (m *Mode) Declared() aadl.Declared { return aadl.Declared{} }
