package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/lang/asn1"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/lang/schema"
	"github.com/sinew-robotics/sinew/trace"
)

// typed reads the type that --type names, or the schema. The type is nil for a schema that says more than a type can.
func (w *whose) typed() (t *param.Type, s *schema.Schema, err error) {
	if len(w.Type) == 0 {
		return nil, nil, errors.New("what are the values of? Give --type FILE.asn1:TYPE, or --type with a JSON Schema")
	}
	var sources []asn1.Source
	name := ""
	for _, arg := range w.Type {
		file := arg
		if at := strings.LastIndexByte(arg, ':'); at > 1 && !strings.ContainsAny(arg[at:], `/\`) {
			if name != "" {
				return nil, nil, fmt.Errorf("--type %s: one type has been named already, %s", arg, name)
			}
			file, name = arg[:at], arg[at+1:]
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, nil, fmt.Errorf("--type: %w", err)
		}
		if n, ok := param.NotationOf(file); !ok || n != param.ASN1 {
			if len(w.Type) > 1 || name != "" {
				return nil, nil, fmt.Errorf("--type %s: a schema is one file, and is the type itself", arg)
			}
			s, faults := schema.Load(file, text)
			if faults.Err() != nil {
				return nil, nil, faults.Err()
			}
			return s.Type, s, nil
		}
		sources = append(sources, asn1.Source{Name: file, Text: text})
	}
	set, faults := asn1.Parse(sources...)
	if faults.Err() != nil {
		return nil, nil, faults.Err()
	}
	if name == "" {
		name = "Parameters"
	}
	t, err = set.Type(name)
	if err != nil {
		return nil, nil, fmt.Errorf("--type: %w", err)
	}
	return t, nil, nil
}

// read reads a file of values.
func (w *whose) read(file string) (v param.Value, t *param.Type, n param.Notation, err error) {
	t, s, err := w.typed()
	if err != nil {
		return v, nil, n, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return v, nil, n, err
	}
	n, ok := param.NotationOf(file)
	if !ok {
		return v, nil, n, fmt.Errorf("%s: a file of values ends in .asn1, .json or .yaml", local(file))
	}
	var faults diag.Faults
	if s != nil {
		v, faults = s.Read(n, file, text)
	} else {
		v, faults = param.Read(t, n, file, text)
	}
	if err := faults.Err(); err != nil {
		return v, nil, n, err
	}
	if t == nil {
		return v, nil, n, fmt.Errorf("%s is valid; no more can be done with it, because its schema says what no type can:\n%w", local(file), errors.Join(s.Beyond.Unwrap()...))
	}
	return v, t, n, nil
}

func (w *whose) listFile(to io.Writer, pattern string, asJSON bool) error {
	v, t, _, err := w.read(w.Of)
	if err != nil {
		return err
	}
	type row struct {
		Path  string          `json:"path"`
		Value json.RawMessage `json:"value"`
		Type  string          `json:"type"`
	}
	var rows []row
	v.Leaves(t, func(l param.Leaf) {
		line, _ := param.FormatLine(l.Value, param.JSON) // no name is missing
		if pattern == "" || pattern == l.Path || trace.Match([]string{pattern}, l.Path) {
			rows = append(rows, row{l.Path, json.RawMessage(line), l.Type.String()})
		}
	})
	if len(rows) == 0 && pattern != "" {
		return fmt.Errorf("there is no parameter %s in %s", pattern, local(w.Of))
	}
	if asJSON {
		return json.NewEncoder(to).Encode(rows)
	}
	tab := tabwriter.NewWriter(to, 0, 1, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintf(tab, "%s\t%s\t%s\n", r.Path, r.Value, r.Type)
	}
	return tab.Flush()
}

// step is one member or element of a path.
type step struct {
	name  string
	index int // -1: name
}

// steps splits a path such as points[2].x.
func steps(path string) (all []step, ok bool) {
	for _, part := range strings.Split(path, ".") {
		name, rest, _ := strings.Cut(part, "[")
		if name != "" {
			all = append(all, step{name, -1})
		}
		for rest != "" {
			number, more, found := strings.Cut(rest, "]")
			i, err := strconv.Atoi(number)
			if !found || err != nil || i < 0 {
				return nil, false
			}
			all = append(all, step{"", i})
			rest = strings.TrimPrefix(more, "[")
		}
	}
	return all, len(all) > 0
}

// find returns the value at a path. With add, a missing optional member is added.
func find(v *param.Value, t *param.Type, path string, add bool) (*param.Value, *param.Type, error) {
	all, ok := steps(path)
	for _, s := range all {
		switch {
		case s.index >= 0 && t.Kind == param.List && s.index < len(v.Parts):
			v, t = &v.Parts[s.index].Value, t.Elem
		case s.index < 0 && t.Member(s.name) != nil:
			m := t.Member(s.name)
			if v.Member(s.name) == nil && add {
				if t.Kind == param.Choice {
					v.Parts = nil
				}
				v.Parts = append(v.Parts, param.Part{Name: s.name})
			}
			if v, t = v.Member(s.name), m.Type; v == nil {
				return nil, nil, fmt.Errorf("%s: %s is not given", path, s.name)
			}
		default:
			ok = false
		}
		if !ok {
			break
		}
	}
	if !ok {
		var names []string
		for _, m := range t.Members {
			names = append(names, m.Name)
		}
		return nil, nil, fmt.Errorf("there is no parameter %s: %s", path, spelling.Suggest(path[strings.LastIndexByte(path, '.')+1:], names))
	}
	return v, t, nil
}

func (w *whose) getFile(to io.Writer, path string) error {
	v, t, n, err := w.read(w.Of)
	if err != nil {
		return err
	}
	leaf, _, err := find(&v, t, path, false)
	if err != nil {
		return err
	}
	line, err := param.FormatLine(leaf, n)
	if err == nil {
		_, err = fmt.Fprintln(to, line)
	}
	return err
}

func (w *whose) setFile(path, value string) error {
	v, t, n, err := w.read(w.Of)
	if err != nil {
		return err
	}
	leaf, k, err := find(&v, t, path, true)
	if err != nil {
		return err
	}
	set, faults := param.Read(k, n, "", []byte(value))
	for i := range faults {
		faults[i].Pos, faults[i].Path = diag.Pos{}, strings.TrimSuffix(path+"."+faults[i].Path, ".")
	}
	if err := faults.Err(); err != nil {
		return err
	}
	*leaf = set
	return w.rewrite(&v, t, n)
}

// rewrite replaces the file --of by one with the given value, which must have its type.
func (w *whose) rewrite(v *param.Value, t *param.Type, n param.Notation) error {
	text, err := param.Format(v, n)
	if err != nil {
		return err
	}
	again, faults := param.Read(t, n, filepath.Base(w.Of), text)
	if err := faults.Unplaced().Err(); err != nil {
		return err
	}
	if text, err = param.Format(&again, n); err != nil {
		return err
	}
	return whole.WriteFile(w.Of, text)
}

func (w *whose) dumpFile(n param.Notation) ([]byte, error) {
	v, _, _, err := w.read(w.Of)
	if err != nil {
		return nil, err
	}
	return param.Format(&v, n)
}

func (w *whose) loadFile(from string) error {
	v, t, _, err := w.read(from)
	if err != nil {
		return err
	}
	n, ok := param.NotationOf(w.Of)
	if !ok {
		return fmt.Errorf("%s: a file of values ends in .asn1, .json or .yaml", local(w.Of))
	}
	return w.rewrite(&v, t, n)
}

func (w *whose) describeType(to io.Writer, pattern string) error {
	t, s, err := w.typed()
	if err != nil {
		return err
	}
	if t == nil {
		return fmt.Errorf("the schema says what no type can:\n%w", errors.Join(s.Beyond.Unwrap()...))
	}
	var names []string
	told := false
	members(t, "", func(path string, m *param.Member) {
		if names = append(names, path); pattern != "" && pattern != path && !trace.Match([]string{pattern}, path) {
			return
		}
		told = true
		fmt.Fprintf(to, "%s\n  type: %v\n", path, m.Type)
		if m.Doc != "" {
			fmt.Fprintf(to, "  help: %s\n", strings.Join(slices.DeleteFunc(strings.Split(m.Doc, "\n"), func(s string) bool { return s == "" }), " "))
		}
		if m.Type.Unit != "" {
			fmt.Fprintf(to, "  unit: %s\n", m.Type.Unit)
		}
		switch {
		case m.Default != nil:
			line, _ := param.FormatLine(m.Default, param.JSON) // no name is missing
			fmt.Fprintf(to, "  default: %s\n", line)
		case m.Optional:
			fmt.Fprintln(to, "  optional")
		}
	})
	if !told {
		return fmt.Errorf("there is no parameter %s: %s", pattern, spelling.Suggest(pattern, names))
	}
	return nil
}

// members calls tell for all members of a type, nested ones included; elements are at [].
func members(t *param.Type, path string, tell func(path string, m *param.Member)) {
	for ; t.Kind == param.List; t = t.Elem {
		path += "[]"
	}
	for i := range t.Members {
		m := &t.Members[i]
		p := strings.TrimPrefix(path+"."+m.Name, ".")
		tell(p, m)
		members(m.Type, p, tell)
	}
}
