// Package book collects the findings of a benchmark's experiments: it passes figures on at once, and at the end writes a
// report, a JSON file and CSV files to a folder.
package book

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strconv"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// Book is filled from one goroutine. Set Name, Title, Log and Emit first; its methods fill the rest.
type Book struct {
	Name  string     // of the benchmark; it begins lines of progress, and names the JSON file
	Title string     // of the report
	Log   io.Writer  // for lines of progress; may be nil
	Emit  bench.Emit // gets every figure at once

	figures []bench.Result
	tables  []Table
	head    []report.Fact
	parts   []report.Part
	files   []file
}

// Table is one table of the report, also contained in the JSON file.
type Table struct {
	Name    string     `json:"name"` // for programs
	Caption string     `json:"caption"`
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`

	verdicts []report.Verdict
}

type file struct {
	name string
	b    []byte
}

// Add appends a row. Numbers get four digits.
func (t *Table) Add(v report.Verdict, cells ...any) {
	row := make([]string, len(cells))
	for i, c := range cells {
		switch c := c.(type) {
		case string:
			row[i] = c
		case float64:
			row[i] = Number(c)
		default:
			row[i] = fmt.Sprint(c)
		}
	}
	t.Rows, t.verdicts = append(t.Rows, row), append(t.verdicts, v)
}

// Number writes v with four digits, or as a whole number if that has more digits.
func Number(v float64) string {
	if a := math.Abs(v); a >= 1e4 && a < 1e12 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// Say prints a line of progress.
func (b *Book) Say(format string, args ...any) {
	if b.Log != nil {
		fmt.Fprintf(b.Log, b.Name+": "+format+"\n", args...)
	}
}

// Figure passes a figure on and stores it.
func (b *Book) Figure(r bench.Result) {
	b.figures = append(b.figures, r)
	b.Emit(r)
}

// Part begins a part of the report.
func (b *Book) Part(title, text string) {
	b.Say("%s", title)
	b.parts = append(b.parts, report.Part{Title: title, Text: text})
}

func (b *Book) last() *report.Part { return &b.parts[len(b.parts)-1] }

// Text adds sentences to the latest part.
func (b *Book) Text(format string, args ...any) { b.last().Text += " " + fmt.Sprintf(format, args...) }

// Plot adds a plot to the latest part.
func (b *Book) Plot(p plot.Plot) { b.last().Plots = append(b.last().Plots, p) }

// Table adds a table to the latest part.
func (b *Book) Table(t Table) {
	b.tables = append(b.tables, t)
	rt := report.Table{Caption: t.Caption, Columns: t.Columns}
	for i, r := range t.Rows {
		rt.Rows = append(rt.Rows, report.Row{Cells: r, Verdict: t.verdicts[i]})
	}
	b.last().Tables = append(b.last().Tables, rt)
}

// Append adds a row to a table of the report; without such a table it does nothing.
func (b *Book) Append(name string, cells ...any) {
	for i := range b.tables {
		t := &b.tables[i]
		if t.Name != name {
			continue
		}
		t.Add(report.Neutral, cells...)
		for p := range b.parts {
			for k := range b.parts[p].Tables {
				if at := &b.parts[p].Tables[k]; at.Caption == t.Caption {
					at.Rows = append(at.Rows, report.Row{Cells: t.Rows[len(t.Rows)-1]})
				}
			}
		}
	}
}

// Fact adds a large fact at the report's top, compared with its bar.
func (b *Book) Fact(name, value string, good bool) {
	v := report.Bad
	if good {
		v = report.Good
	}
	b.Plain(report.Fact{Name: name, Value: value, Verdict: v})
}

// Plain adds a large fact at the report's top.
func (b *Book) Plain(f report.Fact) { b.head = append(b.head, f) }

// CSV stores columns of samples as a file. Columns may have different lengths.
func (b *Book) CSV(name string, heads []string, columns ...[]float64) {
	var w bytes.Buffer
	rows := 0
	for i, h := range heads {
		if i > 0 {
			w.WriteByte(',')
		}
		w.WriteString(h)
		rows = max(rows, len(columns[i]))
	}
	w.WriteByte('\n')
	for r := range rows {
		for i, c := range columns {
			if i > 0 {
				w.WriteByte(',')
			}
			if r < len(c) {
				w.WriteString(strconv.FormatFloat(c[r], 'g', -1, 64))
			}
		}
		w.WriteByte('\n')
	}
	b.files = append(b.files, file{name, w.Bytes()})
}

// Experiment is a part of a benchmark.
type Experiment struct {
	Name string // for errors
	Run  func() error
}

// Do does the experiments in their order, and writes their findings to the folder dir, unless that is "": see save. runs
// returns the benchmark's data on single runs; it may be nil.
func (b *Book) Do(o bench.Options, dir string, runs func() any, experiments ...Experiment) error {
	if err := (folder.Place{Dir: dir}).Check(); err != nil {
		return err
	}
	for _, e := range experiments {
		if err := o.Stopped(); err != nil {
			return err
		}
		if err := e.Run(); err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
	}
	if dir == "" {
		return nil
	}
	var each any
	if runs != nil {
		each = runs()
	}
	return b.save(dir, fmt.Sprintf("sinew bench %s · seed %d · %s/%s, %d processors", b.Name, o.Seed, runtime.GOOS, runtime.GOARCH, runtime.NumCPU()), each)
}

// save writes everything to the folder: report.html, the CSV files, and Name.json with figures, tables and runs.
func (b *Book) save(dir, subtitle string, runs any) error {
	var page bytes.Buffer
	err := report.Write(&page, report.Report{Title: b.Title, Subtitle: subtitle, Head: b.head, Parts: b.parts})
	if err != nil {
		return err
	}
	data, err := folder.JSON(struct {
		Figures []bench.Result `json:"figures"`
		Tables  []Table        `json:"tables"`
		Runs    any            `json:"runs,omitempty"`
	}{b.figures, b.tables, runs})
	if err != nil {
		return err
	}
	to, err := folder.Place{Dir: dir}.Make(time.Now())
	if err != nil {
		return err
	}
	var faults []error
	for _, f := range append(b.files, file{folder.ReportFile, page.Bytes()}, file{b.Name + ".json", data}) {
		faults = append(faults, to.Write(f.name, f.b))
	}
	return errors.Join(faults...)
}
