package dive

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bridge/serial"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// stale is the default for the age of the latest line of values.
const stale = time.Second

// outside opens the drivers that the text names by kind (atoms.Kinds), by the paths of their Externals. A replay opens none,
// because it calls none.
func (s *session) outside(drivers map[string]project.Driver) (faults diag.Faults) {
	for _, i := range s.model.Instances {
		d := named(s.doc, i)
		if d == nil || i.Constraint.Update != atom.Periodic {
			continue
		}
		if s.order.Replay {
			drivers[i.Path] = &still{}
			continue
		}
		var opened interface {
			project.Driver
			io.Closer
		}
		var err error
		switch wait := s.clock != exec.Real; d.Kind() {
		case "csv":
			opened, err = openTable(d, i, wait)
		case "can":
			opened, err = s.openCAN(d, i)
		case "topic":
			opened, err = openTopics(s.order.Context, d, i, wait)
		default:
			opened, err = openLines(d, i)
		}
		if err != nil {
			faults = append(faults, diag.Fault{Code: "driver", Path: i.Path, Pos: d.Place, What: err.Error(), Do: "change the options of the driver " + d.Name})
			continue
		}
		drivers[i.Path] = opened
		s.around.Keep(func() {
			if err := opened.Close(); err != nil {
				s.order.Say(fmt.Sprintf("%s: %v", i.Path, err))
			}
		})
	}
	return faults
}

// named returns the driver of one of the text's kinds that an External is bound to; nil for one of this program's.
func named(doc *atoms.Document, i *atom.Instance) *atoms.Driver {
	if doc == nil || i.Kind != atom.External {
		return nil
	}
	for n := range doc.Meta.Drivers {
		if d := &doc.Meta.Drivers[n]; d.Name == i.Driver && d.Kind() != "" {
			return d
		}
	}
	return nil
}

// beyond is the common part of drivers that reach outside the program: a keyframe cannot take back what was sent.
type beyond struct{}

// Limits implements project.Limited. The output is data; a receiver that acts on it has limits of its own.
func (*beyond) Limits() string {
	return "none here: values go out as they are, within what the interface says, and whoever acts on them limits them"
}

// StatelessInKeyframes says that keyframes leave the driver as it is.
func (*beyond) StatelessInKeyframes() {}

// still replaces a driver in a replay.
type still struct{ beyond }

// Exchange implements project.Driver.
func (*still) Exchange(reactor.Tag, []float64, *project.Sample) {}

// ageOf returns how old the latest values of a driver may be.
func ageOf(d *atoms.Driver) time.Duration {
	if age, err := period.ParseDuration(d.Option("age")); err == nil && age > 0 {
		return age
	}
	return stale
}

// sender hands rows of values to a goroutine that writes or sends them: on the real clock nothing waits for it, and rows that it
// cannot take are dropped and counted.
type sender struct {
	rows chan row
	done chan error
	wait bool
	lost uint64
}

// row is a row on its way out: the time in s, and values.
type row struct {
	n int
	v [1 + project.MaxElements]float64
}

// newSender makes a sender that calls each for every row, and end when there are no more.
func newSender(wait bool, each func(r *row) error, end func() error) *sender {
	s := &sender{rows: make(chan row, 1024), done: make(chan error, 1), wait: wait}
	go func() {
		var err error
		for r := range s.rows {
			err = cmp.Or(err, each(&r))
		}
		s.done <- errors.Join(err, end())
	}()
	return s
}

// send hands a row over.
func (s *sender) send(t float64, in []float64) {
	r := row{n: 1 + len(in)}
	r.v[0] = t
	copy(r.v[1:], in)
	if s.wait {
		s.rows <- r
		return
	}
	select {
	case s.rows <- r:
	default:
		s.lost++
	}
}

// Close returns when all rows have been written. Call it when the program is over.
func (s *sender) Close() error {
	close(s.rows)
	err := <-s.done
	if s.lost > 0 {
		err = errors.Join(err, fmt.Errorf("%d rows were left out, because they could not be written so fast", s.lost))
	}
	return err
}

// table is a CSV file: rows of a time in s and values. Products come from the latest row whose time has come; needs are written
// as one row per cycle.
type table struct {
	beyond
	rows [][]float64 // rows that were read
	out  *sender     // for rows to write
}

func openTable(d *atoms.Driver, i *atom.Instance, wait bool) (*table, error) {
	name := d.Option("file")
	if !filepath.IsLocal(name) {
		return nil, fmt.Errorf("%s is not in the folder in which this runs, or below it", name)
	}
	products, needs := i.Elements(atom.ProductRole), i.Elements(atom.NeedRole)
	if len(products) > 0 {
		rows, err := readTable(name, products)
		return &table{rows: rows}, err
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	to := bufio.NewWriter(f)
	fmt.Fprintf(to, "t,%s\n", strings.Join(needs, ",")) // Flush returns the error
	var line []byte
	return &table{out: newSender(wait, func(r *row) error {
		line = appendLine(line[:0], r.v[:r.n])
		_, err := to.Write(line)
		return err
	}, func() error { return errors.Join(to.Flush(), f.Close()) })}, nil
}

// readTable reads a table whose first line names its columns: t, and the products in any order.
func readTable(name string, products []string) (rows [][]float64, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	all, err := r.ReadAll()
	if err != nil || len(all) < 2 {
		return nil, cmp.Or(err, fmt.Errorf("%s has no rows below a first line that names its columns", name))
	}
	var columns []int
	for _, want := range append([]string{"t"}, products...) {
		k := slices.Index(all[0], want)
		if k < 0 {
			return nil, fmt.Errorf("%s has no column %s: its columns are %s", name, want, strings.Join(all[0], ", "))
		}
		columns = append(columns, k)
	}
	for n, cells := range all[1:] {
		row := make([]float64, len(columns))
		for k, c := range columns {
			if row[k], err = strconv.ParseFloat(strings.TrimSpace(cells[c]), 64); err != nil {
				return nil, fmt.Errorf("%s, row %d: %q is no number", name, n+1, cells[c])
			}
		}
		if n > 0 && !(row[0] > rows[n-1][0]) {
			return nil, fmt.Errorf("%s, row %d: its time of %v s is not after that of the row before", name, n+1, row[0])
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// Exchange implements project.Driver.
func (t *table) Exchange(tag reactor.Tag, in []float64, out *project.Sample) {
	now := tag.Time.Duration().Seconds()
	if next, _ := slices.BinarySearchFunc(t.rows, now, func(row []float64, now float64) int {
		if row[0] <= now {
			return -1
		}
		return 1
	}); next > 0 {
		for k, v := range t.rows[next-1][1:] {
			out.Set(k, v)
		}
	}
	if t.out != nil {
		t.out.send(now, in)
	}
}

// Close writes the remaining rows.
func (t *table) Close() error {
	if t.out == nil {
		return nil
	}
	return t.out.Close()
}

// appendLine appends values and a line break.
func appendLine(b []byte, values []float64) []byte {
	for k, v := range values {
		if k > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendFloat(b, v, 'g', -1, 64)
	}
	return append(b, '\n')
}

// lines exchanges lines of values, such as "0.5,-1.25\n", over UDP or a serial port. It uses the latest complete line unless
// that is too old; a line with another number of values, or with something that is no number, is dropped.
type lines struct {
	beyond
	products int
	age      time.Duration
	out      io.Writer // nil: nothing is sent
	close    []io.Closer
	look     func() // takes what has come; nil if a goroutine does

	mu    rt.Mutex // guards what follows if a goroutine reads
	have  [project.MaxElements]float64
	draw  [project.MaxElements]float64
	at    int64 // when have came, by rt.Now; 0: never
	rest  []byte
	draft []byte
}

func openLines(d *atoms.Driver, i *atom.Instance) (*lines, error) {
	l := &lines{products: len(i.Elements(atom.ProductRole)), age: ageOf(d), rest: make([]byte, 0, 4096), draft: make([]byte, 0, 1024)}
	if d.Kind() == "serial" {
		return l, l.serial(d)
	}
	return l, l.udp(d)
}

// serial opens a serial port, which is polled in the loop.
func (l *lines) serial(d *atoms.Driver) error {
	baud, err := strconv.Atoi(cmp.Or(d.Option("baud"), "115200"))
	if err != nil {
		return fmt.Errorf("baud is %s: give a whole number", d.Option("baud"))
	}
	port, err := serial.Open(d.Option("port"), baud)
	if err != nil {
		return err
	}
	l.out, l.close = port, append(l.close, port)
	buffer := make([]byte, 1024)
	l.look = func() {
		for {
			n, err := port.Take(buffer)
			if n == 0 || err != nil {
				return
			}
			l.take(buffer[:n])
		}
	}
	return nil
}

// udp opens sockets; a goroutine reads them.
func (l *lines) udp(d *atoms.Driver) error {
	if addr := d.Option("listen"); addr != "" {
		at, err := net.ResolveUDPAddr("udp", addr)
		if err != nil {
			return err
		}
		c, err := net.ListenUDP("udp", at)
		if err != nil {
			return err
		}
		l.close = append(l.close, c)
		go func() {
			buffer := make([]byte, 2048)
			for {
				n, err := c.Read(buffer)
				if err != nil {
					return // it is closed
				}
				l.take(append(buffer[:n:n], '\n'))
			}
		}()
	}
	if addr := d.Option("send"); addr != "" {
		c, err := net.Dial("udp", addr)
		if err != nil {
			return errors.Join(err, l.Close())
		}
		l.out, l.close = c, append(l.close, c)
	}
	return nil
}

// take takes received bytes.
func (l *lines) take(b []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range b {
		switch {
		case c != '\n':
			if len(l.rest) < cap(l.rest) {
				l.rest = append(l.rest, c)
			}
		default:
			if values(l.rest, l.products, &l.draw) {
				l.have, l.at = l.draw, rt.Now()
			}
			l.rest = l.rest[:0]
		}
	}
}

// values parses a line of n values.
func values(line []byte, n int, into *[project.MaxElements]float64) bool {
	for k := range n {
		word, rest, more := bytes.Cut(line, []byte{','})
		v, err := strconv.ParseFloat(string(bytes.TrimSpace(word)), 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) || more != (k+1 < n) {
			return false
		}
		into[k], line = v, rest
	}
	return n > 0
}

// Exchange implements project.Driver.
func (l *lines) Exchange(_ reactor.Tag, in []float64, out *project.Sample) {
	if l.look != nil {
		l.look()
	}
	l.mu.Lock()
	if l.at != 0 && rt.Now()-l.at <= int64(l.age) {
		for k, v := range l.have[:l.products] {
			out.Set(k, v)
		}
	}
	l.mu.Unlock()
	if l.out != nil && len(in) > 0 {
		l.draft = appendLine(l.draft[:0], in)
		_, _ = l.out.Write(l.draft) // there may be no receiver yet
	}
}

// Close closes sockets and ports.
func (l *lines) Close() (err error) {
	for _, c := range l.close {
		err = errors.Join(err, c.Close())
	}
	return err
}
