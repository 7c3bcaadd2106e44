package atom_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// mixer has banks of two lengths.
type mixer struct {
	In   []atom.Need[unit.Force]    `frame:"A" length:"$in" valid:"-1 N .. 1 N"`
	Gain []atom.Need[unit.Ratio]    `length:"$in" update:"constant"`
	Sums []atom.Storage[unit.Force] `frame:"$out_frame" length:"$out"`
	Out  []atom.Product[unit.Force] `frame:"$out_frame" axis:"x" length:"$out"`
	made int
}

func (m *mixer) Sized() { m.made = len(m.In) * len(m.Out) }

func (m *mixer) Physics(unit.Time) {
	for k := range m.Out {
		m.Out[k].Set(m.In[k%len(m.In)].Get())
	}
}

type forces struct {
	In []atom.Product[unit.Force] `frame:"A" length:"$n" valid:"-1 N .. 1 N"`
}

type weights struct {
	Gain []atom.Product[unit.Ratio] `length:"$n"`
}

type motors struct {
	Out []atom.Need[unit.Force] `frame:"B" axis:"x" length:"$n"`
}

// banks is a model of banks: of a mixer with in and out elements, and of what stands around it.
func banks(given, weighed, in, out, taken int) *atom.Model {
	m := atom.New("banks")
	every := atom.Every(time.Microsecond, period.Between(5*time.Millisecond, 50*time.Millisecond))
	f := atom.Add(m.Root, "forces", atom.Sized[forces](given), every, atom.By("f"))
	options := []atom.Option{atom.Once()}
	for k := range weighed {
		options = append(options, atom.Valued(fmt.Sprintf("gain[%d]", k), 1))
	}
	g := atom.Add(m.Root, "gains", atom.Sized[weights](weighed), options...)
	x := atom.Add(m.Root, "mixer", atom.Sized[mixer](in, out), every, atom.With("out_frame", "B"))
	t := atom.Add(m.Root, "motors", atom.Sized[motors](taken), every, atom.By("t"))
	atom.ConnectAll(f, x)
	atom.ConnectAll(g, x)
	atom.ConnectAll(x, t)
	return m
}

// Banks of any lengths make a sound model where the lengths agree; otherwise there is one fault for each pair of banks
// that differ, with both paths and both lengths, and nothing that only follows from it.
func TestBanks(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		length := rapid.IntRange(1, 12)
		n, k := length.Draw(rt, "in"), length.Draw(rt, "out")
		given, weighed, taken := n, n, k
		want := 0
		for _, l := range []*int{&given, &weighed, &taken} {
			if rapid.IntRange(0, 3).Draw(rt, "differs") == 0 {
				if other := length.Draw(rt, "other"); other != *l {
					*l = other
					want++
				}
			}
		}
		plan, faults := banks(given, weighed, n, k, taken).Check(atom.Target{})
		if len(faults) != want || (plan == nil) != (want > 0) {
			rt.Fatalf("%d faults, want %d: %v", len(faults), want, faults)
		}
		for _, f := range faults {
			if f.Code != "length" || f.Do == "" || f.Line == 0 || !strings.Contains(f.What, " elements, ") {
				rt.Fatal(f)
			}
		}
	})
	_, faults := banks(6, 4, 4, 8, 6).Check(atom.Target{})
	if got := faults.Error(); !strings.Contains(got, "mixer.in: forces.in has 6 elements, mixer.in has 4; give mixer the length in = 6, or give forces the length n = 4") ||
		!strings.Contains(got, "motors.out: mixer.out has 8 elements, motors.out has 6; give motors the length n = 8, or give mixer the length out = 6") {
		t.Error(got)
	}
}

// A length of 0 and an absurd one are refused, and so are banks that do not say their length, or not the same.
func TestLengths(t *testing.T) {
	for _, c := range []struct {
		body any
		want string
	}{
		{new(motors), "the banks of length n of motors have no elements; make it by atom.Sized, with a length from 1 to 256 (length)"},
		{atom.Sized[motors](0), "have no elements"},
		{atom.Sized[motors](-3), "have no elements"},
		{atom.Sized[motors](1 << 40), "a bank has at most 256 elements"},
		{&mixer{In: make([]atom.Need[unit.Force], 2), Gain: make([]atom.Need[unit.Ratio], 3)}, "3 elements, and another bank of length $in has 2"},
		{&struct {
			F []atom.Need[unit.Force]
		}{make([]atom.Need[unit.Force], 2)}, "a bank names the parameter that says how long it is"},
		{&struct {
			F atom.Need[unit.Force]   `frame:"$n"`
			G []atom.Need[unit.Force] `length:"$n"`
		}{}, "stands for a frame or an axis and for a length"},
	} {
		m := atom.New("test")
		atom.Add(m.Root, "it", c.body, atom.Once(), atom.With("out_frame", "B"))
		if _, faults := m.Check(atom.Target{}); !strings.Contains(faults.Error(), c.want) {
			t.Errorf("%T: %v, want %s", c.body, faults, c.want)
		}
	}
	m := atom.New("test")
	atom.Add(m.Root, "it", atom.Sized[motors](3), atom.By("t"), atom.Once(), atom.With("n", "4"))
	if _, faults := m.Check(atom.Target{}); !strings.Contains(faults.Error(), "its banks of length n were made with 3 elements, not with 4") {
		t.Error(faults)
	}
	defer func() {
		if recover() == nil {
			t.Error("a mixer has two lengths, and is made with one")
		}
	}()
	atom.Sized[mixer](3)
}

// Each element of a bank is checked as any other: type, frame, axis, range, update.
func TestBanksAreCheckedByElement(t *testing.T) {
	m := banks(2, 2, 2, 3, 3)
	x, other := m.Instances[3], new(struct {
		F atom.Product[unit.Force] `frame:"C" axis:"y"`
	})
	if x.Port("sums[2]").Element.Role != atom.StorageRole || x.Port("in[1]").Element.Validity.Max != 1 || x.Port("gain[1]").Update.Update != atom.Constant ||
		x.Body.(*mixer).made != 6 || x.Parameters["in"] != "2" || x.Parameters["out"] != "3" || x.Port("out[2]").Element.Field != "Out[2]" {
		t.Errorf("%+v", x.Def)
	}
	atom.Add(m.Root, "other", other, atom.By("o"), atom.Every(time.Microsecond, period.Between(5*time.Millisecond, 50*time.Millisecond)))
	atom.Connect(&other.F, &m.Instances[4].Body.(*motors).Out[1])
	_, faults := m.Check(atom.Target{})
	if got := faults.Error(); !strings.Contains(got, "motors.out[1]") || !strings.Contains(got, "fan-in") {
		t.Error(got)
	}
	m = atom.New("test")
	a, b := atom.Sized[forces](3), atom.Sized[motors](3)
	atom.Add(m.Root, "a", a, atom.By("a"), atom.Every(time.Microsecond, period.Between(5*time.Millisecond, 50*time.Millisecond)))
	atom.Add(m.Root, "b", b, atom.By("b"), atom.Every(time.Microsecond, period.Between(5*time.Millisecond, 50*time.Millisecond)))
	atom.ConnectBank(a.In, b.Out)
	_, faults = m.Check(atom.Target{})
	if got := faults.Error(); len(faults) != 3 || !strings.Contains(got, "b.out[2]: a.in[2] is [Force, A, NOAXIS], b.out[2] needs [Force, B, x]") {
		t.Error(got)
	}
	m = atom.New("test")
	a, b = atom.Sized[forces](3), atom.Sized[motors](5)
	atom.Add(m.Root, "a", a)
	atom.Add(m.Root, "b", b)
	atom.ConnectBank(a.In, b.Out)
	if got := m.Faults.Error(); !strings.Contains(got, "bank_test.go") || !strings.Contains(got, "a.in has 3 elements, b.out has 5") {
		t.Error(got)
	}
}

// What an embedded struct's own tags do not say, the tag of the field says.
func TestTagsOfEmbeddedStructs(t *testing.T) {
	type vector struct {
		X atom.Need[unit.Force] `axis:"x"`
		Y atom.Need[unit.Force] `axis:"y" frame:"OWN" update:"periodic"`
	}
	def, err := atom.Describe(&struct {
		vector `frame:"$frame" update:"constant"`
		Z      atom.Need[unit.Force]
	}{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range def.Elements {
		got = append(got, fmt.Sprint(e.Name, " ", e.Field, " ", e.Frame, " ", e.Axis, " ", e.Update.Update))
	}
	if s := strings.Join(got, ", "); s != "x X $frame x constant, y Y OWN y periodic, z Z   unstated" || len(def.Parameters) != 1 {
		t.Errorf("%s, %v", s, def.Parameters)
	}
}
