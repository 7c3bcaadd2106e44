package atom

import (
	"unsafe"

	"github.com/sinew-robotics/sinew/math/unit"
)

// Need is knowledge that an Atom requires.
type Need[T unit.Value] struct {
	p    *T
	own  T // the value if nothing else is pointed at
	port *Port
}

// Get returns the value of the linked product.
func (n *Need[T]) Get() T { return *n.p }

// Put gives the need a value of its own, for an Atom that is used outside a model.
func (n *Need[T]) Put(v T) { n.own, n.p = v, &n.own }

// Constant reports whether the need is set before the first run and never changes, so that a Physics may compute from
// it once. An instance can nevertheless make it renewed (Renewed), and outside a model it is not known.
func (n *Need[T]) Constant() bool { return n.port != nil && n.port.Update.Update == Constant }

// Product is knowledge that an Atom produces.
type Product[T unit.Value] struct {
	v    T
	port *Port
}

// Set sets the value.
func (p *Product[T]) Set(v T) { p.v = v }

// Get returns the value.
func (p *Product[T]) Get() T { return p.v }

// Storage is knowledge that an Atom stores from one run of its Physics to the next.
type Storage[T unit.Value] struct {
	v    T
	port *Port
}

// Set sets the value.
func (s *Storage[T]) Set(v T) { s.v = v }

// Get returns the value.
func (s *Storage[T]) Get() T { return s.v }

// cell is a field of an Atom's struct, which holds an interface element's value.
type cell interface {
	bind(p *Port)
	typ() unit.Type
	role() Role
	at() *float64       // the memory that is read (for needs) or written
	pointAt(v *float64) // needs: read there from now on
}

func (n *Need[T]) bind(p *Port)       { n.port, n.p = p, &n.own }
func (n *Need[T]) typ() unit.Type     { return n.own.Type() }
func (n *Need[T]) role() Role         { return NeedRole }
func (n *Need[T]) at() *float64       { return (*float64)(unsafe.Pointer(n.p)) }
func (n *Need[T]) pointAt(v *float64) { n.p = (*T)(unsafe.Pointer(v)) }

func (p *Product[T]) bind(q *Port)     { p.port = q }
func (p *Product[T]) typ() unit.Type   { return p.v.Type() }
func (p *Product[T]) role() Role       { return ProductRole }
func (p *Product[T]) at() *float64     { return (*float64)(unsafe.Pointer(&p.v)) }
func (p *Product[T]) pointAt(*float64) {}

func (s *Storage[T]) bind(p *Port)     { s.port = p }
func (s *Storage[T]) typ() unit.Type   { return s.v.Type() }
func (s *Storage[T]) role() Role       { return StorageRole }
func (s *Storage[T]) at() *float64     { return (*float64)(unsafe.Pointer(&s.v)) }
func (s *Storage[T]) pointAt(*float64) {}

// At returns the memory of p's value, in the type's SI unit: for a linked need, the product's.
func (p *Port) At() *float64 { return p.cell.at() }

// Initial returns the value before there is another: that of the instance, otherwise that of its definition, otherwise
// the valid value nearest to 0.
func (p *Port) Initial() float64 {
	if v, ok := p.Owner.Values[p.Element.Name]; ok {
		return v
	}
	return p.Element.Validity.Nearest(p.Element.Initial)
}

// PointAt makes a need read its value at v. It is called when a model is projected.
func (p *Port) PointAt(v *float64) { p.cell.pointAt(v) }
