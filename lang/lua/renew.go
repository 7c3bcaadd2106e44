package lua

import "strings"

// How an update replaces old functions with new ones. What the text has made is traversed alongside what was there
// before, from the module and the globals on: tables by their fields, functions by the names of the variables that they
// use. This matches each new table, and each variable that functions set, with the one that is kept instead, and each
// old function with its replacement. Then one pass over the arena changes all references except those to functions on
// stacks: a running function ends as it began.

// settled is a mark in the headers of the tables and closures that were there before an update.
const settled = 1 << 14

// renewal is an update under way. Objects are known by their places, which are valid until a collection ends.
type renewal struct {
	vm     *VM
	source Value // the text's name

	tables, variables map[uint32]uint32 // the kept one for each new one
	closures          map[uint32]uint32 // the new one for each old one
	taken             map[uint32]bool   // kept tables and variables, and new closures, that have been matched
	assigned          map[uint32]bool   // variables that functions of the text set
	work              []couple

	changes        Changes
	made, released []handed
}

// couple is a kept table and the new one, or an old function and the new one.
type couple struct {
	old, fresh Value
	path       string
}

// mark sets or clears the mark of all tables and closures.
func (r *renewal) mark(bits uint32) {
	vm := r.vm
	for at := uint32(1); at < vm.end; at += vm.size(at) {
		if k := vm.kind(at); k == tTable || k == tClosure {
			vm.cells[at].t = vm.cells[at].t&^settled | bits
		}
	}
}

func (r *renewal) isSettled(v Value) bool { return r.vm.cells[uint32(v.v)].t&settled != 0 }

// own reports whether a closure is one of the module's: its text has the same name as the new text.
func (r *renewal) own(v Value) bool {
	return v.t == tClosure && uint64(uint32(r.vm.cells[r.protoOf(v)+3].v)) == r.source.v
}

func (r *renewal) protoOf(v Value) uint32 { return uint32(r.vm.cells[uint32(v.v)+1].v) }

// nameOf is the name under which a closure was declared, a string: M.step, M:step, step or none.
func (r *renewal) nameOf(v Value) uint32 { return uint32(r.vm.cells[r.protoOf(v)+3].v >> 32) }

// renew puts what the text has made in place. Adding may run out of memory, so it comes first; after it nothing
// allocates.
func (r *renewal) renew(module string, old, fresh, env Value) {
	for done := false; !done; { // if adding has set off a collection, the matches are found again, and then nothing is left to add
		cycles := r.vm.gc.cycles
		r.find(module, old, fresh, env)
		for _, c := range r.work {
			if c.old.t == tTable {
				r.add(c)
			}
		}
		done = cycles == r.vm.gc.cycles
	}
	r.redirect()
	for _, c := range r.work {
		if c.old.t == tTable {
			r.decide(c)
			r.drop(c)
		} else {
			r.changes.Replaced = append(r.changes.Replaced, c.path)
		}
	}
	r.mark(0)
}

// find matches new objects with old ones.
func (r *renewal) find(module string, old, fresh, env Value) {
	r.tables, r.closures, r.variables = map[uint32]uint32{}, map[uint32]uint32{}, map[uint32]uint32{}
	r.taken, r.work, r.changes.Kept = map[uint32]bool{}, nil, nil
	r.findAssigned()
	r.pair(ref(r.vm.globals, tTable), env, "")
	r.pair(old, fresh, module)
	for i := 0; i < len(r.work); i++ {
		if c := r.work[i]; c.old.t == tTable {
			r.pairFields(c)
		} else {
			r.pairVariables(c)
		}
	}
}

// dead reports whether the sweep under way has yet to free an object. What such an object refers to may be gone.
func (r *renewal) dead(at uint32) bool {
	t := r.vm.cells[at].t
	return r.vm.gc.state == gcSweep && t&(r.vm.current^whites) != 0 && t&fixed == 0
}

// pair notes that fresh has old's place, if both are tables or functions of the same name. It reports whether they are
// matched, now or from before.
func (r *renewal) pair(old, fresh Value, path string) bool {
	if old.t != fresh.t || old.t != tTable && old.t != tClosure || old.v == fresh.v || r.isSettled(fresh) || !r.isSettled(old) {
		return false
	}
	o, f := uint32(old.v), uint32(fresh.v)
	if old.t == tClosure {
		if to, ok := r.closures[o]; ok || r.taken[f] || !r.own(old) || !r.own(fresh) || r.nameOf(old) != r.nameOf(fresh) {
			return ok && to == f
		}
		r.closures[o] = f
		r.taken[f] = true
	} else {
		if to, ok := r.tables[f]; ok || r.taken[o] {
			return ok && to == o
		}
		r.tables[f] = o
		r.taken[o] = true
	}
	r.work = append(r.work, couple{old, fresh, path})
	return true
}

func (r *renewal) pairFields(c couple) {
	vm := r.vm
	for k, v := range vm.Pairs(c.fresh) {
		r.pair(vm.Get(c.old, k), v, r.path(c.path, k))
	}
	if old, fresh := vm.meta(uint32(c.old.v)), vm.meta(uint32(c.fresh.v)); old != 0 && fresh != 0 {
		r.pair(ref(old, tTable), ref(fresh, tTable), c.path+" (metatable)")
	}
}

// path names a field.
func (r *renewal) path(table string, k Value) string {
	name := "[" + k.Type() + "]"
	if k.t == tString || isNumeric(k) {
		name = r.vm.Text(k)
	}
	if table == "" || table == "_G" {
		return name
	}
	return table + "." + name
}

// pairVariables matches the variables that a new function uses with those of the same name that the old one uses. A
// variable that functions set is kept; any other gets the value that the text gives, but its tables are kept like those
// in fields.
func (r *renewal) pairVariables(c couple) {
	vm := r.vm
	fresh, old := r.protoOf(c.fresh), r.protoOf(c.old)
	names, olds := uint32(vm.cells[fresh+4].v)+1, uint32(vm.cells[old+4].v)+1
	for i := range vm.cells[fresh+4].t {
		name := vm.cells[names+i].v
		if name == vm.known("_ENV").v {
			continue
		}
		for j := range vm.cells[old+4].t {
			if vm.cells[olds+j].v == name {
				path := c.path + ": " + vm.Text(ref(uint32(name), tString))
				r.pairVariable(vm.words[(uint32(c.old.v)+2)*4+j], vm.words[(uint32(c.fresh.v)+2)*4+i], path)
				break
			}
		}
	}
}

func (r *renewal) pairVariable(old, fresh uint32, path string) {
	vm := r.vm
	was, is := vm.cells[uint32(vm.cells[old+1].v)], vm.cells[uint32(vm.cells[fresh+1].v)]
	paired := r.pair(was, is, path)
	if !r.assigned[fresh] || was.t == tNil || r.taken[old] || r.variables[fresh] != 0 {
		return
	}
	r.variables[fresh] = old
	r.taken[old] = true
	if !paired && !rawEqual(was, is) {
		r.changes.Kept = append(r.changes.Kept, path)
	}
}

// findAssigned finds the variables that functions of the text set.
func (r *renewal) findAssigned() {
	vm := r.vm
	r.assigned = map[uint32]bool{}
	known := map[uint32][]bool{}
	for at := uint32(1); at < vm.end; at += vm.size(at) {
		if vm.kind(at) != tClosure || vm.cells[at].t&settled != 0 || r.dead(at) {
			continue
		}
		for i, set := range r.sets(uint32(vm.cells[at+1].v), known) {
			if set {
				r.assigned[vm.words[(at+2)*4+uint32(i)]] = true
			}
		}
	}
}

// sets says which of its upvalues a prototype sets, itself or in an inner function.
func (r *renewal) sets(p uint32, known map[uint32][]bool) []bool {
	if s, ok := known[p]; ok {
		return s
	}
	vm := r.vm
	s := make([]bool, vm.cells[p+4].t)
	code := (uint32(vm.cells[p+1].v) + 1) * 4
	for pc := uint32(0); pc < vm.cells[p+1].t; pc++ {
		switch i := vm.words[code+pc]; uint8(i) {
		case opSetUp:
			s[getB(i)] = true
		case opLoadKX, opSetList:
			pc++
		}
	}
	for i := range vm.cells[p+2].t {
		q := vm.words[(uint32(vm.cells[p+2].v)+1)*4+i]
		names := uint32(vm.cells[q+4].v) + 1
		for j, set := range r.sets(q, known) {
			if d := vm.cells[names+uint32(j)].t; set && d&1 == 0 {
				s[d>>1] = true
			}
		}
	}
	known[p] = s
	return s
}

// add gives a kept table the fields that only the new one has, and its metatable if it has none.
func (r *renewal) add(c couple) {
	vm := r.vm
	for k, v := range vm.Pairs(c.fresh) {
		if vm.Get(c.old, k).t == tNil {
			vm.set(uint32(c.old.v), k, v)
			r.changes.Added = append(r.changes.Added, r.path(c.path, k))
		}
	}
	if m := vm.meta(uint32(c.fresh.v)); m != 0 && vm.meta(uint32(c.old.v)) == 0 {
		vm.setMeta(uint32(c.old.v), ref(m, tTable))
	}
}

// decide settles the fields that both tables have and that still differ.
func (r *renewal) decide(c couple) {
	vm := r.vm
	for k, v := range vm.Pairs(c.fresh) {
		was := vm.Get(c.old, k)
		if was.t == tNil || rawEqual(was, v) {
			continue
		}
		path := r.path(c.path, k)
		renewed := was.t == tClosure && !r.isSettled(was) // a state that is a function; it has been replaced by name
		if renewed || !vm.callable(v) && !r.own(was) {
			r.changes.Kept = append(r.changes.Kept, path)
			continue
		}
		vm.set(uint32(c.old.v), k, v)
		r.changes.Replaced = append(r.changes.Replaced, path)
	}
}

// drop removes from a kept table the functions that the text before, but none of its functions, put there and that the
// new text no longer has.
func (r *renewal) drop(c couple) {
	vm := r.vm
	var gone []Value
	for k, v := range vm.Pairs(c.old) {
		if k.t != tString || !r.own(v) || !r.isSettled(v) || vm.Get(c.fresh, k).t != tNil {
			continue
		}
		name := vm.Text(ref(r.nameOf(v), tString))
		if vm.cells[r.protoOf(v)+2].x&outerFlag != 0 && (name == anonymous || name[strings.LastIndexAny(name, ".:")+1:] == vm.Text(k)) {
			gone = append(gone, k)
		}
	}
	for _, k := range gone {
		vm.set(uint32(c.old.v), k, Nil)
		r.changes.Removed = append(r.changes.Removed, r.path(c.path, k))
	}
}

// redirect changes all references in the arena. It allocates nothing.
func (r *renewal) redirect() {
	vm := r.vm
	for at := uint32(1); at < vm.end; at += vm.size(at) {
		if r.dead(at) {
			continue
		}
		c := vm.cells[at+1]
		switch vm.kind(at) {
		case tTable:
			r.cells(at, uint32(c.v)+1, uint32(c.v)+1+c.t)
			r.entries(at)
			r.meta(at)
		case tUser:
			r.meta(at)
		case tClosure:
			for i := range c.x >> 24 {
				if p := &vm.words[(at+2)*4+i]; r.variables[*p] != 0 {
					*p = r.variables[*p]
					vm.guard(at, ref(*p, tUpval))
				}
			}
		case tGoClosure:
			r.cells(at, at+2, at+2+c.t)
		case tUpval:
			if uint32(c.v) == at+2 { // an open one is on a stack
				r.cells(at, at+2, at+3)
			}
		case tThread:
			if at != vm.thread { // what is on the running stack is older, or the update's own
				r.stack(at)
			}
		}
	}
}

// cells changes the references in cells of an object.
func (r *renewal) cells(object, from, to uint32) {
	vm := r.vm
	for i := range vm.cells[from:to] {
		if c := &vm.cells[from+uint32(i)]; r.change(c) {
			vm.guard(object, *c)
		}
	}
}

// change changes the reference in a cell if its object has been replaced.
func (r *renewal) change(c *Value) bool {
	to, ok := uint32(0), false
	switch c.t {
	case tTable:
		to, ok = r.tables[uint32(c.v)]
	case tClosure:
		to, ok = r.closures[uint32(c.v)]
	}
	if ok {
		c.v = uint64(to)
	}
	return ok
}

func (r *renewal) meta(object uint32) {
	vm := r.vm
	if m := &vm.cells[object+1].x; r.tables[*m] != 0 {
		*m = r.tables[*m]
		vm.guard(object, ref(*m, tTable))
	}
}

// stack changes the references to tables on a stack. Functions stay, because a running one must end in its own code.
func (r *renewal) stack(th uint32) {
	vm := r.vm
	s := uint32(vm.cells[th+1].v)
	if s == 0 {
		return
	}
	for i := s + 1; i < vm.liveTop(th); i++ {
		if c := &vm.cells[i]; c.t == tTable {
			r.change(c)
		}
	}
	vm.touch(th)
}

// entries changes the values and keys of a table's entries. If a new key is already there, the old entry goes.
func (r *renewal) entries(t uint32) {
	vm := r.vm
	h := vm.cells[t+2]
	moved := false
	for e := range h.t {
		at := uint32(h.v) + 1 + 2*e
		r.cells(t, at+1, at+2)
		k := vm.cells[at]
		if vm.cells[at+1].t == tNil || !r.change(&k) {
			continue
		}
		if other := vm.entry(t, Value{v: k.v, t: k.t}); other >= 0 && vm.entryValue(t, other).t != tNil {
			vm.cells[at].t, vm.cells[at+1] = tDead, Nil
			continue
		}
		vm.cells[at] = k
		vm.guard(t, k)
		moved = true
	}
	if moved {
		vm.relink(t)
	}
}

// relink rebuilds the chains of a table's index for keys that have changed in place.
func (vm *VM) relink(t uint32) {
	h := vm.cells[t+2]
	if h.x <= smallHash {
		return
	}
	at := uint32(h.v) + 1
	buckets := vm.words[(at+2*h.x)*4 : (at+2*h.x)*4+h.x]
	clear(buckets)
	for e := range h.t {
		k := &vm.cells[at+2*e]
		k.x = 0
		if k.t != tDead {
			b := &buckets[vm.hashOf(*k)&(h.x-1)]
			k.x, *b = *b, e+1
		}
	}
}
