package analysis

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// system is an instance in one of its operation modes.
type system struct {
	*instance.Instance
	options Options
	number  int // of the mode, in Modes
	mode    *instance.OperationMode
	ledger  *ledger
}

// is reports whether something exists in the mode.
func (s *system) is(active []bool) bool { return s.number >= len(active) || active[s.number] }

// components are those that exist in the mode.
func (s *system) components() []*instance.Component {
	all := make([]*instance.Component, 0, len(s.Components))
	for _, c := range s.Components {
		if s.is(c.Active) {
			all = append(all, c)
		}
	}
	return all
}

// connections are those that exist in the mode.
func (s *system) connections() []*instance.Connection {
	all := make([]*instance.Connection, 0, len(s.Connections))
	for _, c := range s.Connections {
		if s.is(c.Active) {
			all = append(all, c)
		}
	}
	return all
}

// picoseconds has the picoseconds of each unit of time. All times are computed in picoseconds, as whole numbers in
// float64.
var picoseconds = [...]struct {
	unit string
	is   float64
}{{"ps", 1}, {"ns", 1e3}, {"us", 1e6}, {"ms", 1e9}, {"sec", 1e12}, {"min", 60e12}, {"hr", 3600e12}}

const (
	nanosecond  = 1e3
	millisecond = 1e9
	second      = 1e12
)

// span returns a time in picoseconds.
func span(v aadl.Value) float64 {
	for _, u := range picoseconds {
		if syntax.Same(u.unit, v.Unit.Name) {
			return v.Number * u.is
		}
	}
	return v.In(1)
}

// toMS converts picoseconds to milliseconds, rounded to thousandths.
func toMS(ps float64) float64 { return math.Round(ps/1e6) / 1e3 }

// limits are the least and greatest times of a range, or a single time twice.
func limits(v aadl.Value, of func(aadl.Value) float64) (low, high float64) {
	if v.Kind == aadl.Range && len(v.Elements) >= 2 {
		return of(v.Elements[0]), of(v.Elements[1])
	}
	return of(v), of(v)
}

// field returns a field of a record.
func field(v aadl.Value, name string) (aadl.Value, bool) {
	for i, n := range v.Names {
		if syntax.Same(n, name) && i < len(v.Elements) {
			return v.Elements[i], true
		}
	}
	return aadl.Value{}, false
}

// time is a time in picoseconds, 0 if there is none.
func (s *system) time(o instance.Object, property string) float64 {
	if v, ok := s.Value(o, property, s.mode); ok {
		return span(v.Value)
	}
	return 0
}

// times are the times of a range.
func (s *system) times(o instance.Object, property string) (low, high float64) {
	if v, ok := s.Value(o, property, s.mode); ok {
		return limits(v.Value, span)
	}
	return 0, 0
}

// amount is a number in a unit, 0 if there is none.
func (s *system) amount(o instance.Object, property, unit string) float64 {
	n, _ := s.Number(o, property, unit, s.mode)
	return n
}

// first is the amount of the first property that is not 0.
func (s *system) first(o instance.Object, unit string, properties ...string) float64 {
	for _, p := range properties {
		if n := s.amount(o, p, unit); n != 0 {
			return n
		}
	}
	return 0
}

func (s *system) word(o instance.Object, property string) string {
	w, _ := s.Word(o, property, s.mode)
	return syntax.Fold(w)
}

// has reports whether a property is stated.
func (s *system) has(o instance.Object, property string) bool {
	_, ok := s.Stated(o, property, s.mode)
	return ok
}

// bound are the components that a binding names.
func (s *system) bound(o instance.Object, property string) []*instance.Component {
	var to []*instance.Component
	for _, r := range s.References(o, property, s.mode) {
		if c, ok := r.(*instance.Component); ok && !slices.Contains(to, c) {
			to = append(to, c)
		}
	}
	return to
}

// follow finds the component that a reference in a record leads to from an object.
func follow(from instance.Object, path syntax.Path) *instance.Component {
	at, _ := from.(*instance.Component)
	for _, step := range path {
		var name strings.Builder
		name.WriteString(step.Text)
		for _, i := range step.Indices {
			name.WriteString("[" + i.Low + "]")
		}
		if at == nil {
			return nil
		}
		n := slices.IndexFunc(at.Children, func(c *instance.Component) bool { return syntax.Same(c.Name, name.String()) })
		if n < 0 {
			return nil
		}
		at = at.Children[n]
	}
	return at
}

// stated is the value of a property that a classifier, or what it extends or realises, states, regardless of modes.
func stated(c *aadl.Classifier, property string) (aadl.Value, bool) {
	for t := c; t != nil; t = t.Type {
		for b := t; b != nil; b = b.Base.Classifier {
			for _, a := range b.Associations {
				if a.Property != nil && len(a.AppliesTo) == 0 && syntax.Same(a.Property.Name, property) && len(a.Values) > 0 {
					return a.Values[0].Value, true
				}
			}
		}
	}
	return aadl.Value{}, false
}

// dataSize is the size of a classifier's data in bytes: as stated, or the sum of an implementation's parts.
func (s *system) dataSize(c *aadl.Classifier) float64 { return s.sizeWithin(c, 10) }

func (s *system) sizeWithin(c *aadl.Classifier, depth int) float64 {
	if c == nil || depth == 0 {
		return 0
	}
	for _, p := range []string{dataSizeProperty, sourceDataSize} {
		if v, ok := stated(c, p); ok && v.Number != 0 {
			return inBytes(v)
		}
	}
	sum := 0.0
	for _, part := range c.Subcomponents {
		size := 0.0
		for _, p := range []string{dataSizeProperty, sourceDataSize} {
			for _, a := range part.Associations {
				if size == 0 && a.Property != nil && syntax.Same(a.Property.Name, p) && len(a.Values) > 0 {
					size = inBytes(a.Values[0].Value)
				}
			}
		}
		if size == 0 {
			size = s.sizeWithin(part.Use.Classifier, depth-1)
		}
		for _, d := range part.Array {
			size *= float64(s.Model.Size(d))
		}
		sum += size
	}
	return sum
}

// inBytes converts a size to bytes; sizes are multiples of bits.
func inBytes(v aadl.Value) float64 { return v.In(8) }

const (
	dataSizeProperty = "Memory_Properties::Data_Size"
	sourceDataSize   = "Memory_Properties::Source_Data_Size"
	period           = "Timing_Properties::Period"
	deadline         = "Timing_Properties::Deadline"
	executionTime    = "Timing_Properties::Compute_Execution_Time"
	dispatchProtocol = "Thread_Properties::Dispatch_Protocol"
	latency          = "Communication_Properties::Latency"
	processorBinding = "Deployment_Properties::Actual_Processor_Binding"
	connBinding      = "Deployment_Properties::Actual_Connection_Binding"
	memoryBinding    = "Deployment_Properties::Actual_Memory_Binding"
)

// figure prints a number with as many digits as it needs, at most three after the point.
func figure(x float64) string { return strconv.FormatFloat(math.Round(x*1e3)/1e3, 'f', -1, 64) }
