package atoms

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// Bounds of the input, so that no text takes long or much memory.
const (
	maxText      = 256 << 10 // bytes, of all files together
	maxTokens    = 100_000   // of a file: tokens of the YAML parser
	maxLines     = 20_000    // of a file
	maxSets      = 64        // of periods in a list
	maxEntries   = 4000      // of one mapping: the parser's time is quadratic in it
	maxLine      = 4096      // bytes of one side of a link
	maxWork      = 1_000_000 // pairs of elements that are compared for links
	maxMeasured  = 200_000   // pairs of arrays that are compared for the lengths of banks
	maxFiles     = 32
	maxInstances = 20_000
	maxPorts     = 50_000
	maxLinks     = 200_000
	maxNesting   = 16   // Molecules within Molecules
	maxFaults    = 200  // of reading
	maxReported  = 1000 // of reading and checking
	maxMessage   = 400  // bytes of a message, which may quote what is wrong
	maxElements  = 1024 // of one definition
)

// Load reads a text from disk.
func Load(file string, l Library) (*Document, diag.Faults) {
	src, err := open(file)
	if err != nil {
		f := diag.Fault{Code: "file", What: "this cannot be read: " + err.Error(), Do: "give the name of an .atoms.yaml file", Path: modelName(file),
			Pos: diag.Pos{File: file, Line: 1, Column: 1}}
		m := atom.New(modelName(file))
		m.Faults = append(m.Faults, f)
		return &Document{Model: m}, m.Faults
	}
	return ReadDocument(file, src, Options{Library: l, Open: open})
}

// open reads a file, but not much more than a text may have.
func open(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxText+1))
}

// reader reads a text and what it includes.
type reader struct {
	o      Options
	d      *Document
	m      *atom.Model
	faults diag.Faults
	said   map[diag.Fault]bool
	bytes  int
	path   []string // keys above the current one

	defs      map[string]*definition
	order     []*definition
	lib       map[string]*definition
	frames    map[string]bool // nil: any
	mentioned []text          // frames
	elementAt map[*atom.Definition]map[string]int
	vague     map[diag.Pos]bool // elements with a fault in their datatype
	lost      map[string]bool   // instances of the first level that exist but have faults

	instances, ports int
	work             int  // so far, for links
	full             bool // no more is read
	mute             bool // the current part is known to be wrong
	wrong            bool // there is a fault in the keys being read
}

// modelName returns the name of a model whose text has none.
func modelName(file string) string {
	name, _, _ := strings.Cut(filepath.Base(file), ".")
	if name == "" {
		name = "model"
	}
	return name
}

// ReadDocument reads a text with its options.
func ReadDocument(file string, src []byte, o Options) (*Document, diag.Faults) {
	r := &reader{o: o, m: atom.New(modelName(file)), said: map[diag.Fault]bool{}, defs: map[string]*definition{},
		lib: map[string]*definition{}, elementAt: map[*atom.Definition]map[string]int{}, vague: map[diag.Pos]bool{}}
	r.d = &Document{Model: r.m, quiet: map[string]bool{}, vague: map[string]bool{}, doubt: map[string]bool{}}
	r.m.Root.Place = diag.Pos{File: file, Line: 1, Column: 1}
	top := r.load(file, src, diag.Pos{File: file, Line: 1, Column: 1})
	r.build(top)
	r.faults.Sort()
	r.m.Faults = append(r.m.Faults, r.faults...)
	r.d.Meta.Name = r.m.Name
	return r.d, r.faults
}

// Check checks the model, as atom.Model.Check does, but drops faults that only follow from others in the text.
func (d *Document) Check(t atom.Target) (*atom.Plan, diag.Faults) {
	if t.Cores == 0 {
		t.Cores = d.Meta.Cores
	}
	p, faults := d.Model.Check(t)
	if len(d.Model.Faults) > 0 {
		own := make(map[diag.Fault]bool, len(d.Model.Faults))
		for _, f := range d.Model.Faults {
			own[f] = true
		}
		faults = slices.DeleteFunc(faults, func(f diag.Fault) bool { return !own[f] && d.follows(f) })
	}
	if len(faults) > maxReported {
		last := faults[maxReported]
		faults = append(faults[:maxReported:maxReported], diag.Fault{Code: "limit", What: fmt.Sprintf("there are %d faults; these are the first %d", len(faults), maxReported),
			Do: "mend some of those before", Path: last.Path, Pos: last.Pos})
	}
	return p, faults
}

// follows reports whether a fault of the model only follows from one in the text.
func (d *Document) follows(f diag.Fault) bool {
	switch f.Code {
	case "missing", "parameter", "value":
		return d.quiet[f.Path]
	case "type", "frame", "axis":
		return d.vague[f.Path]
	case "constraint", "driver":
		return d.doubt[f.Path]
	}
	return false
}

// fault notes a fault once, wherever its text is used.
func (r *reader) fault(code string, at diag.Pos, message, hint string) {
	path := strings.Join(r.path, ".")
	if path == "" {
		path = r.m.Name
	}
	r.faultAt(path, code, at, message, hint)
}

// within calls f for what is below a key, so that faults name the key.
func (r *reader) within(key string, f func()) {
	r.path = append(r.path, key)
	f()
	r.path = r.path[:len(r.path)-1]
}

func (r *reader) faultAt(path, code string, at diag.Pos, message, hint string) {
	f := diag.Fault{Code: code, What: message, Do: hint, Pos: at}
	if r.mute || r.said[f] || r.many() {
		return
	}
	f.What, f.Do = short(message), short(hint)
	r.said[f] = true
	f.Path = path
	if len(r.faults) == maxFaults {
		f = diag.Fault{Code: "limit", What: fmt.Sprintf("more than %d faults", maxFaults), Do: "mend some of those before", Pos: at}
	}
	r.faults = append(r.faults, f)
}

// many reports whether there are too many faults to note more.
func (r *reader) many() bool { return len(r.faults) > maxFaults }

// short leaves out the middle of a long text.
func short(s string) string {
	if len(s) <= maxMessage {
		return s
	}
	return strings.ToValidUTF8(s[:maxMessage/2], "") + "…" + strings.ToValidUTF8(s[len(s)-maxMessage/2:], "")
}

// top is the first level of a text, apart from definitions.
type top struct {
	file      *source
	instances []*use
	links     []connection
	groups    []group
	whole     bool // a model, not only definitions
}

// load reads a file and what it includes: definitions are noted, the rest is returned.
func (r *reader) load(name string, src []byte, at diag.Pos) *top {
	f := &source{name: name}
	t := &top{file: f}
	r.bytes += len(src)
	if r.bytes > maxText {
		r.fault("limit", at, fmt.Sprintf("the text is too long: more than %d bytes with what it includes", maxText), "leave out what is not used")
		return t
	}
	r.d.Texts = append(r.d.Texts, Text{name, src})
	src = plain(src)
	f.lines = lines(src)
	before := len(r.faults)
	n := r.parse(f, src)
	if n == nil {
		if len(r.faults) == before {
			r.fault("syntax", diag.Pos{File: name, Line: 1, Column: 1}, "there is nothing in this file", `it needs at least "instances:" or "define:"`)
		}
		return t
	}
	r.document(f, t, n)
	return t
}

// plain is a text without a byte order mark and with Unix line ends.
func plain(src []byte) []byte {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(src, []byte("\r"), []byte("\n"))
}

func lines(src []byte) []string { return strings.Split(string(src), "\n") }

// document reads the first level of a file.
func (r *reader) document(f *source, t *top, n ast.Node) {
	first := len(r.d.Texts) == 1
	keys := []key{
		{"doc", func(n ast.Node) {
			if s := r.scalar(f, n).s; first {
				r.d.Meta.Doc = strings.TrimSpace(s)
			}
		}},
		{"include", func(n ast.Node) { r.include(f, n) }},
		{"frames", func(n ast.Node) { r.frameList(f, n) }},
		{"define", func(n ast.Node) {
			for _, e := range r.fields(f, n, "define") {
				r.within(e.name.s, func() { r.define(f, e) })
			}
		}},
	}
	if first {
		keys = append(keys,
			key{"model", func(n ast.Node) { r.named(r.scalar(f, n)) }},
			key{"vehicle", func(n ast.Node) { r.d.Meta.Vehicle = r.scalar(f, n).s }},
			key{"cores", func(n ast.Node) { r.d.Meta.Cores = r.count(f, n, "number of cores", 1024) }},
			key{"instances", func(n ast.Node) {
				if t.instances, t.whole = r.uses(f, n, "instances"), true; n == nil || n.Type() == ast.NullType {
					r.fault("syntax", f.place(n), "there are no instances", "a law consists of instances: name: Definition")
				}
			}},
			key{"links", func(n ast.Node) { t.links = r.connections(f, n) }},
			key{"compositions", func(n ast.Node) { t.groups = r.groups(f, n) }},
			key{"budget", func(n ast.Node) { r.budget(f, n) }},
			key{"drivers", func(n ast.Node) { r.drivers(f, n) }})
	}
	what := "a model"
	if !first {
		what = "an included file"
	}
	r.mapping(f, n, what, keys)
}

func (r *reader) named(t text) {
	if t.s != "" {
		r.m.Name, r.m.Root.Name, r.m.Root.Def.Name = t.s, t.s, t.s
	}
}

// count reads a small whole number from 1 on.
func (r *reader) count(f *source, n ast.Node, what string, most int) int {
	t := r.scalar(f, n)
	var v int
	if _, err := fmt.Sscanf(t.s, "%d", &v); err != nil || fmt.Sprint(v) != t.s || v < 1 || v > most {
		r.fault("value", t.at, fmt.Sprintf("%q is no %s", t.s, what), fmt.Sprintf("give a whole number from 1 to %d", most))
		return 0
	}
	return v
}

// include reads definitions in other files.
func (r *reader) include(f *source, n ast.Node) {
	for _, t := range r.words(f, n) {
		name := filepath.ToSlash(filepath.Join(filepath.Dir(f.name), t.s))
		switch {
		case !filepath.IsLocal(t.s):
			r.fault("include", t.at, fmt.Sprintf("%s is not beside or below this file", t.s), "give a path relative to this file, without ..")
			continue
		case slices.ContainsFunc(r.d.Texts, func(x Text) bool { return x.Name == name }):
			continue // each is read once
		case len(r.d.Texts) >= maxFiles:
			r.fault("limit", t.at, fmt.Sprintf("more than %d files are included", maxFiles), "put definitions together")
			continue
		case r.o.Open == nil:
			r.fault("include", t.at, "nothing can be included here", "write the definitions out")
			continue
		}
		src, err := r.o.Open(name)
		if err != nil {
			r.fault("include", t.at, fmt.Sprintf("%s cannot be read: %v", t.s, err), "")
			continue
		}
		r.load(name, src, t.at)
	}
}

// frameList reads the frames that the model knows: a list, or a mapping with descriptions.
func (r *reader) frameList(f *source, n ast.Node) {
	if r.frames == nil {
		r.frames = map[string]bool{string(unit.NoFrame): true}
	}
	add := func(t text, what string) {
		if !isName(t.s) {
			r.fault("frame", t.at, fmt.Sprintf("%q cannot be the name of a frame", t.s), "use letters, digits and _")
		} else if !r.frames[t.s] {
			r.frames[t.s] = true
			r.d.Meta.Frames = append(r.d.Meta.Frames, Setting{t.s, what, t.at})
		}
	}
	if _, ok := n.(*ast.SequenceNode); ok {
		for _, t := range r.words(f, n) {
			add(t, "")
		}
		return
	}
	for _, e := range r.fields(f, n, "frames") {
		what := ""
		if e.value != nil && e.value.Type() != ast.NullType {
			what = r.scalar(f, e.value).s
		}
		add(e.name, what)
	}
}

// budget reads what all instances together may use.
func (r *reader) budget(f *source, n ast.Node) {
	b := &r.m.Budget
	b.Place = f.place(n)
	r.within("budget", func() {
		r.mapping(f, n, "a budget", []key{
			{"power", func(n ast.Node) { b.Power = r.quantity(unit.TypePower, r.scalar(f, n)) }},
			{"data", func(n ast.Node) { b.Data = r.dataRate(r.scalar(f, n)) }},
		})
	})
}

// dataRate reads a data rate: "20 kB/s".
func (r *reader) dataRate(t text) float64 {
	number, of, _ := strings.Cut(strings.TrimSpace(t.s), " ")
	v, err := strconv.ParseFloat(number, 64)
	factor := map[string]float64{"B/s": 1, "kB/s": 1e3, "MB/s": 1e6}[strings.TrimSpace(of)]
	if t.s != "" && (err != nil || factor == 0 || !(v > 0) || v > 1e12) {
		r.fault("value", t.at, fmt.Sprintf("%q is no data rate", t.s), "give a number and B/s, kB/s or MB/s, such as 20 kB/s")
		return 0
	}
	return v * factor
}

// drivers reads the options of drivers.
func (r *reader) drivers(f *source, n ast.Node) {
	for _, e := range r.fields(f, n, "drivers") {
		d := Driver{Name: e.name.s, Place: e.name.at}
		r.within(e.name.s, func() {
			for _, o := range r.fields(f, e.value, "a driver") {
				d.Options = append(d.Options, Setting{o.name.s, r.scalar(f, o.value).s, o.name.at})
			}
		})
		r.d.Meta.Drivers = append(r.d.Meta.Drivers, d)
	}
}
