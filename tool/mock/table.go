package mock

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace"
)

// maxFaults is the greatest number of faults that are listed for a file.
const maxFaults = 20

// maxTable is the greatest size of a table's values in bytes.
const maxTable = 1 << 30

// table reads a door's CSV file.
func (m *Mock) table(d *place) (source, error) {
	name, err := m.tableFile(d)
	if err != nil {
		return nil, err
	}
	base := reflect.New(d.Type)
	if m.json != "" {
		if err := d.codec.DecodeJSON([]byte(m.json), base.UnsafePointer()); err != nil {
			return nil, m.inJSON("base", d, err)
		}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, m.fault(codeFile, "check the name", "%s: cannot be read: %v", name, err)
	}
	defer f.Close()
	return readTable(name, f, d, base)
}

// readTable reads rows of values; empty cells take the values of base.
func readTable(name string, in io.Reader, d *place, base reflect.Value) (*list, error) {
	t := &tableReader{name: name, in: csv.NewReader(in), d: d, list: &list{codec: d.codec}, time: -1, micro: -1}
	t.in.Comment, t.in.FieldsPerRecord, t.in.ReuseRecord, t.in.TrimLeadingSpace = '#', -1, true, true
	t.base = d.codec.Append(nil, base.UnsafePointer())
	if t.header() {
		for t.row() {
		}
		if len(t.faults) == 0 && len(t.list.tags) == 0 {
			t.fault(-1, "there is no line below the names; add one for each time")
		}
	}
	if len(t.faults) > 0 {
		return nil, t.faults.First(maxFaults, name, t.more)
	}
	return t.list, nil
}

type tableReader struct {
	name   string
	in     *csv.Reader
	d      *place
	list   *list
	base   []byte
	names  []string
	time   int // index of the column
	micro  int
	held   int // bytes
	faults diag.Faults
	more   int
	record []string
}

// fault notes a fault in a cell of the present record, or in the whole record.
func (t *tableReader) fault(cell int, format string, args ...any) {
	if len(t.faults) == maxFaults {
		t.more++
		return
	}
	line, column := 1, 1
	if len(t.record) > 0 {
		line, column = t.in.FieldPos(max(cell, 0))
	}
	t.note(line, column, fmt.Sprintf(format, args...), "")
}

func (t *tableReader) note(line, column int, what, do string) {
	t.faults = append(t.faults, diag.Fault{Code: codeTable, Pos: diag.Pos{File: t.name, Line: line, Column: column}, What: what, Do: do})
}

// read reads the next record; false at the end or after a fault that ends reading.
func (t *tableReader) read() bool {
	record, err := t.in.Read()
	var parse *csv.ParseError
	switch {
	case errors.Is(err, io.EOF):
		return false
	case errors.As(err, &parse):
		t.note(parse.Line, parse.Column, parse.Err.Error(), "quote a cell only as a whole, with \" doubled within it")
		return false
	case err != nil:
		t.note(0, 0, "cannot be read: "+err.Error(), "check the disk")
		return false
	}
	t.record = record
	return true
}

// header reads the names of the columns.
func (t *tableReader) header() bool {
	columns := t.d.codec.Columns()
	if !t.read() {
		if len(t.faults) == 0 {
			t.fault(-1, "the file is empty; begin with a line of names: time,%s", strings.Join(columns[:min(3, len(columns))], ","))
		}
		return false
	}
	for i, n := range t.record {
		n = strings.Clone(strings.TrimSpace(strings.TrimPrefix(n, "\ufeff")))
		if slices.Contains(t.names, n) {
			t.fault(i, "the name %q stands twice; rename one", n)
		}
		t.names = append(t.names, n)
		switch {
		case slices.Contains(columns, n):
		case n == "time" || n == "time_s":
			t.time = i
		case n == "microstep":
			t.micro = i
		default:
			hint := "leave it out, or begin the names with time,microstep"
			if near := nearest(n, columns); near != "" {
				hint = "is " + near + " meant?"
			}
			t.fault(i, "%v has no column %q; %s", t.d.Type, n, hint)
		}
	}
	if t.time < 0 {
		t.fault(0, "there is no column time among %s; give the column of seconds this name", strings.Join(t.names, ", "))
	}
	return len(t.faults) == 0
}

// row reads one line of values.
func (t *tableReader) row() bool {
	if !t.read() {
		return false
	}
	if len(t.record) != len(t.names) {
		t.fault(-1, "%d cells where the first line has %d; add or take away commas", len(t.record), len(t.names))
		return true
	}
	before := len(t.faults) + t.more
	tag := t.tag()
	v := reflect.New(t.d.Type)
	_ = t.d.codec.Decode(t.base, v.UnsafePointer()) // it comes from the codec
	for i, text := range t.record {
		if i == t.time || i == t.micro || strings.TrimSpace(text) == "" {
			continue
		}
		if err := t.d.codec.SetColumn(v.UnsafePointer(), t.names[i], text); err != nil {
			t.fault(i, "%s: %v", t.names[i], err)
		}
	}
	if len(t.faults)+t.more == before {
		data := t.d.codec.Append(nil, v.UnsafePointer())
		if t.held += len(data); t.held > maxTable {
			t.fault(-1, "the table takes more than %d MB; cut it into parts", maxTable>>20)
			return false
		}
		t.list.add(tag, data)
	}
	return true
}

// tag reads the line's time.
func (t *tableReader) tag() (tag reactor.Tag) {
	text := strings.TrimSpace(t.record[t.time])
	ns, ok := trace.Nanoseconds(text)
	if !ok {
		t.fault(t.time, "time %q is not seconds with up to nine decimals; write it like 1.25", text)
		return tag
	}
	tag.Time = reactor.Time(ns)
	if t.micro >= 0 {
		m, err := strconv.ParseUint(strings.TrimSpace(t.record[t.micro]), 10, 32)
		if err != nil {
			t.fault(t.micro, "microstep %q is no whole number", t.record[t.micro])
		}
		tag.Microstep = uint32(m)
	}
	if n := len(t.list.tags); n > 0 && !t.list.tags[n-1].Before(tag) {
		t.fault(t.time, "time %s is not after the line before; sort the lines by time", text)
	}
	return tag
}
