// Package record ties running programs to recordings: a Recorder writes everything that passes a program's doors, and
// any port on request, into a trace while the program runs; Inputs feeds the doors' part of a trace to the program
// again.
//
// Inputs are always recorded. Patterns, given outside the program, choose ports to be traced, printed or written to a
// CSV file. Every value that a program produces, on any port or sent to an actuator, goes into the output hash whether
// or not it is traced.
package record

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/zeebo/xxh3"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// Topics and metadata of a recording in addition to the ports'.
const (
	DoorPrefix    = "door/"    // + path: inputs
	CommandPrefix = "command/" // + path: commands to an actuator
	TopicMiss     = "sinew/miss"
	TopicHash     = "sinew/hash"
	OmittedPrefix = "sinew/omitted/" // + number of the enclave
	MetadataEnd   = trace.MetadataEnd
)

// commandLevel comes after the levels of all ports, because commands leave the program after everything that causes
// them.
const commandLevel = "1000000"

// Options choose what to record. Patterns are globs on dotted paths; one that does not begin with the path's first part
// may match at any later part, so 'planner.*' finds planning.planner.next. With the prefix "door/" or "command/" a
// pattern matches inputs through doors or commands to actuators, which are always recorded.
type Options struct {
	Trace  []string // ports to record
	Print  []string // ports, doors and commands to print, a line per value, to Out
	CSV    []string // ports, doors and commands to write to CSV files, opened by Create
	Out    io.Writer
	Create func(topic string) (io.WriteCloser, error) // of a CSV file
}

// Miss is recorded when a deadline handler ran instead of its reaction's body.
type Miss struct{ Reaction string }

// Check is recorded once a second of logical time per enclave: the output hash so far.
type Check struct {
	Enclave int32
	Hash    string
}

// Recorder is a reactor.Observer. It may be called by the threads of several enclaves.
type Recorder struct {
	mu       rt.Mutex // the trace, prints, taps and errors; shared by threads of different priority
	p        *reactor.Program
	w        *trace.Writer
	ports    []port
	doors    []door
	lanes    []*lane
	miss     *codec.Codec
	check    *codec.Codec
	missCh   uint16
	hashCh   uint16
	omit     *codec.Codec
	omitCh   []uint16 // by enclave, made at its first omission
	out      io.Writer
	errs     []error
	moreErrs int
	taps     [][]func(tag reactor.Tag, value unsafe.Pointer)
	csvs     []io.Closer
	recorded map[string]recorded // by topic
}

// port is a source port and how its values are handled.
type port struct {
	info   reactor.PortInfo
	cd     *codec.Codec
	ch     uint16
	traced bool
	sheet
}

// sheet holds the outputs for printed values and rows.
type sheet struct {
	print string // name to print under
	csv   io.Writer
}

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

type door struct {
	info  reactor.Door
	cd    *codec.Codec
	ch    uint16
	cmd   *codec.Codec
	cmdCh uint16
	in    sheet
	out   sheet // of commands
}

// checkEvery is the logical time between checks in the trace.
const checkEvery = reactor.Time(1e9)

// New prepares a recorder for a built program and makes it one of the program's observers. w may be nil; then only the
// output hash, prints and CSV files are made. The error lists every value that cannot be recorded.
func New(p *reactor.Program, w *trace.Writer, o Options) (*Recorder, error) {
	codecs := &codec.Codecs{}
	if err := validate(p, o, codecs); err != nil { // before any file is opened
		return nil, err
	}
	r := &Recorder{p: p, w: w, out: o.Out, recorded: map[string]recorded{}}
	for range p.Enclaves {
		r.lanes = append(r.lanes, &lane{h: xxh3.New()})
	}
	err := errors.Join(r.openDoors(o, codecs), r.openPorts(o, codecs), r.openEvents(codecs))
	if err != nil {
		return nil, errors.Join(err, r.closeCSV())
	}
	r.taps = make([][]func(reactor.Tag, unsafe.Pointer), len(r.ports))
	p.Observe(r)
	return r, nil
}

// Validate returns the errors with which New would fail. It opens no file and changes nothing.
func Validate(p *reactor.Program, o Options) error { return validate(p, o, &codec.Codecs{}) }

func validate(p *reactor.Program, o Options, codecs *codec.Codecs) error {
	o.Create = nil
	r := &Recorder{p: p}
	return errors.Join(r.openDoors(o, codecs), r.openPorts(o, codecs), r.openEvents(codecs))
}

func (r *Recorder) channel(topic string, c *codec.Codec, meta map[string]string) (uint16, error) {
	if r.w == nil {
		return 0, nil
	}
	ch, err := r.w.ChannelOf(topic, c, meta)
	r.recorded[topic] = recorded{ch, c}
	return ch, err
}

func (r *Recorder) openDoors(o Options, codecs *codec.Codecs) error {
	var errs []error
	for _, d := range r.p.Doors() {
		x := door{info: d}
		var err error
		if x.cd, err = codecs.For(d.Type, ""); err == nil {
			x.ch, err = r.channel(DoorPrefix+d.Path, x.cd, map[string]string{"kind": d.Kind, "level": "-1"})
		}
		if err == nil {
			x.in, err = r.doorSheet(DoorPrefix, d.Path, x.cd, o)
		}
		if err == nil && d.Command != nil {
			if x.cmd, err = codecs.For(d.Command, ""); err == nil {
				x.cmdCh, err = r.channel(CommandPrefix+d.Path, x.cmd, map[string]string{"kind": d.Kind, "level": commandLevel})
			}
			if err == nil {
				x.out, err = r.doorSheet(CommandPrefix, d.Path, x.cmd, o)
			}
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", d.Path, err))
		}
		r.doors = append(r.doors, x)
	}
	return errors.Join(errs...)
}

func (r *Recorder) openPorts(o Options, codecs *codec.Codecs) error {
	var errs []error
	all := r.p.Ports()
	r.ports = make([]port, len(all))
	for id, info := range all {
		if info.Source != id {
			continue
		}
		x := port{info: info}
		var err error
		if x.cd, err = codecs.For(info.Type, ""); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", info.Path, err))
		}
		r.ports[id] = x
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	for id := range r.ports {
		if all[id].Source == id {
			errs = append(errs, r.choose(id, all, o))
		}
	}
	errs = append(errs, unmatched(all, r.doors, o)...)
	return errors.Join(errs...)
}

// choose finds the name under which a source port is recorded: its own path, or that of a port that reads it.
func (r *Recorder) choose(id int, all []reactor.PortInfo, o Options) error {
	x := &r.ports[id]
	meta := map[string]string{"reaction": strings.Join(x.info.Writers, " "), "level": strconv.Itoa(x.info.Level)}
	if name, ok := pick(id, all, o.Trace); ok {
		var err error
		if x.ch, err = r.channel(name, x.cd, meta); err != nil {
			return err
		}
		x.traced = r.w != nil
	}
	if name, ok := pick(id, all, o.Print); ok && o.Out != nil {
		x.print = name
	}
	if name, ok := pick(id, all, o.CSV); ok && o.Create != nil {
		var err error
		x.csv, err = r.openCSV(name, x.cd, o)
		return err
	}
	return nil
}

// openCSV makes a topic's CSV file and writes its first line.
func (r *Recorder) openCSV(topic string, cd *codec.Codec, o Options) (io.Writer, error) {
	f, err := o.Create(topic)
	if err != nil {
		return nil, err
	}
	r.csvs = append(r.csvs, f)
	head := []byte("time_s,microstep")
	for _, c := range cd.Columns() {
		head = codec.AppendCell(append(head, ','), c)
	}
	_, err = f.Write(append(head, '\n'))
	return f, err
}

// doorSheet opens the outputs requested for a door's values, or for its commands.
func (r *Recorder) doorSheet(prefix, path string, cd *codec.Codec, o Options) (s sheet, err error) {
	if meansDoor(o.Print, prefix, path) && o.Out != nil {
		s.print = prefix + path
	}
	if meansDoor(o.CSV, prefix, path) && o.Create != nil {
		s.csv, err = r.openCSV(prefix+path, cd, o)
	}
	return s, err
}

// meansDoor reports whether one of the patterns is prefix followed by a pattern that matches path.
func meansDoor(patterns []string, prefix, path string) bool {
	for _, p := range patterns {
		if rest, ok := strings.CutPrefix(p, prefix); ok && trace.Match([]string{rest}, path) {
			return true
		}
	}
	return false
}

func pick(id int, all []reactor.PortInfo, patterns []string) (string, bool) {
	if len(patterns) > 0 && trace.Match(patterns, all[id].Path) {
		return all[id].Path, true
	}
	for _, i := range all {
		if i.Source == id && len(patterns) > 0 && trace.Match(patterns, i.Path) {
			return i.Path, true
		}
	}
	return "", false
}

// unmatched reports patterns that match no port and no door, probably because of a typing error.
func unmatched(all []reactor.PortInfo, doors []door, o Options) (errs []error) {
	for _, l := range []struct {
		flag     string
		patterns []string
	}{{"trace", o.Trace}, {"print", o.Print}, {"csv", o.CSV}} {
		for _, p := range l.patterns {
			means := func(d door) bool {
				return meansDoor([]string{p}, DoorPrefix, d.info.Path) || d.cmd != nil && meansDoor([]string{p}, CommandPrefix, d.info.Path)
			}
			if l.flag != "trace" && slices.ContainsFunc(doors, means) {
				continue
			}
			if !slices.ContainsFunc(all, func(i reactor.PortInfo) bool { return trace.Match([]string{p}, i.Path) }) {
				errs = append(errs, fmt.Errorf("--%s %q matches no port: `sinew graph --ports` lists them", l.flag, p))
			}
		}
	}
	return errs
}

func (r *Recorder) openEvents(codecs *codec.Codecs) error {
	var err [5]error
	r.omit, err[4] = codecs.For(typeOf[Omitted](), "sinew.Omitted")
	r.miss, err[0] = codecs.For(typeOf[Miss](), "sinew.Miss")
	r.check, err[1] = codecs.For(typeOf[Check](), "sinew.Check")
	if err[0] == nil && err[1] == nil {
		r.missCh, err[2] = r.channel(TopicMiss, r.miss, nil)
		r.hashCh, err[3] = r.channel(TopicHash, r.check, nil)
	}
	return errors.Join(err[:]...)
}

// Tap calls f with every value of the port at path, on the enclave's thread; f must not retain the pointer. Taps must
// be set before the program runs.
func Tap[T any](r *Recorder, path string, f func(tag reactor.Tag, value *T)) error {
	for _, i := range r.p.Ports() {
		if i.Path != path {
			continue
		}
		if i.Type != typeOf[T]() {
			return fmt.Errorf("tap of %s: the port carries %v, not %v", path, i.Type, typeOf[T]())
		}
		r.taps[i.Source] = append(r.taps[i.Source], func(tag reactor.Tag, p unsafe.Pointer) { f(tag, (*T)(p)) })
		return nil
	}
	return fmt.Errorf("tap of %s: there is no such port", path)
}

func (r *Recorder) closeCSV() error {
	var errs []error
	for _, c := range r.csvs {
		errs = append(errs, c.Close())
	}
	r.csvs = nil
	return errors.Join(errs...)
}
