package folder

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/trace"
)

// TestNothingIsReplaced: a folder with anything in it is refused, before and when it is made, and stays as it is.
func TestNothingIsReplaced(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "keep.csv")
	if err := os.WriteFile(file, []byte("1,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, p := range []Place{{Dir: dir}, {Dir: file}, {Dir: filepath.Join(file, "below")}, {Dir: file, Dated: true}} {
		err := p.Check()
		if err == nil || !strings.Contains(err.Error(), "name another folder") {
			t.Errorf("%+v: %v", p, err)
		}
		if _, err := p.Make(time.Now()); err == nil {
			t.Errorf("%+v was made", p)
		}
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != "1,2\n" {
		t.Errorf("%q, %v", b, err)
	}
	if err := (Place{}).Check(); err != nil {
		t.Error(err)
	}
}

// TestSameSecond: runs that begin in one second have folders of their own.
func TestSameSecond(t *testing.T) {
	runs := filepath.Join(t.TempDir(), "runs")
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	var mu sync.Mutex
	got := map[string]bool{}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			f, err := Place{Dir: runs, Dated: true}.Make(at)
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			got[filepath.Base(f.Dir)] = true
		})
	}
	wg.Wait()
	if len(got) != 8 || !got["2026-03-04T05-06-07"] || !got["2026-03-04T05-06-07-8"] {
		t.Errorf("%v", got)
	}
}

// TestDiscard: what was created for a run that did not begin is removed, and nothing else.
func TestDiscard(t *testing.T) {
	top := t.TempDir()
	p := Place{Dir: filepath.Join(top, "a", "b")}
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	if all, _ := os.ReadDir(top); len(all) > 0 {
		t.Fatalf("Check made %v", all)
	}
	f, err := p.Make(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	w, err := f.Record(trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Record(trace.Options{}); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("a second recording: %v", err)
	}
	table, err := f.Create("row.csv")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Create("row.csv"); err == nil {
		t.Error("a second row.csv")
	}
	if err := Close(table); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(top, "a", "mine")
	if err := os.WriteFile(mine, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f.Discard()
	if all, _ := os.ReadDir(filepath.Join(top, "a")); len(all) != 1 || all[0].Name() != "mine" {
		t.Errorf("left: %v", all)
	}
}

type inner struct {
	X float64 `json:"x"`
	Y float64
}

type sample struct {
	Plain   float64            `json:"plain"`
	Pointer *float64           `json:"pointer"`
	None    *float64           `json:"none"`
	List    []inner            `json:"list"`
	Fixed   [2]float64         `json:"fixed"`
	Table   map[string]float64 `json:"table,omitempty"`
	Took    time.Duration      `json:"took"`
	Text    string             `json:"text,omitempty"`
	Raw     json.RawMessage    `json:"raw"`
	Bytes   []byte             `json:"bytes"`
	Any     any                `json:"any"`
	Hidden  float64            `json:"-"`
	hidden  float64
}

// TestJSON: finite values are written as encoding/json does, and what JSON has no numbers for stays valid and named.
func TestJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 0}))
		x := number.Draw(t, "pointer")
		s := sample{Plain: number.Draw(t, "plain"), Pointer: &x, Took: time.Second, Text: rapid.String().Draw(t, "text"), Raw: json.RawMessage(`{"a":1}`),
			List: []inner{{number.Draw(t, "x"), number.Draw(t, "y")}}, Bytes: []byte("b"), Any: number.Draw(t, "any"), hidden: math.NaN()}
		for _, name := range []string{"a", "<b>"} {
			if rapid.Bool().Draw(t, name) {
				if s.Table == nil {
					s.Table = map[string]float64{}
				}
				s.Table[name] = number.Draw(t, "value")
			}
		}
		b, err := JSON(&s)
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal(b, &got); err != nil {
			t.Fatalf("%v\n%s", err, b)
		}
		odd, _ := got[notFinite].(map[string]any)
		for path, x := range map[string]float64{"plain": s.Plain, "pointer": x, "list[0].x": s.List[0].X, "list[0].Y": s.List[0].Y, "any": s.Any.(float64)} {
			finite := !math.IsNaN(x) && !math.IsInf(x, 0)
			if _, named := odd[path]; named == finite {
				t.Fatalf("%s is %g: %s", path, x, b)
			}
		}
		if want, err := json.MarshalIndent(&s, "", "  "); err == nil {
			var again map[string]any
			if err := json.Unmarshal(want, &again); err != nil || len(odd) > 0 {
				t.Fatal(err, odd)
			}
			if a, b := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(want)), strings.TrimSpace(string(b)); a != b {
				t.Fatalf("%s\nnot\n%s", b, a)
			}
		}
	})
	b, err := JSON(sample{Plain: math.Inf(1), Fixed: [2]float64{1, math.NaN()}, Table: map[string]float64{"a": math.Inf(-1)}})
	if err != nil {
		t.Fatal(err)
	}
	if want := `"not_finite": {
    "fixed[1]": "NaN",
    "plain": "+Inf",
    "table.a": "-Inf"
  }`; !strings.Contains(string(b), want) {
		t.Errorf("%s", b)
	}
}
