package kag

import (
	"bytes"
	"html"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/atomtest"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// elements reads "need psi Angle WORLD z; product e Angle WORLD z".
func elements(s string) (es []atom.Element) {
	for _, one := range strings.Split(s, ";") {
		w := strings.Fields(one)
		t, _ := unit.ParseType(w[2])
		e := atom.Element{Name: w[1], Type: t}
		if len(w) > 3 && w[3] != "-" {
			e.Frame = w[3]
		}
		if len(w) > 4 {
			e.Axis = w[4]
		}
		switch w[0] {
		case "product":
			e.Role = atom.ProductRole
		case "constant":
			e.Update.Update = atom.Constant
		case "sporadic":
			e.Update.Update = atom.Sporadic
		case "periodic":
			e.Update.Update = atom.Periodic
		}
		es = append(es, e)
	}
	return es
}

type builder struct{ m *atom.Model }

func (b builder) add(parent *atom.Instance, k atom.Kind, name, es string, o ...atom.Option) *atom.Instance {
	return parent.Enter(k, name, &atom.Definition{Name: name, Elements: elements(es), Doc: "It is " + name + "."}, nil, diag.Pos{File: "yaw.atoms.yaml", Line: len(b.m.Instances), Column: 3}, o...)
}

func (b builder) join(from *atom.Instance, p string, to *atom.Instance, n string) {
	b.m.Join(from.Port(p), to.Port(n), diag.Pos{File: "yaw.atoms.yaml", Line: 100 + len(b.m.Links), Column: 5})
}

// yaw is the seed's yaw control (Figure 9) with a little of Figure 7.
func yaw() *atom.Model { return about("z") }

// about is yaw with a law that needs the error about an axis.
func about(axis string) *atom.Model {
	m := atom.New("yaw")
	m.Loop("Sensors", "C1")
	b := builder{m}
	every := atom.Every(20*time.Microsecond, period.Set{{Min: 10 * time.Millisecond, Max: 50 * time.Millisecond}})
	imu := b.add(m.Root, atom.External, "IMU", "product psi Angle IMU z; product r AngularSpeed IMU z", every, atom.By("rov.imu"), atom.In("Sensors"))
	mount := b.add(m.Root, atom.External, "ExpertiseIMU", "product roll Angle; product pitch Angle; product yaw Angle", atom.Once(), atom.Valued("roll", 0), atom.Valued("pitch", 0), atom.Valued("yaw", 0.5))
	shift := b.add(m.Root, atom.Simple, "FrameShiftIMU", "need psi Angle IMU z; need r AngularSpeed IMU z; constant roll Angle; constant pitch Angle; constant yaw Angle; product psi_robot Angle ROBOT z; product r_robot AngularSpeed ROBOT z", every)
	pose := b.add(m.Root, atom.Molecule, "RobotPose", "need psi Angle ROBOT z; product psi_world Angle WORLD z")
	inner := b.add(pose, atom.Simple, "Attitude", "need psi Angle ROBOT z; product out Angle WORLD z", every)
	sep := b.add(m.Root, atom.Simple, "SeparatorYaw", "periodic in Angle WORLD z; product out Angle WORLD z", every)
	rate := b.add(m.Root, atom.Simple, "SeparatorYawRate", "periodic in AngularSpeed ROBOT z; product out AngularSpeed ROBOT z", every)
	operator := b.add(m.Root, atom.External, "Operator", "product psi_des Angle WORLD z", atom.When(nil), atom.By("operator"))
	gains := b.add(m.Root, atom.External, "ExpertiseYawControl", "product K1 Frequency; product K2 FrequencySquared", atom.Once(), atom.Valued("K1", 10), atom.Valued("K2", 10))
	sub := b.add(m.Root, atom.Simple, "YawSubtractor", "sporadic a Angle WORLD z; need b Angle WORLD z; product e Angle WORLD z", every)
	law := b.add(m.Root, atom.Simple, "DynamicAngleControl", "need e Angle WORLD "+axis+"; need de AngularSpeed ROBOT z; constant K1 Frequency; constant K2 FrequencySquared; product acc AngularAcceleration WORLD z", every)
	for _, l := range []struct {
		from *atom.Instance
		p    string
		to   *atom.Instance
		n    string
	}{
		{imu, "psi", shift, "psi"}, {imu, "r", shift, "r"}, {mount, "roll", shift, "roll"}, {mount, "pitch", shift, "pitch"}, {mount, "yaw", shift, "yaw"},
		{shift, "psi_robot", pose, "psi"}, {pose, "psi", inner, "psi"}, {inner, "out", pose, "psi_world"},
		{pose, "psi_world", sep, "in"}, {shift, "r_robot", rate, "in"}, {operator, "psi_des", sub, "a"}, {sep, "out", sub, "b"},
		{sub, "e", law, "e"}, {rate, "out", law, "de"}, {gains, "K1", law, "K1"}, {gains, "K2", law, "K2"},
	} {
		b.join(l.from, l.p, l.to, l.n)
	}
	return m
}

func svg(t *testing.T, g *graph.Graph) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := g.SVG(&b, graph.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWhole(t *testing.T) {
	golden.Check(t, "testdata/yaw.svg", svg(t, Whole(yaw(), Options{})))
	golden.Check(t, "testdata/yaw-closed.svg", svg(t, Whole(yaw(), Options{Depth: -1})))
	var b bytes.Buffer
	if err := Whole(yaw(), Options{}).DOT(&b); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/yaw.dot", b.Bytes())
}

// TestRandom draws compositions of every kind, valid and not: each link and each fault is in the picture, twice the same.
func TestRandom(t *testing.T) {
	for seed := range uint64(3) {
		m := atomtest.Valid(seed, 12+int(seed)*14)
		plan, faults := m.Check(atom.Target{})
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		for _, o := range []Options{{}, {Depth: -1}, {Depth: 1}} {
			g := Whole(m, o)
			if o.Depth == 0 {
				for _, l := range m.Links {
					if text := linkText(l.From, l.To); !strings.Contains(notes(g), text) {
						t.Errorf("seed %d: the link %s is not drawn", seed, text)
					}
				}
			}
			if a, b := svg(t, g), svg(t, Whole(m, o)); !bytes.Equal(a, b) {
				t.Errorf("seed %d: two drawings differ", seed)
			}
			sound(t, g)
		}
		for _, loops := range []bool{false, true} {
			g := Simplified(m, plan, Options{Loops: loops})
			sound(t, g)
			picture := string(svg(t, g))
			for _, c := range plan.Groups {
				if want := html.EscapeString(c.Name + " · " + period.Duration(c.Period)); !strings.Contains(picture, want) {
					t.Errorf("seed %d: there is no %q", seed, want)
				}
			}
		}
		for _, class := range atomtest.Classes() {
			c, ok := atomtest.Faulty(seed, 20, class)
			if !ok {
				continue
			}
			_, faults := c.Model.Check(atom.Target{})
			for name, g := range map[string]*graph.Graph{ // order: they do not depend on each other
				"whole": Whole(c.Model, Options{Faults: faults}), "closed": Whole(c.Model, Options{Faults: faults, Depth: -1}),
				"simplified": Simplified(c.Model, nil, Options{Faults: faults, Loops: true})} {
				if !strings.Contains(string(svg(t, g)), html.EscapeString(faults[0].What)) {
					t.Errorf("seed %d, %s: the fault %v is not in the picture %s", seed, class, faults[0], name)
				}
			}
		}
	}
}

func notes(g *graph.Graph) string {
	var b strings.Builder
	for _, c := range g.Connections {
		b.WriteString(c.Note + "\n")
	}
	return b.String()
}

// sound: every connection stands where the layout draws it, and no path is used twice.
func sound(t *testing.T, g *graph.Graph) {
	t.Helper()
	d, err := g.Layout(graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Wires) != len(g.Connections) {
		t.Errorf("%d wires are drawn for %d connections", len(d.Wires), len(g.Connections))
	}
	for _, f := range g.Check() {
		if f.Code == "dangling" || f.Code == "tree" || f.Code == "scope" {
			t.Error(f)
		}
	}
}

// TestFaults: the paper's sonar, and a need that nothing is linked to.
func TestFaults(t *testing.T) {
	m := about("x")
	m.Links = m.Links[:len(m.Links)-1] // K2
	_, faults := m.Check(atom.Target{})
	picture := string(svg(t, Whole(m, Options{Faults: faults})))
	for _, want := range []string{`class="ft"`, "DynamicAngleControl.e: Angle WORLD z → Angle WORLD x", "(axis)", "Fault</text>"} {
		if !strings.Contains(picture, html.EscapeString(want)) && !strings.Contains(picture, want) {
			t.Errorf("%q is not in the picture; the faults are\n%v", want, faults)
		}
	}
}

func TestShort(t *testing.T) {
	for _, c := range []struct {
		in   string
		want string
	}{{"u", "u"}, {"u v w", "u, v, w"}, {"f[0] f[1] f[2]", "f[0…2]"}, {"f[0] f[2] f[1]", "f[0], f[2], f[1]"},
		{"mount_roll mount_pitch mount_yaw", "mount_roll +2"}} {
		if got := short(strings.Fields(c.in)); got != c.want {
			t.Errorf("%s is written %s, want %s", c.in, got, c.want)
		}
	}
}
