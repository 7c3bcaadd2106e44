package lua

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unsafe"
)

// A typed userdata is a header and a cell: the userdata that owns the bytes and where in them the value begins (v), the
// number of its type plus one (t), the metatable (x). The owner's bytes follow its cell; a field that is a struct or an
// array is a userdata without bytes that refers to its owner. So values move, are saved and are collected with the
// arena, and a field of a field can be set in place. A handle's owner holds one number.

// kind is what a Go value is to a script.
type kind uint8

const (
	kBool kind = iota + 1
	kInt8
	kInt16
	kInt32
	kInt64
	kUint8
	kUint16
	kUint32
	kUint64
	kFloat32
	kFloat64
	kStruct
	kArray
	kHandle
	kString // from here on only for arguments and results of functions
	kBytes
	kSlice
	kValue
	kResults // the fields of an unnamed struct, as several results
)

// scalar returns the kind for a Go kind of numbers or booleans.
func scalar(k reflect.Kind) (kind, bool) {
	switch k {
	case reflect.Bool:
		return kBool, true
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return kInt8 + kind(k-reflect.Int8), true
	case reflect.Int:
		return kInt64, strconv.IntSize == 64
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return kUint8 + kind(k-reflect.Uint8), true
	case reflect.Uint:
		return kUint64, strconv.IntSize == 64
	case reflect.Float32:
		return kFloat32, true
	case reflect.Float64:
		return kFloat64, true
	}
	return 0, false
}

// field is a field of a struct or an element of an array.
type field struct {
	name   string
	kind   kind
	offset uint32    // in bytes
	of     *typeInfo // of a struct or an array
}

// span is a run of bytes.
type span struct{ from, size uint32 }

// typeInfo is a Go type as known to one machine.
type typeInfo struct {
	floats      []floatField // of the fields that are float64, at the entries of names; the others are zero
	name        string
	goType      reflect.Type
	kind        kind // kStruct, kArray or kHandle
	number      uint32
	size, count uint32  // bytes; elements of an array
	fields      []field // of an array one, its element
	gaps        []span  // bytes of no field, which stay zero
	names, meta uint32  // in the arena: fields by their names, methods; the metatable
	release     func(n uint64)
}

// Type is a Go struct or array that scripts can hold.
type Type[T any] struct {
	vm   *VM
	info *typeInfo
}

// Describe makes a struct or an array type known to the scripts of a machine, with all its parts: booleans, numbers,
// structs and arrays of these. A script makes a value with name{field = 1}, and reads and sets p.position.x or q[3].
// Exported fields have their names in lower camel case (Position, JointNames: position, jointNames) or the name in a tag
// `lua:"name"`; `lua:"-"` hides a field. All faults of a type are reported together.
func Describe[T any](vm *VM, name string) (Type[T], error) {
	t := reflect.TypeFor[T]()
	if vm.nested > 0 {
		return Type[T]{}, ErrBusy
	}
	if k := t.Kind(); k != reflect.Struct && k != reflect.Array {
		return Type[T]{}, fmt.Errorf("lua: type %s: %s is neither a struct nor an array: scripts hold it as it is", name, t)
	}
	if err := vm.freeName(name, t); err != nil {
		return Type[T]{}, err
	}
	if err := errors.Join(holdable(t, name)...); err != nil {
		return Type[T]{}, err
	}
	var info *typeInfo
	err := vm.Try(func() {
		info = vm.infoOf(t)
		vm.rename(info, name)
		vm.set(vm.globals, vm.String(name), vm.register(goFunction{name: name, call: func(vm *VM, n int) int {
			vm.Push(vm.construct(info, n))
			return 1
		}}))
	})
	return Type[T]{vm, info}, err
}

// freeName refuses a name that another type has or that is not a valid name.
func (vm *VM) freeName(name string, t reflect.Type) error {
	ok := name != ""
	for i, c := range name {
		ok = ok && (c == '_' || c < 128 && (unicode.IsLetter(c) || i > 0 && unicode.IsDigit(c)))
	}
	if !ok {
		return fmt.Errorf("lua: a type is called %q: choose a name of Lua, such as Pose", name)
	}
	for _, other := range vm.types {
		if other.name == name || other.goType == t && other.name != t.String() {
			return fmt.Errorf("lua: type %s: %s has been described before, as %s", name, other.goType, other.name)
		}
	}
	return nil
}

// holdable lists the parts of a type that the arena cannot hold.
func holdable(t reflect.Type, path string) (faults []error) {
	if _, ok := scalar(t.Kind()); ok {
		return nil
	}
	if t.Size() > 1<<24 {
		return []error{fmt.Errorf("lua: %s has %d bytes: at most %d", path, t.Size(), 1<<24)}
	}
	switch t.Kind() {
	case reflect.Array:
		return holdable(t.Elem(), path+"[1]")
	case reflect.Struct:
		seen := map[string]bool{}
		for i := range t.NumField() {
			f := t.Field(i)
			name := luaName(f)
			if name != "" && seen[name] {
				faults = append(faults, fmt.Errorf("lua: %s has two fields %q: give one a tag `lua:\"name\"`", path, name))
			}
			seen[name] = true
			faults = append(faults, holdable(f.Type, path+"."+f.Name)...)
		}
		return faults
	}
	do := "use a struct, an array or a number"
	switch t.Kind() {
	case reflect.Slice:
		do = "use an array, whose size is fixed"
	case reflect.String:
		do = "use an array of bytes, or keep texts in a table"
	case reflect.Pointer, reflect.Interface, reflect.Map, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		do = "give out a handle for it (DescribeHandle)"
	}
	return []error{fmt.Errorf("lua: %s is a %s, which the arena cannot hold: %s", path, t, do)}
}

// luaName is the name of a field in scripts, or "" if they do not see it.
func luaName(f reflect.StructField) string {
	if !f.IsExported() {
		return ""
	}
	switch tag := f.Tag.Get("lua"); tag {
	case "":
	case "-":
		return ""
	default:
		return tag
	}
	// Leading capitals become lower case, except one that begins a word: ID, URLPath: id, urlPath.
	r := []rune(f.Name)
	for i := range r {
		if !unicode.IsUpper(r[i]) || i > 0 && i+1 < len(r) && unicode.IsLower(r[i+1]) {
			break
		}
		r[i] = unicode.ToLower(r[i])
	}
	return string(r)
}

// infoOf finds or makes what the machine knows about a type that can be held.
func (vm *VM) infoOf(t reflect.Type) *typeInfo {
	for _, info := range vm.types {
		if info.goType == t {
			return info
		}
	}
	info := &typeInfo{name: t.String(), goType: t, kind: kStruct, size: uint32(t.Size())}
	if t.Kind() == reflect.Array {
		info.kind, info.count = kArray, uint32(t.Len())
		info.fields = []field{vm.fieldOf("", t.Elem(), 0)}
		for _, g := range info.fields[0].gaps() {
			for i := range info.count {
				info.gaps = append(info.gaps, span{i*uint32(t.Elem().Size()) + g.from, g.size})
			}
		}
	} else {
		end := uint32(0)
		for i := range t.NumField() {
			f := t.Field(i)
			at := uint32(f.Offset)
			info.gap(end, at)
			end = at + uint32(f.Type.Size())
			if f.Name == "_" {
				info.gap(at, end)
				continue
			}
			inner := vm.fieldOf(luaName(f), f.Type, at)
			for _, g := range inner.gaps() {
				info.gap(at+g.from, at+g.from+g.size)
			}
			if inner.name != "" {
				info.fields = append(info.fields, inner)
			}
		}
		info.gap(end, info.size)
	}
	vm.installType(info)
	return info
}

func (vm *VM) fieldOf(name string, t reflect.Type, offset uint32) field {
	if k, ok := scalar(t.Kind()); ok {
		return field{name: name, kind: k, offset: offset}
	}
	info := vm.infoOf(t)
	return field{name: name, kind: info.kind, offset: offset, of: info}
}

func (f *field) gaps() []span {
	if f.of == nil {
		return nil
	}
	return f.of.gaps
}

func (t *typeInfo) gap(from, to uint32) {
	if to > from {
		t.gaps = append(t.gaps, span{from, to - from})
	}
}

// typesKey is where the registry has the tables of types: names and metatable of the first, of the second, …
const typesKey = "types"

// installType gives a type its number and its tables in the arena.
func (vm *VM) installType(info *typeInfo) {
	names, meta := vm.newTable(0, uint32(len(info.fields))), vm.newTable(0, 8)
	key := vm.String(typesKey)
	list := vm.get(vm.registry, key)
	if list.t == tNil {
		list = vm.NewTable(4, 0)
		vm.set(vm.registry, key, list)
	}
	n := int64(2 * len(vm.types))
	vm.set(uint32(list.v), Int(n+1), ref(names, tTable))
	vm.set(uint32(list.v), Int(n+2), ref(meta, tTable))
	info.names, info.meta = names, meta
	if info.kind == kStruct {
		for i, f := range info.fields {
			vm.set(names, vm.String(f.name), Light(uint64(i)))
		}
	}
	vm.locate(info)
	vm.userMeta(info)
	info.number = uint32(len(vm.types))
	vm.types = append(vm.types, info)
	vm.rename(info, info.name)
}

// rename gives a type its name in scripts.
func (vm *VM) rename(info *typeInfo, name string) {
	info.name = name
	vm.set(info.meta, vm.events[evName], vm.String(name))
	vm.set(info.meta, vm.events[evMetatable], vm.String(name))
}

// typeLine begins the line of a type among a state's names. No function's name begins with it.
const typeLine = "\ttype "

// layout appends a line that describes a type, so that a saved state is not read as another.
func (t *typeInfo) layout(b []byte) []byte {
	b = fmt.Appendf(b, "%s%s: kind %d, %d bytes, %d elements", typeLine, t.name, t.kind, t.size, t.count)
	for _, f := range t.fields {
		b = fmt.Appendf(b, ", %s: kind %d at %d", f.name, f.kind, f.offset)
		if f.of != nil {
			b = fmt.Appendf(b, " (%s)", f.of.name)
		}
	}
	return append(b, '\n')
}

// match puts functions and types in the order of a state's list of names, and returns an error for what is missing.
func (vm *VM) match(list string) (functions []goFunction, types []*typeInfo, err error) {
	if list == string(vm.names(nil)) {
		return vm.functions, vm.types, nil
	}
	used := make([]bool, len(vm.functions))
	for line := range strings.Lines(list) {
		name := strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, typeLine) {
			i := slices.IndexFunc(vm.types, func(t *typeInfo) bool { return string(t.layout(nil)) == line })
			if i < 0 {
				err = errors.Join(err, fmt.Errorf("lua: the state has the type %s, which differs or is missing in this machine: describe it", strings.TrimPrefix(name, typeLine)))
				continue
			}
			types = append(types, vm.types[i])
			continue
		}
		i := 0
		for i < len(used) && (used[i] || vm.functions[i].name != name) {
			i++
		}
		if i == len(used) {
			err = errors.Join(err, fmt.Errorf("lua: the state was made with other Go functions: %s is missing", strings.TrimSpace(name)))
			continue
		}
		used[i] = true
		functions = append(functions, vm.functions[i])
	}
	for missing, i := err != nil, 0; i < len(vm.types) && !missing; i++ {
		if t := vm.types[i]; !slices.Contains(types, t) {
			err = errors.Join(err, fmt.Errorf("lua: the state does not know the type %s: describe it after Restore", t.name))
		}
	}
	for i, f := range vm.functions {
		if !used[i] { // unknown to the state's scripts, and so at the end
			functions = append(functions, f)
		}
	}
	return functions, types, err
}

// rebind finds the tables of types in a restored arena.
func (vm *VM) rebind() {
	if len(vm.types) == 0 {
		return
	}
	list := vm.get(vm.registry, vm.known(typesKey))
	for i, t := range vm.types {
		t.number = uint32(i)
		t.names = uint32(vm.Get(list, Int(int64(2*i+1))).v)
		t.meta = uint32(vm.Get(list, Int(int64(2*i+2))).v)
		vm.locate(t)
	}
}

// typed returns what is known about a typed userdata.
func (vm *VM) typed(v Value) (info *typeInfo, owner, at uint32) {
	if v.t != tUser {
		return nil, 0, 0
	}
	c := vm.cells[uint32(v.v)+1]
	if c.t == 0 {
		return nil, 0, 0
	}
	return vm.types[c.t-1], uint32(c.v), uint32(c.v >> 32)
}

// bytesOf returns the bytes of a value within its owner.
func (vm *VM) bytesOf(owner, at, size uint32) []byte {
	from := int(owner+2)*cellSize + int(at)
	return vm.bytes[from : from+int(size) : from+int(size)]
}

// newTyped makes a userdata with its own bytes, all zero.
func (vm *VM) newTyped(info *typeInfo) uint32 {
	n := (info.size + cellSize - 1) / cellSize
	r := vm.alloc(1+n, tUser)
	vm.cells[r+1] = Value{v: uint64(r), t: info.number + 1, x: info.meta}
	clear(vm.cells[r+2 : r+2+n])
	return r
}

// New makes a userdata of a value. It raises a Lua error when memory runs out: call it in a Go function, or in Try.
func (t Type[T]) New(value T) Value {
	r := t.vm.newTyped(t.info)
	v := ref(r, tUser)
	t.Set(v, value)
	return v
}

// at is where the bytes of a userdata of this type begin, or nil if v is not one. It is not inlined so that Get and Set are: then
// a value is copied once.
//
//go:noinline
func (t *typeInfo) at(vm *VM, v Value) unsafe.Pointer {
	if v.t != tUser {
		return nil
	}
	c := &vm.cells[uint32(v.v)+1]
	if c.t != t.number+1 {
		return nil
	}
	return unsafe.Pointer(unsafe.SliceData(vm.bytesOf(uint32(c.v), uint32(c.v>>32), t.size)))
}

// Get returns the value in a userdata of this type, and whether v is one.
func (t Type[T]) Get(v Value) (value T, ok bool) {
	if p := t.info.at(t.vm, v); p != nil {
		return *(*T)(p), true
	}
	return value, false
}

// Set stores a value in a userdata of this type, and reports whether v is one.
func (t Type[T]) Set(v Value, value T) bool {
	p := t.info.at(t.vm, v)
	if p != nil {
		if *(*T)(p) = value; t.info.gaps != nil {
			t.info.fillGaps(unsafe.Slice((*byte)(p), t.info.size))
		}
	}
	return p != nil
}

// put copies a Go value into bytes, without what lies in gaps.
func (t *typeInfo) put(b []byte, value unsafe.Pointer) {
	copy(b, unsafe.Slice((*byte)(value), t.size))
	t.fillGaps(b)
}

// fillGaps clears what lies in gaps.
func (t *typeInfo) fillGaps(b []byte) {
	for _, g := range t.gaps {
		clear(b[g.from : g.from+g.size])
	}
}

// Handle is a number of the host, such as the index of an open device, that scripts can hold and pass on but not read.
type Handle[T ~uint64] struct {
	vm   *VM
	info *typeInfo
}

// DescribeHandle makes a type of handles known. release, if not nil, is called once for each handle: when no script can
// reach it any more, at the end of a variable with the attribute close, or by Close. It must not call the machine.
func DescribeHandle[T ~uint64](vm *VM, name string, release func(T)) (Handle[T], error) {
	t := reflect.TypeFor[T]()
	if vm.nested > 0 {
		return Handle[T]{}, ErrBusy
	}
	if t == reflect.TypeFor[uint64]() {
		return Handle[T]{}, fmt.Errorf("lua: handle %s: uint64 is a number to scripts: declare a type of its own", name)
	}
	if err := vm.freeName(name, t); err != nil {
		return Handle[T]{}, err
	}
	info := &typeInfo{name: name, goType: t, kind: kHandle, size: 8}
	if release != nil {
		info.release = func(n uint64) { release(T(n)) }
	}
	err := vm.Try(func() { vm.installType(info) })
	return Handle[T]{vm, info}, err
}

// New makes a handle. It raises a Lua error when memory runs out, without calling release.
func (h Handle[T]) New(n T) Value { return h.vm.newHandle(h.info, uint64(n)) }

func (vm *VM) newHandle(info *typeInfo, n uint64) Value {
	r := vm.newTyped(info)
	if info.release != nil {
		vm.enlist(r)
	}
	vm.cells[r+2] = Value{v: n, t: 1}
	if vm.update != nil && info.release != nil {
		vm.update.made = append(vm.update.made, handed{info, n})
	}
	return ref(r, tUser)
}

// Get returns the number of a handle of this type, and whether v is one that has not been released.
func (h Handle[T]) Get(v Value) (T, bool) {
	info, owner, _ := h.vm.typed(v)
	if info == nil || info != h.info || h.vm.cells[owner+2].t == 0 {
		return 0, false
	}
	return T(h.vm.cells[owner+2].v), true
}
