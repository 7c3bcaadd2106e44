package deploy

import (
	"fmt"
	"reflect"

	"github.com/sinew-robotics/sinew/reactor"
)

// property is a property of any type.
type property interface {
	named() string
	trigger() reactor.Trigger // nil if the property was made late
	take()
	set(text []byte) error // a value as JSON; members that are left out stay
	show() shownProperty
}

// Property is a value that may be changed while a component lives. For a component in the plan it is a parameter of
// the reactor: a change comes through its door, is recorded and takes effect before the component runs next.
type Property[T any] struct {
	c     *Component
	name  string
	value T
	info  reactor.ParamInfo
	door  reactor.Parameter[T]
	late  bool
}

// NewProperty gives a component a property with an initial value; a plan may give another. Call it in the function
// that makes the component's body.
func NewProperty[T any](c *Component, name string, start T, info reactor.ParamInfo) *Property[T] {
	p := &Property[T]{c: c, name: name, value: start, info: info, late: c.late}
	old := c.property(name)
	switch {
	case c.renewing:
		if x, ok := old.(*Property[T]); ok {
			return x
		}
		c.wrong(fmt.Errorf("property %s is new or of another type: properties stay as the component was created with them", name))
	case c.taken(name) || !validName(name) || reactor.Shares(reflect.TypeFor[T]()) != "":
		c.wrong(fmt.Errorf("property %q: give each property a name of its own, of letters, digits and _, and a type that an assignment copies", name))
	default:
		if text := c.d.given(c.name, name); text != nil {
			if err := fromJSON(text, &p.value); err != nil {
				c.wrong(fmt.Errorf("property %s: %w", name, err))
			}
		}
		if err := info.Check(reflect.ValueOf(p.value)); err != nil {
			c.wrong(fmt.Errorf("property %s: %w", name, err))
		}
		c.properties = append(c.properties, p)
		if !p.late {
			c.Declare(name, &p.door)
			p.door.Define(p.value, info)
		}
	}
	return p
}

func (c *Component) property(name string) property {
	for _, p := range c.properties {
		if p.named() == name {
			return p
		}
	}
	return nil
}

// Get returns the value in effect.
func (p *Property[T]) Get() T { return p.value }

func (p *Property[T]) named() string { return p.name }

func (p *Property[T]) trigger() reactor.Trigger {
	if p.late {
		return nil
	}
	return &p.door
}

func (p *Property[T]) take() {
	if p.late || !p.door.Present() {
		return
	}
	p.c.join() // a text that is being loaded in the workshop may read the value
	v := p.door.PhysicalAction.Get()
	if err := p.info.Check(reflect.ValueOf(v)); err != nil {
		p.door.Refuse(err.Error())
		return
	}
	p.value = v
}

func (p *Property[T]) set(text []byte) error {
	v := p.value
	if err := fromJSON(text, &v); err != nil {
		return fmt.Errorf("%s.%s is a %s: %w", p.c.name, p.name, reactor.TypeName(reflect.TypeFor[T]()), err)
	}
	if err := p.info.Check(reflect.ValueOf(v)); err != nil {
		return fmt.Errorf("%s.%s: %w", p.c.name, p.name, err)
	}
	if p.late {
		p.value = v
		return nil
	}
	if !p.door.Schedule(v, 0) {
		return fmt.Errorf("%s.%s: too many changes wait", p.c.name, p.name)
	}
	return nil
}

// shownProperty is a property as shown to people.
type shownProperty struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Unit  string `json:"unit,omitempty"`
	Help  string `json:"help,omitempty"`
	Range string `json:"range,omitempty"`
	Value string `json:"value"`
}

func (p *Property[T]) show() shownProperty {
	s := shownProperty{Name: p.name, Type: reactor.TypeName(reflect.TypeFor[T]()), Unit: p.info.Unit, Help: p.info.Help, Value: string(toJSON(p.value))}
	if p.info.Min != p.info.Max {
		s.Range = fmt.Sprintf("%v to %v", p.info.Min, p.info.Max)
	}
	return s
}

// Operation is something that scripts, other Go components and people can have a component do.
type Operation struct {
	Name, Help string
	args       []reflect.Type
	result     reflect.Type // nil if there is none
	parse      []func(text []byte) (any, error)
	call       func(args []any) (any, error)
}

// maxDepth bounds how deeply operations can call each other.
const maxDepth = 16

// Op0 gives a component an operation without arguments. A result of type struct{} means none.
func Op0[R any](c *Component, name, help string, f func() (R, error)) {
	o := opOf[R](name, help)
	o.call = func([]any) (any, error) { return f() }
	c.operate(o)
}

// Op1 is like Op0, with one argument.
func Op1[A, R any](c *Component, name, help string, f func(A) (R, error)) {
	o := opOf[R](name, help)
	takes[A](o)
	o.call = func(args []any) (any, error) { return f(args[0].(A)) }
	c.operate(o)
}

// Op2 is like Op0, with two arguments.
func Op2[A, B, R any](c *Component, name, help string, f func(A, B) (R, error)) {
	o := opOf[R](name, help)
	takes[A](o)
	takes[B](o)
	o.call = func(args []any) (any, error) { return f(args[0].(A), args[1].(B)) }
	c.operate(o)
}

func opOf[R any](name, help string) *Operation {
	o := &Operation{Name: name, Help: help, result: reflect.TypeFor[R]()}
	if o.result == reflect.TypeFor[struct{}]() {
		o.result = nil
	}
	return o
}

func takes[A any](o *Operation) {
	o.args = append(o.args, reflect.TypeFor[A]())
	o.parse = append(o.parse, typed[A]{}.parse)
}

// operate declares an operation.
func (c *Component) operate(o *Operation) {
	if c.operation(o.Name) != nil || !validName(o.Name) {
		c.wrong(fmt.Errorf("operation %q: give each operation a name of its own, of letters, digits and _", o.Name))
		return
	}
	c.operations = append(c.operations, o)
}

func (c *Component) operation(name string) *Operation {
	for _, o := range c.operations {
		if o.Name == name {
			return o
		}
	}
	return nil
}

// Signature returns the operation as people write it.
func (o *Operation) Signature() string {
	s := o.Name + "("
	for i, t := range o.args {
		if i > 0 {
			s += ", "
		}
		s += reactor.TypeName(t)
	}
	s += ")"
	if o.result != nil {
		s += " " + reactor.TypeName(o.result)
	}
	return s
}

// perform calls an operation of a component that is at least configured.
func (c *Component) perform(name string, args []any) (any, error) {
	o := c.operation(name)
	switch {
	case o == nil:
		return nil, fmt.Errorf("%s has no operation %.60q", c.name, name)
	case c.life.State() == PreOperational || c.life.State() == Exception:
		return nil, fmt.Errorf("%s is %v: its operations can be called once it is configured", c.name, c.life.State())
	case len(args) != len(o.args):
		return nil, fmt.Errorf("%s.%s takes %d arguments, not %d", c.name, o.Signature(), len(o.args), len(args))
	case c.d.depth >= maxDepth:
		return nil, fmt.Errorf("%s.%s: operations call each other %d deep: there is no end in sight", c.name, name, maxDepth)
	}
	for i, a := range args {
		if reflect.TypeOf(a) != o.args[i] {
			return nil, fmt.Errorf("%s.%s: argument %d is a %T", c.name, o.Signature(), i+1, a)
		}
	}
	c.d.depth++
	r, err := o.call(args)
	c.d.depth--
	return r, err
}
