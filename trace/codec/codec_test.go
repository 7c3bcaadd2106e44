package codec

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/math/spatial"
)

type mode uint8

type joint struct {
	name    string
	q, v    float32
	enabled bool
}

type opaque struct{ n int }

func (o *opaque) AppendTrace(dst []byte) []byte {
	for range o.n {
		dst = append(dst, 0xab)
	}
	return dst
}

func (o *opaque) DecodeTrace(data []byte) error {
	if bytes.Count(data, []byte{0xab}) != len(data) {
		return fmt.Errorf("a byte that is not 0xab")
	}
	o.n = len(data)
	return nil
}

type named struct{ opaque }

func (*named) TraceSchema() (string, string, []byte) { return "test.Named", "text", []byte("ab") }

type byteLike byte

type everything struct {
	Flag             bool
	I8               int8
	I16              int16
	I32              int32
	I64              int64
	I                int
	U8               uint8
	U16              uint16
	U32              uint32
	U64              uint64
	U                uint
	F32              float32
	F64              float64
	C                complex128
	Text             string
	Data             []byte
	Odd              []byteLike
	MAC              [6]byte
	Wait             time.Duration
	Waits            []time.Duration
	Mode             mode
	Q                [7]float64
	Grid             [2][3]int16
	Flags            [3]bool
	Pose             spatial.Pose
	Joints           []joint
	Two              [2]joint
	Points           [2]spatial.Vec3
	Near             *spatial.Vec3
	Far              *spatial.Vec3
	Speed            *float64
	Rows             [][]float64
	Ptrs             []*joint
	Blobs            [][]byte
	Cs               []complex64
	I8s              []int8
	Big              [300]float64
	Op               opaque
	Ops              []opaque
	Deep             struct{ Op struct{ A, B opaque } }
	_                [3]int
	Größe            float64
	spatial.Twist    // embedded
	unexported, also int32
}

func sample() everything {
	near, speed := spatial.V(1, math.Copysign(0, -1), math.Inf(-1)), math.Float64frombits(0x7ff8dead0000beef)
	e := everything{
		Flag: true, I8: -128, I16: -32768, I32: math.MinInt32, I64: math.MinInt64, I: -5, U8: 255, U16: 65535,
		U32: math.MaxUint32, U64: math.MaxUint64, U: 7, F32: math.Float32frombits(0x7fc0beef), F64: -0.1,
		C: complex(1, -2), Text: "a\xff,\"b\n", Data: []byte{1, 2, 3}, Odd: []byteLike{9}, MAC: [6]byte{1, 2, 3, 4, 5, 6},
		Wait: -3 * time.Second, Waits: []time.Duration{1, -1}, Mode: 3, Q: [7]float64{1, 2, 3, 4, 5, 6, 7},
		Grid: [2][3]int16{{-1, 2, -3}, {4, -5, 6}}, Flags: [3]bool{true, false, true}, Pose: spatial.Identity(),
		Joints: []joint{{"a", 1, 2, true}, {"", 0, 0, false}}, Two: [2]joint{{"b", 3, 4, false}, {strings.Repeat("x", 300), 5, 6, true}},
		Points: [2]spatial.Vec3{{X: 1}, {Y: 2}}, Near: &near, Speed: &speed, Rows: [][]float64{{1}, nil, {2, 3}},
		Ptrs: []*joint{nil, {"p", 1, 1, true}}, Blobs: [][]byte{{1}, {}}, Cs: []complex64{complex(1, 2)}, I8s: []int8{-1, 2},
		Op: opaque{200}, Ops: []opaque{{1}, {0}, {130}}, Größe: 1.5, unexported: -7, also: 8,
	}
	e.Deep.Op.A.n, e.Deep.Op.B.n = 127, 20000
	e.Big[299] = 1e-300
	e.Lin.X = 9
	return e
}

func mustFor(t testing.TB, typ reflect.Type) *Codec {
	t.Helper()
	c, err := For(typ, "")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// descriptor returns the message descriptor that the codec's schema holds.
func descriptor(t testing.TB, c interface {
	Schema() (string, string, []byte)
}) protoreflect.MessageDescriptor {
	t.Helper()
	name, encoding, data := c.Schema()
	var set descriptorpb.FileDescriptorSet
	if encoding != "protobuf" {
		t.Fatalf("encoding %q", encoding)
	}
	if err := proto.Unmarshal(data, &set); err != nil {
		t.Fatal(err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		t.Fatal(err)
	}
	d, err := files.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		t.Fatal(err)
	}
	return d.(protoreflect.MessageDescriptor)
}

func TestEverythingComesBack(t *testing.T) {
	c := mustFor(t, reflect.TypeFor[everything]())
	in := sample()
	data := c.Append([]byte("before"), unsafe.Pointer(&in))
	if !bytes.HasPrefix(data, []byte("before")) {
		t.Fatal("what was in the buffer is gone")
	}
	data = data[6:]
	var out everything
	if err := c.Decode(data, unsafe.Pointer(&out)); err != nil {
		t.Fatal(err)
	}
	if d := differ(reflect.ValueOf(&in).Elem(), reflect.ValueOf(&out).Elem(), ""); d != "" {
		t.Fatalf("%s came back otherwise", d)
	}
	m := dynamicpb.NewMessage(descriptor(t, c))
	if err := proto.Unmarshal(data, m); err != nil {
		t.Fatalf("another decoder does not understand it: %v", err)
	}
	if n := len(m.GetUnknown()); n != 0 {
		t.Fatalf("%d bytes are not in the schema", n)
	}
	again, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var other everything
	if err := c.Decode(again, unsafe.Pointer(&other)); err != nil {
		t.Fatal(err)
	}
	if d := differ(reflect.ValueOf(&in).Elem(), reflect.ValueOf(&other).Elem(), ""); d != "" {
		t.Fatalf("%s came back otherwise after another encoder", d)
	}
}

// differ names the first part in which two values differ by bits.
func differ(a, b reflect.Value, path string) string {
	switch a.Kind() {
	case reflect.Float32:
		if math.Float32bits(float32(a.Float())) != math.Float32bits(float32(b.Float())) {
			return path
		}
	case reflect.Float64:
		if math.Float64bits(a.Float()) != math.Float64bits(b.Float()) {
			return path
		}
	case reflect.Complex64, reflect.Complex128:
		x, y := a.Complex(), b.Complex()
		if math.Float64bits(real(x)) != math.Float64bits(real(y)) || math.Float64bits(imag(x)) != math.Float64bits(imag(y)) {
			return path
		}
	case reflect.Struct:
		for i := range a.NumField() {
			if n := a.Type().Field(i).Name; n != "_" {
				if d := differ(a.Field(i), b.Field(i), path+"."+n); d != "" {
					return d
				}
			}
		}
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return path + ".len"
		}
		for i := range a.Len() {
			if d := differ(a.Index(i), b.Index(i), fmt.Sprintf("%s[%d]", path, i)); d != "" {
				return d
			}
		}
	case reflect.Pointer:
		if a.IsNil() != b.IsNil() {
			return path
		}
		if !a.IsNil() {
			return differ(a.Elem(), b.Elem(), path)
		}
	default:
		if !a.Equal(b) {
			return path
		}
	}
	return ""
}

func TestWireBytes(t *testing.T) {
	type pair struct {
		A uint16
		B []float32
		C string
	}
	c := mustFor(t, reflect.TypeFor[pair]())
	got := c.Append(nil, unsafe.Pointer(&pair{300, []float32{1}, "hi"}))
	want := []byte{0x0d, 0x2c, 1, 0, 0, 0x12, 4, 0, 0, 0x80, 0x3f, 0x1a, 2, 'h', 'i'}
	if !bytes.Equal(got, want) {
		t.Fatalf("% x, want % x", got, want)
	}
	if name, _, _ := c.Schema(); name != "codec.pair" {
		t.Errorf("name %q", name)
	}
}

func TestScalarsAndTracersAtTheTop(t *testing.T) {
	x := math.Float64frombits(0xfff4000000000001)
	c := mustFor(t, reflect.TypeFor[float64]())
	var y float64
	if err := c.Decode(c.Append(nil, unsafe.Pointer(&x)), unsafe.Pointer(&y)); err != nil || math.Float64bits(x) != math.Float64bits(y) {
		t.Errorf("%v: %x became %x", err, math.Float64bits(x), math.Float64bits(y))
	}
	o, p := opaque{300}, opaque{}
	c = mustFor(t, reflect.TypeFor[opaque]())
	if err := c.Decode(c.Append(nil, unsafe.Pointer(&o)), unsafe.Pointer(&p)); err != nil || o != p {
		t.Errorf("%v: %v became %v", err, o, p)
	}
	n := named{opaque{3}}
	c = mustFor(t, reflect.TypeFor[named]())
	if name, enc, _ := c.Schema(); name != "test.Named" || enc != "text" {
		t.Errorf("schema %s, %s", name, enc)
	}
	if got := c.Append(nil, unsafe.Pointer(&n)); string(got) != "\xab\xab\xab" {
		t.Errorf("% x", got)
	}
	if err := c.Decode([]byte{1}, unsafe.Pointer(&n)); err == nil {
		t.Error("a fault of the value's own decoder went unheard")
	}
}

type loop struct {
	A    int
	Next *loop
}

type tree struct{ Kids []tree }

type selfish []selfish

func TestUnsupportedNamesEveryField(t *testing.T) {
	type inner struct {
		Fn func()
		M  map[string]int
	}
	type outer struct {
		Good  float64
		Bad   chan int
		In    [2]inner
		Any   *any
		When  time.Time
		Chain loop
		Tree  tree
	}
	_, err := For(reflect.TypeFor[outer](), "")
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"outer: Bad:", "In[].Fn:", "In[].M:", "Any:", "When: a time.Time", "Chain.Next: type codec.loop contains itself", "Tree.Kids[]: type codec.tree contains"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in\n%v", want, err)
		}
	}
	if strings.Contains(err.Error(), "Good") {
		t.Errorf("Good is blamed in\n%v", err)
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[selfish](), reflect.TypeFor[time.Time](), reflect.TypeFor[func()]()} {
		if _, err := For(typ, ""); err == nil {
			t.Errorf("%v was accepted", typ)
		}
	}
}

func TestAppendAllocatesNothing(t *testing.T) {
	c := mustFor(t, reflect.TypeFor[everything]())
	in := sample()
	buf := c.Append(nil, unsafe.Pointer(&in))
	csv := c.AppendCSV(nil, unsafe.Pointer(&in))
	nums := c.Numbers(nil, unsafe.Pointer(&in))
	if n := testing.AllocsPerRun(100, func() {
		buf = c.Append(buf[:0], unsafe.Pointer(&in))
		csv = c.AppendCSV(csv[:0], unsafe.Pointer(&in))
		nums = c.Numbers(nums[:0], unsafe.Pointer(&in))
	}); n != 0 {
		t.Fatalf("%v allocations", n)
	}
}

func TestColumns(t *testing.T) {
	type state struct {
		Pose  spatial.Vec3
		Q     []float32
		Name  string
		Near  *joint
		Wait  time.Duration
		On    bool
		Image []byte
	}
	c := mustFor(t, reflect.TypeFor[state]())
	v := state{Pose: spatial.V(1, 2.5, math.NaN()), Q: []float32{0.1, 2}, Name: `a,"b`, Wait: time.Second, On: true, Image: make([]byte, 5)}
	want := "Pose.X Pose.Y Pose.Z Q.len Q[0] Q[1] Q[2] Q[3] Q[4] Q[5] Q[6] Q[7] Name Near.name Near.q Near.v Near.enabled Wait_ns On Image.len"
	if got := strings.Join(c.Columns(), " "); got != want {
		t.Errorf("columns\n%s, want\n%s", got, want)
	}
	if got, want := string(c.AppendCSV(nil, unsafe.Pointer(&v))), `1,2.5,NaN,2,0.1,2,,,,,,,"a,""b",,,,,1000000000,true,5`; got != want {
		t.Errorf("row\n%s, want\n%s", got, want)
	}
	nums := c.Numbers(nil, unsafe.Pointer(&v))
	if len(nums) != 20 || nums[3] != 2 || nums[18] != 1 || !math.IsNaN(nums[12]) || !math.IsNaN(nums[14]) {
		t.Errorf("numbers %v", nums)
	}
	if n := len(mustFor(t, reflect.TypeFor[everything]()).Columns()); n != MaxColumns {
		t.Errorf("%d columns", n)
	}
	if got := mustFor(t, reflect.TypeFor[float64]()).Columns(); len(got) != 1 || got[0] != "value" {
		t.Errorf("columns of a scalar: %q", got)
	}
}

func TestDecodeFaults(t *testing.T) {
	type inner struct{ V [3]float32 }
	type outer struct {
		A  int8
		On bool
		In inner
		Js [2]joint
	}
	c := mustFor(t, reflect.TypeFor[outer]())
	for _, k := range []struct{ data, want string }{
		{"\x0d\x00\x01\x00\x00", "outer: A: 256 is outside its range -128 to 127"},
		{"\x10\x02", "On: a bool"},
		{"\x09\x00\x01\x00\x00\x00\x00\x00\x00", "A: wire type 1 where 5 belongs"},
		{"\x1a\x03\x0a\x01\x00", "In.V: 1 bytes are no multiple of 4"},
		{"\x1a\x06\x0a\x04\x00\x00\x00\x00", "In.V: 1 elements where 3 belong"},
		{"\x22\x00\x22\x00\x22\x00", "Js: more than its 2 elements"},
		{"\x1a\x7f", "In: its length goes beyond"},
		{"\x0d\x00", "A: its value is cut short"},
		{"\x07", "no field"},
		{"\xff", "no field"},
		{"\x5a\x7f", "unknown field 11: its length"},
	} {
		var v outer
		if err := c.Decode([]byte(k.data), unsafe.Pointer(&v)); err == nil || !strings.Contains(err.Error(), k.want) {
			t.Errorf("% x: %v, want %q", k.data, err, k.want)
		}
	}
	v := outer{A: 5}
	if err := c.Decode([]byte("\x5a\x01x\x60\x05"), unsafe.Pointer(&v)); err != nil || v.A != 0 {
		t.Errorf("unknown fields: %v, A = %d", err, v.A)
	}
}

func TestDecodeBoundsMemory(t *testing.T) {
	type huge struct {
		Rows []struct{ M [1 << 20]float64 }
	}
	c := mustFor(t, reflect.TypeFor[huge]())
	var v huge
	if err := c.Decode([]byte{0x0a, 0, 0x0a, 0}, unsafe.Pointer(&v)); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Errorf("two empty rows of 8 MiB: %v", err)
	}
}

var scalars = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64](), reflect.TypeFor[int](),
	reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](), reflect.TypeFor[uint](), reflect.TypeFor[float32](),
	reflect.TypeFor[float64](), reflect.TypeFor[complex64](), reflect.TypeFor[complex128](), reflect.TypeFor[string](), reflect.TypeFor[time.Duration](),
	reflect.TypeFor[byteLike](), reflect.TypeFor[opaque](), reflect.TypeFor[struct{}](),
}

func drawType(t *rapid.T, depth int) reflect.Type {
	switch k := rapid.IntRange(0, 9).Draw(t, "kind"); {
	case depth == 0 || k < 4:
		return rapid.SampledFrom(scalars).Draw(t, "scalar")
	case k < 6:
		return reflect.SliceOf(drawType(t, depth-1))
	case k < 7:
		return reflect.ArrayOf(rapid.SampledFrom([]int{0, 1, 3, 200}).Draw(t, "len"), drawType(t, min(1, depth-1)))
	case k < 8:
		return reflect.PointerTo(drawType(t, depth-1))
	}
	fields := make([]reflect.StructField, rapid.IntRange(0, 5).Draw(t, "fields"))
	for i := range fields {
		fields[i] = reflect.StructField{Name: string(rune('A' + i)), Type: drawType(t, depth-1)}
	}
	return reflect.StructOf(fields)
}

// drawValue fills v with bits drawn at random.
func drawValue(t *rapid.T, v reflect.Value) {
	bits := func() uint64 { return rapid.Uint64().Draw(t, "bits") }
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(bits()&1 == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(bits())
	case reflect.Float32:
		*(*uint32)(v.Addr().UnsafePointer()) = uint32(bits())
	case reflect.Float64:
		*(*uint64)(v.Addr().UnsafePointer()) = bits()
	case reflect.Complex64:
		*(*uint64)(v.Addr().UnsafePointer()) = bits()
	case reflect.Complex128:
		*(*[2]uint64)(v.Addr().UnsafePointer()) = [2]uint64{bits(), bits()}
	case reflect.String:
		v.SetString(string(binary.LittleEndian.AppendUint64(nil, bits())[:bits()%8]))
	case reflect.Slice:
		n := rapid.IntRange(0, 3).Draw(t, "len")
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		fallthrough
	case reflect.Array:
		for i := range min(v.Len(), 3) {
			drawValue(t, v.Index(i))
		}
	case reflect.Pointer:
		if bits()&1 == 1 {
			v.Set(reflect.New(v.Type().Elem()))
			drawValue(t, v.Elem())
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[opaque]() {
			v.Addr().Interface().(*opaque).n = int(bits() % 300)
			return
		}
		for i := range v.NumField() {
			drawValue(t, v.Field(i))
		}
	}
}

func TestAnyTypeComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := drawType(t, 4)
		c, err := For(typ, "test.Random")
		if err != nil {
			t.Fatal(err)
		}
		in, out := reflect.New(typ), reflect.New(typ)
		drawValue(t, in.Elem())
		data := c.Append(nil, in.UnsafePointer())
		if err := c.Decode(data, out.UnsafePointer()); err != nil {
			t.Fatalf("%v: %v", typ, err)
		}
		if d := differ(in.Elem(), out.Elem(), "value"); d != "" {
			t.Fatalf("%v: %s came back otherwise", typ, d)
		}
		c.AppendCSV(nil, in.UnsafePointer())
		if n := len(c.Numbers(nil, in.UnsafePointer())); n != len(c.Columns()) {
			t.Fatalf("%d numbers of %d columns", n, len(c.Columns()))
		}
	})
}

func FuzzDecode(f *testing.F) {
	c := mustFor(f, reflect.TypeFor[everything]())
	in := sample()
	in.Big, in.Deep.Op.B.n = [300]float64{}, 5
	f.Add(c.Append(nil, unsafe.Pointer(&in)))
	f.Add([]byte{0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Add([]byte{})
	fuzz.Run(f, func(t *testing.T, data []byte) {
		var v, w everything
		if c.Decode(data, unsafe.Pointer(&v)) != nil {
			return
		}
		if err := c.Decode(c.Append(nil, unsafe.Pointer(&v)), unsafe.Pointer(&w)); err != nil {
			t.Fatalf("what was decoded cannot be encoded and decoded: %v", err)
		}
		if d := differ(reflect.ValueOf(&v).Elem(), reflect.ValueOf(&w).Elem(), ""); d != "" {
			t.Fatalf("%s came back otherwise", d)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	pose := spatial.Identity()
	state := struct {
		Q, V, Tau [7]float64
		Stamp     int64
		Mode      uint8
	}{}
	vec := spatial.V(1, 2, 3)
	image := struct {
		W, H int
		Pix  []byte
	}{640, 480, make([]byte, 640*480*3)}
	for _, k := range []struct {
		name string
		t    reflect.Type
		p    unsafe.Pointer
	}{
		{"vec3", reflect.TypeFor[spatial.Vec3](), unsafe.Pointer(&vec)},
		{"pose", reflect.TypeFor[spatial.Pose](), unsafe.Pointer(&pose)},
		{"joints", reflect.TypeOf(state), unsafe.Pointer(&state)},
		{"image", reflect.TypeOf(image), unsafe.Pointer(&image)},
	} {
		c := mustFor(b, k.t)
		b.Run(k.name, func(b *testing.B) {
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				buf = c.Append(buf[:0], k.p)
			}
			b.SetBytes(int64(len(buf)))
		})
		b.Run(k.name+"/decode", func(b *testing.B) {
			data := c.Append(nil, k.p)
			v := reflect.New(k.t)
			for b.Loop() {
				if err := c.Decode(data, v.UnsafePointer()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
