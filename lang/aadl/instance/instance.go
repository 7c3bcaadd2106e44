// Package instance builds a system out of a model in AADL: every component, feature and connection that there is when the
// system runs, its end to end flows and system operation modes, and the values that properties have in them (AS5506,
// chapter 14; look-up of values, section 11.3).
//
// Components, features and connections have paths from the root, which is named as its implementation: a.b[2].p. Everything
// is in the order of the texts, elements of arrays in the order of their indices, so that equal models give equal instances.
package instance

import (
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// Instance is a system built from a model.
type Instance struct {
	Model       *aadl.Model
	Root        *Component
	Components  []*Component // all of them, each before those in it; Root first
	Connections []*Connection
	Partial     []*Partial
	Flows       []*Flow
	Modes       []*OperationMode // at least one: a system without modes is always in the first, which has no name

	declared map[declared]int32                                          // declared connections in components
	over     lists[*Connection]                                          // each of those
	held     map[declared][]held                                         // contained associations for connections, flows and modes, outermost first
	stated   map[*aadl.Classifier]map[*aadl.Property][]*aadl.Association // those of a classifier and what it extends or realises, nearest first
	names    map[*aadl.Classifier]map[string]any                         // of connections, flows and modes
	initial  *OperationMode
}

// Object is what has values of properties: *Component, *Feature, *Connection, *FlowSpec, *Flow or *Mode.
type Object interface {
	Path() string            // from the root
	Declared() aadl.Declared // its last declaration in the texts, for a fault's place
}

// Component is a component.
type Component struct {
	Name        string // with its indices: arm[1][2]; of the root: T.i
	Parent      *Component
	Children    []*Component
	Category    syntax.Category
	Classifier  *aadl.Classifier   // nil: none is named
	Declaration *aadl.Subcomponent // nil for the root
	Indices     []int              // from 1, as they are written
	Features    []*Feature
	Specs       []*FlowSpec
	Modes       []*Mode
	Calls       []*aadl.CallSequence
	Active      []bool // in which of Instance.Modes it is there

	index    int // in Instance.Components
	depth    int
	within   *environment
	bindings *aadl.Binding   // the first of those it is used with
	names    map[string]span // of Children and Features, by folded names, where there are many
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
	Direction  syntax.Direction // with inverse groups turned round
	Classifier *aadl.Classifier // of its data, or of its accesses; nil: none
	Outgoing   []*Connection    // that begin at it
	Incoming   []*Connection    // that end at it

	id    int  // of all features
	place int  // in Component.Features, or in Group.Members
	on    bool // on the chain that is being followed
	held  []held
}

// End is where a connection begins or ends: a feature, or a component, which is then a data component, a bus or a subprogram
// that is accessed.
type End struct {
	Feature   *Feature
	Component *Component // the feature's where there is one
}

// Segment is one declared connection of a connection, in the component in which it is declared.
type Segment struct {
	Declaration *aadl.Connection
	Context     *Component
	Turned      bool  // followed from destination to source
	id          int32 // of the declaration in the context
	From, To    End   // as it is followed: where a member of a group goes through a group without members, the group
}

// Connection is a connection from where data or events come from to where they are used, over all declared connections
// between (a semantic connection, AS5506 section 14.1).
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
	From, To End       // the ends of the chain, as far as it goes
	Segments []Segment // none: To and From are one feature that nothing is connected to, or nothing in its component whose parts are connected
}

// FlowSpec is a flow specification of a component.
type FlowSpec struct {
	Component   *Component
	Declaration *aadl.Flow
	In, Out     *Feature // nil for a source or a sink
}

// Flow is an end to end flow over leaf components. One that is declared leads to several where connections branch.
type Flow struct {
	Name        string
	Component   *Component // in which it is declared
	Declaration *aadl.Flow
	Elements    []FlowElement
	Active      []bool
}

// FlowElement is a step of a flow: over a flow specification of a component, a component as a whole, or a connection.
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

// OperationMode is a system operation mode: a mode for each component that has some and is there in it.
type OperationMode struct {
	Name    string  // their names, in the order of the components: (on, manual)
	Modes   []*Mode // nil for a component without modes, or not there; as many as components with modes
	Initial bool
}
