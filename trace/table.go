package trace

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
)

// Table is time-stamped input from a CSV file, such as poses for a mock.
type Table struct {
	Columns []string
	Time    []int64   // logical, in nanoseconds, rising
	values  []float64 // row by row
}

// Len returns the number of rows.
func (t *Table) Len() int { return len(t.Time) }

// Row returns the values of a row in the order of Columns; it is part of the table.
func (t *Table) Row(i int) []float64 {
	n := len(t.Columns)
	return t.values[i*n : (i+1)*n : (i+1)*n]
}

// At returns the last row whose time is not after t, -1 when there is none.
func (t *Table) At(time int64) int {
	i, found := slices.BinarySearch(t.Time, time)
	if found {
		return i
	}
	return i - 1
}

// maxFaults bounds the faults that are listed.
const maxFaults = 20

// OpenTable reads the CSV file at path as ReadTable does.
func OpenTable(path string, columns ...string) (*Table, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read: %w; check the name", path, err)
	}
	defer f.Close()
	return ReadTable(path, f, columns...)
}

// ReadTable reads a table: a first line of names, one of them time; then a line for each time in seconds, a
// decimal number of up to nine places, each later than the one before. The columns named must be there, in
// any order, and hold finite numbers, true or false; other columns are passed over, and lines that begin
// with #. Without names all columns are read but time and microstep. All faults are reported at once, as
// diag.Faults; name is what they call the file.
func ReadTable(name string, in io.Reader, columns ...string) (*Table, error) {
	p := &tableParser{name: name, in: csv.NewReader(in), table: &Table{Columns: columns}}
	p.in.Comment, p.in.FieldsPerRecord, p.in.ReuseRecord, p.in.TrimLeadingSpace = '#', -1, true, true
	if p.header() {
		for p.row() {
		}
		if len(p.faults) == 0 && p.table.Len() == 0 {
			p.fault(p.line, "there is no line below the names; add one for each time")
		}
	}
	if len(p.faults) > 0 {
		return nil, p.faults.First(maxFaults, name, p.more)
	}
	return p.table, nil
}

type tableParser struct {
	name   string
	in     *csv.Reader
	table  *Table
	time   int   // index of the column time
	from   []int // index of each of the table's columns
	width  int   // names in the first line
	line   int
	faults diag.Faults
	more   int
}

func (p *tableParser) fault(line int, format string, args ...any) {
	if len(p.faults) == maxFaults {
		p.more++
		return
	}
	p.faults = append(p.faults, diag.Fault{Pos: diag.Pos{File: p.name, Line: line}, What: fmt.Sprintf(format, args...)})
}

// read returns the next record, nil at the end or after a fault that ends reading.
func (p *tableParser) read() []string {
	record, err := p.in.Read()
	var parse *csv.ParseError
	switch {
	case err == io.EOF:
		return nil
	case errors.As(err, &parse):
		p.fault(parse.Line, "%v; quote a cell only as a whole, with \" doubled within it", parse.Err)
		return nil
	case err != nil:
		p.fault(p.line+1, "cannot be read: %v; check the disk", err)
		return nil
	}
	p.line, _ = p.in.FieldPos(0)
	return record
}

func (p *tableParser) header() bool {
	p.line = 1
	names := p.read()
	if names == nil {
		if len(p.faults) == 0 {
			p.fault(1, "the file is empty; begin with a line of names: %s", strings.Join(append([]string{"time"}, p.table.Columns...), ","))
		}
		return false
	}
	names[0] = strings.TrimPrefix(names[0], "\ufeff")
	p.width = len(names)
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
		if names[i] != "" && slices.Contains(names[:i], names[i]) {
			p.fault(p.line, "the name %q stands twice; rename one", names[i])
		}
	}
	p.time = slices.Index(names, "time")
	if p.time < 0 {
		p.fault(p.line, "there is no column time among %s; name the column of seconds so", strings.Join(names, ", "))
	}
	if len(p.table.Columns) == 0 {
		for _, n := range names {
			if n != "time" && n != "microstep" {
				p.table.Columns = append(p.table.Columns, strings.Clone(n))
			}
		}
	}
	for _, c := range p.table.Columns {
		i := slices.Index(names, c)
		if i < 0 {
			p.fault(p.line, "there is no column %s among %s; add it", c, strings.Join(names, ", "))
		}
		p.from = append(p.from, i)
	}
	return len(p.faults) == 0
}

func (p *tableParser) row() bool {
	r := p.read()
	if r == nil {
		return false
	}
	if len(r) != p.width {
		p.fault(p.line, "%d cells where the first line has %d; add or take away commas", len(r), p.width)
		return true
	}
	t, ok := Nanoseconds(strings.TrimSpace(r[p.time]))
	if n := p.table.Len(); !ok {
		p.fault(p.line, "time %q is not seconds with up to nine decimals; write it like 1.25", r[p.time])
	} else if n > 0 && t <= p.table.Time[n-1] {
		p.fault(p.line, "time %s is not after %s s of the line before; sort the lines by time", r[p.time], stamp(p.table.Time[n-1], 0))
	} else {
		p.table.Time = append(p.table.Time, t)
	}
	for i, j := range p.from {
		x, ok := numeric(strings.TrimSpace(r[j]))
		if !ok {
			p.fault(p.line, "%s is %q; write a finite number", p.table.Columns[i], r[j])
		}
		p.table.values = append(p.table.values, x)
	}
	return true
}

func numeric(s string) (float64, bool) {
	switch s {
	case "true":
		return 1, true
	case "false":
		return 0, true
	}
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

// Nanoseconds parses decimal seconds of up to nine places exactly.
func Nanoseconds(s string) (int64, bool) {
	whole, part, _ := strings.Cut(s, ".")
	sec, err := strconv.ParseUint(whole, 10, 63)
	if err != nil || len(part) > 9 || sec >= math.MaxInt64/1_000_000_000 {
		return 0, false
	}
	ns, err := strconv.ParseUint((part + "000000000")[:9], 10, 63)
	return int64(sec*1_000_000_000 + ns), err == nil
}
