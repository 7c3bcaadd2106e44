package chart

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/diag"
)

func TestFaults(t *testing.T) {
	doo := func(*Call) (Progress, error) { return Idle, nil }
	for name, c := range map[string]struct {
		want  string // code path, …
		parts []Part
	}{
		"good":              {"", []Part{State("a"), Trans("initial", "a"), Trans("a", "a", "e")}},
		"empty":             {"chart-root root", nil},
		"no initial":        {"chart-initial root", []Part{State("a"), Trans("a", "a", "e")}},
		"initial is none":   {"chart-initial root.initial", []Part{State("initial"), Trans("initial", "initial", "e")}},
		"names":             {"chart-name root.a.b, chart-name root.root", []Part{State("a"), State("a.b"), State("root"), Trans("initial", "a"), Trans("a", "a", "e"), Trans("root", "a", "e"), Trans("initial", "a").If(yes)}},
		"reserved":          {"chart-name root.err", []Part{State("err"), Trans("initial", "err"), Trans("err", "err", "e")}},
		"twice":             {"chart-duplicate root.a", []Part{State("a"), State("a"), Trans("initial", "a"), Trans("a", "a", "e")}},
		"paths":             {"chart-path root, chart-path root, chart-dead-end root.a", []Part{State("a"), Trans("initial", "a"), Trans("a", "q", "e"), Trans("a", "", "e")}},
		"composite target":  {"chart-initial root.b", []Part{State("a"), State("b", State("x"), Trans("x", "root.a", "e")), Trans("initial", "a"), Trans("a", "b", "e"), Trans("a", "a", "f")}},
		"doo of composite":  {"chart-body root.b", []Part{State("b", State("x"), Trans("initial", "x"), Trans("x", "x", "e")).Does(doo), Trans("initial", "b")}},
		"code of connector": {"chart-body root.c", []Part{State("a"), Connector("c").OnEntry(nothing), Trans("initial", "c"), Trans("c", "a"), Trans("a", "a", "e")}},
		"circle": {"chart-cycle root.c", []Part{State("a"), Connector("c"), Connector("d"), Trans("initial", "a"),
			Trans("a", "c", "e"), Trans("c", "d"), Trans("d", "c"), Trans("d", "a").If(yes)}},
		"circle through composites": {"chart-cycle root.b.initial", []Part{State("a"), State("b", State("x"), Trans("initial", "root.b"), Trans("initial", "x").If(yes), Trans("x", "root.a", "e")), Trans("initial", "a"), Trans("a", "b", "e")}},
		"unreachable":               {"chart-unreachable root.b", []Part{State("a"), State("b", State("x"), Trans("initial", "x"), Trans("x", "root.a", "e")), Trans("initial", "a"), Trans("a", "a", "e")}},
		"dead ends":                 {"chart-dead-end root.b, chart-dead-end root.c", []Part{State("a"), State("b"), Connector("c"), Trans("initial", "a"), Trans("a", "b", "e"), Trans("a", "c", "f")}},
		"conflict":                  {"chart-conflict root.a", []Part{State("a"), State("b"), Trans("initial", "a"), Trans("a", "b", "e", "f"), Trans("a", "a", "f"), Trans("b", "a", "e"), Trans("b", "b", "e").If(yes)}},
		"events of states": {"chart-event root, chart-event root, chart-event root", []Part{State("a"), Connector("c"), State("b", State("x"), Trans("initial", "x")), Trans("initial", "a"),
			Trans("a", "b", "e_done@root.q"), Trans("b", "c", "e_done"), Trans("c", "a", "e_error@root.c"), Trans("b", "a", "e_error@root.b", "e_done@root.b.x")}},
		"internal": {"chart-internal root, chart-internal root", []Part{State("a"), Trans("initial", "a"), Trans("a", "initial", "e").Inside(), Trans("a", "internal", "e"), Trans("a", "a", "e")}},
		"regions": {"chart-regions root, chart-regions root, chart-regions root.p.c, chart-dead-end root.p.r.k", []Part{
			Regions("p", State("l", State("a"), Trans("initial", "a")), State("r", Connector("k"), State("b"), Trans("initial", "b")), Connector("c")),
			Trans("initial", "p"), Trans("p.l.a", "p.r.b", "e"), Trans("p.r.k", "z", "e"), Trans("p.r.b", "p.r.k", "f"), Trans("p", "z", "e"), State("z"), Trans("z", "z", "e")}},
		"one region": {"chart-regions root.p, chart-initial root.p.l", []Part{Regions("p", State("l", State("a"), Trans("a", "a", "e"))), Trans("initial", "p")}},
	} {
		t.Run(name, func(t *testing.T) {
			faults := (&Model{Root: State("", c.parts...)}).Check()
			var got []string
			for _, f := range faults {
				got = append(got, f.Code+" "+f.Path)
				if f.What == "" || f.Do == "" || f.Line == 0 || !slices.ContainsFunc(Rules(), func(r diag.Rule) bool { return r.Code == f.Code }) {
					t.Errorf("%#v", f)
				}
			}
			slices.Sort(got)
			want := strings.Split(c.want, ", ")
			slices.Sort(want)
			if strings.Join(got, ", ") != strings.Join(want, ", ") {
				t.Errorf("got  %s\nwant %s\n%v", strings.Join(got, ", "), c.want, faults)
			}
			if _, err := New(&Model{Root: State("", c.parts...)}, nil, Config{}); (err == nil) != (faults.Err() == nil) {
				t.Errorf("New says %v", err)
			}
		})
	}
}

// TestARootOfRegionsIsNoTarget: a root is never left, so that its regions cannot be entered again together.
func TestARootOfRegionsIsNoTarget(t *testing.T) {
	model := &Model{Root: Regions("", State("l", State("a"), Trans("initial", "a"), Trans("a", "a", "e")),
		State("r", State("b"), Trans("initial", "b"), Trans("b", "root.root", "e")))}
	if _, err := New(model, nil, Config{}); err == nil || !strings.Contains(err.Error(), "leads to the root") {
		t.Error(err)
	}
}

// TestTooManyWays: a ladder of connectors doubles the ways with each rung.
func TestTooManyWays(t *testing.T) {
	parts := []Part{State("a"), Trans("initial", "a"), Trans("a", "c0", "e"), Trans("c13", "a")}
	for i := range 14 {
		parts = append(parts, Connector("c"+string(rune('0'+i))))
		if i > 0 {
			from, to := "c"+string(rune('0'+i-1)), "c"+string(rune('0'+i))
			parts = append(parts, Trans(from, to), Trans(from, to).WithPriority(1))
		}
	}
	parts = append(parts, Trans("c=", "a"))
	parts = slices.DeleteFunc(parts, func(p Part) bool { tr, ok := p.(*Transition); return ok && tr.Src == "c13" })
	faults := (&Model{Root: State("", parts...)}).Check()
	if len(faults) != 1 || faults[0].Code != "chart-ways" {
		t.Error(faults)
	}
}

func TestRulesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/format/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range Rules() {
		if row := "\n| `" + r.Code + "` | " + r.Text + " |\n"; !strings.Contains(string(page), row) {
			t.Errorf("docs/format/faults.md has no row %s", row)
		}
	}
}
