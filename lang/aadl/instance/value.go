package instance

import (
	"time"

	"github.com/sinew-robotics/sinew/lang/aadl"
)

// Value is a value of a property of an object, and where it comes from.
type Value struct {
	aadl.Value
	Object      Object            // references in it are from here, see Reference
	Association *aadl.Association // nil: the default of the definition
}

// Value gives the value that a property has for an object in a system operation mode; nil stands for the initial one. The
// property is named with its set: "Timing_Properties::Period". It is false if there is none.
//
// The first of these has it: a contained association (applies to) of the outermost component with one, then of inner ones; the declaration's
// own, and those it refines; the implementation and those it extends; the type and those it extends; the data classifier of
// a feature; where the definition says inherit, the component that contains it; the default.
func (i *Instance) Value(o Object, property string, m *OperationMode) (Value, bool) {
	return Value{}, false
}

// Stated is Value without the default of the definition.
func (i *Instance) Stated(o Object, property string, m *OperationMode) (Value, bool) {
	return Value{}, false
}

// Duration gives a value of time, exact to the nanosecond.
func (i *Instance) Duration(o Object, property string, m *OperationMode) (time.Duration, bool) {
	return 0, false
}

// Durations gives the least and the greatest of a range of time.
func (i *Instance) Durations(o Object, property string, m *OperationMode) (low, high time.Duration, ok bool) {
	return 0, 0, false
}

// Number gives a number in a unit of its type, by the name of the unit ("Bytes"); of a number without units the unit is "".
func (i *Instance) Number(o Object, property, unit string, m *OperationMode) (float64, bool) {
	return 0, false
}

// Word gives a literal of an enumeration, or a string; in lower case if it is a literal.
func (i *Instance) Word(o Object, property string, m *OperationMode) (string, bool) { return "", false }

// References gives what the references of a value lead to, all of them for an array without indices; those of a list in its order. Faults in them
// have been told by Instantiate.
func (i *Instance) References(o Object, property string, m *OperationMode) []Object { return nil }
