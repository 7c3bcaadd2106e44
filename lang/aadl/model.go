// Package aadl resolves the names in a set of AADL texts (SAE AS5506, versions 2.2 and 2.3): packages with what they use,
// classifiers with all their members, including inherited and refined ones, prototypes, and property sets with their types
// and values. Package instance builds systems from them.
//
// Link reads no files: it takes texts that syntax.Parse has read, and always returns a Model, whatever the faults, so
// that an editor can go on. References that lead nowhere are nil in it.
package aadl

import "github.com/sinew-robotics/sinew/lang/aadl/syntax"

// Model is what a set of texts declares, together with the predeclared parts. Models share those, so a Model must not be
// changed.
type Model struct {
	Files    []*syntax.File // in the order they were given; then the predeclared ones
	Packages []*Package     // in the order of Files, as below
	Sets     []*PropertySet

	packages   map[string]*Package // by syntax.Fold of their names
	sets       map[string]*PropertySet
	spelled    map[string]*Property // by their qualified names, as declared
	unspaced   map[string]*entry    // those that need no set, by syntax.Fold of their names
	references map[*syntax.File][]Reference
	sizes      map[*syntax.Dimension]int
	origins    map[syntax.Node]Declared // of refinements: the first declaration that they refine
}

// Declared is where something is declared. Node is the part of the tree that declares it, such as a *syntax.Classifier;
// equal Declared mean the same thing.
type Declared struct {
	File *syntax.File
	Node syntax.Node
}

// Reference is a name in a text and what it refers to.
type Reference struct {
	Name syntax.Name // as spelled there, with its place; this includes names in declarations
	To   Declared
}

// Package is a package.
type Package struct {
	Name        string // as spelled in its declaration: A::B
	File        *syntax.File
	Syntax      *syntax.Package
	Classifiers []*Classifier // the public ones, then the private

	Associations []*Association // of the package itself

	public, hidden *scope
	parts          [2]*part               // what its public and private parts use
	classifiers    map[string]*Classifier // by syntax.Fold of their names, the first of each
}

// Classifier is a component type, a component implementation or a feature group type, with all its members: those of what
// it extends come first, each refinement in place of what it refines.
type Classifier struct {
	Package *Package
	File    *syntax.File
	Syntax  *syntax.Classifier
	Name    string // T, or T.i of an implementation, as spelled in its declaration
	Private bool

	Base    Use         // what it extends
	Type    *Classifier // of an implementation: the type it realises
	Inverse *Classifier // of a feature group type: its inverse; without its own features it has those, reversed

	Prototypes    []*Prototype    // of an implementation: its type's first
	Features      []*Feature      // of an implementation: its type's, then its internal and processor features
	Subcomponents []*Subcomponent // the rest is only in implementations, except flow specifications and modes
	Calls         []*CallSequence
	Connections   []*Connection
	Specs         []*Flow // flow specifications; of an implementation: its type's
	Flows         []*Flow // implementations of flows, and end to end flows
	Modes         []*Mode // of an implementation: its type's first
	Transitions   []*Transition
	Associations  []*Association // its own, from its section of properties, not those of what it extends or realises

	scope *scope
	state state            // in the searches for circles and for the order of reading
	open  bool             // some of it is unknown after a fault
	own   map[string]named // while its members are being read: those that it declares
	news  []named          // the same, until their insides have been read
	names *names
}

// state says how far something has been read.
type state uint8

const (
	fresh state = iota
	busy
	ready   // it is not in a circle, or no longer
	entered // what it inherits from has been read
	done
)

// Qualified returns the name with its package: P::T.i.
func (c *Classifier) Qualified() string { return c.Package.Name + "::" + c.Name }

// Use is a use of a classifier, with what its prototypes stand for there.
type Use struct {
	Classifier *Classifier // nil: no name, or it leads nowhere
	Prototype  *Prototype  // if a prototype is named instead; its meaning depends on where the member is instantiated
	Bindings   []*Binding  // as written there; bindings of prototypes of the base classifier are in Base
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
	Name         string         // as spelled in its first declaration
	Owner        *Classifier    // the classifier with its last declaration
	Associations []*Association // those in its own {} and in those of the declarations it refines, the last declaration's first

	fresh int // how many of these are in the last declaration
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
	Syntax    *syntax.Feature // a refinement may leave out what it does not change; the fields below are complete
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
	Subprogram *Classifier // nil: the call is to an access or a proxy
}

// Connection is a declared connection between features of the component that contains it and of its subcomponents.
type Connection struct {
	Member
	Syntax              *syntax.Connection
	Kind                syntax.FeatureKind
	Source, Destination syntax.Path
	Bidirectional       bool
	Modes               []*syntax.InMode
}

// Flow is a flow specification, a flow implementation or an end to end flow.
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

// Package returns the package with a name, or nil; it finds predeclared ones too.
func (m *Model) Package(name string) *Package { return m.packages[syntax.Fold(name)] }

// Set returns the property set with a name, or nil; it finds predeclared ones too.
func (m *Model) Set(name string) *PropertySet { return m.sets[syntax.Fold(name)] }
