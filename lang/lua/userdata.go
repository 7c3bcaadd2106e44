package lua

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/sinew-robotics/sinew/internal/spelling"
)

// Scripts' operations on typed userdata.

// floatField is where a field, with its name as a string in the arena, begins, in bytes.
type floatField struct{ name, offset uint32 }

// locate notes the positions of fields by the entries of the names, which it reads again when they have changed.
func (vm *VM) locate(info *typeInfo) {
	h := vm.cells[info.names+2]
	info.floats = slices.Grow(info.floats[:0], int(h.t))[:h.t]
	clear(info.floats)
	for e := range info.floats {
		at := uint32(h.v) + 1 + 2*uint32(e)
		k, v := vm.cells[at], vm.cells[at+1]
		if k.t == tString && v.t == tLight && info.fields[v.v].kind == kFloat64 {
			info.floats[e] = floatField{uint32(k.v), info.fields[v.v].offset}
		}
	}
}

// float is the place of a field of the userdata o if o is typed and the field is a float64 that was found before where
// the key's x says; otherwise it is nil.
func (vm *VM) float(o uint32, key *Value) *uint64 {
	c := &vm.cells[o+1]
	if c.t == 0 {
		return nil
	}
	floats := vm.types[c.t-1].floats
	if key.x >= uint32(len(floats)) || uint64(floats[key.x].name) != key.v {
		return nil
	}
	return (*uint64)(unsafe.Pointer(&vm.bytes[int(uint32(c.v)+2)*cellSize+int(uint32(c.v>>32)+floats[key.x].offset)]))
}

// userGet is o[k] for run, which must reload its registers if it says so: dst is one of them, a safe place.
func (vm *VM) userGet(o, k Value, hint *uint32, dst *Value) (reload bool) {
	vm.epoch = (vm.epoch + 1) & 0xffff
	vm.userIndex(o, k, hint, dst)
	if vm.debt > 0 {
		vm.collectAsDue()
		return true
	}
	return false
}

// userIndex is o[k] for a typed userdata.
func (vm *VM) userIndex(o, k Value, hint *uint32, dst *Value) {
	c := &vm.cells[uint32(o.v)+1]
	info, owner, at := vm.types[c.t-1], uint32(c.v), uint32(c.v>>32)
	if k.t == tString {
		p := vm.getField(info.names, k, hint)
		if p == nil || p.t == tNil {
			vm.noField(info, k)
		}
		if p.t != tLight {
			*dst = *p
			return
		}
		f := &info.fields[p.v]
		vm.loadField(f, owner, at+f.offset, dst)
		return
	}
	i, ok := k.AsInt()
	if info.kind != kArray || !ok {
		vm.noField(info, k)
	}
	if uint64(i-1) >= uint64(info.count) {
		*dst = Nil
		return
	}
	vm.loadField(&info.fields[0], owner, at+uint32(i-1)*(info.size/info.count), dst)
}

// noField raises the error for a name that is not a field.
func (vm *VM) noField(info *typeInfo, k Value) {
	if k.t != tString {
		vm.fail("%s has no elements: it was indexed with a %s", info.name, vm.typeName(k))
	}
	name, do := string(vm.text(uint32(k.v))), ""
	var names []string
	for n := range vm.Pairs(ref(info.names, tTable)) {
		names = append(names, vm.Text(n))
	}
	if near := spelling.Nearest(name, names); near != "" {
		do = ": did you mean '" + near + "'?"
	}
	vm.fail("%s has no field '%s'%s", info.name, name, do)
}

// loadField reads a field or an element that begins at a byte of its owner.
func (vm *VM) loadField(f *field, owner, at uint32, dst *Value) {
	from := int(owner+2)*cellSize + int(at)
	b := vm.bytes[from : from+8] // there are cells after the arena's last
	switch f.kind {
	case kFloat64:
		dst.v, dst.t = binary.NativeEndian.Uint64(b), tFloat
	case kStruct, kArray:
		r := vm.alloc(1, tUser)
		vm.cells[r+1] = Value{v: uint64(owner) | uint64(at)<<32, t: f.of.number + 1, x: f.of.meta}
		*dst = ref(r, tUser)
	default:
		*dst = loadScalar(f.kind, b)
	}
}

// loadScalar reads a number or a boolean.
func loadScalar(k kind, b []byte) Value {
	switch k {
	case kBool:
		return Bool(b[0] != 0)
	case kFloat32:
		return Float(float64(math.Float32frombits(binary.NativeEndian.Uint32(b))))
	case kFloat64:
		return Float(math.Float64frombits(binary.NativeEndian.Uint64(b)))
	case kInt8:
		return Int(int64(int8(b[0])))
	case kInt16:
		return Int(int64(int16(binary.NativeEndian.Uint16(b))))
	case kInt32:
		return Int(int64(int32(binary.NativeEndian.Uint32(b))))
	case kUint8:
		return Int(int64(b[0]))
	case kUint16:
		return Int(int64(binary.NativeEndian.Uint16(b)))
	case kUint32:
		return Int(int64(binary.NativeEndian.Uint32(b)))
	}
	return Int(int64(binary.NativeEndian.Uint64(b)))
}

// userSet is o[k] = v for a typed userdata.
func (vm *VM) userSet(o, k, v Value, hint *uint32) {
	info, owner, at := vm.typed(o)
	if k.t == tString {
		p := vm.getField(info.names, k, hint)
		if p == nil || p.t == tNil {
			vm.noField(info, k)
		}
		if p.t != tLight {
			vm.fail("'%s' is a method of %s, and cannot be set", vm.Text(k), info.name)
		}
		f := &info.fields[p.v]
		vm.replaceField(f, owner, at+f.offset, v, k, info)
		return
	}
	i, ok := k.AsInt()
	if info.kind != kArray || !ok {
		vm.noField(info, k)
	}
	if uint64(i-1) >= uint64(info.count) {
		vm.fail("index %d is outside of %s: 1 to %d", i, info.name, info.count)
	}
	vm.replaceField(&info.fields[0], owner, at+uint32(i-1)*(info.size/info.count), v, k, info)
}

// replaceField stores all of v or, if it does not fit, nothing.
func (vm *VM) replaceField(f *field, owner, at uint32, v, k Value, in *typeInfo) {
	if f.of != nil && v.t == tTable {
		fresh := vm.newTyped(f.of)
		vm.fill(f.of, fresh, 0, v)
		copy(vm.bytesOf(owner, at, f.of.size), vm.bytesOf(fresh, 0, f.of.size))
		return
	}
	vm.storeField(f, owner, at, v, k, in)
}

// storeField stores a value under a key of a type.
func (vm *VM) storeField(f *field, owner, at uint32, v, k Value, in *typeInfo) {
	switch {
	case f.of == nil:
		if fault := storeScalar(f.kind, vm.bytesOf(owner, at, 8), v); fault != "" {
			if fault == expected {
				fault = fmt.Sprintf("%s expected, got %s", scalarName(f.kind), vm.typeName(v))
			}
			vm.fail("bad value for '%s' of %s (%s)", vm.keyText(k), in.name, fault)
		}
	case v.t == tTable:
		clear(vm.bytesOf(owner, at, f.of.size))
		vm.fill(f.of, owner, at, v)
	default:
		info, from, begin := vm.typed(v)
		if info != f.of {
			vm.fail("bad value for '%s' of %s (%s expected, got %s)", vm.keyText(k), in.name, f.of.name, vm.typeName(v))
		}
		copy(vm.bytesOf(owner, at, info.size), vm.bytesOf(from, begin, info.size))
	}
}

func (vm *VM) keyText(k Value) string { return string(vm.appendString(nil, k)) }

// expected stands for a value of another type in storeScalar's message.
const expected = "expected"

// scalarName is the type of Lua that a kind takes.
func scalarName(k kind) string {
	if k == kBool {
		return "boolean"
	}
	return "number"
}

// storeScalar writes a number or a boolean, or returns why it does not fit.
func storeScalar(k kind, b []byte, v Value) (fault string) {
	switch k {
	case kBool:
		if v.t != tTrue && v.t != tFalse {
			return expected
		}
		b[0] = 0
		if v.t == tTrue {
			b[0] = 1
		}
		return ""
	case kFloat32, kFloat64:
		f, ok := v.AsFloat()
		switch {
		case !ok:
			return expected
		case k == kFloat64:
			binary.NativeEndian.PutUint64(b, math.Float64bits(f))
		case math.IsInf(float64(float32(f)), 0) && !math.IsInf(f, 0):
			return fmt.Sprintf("%g does not fit 32 bits", f)
		default:
			binary.NativeEndian.PutUint32(b, math.Float32bits(float32(f)))
		}
		return ""
	}
	i, ok := v.AsInt()
	if !ok {
		if isNumeric(v) {
			return "number has no integer representation"
		}
		return expected
	}
	bits := 8 << ((k - kInt8) & 3)
	if lowest, highest := int64(-1)<<(bits-1), int64(1)<<(bits-1)-1; k < kUint8 && (i < lowest || i > highest) {
		return fmt.Sprintf("%d is outside of %d to %d", i, lowest, highest)
	}
	if k >= kUint8 && (i < 0 || bits < 64 && i >= 1<<bits) {
		return fmt.Sprintf("%d does not fit %d bits without a sign", i, bits)
	}
	switch bits {
	case 8:
		b[0] = byte(i)
	case 16:
		binary.NativeEndian.PutUint16(b, uint16(i))
	case 32:
		binary.NativeEndian.PutUint32(b, uint32(i))
	default:
		binary.NativeEndian.PutUint64(b, uint64(i))
	}
	return ""
}

// fill stores a table's content in a value: fields by their names, or all elements of an array.
func (vm *VM) fill(info *typeInfo, owner, at uint32, t Value) {
	if info.kind == kArray {
		if n := vm.Len(t); n != int(info.count) {
			vm.fail("%s has %d elements, the table %d", info.name, info.count, n)
		}
		for i := range info.count {
			k := Int(int64(i) + 1)
			vm.storeField(&info.fields[0], owner, at+i*(info.size/info.count), vm.Get(t, k), k, info)
		}
		return
	}
	for k, v := range vm.Pairs(t) {
		p := vm.get(info.names, k)
		if p.t != tLight {
			vm.noField(info, k)
		}
		f := &info.fields[p.v]
		vm.storeField(f, owner, at+f.offset, v, k, info)
	}
}

// construct makes a value for a script: zero, from a table, or a copy.
func (vm *VM) construct(info *typeInfo, n int) Value {
	r := vm.newTyped(info)
	v := vm.Arg(0)
	if n == 0 {
		return ref(r, tUser)
	}
	from, owner, at := vm.typed(v)
	switch {
	case v.t == tTable:
		vm.fill(info, r, 0, v)
	case from == info:
		copy(vm.bytesOf(r, 0, info.size), vm.bytesOf(owner, at, info.size))
	default:
		vm.argTypeFault(0, n, "table or "+info.name)
	}
	return ref(r, tUser)
}

// userMeta fills the metatable of a type with the functions that all types share. They find the type by the value.
func (vm *VM) userMeta(info *typeInfo) {
	set := func(event int, name string, f Function) {
		v, ok := vm.findFunction(name)
		if !ok {
			v = vm.register(goFunction{name: name, call: f})
		}
		vm.set(info.meta, vm.events[event], v)
	}
	set(evToString, "userdata. tostring", userToString)
	if info.kind == kHandle {
		set(evGC, "userdata. release", userRelease)
		set(evClose, "userdata. release", userRelease)
		return
	}
	set(evEq, "userdata. equal", userEqual)
	set(evPairs, "userdata. pairs", userPairs)
	if _, ok := vm.findFunction("userdata. next"); !ok {
		vm.register(goFunction{name: "userdata. next", call: userNext})
	}
	if info.kind == kArray {
		set(evLen, "userdata. length", userLength)
	}
}

func (vm *VM) typedArg(i, n int) (info *typeInfo, owner, at uint32) {
	info, owner, at = vm.typed(vm.Arg(i))
	if info == nil || i >= n {
		vm.argTypeFault(i, n, "typed userdata")
	}
	return info, owner, at
}

func userLength(vm *VM, n int) int {
	info, _, _ := vm.typedArg(0, n)
	vm.Push(Int(int64(info.count)))
	return 1
}

// userRelease gives a handle back to the host, once.
func userRelease(vm *VM, n int) int {
	info, owner, _ := vm.typedArg(0, n)
	if info.kind != kHandle {
		vm.argTypeFault(0, n, "handle")
	}
	if c := &vm.cells[owner+2]; c.t != 0 {
		c.t = 0
		vm.giveBack(info, c.v)
	}
	return 0
}

func userEqual(vm *VM, n int) int {
	a, owner, at := vm.typedArg(0, n)
	b, other, begin := vm.typed(vm.Arg(1))
	vm.Push(Bool(a == b && vm.equalTyped(a, owner, at, other, begin)))
	return 1
}

func (vm *VM) equalTyped(t *typeInfo, owner, at, other, begin uint32) bool {
	count, step := uint32(1), uint32(0)
	if t.kind == kArray && t.count != 1 {
		if count = t.count; count > 0 {
			step = t.size / count
		}
	}
	for i := range count {
		for j := range t.fields {
			f := &t.fields[j]
			offset := i*step + f.offset
			if f.of != nil {
				if !vm.equalTyped(f.of, owner, at+offset, other, begin+offset) {
					return false
				}
				continue
			}
			var x, y Value
			vm.loadField(f, owner, at+offset, &x)
			vm.loadField(f, other, begin+offset, &y)
			if !rawEqual(x, y) {
				return false
			}
		}
	}
	return true
}

// userPairs iterates over fields in their order, or over elements.
func userPairs(vm *VM, n int) int {
	vm.typedArg(0, n)
	vm.Push(vm.function("userdata. next"))
	vm.Push(vm.Arg(0))
	vm.Push(Nil)
	return 3
}

func userNext(vm *VM, n int) int {
	info, owner, at := vm.typedArg(0, n)
	i, v := 0, Nil
	k := vm.Arg(1)
	if info.kind == kArray {
		if k.t != tNil {
			i = int(vm.intArg(1, n))
		}
		if uint64(i) >= uint64(info.count) {
			vm.Push(Nil)
			return 1
		}
		vm.Push(Int(int64(i) + 1))
		vm.loadField(&info.fields[0], owner, at+uint32(i)*(info.size/info.count), &v)
		vm.Push(v)
		return 2
	}
	if k.t != tNil {
		p := vm.get(info.names, k)
		if p.t != tLight {
			vm.noField(info, k)
		}
		i = int(p.v) + 1
	}
	if i >= len(info.fields) {
		vm.Push(Nil)
		return 1
	}
	vm.Push(vm.String(info.fields[i].name))
	vm.loadField(&info.fields[i], owner, at+info.fields[i].offset, &v)
	vm.Push(v)
	return 2
}

func userToString(vm *VM, n int) int {
	info, owner, at := vm.typedArg(0, n)
	if info.kind == kHandle {
		what := ""
		if vm.cells[owner+2].t == 0 {
			what = " (released)"
		}
		vm.Push(vm.String(info.name + what))
		return 1
	}
	vm.Push(vm.intern(vm.appendTyped([]byte(info.name), info, owner, at)))
	return 1
}

// shownElements bounds how many elements of an array tostring shows.
const shownElements = 64

// appendTyped appends a value as the table that would make it.
func (vm *VM) appendTyped(b []byte, t *typeInfo, owner, at uint32) []byte {
	b = append(b, '{')
	one := func(f *field, offset uint32) {
		if f.of != nil {
			b = vm.appendTyped(b, f.of, owner, at+offset)
			return
		}
		var v Value
		if vm.loadField(f, owner, at+offset, &v); f.kind == kBool {
			b = fmt.Append(b, v.t == tTrue)
			return
		}
		b = vm.appendString(b, v)
	}
	if t.kind == kArray {
		for i := range min(t.count, shownElements) {
			if i > 0 {
				b = append(b, ", "...)
			}
			one(&t.fields[0], i*(t.size/t.count))
		}
		if t.count > shownElements {
			b = append(b, ", …"...)
		}
		return append(b, '}')
	}
	for i := range t.fields {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(append(b, t.fields[i].name...), " = "...)
		one(&t.fields[i], t.fields[i].offset)
	}
	return append(b, '}')
}
