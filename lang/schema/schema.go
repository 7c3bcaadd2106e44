// Package schema reads JSON Schema (draft 2020-12) for parameters. A library validates values against it. A schema that
// says no more than a param.Type can is also made one, so that its values are read in any notation, get their defaults
// and become Go. Faults have their places in the text of the value.
package schema

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/param"
)

// Codes of faults in schemas, and in values of schemas that are not types.
const (
	Invalid = "schema-invalid"
	Outside = "schema-reference"
	Beyond  = "schema-beyond"
	Value   = "schema-value"
)

// Rules describes the codes of faults in schemas.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: Invalid, Text: "a schema that is none by the rules of JSON Schema"},
		{Code: Outside, Text: "a reference to a schema that is not in the same file"},
		{Code: Beyond, Text: "a part of a schema that no type can say: values are validated, and have no type"},
		{Code: Value, Text: "a value that is not as the schema wants it"},
	}
}

// Schema is a schema that values are checked against.
type Schema struct {
	Type   *param.Type // the equivalent type; nil if no type can express all of the schema
	Beyond diag.Faults // warnings: what no type can express
	lib    *jsonschema.Schema
}

// here and where are the folder and the name of a schema for the library. Nothing is loaded from there.
const (
	here  = "sinew://file/"
	where = here + "schema.json"
)

// nothing is a loader that loads nothing: a schema is one file.
type nothing struct{}

func (nothing) Load(url string) (any, error) {
	return nil, fmt.Errorf("%s is in another file", strings.TrimPrefix(url, here))
}

// Load reads a schema, in JSON or, if the file has such a name, in YAML.
func Load(file string, text []byte) (*Schema, diag.Faults) {
	notation := param.JSON
	if n, ok := param.NotationOf(file); ok && n == param.YAML {
		notation = n
	}
	n, faults := param.Parse(notation, file, text)
	if faults.Err() != nil {
		return nil, faults
	}
	doc, faults := plain(n, nil)
	if len(faults) > 0 {
		return nil, faults
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(nothing{})
	if err := c.AddResource(where, doc); err != nil {
		return nil, diag.Faults{{Code: Invalid, Pos: n.Pos, What: spelling.Clip(err.Error())}}
	}
	lib, err := c.Compile(where)
	if err != nil {
		return nil, refused(n, err)
	}
	s := &Schema{lib: lib}
	r := &reader{root: n}
	if s.Type = r.typeOf(n, 0); len(r.beyond) > 0 {
		s.Type = nil
	}
	s.Beyond = r.beyond
	return s, r.faults
}

// refused are the faults of an invalid schema.
func refused(n *param.Node, err error) diag.Faults {
	var invalid *jsonschema.SchemaValidationError
	var wrong *jsonschema.ValidationError
	if errors.As(err, &invalid) && errors.As(invalid.Err, &wrong) {
		return placed(n, wrong, Invalid, nil)
	}
	f := diag.Fault{Code: Invalid, Pos: n.Pos, What: spelling.Clip(strings.ReplaceAll(err.Error(), here, ""))}
	var load *jsonschema.LoadURLError
	if errors.As(err, &load) {
		f.Code, f.What, f.Do = Outside, "the schema refers to "+spelling.Clip(strings.TrimPrefix(load.URL, here))+", which is not in this file", "put what is meant under $defs"
		if at := outside(n); at != nil {
			f.Pos = at.Pos
		}
	}
	return diag.Faults{f}
}

// outside finds the first reference that leads out of the file.
func outside(n *param.Node) *param.Node {
	for _, p := range n.Parts {
		if p.Name == "$ref" && p.Node.Shape == param.Quoted && !strings.HasPrefix(p.Node.Text, "#") {
			return p.Node
		}
		if at := outside(p.Node); at != nil {
			return at
		}
	}
	return nil
}

// Read reads a value. If the schema is not a type, the value has no parts: it has only been validated.
func (s *Schema) Read(notation param.Notation, file string, text []byte) (param.Value, diag.Faults) {
	n, faults := param.Parse(notation, file, text)
	if faults.Err() != nil {
		return param.Value{}, faults
	}
	if s.Type == nil {
		return param.Value{Pos: n.Pos}, s.Validate(n)
	}
	v, faults := param.Check(s.Type, n, nil)
	if len(faults) == 0 && notation != param.ASN1 {
		faults = s.Validate(n)
	}
	return v, faults
}

// Validate has the library check a value in JSON or YAML.
func (s *Schema) Validate(n *param.Node) diag.Faults {
	if n.Notation == param.ASN1 {
		return diag.Faults{{Code: Value, Pos: n.Pos, What: "a value of a schema that is no type cannot be written in ASN.1's notation", Do: "write JSON or YAML"}}
	}
	doc, faults := plain(n, nil)
	if len(faults) > 0 {
		return faults
	}
	var wrong *jsonschema.ValidationError
	if err := s.lib.Validate(doc); errors.As(err, &wrong) {
		faults = placed(n, wrong, Value, nil)
		faults.Sort()
	} else if err != nil {
		faults = diag.Faults{{Code: Value, Pos: n.Pos, What: spelling.Clip(err.Error())}}
	}
	return faults
}

// plain converts a node to what the library takes.
func plain(n *param.Node, faults diag.Faults) (any, diag.Faults) {
	switch n.Shape {
	case param.Object:
		m := map[string]any{}
		for _, p := range n.Parts {
			m[p.Name], faults = plain(p.Node, faults)
		}
		return m, faults
	case param.Array:
		all := make([]any, len(n.Parts))
		for i, p := range n.Parts {
			all[i], faults = plain(p.Node, faults)
		}
		return all, faults
	case param.Quoted:
		return n.Text, faults
	}
	switch n.Text {
	case "true", "false":
		return n.Text == "true", faults
	case "null", "~", "":
		return nil, faults
	}
	if i, err := strconv.ParseInt(n.Text, 10, 64); err == nil {
		return i, faults
	}
	if x, err := strconv.ParseFloat(n.Text, 64); strings.Trim(n.Text, "0123456789.eE+-") == "" && (err == nil || math.IsInf(x, 0)) {
		if math.IsInf(x, 0) {
			faults = append(faults, diag.Fault{Code: param.Ranges, Pos: n.Pos, What: spelling.Clip(n.Text) + " is too large", Do: "give a number of 64 bits"})
		}
		return x, faults
	}
	return n.Text, faults
}

// english words the library's faults.
func english(k jsonschema.ErrorKind) string {
	return spelling.Clip(k.LocalizedString(message.NewPrinter(language.English)))
}

// placed gives each fault that the library has found its place. The faults of several alternatives are reported as one:
// that none fits.
func placed(root *param.Node, e *jsonschema.ValidationError, code string, all diag.Faults) diag.Faults {
	whole := false
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf, *kind.Not, *kind.Contains:
		whole = true
	}
	if len(e.Causes) > 0 && !whole {
		for _, c := range e.Causes {
			all = placed(root, c, code, all)
		}
		return all
	}
	n, path := at(root, e.InstanceLocation)
	f := diag.Fault{Code: code, Pos: n.Pos, Path: path, What: english(e.ErrorKind)}
	switch k := e.ErrorKind.(type) {
	case *kind.AdditionalProperties:
		for _, p := range n.Parts {
			if slices.Contains(k.Properties, p.Name) {
				f.Pos, f.What = p.At, fmt.Sprintf("there is no %q here", p.Name)
				all = append(all, f)
			}
		}
		return all
	case *kind.AnyOf:
		f.What = "this fits none of the schemas that anyOf lists"
	case *kind.OneOf:
		f.What = "this fits none of the schemas that oneOf lists"
		if len(k.Subschemas) > 0 {
			f.What = "this fits several of the schemas that oneOf lists"
		}
	}
	if !slices.Contains(all, f) {
		all = append(all, f)
	}
	return all
}

// at finds a node by the path of names and numbers that leads to it.
func at(n *param.Node, way []string) (*param.Node, string) {
	path := ""
	for _, step := range way {
		next := n.Part(step)
		if i, err := strconv.Atoi(step); n.Shape == param.Array && err == nil && i < len(n.Parts) {
			next, step = n.Parts[i].Node, "["+step+"]"
		} else if path != "" {
			step = "." + step
		}
		if next == nil {
			break
		}
		n, path = next, path+step
	}
	return n, spelling.Clip(path)
}
