package link

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/view/plot"
	"github.com/sinew-robotics/sinew/view/report"
)

// book gathers what the experiments find: figures for the caller at once, and a report, a JSON file and CSV files
// for the folder at the end.
type book struct {
	o       Options
	emit    bench.Emit
	figures []bench.Result
	tables  []table
	head    []report.Fact
	parts   []report.Part
	files   []file
}

// table is one table of the report, as link.json has it.
type table struct {
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

// say prints a line of progress.
func (b *book) say(format string, args ...any) {
	if b.o.Log != nil {
		fmt.Fprintf(b.o.Log, "link: "+format+"\n", args...)
	}
}

// figure hands a figure on and keeps it.
func (b *book) figure(r bench.Result) {
	b.figures = append(b.figures, r)
	b.emit(r)
}

// part begins a part of the report.
func (b *book) part(title, text string) {
	b.say("%s", title)
	b.parts = append(b.parts, report.Part{Title: title, Text: text})
}

func (b *book) last() *report.Part { return &b.parts[len(b.parts)-1] }

// text adds sentences to the part that was begun last.
func (b *book) text(format string, args ...any) {
	b.last().Text += " " + fmt.Sprintf(format, args...)
}

// plot adds a plot to the part that was begun last.
func (b *book) plot(p plot.Plot) { b.last().Plots = append(b.last().Plots, p) }

// table adds a table to the part that was begun last.
func (b *book) table(t table) {
	b.tables = append(b.tables, t)
	rt := report.Table{Caption: t.Caption, Columns: t.Columns}
	for i, r := range t.Rows {
		row := report.Row{Cells: r}
		if i < len(t.verdicts) {
			row.Verdict = t.verdicts[i]
		}
		rt.Rows = append(rt.Rows, row)
	}
	b.last().Tables = append(b.last().Tables, rt)
}

// add appends a row.
func (t *table) add(v report.Verdict, cells ...any) {
	row := make([]string, len(cells))
	for i, c := range cells {
		switch c := c.(type) {
		case string:
			row[i] = c
		case float64:
			row[i] = number(c)
		default:
			row[i] = fmt.Sprint(c)
		}
	}
	t.Rows, t.verdicts = append(t.Rows, row), append(t.verdicts, v)
}

// number writes v with four digits.
func number(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

// fact adds a large one at the report's top, measured against its bar.
func (b *book) fact(name, value string, good bool) {
	v := report.Bad
	if good {
		v = report.Good
	}
	b.head = append(b.head, report.Fact{Name: name, Value: value, Verdict: v})
}

// csv keeps columns of samples as a file. Columns may be of different length.
func (b *book) csv(name string, heads []string, columns ...[]float64) {
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

// save writes everything to the folder.
func (b *book) save(dir, subtitle string) error {
	var page bytes.Buffer
	err := report.Write(&page, report.Report{
		Title: "A Franka at 1 kHz over a narrow, lossy link", Subtitle: subtitle, Head: b.head, Parts: b.parts,
	})
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(struct {
		Figures []bench.Result `json:"figures"`
		Tables  []table        `json:"tables"`
	}{b.figures, b.tables}, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var faults []error
	for _, f := range append(b.files, file{"report.html", page.Bytes()}, file{"link.json", append(data, '\n')}) {
		faults = append(faults, os.WriteFile(filepath.Join(dir, f.name), f.b, 0o644))
	}
	return errors.Join(faults...)
}

// stats are the figures that the seed gives of a row of samples.
type stats struct{ mean, p50, p99, max, min float64 }

func statsOf(xs []float64) stats {
	if len(xs) == 0 {
		return stats{}
	}
	s := append([]float64(nil), xs...)
	sum := 0.0
	for _, x := range s {
		sum += x
	}
	return stats{mean: sum / float64(len(s)), p50: bench.Quantile(s, 0.5), p99: bench.Quantile(s, 0.99), max: s[len(s)-1], min: s[0]}
}

// count numbers samples from 0, for the X axis.
func count(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i)
	}
	return x
}

// appendRow adds a row to table i, which is in the report already.
func (b *book) appendRow(i int, cells ...any) {
	t := &b.tables[i]
	t.add(report.Neutral, cells...)
	for p := range b.parts {
		for k := range b.parts[p].Tables {
			if at := &b.parts[p].Tables[k]; at.Caption == t.Caption {
				at.Rows = append(at.Rows, report.Row{Cells: t.Rows[len(t.Rows)-1]})
			}
		}
	}
}
