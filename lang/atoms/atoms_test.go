package atoms

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	diff "github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/heading"
)

const examples = "../../examples/rov-heading/"

// TestExample compares the text of the paper's example with the one in Go: they are the same model.
func TestExample(t *testing.T) {
	d, faults := Load(examples+"heading.atoms.yaml", Standard())
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	text, want := described(d.Model), described(heading.Model(rov.JackLike()))
	if d := diff.Diff(want, text); d != "" {
		t.Errorf("(-Go +text)\n%s", d)
	}
	a, faults := d.Check(atom.Target{})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	b, faults := heading.Model(rov.JackLike()).Check(atom.Target{})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if d := diff.Diff(b.Reasons, a.Reasons); d != "" {
		t.Errorf("plans (-Go +text)\n%s", d)
	}
	if got := d.Meta; got.Vehicle != "jack" || got.Cores != 1 || len(got.Frames) != 5 || len(got.Drivers) != 1 || got.Drivers[0].Options[0].Value != "75 deg" {
		t.Errorf("beside the model: %+v", got)
	}
}

// described writes a model out, a line a part, sorted: the same for the same model, whatever it was made from.
func described(m *atom.Model) (lines []string) {
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	for _, i := range m.Instances[1:] {
		loop := i.Loop
		if i.Kind == atom.Molecule {
			loop = ""
		}
		add("instance %s: %s %d %v %v loop %s driver %s", i.Path, i.Def.Name, i.Kind, i.Parameters, i.Constraint, loop, i.Driver)
		for _, p := range i.Ports {
			e := p.Element
			value := ""
			if v, ok := i.Values[e.Name]; ok {
				value = fmt.Sprintf(" = %.12g", v)
			}
			add("port %s: %d %v %s %s %v %v%s", p.Path(), e.Role, e.Type, e.Frame, e.Axis, p.Update, e.Validity, value)
		}
	}
	for _, l := range m.Links {
		add("link %s -> %s", l.From.Path(), l.To.Path())
	}
	for _, l := range m.Loops {
		add("loop %s of %s", l.Name, l.Composition)
	}
	for _, t := range m.Timings {
		add("period %s %v", t.Name, t.Period)
	}
	slices.Sort(lines)
	return lines
}

// checked reads and checks a text; the faults are in the order of the text.
func checked(d *Document) diag.Faults {
	_, faults := d.Check(atom.Target{})
	faults.Sort()
	return faults
}

// TestFaultExamples has the faults of the examples, as the command prints them.
func TestFaultExamples(t *testing.T) {
	files, err := filepath.Glob(examples + "faults/*.atoms.yaml")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		d, _ := ReadDocument(filepath.Base(f), src, Options{Library: Standard()})
		golden.Check(t, filepath.Join("testdata/faults", filepath.Base(f)+".golden"), []byte(checked(d).Error()+"\n"))
	}
}

// explained reports whether there is a rule for a code.
func explained(code string) bool {
	return slices.ContainsFunc(Rules(), func(r diag.Rule) bool { return r.Code == code && r.Text != "" })
}

// TestWrong reads texts with mistakes. A comment "#! words" says that there is a fault in its line with these words in
// it, several with | between them; there are no others.
func TestWrong(t *testing.T) {
	files, err := filepath.Glob("testdata/wrong/*.atoms.yaml")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		want := map[int][]string{}
		for n, l := range strings.Split(string(src), "\n") {
			if _, w, ok := strings.Cut(l, "#! "); ok {
				want[n+1] = strings.Split(w, "|")
			}
		}
		d, _ := ReadDocument(f, src, Options{Library: Standard(), Open: os.ReadFile})
		for _, g := range checked(d) {
			list := want[g.Line]
			k := slices.IndexFunc(list, func(w string) bool { return strings.Contains(g.Error(), strings.TrimSpace(w)) })
			if !explained(g.Code) {
				t.Errorf("nothing explains the code %s", g.Code)
			}
			if k < 0 || filepath.Base(g.File) != filepath.Base(f) || g.Column < 1 {
				t.Errorf("not expected: %v", g)
				continue
			}
			want[g.Line] = slices.Delete(slices.Clone(list), k, k+1)
		}
		for n, list := range want {
			if len(list) > 0 {
				t.Errorf("%s:%d: not reported: %q", f, n, list)
			}
		}
	}
}

// read reads a text without faults.
func read(t *testing.T, src string) *Document {
	t.Helper()
	d, faults := ReadDocument("test.atoms.yaml", []byte(src), Options{Library: Standard()})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return d
}

func instance(t *testing.T, m *atom.Model, path string) *atom.Instance {
	t.Helper()
	for _, i := range m.Instances {
		if i.Path == path {
			return i
		}
	}
	t.Fatalf("no instance %s", path)
	return nil
}

func links(m *atom.Model) (all []string) {
	for _, l := range m.Links {
		all = append(all, l.From.Path()+" -> "+l.To.Path())
	}
	return all
}

// TestLinks has every way to write a link.
func TestLinks(t *testing.T) {
	const parts = `
define:
  A:
    products: {x: Length, y: Length, z: Length, "f[3]": Force}
  B:
    needs: {x: Length, y: Length, "f[3]": Force, "g[3]": Force}
  M:
    needs: {x: Length, y: Length}
    products: {z: Length}
    instances:
      b: B
      c: {physics: z = x + y, needs: {x: Length, y: Length}, products: {z: Length}}
    links:
      - needs -> b, c
      - c.z -> z
instances: {a: A, b: B, c: B, m: M}
links:
`
	inner := []string{"m.x -> m.b.x", "m.y -> m.b.y", "m.x -> m.c.x", "m.y -> m.c.y", "m.c.z -> m.z"}
	for lines, want := range map[string]string{
		"  - a.x -> b.y":                              "a.x -> b.y",
		"  [a.x -> b.x]":                              "a.x -> b.x",
		"  b.x: a.y\n  b.y: a.x":                      "a.y -> b.x, a.x -> b.y",
		"  |\n    a.x -> b.x # first\n\n    a.y->b.y": "a.x -> b.x, a.y -> b.y",
		"  - a -> m":                                  "a.x -> m.x, a.y -> m.y",
		"  - a.* -> m.*":                              "a.x -> m.x, a.y -> m.y",
		"  - a.x -> b.x, c.y, m":                      "a.x -> b.x, a.x -> c.y, a.x -> m.x",
		"  - a.(x, y) -> b.(y, x)":                    "a.x -> b.y, a.y -> b.x",
		"  - a.x, a.y -> b.(y, x)":                    "a.x -> b.y, a.y -> b.x",
		"  - a.(x, y) -> m":                           "a.x -> m.x, a.y -> m.y",
		"  - a -> b.x, c.y":                           "a.x -> b.x, a.y -> c.y",
		"  - a.f -> b.g":                              "a.f[0] -> b.g[0], a.f[1] -> b.g[1], a.f[2] -> b.g[2]",
		"  - a.f[1] -> b.g[0]":                        "a.f[1] -> b.g[0]",
		"  - a.f[*] -> b.f":                           "a.f[0] -> b.f[0], a.f[1] -> b.f[1], a.f[2] -> b.f[2]",
		"  - a -> m\n  - a.z -> m.x":                  "a.y -> m.y, a.z -> m.x",
	} {
		d, faults := ReadDocument("test.atoms.yaml", []byte(parts+lines), Options{Library: Standard()})
		if len(faults) > 0 {
			t.Errorf("%s\n%v", lines, faults)
			continue
		}
		if d := diff.Diff(append(slices.Clone(inner), strings.Split(want, ", ")...), links(d.Model)); d != "" {
			t.Errorf("%s (-want +got)\n%s", lines, d)
		}
	}
}

// TestElements has every way to write an interface element.
func TestElements(t *testing.T) {
	d := read(t, `
define:
  A:
    parameters: {frame: frame = WORLD, axis: axis}
    needs:
      a: [Angle, WORLD, z]
      b: Angle WORLD z
      c: {type: Angle, frame: WORLD, axis: z}
      d: {type: [periodic, Angle, $frame, $axis], every: [10 ms, 50 ms]}
      e: periodic Angle $frame $axis every 10 ms .. 20 ms
      f: {type: Frequency, update: constant, in: 0 Hz .. 100 Hz}
      g: Ratio
      h: {type: Length, every: "[10 ms, 50 ms] ∪ [80 ms, 100 ms]"}
    storages:
      s: Angle = 90 deg
    products:
      p: Angle WORLD z = 1 rad in -180 deg .. 180 deg frozen 1.5 s
      q: Length in 0 m ..
    physics: "p = a; q = 1 m"
instances:
  one: {is: A, with: {axis: x}, every: 25 ms, worst: 1 ms, needs: {a: sporadic, b: periodic every 5 ms .. 6 ms}}
`)
	i := instance(t, d.Model, "one")
	var got []string
	for _, p := range i.Ports {
		e := p.Element
		got = append(got, strings.Join(strings.Fields(fmt.Sprintf("%s %v %s %s %v %v %v", e.Name, e.Type, e.Frame, e.Axis, p.Update, e.Validity, *p.At())), " "))
	}
	// periods print as they are written
	want := []string{
		"a Angle WORLD z {sporadic 0s any } {0 0 0s} 0",
		"b Angle WORLD z {periodic 0s [5 ms, 6 ms] } {0 0 0s} 0",
		"c Angle WORLD z {coupled 0s any } {0 0 0s} 0",
		"d Angle $frame $axis {periodic 0s [10 ms, 50 ms] } {0 0 0s} 0",
		"e Angle $frame $axis {periodic 0s [10 ms, 20 ms] } {0 0 0s} 0",
		"f Frequency {constant 0s any } {0 100 0s} 0",
		"g Ratio {coupled 0s any } {0 0 0s} 0",
		"h Length {periodic 0s [10 ms, 50 ms] ∪ [80 ms, 100 ms] } {0 0 0s} 0",
		"s Angle {unstated 0s any } {0 0 0s} " + fmt.Sprint(90*(math.Pi/180)),
		"p Angle WORLD z {unstated 0s any } {" + fmt.Sprint(-180*(math.Pi/180)) + " " + fmt.Sprint(180*(math.Pi/180)) + " 1.5s} 1",
		"q Length {unstated 0s any } {0 +Inf 0s} 0",
	}
	got = slices.DeleteFunc(got, func(s string) bool { return false })
	slices.Sort(got)
	slices.Sort(want)
	if d := diff.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if i.Parameters["frame"] != "WORLD" || i.Parameters["axis"] != "x" || i.Constraint.Worst != time.Millisecond {
		t.Errorf("%v %v", i.Parameters, i.Constraint)
	}
}

// TestAlternative has two laws behind one interface, the one tracking while the other is in command, and a condition.
func TestAlternative(t *testing.T) {
	d := read(t, alternative)
	if faults := checked(d); len(faults) > 0 {
		t.Fatal(faults)
	}
	i := instance(t, d.Model, "law")
	if i.Kind != atom.Alternative || i.Choice == nil || i.Choice.Select != i.Port("select") || i.Choice.Fade != 300*time.Millisecond || len(i.Children) != 2 {
		t.Fatalf("%+v", i)
	}
	pi := instance(t, d.Model, "law.pi")
	tracker, ok := pi.Body.(atom.Tracker)
	if !ok {
		t.Fatal("the law does not track")
	}
	*pi.Port("e").At(), *pi.Port("speed").At() = 0.5, 2
	tracker.Track(0.01)
	pi.Body.(atom.Physics).Physics(0)
	if got := *pi.Port("speed").At(); math.Abs(got-2) > 1e-12 {
		t.Errorf("after tracking the law gives %v, not 2", got)
	}
	if c := instance(t, d.Model, "log").Constraint; c.Update != atom.Sporadic || c.Condition != "far" {
		t.Errorf("%+v", c)
	}
}

const alternative = `
model: switched
define:
  P: # a law with a definition, the other one in place
    needs: {e: "Angle WORLD z"}
    products: {speed: "AngularSpeed WORLD z"}
    physics: speed = 2 Hz * e
  Law:
    needs: {e: "Angle WORLD z", select: sporadic Unsigned}
    products: {speed: "AngularSpeed WORLD z"}
    fade: 300 ms
    laws:
      p: {is: P, every: 5 ms .. 50 ms, worst: 10 us}
      pi:
        every: 5 ms .. 30 ms
        worst: 10 us
        needs: {e: "Angle WORLD z"}
        storages: {i: "AngularSpeed WORLD z"}
        products: {speed: "AngularSpeed WORLD z"}
        physics: |
          i = i + 0.5 Hz^2 * e * dt
          speed = 2 Hz * e + i
        track: i = speed - 2 Hz * e
instances:
  sensor: {driver: s, every: 10 ms, worst: 1 ms, products: {e: "Angle WORLD z"}}
  operator: {driver: o, update: sporadic, products: {select: Unsigned}}
  far: {physics: far = abs(e) > 10 deg, every: any, worst: 1 us, needs: {e: "Angle WORLD z"}, products: {far: Boolean}}
  law: Law
  helm: {driver: h, every: 10 ms, worst: 1 ms, needs: {speed: "AngularSpeed WORLD z"}}
  log: {driver: file, when: far, needs: {e: "sporadic Angle WORLD z"}}
  sample: {physics: s = e, when: far, needs: {e: "Angle WORLD z"}, products: {s: "Angle WORLD z"}}
links:
  - sensor.e -> law.e, far.e, sample.e
  - operator -> law
  - law -> helm
  - sample.s -> log.e
`

// TestGo has a definition whose Physics is in Go, with other constraints than Go's.
func TestGo(t *testing.T) {
	d := read(t, `
define:
  Yaw:
    physics: lib.DynamicAngleControl
    needs: {k1: [periodic, Frequency]}
instances:
  yaw: {is: Yaw, with: {frame: WORLD, axis: z}}
  roll: {is: lib.DynamicAngleControl, with: {frame: WORLD, axis: x}}
`)
	yaw, roll := instance(t, d.Model, "yaw"), instance(t, d.Model, "roll")
	if yaw.Port("k1").Update.Update != atom.Periodic || roll.Port("k1").Update.Update != atom.Constant {
		t.Error("the text's constraint does not stand instead of Go's")
	}
	*yaw.Port("k1").At(), *yaw.Port("de").At() = 3, 2
	yaw.Body.(atom.Physics).Physics(0)
	if got := *yaw.Port("acc").At(); got != 6 {
		t.Errorf("acc = %v", got)
	}
	if yaw.Body == roll.Body {
		t.Error("two instances share a struct")
	}
}

func TestInclude(t *testing.T) {
	files := map[string]string{
		"dir/main.atoms.yaml":    "include: [parts/a.atoms.yaml, parts/a.atoms.yaml]\ninstances: {one: B}\n",
		"dir/parts/a.atoms.yaml": "include: b.atoms.yaml\ndefine: {A: {products: {x: Length}}}\n",
		"dir/parts/b.atoms.yaml": "include: a.atoms.yaml\nframes: {F: a frame}\ndefine: {B: {products: {x: Length F}}}\n",
	}
	open := func(name string) ([]byte, error) {
		if s, ok := files[name]; ok {
			return []byte(s), nil
		}
		return nil, errors.New("no such file")
	}
	d, faults := ReadDocument("dir/main.atoms.yaml", []byte(files["dir/main.atoms.yaml"]), Options{Open: open})
	if len(faults) > 0 || len(d.Texts) != 3 || instance(t, d.Model, "one").Def.Place.File != "dir/parts/b.atoms.yaml" {
		t.Errorf("%v %d", faults, len(d.Texts))
	}
	for src, want := range map[string]string{
		"include: ../x.yaml": "without ..",
		"include: /etc/x":    "without ..",
		"include: gone.yaml": "no such file",
		"include: [parts/a.atoms.yaml]\ndefine: {A: {products: {x: Length}}}\n": "defined already",
	} {
		if _, faults := ReadDocument("dir/x.atoms.yaml", []byte(src), Options{Open: open}); len(faults) != 1 || !strings.Contains(faults.Error(), want) {
			t.Errorf("%s: %v", src, faults)
		}
	}
}

func TestTimes(t *testing.T) {
	got, faults := Times("t.yaml", []byte("machine: some\ntimes:\n  PID: 1.2 us\n  a.b: 30 ns\n"))
	if len(faults) > 0 || got["PID"] != 1200 || got["a.b"] != 30 {
		t.Errorf("%v %v", got, faults)
	}
	for _, s := range []string{"", "times: {A: fast}", "time: {}", "times: [", "times: {A: -1 s}"} {
		if _, faults := Times("t.yaml", []byte(s)); len(faults) != 1 {
			t.Errorf("%q: %v", s, faults)
		}
	}
}

// TestBounds has texts that would take long, or much memory.
func TestBounds(t *testing.T) {
	deep := "define:\n"
	for k := range 20 { // each Molecule has ten of the one before
		deep += fmt.Sprintf("  M%d: {instances: {", k)
		for i := range 10 {
			is := "{products: {x: Length}}"
			if k > 0 {
				is = fmt.Sprintf("M%d", k-1)
			}
			deep += fmt.Sprintf("i%d: %s, ", i, is)
		}
		deep += "}}\n"
	}
	for name, src := range map[string]string{
		"molecules":  deep + "instances: {a: M12}\n",
		"itself":     "define: {A: {instances: {b: B}}, B: {instances: {a: A}}}\ninstances: {a: A}\n",
		"brackets":   "instances: " + strings.Repeat("[", 100_000),
		"braces":     "instances: " + strings.Repeat("{a: ", 100_000),
		"dashes":     "links:\n" + strings.Repeat("- ", 100_000) + "a -> b",
		"indents":    indents(3000),
		"length":     strings.Repeat("# comment\n", 200_000),
		"anchors":    "define: &a {A: *a}",
		"elements":   "instances: {a: {products: {\"x[1000]\": Length, \"y[1000]\": Length}}}",
		"expression": "instances: {a: {products: {x: Ratio}, physics: \"x = " + strings.Repeat("(", 50_000) + "\"}}",
		"binary":     "instances:\x00",
	} {
		start := len(src)
		_, faults := ReadDocument("test.atoms.yaml", []byte(src), Options{Library: Standard()})
		if len(faults) == 0 || len(faults) > maxFaults+1 {
			t.Errorf("%s, %d bytes: %d faults", name, start, len(faults))
		}
	}
}

func indents(n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, "%s%s:\n", strings.Repeat(" ", k), "a")
	}
	return b.String()
}

func FuzzRead(f *testing.F) {
	for _, pattern := range []string{examples + "*.atoms.yaml", examples + "faults/*.atoms.yaml", "testdata/wrong/*.atoms.yaml"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			src, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(src))
		}
	}
	f.Add(alternative)
	library := Standard()
	fuzz.Run(f, func(t *testing.T, src string) {
		d, _ := ReadDocument("fuzz.atoms.yaml", []byte(src), Options{Library: library})
		plan, faults := d.Check(atom.Target{})
		if (plan == nil) != (len(faults) > 0) {
			t.Fatalf("plan %v, faults %v", plan, faults)
		}
		for _, g := range faults {
			if !explained(g.Code) || g.What == "" || g.File == "" || g.Line < 1 || g.Column < 1 {
				t.Fatalf("a fault without its place: %+v", g)
			}
		}
		for _, w := range d.Warnings {
			if w.Severity != diag.Warning || !explained(w.Code) || w.File == "" || w.Line < 1 || w.Column < 1 {
				t.Fatalf("a warning without its place: %+v", w)
			}
		}
	})
}

// TestPage reads the models that the format's page shows: they are valid.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/format/atoms.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, part := range strings.Split(string(page), "```yaml\n")[1:] {
		src, _, _ := strings.Cut(part, "```")
		d, _ := ReadDocument("page.atoms.yaml", []byte(src), Options{Library: Standard()})
		if faults := checked(d); len(faults) > 0 {
			t.Errorf("%s\n%v", src, faults)
		}
		n++
	}
	if n < 2 {
		t.Errorf("%d models", n)
	}
}
