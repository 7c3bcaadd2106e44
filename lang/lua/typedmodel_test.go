package lua

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// leaf is a number or boolean somewhere in joints: how a script writes it, and where it is in Go.
type leaf struct {
	path string
	at   func(j *joints) reflect.Value
}

// leaves lists all that a script can set in a value, by its type's fields.
func leaves(path string, t reflect.Type, at func(*joints) reflect.Value) (all []leaf) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if name := luaName(t.Field(i)); name != "" {
				all = append(all, leaves(path+"."+name, t.Field(i).Type, func(j *joints) reflect.Value { return at(j).Field(i) })...)
			}
		}
	case reflect.Array:
		for i := range t.Len() {
			all = append(all, leaves(fmt.Sprintf("%s[%d]", path, i+1), t.Elem(), func(j *joints) reflect.Value { return at(j).Index(i) })...)
		}
	default:
		all = []leaf{{path, at}}
	}
	return all
}

// literals are values that scripts store: how they are written, and what they are.
var literals = map[string]any{"0": int64(0), "1": int64(1), "-1": int64(-1), "7.0": 7.0, "0.5": 0.5, "-0.0": math.Copysign(0, -1), "65535": int64(65535), "65536": int64(65536),
	"math.maxinteger": int64(math.MaxInt64), "math.mininteger": int64(math.MinInt64), "1e300": 1e300, "-1e300": -1e300, "math.huge": math.Inf(1), "3e38": 3e38, "2^53": 0x1p53,
	"true": true, "false": false, "nil": nil, "'5'": "5", "{}": struct{}{}}

// stores says what a Go value becomes when a literal is stored in it, by Go's own conversions, and whether that fits.
func stores(v reflect.Value, lit any) bool {
	f, isFloat := lit.(float64)
	i, isInt := lit.(int64)
	if isFloat && f == math.Trunc(f) && f >= -0x1p63 && f < 0x1p63 && v.CanInt() || isFloat && f == math.Trunc(f) && f >= 0 && f < 0x1p63 && v.CanUint() {
		i, isInt = int64(f), true
	}
	switch {
	case v.Kind() == reflect.Bool:
		b, ok := lit.(bool)
		if ok {
			v.SetBool(b)
		}
		return ok
	case v.CanFloat() && (isFloat || isInt):
		if isInt {
			f = float64(i)
		}
		if v.OverflowFloat(f) && !math.IsInf(f, 0) {
			return false
		}
		v.SetFloat(f)
		return true
	case v.CanInt() && isInt:
		if v.OverflowInt(i) {
			return false
		}
		v.SetInt(i)
		return true
	case v.CanUint() && isInt:
		if i < 0 || v.OverflowUint(uint64(i)) {
			return false
		}
		v.SetUint(uint64(i))
		return true
	}
	return false
}

// TestTypedModel: whatever is stored where, in which order, through which reference: the script's value is what Go's own
// assignments make of a Go value. A value that does not fit changes nothing.
func TestTypedModel(t *testing.T) {
	all := leaves("j", reflect.TypeFor[joints](), func(j *joints) reflect.Value { return reflect.ValueOf(j).Elem() })
	names := make([]string, 0, len(literals))
	for n := range literals {
		names = append(names, n)
	}
	slices.Sort(names)
	rapid.Check(t, func(t *rapid.T) {
		vm, _, typ := describedVM(t, Config{Heap: 192 << 10})
		if err := vm.Do("=t", "j = Joints() link = {j.links[1], j.links[2]} q = j.q"); err != nil {
			t.Fatal(err)
		}
		var model joints
		do := func(text string) bool {
			err := vm.Do("=t", text)
			var fault *Error
			if err != nil && !errors.As(err, &fault) {
				t.Fatal(err)
			}
			return err == nil
		}
		t.Repeat(map[string]func(*rapid.T){
			"store": func(t *rapid.T) {
				l, lit := all[rapid.IntRange(0, len(all)-1).Draw(t, "leaf")], rapid.SampledFrom(names).Draw(t, "value")
				path := l.path
				if rapid.Bool().Draw(t, "through a reference") {
					path = strings.NewReplacer("j.links", "link", "j.q[", "q[").Replace(path)
				}
				fits := stores(l.at(&model), literals[lit])
				if do(path+" = "+lit) != fits {
					t.Fatalf("%s = %s: fits: %v", path, lit, fits)
				}
			},
			"copy a struct": func(t *rapid.T) {
				a, b := rapid.IntRange(0, 1).Draw(t, "to"), rapid.IntRange(0, 1).Draw(t, "from")
				model.Links[a] = model.Links[b]
				do(fmt.Sprintf("j.links[%d] = link[%d]", a+1, b+1))
			},
			"a table": func(t *rapid.T) {
				lit := rapid.SampledFrom(names).Draw(t, "value")
				before := model.Links[0]
				model.Links[0] = pose{}
				ok := stores(reflect.ValueOf(&model.Links[0].Position.Y).Elem(), literals[lit])
				if ok = ok || lit == "nil"; !ok { // a field that is nil is none
					model.Links[0] = before
				}
				if do("j.links[1] = {frameID = 0, position = {y = "+lit+"}}") != ok {
					t.Fatal(lit)
				}
			},
			"collect": func(*rapid.T) { do("collectgarbage()") },
			"another object": func(*rapid.T) {
				do("j = Joints(j) link = {j.links[1], j.links[2]} q = j.q")
			},
			"": func(t *rapid.T) {
				if got, ok := typ.Get(vm.Global("j")); !ok || fmt.Sprint(got) != fmt.Sprint(model) { // -0 is not 0
					t.Fatalf("the script has\n%+v\nGo has\n%+v", got, model)
				}
				if err := vm.verify(); err != nil {
					t.Fatal(err)
				}
			},
		})
	})
}

// withSlices gives a machine functions of slices.
func withSlices(t *testing.T, vm *VM) {
	t.Helper()
	err := errors.Join(
		Func1(vm, "sum", func(x []float64) (s float64, err error) {
			for _, v := range x {
				s += v
			}
			return s, nil
		}),
		Func1(vm, "path", func(p []pose) ([]pose, error) {
			p = slices.Clone(p)
			slices.Reverse(p)
			return p, nil
		}),
		Func1(vm, "bits", func(b []bool) ([]uint8, error) { return []uint8{byte(len(b))}, nil }),
		Func1(vm, "scale", func(x []int16) ([]int32, error) {
			var r []int32
			for _, v := range x {
				r = append(r, int32(v)*2)
			}
			return r, nil
		}))
	if err != nil {
		t.Fatal(err)
	}
}

// TestSlices: lists and arrays of the script's are slices to Go, and Go's slices lists.
func TestSlices(t *testing.T) {
	vm, _, _ := hosted(t, Config{})
	withSlices(t, vm)
	for text, want := range map[string]string{
		"return sum{1, 2.5, '3'}, sum{}, sum(Joints{q = {1, 2, 3, 4, 5, 6, 7}}.q)":                                                    "6.5 0.0 28.0",
		"local p = path{Pose{frameID = 1}, Pose{frameID = 2}} return #p, p[1].frameID, p[2].frameID":                                  "2 2 1",
		"local j = Joints() j.links[2].frameID = 9 local p = path(j.links) p[1].frameID = 10 return p[1].frameID, j.links[2].frameID": "10 9",
		"return #path{}, #scale{}, table.concat(scale{1, -2}, ','), bits{true, false}":                                                "0 0 2,-4 \x02",
		"sum{1, 'x'}":                     "!t:1: bad argument #1 to 'sum' (element 2: number expected, got string)",
		"sum{1, nil, 3}":                  "!t:1: bad argument #1 to 'sum' (element 2: number expected, got nil)",
		"scale{1, 40000}":                 "!t:1: bad argument #1 to 'scale' (element 2: 40000 is outside of -32768 to 32767)",
		"path{{}}":                        "!t:1: bad argument #1 to 'path' (element 1: Pose expected, got table)",
		"path(Joints().q)":                "!t:1: bad argument #1 to 'path' (table expected, got [7]float64)",
		"sum(Pose())":                     "!t:1: bad argument #1 to 'sum' (table expected, got Pose)",
		"sum(3)":                          "!t:1: bad argument #1 to 'sum' (table expected, got number)",
		"sum()":                           "!t:1: bad argument #1 to 'sum' (table expected, got no value)",
		"return pcall(scale, Joints().q)": "false bad argument #1 to 'scale' (table expected, got [7]float64)",
		"local p = Pose() local t = {} for i = 1, 15000 do t[i] = p end return (select(2, pcall(path, t)))": "not enough memory",
	} {
		if got := answer(t, vm, text); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
		if err := vm.verify(); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	_, err := Bind2[[]string, [][2]float64, [][]float64](vm, "f")
	for _, want := range []string{"argument 1: []string cannot be passed", "argument 2: [2]float64 cannot be passed to a script: describe it", "result: [][]float64 cannot be passed"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want %s", err, want)
		}
	}
	if err := vm.Do("=t", "local q = Joints().q function loop(n) local s = 0 for i = 1, n do q[1] = i s = s + sum(q) end return s end function back(x) return x end"); err != nil {
		t.Fatal(err)
	}
	f := vm.Global("loop")
	if n := testing.AllocsPerRun(5, func() {
		if _, err := vm.Call(f, Int(1000)); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations of Go for an array as a slice", n)
	}
	back, err := Bind1[[]float64, []float64](vm, "back")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := back([]float64{1, 2, 3}); err != nil || !slices.Equal(got, []float64{1, 2, 3}) {
		t.Error(got, err)
	}
}

// FuzzTyped runs any text on a machine that has types and functions of a host: it ends, the heap stays whole,
// and each handle is released once.
func FuzzTyped(f *testing.F) {
	for _, s := range []string{"p = Pose() p.position.x = 1 return p.position, p + p, p:sum()", "j = Joints{q = {1, 2, 3, 4, 5, 6, 7}} j.links[1] = j.links[2] j.q[8] = 1",
		"return Joints(Joints()).links[1].rotation[4] == Pose().rotation[1]", "for k, v in pairs(Joints()) do print(k, v) end", "j = Joints() l = j.links j = nil collectgarbage() l[1].frameID = 65535 return l[1]",
		"return shout(('x'):rep(99)), halves(1 << 20), small(255), flag(1)", "c = open() do local d <close> = c end return c", "Pose.__index = error Joints().q = Joints().qDot",
		"getmetatable(Pose()).__eq = 1", "debug.setmetatable(Pose(), {})", "p = Pose() p.position = p.position p = Pose{position = p.position} robot.scale(2, p)",
		"setmetatable(_G, {__index = function() return Pose() end}) return x.position.y", "return sum(Joints().q), sum{1, 2, 'x'}, sum(Pose().rotation)", "Func = Pose return #Func{rotation = {1}}.rotation"} {
		f.Add(s)
	}
	vm, _, _ := hosted(f, Config{Heap: 128 << 10, Budget: 20000})
	m := asMade(vm)
	fuzz.Run(f, func(t *testing.T, text string) {
		vm := m.again()
		next := camera(0)
		open := map[camera]int{}
		if _, err := DescribeHandle(vm, "Camera", func(c camera) { open[c]-- }); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(Func0(vm, "open", func() (camera, error) { next++; open[next]++; return next, nil }),
			Func1(vm, "sum", func(x []float64) (int, error) { return len(x), nil })); err != nil {
			t.Fatal(err)
		}
		if err := vm.Do("=fuzz", text); err != nil && err.Error() == "" {
			t.Fatal("an error without a text")
		}
		if err := vm.verify(); err != nil {
			t.Fatal(err)
		}
		if err := vm.Close(); err != nil {
			t.Fatal(err)
		}
		for c, n := range open {
			if n != 0 {
				t.Fatalf("camera %d has been released %d times", c, 1-n)
			}
		}
	})
}
