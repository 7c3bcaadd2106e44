package lua

// collector checks the lists of the collector, and that every object neither white nor black is in one of them.
func (v *verifier) collector() {
	g := &v.gc
	if g.state != gcMark {
		v.all(g.grey|g.again|g.weak|g.ephemerons == 0, "the collector has lists in state %d", g.state)
		return
	}
	v.list(g.grey, 0)
	v.list(g.again, 0)
	v.list(g.weak, black)
	v.list(g.ephemerons, black)
	for _, t := range [...]uint32{g.scan, g.table, g.pass} {
		if t != 0 {
			v.is(t, tTable, 0)
			v.all(v.cells[t].t&black != 0, "the table %d is gone through, though it is not marked", t)
		}
	}
	v.all(g.table == 0 || has(v.listed, g.table), "the table %d is cleared, though it is in no list", g.table)
	v.all(g.pass == 0 || has(v.listed, g.pass), "the table %d is gone through, though it is in no list", g.pass)
	cleared := g.weak // the list that is cleared
	if g.stage == stKeys {
		cleared = g.ephemerons
	}
	v.within(g.weak, g.weakOld)
	v.within(g.ephemerons, g.keysOld)
	v.within(g.ephemerons, g.ephemeronsOld)
	if g.pass != 0 {
		v.within(g.ephemerons, g.pass)
		v.within(g.pass, g.passEnd)
	}
	if g.table != 0 {
		v.within(cleared, g.table)
		v.within(g.table, g.tableEnd)
	}
	if end := g.weakOld; g.stage >= stWeak {
		v.ahead(v.later, g.weak, end)
	} else {
		v.ahead(v.later, g.weak, 0)
	}
	copy(v.clears, v.later)
	if g.stage == stWeak {
		v.ahead(v.later, g.table, g.tableEnd)
		v.ahead(v.clears, g.table, g.tableEnd)
	}
	if g.keyMarked {
		v.ahead(v.later, g.ephemerons, 0)
	}
	v.ahead(v.later, g.ephemerons, g.ephemeronsOld)
	v.ahead(v.later, g.pass, g.passEnd)
	v.ahead(v.clears, g.ephemerons, g.keysOld)
	if g.stage == stKeys {
		v.ahead(v.clears, g.table, g.tableEnd)
	}
}

// within checks that r is in a list, or 0.
func (v *verifier) within(list, r uint32) {
	for ; list != 0 && list != r; list = v.cells[list].x {
	}
	v.all(list == r || r == 0, "the collector has come to %d, which is not in its list", r)
}

// list checks one of them, with objects of the given colour.
func (v *verifier) list(r, colour uint32) {
	for ; r != 0; r = v.cells[r].x {
		v.all(r < v.end && has(v.starts, r) && v.kind(r) > tString && v.kind(r) < tRaw && v.kind(r) != tUpval && v.cells[r].t&colours == colour,
			"the collector's list has %d", r)
		v.all(!has(v.listed, r), "object %d is twice in lists of the collector", r)
		v.all(colour == 0 || v.kind(r) == tTable, "%d is no weak table", r)
		put(v.listed, r)
	}
}

// object checks a block that is an object.
func (v *verifier) object(r uint32) {
	kind, c := v.kind(r), v.cells[r+1]
	if kind >= tRaw {
		return
	}
	v.colour(r)
	if v.dead(r) || kind == tProto && v.cells[r+1].t == 0 { // memory ran out before it was whole
		v.remains(r)
		return
	}
	switch kind {
	case tString:
		text := uint64(v.size(r)-stringHead) * cellSize
		v.all(c.v <= text && c.t == hash(v.text(r)), "string %d has %d bytes and the hash %x", r, uint32(c.v), c.t)
	case tTable:
		v.table(r)
	case tClosure:
		p, n := uint32(c.v), c.x>>24
		v.keeps(p, tProto, r)
		q := v.cells[p+1 : p+3]
		v.all(c.x == q[1].x && uint32(c.v>>32) == uint32(q[0].v>>32) && c.t == (uint32(q[0].v)+1)*4 && v.size(r) >= 2+(n+3)/4, "function %d is not as its code", r)
		for i := range n {
			v.keeps(v.words[(r+2)*4+i], tUpval, r)
		}
	case tGoClosure:
		v.all(c.v < uint64(len(v.functions)) && c.t <= v.size(r)-2, "object %d is no Go function", r)
		for _, w := range v.cells[r+2 : r+2+c.t] {
			v.strong(w, r)
		}
	case tUpval:
		v.upvalue(r)
	case tUser:
		v.userdata(r)
	case tThread:
		v.stack(r)
	case tProto:
		v.prototype(r)
	}
}

// colour checks that a block has marks possible in the collector's state.
func (v *verifier) colour(r uint32) {
	t, g := v.cells[r].t, &v.gc
	white, isBlack := t&whites, t&black != 0
	v.all(white != whites && (white == 0 || !isBlack), "object %d has the colours %x", r, t&colours)
	switch {
	case t&fixed != 0:
	case g.state == gcMark:
		v.all(white != 0 || isBlack || has(v.listed, r), "object %d is to be marked and in no list", r)
		v.all(white == 0 || white == v.current, "object %d has the wrong white", r)
	case g.state == gcPause:
		v.all(white != 0, "object %d is marked while the collector rests", r)
	default:
		v.all(white != 0 || isBlack, "object %d has no colour", r)
		swept := r < v.sweeping && r >= g.sweepEnd
		if g.moving {
			swept = r >= g.sweepEnd || r < v.sweeping
		}
		v.all(!swept || white == v.current, "object %d has been swept and is not white", r)
	}
}

// remains checks what the sweep needs to free an object.
func (v *verifier) remains(r uint32) {
	c := v.cells[r+1]
	switch v.kind(r) {
	case tTable:
		if a := uint32(c.v); a != 0 {
			v.part(a, r, 0)
		}
		if e := uint32(v.cells[r+2].v); e != 0 {
			v.part(e, r, 0)
		}
	case tThread:
		if s := uint32(c.v); s != 0 {
			v.part(s, r, 0)
		}
	case tProto:
		for i, c := range v.cells[r+1 : r+5] {
			for _, p := range [...]uint32{uint32(c.v), uint32(c.v >> 32)} {
				if i != 2 && p != 0 {
					v.part(p, 0, 0)
				}
			}
		}
	}
}

func (v *verifier) table(r uint32) {
	c, h := v.cells[r+1], v.cells[r+2]
	if c.x != 0 {
		v.keeps(c.x, tTable, r)
	}
	a, room := uint32(c.v), uint32(c.v>>32)
	v.all(c.t <= room && room <= maxEntries, "table %d has %d elements in room for %d", r, c.t, room)
	if a != 0 || room != 0 {
		v.part(a, r, room)
	}
	weak := v.gc.state == gcMark && has(v.listed, r) && v.cells[r].t&black != 0
	scanned := uint32(0)
	if v.gc.scan == r {
		scanned = v.gc.scanAt
	}
	for i, w := range v.cells[a+1 : a+1+c.t] {
		if v.value(w, r); !weak && (v.gc.scan != r || uint32(i) < scanned) {
			v.strong(w, r)
		}
	}
	v.all(c.t == 0 || v.cells[a+c.t].t != tNil || v.gc.table == r, "the array of table %d ends with nil", r)
	e, n := uint32(h.v), h.x
	v.all(h.t <= n && n <= maxEntries && (n <= smallHash || n&(n-1) == 0), "table %d has %d entries in room for %d", r, h.t, n)
	if e == 0 && n == 0 {
		return
	}
	size := 2 * n
	if n > smallHash {
		size += n / 4
	}
	v.part(e, r, size)
	if n > smallHash {
		for _, first := range v.words[(e+1+2*n)*4 : (e+1+2*n)*4+n] {
			v.all(first <= h.t, "the index of table %d leads to entry %d", r, first)
		}
	}
	for i := range h.t {
		v.all(n <= smallHash || v.cells[e+1+2*i].x <= i, "the index of table %d leads from entry %d to %d", r, i, v.cells[e+1+2*i].x)
	}
	for i := range h.t {
		v.entry(r, e, i, weak, v.gc.scan != r || i+c.t < scanned)
	}
	if weak {
		v.weakTable(r)
	}
}

// entry checks one entry of a table.
func (v *verifier) entry(t, e, i uint32, weak, marked bool) {
	k, w := v.cells[e+1+2*i], v.cells[e+2+2*i]
	if w.t == tNil {
		v.all(k.t <= tThread && k.t != tFrame, "table %d has a key with tag %d", t, k.t)
		return
	}
	v.value(w, t)
	v.value(Value{v: k.v, t: k.t}, t)
	v.all(k.t != tNil && k.t != tDead, "table %d has a value under no key", t)
	if marked && !weak {
		v.strong(k, t)
		if v.gc.scan != t || !v.gc.scanKeys {
			v.strong(w, t)
		}
	}
	v.all(v.VM.entry(t, k) == int(i), "table %d does not find its entry %d", t, i)
}

// weakTable checks that a table that the end of the marking has finished with refers to nothing white.
func (v *verifier) weakTable(t uint32) {
	c, h := v.cells[t+1], v.cells[t+2]
	through, cleared := !has(v.later, t), !has(v.clears, t)
	for i := uint32(0); through && i < c.t; i++ {
		v.strong(v.cells[uint32(c.v)+1+i], t)
	}
	for i := range h.t {
		k, w := v.cells[uint32(h.v)+1+2*i], v.cells[uint32(h.v)+2+2*i]
		lost := k.t > tString && v.isWhite(uint32(k.v))
		if w.t == tNil {
			continue
		}
		v.all(!lost || !cleared, "the key of entry %d of the weak table %d is lost and stays", i, t)
		if through && !lost {
			v.strong(k, t)
			v.strong(w, t)
		}
	}
}

// ahead notes the tables from one to another in a list.
func (v *verifier) ahead(set []uint64, from, end uint32) {
	for ; from != 0 && from != end; from = v.cells[from].x {
		put(set, from)
	}
}

func (v *verifier) userdata(r uint32) {
	c := v.cells[r+1]
	if c.x != 0 {
		v.keeps(c.x, tTable, r)
	}
	owner, at := uint32(c.v), uint32(c.v>>32)
	if c.t == 0 { // a file, by its number
		v.all(owner == 0, "userdata %d has an owner and no type", r)
		return
	}
	v.all(c.t <= uint32(len(v.types)), "userdata %d has the type %d", r, c.t)
	info := v.types[c.t-1]
	v.keeps(owner, tUser, r)
	o := v.cells[owner+1]
	v.all(o.t != 0 && o.t <= uint32(len(v.types)) && uint32(o.v) == owner && o.v>>32 == 0, "userdata %d has the owner %d", r, owner)
	room := uint64(v.types[o.t-1].size)
	v.all(v.size(owner) >= 2+uint32(room+cellSize-1)/cellSize && uint64(at)+uint64(info.size) <= room && (info.kind != kHandle || owner == r), "userdata %d is of type %d, which is not in its owner", r, c.t)
}

// upvalue checks where an upvalue is: in itself or on a stack.
func (v *verifier) upvalue(r uint32) {
	c := v.cells[r+1]
	at, th := uint32(c.v), uint32(c.v>>32)
	if at == r+2 {
		v.all(v.size(r) >= 3, "upvalue %d has no room for its value", r)
		v.strong(v.cells[at], r)
		return
	}
	v.openUpvalues++
	v.is(th, tThread, r)
	s := v.cells[th+1]
	v.all(uint32(s.v) != 0 && at > uint32(s.v) && at <= uint32(s.v)+s.t, "upvalue %d is at %d, which is not on the stack of %d", r, at, th)
	if th != v.thread && v.cells[th].t&black != 0 {
		v.reached(th, r)
	}
}
