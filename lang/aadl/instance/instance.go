// Package instance builds a system from a model in AADL: every component, feature and connection that exists when the
// system runs, its end to end flows and system operation modes, and the values that properties have in them (AS5506,
// chapter 14; look-up of values, section 11.3).
//
// Components, features and connections have paths from the root, such as a.b[2].p; the root has the name of its
// implementation. Everything is in the order of the texts, with elements of arrays in the order of their indices, so that
// equal models give equal instances.
package instance

import (
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// Instance is a system built from a model.
type Instance struct {
	Model       *aadl.Model
	Root        *Component
	Components  []*Component // all components, each before those in it; Root first
	Connections []*Connection
	Partial     []*Partial
	Flows       []*Flow
	Modes       []*OperationMode // at least one: a system without modes is always in the first one, which has no name

	declared map[declared]int32                                          // declared connections in components
	over     lists[*Connection]                                          // each of those
	held     map[declared][]held                                         // contained associations for connections, flows and modes, outermost first
	stated   map[*aadl.Classifier]map[*aadl.Property][]*aadl.Association // of a classifier and what it extends or realises, nearest first
	names    map[*aadl.Classifier]map[string]any                         // of connections, flows and modes
	initial  *OperationMode
}

// Object is anything with values of properties: *Component, *Feature, *Connection, *FlowSpec, *Flow or *Mode.
type Object interface {
	Path() string            // from the root
	Declared() aadl.Declared // its last declaration in the texts, for the places of faults
}

// Component is a component.
type Component struct {
	Name        string // with its indices: arm[1][2]; for the root: T.i
	Parent      *Component
	Children    []*Component
	Category    syntax.Category
	Classifier  *aadl.Classifier   // nil: none is named
	Declaration *aadl.Subcomponent // nil for the root
	Indices     []int              // from 1, as written
	Features    []*Feature
	Specs       []*FlowSpec
	Modes       []*Mode
	Calls       []*aadl.CallSequence
	Active      []bool // in which of Instance.Modes it exists

	index    int // in Instance.Components
	depth    int
	within   *environment
	bindings *aadl.Binding   // the first one it is used with
	names    map[string]span // of Children and Features, by folded names, if there are many
	modal    *modal          // nil: it has no modes
	held     []held          // contained associations for it, outermost first
}

// Feature is a feature, or a member of a feature group.
type Feature struct {
	Name       string // with its index: in[2]
	Component  *Component
	Group      *Feature   // it is a member of; nil: none
	Members    []*Feature // of a feature group
	Decl       *aadl.Feature
	Kind       syntax.FeatureKind
	Direction  syntax.Direction // reversed in inverse groups
	Classifier *aadl.Classifier // of its data or its access; nil: none
	Outgoing   []*Connection    // that begin at it
	Incoming   []*Connection    // that end at it

	id    int  // of all features
	place int  // in Component.Features, or in Group.Members
	on    bool // on the current chain
	held  []held
}

// End is where a connection begins or ends: a feature, or an accessed component, which is a data component, a bus or a
// subprogram.
type End struct {
	Feature   *Feature
	Component *Component // that of the feature, if there is one
}

// Segment is one declared connection of a connection, in the component that declares it.
type Segment struct {
	Declaration *aadl.Connection
	Context     *Component
	Turned      bool  // followed from destination to source
	id          int32 // of the declaration in the context
	From, To    End   // in the direction followed; for a member that passes a group without listed members, the group
}

// Connection is a connection from the source of data or events to their destination, over all declared connections
// between them (a semantic connection, AS5506 section 14.1).
type Connection struct {
	Name                string // source path -> destination path
	Kind                syntax.FeatureKind
	Source, Destination End
	Segments            []Segment
	Bidirectional       bool
	Active              []bool
}

// Partial is a chain of declared connections that does not lead from a source to a destination.
type Partial struct {
	From, To End       // the ends of the chain
	Segments []Segment // none: From and To are one feature, unconnected or unconnected inside a component with connected parts
}

// FlowSpec is a flow specification of a component.
type FlowSpec struct {
	Component   *Component
	Declaration *aadl.Flow
	In, Out     *Feature // nil for a source or a sink
}

// Flow is an end to end flow over leaf components. A declared flow leads to several if connections branch.
type Flow struct {
	Name        string
	Component   *Component // that declares it
	Declaration *aadl.Flow
	Elements    []FlowElement
	Active      []bool
}

// FlowElement is a step of a flow: a flow specification of a component, a component as a whole, or a connection.
type FlowElement struct {
	Component  *Component // nil for a connection
	Spec       *FlowSpec  // nil: the component as a whole
	Connection *Connection
}

// Mode is a mode of a component.
type Mode struct {
	Component   *Component
	Declaration *aadl.Mode
}

// OperationMode is a system operation mode: a mode for each component that has modes and exists in it.
type OperationMode struct {
	Name    string  // their names, in the order of the components: (on, manual)
	Modes   []*Mode // nil for a component that does not exist in it; as many as components with modes
	Initial bool
}
