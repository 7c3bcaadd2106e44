package reactor

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// ParamInfo describes a parameter for people who tune it.
type ParamInfo struct {
	Type     string // a description; "" means the name of the Go type
	Unit     string // "" for none
	Help     string
	Min, Max float64 // numbers only; both 0 for no range
}

// Constant is a parameter that does not change while the program runs. It is only for display: no door leads to it.
type Constant struct {
	Path  string
	Value string // as JSON
	ParamInfo
}

// Constant displays a parameter of the reactor that does not change while the program runs; value is JSON. It belongs
// in the constructor, after Init.
func (r *Reactor) Constant(name, value string, info ParamInfo) {
	if r.main == nil || r.main.built {
		panic("reactor: the constant " + name + " is declared before Init, or after the program was built")
	}
	r.main.constants = append(r.main.constants, Constant{r.join(name), value, info})
}

// Constants lists the parameters that do not change while the program runs, in the order of their declaration.
func (p *Program) Constants() []Constant { return slices.Clone(p.main.constants) }

// Parameter is a value that may be changed while the program runs. Like a physical action, a change comes through a
// door, takes effect at a tag, is recorded, and may trigger reactions. The sender of a value checks the range; the
// reactor does not.
type Parameter[T any] struct{ PhysicalAction[T] }

func (p *Parameter[T]) declare(r *Reactor, f *field) {
	p.PhysicalAction.declare(r, f)
	p.t.param = &ParamInfo{}
}

// Define sets the value at the start and the description. It belongs in the constructor.
func (p *Parameter[T]) Define(value T, info ParamInfo) {
	p.t.declaring("Define")
	p.value = value
	p.t.param = &info
}

// Get returns the value at the current tag. Any reaction of the parameter's reactor may read it without declaring it,
// because its value does not change within a tag; no other code may read it while the program runs.
func (p *Parameter[T]) Get() T {
	if c := p.t.cell; c.runs == 0 {
		c.checkOwn("parameter "+p.t.path()+" is read", true)
	}
	return p.value
}

// Check reports all numbers in a parameter's value that are out of range, each by its path.
func (i *ParamInfo) Check(v reflect.Value) error {
	if i == nil || i.Min == i.Max {
		return nil
	}
	unit := ""
	if i.Unit != "" {
		unit = " " + i.Unit
	}
	var errs []error
	eachNumber(v, "", func(path string, x float64) {
		if x >= i.Min && x <= i.Max { // false for NaN
			return
		}
		if path != "" {
			path = strings.TrimPrefix(path, ".") + ": "
		}
		errs = append(errs, fmt.Errorf("%s%v is out of range; give a number from %v to %v%s", path, x, i.Min, i.Max, unit))
	})
	return errors.Join(errs...)
}

func eachNumber(v reflect.Value, path string, f func(path string, x float64)) {
	switch {
	case v.CanInt():
		f(path, float64(v.Int()))
	case v.CanUint():
		f(path, float64(v.Uint()))
	case v.CanFloat():
		f(path, v.Float())
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			eachNumber(v.Field(i), path+"."+v.Type().Field(i).Name, f)
		}
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			eachNumber(v.Index(i), path+"["+strconv.Itoa(i)+"]", f)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			eachNumber(v.Elem(), path, f)
		}
	}
}
