package aadl

import (
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// set is a set of small numbers: of categories, or of kinds of features.
type set uint32

func of[T ~uint8](all ...T) (s set) {
	for _, x := range all {
		s |= 1 << x
	}
	return s
}

// has reports whether x is in the set.
func has[T ~uint8](s set, x T) bool { return s>>x&1 != 0 }

// Sets of features that several categories have.
var (
	portKinds      = of(syntax.DataPort, syntax.EventPort, syntax.EventDataPort)
	groupKinds     = of(syntax.FeatureGroup, syntax.AbstractFeature, syntax.PrototypeFeature)
	callKinds      = of(syntax.SubprogramAccess, syntax.SubprogramGroupAccess)
	busKinds       = of(syntax.BusAccess, syntax.VirtualBusAccess)
	softwareKinds  = portKinds | groupKinds | callKinds | of(syntax.DataAccess)
	processorKinds = portKinds | groupKinds | callKinds | busKinds
	platformKinds  = portKinds | groupKinds | busKinds
	connectedKinds = of(syntax.AbstractFeature, syntax.FeatureGroup, syntax.DataAccess, syntax.BusAccess, syntax.VirtualBusAccess, syntax.SubprogramAccess,
		syntax.SubprogramGroupAccess)
	portsToo = connectedKinds | of(syntax.AnyPort)
)

// Sets of subcomponents that several categories have.
var (
	codeParts     = of(syntax.DataCategory, syntax.SubprogramCategory, syntax.AbstractCategory)
	threadParts   = codeParts | of(syntax.SubprogramGroupCategory)
	processParts  = threadParts | of(syntax.ThreadCategory, syntax.ThreadGroupCategory)
	busParts      = of(syntax.VirtualBusCategory, syntax.AbstractCategory)
	allComponents = set(1<<syntax.FeatureGroupCategory-1) &^ 1
)

// component names a category in a sentence.
func component(c syntax.Category) string {
	switch c {
	case syntax.DataCategory, syntax.AbstractCategory:
		return an(c.String()) + " component"
	}
	return an(c.String())
}

// an puts the article before a word.
func an(word string) string {
	if strings.HasPrefix(word, "a") || strings.HasPrefix(word, "e") || strings.HasPrefix(word, "i") {
		return "an " + word
	}
	return "a " + word
}

// content is what components of a category may have (AS5506, chapters 5 to 7 and 13).
type content struct {
	features     set
	parts        set // subcomponents
	connections  set
	calls        bool
	flows, modes bool // in the type
	flowsInside  bool // in the implementation
}

var contents = [...]content{
	syntax.AbstractCategory: {^set(0) &^ of(syntax.ParameterFeature), allComponents, ^set(0), true, true, true, true},
	syntax.SystemCategory: {softwareKinds | busKinds, allComponents &^ of(syntax.ThreadCategory, syntax.ThreadGroupCategory),
		portsToo, false, true, true, true},
	syntax.ProcessCategory:     {softwareKinds, processParts, portsToo, false, true, true, true},
	syntax.ThreadGroupCategory: {softwareKinds, processParts, portsToo, false, true, true, true},
	syntax.ThreadCategory:      {softwareKinds, threadParts, portsToo | of(syntax.ParameterFeature), true, true, true, true},
	syntax.SubprogramCategory: {softwareKinds&^of(syntax.DataPort) | of(syntax.ParameterFeature), codeParts,
		portsToo | of(syntax.ParameterFeature), true, true, true, true},
	syntax.SubprogramGroupCategory: {groupKinds | callKinds, threadParts, connectedKinds, false, true, false, false},
	syntax.ProcessorCategory: {processorKinds, busParts | of(syntax.MemoryCategory, syntax.BusCategory, syntax.VirtualProcessorCategory),
		portsToo, false, true, true, true},
	syntax.VirtualProcessorCategory: {processorKinds, busParts | of(syntax.VirtualProcessorCategory), portsToo, false, true, true, true},
	syntax.MemoryCategory:           {platformKinds, busParts | of(syntax.MemoryCategory, syntax.BusCategory), connectedKinds, false, false, true, false},
	syntax.BusCategory:              {platformKinds, busParts, portsToo, false, false, true, false},
	syntax.VirtualBusCategory:       {platformKinds, busParts, portsToo, false, false, true, false},
	syntax.DeviceCategory:           {processorKinds, busParts | of(syntax.BusCategory, syntax.DataCategory), portsToo, false, true, true, true},
	syntax.DataCategory:             {groupKinds | callKinds | of(syntax.DataAccess), codeParts, connectedKinds, false, true, true, true},
	syntax.FeatureGroupCategory:     {^set(0), 0, 0, false, false, false, false},
}

// holds reports parts in a classifier's own text that its category cannot have.
func (l *linker) holds(c *Classifier) {
	y, may, what := c.Syntax, contents[c.Syntax.Category], component(c.Syntax.Category)
	if y.Category == syntax.NoCategory { // a fault of syntax
		return
	}
	not := func(at syntax.Node, thing string) {
		l.fault(c.scope, at, "aadl-section", what+" has no "+thing, "leave it out, or declare it in a component of another category")
	}
	for _, f := range y.Features {
		if inner := f.Kind >= syntax.EventSource; !inner && !has(may.features, f.Kind) {
			not(f.Name, f.Kind.String())
		}
	}
	for _, s := range y.Subcomponents {
		if s.Category != syntax.NoCategory && !has(may.parts, s.Category) {
			not(s.Name, "subcomponent of category "+s.Category.String())
		}
	}
	for _, n := range y.Connections {
		if !has(may.connections, n.Kind) {
			not(n, n.Kind.String()+" connection")
		}
	}
	if len(y.Calls) > 0 && !may.calls {
		not(y.Calls[0].Name, "calls")
	}
	if flows := may.flows; len(y.Flows) > 0 {
		if y.Form == syntax.ComponentImplementation {
			flows = may.flowsInside
		}
		if !flows {
			not(y.Flows[0].Name, "flows")
		}
	}
	if len(y.Modes) > 0 && !may.modes && y.Form == syntax.ComponentType {
		not(y.Modes[0].Name, "modes")
	}
}

// wants returns the category of the classifier that a feature of a kind names; false if any will do.
func wants(k syntax.FeatureKind) (syntax.Category, bool) {
	switch k {
	case syntax.DataPort, syntax.EventDataPort, syntax.ParameterFeature, syntax.DataAccess, syntax.EventDataSource:
		return syntax.DataCategory, true
	case syntax.BusAccess:
		return syntax.BusCategory, true
	case syntax.VirtualBusAccess:
		return syntax.VirtualBusCategory, true
	case syntax.SubprogramAccess, syntax.SubprogramProxy:
		return syntax.SubprogramCategory, true
	case syntax.SubprogramGroupAccess:
		return syntax.SubprogramGroupCategory, true
	case syntax.FeatureGroup:
		return syntax.FeatureGroupCategory, true
	}
	return syntax.NoCategory, false
}
