package unit

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"math"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

var rewrite = flag.Bool("rewrite", false, "write the generated files anew from the table")

// sources are the generated files by name.
func sources() map[string][]byte {
	files := map[string]*bytes.Buffer{}
	file := func(name string) *bytes.Buffer {
		if files[name] == nil {
			files[name] = bytes.NewBufferString("// Code generated from table.go by `go test ./math/unit -rewrite`; DO NOT EDIT.\n\npackage unit\n")
		}
		return files[name]
	}
	for _, t := range Types() {
		name := "physics.go"
		switch {
		case t <= TypeAngularJerk:
			name = "angles.go"
		case t <= TypeInertia:
			name = "mechanics.go"
		}
		for _, u := range t.Units() {
			if u.Name != "" {
				writeUnit(file(name), t, u)
			}
		}
	}
	for _, r := range relations {
		fmt.Fprintf(file("products.go"), "\n// Times%[2]s multiplies: %[1]s · %[2]s = %[3]s.\nfunc (v %[1]s) Times%[2]s(x %[2]s) %[3]s { return %[3]s(float64(v) * float64(x)) }\n", r.a, r.b, r.c)
	}
	out := map[string][]byte{}
	for name, b := range files {
		src, err := format.Source(b.Bytes())
		if err != nil {
			panic(err)
		}
		out[name] = src
	}
	return out
}

// writeUnit writes a unit's constructor, getter and setter.
func writeUnit(b *bytes.Buffer, t Type, u Unit) {
	to, from := "float64(x*"+fmt.Sprint(u.Factor)+")", "float64(v) / "+fmt.Sprint(u.Factor)
	if u.Factor == 1 {
		to, from = "x", "float64(v)"
	}
	if u.Offset != 0 {
		to += fmt.Sprintf(" + %v", u.Offset)
		from = fmt.Sprintf("(float64(v) - %v) / %v", u.Offset, u.Factor)
	}
	fmt.Fprintf(b, "\n// %[1]s gives x %[2]s as %[3]s.\nfunc %[1]s(x float64) %[3]s { return %[3]s(%[4]s) }\n", u.Name, u.Symbol, t, to)
	fmt.Fprintf(b, "\n// %[1]s gets the value in %[2]s.\nfunc (v %[3]s) %[1]s() float64 { return %[4]s }\n", u.Name, u.Symbol, t, from)
	fmt.Fprintf(b, "\n// Set%[1]s sets the value to x %[2]s.\nfunc (v *%[3]s) Set%[1]s(x float64) { *v = %[1]s(x) }\n", u.Name, u.Symbol, t)
}

func TestAccessorsAreThoseOfTheTable(t *testing.T) {
	for name, want := range sources() {
		if *rewrite {
			if err := os.WriteFile(name, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what table.go says: go test ./math/unit -rewrite", name)
		}
	}
}

func TestRelationsFitTheDimensions(t *testing.T) {
	for _, r := range relations {
		if got := r.a.Dimension().Times(r.b.Dimension()); got != r.c.Dimension() {
			t.Errorf("%v·%v is %+v, %v is %+v", r.a, r.b, got, r.c, r.c.Dimension())
		}
	}
	if TypeForce.Dimension().Over(TypeMass.Dimension()) != TypeAcceleration.Dimension() {
		t.Error("N/kg is no m/s²")
	}
}

func TestTable(t *testing.T) {
	symbols := map[string]string{}
	for _, ty := range Types() {
		if got, ok := ParseType(ty.String()); !ok || got != ty {
			t.Errorf("%v is found as %v", ty, got)
		}
		for i, u := range ty.Units() {
			if i == 0 && (u.Factor != 1 || u.Offset != 0) {
				t.Errorf("%v: the first unit is %s, not the SI's", ty, u.Symbol)
			}
			if was, ok := symbols[u.Symbol]; ok && u.Symbol != "" {
				t.Errorf("%s is a unit of %s and of %v", u.Symbol, was, ty)
			}
			symbols[u.Symbol] = ty.String()
		}
	}
	if _, ok := ParseType("NoType"); ok || NoType.String() != "NoType" || Type(200).String() != "NoType" || Type(200).Symbol() != "" {
		t.Error("NoType is taken for a type")
	}
}

func TestKnownConversions(t *testing.T) {
	var a Angle
	a.SetDegrees(75)
	for _, c := range []struct{ got, want float64 }{
		{a.Radians(), 75 * math.Pi / 180},
		{Radians(math.Pi).Degrees(), 180},
		{Turns(0.5).Radians(), math.Pi},
		{RevolutionsPerMinute(60).RadiansPerSecond(), 2 * math.Pi},
		{Knots(1).MetresPerSecond(), 0.5144444444444445},
		{KilometresPerHour(36).MetresPerSecond(), 10},
		{DegreesCelsius(20).Kelvins(), 293.15},
		{Kelvins(273.15).DegreesCelsius(), 0},
		{Bars(1).Kilopascals(), 100},
		{Milliseconds(25).Seconds(), 0.025},
		{Percent(5).Percent(), 5},
		{float64(Hertz(10).TimesAngularSpeed(2)), 20},
		{HertzSquared(10).TimesAngle(Degrees(180)).RadiansPerSecondSquared(), 10 * math.Pi},
	} {
		if math.Abs(c.got-c.want) > 1e-12*math.Max(1, math.Abs(c.want)) {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
	if !Bool(true).True() || Bool(false).True() || Count(7).Uint() != 7 || Unsigned(math.NaN()).Uint() != 0 || Unsigned(-1).Uint() != 0 {
		t.Error("Boolean or Unsigned")
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		t    Type
		s    string
		want float64
	}{
		{TypeAngle, "75 deg", 75 * degree}, {TypeAngle, "75°", 75 * degree}, {TypeAngle, "-1e-1rad", -0.1}, {TypeAngle, "0", 0},
		{TypeFrequencySquared, "10 Hz^2", 10}, {TypeFrequencySquared, "10 Hz²", 10}, {TypeTime, "25 ms", 0.025},
		{TypeTime, "1.5 us", 1.5e-6}, {TypeTorque, "2 N m", 2}, {TypeTorque, "2 N*m", 2}, {TypeInertia, "3 kg m^2", 3},
		{TypeRatio, "0.5", 0.5}, {TypeRatio, "5 %", 0.05}, {TypeBoolean, "true", 1}, {TypeUnsigned, "3", 3},
		{TypeTemperature, "20 degC", 293.15},
	} {
		got, err := Parse(c.t, c.s)
		if err != nil || math.Abs(got-c.want) > 1e-15*math.Max(1, math.Abs(c.want)) {
			t.Errorf("%v %q: %v, %v; want %v", c.t, c.s, got, err, c.want)
		}
	}
	for _, c := range []struct {
		t       Type
		s, says string
	}{
		{TypeAngle, "75", "75 rad, 75 deg"}, {TypeAngle, "75 Hz", `"Hz" is no unit of Angle`}, {TypeAngle, "deg", "no number"},
		{TypeAngle, "NaN rad", "no number"}, {TypeAngle, "1e999 rad", "no number"}, {TypeBoolean, "2", "true or false"},
		{TypeUnsigned, "-1", "whole number"}, {TypeUnsigned, "1.5", "whole number"}, {TypeSpeed, "1 m", "m/s"},
		{TypeLength, "1e308 km", "more than Length can hold"}, {TypeEnergy, "-1e306 Wh", "more than Energy can hold"},
		{TypeTemperature, "0", "0 K or 0 °C"},
	} {
		if _, err := Parse(c.t, c.s); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v %q: %v, want %q in it", c.t, c.s, err, c.says)
		}
	}
}

func TestFormatIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ty := rapid.SampledFrom(Types()).Draw(t, "type")
		v := float64(rapid.IntRange(0, 99999).Draw(t, "value"))
		if ty == TypeBoolean {
			v = math.Mod(v, 2)
		}
		got, err := Parse(ty, Format(ty, v))
		if err != nil || math.Abs(got-v) > 1e-5*math.Max(1, v) {
			t.Fatalf("%v %v is written as %q and read as %v, %v", ty, v, Format(ty, v), got, err)
		}
	})
}

func TestAxes(t *testing.T) {
	for a := NoAxis; a <= XZ; a++ {
		if got, ok := ParseAxis(a.String()); !ok || got != a {
			t.Errorf("%v is read as %v", a, got)
		}
	}
	if _, ok := ParseAxis("zx"); ok {
		t.Error("zx is taken for an axis")
	}
}

func FuzzParse(f *testing.F) {
	f.Add(uint8(1), "75 deg")
	f.Add(uint8(15), "10 Hz^2")
	fuzz.Run(f, func(t *testing.T, ty uint8, s string) {
		if v, err := Parse(Type(ty), s); err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
			t.Errorf("%q is %v", s, v)
		}
	})
}

// law is the control law of the seed's Figure 4 on plain floats and on quantities.
func lawPlain(e, de, k1, k2, acc float64) float64 { return acc + float64(k1*de) + float64(k2*e) }

func lawUnits(e Angle, de AngularSpeed, k1 Frequency, k2 FrequencySquared, acc AngularAcceleration) AngularAcceleration {
	return acc + k1.TimesAngularSpeed(de) + k2.TimesAngle(e)
}

func TestUnitsChangeNoBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Float64(), 5, 5).Draw(t, "x")
		a := lawPlain(x[0], x[1], x[2], x[3], x[4])
		b := lawUnits(Angle(x[0]), AngularSpeed(x[1]), Frequency(x[2]), FrequencySquared(x[3]), AngularAcceleration(x[4]))
		if math.Float64bits(a) != math.Float64bits(float64(b)) && !math.IsNaN(a) {
			t.Fatalf("%v, %v", a, b)
		}
	})
}

func BenchmarkPlain(b *testing.B) {
	x := 0.1
	for b.Loop() {
		x = lawPlain(x, 0.2, 10, 0.5, 0.3) * 1e-3
	}
	_ = x
}

func BenchmarkUnits(b *testing.B) {
	x := Angle(0.1)
	for b.Loop() {
		x = Angle(lawUnits(x, 0.2, 10, 0.5, 0.3)) * 1e-3
	}
	_ = x
}
