package rosmsg

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Debian is the folder in which Debian's packages have definitions: in PACKAGE/msg and PACKAGE/srv.
const Debian = "/usr/share"

// Source is a text with definitions.
type Source struct {
	File    string // named in faults
	Name    string // such as std_msgs/String
	Service bool   // a .srv text
	Text    string
}

// Load reads the definitions in folders: DIR/PACKAGE/msg/NAME.msg and DIR/PACKAGE/srv/NAME.srv for every package in
// DIR, and DIR/msg/NAME.msg and DIR/srv/NAME.srv for a DIR that is a package itself. If several folders define a
// message, the first one is used. The set has all correct definitions.
func Load(dirs ...string) (*Set, diag.Faults) {
	var sources []Source
	var faults diag.Faults
	seen := map[Source]bool{}
	for _, dir := range dirs {
		if _, err := os.Stat(dir); err != nil {
			faults = append(faults, diag.Fault{Code: "rosmsg-file", What: "the folder cannot be read: " + reason(err), Do: "name a folder of ROS packages", Pos: diag.Pos{File: dir}})
			continue
		}
		for _, kind := range []string{"msg", "srv"} {
			var files []string
			for _, pattern := range []string{filepath.Join(plain(dir), kind, "*."+kind), filepath.Join(plain(dir), "*", kind, "*."+kind)} {
				more, _ := filepath.Glob(pattern) // the pattern is a good one
				files = append(files, more...)
			}
			for _, file := range files {
				s := Source{Name: packageOf(file) + "/" + strings.TrimSuffix(filepath.Base(file), "."+kind), Service: kind == "srv"}
				if seen[s] {
					continue
				}
				seen[s] = true
				text, err := readFile(file)
				if err != nil {
					faults = append(faults, diag.Fault{Code: "rosmsg-file", What: "it cannot be read: " + reason(err), Pos: diag.Pos{File: file}})
					continue
				}
				s.File, s.Text = file, text
				sources = append(sources, s)
			}
		}
	}
	set, more := Parse(sources)
	return set, append(faults, more...)
}

// plain escapes what filepath.Glob would interpret.
func plain(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// packageOf is the name of the folder above msg or srv.
func packageOf(file string) string {
	dir := filepath.Dir(filepath.Dir(file))
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return filepath.Base(dir)
}

func readFile(file string) (string, error) {
	if i, err := os.Stat(file); err == nil && i.Size() > maxText {
		return "", fmt.Errorf("it has %d bytes, and %d is the most", i.Size(), maxText)
	}
	b, err := os.ReadFile(file)
	return string(b), err
}

func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// Parse reads definitions that may use each other. The set has all correct ones.
func Parse(sources []Source) (*Set, diag.Faults) {
	s := &Set{map[string]*Message{}, map[string]*Service{}}
	var faults diag.Faults
	all := map[string]*Message{} // including the wrong ones
	var order []*Message
	add := func(m *Message) { order = append(order, m) }
	for _, src := range sources {
		pkg, short, _ := strings.Cut(src.Name, "/")
		if !legal(pkg) || !legal(short) {
			faults = append(faults, diag.Fault{Code: "rosmsg-name", What: fmt.Sprintf("%q is no name of a definition", spelling.Clip(src.Name)),
				Do: "name folder and file with letters, digits and _, with a letter first", Pos: diag.Pos{File: src.File}})
			continue
		}
		had := len(faults)
		if src.Service {
			v := service(src, &faults)
			add(v.Request)
			add(v.Response)
			if len(faults) == had {
				s.services[src.Name] = v
			}
			if len(faults) > had {
				v.Request.state, v.Response.state = wrong, wrong
			}
			continue
		}
		m := parse(src.Name, src.File, src.Text, 1, &faults)
		if old := all[m.Name]; old != nil {
			if old.Text != m.Text {
				faults = append(faults, diag.Fault{Code: "rosmsg-duplicate", What: m.Name + " is defined otherwise in " + old.Pos.File, Do: "drop one of them", Pos: m.Pos})
			}
			continue
		}
		if len(faults) > had {
			m.state = wrong
		}
		all[m.Name] = m
		add(m)
	}
	r := &resolver{all: all, faults: &faults}
	for _, m := range order {
		if r.resolve(m) && all[m.Name] == m {
			s.messages[m.Name] = m
		}
	}
	for name, v := range s.services {
		if v.Request.state != right || v.Response.state != right {
			delete(s.services, name)
			continue
		}
		v.MD5 = sum(v.Request.norm + v.Response.norm)
	}
	faults.Sort()
	return s, faults
}

// service reads a .srv text: the request, a line of three dashes, the response.
func service(src Source, faults *diag.Faults) *Service {
	lines := strings.SplitAfter(src.Text, "\n")
	cut := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(strings.TrimSpace(l), "---") })
	if cut < 0 {
		*faults = append(*faults, diag.Fault{Code: "rosmsg-syntax", What: "there is no line --- between request and response", Do: "add one",
			Pos: diag.Pos{File: src.File, Line: len(lines), Column: 1}})
		cut = len(lines) - 1
	}
	v := &Service{Name: src.Name}
	v.Request = parse(src.Name+"Request", src.File, strings.Join(lines[:cut], ""), 1, faults)
	v.Response = parse(src.Name+"Response", src.File, strings.Join(lines[min(cut+1, len(lines)):], ""), cut+2, faults)
	v.Comment = v.Request.Comment
	return v
}

// Full reads a definition as nodes send it to each other and bags store it: that of the message name, followed by those
// of the messages in it, each after a line of 80 equals signs and a line "MSG: name".
func Full(name, text string) (*Message, diag.Faults) {
	sources := []Source{{File: name, Name: name}}
	for part := range strings.Lines(text) {
		now := &sources[len(sources)-1]
		if rest, ok := strings.CutPrefix(part, "MSG: "); ok && now.Name == "" {
			now.Name = strings.TrimSpace(rest)
			now.File = name + ": " + now.Name
			continue
		}
		if strings.TrimRight(part, "\r\n") == wire.Rule {
			now.Text = strings.TrimSuffix(now.Text, "\n")
			sources = append(sources, Source{})
			continue
		}
		now.Text += part
	}
	if len(sources) > maxFields {
		return nil, diag.Faults{{Code: "rosmsg-limit", What: fmt.Sprintf("it has %d definitions, and %d is the most", len(sources), maxFields), Pos: diag.Pos{File: name}}}
	}
	set, faults := Parse(slices.DeleteFunc(sources, func(s Source) bool { return s.Name == "" }))
	if err := faults.Err(); err != nil {
		return nil, faults
	}
	m, err := set.Type(name)
	if err != nil {
		return nil, append(faults, diag.Fault{Code: "rosmsg-type", What: err.Error()})
	}
	return m, faults
}

// States of resolving a message.
const (
	fresh = iota
	under // it is being resolved above this one
	right
	wrong
)

// resolver finds the messages that fields name.
type resolver struct {
	all    map[string]*Message
	faults *diag.Faults
}

// resolve finds what a message consists of, and its sum; it reports whether all of it is correct.
func (r *resolver) resolve(m *Message) bool {
	if m.state == right || m.state == wrong {
		return m.state == right
	}
	m.state, m.fixed = under, true
	ok := true
	least := 0
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Kind == Nested && !r.nested(m, f) {
			ok = false
			continue
		}
		size, fixed := f.element()
		if size == 0 && f.Len != One {
			r.fault(f, "rosmsg-limit", fmt.Sprintf("%s is an array of %s, which has no bytes: how many there are could be said without any", f.Name, f.Base), "send a number")
			ok = false
		}
		switch f.Len {
		case One:
		case Any:
			size, fixed = 4, false
		default:
			size *= min(f.Len, maxBody+1) // each at most maxBody+1, so that it cannot overflow
		}
		if least += size; least > maxBody {
			least = maxBody + 1
			r.fault(f, "rosmsg-limit", fmt.Sprintf("%s needs more than %d bytes with %s", m.Name, maxBody, f.Name), "send a sequence of any length: []")
			ok = false
		}
		m.fixed = m.fixed && fixed
	}
	m.least, m.state = least, wrong
	if ok {
		m.state, m.norm = right, m.normal()
		m.MD5 = sum(m.norm)
	}
	return ok
}

func (r *resolver) fault(f *Field, code, what, do string) {
	*r.faults = append(*r.faults, diag.Fault{Code: code, What: what, Do: do, Pos: f.Pos})
}

// nested finds the message of a field.
func (r *resolver) nested(m *Message, f *Field) bool {
	d := r.all[f.Base]
	switch {
	case d == nil:
		names := builtin()
		for n := range r.all {
			names = append(names, n)
		}
		slices.Sort(names)
		meant := spelling.Nearest(strings.TrimPrefix(f.Base, m.Package()+"/"), names)
		do := "add its folder to those that are read"
		if meant == "" {
			meant = spelling.Nearest(f.Base, names)
		}
		if meant != "" {
			do = fmt.Sprintf("did you mean %q?", meant)
		}
		r.fault(f, "rosmsg-type", "there is no message "+f.Base, do)
		return false
	case d.state == under:
		r.fault(f, "rosmsg-cycle", fmt.Sprintf("%s contains itself by %s of %s", d.Name, f.Name, m.Name), "name the other one in place of containing it")
		return false
	}
	f.Message = d
	return r.resolve(d)
}

// element is the least size of one element of a field, and whether all have it.
func (f *Field) element() (least int, fixed bool) {
	switch f.Kind {
	case String:
		return 4, false
	case Nested:
		return f.Message.least, f.Message.fixed
	}
	return f.Kind.size(), true
}
