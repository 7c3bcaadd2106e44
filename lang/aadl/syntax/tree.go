package syntax

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/diag"
)

// File is a text and its tree. Tokens includes the comments, and ends with a token of kind EOF.
type File struct {
	Name     string // the name in faults
	Text     string
	Tokens   []Token
	Packages []*Package
	Sets     []*PropertySet

	lines  []int32 // where they begin
	marks  []mark  // within long lines
	faulty bool
}

// Faulty reports whether the text has faults; its tree then lacks what could not be read.
func (f *File) Faulty() bool { return f.faulty }

// Span is the place of a part of the tree: the tokens from From up to, but not including, To.
type Span struct{ From, To int32 }

// Tokens is the span itself: every part of the tree has it.
func (s Span) Tokens() Span { return s }

// Node is a part of the tree.
type Node interface{ Tokens() Span }

// Name is a name as spelled, or a qualified one without the spaces and comments between its parts. A missing name is
// empty.
type Name struct {
	Span
	Text string
}

// Ref refers to something by a qualified name: Space::Name.Impl.
type Ref struct {
	Space Name // a package, A::B, or a property set; mostly absent
	Name  Name
	Impl  Name // of an implementation Name.Impl, or of the subprogram called in a context Name
}

// Tokens is the span of the whole reference.
func (r Ref) Tokens() Span {
	s := r.Name.Span
	if r.Space.Text != "" {
		s.From = r.Space.From
	}
	if r.Impl.Text != "" {
		s.To = r.Impl.To
	}
	return s
}

// String returns the reference as spelled.
func (r Ref) String() string {
	s := r.Name.Text
	if r.Space.Text != "" {
		s = r.Space.Text + "::" + s
	}
	if r.Impl.Text != "" {
		s += "." + r.Impl.Text
	}
	return s
}

// Path is a chain of names with dots: a subcomponent's feature, self.x or processor.x.
type Path []Step

// Step is a name on a path, with indices if it is an element of an array.
type Step struct {
	Name
	Indices []Index
}

// Index chooses elements of an array: Low alone, or Low to High.
type Index struct {
	Span
	Low, High string // High is empty for a single element
}

// Tokens is the span of the path.
func (p Path) Tokens() Span {
	if len(p) == 0 {
		return Span{}
	}
	s := Span{p[0].From, p[len(p)-1].To}
	if i := p[len(p)-1].Indices; len(i) > 0 {
		s.To = i[len(i)-1].To
	}
	return s
}

// Package is a package.
type Package struct {
	Span
	Name       Name
	Public     *Section // nil if there is none, as below
	Private    *Section
	Properties []*Association
	End        Name
}

// Section is the public or the private part of a package.
type Section struct {
	Span
	Withs       []*With
	Renames     []*Rename
	Classifiers []*Classifier
	Annexes     []*Annex // libraries
}

// With names packages and property sets that are used.
type With struct {
	Span
	Names []Name
}

// Rename gives something another name in a package.
type Rename struct {
	Span
	Name     Name     // absent: it keeps its name
	Category Category // NoCategory: a package
	Target   Ref      // the whole name of a package is its Name
	All      bool     // everything of the package: ::all
}

// Form is one of the three kinds of classifier.
type Form uint8

// The forms.
const (
	ComponentType Form = iota
	ComponentImplementation
	FeatureGroupType
)

// Category is the category of a component, or that of a feature group or feature, where those are allowed.
type Category uint8

// The categories.
const (
	NoCategory Category = iota
	AbstractCategory
	DataCategory
	SubprogramCategory
	SubprogramGroupCategory
	ThreadCategory
	ThreadGroupCategory
	ProcessCategory
	ProcessorCategory
	VirtualProcessorCategory
	MemoryCategory
	BusCategory
	VirtualBusCategory
	DeviceCategory
	SystemCategory
	FeatureGroupCategory
	FeatureCategory
)

var categoryTexts = [...]string{"", "abstract", "data", "subprogram", "subprogram group", "thread", "thread group", "process",
	"processor", "virtual processor", "memory", "bus", "virtual bus", "device", "system", "feature group", "feature"}

// String returns the category as written.
func (c Category) String() string { return categoryTexts[c] }

// Classifier is a component type, a component implementation or a feature group type. Fields that its form does not have
// are empty.
type Classifier struct {
	Span
	Form          Form
	Category      Category
	Name          Name // of the type; of an implementation T.i the T
	Impl          Name // the i
	Extends       Ref
	Bindings      []*Binding // of prototypes, after extends or after an implementation's name
	Prototypes    []*Prototype
	Features      []*Feature // of an implementation: its internal and processor features
	Inverse       Ref        // of a feature group type: the type it is the inverse of
	Subcomponents []*Subcomponent
	Calls         []*CallSequence
	Connections   []*Connection
	Flows         []*Flow // specifications in a type; implementations and end to end flows in an implementation
	Modes         []*Mode
	RequiresModes bool // the modes are those of the containing component
	Transitions   []*Transition
	Properties    []*Association
	Annexes       []*Annex
	End           Ref
}

// Prototype is a parameter of a classifier.
type Prototype struct {
	Span
	Name       Name
	Refined    bool
	Direction  Direction // of a feature
	Category   Category
	Constraint Ref
	Array      bool
	Properties []*Association
}

// Binding says what a prototype stands for.
type Binding struct {
	Span
	Formal  Name
	Actuals []*Actual // several in parentheses, for an array
}

// Actual is what a prototype stands for: a component, a feature group, a feature, a port or an access.
type Actual struct {
	Span
	Category  Category    // FeatureCategory: Kind and Direction describe the feature; AbstractFeature refers to a prototype
	Kind      FeatureKind // of a feature
	Direction Direction   // of a feature
	Ref       Ref
	Bindings  []*Binding
}

// Direction is the direction of a feature.
type Direction uint8

// The directions.
const (
	NoDirection Direction = iota // a feature or feature group that states none: both
	DirectionIn
	DirectionOut
	DirectionInOut
	DirectionRequires
	DirectionProvides
)

var directionTexts = [...]string{"", "in", "out", "in out", "requires", "provides"}

// String returns the direction as written.
func (d Direction) String() string { return directionTexts[d] }

// Opposite is the reversed direction, as in the inverse of a feature group.
func (d Direction) Opposite() Direction {
	switch d {
	case DirectionIn:
		return DirectionOut
	case DirectionOut:
		return DirectionIn
	case DirectionRequires:
		return DirectionProvides
	case DirectionProvides:
		return DirectionRequires
	}
	return d
}

// FeatureKind is the kind of a feature or connection.
type FeatureKind uint8

// The kinds of features, and of connections.
const (
	AbstractFeature  FeatureKind = iota // feature
	PrototypeFeature                    // prototype P
	DataPort
	EventPort
	EventDataPort
	FeatureGroup
	ParameterFeature
	DataAccess
	BusAccess
	VirtualBusAccess
	SubprogramAccess
	SubprogramGroupAccess
	EventSource     // internal
	EventDataSource // internal
	SubprogramProxy // of a processor
	AnyPort         // of a processor; a connection of ports too
)

var featureTexts = [...]string{"feature", "prototype", "data port", "event port", "event data port", "feature group", "parameter",
	"data access", "bus access", "virtual bus access", "subprogram access", "subprogram group access", "event", "event data", "subprogram", "port"}

// String returns the kind as written.
func (k FeatureKind) String() string { return featureTexts[k] }

// IsAccess reports whether the kind is an access.
func (k FeatureKind) IsAccess() bool { return DataAccess <= k && k <= SubprogramGroupAccess }

// IsPort reports whether the kind is a port: data, event or event data.
func (k FeatureKind) IsPort() bool { return DataPort <= k && k <= EventDataPort }

// Feature is a point where a component is connected.
type Feature struct {
	Span
	Name       Name
	Refined    bool
	Direction  Direction
	Kind       FeatureKind
	Inverse    bool // inverse of, of a feature group
	Classifier Ref  // or the prototype
	Array      []*Dimension
	Properties []*Association
}

// Dimension is a dimension of an array; its size is an integer, the name of a constant, or nil if it is open.
type Dimension struct {
	Span
	Size Expr
}

// Subcomponent is a component in a component.
type Subcomponent struct {
	Span
	Name            Name
	Refined         bool
	Category        Category
	Classifier      Ref // or the prototype
	Bindings        []*Binding
	Array           []*Dimension
	Implementations []*ImplementationRef // of the elements of an array
	Properties      []*Association
	Modes           []*InMode
}

// ImplementationRef names the implementation of an element of an array.
type ImplementationRef struct {
	Span
	Ref      Ref
	Bindings []*Binding
}

// InMode is a mode, or a transition, in which something exists; Inner is the mode that the subcomponent then has.
type InMode struct {
	Span
	Name  Name // all, if that is written
	Inner Name
}

// CallSequence is a sequence of calls of subprograms.
type CallSequence struct {
	Span
	Name       Name
	Calls      []*Call
	Properties []*Association
	Modes      []*InMode
}

// Call is a call of a subprogram: a classifier, an access, or a proxy of the processor.
type Call struct {
	Span
	Name       Name
	Processor  bool // processor.x
	Subprogram Ref
	Properties []*Association
}

// Connection connects two features. A refined one has no ends; one of the first edition may have no name.
type Connection struct {
	Span
	Name                Name
	Refined             bool
	Kind                FeatureKind
	Source, Destination Path
	Bidirectional       bool // <->
	Properties          []*Association
	Modes               []*InMode
}

// FlowKind is the kind of a flow.
type FlowKind uint8

// The kinds of flows.
const (
	FlowSource FlowKind = iota
	FlowSink
	FlowPath
	EndToEndFlow
)

var flowTexts = [...]string{"source", "sink", "path", "end to end"}

// String returns the kind as written.
func (k FlowKind) String() string { return flowTexts[k] }

// Flow is a flow specification, a flow implementation or an end to end flow. A refined one has no elements.
type Flow struct {
	Span
	Name       Name
	Refined    bool
	Kind       FlowKind
	Elements   []Path // features at the ends of a specification or implementation, flows and connections between
	Properties []*Association
	Modes      []*InMode
}

// Mode is a mode.
type Mode struct {
	Span
	Name       Name
	Initial    bool
	Properties []*Association
}

// Transition leads from a mode to another.
type Transition struct {
	Span
	Name        Name // mostly absent
	Source      Name
	Triggers    []Path
	Destination Name
	Properties  []*Association
}

// Annex is a text in another language, a library in a package or a subclause of a classifier, kept unchanged.
type Annex struct {
	Span
	Name  Name
	Text  string // with {** and **}; empty: none
	Modes []*InMode
}

// mark has the column of a byte. There is one for every stretch of a line, so that a place in a line of megabytes is found
// as fast as one in a short line.
type mark struct{ offset, column int32 }

const stretch = 1024

// measure notes where lines begin, and marks the long ones.
func (f *File) measure() {
	f.lines = append(make([]int32, 0, 1+strings.Count(f.Text, "\n")), 0)
	for at := 0; at < len(f.Text); {
		end := len(f.Text)
		if n := strings.IndexByte(f.Text[at:], '\n'); n >= 0 {
			end = at + n + 1
			f.lines = append(f.lines, int32(end))
		}
		column := 1
		for from := at; end-from > stretch; {
			to := from + stretch
			for to < end && !utf8.RuneStart(f.Text[to]) {
				to++
			}
			column += utf8.RuneCountInString(f.Text[from:to])
			f.marks = append(f.marks, mark{int32(to), int32(column)})
			from = to
		}
		at = end
	}
}

// Position is the place of a byte of the text.
func (f *File) Position(offset int32) diag.Pos {
	line, found := slices.BinarySearchFunc(f.lines, offset, func(start, offset int32) int { return cmp.Compare(start, offset) })
	if !found {
		line--
	}
	from := mark{f.lines[line], 1}
	at, found := slices.BinarySearchFunc(f.marks, offset, func(m mark, offset int32) int { return cmp.Compare(m.offset, offset) })
	if found {
		at++
	}
	if at > 0 && f.marks[at-1].offset > from.offset {
		from = f.marks[at-1]
	}
	return diag.Pos{File: f.Name, Line: line + 1, Column: int(from.column) + utf8.RuneCountInString(f.Text[from.offset:offset])}
}
