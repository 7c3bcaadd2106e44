package diag_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/diag"
)

func TestFaultOnALine(t *testing.T) {
	for want, f := range map[string]diag.Fault{
		"a.yaml:3:7: yaw.e: the frames differ; add a shift (frame)": {Code: "frame", What: "the frames differ", Do: "add a shift",
			Pos: diag.Pos{File: "a.yaml", Line: 3, Column: 7}, Path: "yaw.e"},
		"main.go:12: a.in: two writers": {What: "two writers", Pos: diag.Pos{File: "main.go", Line: 12}, Path: "a.in"},
		"a.yaml: it is empty":           {What: "it is empty", Pos: diag.Pos{File: "a.yaml", Column: 4}},
		"2:1: x is not known":           {What: "x is not known", Pos: diag.Pos{Line: 2, Column: 1}},
		"m.a: no model (name)":          {What: "no model", Path: "m.a", Code: "name", Severity: diag.Warning},
	} {
		if f.Error() != want || fmt.Sprint(f) != want {
			t.Errorf("%q and %q instead of %q", f.Error(), fmt.Sprint(f), want)
		}
	}
}

func place(line, column int) diag.Pos { return diag.Pos{File: "a", Line: line, Column: column} }

func TestFaultsAsAnError(t *testing.T) {
	fs := diag.Faults{
		{What: "late", Pos: place(9, 1)},
		{What: "odd", Severity: diag.Warning},
		{What: "first here", Pos: place(2, 5)},
		{What: "second here", Pos: place(2, 5)},
		{What: "nowhere"},
	}
	err := fmt.Errorf("model: %w", fs.Err())
	if want := "model: nowhere\na:2:5: first here\na:2:5: second here\na:9:1: late"; err.Error() != want {
		t.Errorf("%q instead of %q", err, want)
	}
	var all diag.Faults
	var one diag.Fault
	if !errors.As(err, &all) || len(all) != 4 || !errors.As(err, &one) || one.What != "nowhere" || !errors.Is(err, fs[0]) {
		t.Errorf("%v, %v", all, one)
	}
	if fs[0].What != "late" {
		t.Error("Err has changed what it was asked about")
	}
	if err := fs[1:2].Err(); err != nil {
		t.Errorf("a warning is an error: %v", err)
	}
	if err := diag.Faults(nil).Err(); err != nil {
		t.Error(err)
	}
}

func TestCount(t *testing.T) {
	for want, fs := range map[string]diag.Faults{"": nil, "1 fault": {{}}, "2 warnings": {{Severity: diag.Warning}, {Severity: diag.Warning}},
		"3 faults, 1 warning": {{}, {Severity: diag.Warning}, {}, {}}} {
		if got := fs.Count(); got != want {
			t.Errorf("%q instead of %q", got, want)
		}
	}
}

func TestFirst(t *testing.T) {
	fs := diag.Faults{{What: "a"}, {What: "b"}, {What: "c"}}
	for _, c := range []struct {
		n, unsaid int
		want      string
	}{{3, 0, "a\nb\nc"}, {5, 0, "a\nb\nc"}, {3, 2, "a\nb\nc\nf: and 2 more faults"}, {1, 0, "a\nf: and 2 more faults"}, {2, 7, "a\nb\nf: and 8 more faults"}} {
		if got := fs.First(c.n, "f", c.unsaid).Error(); got != c.want {
			t.Errorf("first %d: %q instead of %q", c.n, got, c.want)
		}
	}
	if fs.Error() != "a\nb\nc" {
		t.Errorf("they have become %v", fs)
	}
}

func TestClipped(t *testing.T) {
	long := strings.Repeat("x", 1e6)
	fs := diag.Faults{{Code: "c", What: "no " + long, Do: "drop " + long, Path: long, Pos: place(1, 1), Severity: diag.Warning}}
	got := fs.Clipped()[0]
	if len(got.Error()) > 3000 || !strings.HasPrefix(got.What, "no x") || got.Code != "c" || got.Pos != fs[0].Pos || got.Severity != diag.Warning {
		t.Errorf("%.200v", got)
	}
	if len(fs[0].What) < 1e6 {
		t.Error("it was changed in place")
	}
	if u := fs.Unplaced()[0]; u.Pos != (diag.Pos{}) || u.Path != long || fs[0].Line != 1 {
		t.Errorf("%.200v", u)
	}
}

// TestJSON: programs rely on the names.
func TestJSON(t *testing.T) {
	b, err := json.Marshal(diag.Faults{{Code: "type", What: "a & b", Do: "mend", Pos: diag.Pos{File: "f", Line: 1, Column: 2}, Path: "p"}, {Severity: diag.Warning}})
	want := `[{"code":"type","message":"a \u0026 b","hint":"mend","severity":"error","file":"f","line":1,"column":2,"path":"p"},` +
		`{"code":"","message":"","severity":"warning","file":"","line":0,"column":0,"path":""}]`
	if err != nil || string(b) != want {
		t.Errorf("%s\n%s, %v", b, want, err)
	}
	var s diag.Severity
	if err := json.Unmarshal([]byte(`"fatal"`), &s); err == nil {
		t.Error("fatal is taken for a severity")
	}
}

func faults() *rapid.Generator[diag.Faults] {
	text, n := rapid.String(), rapid.IntRange(0, 40)
	fault := rapid.Custom(func(t *rapid.T) diag.Fault {
		return diag.Fault{Code: text.Draw(t, "code"), What: text.Draw(t, "what"), Do: text.Draw(t, "do"), Path: text.Draw(t, "path"),
			Severity: rapid.SampledFrom([]diag.Severity{diag.Error, diag.Warning}).Draw(t, "severity"),
			Pos:      diag.Pos{File: rapid.SampledFrom([]string{"", "a", "b/é.yaml"}).Draw(t, "file"), Line: n.Draw(t, "line"), Column: n.Draw(t, "column")}}
	})
	return rapid.Custom(func(t *rapid.T) diag.Faults { return rapid.SliceOfN(fault, 0, 8).Draw(t, "faults") })
}

func TestJSONComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fs := faults().Draw(t, "faults")
		b, err := json.Marshal(fs)
		if err != nil {
			t.Fatal(err)
		}
		var back diag.Faults
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(fs, back); d != "" {
			t.Fatal(d)
		}
	})
}
