package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/lib"
)

// listedAtom is the JSON form of an Atom of the library.
type listedAtom struct {
	Name       string          `json:"name"`
	Doc        string          `json:"doc"`
	External   bool            `json:"external"`
	Tracks     bool            `json:"tracks"`
	Parameters []string        `json:"parameters"`
	Elements   []listedElement `json:"elements"`
}

type listedElement struct {
	Role   string `json:"role"` // need, product or storage
	Name   string `json:"name"`
	Type   string `json:"type"`
	Frame  string `json:"frame,omitempty"`
	Axis   string `json:"axis,omitempty"`
	Update string `json:"update,omitempty"` // of a need
}

// library prints the Atoms of the library: all, or those with one of names in their name. A single one, or one that is
// named exactly, is shown with its interface.
func library(names []string, asJSON bool) error {
	if len(names) == 0 {
		names = []string{""}
	}
	var found []lib.Entry
	seen := map[string]bool{}
	for _, name := range names {
		name = strings.TrimPrefix(name, "lib.")
		part, exact := []lib.Entry{}, false
		base := strings.TrimRight(name, "0123456789")
		for _, e := range lib.All() {
			if strings.EqualFold(e.Name, base) { // such as Thrusters6
				if sized, ok := lib.Find(lib.All(), e.Name+name[len(base):]); ok {
					part, exact = []lib.Entry{sized}, true
				}
			}
			switch {
			case exact:
			case strings.EqualFold(e.Name, name):
				part, exact = []lib.Entry{e}, true
			case strings.Contains(strings.ToLower(e.Name), strings.ToLower(name)):
				part = append(part, e)
			}
		}
		if len(part) == 0 {
			return fmt.Errorf("no Atom of the library has %q in its name: `sinew check --library` lists them all", name)
		}
		for _, e := range part {
			if !seen[e.Name] {
				seen[e.Name] = true
				found = append(found, e)
			}
		}
	}
	all := make([]listedAtom, len(found))
	for n, e := range found {
		var err error
		if all[n], err = listed(e); err != nil {
			return err
		}
	}
	if asJSON {
		e := json.NewEncoder(os.Stdout)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(all)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	for _, a := range all {
		if len(all) > len(names) {
			fmt.Fprintf(w, "%s\t%s\n", a.Name, a.Doc)
		} else {
			a.print(w)
		}
	}
	return w.Flush()
}

func listed(e lib.Entry) (listedAtom, error) {
	body := e.Shape()
	d, err := atom.Describe(body)
	if err != nil {
		return listedAtom{}, err
	}
	a := listedAtom{Name: e.Name, Doc: e.Doc, External: d.Physics == "", Parameters: []string{}, Elements: []listedElement{}}
	_, a.Tracks = body.(atom.Tracker)
	open := e.Lengths()
	for _, p := range d.Parameters {
		a.Parameters = append(a.Parameters, p.Name)
	}
	for n := 0; n < len(d.Elements); {
		x := &d.Elements[n]
		base, size := atom.Array(d.Elements[n:])
		l := listedElement{Role: x.Role.String(), Name: base, Type: x.Type.String(), Frame: x.Frame, Axis: x.Axis}
		if slices.Contains(open, strings.TrimPrefix(x.Length, "$")) {
			l.Type += "[" + strings.TrimPrefix(x.Length, "$") + "]"
		} else if size > 0 {
			l.Type = fmt.Sprintf("%s[%d]", l.Type, size)
		}
		if x.Role == atom.NeedRole {
			l.Update = x.Update.Update.String()
			if x.Update.Update == atom.Unstated {
				l.Update = atom.Coupled.String()
			}
		}
		a.Elements = append(a.Elements, l)
		n += max(size, 1)
	}
	return a, nil
}

// print prints the interface as in the text of a model.
func (a *listedAtom) print(w *tabwriter.Writer) {
	fmt.Fprintf(w, "%s: %s\n", a.Name, a.Doc)
	if len(a.Parameters) > 0 {
		fmt.Fprintf(w, "  parameters: %s\n", strings.Join(a.Parameters, ", "))
	}
	if a.Tracks {
		fmt.Fprintln(w, "  tracks the law in command of an Alternative")
	}
	for _, e := range a.Elements {
		update := ""
		if e.Update != "" && e.Update != atom.Coupled.String() {
			update = e.Update + " "
		}
		var where []string
		for _, s := range []string{e.Frame, e.Axis} {
			if s != "" && s != string(unit.NoFrame) {
				where = append(where, s)
			}
		}
		fmt.Fprintf(w, "  %s\t%s\t%s%s", e.Role, e.Name, update, e.Type)
		if where != nil {
			fmt.Fprintf(w, "\t%s", strings.Join(where, " "))
		}
		fmt.Fprintln(w)
	}
}
