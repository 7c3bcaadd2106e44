package run

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/param"
)

// Values are the parameters of a program whose parts have parameters of different types. A file contains either a record
// with each part's by its name, or those of one part. A part has its defaults until it is given others.
type Values struct{ parts []Group }

// Group has the parameters of one part of a program.
type Group struct {
	Name  string
	Type  *param.Type // a record
	Start string      // its initial values in YAML; "" for the type's defaults
	value param.Value
	lacks diag.Faults // why it has no values; paths begin within the part
}

// NewValues gives parts their initial values. A part may lack values: Validate reports them.
func NewValues(parts ...Group) Values {
	for i := range parts {
		p := &parts[i]
		text := p.Start
		if strings.TrimSpace(text) == "" {
			text = "{}"
		}
		p.value, p.lacks = param.Read(p.Type, param.YAML, "", []byte(text))
	}
	return Values{parts}
}

// Of returns the values of a part. It panics if there is no such part.
func (v *Values) Of(name string) param.Value {
	i := v.find(name)
	if i < 0 {
		panic("run: there are no values of " + name)
	}
	return v.parts[i].value.Copy()
}

func (v *Values) find(name string) int {
	return slices.IndexFunc(v.parts, func(p Group) bool { return p.Name == name })
}

// Validate reports all values that are not given and have no default.
func (v *Values) Validate() error {
	var faults diag.Faults
	for i := range v.parts {
		p := &v.parts[i]
		for _, f := range p.lacks {
			faults = append(faults, diag.Fault{Code: f.Code, Path: p.below(f.Path), What: f.What, Do: f.Do + fmt.Sprintf(", in a file: --params %s=FILE", p.Name)})
		}
	}
	return faults.Err()
}

// below is the path of something within a part.
func (p *Group) below(path string) string { return strings.TrimSuffix(p.Name+"."+path, ".") }

// ReadValues reads the values in a text, for the named part, or for all parts if part is empty. The file's name determines
// the notation, otherwise it is YAML. All faults are found at once, with positions; if there are any, no value is changed.
func (v *Values) ReadValues(part, file string, text []byte) diag.Faults {
	notation, ok := param.NotationOf(file)
	if !ok {
		notation = param.YAML
	}
	n, faults := param.Parse(notation, file, text)
	if faults.Err() != nil {
		return faults
	}
	parts := slices.Clone(v.parts)
	if part != "" {
		i := v.find(part)
		if i < 0 {
			return diag.Faults{{Code: ParamName, Pos: diag.Pos{File: file}, What: fmt.Sprintf("there is no part %q that has parameters", part), Do: spelling.Suggest(part, v.names())}}
		}
		faults = parts[i].take(n)
	} else {
		faults = v.takeAll(parts, n)
	}
	if faults.Err() == nil {
		v.parts = parts
	}
	return faults
}

func (v *Values) names() (all []string) {
	for _, p := range v.parts {
		all = append(all, p.Name)
	}
	return all
}

// takeAll reads a record of parts.
func (v *Values) takeAll(parts []Group, n *param.Node) (faults diag.Faults) {
	if n.Shape != param.Object && !(n.Shape == param.Braces && len(n.Parts) == 0) {
		return diag.Faults{{Code: ParamSyntax, Pos: n.Pos, What: "these are no parameters of parts", Do: "give a record of " + strings.Join(v.names(), ", ") + "; or name a part: --params NAME=FILE"}}
	}
	for _, x := range n.Parts {
		i := v.find(x.Name)
		if i < 0 {
			faults = append(faults, diag.Fault{Code: ParamName, Pos: x.At, What: fmt.Sprintf("there is no part %q that has parameters", x.Name), Do: spelling.Suggest(x.Name, v.names())})
			continue
		}
		faults = append(faults, parts[i].take(x.Node)...)
	}
	return faults
}

// take checks and sets the values of a part.
func (p *Group) take(n *param.Node) diag.Faults {
	value, faults := param.Check(p.Type, n, nil)
	for i := range faults {
		faults[i].Path = p.below(faults[i].Path)
	}
	p.value, p.lacks = value, faults
	return faults
}

// MarshalYAML writes the values of all parts in the form that ReadValues reads.
func (v Values) MarshalYAML() ([]byte, error) {
	var b bytes.Buffer
	for i := range v.parts {
		p := &v.parts[i]
		if len(p.lacks) > 0 {
			continue
		}
		line, _ := param.FormatLine(&p.value, param.JSON) // has all names, and is YAML
		fmt.Fprintf(&b, "%q: %s\n", p.Name, line)
	}
	if b.Len() == 0 {
		b.WriteString("{}\n")
	}
	return b.Bytes(), nil
}

// LoadAllParams is LoadParams for several files, one after another. For a program with Values a file may be NAME=FILE, for
// the part NAME, and the faults in all files are found at once.
func LoadAllParams(files []string, into any) error {
	v, ok := into.(*Values)
	if !ok && len(files) > 0 {
		var errs []error
		for _, file := range files {
			errs = append(errs, LoadParams(file, into))
		}
		return errors.Join(errs...)
	}
	var faults diag.Faults
	for _, arg := range files {
		part, file, split := strings.Cut(arg, "=")
		if _, err := os.Stat(arg); !split || err == nil {
			part, file = "", arg
		}
		text, err := os.ReadFile(file)
		if err != nil {
			faults = append(faults, diag.Fault{Code: ParamFile, Pos: diag.Pos{File: file}, What: "parameters: " + err.Error()})
			continue
		}
		faults = append(faults, v.ReadValues(part, file, text)...)
	}
	if err := faults.Err(); err != nil {
		return err
	}
	return CheckParams(into, nil, diag.Pos{}).Err()
}
