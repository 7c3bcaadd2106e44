package plan

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/lang/asn1"
	"github.com/sinew-robotics/sinew/lang/gogen"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/lang/schema"
)

// Source is a package of types that texts in ASN.1, or a JSON Schema, describe. Data types of the model name the texts
// in Source_Text.
type Source struct {
	Names []string      // names of the texts, as in the model
	Dir   string        // its folder, and package
	Types []*param.Type // those that the model uses, in the order in which they are first met
	files []string
	all   []*param.Type // all types
	names *gogen.Names  // of Types
}

// property of data types.
const (
	sourceText     = "Programming_Properties::Source_Text"
	sourceLanguage = "Programming_Properties::Source_Language"
	sourceType     = "Programming_Properties::Type_Source_Name"
)

// described finds the type that a data classifier has in another language; ok is false if it has none, and the type is
// nil after a fault.
func (p *Program) described(c *aadl.Classifier) (t *param.Type, in *Source, ok bool) {
	v, stated := p.property(c, sourceText)
	languages, some := p.property(c, sourceLanguage)
	var names []string
	for _, e := range v.Elements {
		names = append(names, e.Text)
	}
	isSchema := func(name string) bool { n, ok := param.NotationOf(name); return ok && n != param.ASN1 }
	language := ""
	switch {
	case some && len(languages.Elements) == 1:
		language = syntax.Fold(languages.Elements[0].Text)
	case some:
	case slices.ContainsFunc(names, func(n string) bool { x, ok := param.NotationOf(n); return ok && x == param.ASN1 }):
		language = "asn1"
	case slices.ContainsFunc(names, isSchema):
		language = "json_schema"
	}
	if language != "asn1" && language != "json_schema" {
		return nil, nil, false // source in a programming language, or none
	}
	cannot := func(what, do string) (*param.Type, *Source, bool) {
		p.cannot(c, what, do)
		return nil, nil, true
	}
	if !stated || len(names) == 0 {
		return cannot("nothing says which text describes "+c.Name, "give its Source_Text")
	}
	if in = p.source(c, v.File.Name, names, language); in == nil {
		return nil, nil, true
	}
	if language == "json_schema" {
		return in.all[0], in, true
	}
	name := c.Name
	if w, ok := p.property(c, sourceType); ok {
		name = w.Text
	}
	var known []string
	for _, k := range in.all {
		if alike(k.Name, name) {
			return k, in, true
		}
		known = append(known, k.Name)
	}
	return cannot(fmt.Sprintf("there is no type %s in %s", name, strings.Join(in.Names, ", ")), "say its Type_Source_Name: "+spelling.Suggest(name, known))
}

// alike compares names in ASN.1 and AADL, such as Two-Words and Two_Words.
func alike(a, b string) bool {
	return syntax.Fold(strings.ReplaceAll(a, "-", "_")) == syntax.Fold(strings.ReplaceAll(b, "-", "_"))
}

// cannot notes that a data classifier has no usable type.
func (p *Program) cannot(c *aadl.Classifier, what, do string) {
	f := diag.Fault{Code: "gen-data", Path: c.Qualified(), Pos: Place(aadl.Declared{File: c.File, Node: c.Syntax}), What: what, Do: do}
	if !p.told[f] {
		p.told[f] = true
		p.faults = append(p.faults, f)
	}
}

// beside is the path of a file that a text names.
func beside(text, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(text), filepath.FromSlash(name))
}

// source reads texts, each list of them once; nil after a fault.
func (p *Program) source(c *aadl.Classifier, from string, names []string, language string) *Source {
	in := &Source{Names: names, names: gogen.NewNames()}
	for _, name := range names {
		in.files = append(in.files, beside(from, name))
	}
	for _, s := range p.Sources {
		if slices.Equal(s.files, in.files) {
			if len(s.all) == 0 {
				return nil // reported
			}
			return s
		}
	}
	p.Sources = append(p.Sources, in)
	in.Dir = p.folder(strings.NewReplacer(".", "", "-", "").Replace(strings.TrimSuffix(filepath.Base(names[0]), filepath.Ext(names[0]))))
	var texts []asn1.Source
	for _, file := range in.files {
		text, err := os.ReadFile(file)
		if err != nil {
			p.cannot(c, "its Source_Text cannot be read: "+err.Error(), "name files from the folder of this text")
			return nil
		}
		texts = append(texts, asn1.Source{Name: file, Text: text})
	}
	var faults diag.Faults
	switch {
	case language == "asn1":
		var set *asn1.Set
		if set, faults = asn1.Parse(texts...); faults.Err() == nil {
			for _, m := range set.Modules {
				in.all = append(in.all, m.Types...)
			}
		}
	case len(texts) > 1:
		p.cannot(c, "a JSON Schema is one text", "name one in Source_Text")
	default:
		s, wrong := schema.Load(texts[0].Name, texts[0].Text)
		if faults = wrong; faults.Err() == nil && s.Type != nil {
			in.all = []*param.Type{s.Type}
		} else if faults.Err() == nil {
			faults = s.Beyond
			for i := range faults {
				faults[i].Severity = diag.Error // a schema without a type gives no source
			}
		}
	}
	p.faults = append(p.faults, faults...)
	if faults.Err() != nil || len(in.all) == 0 {
		in.all = nil
		return nil
	}
	return in
}

// sourced returns the Go type for one that a text describes, named as in the model.
func (s *Source) sourced(p *Program, c *aadl.Classifier, t *param.Type) Type {
	if t.Name == "" { // a schema that does not state its name
		t.Name = c.Name
	}
	name := gogen.Exported(t.Name)
	for _, k := range s.Types {
		if k == t {
			return Type{From: s, Name: name}
		}
	}
	if t.Kind == param.List && !flat(t) {
		p.cannot(c, fmt.Sprintf("%s is a list of no fixed length, or of such: it cannot be sent by itself", t.Name), "make it a member of a SEQUENCE, or of an object, and name that")
	}
	if s.names.Exported(t.Name) != name {
		p.cannot(c, fmt.Sprintf("two types of %s would be called %s", strings.Join(s.Names, ", "), name), "give one of them another name")
	}
	s.Types = append(s.Types, t)
	return Type{From: s, Name: name}
}

// flat reports whether every list in a type has a fixed length.
func flat(t *param.Type) bool {
	if t.Kind == param.List {
		return t.Size != nil && t.Size.Min == t.Size.Max && t.Size.Min <= 64 && flat(t.Elem)
	}
	return !slices.ContainsFunc(t.Members, func(m param.Member) bool { return !flat(m.Type) })
}
