package lua

func libTable() Lib {
	return Lib{Name: "table", Funcs: []Func{
		{Name: "insert", Call: tableInsert},
		{Name: "remove", Call: tableRemove},
		{Name: "concat", Call: tableConcat},
		{Name: "unpack", Call: tableUnpack},
		{Name: "pack", Call: tablePack},
		{Name: "sort", Call: tableSort},
		{Name: "move", Call: tableMove},
		{Name: "getn", Call: func(vm *VM, n int) int {
			vm.Push(Int(vm.lenOf(vm.need(0, n))))
			return 1
		}},
		{Name: "maxn", Call: tableMaxn},
	}}
}

// list checks that the first argument is usable as a table, and returns its length.
func (vm *VM) list(n int, writes bool) (o Value, length int64) {
	o = vm.Arg(0)
	vm.checkTable(0, n, evIndex, evLen)
	if writes {
		vm.checkTable(0, n, evNewIndex)
	}
	return o, vm.lenOf(o)
}

// checkTable checks that an argument is a table or has the given metamethods.
func (vm *VM) checkTable(i, n int, events ...int) {
	for _, ev := range events {
		if v := vm.Arg(i); i >= n || v.t != tTable && vm.metamethod(v, ev).t == tNil {
			vm.argTypeFault(i, n, "table")
		}
	}
}

// plain says that a table's elements can be read and written without metamethods.
func (vm *VM) plain(o Value) bool { return o.t == tTable && vm.meta(uint32(o.v)) == 0 }

// read is o[i]. It costs an instruction of the budget, because loops over a claimed length may be endless.
func (vm *VM) read(o Value, i int64) Value {
	if vm.budget--; vm.budget < 0 {
		vm.exhaustedHard()
	}
	if vm.plain(o) {
		return vm.getInt(uint32(o.v), i)
	}
	return vm.indexed(o, Int(i))
}

func (vm *VM) write(o Value, i int64, v Value) {
	if vm.plain(o) {
		vm.set(uint32(o.v), Int(i), v)
		return
	}
	vm.assign(o, Int(i), v)
}

func tableInsert(vm *VM, n int) int {
	o, length := vm.list(n, true)
	end := length + 1
	switch n {
	case 2:
		vm.write(o, end, vm.Arg(1))
	case 3:
		at := vm.intArg(1, n)
		if uint64(at)-1 >= uint64(end) {
			vm.argFault(1, "position out of bounds")
		}
		for i := end; i > at; i-- {
			vm.write(o, i, vm.read(o, i-1))
		}
		vm.write(o, at, vm.Arg(2))
	default:
		vm.fail("wrong number of arguments to 'insert'")
	}
	return 0
}

func tableRemove(vm *VM, n int) int {
	o, length := vm.list(n, true)
	at := vm.intArg(1, n, length)
	if n > 1 && uint64(length)+1-uint64(at) > uint64(length) && length+1 != at && !(length == 0 && at == 0) {
		vm.argFault(0, "position out of bounds")
	}
	vm.Push(vm.read(o, at))
	for ; at < length; at++ {
		vm.write(o, at, vm.read(o, at+1))
	}
	vm.write(o, at, Nil)
	return 1
}

func tableConcat(vm *VM, n int) int {
	o, length := vm.list(n, false)
	sep := vm.stringArg(1, n, "")
	first, last := vm.intArg(2, n, 1), vm.intArg(3, n, length)
	out := []byte(nil)
	if vm.plain(o) {
		out = vm.scratch[:0]
	}
	for i := first; i <= last; i++ {
		v := vm.read(o, i)
		if !joins(v) {
			vm.fail("invalid value (%s) at index %d in table for 'concat'", vm.typeName(v), i)
		}
		out = vm.appendString(out, v)
		if i == last {
			break
		}
		out = append(out, sep...)
		vm.checkText(len(out))
	}
	if vm.plain(o) {
		vm.scratch = out
	}
	vm.Push(vm.intern(out))
	return 1
}

func tablePack(vm *VM, n int) int {
	t := vm.newTable(uint32(n), 1)
	for i := range n {
		vm.set(t, Int(int64(i)+1), vm.Arg(i))
	}
	vm.set(t, vm.String("n"), Int(int64(n)))
	vm.Push(ref(t, tTable))
	return 1
}

func tableMove(vm *VM, n int) int {
	first, last, to := vm.intArg(1, n), vm.intArg(2, n), vm.intArg(3, n)
	src := vm.Arg(0)
	vm.checkTable(0, n, evIndex)
	dst, at := src, 0
	if n > 4 && vm.Arg(4).t != tNil {
		dst, at = vm.Arg(4), 4
	}
	vm.checkTable(at, n, evNewIndex)
	if last >= first {
		if first <= 0 && last >= 1<<62+first {
			vm.argFault(2, "too many elements to move")
		}
		if to > 1<<63-1-(last-first) {
			vm.argFault(3, "destination wrap around")
		}
		if to > last || to <= first || src.v != dst.v {
			for i := int64(0); i <= last-first; i++ {
				vm.write(dst, to+i, vm.read(src, first+i))
			}
		} else {
			for i := last - first; i >= 0; i-- {
				vm.write(dst, to+i, vm.read(src, first+i))
			}
		}
	}
	vm.Push(dst)
	return 1
}

func tableMaxn(vm *VM, n int) int {
	t := vm.tableArg(0, n)
	best := Float(0)
	k, hint := Nil, uint32(0)
	for {
		var ok bool
		if k, _, hint, ok = vm.next(t, k, hint); !ok || k.t == tNil {
			break
		}
		if isNumeric(k) && lessNumbers(false, best, k) {
			best = k
		}
	}
	vm.Push(best)
	return 1
}

// sorter sorts o[1] to o[n].
type sorter struct {
	vm    *VM
	o, by Value
}

func tableSort(vm *VM, n int) int {
	o, length := vm.list(n, true)
	if length >= 1<<31-1 {
		vm.argFault(0, "array too big")
	}
	s := sorter{vm: vm, o: o}
	if n > 1 && vm.Arg(1).t != tNil {
		if s.by = vm.Arg(1); !vm.callable(s.by) {
			vm.argTypeFault(1, n, "function")
		}
	}
	s.quick(1, length, 0)
	return 0
}

func (s *sorter) less(a, b Value) bool {
	if s.by.t == tNil {
		return s.vm.lessThan(a, b)
	}
	return s.vm.invoke(s.by, a, b).Truth()
}

func (s *sorter) get(i int64) Value { return s.vm.read(s.o, i) }

func (s *sorter) swap(i, j int64, a, b Value) {
	s.vm.write(s.o, i, b)
	s.vm.write(s.o, j, a)
}

// quick is a quicksort with the median of three as pivot, and insertion for short runs. Values it holds are also in the
// table or pushed, so the collector sees them.
func (s *sorter) quick(low, high int64, depth int) {
	vm := s.vm
	for low < high {
		if vm.budget -= high - low; vm.budget < 0 {
			vm.exhaustedHard()
		}
		s.order(low, high)
		if high-low == 1 {
			return
		}
		mid := low + (high-low)/2
		if depth > 40 { // a run of poor pivots: take another
			mid = low + int64(vm.draw()%uint64(high-low))
		}
		s.order(low, mid)
		s.order(mid, high)
		if high-low == 2 {
			return
		}
		pivot := s.get(mid)
		vm.Push(pivot)
		other := s.get(high - 1)
		s.swap(mid, high-1, pivot, other)
		at := s.partition(low, high, pivot)
		vm.top--
		if at-low < high-at {
			s.quick(low, at-1, depth+1)
			low = at + 1
		} else {
			s.quick(at+1, high, depth+1)
			high = at - 1
		}
		depth++
	}
}

// order puts two elements in order.
func (s *sorter) order(i, j int64) {
	a, b := s.get(i), s.get(j)
	if s.less(b, a) {
		s.swap(i, j, a, b)
	}
}

func (s *sorter) partition(low, high int64, pivot Value) int64 {
	i, j := low, high-1
	for {
		i++
		for s.less(s.get(i), pivot) {
			if i == high-1 {
				s.vm.fail("invalid order function for sorting")
			}
			i++
		}
		j--
		for s.less(pivot, s.get(j)) {
			if j < i {
				s.vm.fail("invalid order function for sorting")
			}
			j--
		}
		if j < i {
			s.swap(high-1, i, s.get(high-1), s.get(i))
			return i
		}
		s.swap(i, j, s.get(i), s.get(j))
	}
}
