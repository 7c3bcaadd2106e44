package rosmsg

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

const pathed = `std_msgs/Header header
bool on
int8 a
uint8 b
int32 c
uint64 d
float32 e
float64 f
int16[3] g
float64[] h
Point p
Point[] q
string s
time t
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: own/Point
float64 x
int64 y
`

// A number that is set is got back, the nearest that its kind has, also out of the bytes on the wire; nothing else changes.
func TestPath(t *testing.T) {
	m, faults := Full("own/All", pathed)
	if err := faults.Err(); err != nil {
		t.Fatal(err)
	}
	limits := map[string][2]float64{"on": {0, 1}, "a": {-128, 127}, "b": {0, 255}, "c": {math.MinInt32, math.MaxInt32}, "d": {0, math.Ldexp(1, 64)}, "e": {},
		"f": {}, "g[2]": {-32768, 32767}, "h[4]": {}, "p.x": {}, "p.y": {math.MinInt64, math.Ldexp(1, 63)}, "q[1].y": {math.MinInt64, math.Ldexp(1, 63)}, "header.seq": {0, math.MaxUint32}}
	names := []string{"on", "a", "b", "c", "d", "e", "f", "g[2]", "h[4]", "p.x", "p.y", "q[1].y", "header.seq"}
	rapid.Check(t, func(t *rapid.T) {
		v := m.New()
		if !v.Stamp(wire.Time{Sec: 7, Nsec: 9}) || v.Field("header").Field("stamp").Any() != (wire.Time{Sec: 7, Nsec: 9}) {
			t.Fatal("it is not stamped")
		}
		var want []float64
		for _, name := range names {
			p, err := m.Path(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := p.Get(v); ok == strings.ContainsAny(name, "hq") && name != "header.seq" {
				t.Fatalf("%s is there: %v", name, ok)
			}
			x := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-300, 300)).Draw(t, name)
			p.Set(v, x)
			lim := limits[name]
			switch {
			case name == "on" && x != 0:
				x = 1
			case name == "e":
				x = float64(float32(x))
			case lim[1] > 0:
				x = min(max(math.RoundToEven(x), lim[0]), lim[1])
			}
			want = append(want, x)
		}
		w := m.New()
		if err := w.Decode(v.Append(nil)); err != nil {
			t.Fatal(err)
		}
		for n, name := range names {
			p, _ := m.Path(name)
			for _, of := range []*Value{v, w} {
				if got, ok := p.Get(of); !ok || got != want[n] {
					t.Fatalf("%s is %v, %v, not %v", name, got, ok, want[n])
				}
			}
		}
	})
	p, _ := m.Path("q[1].y")
	v := m.New()
	p.Set(v, 1)
	if n := testing.AllocsPerRun(100, func() { p.Set(v, 2); _, _ = p.Get(v) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// What is wrong with a path is said with what to do.
func TestPathFaults(t *testing.T) {
	m, _ := Full("own/All", pathed)
	for text, want := range map[string]string{
		"":         `own/All has no field "": `,
		"x":        `own/All has no field "x": `,
		"p":        "p is a own/Point: name a number in it",
		"s":        "s is a string: name a number in it",
		"t":        "t is a time: name a number in it",
		"a.b":      "a is a int8, and has no field b",
		"a[0]":     "a of own/All is no array: leave the index out",
		"g":        "g is an array, int16[3]: say which element, such as g[0]",
		"g[3]":     "g has 3 elements: give [0] to [2]",
		"g[-1]":    "[-1] is no index: give [0] to [65535]",
		"g[1":      "[1 is no index: give [0] to [65535]",
		"h[70000]": "[70000] is no index: give [0] to [65535]",
		"q.x":      "q is an array, own/Point[]: say which element, such as q[0]",
		"q[0].z":   `own/Point has no field "z": `,
	} {
		if _, err := m.Path(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
	}
}
