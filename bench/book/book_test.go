package book

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// What is written into a book is in its folder, rows that came late included.
func TestBook(t *testing.T) {
	var log strings.Builder
	var emitted []bench.Result
	b := Book{Name: "x", Title: "Of x", Log: &log, Emit: func(r bench.Result) { emitted = append(emitted, r) }}
	b.Part("One", "A sentence.")
	b.Text("Another of %d.", 2)
	tab := Table{Name: "t", Caption: "A table", Columns: []string{"a", "b", "c"}}
	tab.Add(report.Good, "word", 1234.567, 3)
	b.Table(tab)
	b.Append("t", "late", 0.5, true)
	b.Append("no such table", 1)
	b.Figure(bench.Result{Name: "f", Value: 1})
	b.Fact("held", "5", true)
	b.CSV("s.csv", []string{"p", "q"}, []float64{1, 2}, []float64{0.25})
	dir := filepath.Join(t.TempDir(), "new")
	if err := b.Do(bench.Options{}, dir, func() any { return []int{7} }); err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
	var got struct {
		Figures []bench.Result
		Tables  []Table
		Runs    []int
	}
	if err := json.Unmarshal([]byte(read("x.json")), &got); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([][]string{{"word", "1235", "3"}, {"late", "0.5", "true"}}, got.Tables[0].Rows); d != "" {
		t.Error(d)
	}
	if len(emitted) != 1 || len(got.Figures) != 1 || len(got.Runs) != 1 || log.String() != "x: One\n" {
		t.Errorf("emitted %v, %+v, %q", emitted, got, log.String())
	}
	if s := read("s.csv"); s != "p,q\n1,0.25\n2,\n" {
		t.Errorf("%q", s)
	}
	for _, want := range []string{"Of x", "A sentence. Another of 2.", "A table", "late", "held"} {
		if !strings.Contains(read("report.html"), want) {
			t.Errorf("the report has no %q", want)
		}
	}
}
