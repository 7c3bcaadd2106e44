package keyframe

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"
)

// Keeper takes images of the memory reachable from its roots.
type Keeper struct {
	plans  plans
	blocks map[place]*block
	roots  []*block
	stack  []*block
	epoch  uint64
	live   int // blocks of the latest image
}

// place identifies a block: consecutive values of one type.
type place struct {
	at   unsafe.Pointer
	plan *plan
	n    int
}

// block is a piece of memory that is copied as a whole.
type block struct {
	place
	epoch uint64 // number of the last Take that reached it
	last  *copyOf
}

// copyOf is the contents of a block at one time.
type copyOf struct {
	data unsafe.Pointer // the bytes; for a map those of its keys
	next []*block       // where the bytes lead
	aux  any            // for a map its *entries, for a Saver its state
}

// entries are the contents of a map.
type entries struct{ keys, values reflect.Value }

// grain is the size in bytes of the pieces in which a long array is copied; unchanged pieces are shared.
const grain = 8 << 10

// NewKeeper makes a keeper of everything reachable from roots, which are pointers or maps. The error lists those that
// are neither.
func NewKeeper(roots []any) (*Keeper, error) {
	k := &Keeper{plans: plans{map[reflect.Type]*plan{}, map[reflect.Type]*plan{}}, blocks: map[place]*block{}}
	var errs []error
	for i, r := range roots {
		v := reflect.ValueOf(r)
		switch {
		case v.Kind() == reflect.Pointer && !v.IsNil():
			k.roots = k.reach(k.roots, v.UnsafePointer(), k.plans.of(v.Type().Elem()), 1)
		case v.Kind() == reflect.Map && !v.IsNil():
			k.roots = append(k.roots, k.block(v.UnsafePointer(), k.plans.mapOf(v.Type()), 1))
		default:
			errs = append(errs, fmt.Errorf("keyframe: root %d is %T, nothing that can be put back: pass a pointer or a map", i, r))
		}
	}
	return k, errors.Join(errs...)
}

// block finds the block at a place.
func (k *Keeper) block(at unsafe.Pointer, p *plan, n int) *block {
	key := place{at, p, n}
	b := k.blocks[key]
	if b == nil {
		b = &block{place: key}
		k.blocks[key] = b
	}
	return b
}

// reach adds the blocks of n values at a place to list.
func (k *Keeper) reach(list []*block, at unsafe.Pointer, p *plan, n int) []*block {
	if at == nil || p.how == ignored || p.size == 0 || n == 0 {
		return list
	}
	step := n
	switch {
	case p.how == parts || p.how == saved:
		step = 1
	case uintptr(n)*p.size > grain:
		step = max(1, int(grain/p.size))
	}
	for i := 0; i < n; i += step {
		list = append(list, k.block(unsafe.Add(at, uintptr(i)*p.size), p, min(step, n-i)))
	}
	return list
}

// follow adds the blocks that n values at a place lead to.
func (k *Keeper) follow(list []*block, at unsafe.Pointer, p *plan, n int) []*block {
	for i := range n {
		v := unsafe.Add(at, uintptr(i)*p.size)
		for j := range p.refs {
			list = k.ref(list, v, &p.refs[j])
		}
		for _, f := range p.fields {
			list = k.reach(list, unsafe.Add(v, f.off), f.plan, 1)
		}
	}
	return list
}

// ref adds the blocks that one ref of the value at v leads to.
func (k *Keeper) ref(list []*block, v unsafe.Pointer, r *ref) []*block {
	v = unsafe.Add(v, r.off)
	switch r.kind {
	case reflect.Pointer:
		if at := *(*unsafe.Pointer)(v); at != nil {
			list = k.reach(list, at, k.planOf(r), 1)
		}
	case reflect.Slice:
		s := (*[]struct{})(v) // of any type: only its array and capacity are used
		if n := cap(*s); n > 0 {
			list = k.reach(list, *(*unsafe.Pointer)(v), k.planOf(r), n)
		}
	case reflect.Map:
		if at := *(*unsafe.Pointer)(v); at != nil {
			list = append(list, k.block(at, k.plans.mapOf(r.t), 1))
		}
	case reflect.Array:
		list = k.follow(list, v, r.plan, r.n)
	case reflect.Interface:
		list = k.dynamic(list, reflect.NewAt(r.t, v).Elem().Elem(), *(*unsafe.Pointer)(unsafe.Add(v, unsafe.Sizeof(v))))
	}
	return list
}

func (k *Keeper) planOf(r *ref) *plan {
	if r.plan == nil {
		r.plan = k.plans.of(r.t)
	}
	return r.plan
}

// dynamic adds the blocks that an interface's value leads to; word is where the interface points. Go never changes the
// value behind an interface in place, though what it points to may change. Numbers are copied all the same, because
// some interpreters store them in arrays of their own.
func (k *Keeper) dynamic(list []*block, v reflect.Value, word unsafe.Pointer) []*block {
	switch v.Kind() {
	case reflect.Invalid:
	case reflect.Pointer:
		list = k.reach(list, v.UnsafePointer(), k.plans.of(v.Type().Elem()), 1)
	case reflect.Map:
		if !v.IsNil() {
			list = append(list, k.block(v.UnsafePointer(), k.plans.mapOf(v.Type()), 1))
		}
	case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64:
		list = k.reach(list, word, k.plans.of(v.Type()), 1)
	default:
		if p := k.plans.of(v.Type()); len(p.refs)+len(p.fields) > 0 && p.how != ignored {
			held := reflect.New(v.Type())
			held.Elem().Set(v)
			list = k.follow(list, held.UnsafePointer(), p, 1)
		}
	}
	return list
}

// bytes returns the bytes of the n values at a place.
func (b *place) bytes(at unsafe.Pointer) string {
	return unsafe.String((*byte)(at), uintptr(b.n)*b.plan.size)
}

// values returns the n values at a place, which may be set.
func (b *place) values(at unsafe.Pointer) reflect.Value { return reflect.SliceAt(b.plan.t, at, b.n) }

// theMap returns the map of a block.
func (b *place) theMap() reflect.Value {
	at := b.at
	return reflect.NewAt(b.plan.t, unsafe.Pointer(&at)).Elem()
}

// same reports whether the block is unchanged since c was taken.
func (b *block) same(c *copyOf) bool {
	switch b.plan.how {
	case copied:
		return b.bytes(b.at) == b.bytes(c.data)
	case parts:
		return true
	case mapping:
		return c.aux.(*entries).same(b.theMap())
	}
	return false
}

// take copies the block and finds the blocks it leads to. size is the copy's size.
func (k *Keeper) take(b *block) (c *copyOf, size int) {
	c = &copyOf{}
	switch b.plan.how {
	case copied:
		size = b.n * int(b.plan.size)
		if !b.plan.pointers {
			c.data = unsafe.Pointer(unsafe.SliceData([]byte(b.bytes(b.at))))
			return c, size
		}
		held := reflect.MakeSlice(reflect.SliceOf(b.plan.t), b.n, b.n)
		c.data = held.UnsafePointer()
		reflect.Copy(held, b.values(b.at))
		c.next = k.follow(nil, c.data, b.plan, b.n)
	case parts:
		c.next = k.follow(nil, b.at, b.plan, b.n)
	case mapping:
		e := readMap(b.theMap())
		c.aux, size = e, e.keys.Len()*int(b.plan.t.Key().Size()+b.plan.t.Elem().Size())
		for _, vs := range []reflect.Value{e.keys, e.values} {
			if vs.Len() > 0 {
				c.next = k.follow(c.next, vs.UnsafePointer(), k.plans.of(vs.Type().Elem()), vs.Len())
			}
		}
	case saved:
		c.aux = reflect.NewAt(b.plan.t, b.at).Interface().(Saver).SaveState()
	}
	return c, size
}

// put writes back the contents of c.
func (b *block) put(c *copyOf) {
	switch b.plan.how {
	case copied:
		if b.plan.pointers {
			reflect.Copy(b.values(b.at), b.values(c.data))
		} else {
			copy(unsafe.Slice((*byte)(b.at), uintptr(b.n)*b.plan.size), b.bytes(c.data))
		}
	case mapping:
		c.aux.(*entries).write(b.theMap())
	case saved:
		reflect.NewAt(b.plan.t, b.at).Interface().(Saver).RestoreState(c.aux)
	}
}

func readMap(m reflect.Value) *entries {
	t, n := m.Type(), m.Len()
	e := &entries{reflect.MakeSlice(reflect.SliceOf(t.Key()), n, n), reflect.MakeSlice(reflect.SliceOf(t.Elem()), n, n)}
	i := 0
	for it := m.MapRange(); it.Next(); i++ {
		e.keys.Index(i).SetIterKey(it)
		e.values.Index(i).SetIterValue(it)
	}
	return e
}

// same reports whether m holds the entries.
func (e *entries) same(m reflect.Value) bool {
	if m.Len() != e.keys.Len() {
		return false
	}
	if m.Len() == 0 {
		return true
	}
	size := e.values.Type().Elem().Size()
	now := reflect.New(e.values.Type().Elem())
	for i := range e.keys.Len() {
		v := m.MapIndex(e.keys.Index(i))
		if !v.IsValid() {
			return false
		}
		now.Elem().Set(v)
		was := e.values.Index(i).Addr().UnsafePointer()
		if unsafe.String((*byte)(now.UnsafePointer()), size) != unsafe.String((*byte)(was), size) {
			return false
		}
	}
	return true
}

func (e *entries) write(m reflect.Value) {
	m.Clear()
	for i := range e.keys.Len() {
		m.SetMapIndex(e.keys.Index(i), e.values.Index(i))
	}
}
