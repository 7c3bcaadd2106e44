package deploy

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// Library is what deployments can refer to by name: types of values, and kinds of components in Go.
type Library struct {
	Types []Type
	Kinds []Kind
}

// Kind is a kind of component. Make declares a component's ports, properties and operations, and returns its body. It may
// be called again for an existing component whose body is replaced.
type Kind struct {
	Name    string
	Machine bool // it runs a script or chart in a machine of its own, and reports the machine's figures
	Make    func(c *Component) (Body, error)
}

// Type is a type of values under the name that scripts, deployments and conversations use.
type Type struct {
	name string
	rt   reflect.Type
	ops  typeOps
}

// Name is what scripts call the type.
func (t Type) Name() string { return t.name }

// typeOps are the operations that depend on the type.
type typeOps interface {
	input(c *Component, name string, p Port) inlet
	output(c *Component, name string, p Port) outlet
	property(c *Component, name string, start any, info reactor.ParamInfo) property
	parse(text []byte) (any, error)
	bind(vm *lua.VM, name string) (binding, error)
}

// TypeOf gives a type a name.
func TypeOf[T any](name string) Type { return Type{name, reflect.TypeFor[T](), typed[T]{}} }

// Types returns types that any library can use: numbers, truth values, texts, and those of package spatial.
func Types() []Type {
	return []Type{TypeOf[float64]("float"), TypeOf[int64]("int"), TypeOf[bool]("bool"), TypeOf[string]("string"),
		TypeOf[spatial.Vec3]("Vec3"), TypeOf[spatial.Pose]("Pose"), TypeOf[spatial.Twist]("Twist"), TypeOf[spatial.Wrench]("Wrench")}
}

// find returns the type with a name.
func (l *Library) find(name string) (Type, error) {
	known := ""
	for _, t := range l.Types {
		if t.name == name {
			return t, nil
		}
		known += " " + t.name
	}
	return Type{}, fmt.Errorf("there is no type %.60q: this program knows%s", name, known)
}

// kind returns the kind with a name.
func (l *Library) kind(name string) (Kind, error) {
	known := ""
	for _, k := range l.Kinds {
		if k.Name == name {
			return k, nil
		}
		known += " " + k.Name
	}
	if known == "" {
		return Kind{}, fmt.Errorf("there is no kind of component %.60q: this program has none in Go; name a script or a chart", name)
	}
	return Kind{}, fmt.Errorf("there is no kind of component %.60q: this program has%s", name, known)
}

// check finds types and kinds that cannot be used.
func (l *Library) check() error {
	var errs []error
	seen := map[string]bool{}
	for _, t := range l.Types {
		if s := reactor.Shares(t.rt); s != "" {
			errs = append(errs, fmt.Errorf("type %s has values that an assignment shares: %s", t.name, s))
		}
		if seen[t.name] || !validName(t.name) {
			errs = append(errs, fmt.Errorf("type %q: give each type a name of its own, of letters, digits and _", t.name))
		}
		seen[t.name] = true
	}
	for _, k := range l.Kinds {
		if seen["kind "+k.Name] || !validName(k.Name) || k.Make == nil {
			errs = append(errs, fmt.Errorf("kind %q: give each kind a name of its own, of letters, digits and _, and a function that makes it", k.Name))
		}
		seen["kind "+k.Name] = true
	}
	return errors.Join(errs...)
}

// typed implements typeOps for T.
type typed[T any] struct{}

func (typed[T]) input(c *Component, name string, p Port) inlet   { return NewInput[T](c, name, p) }
func (typed[T]) output(c *Component, name string, p Port) outlet { return NewOutput[T](c, name, p) }

func (typed[T]) property(c *Component, name string, start any, info reactor.ParamInfo) property {
	v, _ := start.(T)
	return NewProperty(c, name, v, info)
}

func (typed[T]) parse(text []byte) (any, error) {
	var v T
	err := fromJSON(text, &v)
	return v, err
}

// fromJSON decodes a value over the existing one.
func fromJSON[T any](text []byte, v *T) error {
	c, err := codec.For(reflect.TypeFor[T](), "")
	if err != nil {
		return err
	}
	return c.DecodeJSON(text, unsafe.Pointer(v))
}

// toJSON encodes a value.
func toJSON(v any) []byte {
	if v == nil {
		return []byte("null")
	}
	x := reflect.New(reflect.TypeOf(v))
	x.Elem().Set(reflect.ValueOf(v))
	c, err := codec.For(x.Elem().Type(), "")
	if err != nil {
		return []byte("null")
	}
	return c.AppendJSON(nil, x.UnsafePointer())
}
