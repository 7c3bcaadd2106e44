package gen

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/lang/gogen"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// typeOf writes the Go type of an element.
func typeOf(f *gogen.File, p *atom.Port) string {
	return f.Import(unitPath) + "." + p.Element.Type.String()
}

// about describes an element: "Angle, frame WORLD, axis z".
func about(p *atom.Port) string {
	s := p.Element.Type.String()
	if sym := p.Element.Type.Symbol(); sym != "" {
		s += " (" + sym + ")"
	}
	if f := p.Datatype.Frame; f != "" && f != unit.NoFrame {
		s += ", frame " + string(f)
	}
	switch a := p.Datatype.Axis; {
	case a == unit.NoAxis:
	case len(a.String()) > 1:
		s += ", plane " + a.String()
	default:
		s += ", axis " + a.String()
	}
	return s
}

func pathOf(p *atom.Port) string { return p.Owner.Path + "." + p.Element.Name }

// shortest finds the unit with the shortest text of a value, among those that give the very same bits.
func shortest(t unit.Type, v float64) (u unit.Unit, n string, ok bool) {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return u, "", false
	}
	for _, x := range t.Units() {
		s := number((v - x.Offset) / x.Factor)
		if back, err := strconv.ParseFloat(s, 64); err != nil || math.Float64bits(float64(back*x.Factor)+x.Offset) != math.Float64bits(v) {
			continue
		}
		if !ok || len(s)+4 < len(n) {
			u, n, ok = x, s, true
		}
	}
	return u, n, ok
}

// literal writes a value of a type: with a unit if that gives the very same bits, such as unit.Degrees(30).
func literal(f *gogen.File, t unit.Type, v float64) string {
	pkg := f.Import(unitPath)
	if t == unit.TypeBoolean && (v == 0 || v == 1) {
		return fmt.Sprintf("%s.Bool(%t)", pkg, v == 1)
	}
	if u, n, ok := shortest(t, v); ok && u.Name != "" {
		return pkg + "." + u.Name + "(" + n + ")"
	}
	return pkg + "." + t.String() + "(" + float(f, v) + ")"
}

// quantity writes a value of a type for people: "-200 deg".
func quantity(t unit.Type, v float64) string {
	if u, n, ok := shortest(t, v); ok {
		return strings.TrimSpace(n + " " + u.Symbol)
	}
	return unit.Format(t, v)
}

// parameter is the value of an interface parameter, even if a Molecule passes down its own.
func parameter(i *atom.Instance, name string) string {
	for ; i != nil; i = i.Parent {
		v := i.Parameters[name]
		passed, down := strings.CutPrefix(v, "$")
		if !down {
			return v
		}
		name = passed
	}
	return ""
}

// number writes a float as briefly as its bits allow.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// float writes a float as Go.
func float(f *gogen.File, v float64) string {
	switch {
	case math.IsNaN(v):
		return f.Import("math") + ".NaN()"
	case math.IsInf(v, 1):
		return f.Import("math") + ".Inf(1)"
	case math.IsInf(v, -1):
		return f.Import("math") + ".Inf(-1)"
	case v == 0 && math.Signbit(v):
		return f.Import("math") + ".Copysign(0, -1)"
	case v == math.MaxFloat64:
		return f.Import("math") + ".MaxFloat64"
	case v == -math.MaxFloat64:
		return "-" + f.Import("math") + ".MaxFloat64"
	}
	return number(v)
}

// duration writes a time as Go: 25 * time.Millisecond.
func duration(f *gogen.File, d time.Duration) string {
	t := f.Import("time")
	for _, u := range []struct {
		d    time.Duration
		name string
	}{{time.Second, "Second"}, {time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}} {
		if d != 0 && d%u.d == 0 {
			return fmt.Sprintf("%d * %s.%s", d/u.d, t, u.name)
		}
	}
	return fmt.Sprintf("%s.Duration(%d)", t, d)
}

// list writes names in prose: "a, b and c".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// oneLine puts a comment's text on one line.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// article is "a" or "an".
func article(name string) string {
	if strings.ContainsAny(name[:1], "AEIOUaeiou") {
		return "an"
	}
	return "a"
}
