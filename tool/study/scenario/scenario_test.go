package scenario

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/study/toy"
)

var rewrite = flag.Bool("rewrite", false, "write the goldens anew")

var specs = []run.Spec{toy.Spec{}}

// describe lists runs, a line each.
func describe(runs []*Run) string {
	var b strings.Builder
	for _, r := range runs {
		fmt.Fprintf(&b, "%d", r.N)
		for _, s := range slices.Concat(r.Params, r.Vars) {
			fmt.Fprintf(&b, " %s=%s", s.Name, s.Value.yaml())
		}
		fmt.Fprintf(&b, " seed=%d for=%v", r.Seed, r.For)
		for _, f := range r.Faults {
			fmt.Fprintf(&b, " %v:%s:%v", f.At, f.Do, f.For)
		}
		for _, s := range r.Sets {
			fmt.Fprintf(&b, " %v:%s=%s", s.At, s.Door, s.Value)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestGoldens plans the scenarios of a text archive: each NAME.yaml or NAME.ini is followed by NAME.want, the runs or
// the faults. NAME.CONFIG.ini takes that configuration of NAME.ini's text.
func TestGoldens(t *testing.T) {
	for _, name := range []string{"runs", "faults", "ini"} {
		file := filepath.Join("testdata", name+".txtar")
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(a.Files); i += 2 {
			in, want := a.Files[i], &a.Files[i+1]
			got := planned(in.Name, in.Data)
			if *rewrite {
				want.Data = []byte(got)
			} else if d := cmp.Diff(string(want.Data), got); d != "" {
				t.Errorf("%s: %s: -want +got\n%s", name, in.Name, d)
			}
		}
		if *rewrite {
			if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func planned(name string, text []byte) string {
	var s *Scenario
	var err error
	if filepath.Ext(name) == ".ini" {
		_, config, _ := strings.Cut(strings.TrimSuffix(name, ".ini"), ".")
		s, err = ParseINI(name, text, config)
	} else {
		s, err = Parse(name, text)
	}
	var runs []*Run
	if s != nil {
		runs, err = s.Plan(specs, "v")
	}
	if err != nil {
		return err.Error() + "\n"
	}
	out := describe(runs)
	if filepath.Ext(name) == ".ini" {
		out = string(s.YAML()) + out
	}
	return out
}

// TestYAMLReadsBack checks that what a scenario or a single run writes means the same.
func TestYAMLReadsBack(t *testing.T) {
	for _, name := range []string{"runs", "ini"} {
		a, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(a.Files); i += 2 {
			text := a.Files[i].Data
			s, err := Parse(a.Files[i].Name, text)
			if filepath.Ext(a.Files[i].Name) == ".ini" {
				_, config, _ := strings.Cut(strings.TrimSuffix(a.Files[i].Name, ".ini"), ".")
				s, err = ParseINI(a.Files[i].Name, text, config)
			}
			if err != nil {
				continue
			}
			readsBack(t, s)
		}
	}
}

func readsBack(t *testing.T, s *Scenario) {
	t.Helper()
	again, err := Parse("again.yaml", s.YAML())
	if err != nil {
		t.Fatalf("%v\n%s", err, s.YAML())
	}
	runs, err := s.Plan(specs, "v")
	if err != nil {
		return
	}
	twice, err := again.Plan(specs, "v")
	if err != nil {
		t.Fatalf("%v\n%s", err, s.YAML())
	}
	if d := cmp.Diff(ids(runs), ids(twice)); d != "" {
		t.Errorf("%s\n%s", d, s.YAML())
	}
	for _, r := range runs[:min(3, len(runs))] {
		one, err := Parse("one.yaml", r.Alone(".").YAML())
		if err != nil {
			t.Fatalf("%v\n%s", err, r.Alone(".").YAML())
		}
		again, err := one.Plan(specs, "v")
		if err != nil || len(again) != 1 || again[0].ID != r.ID {
			t.Errorf("run %d alone is another run: %v\n%s", r.N, err, one.YAML())
		}
	}
}

func ids(runs []*Run) (ids []string) {
	for _, r := range runs {
		ids = append(ids, r.ID)
	}
	return ids
}

// TestExpansion checks the number and the order of the runs against a count by hand.
func TestExpansion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lens := rapid.SliceOfN(rapid.IntRange(1, 4), 1, 3).Draw(t, "lens")
		seeds := rapid.IntRange(1, 4).Draw(t, "seeds")
		var b strings.Builder
		fmt.Fprintf(&b, "program: toy\nfor: 1s\nseeds: 1..%d\nvars:\n", seeds)
		want := seeds
		for i, n := range lens {
			fmt.Fprintf(&b, "  v%d: {from: 1, to: %d, step: 1}\n", i, n)
			want *= n
		}
		b.WriteString("params: {count: ")
		if len(lens) > 0 {
			b.WriteString("$v0}\n")
		}
		s, err := Parse("x.yaml", []byte(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		runs, err := s.Plan(specs, "v")
		if slices.ContainsFunc(lens[1:], func(n int) bool { return n > 1 }) {
			// variables that nothing depends on give the same run again
			if err == nil {
				t.Fatalf("equal runs went unnoticed:\n%s", &b)
			}
			return
		}
		if err != nil || len(runs) != want {
			t.Fatalf("%d runs, want %d: %v", len(runs), want, err)
		}
		for i, r := range runs {
			if r.N != i+1 || r.Seed != uint64(i%seeds+1) || r.Params[0].Value.Text != fmt.Sprint(i/seeds%lens[0]+1) {
				t.Fatalf("run %d is %+v", i+1, r)
			}
		}
	})
}

func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, step := rapid.IntRange(-50, 50).Draw(t, "from"), rapid.IntRange(1, 20).Draw(t, "step")
		n := rapid.IntRange(0, 100).Draw(t, "n")
		tenth := func(i int) string { return fmt.Sprintf("%g", float64(i)/10) }
		words, err := spread(tenth(from), tenth(from+n*step), tenth(step))
		if err != nil || len(words) != n+1 {
			t.Fatalf("%d values, %v", len(words), err)
		}
		for i, w := range words {
			if w != tenth(from+i*step) {
				t.Fatalf("value %d is %s, want %s", i, w, tenth(from+i*step))
			}
		}
	})
}

// TestDo runs a scenario's runs twice: same outcome, and it shows what happened.
func TestDo(t *testing.T) {
	s, err := Parse("x.yaml", []byte(`
program: toy
for: 1s
seeds: [1, 2]
faults: [{at: 100ms, do: noise.dead, for: 200ms}]
set: [{at: 500ms, door: control.order, value: {Bias: 3}}]
assert: [mean > 2, cycles == 100, deadline_misses == 0, "!(unknown < 1 || unknown >= 1)"]
`))
	if err != nil {
		t.Fatal(err)
	}
	runs, err := s.Plan(specs, "v")
	if err != nil {
		t.Fatal(err)
	}
	var hashes []string
	for range 2 {
		for _, r := range runs {
			o, err := r.Do(context.Background(), specs, filepath.Join(t.TempDir(), "trace.mcap"))
			if err != nil || o.Status != Passed {
				t.Fatalf("%+v, %v", o, err)
			}
			hashes = append(hashes, o.Hash)
		}
	}
	if hashes[0] != hashes[2] || hashes[1] != hashes[3] || hashes[0] == hashes[1] {
		t.Errorf("hashes %v", hashes)
	}
}

// loose is a program whose sink is not connected.
type loose struct{ toy.Spec }

func (loose) Name() string { return "loose" }

func (loose) Make(run.Order) (*run.Instance, error) {
	m := reactor.NewMain("loose")
	s := &toy.Sink{}
	reactor.Init(m, "sink", s)
	s.Reaction("read").On(&s.Value).Do(func() {})
	p, err := reactor.Build(m, reactor.Options{})
	return &run.Instance{Program: p}, err
}

// TestWarningsOfTheProgram: they are told once, however many runs there are.
func TestWarningsOfTheProgram(t *testing.T) {
	s, err := Parse("x.yaml", []byte("program: loose\nfor: 1s\nseeds: [1..3]\nparams: {gain: [0.1, 0.2]}\nwithout: []\n"))
	if err != nil {
		t.Fatal(err)
	}
	runs, err := s.Plan([]run.Spec{loose{}}, "v")
	if err != nil || len(runs) != 6 {
		t.Fatal(len(runs), err)
	}
	if w := s.Warnings; len(w) != 1 || w[0].Path != "sink.value" || w[0].Severity != diag.Warning || w[0].File != "scenario_test.go" || w[0].Line == 0 {
		t.Errorf("%+v", w)
	}
}

// TestFaultsAreBounded: what a fault quotes is as long as somebody wrote it, the fault is not.
func TestFaultsAreBounded(t *testing.T) {
	long := "[" + strings.Repeat("1, ", 2_000_000) + "1]"
	for _, text := range []string{"program: toy\nfor: 1s\nparams:\n  gain: [" + long + "]\n", "program: toy\nfor: 1s\nparams:\n  kind: [\"" + long + "\"]\n"} {
		s, err := Parse("long.yaml", []byte(text))
		if err == nil {
			_, err = s.Plan(specs, "v")
		}
		if err == nil || len(err.Error()) > 2000 {
			t.Errorf("%d bytes: %.200s", len(fmt.Sprint(err)), fmt.Sprint(err))
		}
	}
}

// TestMocks replaces a reading by a table beside the scenario, and a connection by a constant.
func TestMocks(t *testing.T) {
	dir := t.TempDir()
	table := filepath.Join(dir, "readings.csv")
	write := func(text string) {
		if err := os.WriteFile(table, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("time_s,value\n0.1,5\n0.5,7\n")
	s, err := Parse(filepath.Join(dir, "x.yaml"), []byte("program: toy\nfor: 1s\nmocks:\n  control.reading: csv:readings.csv\nassert: last > 6.99 && last < 7.01\n"))
	if err != nil {
		t.Fatal(err)
	}
	do := func() (string, *Outcome) {
		runs, err := s.Plan(specs, "v")
		if err != nil {
			t.Fatal(err)
		}
		o, err := runs[0].Do(context.Background(), specs, "")
		if err != nil {
			t.Fatal(err)
		}
		other := filepath.Join(dir, "runs", "0001")
		again, err := Parse(filepath.Join(other, "run.yaml"), runs[0].Alone(other).YAML())
		if err != nil {
			t.Fatal(err)
		}
		if r, err := again.Plan(specs, "v"); err != nil || r[0].ID != runs[0].ID {
			t.Errorf("%v\n%s", err, again.YAML())
		}
		return runs[0].ID, o
	}
	id, o := do()
	if o.Status != Passed {
		t.Errorf("%+v", o)
	}
	write("time_s,value\n0.1,5\n0.5,8\n")
	if id2, o := do(); id2 == id || o.Status != Failed {
		t.Errorf("with another table: ID %s, before %s, %+v", id2, id, o)
	}
}

// named is the toy under another name.
type named struct{ toy.Spec }

func (named) Name() string { return "other" }

// Where there is one program a scenario need not name it; its runs and what is written of it do.
func TestTheOnlyProgramNeedsNoName(t *testing.T) {
	s, err := Parse("x.yaml", []byte("for: 1s\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Plan([]run.Spec{toy.Spec{}, named{}}, ""); err == nil || !strings.Contains(err.Error(), `the program is missing: add "program: NAME"`) {
		t.Errorf("with two programs: %v", err)
	}
	runs, err := s.Plan([]run.Spec{toy.Spec{}}, "")
	if err != nil || len(runs) != 1 || runs[0].Program != "toy" || !strings.HasPrefix(string(s.YAML()), "program: toy\n") {
		t.Errorf("%v, %v\n%s", runs, err, s.YAML())
	}
}
