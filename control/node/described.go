package node

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/reactor"
)

// Described is parameters with a type of their own, such as package param/gen writes as Go.
type Described[P any] struct {
	Type  *param.Type            // a record
	Value param.Value            // checked against Type
	Of    func(v *param.Value) P // converts a value to Go
	Live  []string               // paths of what may change while the node runs, with everything in them: gains, gains.kp
}

// Tuner is a Behaviour that must know when its parameters are about to change while the node runs. Tune gets the new
// parameters; an error refuses the change. It is called at the tag of the change, before the callbacks of that tag.
type Tuner[P any] interface{ Tune(p P) error }

// described is a node's parameters with their doors.
type described[P any] struct {
	Described[P]
	doors  []any // pointers to the Live ones
	before []reactor.Effect
}

// Describe gives the node its parameters instead of those of Setup. Tools can list each number, truth value, name and text
// in them by its path, and change those in Live. A change that the type or Tune refuses changes nothing; what is not in
// Live is constant after Init. Call Describe between Setup and the node's own callbacks. A reactor within the node whose
// reactions read the parameters has an input of type None, which these reactions name with Uses. before lists these inputs;
// no values come over them, but they order changes before the reactions that read.
func (n *Node[P, V]) Describe(d Described[P], before ...reactor.Effect) error {
	n.described = &described[P]{Described: d, before: before}
	n.given = n.copied(d.Of(&d.Value))
	live, faults := d.Type.Alive(d.Live)
	var errs []error
	d.Value.Leaves(d.Type, func(l param.Leaf) {
		switch always, ok := live[l.Path]; {
		case !ok:
			line, _ := param.FormatLine(l.Value, param.JSON) // the text has all names
			n.Constant(l.Path, line, about(&l))
		case always:
			errs = append(errs, n.accept(l))
		}
	})
	for i := range faults {
		faults[i].Code, faults[i].Path = "node-parameters", n.Path()+"."+faults[i].Path
	}
	return errors.Join(faults.Err(), errors.Join(errs...))
}

// about describes a parameter.
func about(l *param.Leaf) reactor.ParamInfo {
	t := l.Type
	i := reactor.ParamInfo{Type: t.String(), Unit: t.Unit}
	if l.Member != nil {
		i.Help = strings.Join(strings.Fields(l.Member.Doc), " ")
	}
	switch { // a range has two ends
	case t.Kind == param.Integer && t.Ints != nil && t.Ints.Min != math.MinInt64 && t.Ints.Max != math.MaxInt64:
		i.Min, i.Max = float64(t.Ints.Min), float64(t.Ints.Max)
	case t.Kind == param.Real && t.Reals != nil && !math.IsInf(t.Reals.Min, 0) && !math.IsInf(t.Reals.Max, 0):
		i.Min, i.Max = t.Reals.Min, t.Reals.Max
	}
	return i
}

// accept declares a parameter that may change.
func (n *Node[P, V]) accept(l param.Leaf) error {
	kind := l.Type.Kind
	switch v := l.Value; kind {
	case param.Integer:
		return live(n, l, v.Int, func(x int64) param.Value { return param.Value{Kind: kind, Int: x} })
	case param.Real:
		return live(n, l, v.Real, func(x float64) param.Value { return param.Value{Kind: kind, Real: x} })
	case param.Boolean:
		return live(n, l, v.Bool, func(x bool) param.Value { return param.Value{Kind: kind, Bool: x} })
	default: // texts and names
		return live(n, l, v.Text, func(x string) param.Value { return param.Value{Kind: kind, Text: x} })
	}
}

// live declares a parameter whose door carries a T.
func live[T any, P, V Validator](n *Node[P, V], l param.Leaf, value T, of func(T) param.Value) error {
	door := &Live[T]{}
	n.described.doors = append(n.described.doors, door)
	n.Declare(l.Path, door)
	return accept(&n.Base, l.Path, door, value, about(&l), func(x T) error { return n.adopt(l, of(x)) }, n.described.before...)
}

// adopt takes a new value of a parameter, or returns why not. It takes none before the program starts.
func (n *Node[P, V]) adopt(l param.Leaf, x param.Value) error {
	line, err := param.FormatLine(&x, param.JSON)
	if err != nil {
		return err
	}
	if _, faults := param.Read(l.Type, param.JSON, "", []byte(line)); len(faults) > 0 {
		return fmt.Errorf("%s is %s; %s", l.Path, strings.TrimSpace(line+" "+l.Type.Unit), faults[0].Do)
	}
	switch s := n.State(); {
	case n.notice.Number == 0:
		return nil
	case s == Closing || s == Closed || s == Lost:
		return errors.New("the node has closed")
	}
	was := n.described.Value.Copy()
	n.described.Value.Leaves(n.described.Type, func(at param.Leaf) {
		if at.Path == l.Path {
			*at.Value = x
		}
	})
	p := n.described.Of(&n.described.Value)
	if err = p.Validate(); err == nil {
		if t, ok := n.own.(Tuner[P]); ok {
			err = t.Tune(n.copied(p))
		}
	}
	if err != nil {
		n.described.Value = was
		return err
	}
	n.given, n.params = p, n.copied(p)
	n.revision++
	return nil
}

// Revision counts how often the parameters have been set, so that a copy of them can be checked for being the latest.
func (n *Node[P, V]) Revision() uint64 { return n.revision }
