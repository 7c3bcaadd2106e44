package atom

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
)

// A bank is a field of an Atom that is a slice of Needs, Products or Storages. The number of its elements is an interface
// parameter, which a tag names and each use sets:
//
//	type Actuators struct {
//		F []atom.Need[unit.Force] `frame:"THRUSTERS" length:"$n"`
//	}
//
//	six := atom.Sized[Actuators](6) // needs f[0] to f[5]
//
// Banks of one Atom with the same parameter have equal lengths.

// MaxBank is the greatest length of a bank.
const MaxBank = 256

// Sized makes an A whose banks have the given lengths: those of its interface parameters, in the order in which its fields
// first name them. A length of 0 or above MaxBank is a fault of the model to which the A is added. An A with memory of its
// own for each element allocates it in a method Sized, which is called at the end.
func Sized[A any](lengths ...int) *A {
	a := new(A)
	if len(lengths) > 0 {
		size(a, lengths)
	}
	return a
}

// size sets the lengths of the banks of a, which points to an Atom.
func size(a any, lengths []int) {
	var names []string
	for _, f := range fieldsOf(reflect.ValueOf(a).Elem()) {
		if !isBank(f.Type) {
			continue
		}
		k := slices.Index(names, f.Tag.Get("length"))
		if k < 0 {
			k, names = len(names), append(names, f.Tag.Get("length"))
		}
		if k < len(lengths) {
			n := max(0, min(lengths[k], MaxBank+1)) // Check refuses greater lengths
			reflect.NewAt(f.Type, unsafe.Pointer(f.value.UnsafeAddr())).Elem().Set(reflect.MakeSlice(f.Type, n, n))
		}
	}
	if len(names) != len(lengths) {
		panic(fmt.Sprintf("atom: %T has %d lengths, %v, and is given %d", a, len(names), names, len(lengths)))
	}
	if s, ok := a.(interface{ Sized() }); ok {
		s.Sized()
	}
}

// isBank reports whether a field of type t is a bank.
func isBank(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && reflect.PointerTo(t.Elem()).Implements(reflect.TypeFor[cell]())
}

// bank records the length of a bank with n elements as the interface parameter that its tag names.
func (d *Definition) bank(tag string, n int) error {
	name, ok := strings.CutPrefix(tag, "$")
	switch {
	case !ok || name == "":
		return fmt.Errorf("length:%q: a bank names the parameter that says how long it is, such as length:\"$n\"", tag)
	case n > MaxBank:
		return fmt.Errorf("a bank has at most %d elements", MaxBank)
	}
	length := Parameter{Name: name, Length: true}
	if n > 0 {
		length.Default = strconv.Itoa(n)
	}
	for _, p := range d.Parameters {
		switch {
		case p == length:
			return nil
		case p.Name == name && p.Length:
			return fmt.Errorf("%d elements, and another bank of length $%s has %s", n, name, orElse(p.Default, "none"))
		case p.Name == name:
			return fmt.Errorf("$%s stands for a frame or an axis and for a length", name)
		}
	}
	d.Parameters = append(d.Parameters, length)
	return nil
}

// Array returns the name and length of the array or bank that begins with the first of the elements: f for f[0], f[1] and
// so on. The length is 0 if none begins there.
func Array(elements []Element) (name string, n int) {
	name, index, ok := strings.Cut(elements[0].Name, "[")
	for ok && index == strconv.Itoa(n)+"]" {
		if n++; n == len(elements) {
			break
		}
		var next string
		next, index, ok = strings.Cut(elements[n].Name, "[")
		ok = ok && next == name
	}
	return name, n
}

// Array returns the name and the length of the array or bank that begins with p.
func (p *Port) Array() (name string, n int) { return Array(p.Owner.Def.Elements[p.Index:]) }

// ConnectBank links two banks, element by element. Check reports different lengths.
func ConnectBank[T unit.Value](from []Product[T], to []Need[T]) {
	for k := range min(len(from), len(to)) {
		if Connect(&from[k], &to[k]); k == 0 {
			to[0].port.Owner.model.Equal(from[0].port, to[0].port, caller())
		}
	}
}

// Equal notes a fault if from and to begin arrays that are linked as a whole, one of them is a bank, and their lengths
// differ. It reports whether they may be linked.
func (m *Model) Equal(from, to *Port, place diag.Pos) bool {
	a, n := from.Array()
	b, k := to.Array()
	if n == 0 || k == 0 || n == k || from.Element.Length == "" && to.Element.Length == "" {
		return true
	}
	mend := func(p *Port, n int) string {
		name, bank := strings.CutPrefix(p.Element.Length, "$")
		if !bank {
			return ""
		}
		return fmt.Sprintf("give %s the length %s = %d", p.Owner.Path, name, n)
	}
	do := mend(to, n)
	if other := mend(from, k); do == "" {
		do = other
	} else if other != "" {
		do += ", or " + other
	}
	m.fault(diag.Fault{Code: "length", Path: to.Owner.join(b), Pos: place, Do: do,
		What: fmt.Sprintf("%s has %d elements, %s has %d", from.Owner.join(a), n, to.Owner.join(b), k)})
	for _, p := range to.Owner.Ports[to.Index:][:k] {
		m.fact(p.number).unequal = true
	}
	return false
}
