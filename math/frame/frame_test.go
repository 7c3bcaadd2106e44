package frame

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// apart is the largest difference between the numbers of two poses.
func apart(a, b spatial.Pose) (d float64) {
	d = max(math.Abs(a.P.X-b.P.X), math.Abs(a.P.Y-b.P.Y), math.Abs(a.P.Z-b.P.Z))
	for i := range a.R {
		d = max(d, math.Abs(a.R[i]-b.R[i]))
	}
	return d
}

const second = int64(time.Second)

func at(x, turn float64) spatial.Pose {
	return spatial.Pose{P: spatial.V(x, 0, 0), R: spatial.RotZ(turn)}
}

func filled(t testing.TB, o Options, all ...Transform) *Buffer {
	b := New(o)
	for _, x := range all {
		if err := b.Set(x); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

func TestLookup(t *testing.T) {
	b := filled(t, Options{},
		Transform{"map", "base", 10 * second, at(0, 0)}, Transform{"map", "base", 12 * second, at(4, 1)},
		Transform{"base", "arm", 13 * second, at(1, 0)}, Transform{"base", "arm", 11 * second, at(3, 0)}) // out of order
	if err := b.SetFixed(Transform{"base", "camera", 0, at(0.5, math.Pi)}); err != nil {
		t.Fatal(err)
	}
	check := func(what string, got, want spatial.Pose, err error) {
		t.Helper()
		if err != nil || apart(got, want) > 1e-12 {
			t.Errorf("%s: %v, %v instead of %v", what, got, err, want)
		}
	}
	got, err := b.Lookup("map", "base", 11*second)
	check("between two samples", got, at(2, 0.5), err)
	got, err = b.Lookup("map", "base", 12*second)
	check("at a sample", got, at(4, 1), err)
	got, err = b.Lookup("camera", "base", 99*second)
	check("fixed", got, at(0.5, -math.Pi), err)
	got, when, err := b.Newest("map", "arm")
	check("the newest", got, at(4, 1).Mul(at(2, 0)), err)
	_, never, err := b.Newest("base", "camera")
	if when != 12*second || never != Always || err != nil {
		t.Error(when, never, err)
	}
	got, err = b.Across("base", 12*second, "base", 10*second, "map")
	check("where it was", got, at(4, 1).Inv(), err)
	for want, err := range map[string]error{
		`from "base" to "map" at 9.000000000 s: that is before the oldest sample of "base", at 10.000000000 s`:                                       second2(b.Lookup("map", "base", 9*second)),
		`from "map" to "base" at 13.500000000 s: that is after the newest sample of "base", at 12.000000000 s: wait for the next, or ask for Newest`: second2(b.Lookup("base", "map", 13*second+second/2)),
		`from "base" to "/map": there is no frame "/map": write "map", without the slash`:                                                            second2(b.Lookup("/map", "base", 9*second)),
		`from "lost" to "map": there is no frame "lost": no transform has named it yet`:                                                              second2(b.Across("map", 0, "lost", 0, "base")),
		`a transform from "a" to itself`:                                                            b.Set(Transform{"a", "a", 0, at(0, 0)}),
		`a transform from "" to "a": a frame without a name`:                                        b.Set(Transform{"a", "", 0, at(0, 0)}),
		`the transform from "b" to "a" has a number that is not finite`:                             b.Set(Transform{"a", "b", 0, at(math.NaN(), 0)}),
		`the transform from "base" to "map" at 1.999999999 s comes too late: the newest is of 12.0`: b.Set(Transform{"map", "base", 2*second - 1, at(0, 0)}),
		`the transform from "base" to "map" at 12.000000000 s was there already`:                    b.Set(Transform{"map", "base", 12 * second, at(9, 0)}),
	} {
		if err == nil || len(err.Error()) < len(want) || err.Error()[:len(want)] != want {
			t.Errorf("%v instead of %s", err, want)
		}
	}
	if got := fmt.Sprint(b.Frames()); got != "[base map arm camera]" {
		t.Error(got)
	}
	if b.Clear(); len(b.Frames()) != 0 {
		t.Error("it is not empty")
	}
}

func second2(_ spatial.Pose, err error) error { return err }

// TestTrees: two trees, and a frame that is its own ancestor.
func TestTrees(t *testing.T) {
	b := filled(t, Options{}, Transform{"a", "b", 1, at(0, 0)}, Transform{"c", "d", 1, at(0, 0)})
	kind := func(want Kind) {
		t.Helper()
		_, err := b.Lookup("b", "d", 1)
		_, _, err2 := b.Newest("b", "d")
		for _, err := range []error{err, err2} {
			if e := (*Error)(nil); !errors.As(err, &e) || e.Kind != want {
				t.Error(err)
			}
		}
	}
	kind(Unconnected)
	if err := b.Set(Transform{"b", "a", 1, at(0, 0)}); err != nil {
		t.Fatal(err)
	}
	kind(Loop)
}

// TestBounds: what is kept has bounds in time, samples and frames; what goes for want of room is counted.
func TestBounds(t *testing.T) {
	b := New(Options{History: 2 * time.Second, Samples: 4, Frames: 3})
	for i := range int64(10) {
		if err := b.Set(Transform{"a", "b", i * second, at(float64(i), 0)}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Lookup("a", "b", 7*second); err != nil || b.Forgotten() != 0 {
		t.Error(err, b.Forgotten())
	}
	if e := (*Error)(nil); !errors.As(second2(b.Lookup("a", "b", 7*second-1)), &e) || e.Kind != Past || e.Limit != 7*second {
		t.Error(e)
	}
	for i := range int64(10) {
		if err := b.Set(Transform{"a", "c", i, at(float64(i), 0)}); err != nil {
			t.Fatal(err)
		}
	}
	if e := (*Error)(nil); !errors.As(second2(b.Lookup("a", "c", 5)), &e) || e.Limit != 6 || b.Forgotten() != 6 {
		t.Error(e, b.Forgotten())
	}
	if e := (*Error)(nil); !errors.As(b.Set(Transform{"c", "d", 0, at(0, 0)}), &e) || e.Kind != TooMany {
		t.Error(e)
	}
}

// TestOrderDoesNotMatter: samples in any order are found alike, as long as all of them are kept; there and back is
// nowhere; and what is found between two samples does not depend on which way it is asked.
func TestOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []Transform
		for _, link := range [][2]string{{"a", "b"}, {"b", "c"}, {"a", "d"}} {
			for _, at := range rapid.SliceOfNDistinct(rapid.Int64Range(0, 10*second), 1, 20, rapid.ID).Draw(t, "times") {
				x := rapid.SliceOfN(rapid.Float64Range(-1, 1), 6, 6).Draw(t, "pose")
				all = append(all, Transform{link[0], link[1], at, spatial.Pose{P: spatial.V(x[0], x[1], x[2]), R: spatial.Exp(spatial.V(x[3], x[4], x[5]))}})
			}
		}
		one, two := New(Options{}), New(Options{})
		for _, x := range all {
			if err := one.Set(x); err != nil {
				t.Fatal(err)
			}
		}
		for _, x := range rapid.Permutation(all).Draw(t, "other order") {
			if err := two.Set(x); err != nil {
				t.Fatal(err)
			}
		}
		for range 10 {
			when := rapid.Int64Range(0, 10*second).Draw(t, "at")
			c_d, err := one.Lookup("c", "d", when)
			again, err2 := two.Lookup("c", "d", when)
			if c_d != again || fmt.Sprint(err) != fmt.Sprint(err2) {
				t.Fatal(c_d, again, err, err2)
			}
			d_c, err2 := one.Lookup("d", "c", when)
			if (err == nil) != (err2 == nil) || err == nil && apart(c_d.Mul(d_c), spatial.Identity()) > 1e-12 {
				t.Fatal(c_d, d_c, err, err2)
			}
		}
	})
}

func TestNothingAllocates(t *testing.T) {
	b := New(Options{History: time.Second})
	now, bad := int64(0), 0
	one := func() {
		now += second / 100
		if b.Set(Transform{"a", "b", now, at(1, 1)}) != nil || b.Set(Transform{"b", "c", now, at(1, 1)}) != nil {
			bad++
		}
		_, err := b.Lookup("a", "c", now-1)
		_, _, err2 := b.Newest("c", "a")
		_, err3 := b.Across("c", now, "c", now-1, "a")
		if err != nil || err2 != nil || err3 != nil {
			bad++
		}
	}
	for range 300 {
		one()
	}
	if n := testing.AllocsPerRun(300, one); n != 0 || bad > 2 { // the first lookup is before the first sample
		t.Errorf("%g allocations, %d errors", n, bad)
	}
}

func BenchmarkLookup(b *testing.B) {
	buf := New(Options{})
	for i := range int64(1000) {
		for k := range 5 {
			if err := buf.Set(Transform{fmt.Sprint(k), fmt.Sprint(k + 1), i * second / 100, at(1, float64(i)/1000)}); err != nil {
				b.Fatal(err)
			}
		}
	}
	for b.Loop() {
		if _, err := buf.Lookup("0", "5", 5*second+1); err != nil {
			b.Fatal(err)
		}
	}
}
