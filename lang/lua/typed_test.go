package lua

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

type vec struct{ X, Y, Z float64 }

type pose struct {
	Position vec
	Rotation [4]float64
	FrameID  uint16
	Valid    bool
	_        [3]byte
	hidden   int32
}

type joints struct {
	Q, QDot [7]float64
	Links   [2]pose
	Stamp   int64
	Gain    float32 `lua:"kp"`
	Secret  int     `lua:"-"`
}

type camera uint64

// halves is a result of several values.
type halves = struct {
	Low, High int16
	What      string
}

// describedVM is a machine with types of a host.
func describedVM(t interface{ Fatal(...any) }, c Config) (*VM, Type[pose], Type[joints]) {
	vm, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	p, err1 := Describe[pose](vm, "Pose")
	j, err2 := Describe[joints](vm, "Joints")
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	return vm, p, j
}

// hosted is a machine with types and functions of a host.
func hosted(t testing.TB, c Config) (*VM, Type[pose], Type[joints]) {
	t.Helper()
	vm, p, j := describedVM(t, c)
	if err := errors.Join(
		Func2(vm, "robot.scale", func(k float64, p pose) (pose, error) {
			if k == 0 {
				return p, errors.New("a scale of zero")
			}
			p.Position.X *= k
			p.hidden = 1
			return p, nil
		}),
		Func1(vm, "Pose:sum", func(p pose) (float64, error) { return p.Position.X + p.Position.Y + p.Position.Z, nil }),
		Func2(vm, "Pose:__add", func(a, b pose) (pose, error) { a.Position.X += b.Position.X; return a, nil }),
		Func1(vm, "halves", func(n int32) (halves, error) { return halves{int16(n), int16(n >> 16), fmt.Sprint("n", n)}, nil }),
		Func1(vm, "small", func(n uint8) (uint8, error) { return n, nil }),
		Func1(vm, "flag", func(b bool) (bool, error) { return !b, nil }),
		Func1(vm, "shout", func(s []byte) (string, error) { return strings.ToUpper(string(s)), nil }),
		Func0(vm, "nothing", func() (struct{}, error) { return struct{}{}, nil })); err != nil {
		t.Fatal(err)
	}
	return vm, p, j
}

// answer runs a text and shows its results, or its error behind a mark.
func answer(t *testing.T, vm *VM, text string) string {
	t.Helper()
	err := vm.Do("=show", "function show(...) local r = {} for i = 1, select('#', ...) do r[i] = tostring((select(i, ...))) end return table.concat(r, ' ') end")
	if err != nil {
		t.Fatal(err)
	}
	f, err := vm.Load("=t", text)
	if err != nil {
		t.Fatal(text, err)
	}
	if err := vm.SetGlobal("f", f); err != nil {
		t.Fatal(err)
	}
	f, err = vm.Load("=g", "return show(f())")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := vm.Call(f); err != nil {
		return "!" + err.Error()
	}
	return vm.Text(vm.Result(0))
}

// TestTyped: what scripts do with Go's values, and what they are told when it is wrong.
func TestTyped(t *testing.T) {
	for text, want := range map[string]string{
		"p = Pose() return p.position.x, p.valid, p.frameID, #p.rotation":                                                                "0.0 false 0 4",
		"return Pose{position = {x = 1, y = 2.5}, rotation = {0, 0, 0, 1}, frameID = 7.0}":                                               "Pose{position = {x = 1.0, y = 2.5, z = 0.0}, rotation = {0.0, 0.0, 0.0, 1.0}, frameID = 7, valid = false}",
		"p = Pose() local v = p.position v.x = 3 p.position.y = 4 return p.position.x, v.y, p:sum()":                                     "3.0 4.0 7.0",
		"p = Pose() p.position = {z = 9} q = Pose(p) q.position.z = 1 return p.position.z, q.position":                                   "9.0 lua.vec{x = 0.0, y = 0.0, z = 1.0}",
		"j = Joints{q = {1, 2, 3, 4, 5, 6, 7}} j.q[3] = 30 j.links[2].position.x = 5 return j.q[3], j.q[8], #j.q, j.links[2].position.x": "30.0 nil 7 5.0",
		"j = Joints() j.links[1] = Pose{frameID = 3} j.kp = 0.5 j.stamp = 1 << 62 return j.links[1].frameID, j.kp, j.stamp":              "3 0.5 4611686018427387904",
		"j = Joints() j.qDot = Joints{qDot = {1, 1, 1, 1, 1, 1, 2}}.qDot return j.qDot[7]":                                               "2.0",
		"local s = 0 for i, x in ipairs(Joints{q = {1, 2, 3, 4, 5, 6, 7}}.q) do s = s + i * x end return s":                              "140.0",
		"local s = '' for k in pairs(Pose()) do s = s .. k .. ' ' end return s":                                                          "position rotation frameID valid ",
		"local n = 0 for i, l in pairs(Joints{links = {{frameID = 2}, {frameID = 5}}}.links) do n = n + i * l.frameID end return n":      "12",
		"return Pose{frameID = 1} == Pose{frameID = 1}, Pose() == Pose{frameID = 1}, Pose() == Joints(), Joints() == Joints()":           "true false false true",
		"return robot.scale(2, Pose{position = {x = 4}}).position.x, (Pose{position={x=1}} + Pose{position={x=2}}).position.x":           "8.0 3.0",
		"return halves(0x20003)": "3 2 n131075",
		"return small('12'), flag(false), shout('ab'), shout(1.5), select('#', nothing())": "12 true AB 1.5 0",
		"return table.unpack(Joints().q, 1, 2)":                                            "0.0 0.0",
		"return type(Pose()), getmetatable(Pose())":                                        "userdata Pose",
		"return Pose().positon":                                                            "!t:1: Pose has no field 'positon': did you mean 'position'?",
		"Pose().hidden = 1":                                                                "!t:1: Pose has no field 'hidden'",
		"Joints().secret = 1":                                                              "!t:1: Joints has no field 'secret'",
		"return Pose()[1]":                                                                 "!t:1: Pose has no elements: it was indexed with a number",
		"return Joints().q.length":                                                         "!t:1: [7]float64 has no field 'length'",
		"Joints().q[8] = 1":                                                                "!t:1: index 8 is outside of [7]float64: 1 to 7",
		"Joints().q[0] = 1":                                                                "!t:1: index 0 is outside of [7]float64: 1 to 7",
		"Joints().q[1] = 'x'":                                                              "!t:1: bad value for '1' of [7]float64 (number expected, got string)",
		"Pose().frameID = 70000":                                                           "!t:1: bad value for 'frameID' of Pose (70000 does not fit 16 bits without a sign)",
		"Pose().frameID = 1.5":                                                             "!t:1: bad value for 'frameID' of Pose (number has no integer representation)",
		"Pose().valid = 1":                                                                 "!t:1: bad value for 'valid' of Pose (boolean expected, got number)",
		"Pose().position = Pose()":                                                         "!t:1: bad value for 'position' of Pose (lua.vec expected, got Pose)",
		"Joints().q = {1, 2}":                                                              "!t:1: [7]float64 has 7 elements, the table 2",
		"local j = Joints() pcall(function() j.links[1] = {frameID = 3, position = {y = 'bad'}} end) return j.links[1].frameID": "0",
		"Joints().kp = 1e300":      "!t:1: bad value for 'kp' of Joints (1e+300 does not fit 32 bits)",
		"Pose().sum = 1":           "!t:1: 'sum' is a method of Pose, and cannot be set",
		"Pose(1)":                  "!t:1: bad argument #1 to 'Pose' (table or Pose expected, got number)",
		"robot.scale(nil, Pose())": "!t:1: bad argument #1 to 'scale' (number expected, got nil)",
		"robot.scale(1)":           "!t:1: bad argument #2 to 'scale' (Pose expected, got no value)",
		"robot.scale(1, Joints())": "!t:1: bad argument #2 to 'scale' (Pose expected, got Joints)",
		"robot.scale(0, Pose())":   "!t:1: a scale of zero",
		"small(256)":               "!t:1: bad argument #1 to 'small' (256 does not fit 8 bits without a sign)",
		"small(-1)":                "!t:1: bad argument #1 to 'small' (-1 does not fit 8 bits without a sign)",
		"halves(1 << 31)":          "!t:1: bad argument #1 to 'halves' (2147483648 is outside of -2147483648 to 2147483647)",
		"Pose().sum(1)":            "!t:1: bad argument #1 to 'sum' (Pose expected, got number)",
		"setmetatable(Pose(), {})": "!t:1: bad argument #1 to 'setmetatable' (table expected, got Pose)",
	} {
		vm, _, _ := hosted(t, Config{})
		if got := answer(t, vm, text); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
		if err := vm.verify(); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestUnholdable: all that is wrong with a type or a signature is said together.
func TestUnholdable(t *testing.T) {
	vm, _, _ := hosted(t, Config{})
	_, err := Describe[struct {
		Names []string
		S     string
		In    [2]struct{ P *int }
		A, B  int `lua:"same"`
	}](vm, "Bad")
	for _, want := range []string{"Bad.Names is a []string", "Bad.S is a string", "Bad.In[1].P is a *int", `two fields "same"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want %s", err, want)
		}
	}
	_, e1 := Describe[pose](vm, "Other")
	_, e2 := Describe[vec](vm, "Pose")
	_, e3 := Describe[vec](vm, "a b")
	_, e4 := Describe[float64](vm, "F")
	_, e5 := Bind1[map[string]int, chan int](vm, "f")
	e6 := Func1(vm, "None:f", func(float64) (float64, error) { return 0, nil })
	e7 := Func1(vm, "Pose:position", func(float64) (float64, error) { return 0, nil })
	e8 := Func1(vm, "Pose:__index", func(float64) (float64, error) { return 0, nil })
	_, e9 := Describe[vec](vm, "Vec") // had been described with Pose: it has a name of its own now
	for err, want := range map[error]string{e1: "described before, as Pose", e2: "described before", e3: "choose a name of Lua", e4: "neither a struct",
		e5: "argument 1: map[string]int cannot be passed", e6: "no type None", e7: "has a field 'position'", e8: "cannot be set"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want %s", err, want)
		}
	}
	if e5 == nil || !strings.Contains(e5.Error(), "result: chan int") || e9 != nil {
		t.Error(e5, e9)
	}
	if got := answer(t, vm, "return Pose{position = Vec{x = 2}}.position"); got != "Vec{x = 2.0, y = 0.0, z = 0.0}" {
		t.Error(got)
	}
}

// TestTypedCosts: calls in both directions and fields take no memory of Go's, and views of fields are collected.
func TestTypedCosts(t *testing.T) {
	vm, p, _ := hosted(t, Config{Heap: 256 << 10})
	if err := vm.Do("=t", `local keep = Joints()
		function update(dt, p)
			p.position.x = p.position.x + dt keep.links[2] = p keep.q[3] = keep.q[3] + keep.links[2].position.x
			return robot.scale(2, p)
		end
		function fields(n) local s = 0 for i = 1, n do s = s + keep.links[1].position.x end return s end`); err != nil {
		t.Fatal(err)
	}
	update, err := Bind2[float64, pose, pose](vm, "update")
	if err != nil {
		t.Fatal(err)
	}
	in := pose{Position: vec{X: 1}, FrameID: 3, hidden: 4}
	call := func() {
		got, err := update(0.5, in)
		if err != nil || got.Position.X != 3 || got.FrameID != 3 || got.hidden != 1 {
			t.Fatal(got, err)
		}
	}
	for range 3000 {
		call()
	}
	if n := testing.AllocsPerRun(1000, call); n != 0 {
		t.Errorf("%v allocations of Go", n)
	}
	cycles := vm.gc.cycles
	f := vm.Global("fields")
	if n := testing.AllocsPerRun(3, func() {
		if _, err := vm.Call(f, Int(20000)); err != nil {
			t.Fatal(err)
		}
	}); n != 0 || vm.gc.cycles == cycles {
		t.Errorf("%v allocations of Go, %d cycles", n, vm.gc.cycles-cycles)
	}
	var v Value
	if err := vm.Try(func() { v = p.New(in) }); err != nil {
		t.Fatal(err)
	}
	if got, ok := p.Get(v); !ok || got != in {
		t.Error(got, ok)
	}
	if _, ok := p.Get(Int(1)); ok || p.Set(Nil, in) {
		t.Error("a number is a pose")
	}
	if err := vm.verify(); err != nil {
		t.Error(err)
	}
}

func BenchmarkTyped(b *testing.B) {
	vm, _, _ := hosted(b, Config{})
	if err := vm.Do("=t", "local p = Pose() local q = Joints().q function fields(n) local s = 0 for i = 1, n do s = s + p.frameID end return s end function elements(n) local s = 0 for i = 1, n do s = s + q[3] end return s end function nested(n) local s = 0 for i = 1, n do s = s + p.position.x end return s end function back(x) return small(x) end"); err != nil {
		b.Fatal(err)
	}
	for _, name := range []string{"fields", "elements", "nested"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			if _, err := vm.Call(vm.Global(name), Int(int64(b.N))); err != nil {
				b.Fatal(err)
			}
		})
	}
	back, err := Bind1[float64, float64](vm, "back")
	if err != nil {
		b.Fatal(err)
	}
	b.Run("go-lua-go", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			if _, err := back(12); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// Functions of no and of three arguments go both ways, and a handle that the host makes reaches scripts and comes back.
func TestTypedArguments(t *testing.T) {
	vm, _, _ := hosted(t, Config{})
	var released []camera
	cameras, err := DescribeHandle(vm, "Eye", func(c camera) { released = append(released, c) })
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(
		Func3(vm, "between", func(x, low, high float64) (float64, error) { return min(max(x, low), high), nil }),
		Func0(vm, "eye", func() (camera, error) { return 7, nil }),
		vm.Do("=t", "function clamped() return between(5, 1, 3) end function look(e) seen = e end"),
	); err != nil {
		t.Fatal(err)
	}
	clamped, err := Bind0[float64](vm, "clamped")
	if err != nil {
		t.Fatal(err)
	}
	if x, err := clamped(); x != 3 || err != nil {
		t.Errorf("clamped is %g, %v", x, err)
	}
	var eye Value
	if err := vm.Try(func() { eye = cameras.New(9) }); err != nil {
		t.Fatal(err)
	}
	if _, err := vm.Call(vm.Global("look"), eye); err != nil {
		t.Fatal(err)
	}
	if c, ok := cameras.Get(vm.Global("seen")); c != 9 || !ok {
		t.Errorf("the script has camera %d, %v", c, ok)
	}
	if err := vm.Do("=t", "local e <close> = eye()"); err != nil {
		t.Fatal(err)
	}
	if err := vm.Close(); err != nil || len(released) != 2 || released[0] != 7 || released[1] != 9 {
		t.Errorf("released %v, %v", released, err)
	}
}
