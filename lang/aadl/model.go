// Package aadl says what the names in a set of texts in AADL mean (SAE AS5506, versions 2.2 and 2.3): packages with what they
// use, classifiers with all their members, inherited and refined ones in their places, prototypes, and property sets with
// their types and values. What a system built from them consists of is package instance's.
//
// Link reads no file: it takes texts that syntax.Parse has read, and gives a Model whatever its faults are, so that an
// editor goes on. What leads nowhere is nil in it.
package aadl

import "github.com/sinew-robotics/sinew/lang/aadl/syntax"

// Model is what a set of texts declares, together with what is predeclared, which models share: it is not to be changed.
type Model struct {
	Files    []*syntax.File // in the order they were given; then the predeclared ones
	Packages []*Package     // in the order of Files, as below
	Sets     []*PropertySet

	packages   map[string]*Package // by syntax.Fold of their names
	sets       map[string]*PropertySet
	spelled    map[string]*Property // by their names with their sets', as they are declared
	unspaced   map[string]*entry    // what needs no set, by syntax.Fold of the names
	references map[*syntax.File][]Reference
	sizes      map[*syntax.Dimension]int
	origins    map[syntax.Node]Declared // of refinements: what they refine first
}

// Declared is where something is declared. Node is the part of the tree that declares it, a *syntax.Classifier, say; two
// Declared are the same thing if they are equal.
type Declared struct {
	File *syntax.File
	Node syntax.Node
}

// Reference is a name in a text and what it leads to.
type Reference struct {
	Name syntax.Name // as it is spelled there, with its place; the name in a declaration too
	To   Declared
}

// Package is a package.
type Package struct {
	Name        string // as it is spelled where it is declared: A::B
	File        *syntax.File
	Syntax      *syntax.Package
	Classifiers []*Classifier // the public ones, then the private

	Associations []*Association // of the package itself

	public, hidden *scope
	parts          [2]*part               // what its public and its private part use
	classifiers    map[string]*Classifier // by syntax.Fold of their names, the first of each
}

// Classifier is a component type, a component implementation or a feature group type, with all its members: those of what
// it extends come first, each refined one in the place of what it refines.
type Classifier struct {
	Package *Package
	File    *syntax.File
	Syntax  *syntax.Classifier
	Name    string // T, or T.i of an implementation, as it is spelled where it is declared
	Private bool

	Base    Use         // what it extends
	Type    *Classifier // of an implementation: the type it realises
	Inverse *Classifier // of a feature group type: that it is the inverse of; without features of its own it has those, turned round

	Prototypes    []*Prototype    // of an implementation: its type's first
	Features      []*Feature      // of an implementation: its type's, then its internal and processor features
	Subcomponents []*Subcomponent // the rest is in implementations alone, but for flow specifications and modes
	Calls         []*CallSequence
	Connections   []*Connection
	Specs         []*Flow // flow specifications; of an implementation: its type's
	Flows         []*Flow // implementations of flows, and end to end flows
	Modes         []*Mode // of an implementation: its type's first
	Transitions   []*Transition
	Associations  []*Association // its own, of its section of properties: not those of what it extends or realises

	scope *scope
	state state            // in the search for circles, and for what is read first
	open  bool             // something of it is unknown, after a fault
	own   map[string]named // while its members are read: those that it declares
	news  []named          // those, until their insides have been read
	names *names
}

// state is how far something has been read.
type state uint8

const (
	fresh state = iota
	busy
	ready   // it is not, or no longer, in a circle
	entered // what it inherits from is read first
	done
)

// Qualified returns the name with its package's: P::T.i.
func (c *Classifier) Qualified() string { return c.Package.Name + "::" + c.Name }

// Use is a classifier where it is used, with what its prototypes stand for there.
type Use struct {
	Classifier *Classifier // nil: none is named, or it leads nowhere
	Prototype  *Prototype  // if a prototype is named instead: what it stands for depends on where the member is instantiated
	Bindings   []*Binding  // as they are written there; those of prototypes of what is extended are its Base's
}

// Binding says what a prototype stands for.
type Binding struct {
	Formal  *Prototype
	Actuals []Actual // several for an array
	Syntax  *syntax.Binding
}

// Actual is what a prototype stands for.
type Actual struct {
	Use    Use
	Syntax *syntax.Actual // category, kind and direction
}

// Member is what every member of a classifier has.
type Member struct {
	Name         string         // as it is spelled where it is first declared
	Owner        *Classifier    // in which its last declaration stands
	Associations []*Association // those of its own {}, and of the declarations it refines: the last declaration's first

	fresh int // how many of these are of the last declaration
}

// Prototype is a parameter of a classifier.
type Prototype struct {
	Member
	Syntax     *syntax.Prototype // the last declaration, as below
	Constraint *Classifier       // nil: anything of its category
}

// Feature is a feature.
type Feature struct {
	Member
	Syntax    *syntax.Feature // a refinement may leave out what it does not change; the fields below have it all
	Kind      syntax.FeatureKind
	Direction syntax.Direction
	Inverse   bool // of a feature group: inverse of
	Use       Use  // the classifier, or the prototype
	Array     []*syntax.Dimension
}

// Subcomponent is a component in a component.
type Subcomponent struct {
	Member
	Syntax          *syntax.Subcomponent
	Category        syntax.Category
	Use             Use
	Array           []*syntax.Dimension
	Implementations []Use // of the elements of an array
	Modes           []*syntax.InMode
}

// CallSequence is a sequence of calls of subprograms.
type CallSequence struct {
	Member
	Syntax *syntax.CallSequence
	Calls  []*Call
}

// Call is a call.
type Call struct {
	Member
	Syntax     *syntax.Call
	Subprogram *Classifier // nil: it is an access or a proxy
}

// Connection is a declared connection, between features of the component it stands in and of its subcomponents.
type Connection struct {
	Member
	Syntax              *syntax.Connection
	Kind                syntax.FeatureKind
	Source, Destination syntax.Path
	Bidirectional       bool
	Modes               []*syntax.InMode
}

// Flow is a flow specification, its implementation, or an end to end flow.
type Flow struct {
	Member
	Syntax   *syntax.Flow
	Kind     syntax.FlowKind
	Elements []syntax.Path
	Modes    []*syntax.InMode
}

// Mode is a mode.
type Mode struct {
	Member
	Syntax  *syntax.Mode
	Initial bool
}

// Transition leads from a mode to another.
type Transition struct {
	Member
	Syntax              *syntax.Transition
	Source, Destination *Mode
}

// Package returns the package of a name, or nil; a predeclared one too.
func (m *Model) Package(name string) *Package { return m.packages[syntax.Fold(name)] }

// Set returns the property set of a name, or nil; a predeclared one too.
func (m *Model) Set(name string) *PropertySet { return m.sets[syntax.Fold(name)] }
