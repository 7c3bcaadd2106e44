package lua

import "fmt"

// verify checks the whole heap: blocks, free lists, counts, the string table, and that every reference of an object
// that is not garbage leads to an object of its kind. It allocates Go's memory and is for tests and restored states.
func (vm *VM) verify() error {
	if err := vm.heap.verify(); err != nil {
		return err
	}
	for bucket := range vm.stringMask + 1 {
		for r := vm.words[vm.strings+bucket]; r != 0; r = vm.cells[r].x {
			if r >= vm.end || vm.kind(r) != tString {
				return fmt.Errorf("bucket %d holds %d, which is no string", bucket, r)
			}
			if h := vm.cells[r+1].t; h&vm.stringMask != bucket || h != hash(vm.text(r)) {
				return fmt.Errorf("string %d is in bucket %d with hash %x", r, bucket, h)
			}
		}
	}
	v := &verifier{vm: vm, seen: map[uint32]bool{}}
	for _, r := range []uint32{vm.registry, vm.globals, vm.main, vm.thread, vm.stringMeta} {
		v.object(r, 0)
	}
	for len(v.todo) > 0 && v.err == nil {
		r := v.todo[len(v.todo)-1]
		v.todo = v.todo[:len(v.todo)-1]
		v.visit(r)
	}
	return v.err
}

// verify checks the blocks and free lists.
func (h *heap) verify() error {
	prev, used, free := uint32(0), uint32(0), 0
	for r := uint32(1); r < h.end; r += h.size(r) {
		if h.size(r) < 2 || r+h.size(r) > h.end {
			return fmt.Errorf("block %d has size %d", r, h.size(r))
		}
		if h.prev(r) != prev {
			return fmt.Errorf("block %d says that %d is before it, not %d", r, h.prev(r), prev)
		}
		if h.kind(r) != tFree {
			used += h.size(r)
		} else {
			free++
			if prev != 0 && h.kind(prev) == tFree {
				return fmt.Errorf("free blocks %d and %d are neighbours", prev, r)
			}
		}
		prev = r
	}
	if h.prev(h.end) != prev {
		return fmt.Errorf("the end says that %d is before it, not %d", h.prev(h.end), prev)
	}
	if used != h.used {
		return fmt.Errorf("%d cells are in use, the count says %d", used, h.used)
	}
	if h.mid != 0 {
		if h.kind(h.mid) != tFree || h.border != h.mid {
			return fmt.Errorf("the middle %d is not free, or does not begin at %d", h.mid, h.border)
		}
		free--
	}
	for _, l := range []*fit{&h.low, &h.high} {
		n, err := h.verifyLists(l)
		if err != nil {
			return err
		}
		free -= n
	}
	if free != 0 {
		return fmt.Errorf("%d free blocks are in no list", free)
	}
	return nil
}

// verifyLists checks the lists of a side and returns how many blocks are in them.
func (h *heap) verifyLists(l *fit) (count int, err error) {
	for f := range l.heads {
		for s, head := range l.heads[f] {
			if (head != 0) != (l.lists[f]>>uint(s)&1 != 0) || l.lists[f] != 0 != (l.firsts>>uint(f)&1 != 0) {
				return 0, fmt.Errorf("the bits of list %d.%d are wrong", f, s)
			}
			if head == 0 {
				continue
			}
			for r, before := head, uint32(h.cells[head+1].v>>32); ; {
				ff, ss := class(h.size(r))
				if h.kind(r) != tFree || int(ff) != f || int(ss) != s || uint32(h.cells[r+1].v>>32) != before || h.side(r) != l {
					return 0, fmt.Errorf("block %d does not belong in list %d.%d", r, f, s)
				}
				count++
				if before, r = r, uint32(h.cells[r+1].v); r == head {
					break
				}
			}
		}
	}
	return count, nil
}

// verifier walks over all that can be reached.
type verifier struct {
	vm   *VM
	seen map[uint32]bool
	todo []uint32
	err  error
}

func (v *verifier) fault(format string, args ...any) {
	if v.err == nil {
		v.err = fmt.Errorf(format, args...)
	}
}

func (v *verifier) object(r, from uint32) {
	if r == 0 || v.seen[r] {
		return
	}
	if r >= v.vm.end || v.vm.kind(r) < tString || v.vm.kind(r) >= tRaw {
		v.fault("object %d refers to %d, which is no object", from, r)
		return
	}
	v.seen[r] = true
	v.todo = append(v.todo, r)
}

func (v *verifier) value(c Value, from uint32) {
	if c.t > tProto {
		v.fault("object %d holds a value with tag %d", from, c.t)
	}
	if !c.heaped() {
		return
	}
	v.object(uint32(c.v), from)
	if v.err == nil && v.vm.kind(uint32(c.v)) != c.t {
		v.fault("object %d holds a %s that is a %s", from, typeNames[c.t], typeNames[v.vm.kind(uint32(c.v))])
	}
	if v.err == nil && v.vm.cells[from].t&black != 0 && v.vm.gc.state == gcMark && v.vm.isWhite(uint32(c.v)) &&
		v.vm.kind(from) == tTable && v.vm.gc.scan != from {
		if keys, values := v.vm.weakness(v.vm.meta(from)); !keys && !values {
			v.fault("black table %d refers to white %d", from, c.v)
		}
	}
}

func (v *verifier) part(r, from uint32) uint32 {
	if r != 0 && (r >= v.vm.end || v.vm.kind(r) != tRaw) {
		v.fault("object %d has a part at %d, which is none", from, r)
		return 0
	}
	return r
}

// owned checks a part that the sweep can move, which knows its owner.
func (v *verifier) owned(r, from uint32) uint32 {
	if r = v.part(r, from); r != 0 && v.vm.cells[r].x != from {
		v.fault("the part at %d of object %d says that it is of %d", r, from, v.vm.cells[r].x)
	}
	return r
}

func (v *verifier) cells(from, first, n uint32) {
	for i := range n {
		v.value(v.vm.cells[first+i], from)
	}
}

func (v *verifier) visit(r uint32) {
	vm := v.vm
	c := vm.cells[r+1]
	switch vm.kind(r) {
	case tTable:
		v.object(c.x, r)
		h := vm.cells[r+2]
		if a := v.owned(uint32(c.v), r); a != 0 {
			v.cells(r, a+1, c.t)
		}
		if c.t > 0 && vm.cells[uint32(c.v)+c.t].t == tNil {
			v.fault("the array of table %d ends with nil", r)
		}
		if e := v.owned(uint32(h.v), r); e != 0 {
			v.entries(r, e, h.t)
		}
	case tClosure:
		v.object(uint32(c.v), r)
		for i := range c.x >> 24 {
			v.object(vm.words[(r+2)*4+i], r)
		}
	case tGoClosure:
		v.cells(r, r+2, c.t)
	case tUpval:
		v.value(vm.cells[uint32(c.v)], r)
		v.object(uint32(c.v>>32), r)
	case tUser:
		v.object(c.x, r)
		v.object(uint32(c.v), r)
	case tThread:
		for u := uint32(c.v >> 32); u != 0 && v.err == nil; u = vm.cells[u+1].t {
			v.object(u, r)
		}
		if s := v.owned(uint32(c.v), r); s != 0 {
			v.cells(r, s+1, vm.liveTop(r)-s-1)
		}
	case tProto:
		for i := range uint32(4) {
			if p := vm.cells[r+1+i]; i != 2 {
				v.part(uint32(p.v), r)
				v.part(uint32(p.v>>32), r)
			}
		}
		v.cells(r, uint32(c.v>>32)+1, c.x)
	}
}

func (v *verifier) entries(t, e, n uint32) {
	for i := range n {
		k, w := v.vm.cells[e+1+2*i], v.vm.cells[e+2+2*i]
		if w.t == tNil {
			continue
		}
		v.value(Value{v: k.v, t: k.t}, t)
		v.value(w, t)
		if k.t == tDead {
			v.fault("table %d has a value under a dead key", t)
		}
		if v.err == nil && v.vm.entry(t, k) != int(i) {
			v.fault("table %d does not find its entry %d", t, i)
		}
	}
}
