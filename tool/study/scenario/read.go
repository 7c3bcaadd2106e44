package scenario

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/internal/yamltree"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Load reads a scenario, or a parameter study from a file whose name ends in .ini. config names the section of the
// study; it may be empty if there is only one. The error lists every fault with its line and column. If the scenario
// is returned with an error, Plan lists the same faults and others.
func Load(file, config string) (*Scenario, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, diag.Faults{{Code: codeFile, Pos: diag.Pos{File: file}, What: "scenario: " + err.Error()}}
	}
	if strings.EqualFold(filepath.Ext(file), ".ini") {
		return ParseINI(file, text, config)
	}
	if config != "" {
		return nil, diag.Faults{fault(codeName, "%s is no .ini file: leave out the configuration %q", file, config)}
	}
	return Parse(file, text)
}

// reader reads a YAML scenario.
type reader struct {
	faults
	s *Scenario
}

// Parse reads a scenario from YAML. The file's name is used in faults and for relative paths.
func Parse(file string, text []byte) (*Scenario, error) {
	r := &reader{faults: faults{file: file}, s: &Scenario{File: file, Seeds: []uint64{1}, Record: RecordFailed}}
	tree, err := parser.ParseBytes(text, 0)
	if err != nil {
		r.syntax(err, string(text))
		return nil, r.err()
	}
	if len(tree.Docs) == 0 { // as of "..."
		r.document(nil)
	}
	for i, d := range tree.Docs {
		if i > 0 && d.Body != nil {
			r.add(codeSyntax, yamltree.Place(d.Body), "a second document: give one")
		} else if i == 0 {
			r.document(d.Body)
		}
	}
	r.s.bad = r.all
	return r.s, r.err()
}

// syntax reports invalid YAML.
func (r *reader) syntax(err error, text string) {
	f := run.YAMLFaults(r.file, err)[0]
	f.Code = codeSyntax
	if f.Line == 0 {
		f.Line, f.Column = 1, 1
	}
	if lines := strings.Split(text, "\n"); f.Line <= len(lines) && strings.Contains(lines[f.Line-1], "${") {
		f.What += "; within [ ] and { } write references in quotes, \"${name}\", or as $name"
	}
	r.put(f)
}

// start is the beginning of a text.
func start() diag.Pos { return diag.Pos{Line: 1, Column: 1} }

// key is a key of a mapping and how its value is read.
type key struct {
	name string
	read func(ast.Node)
}

// mapping reads the keys of a mapping; other keys are faults.
func (r *reader) mapping(n ast.Node, what string, keys ...key) {
	var names []string
	for _, k := range keys {
		names = append(names, k.name)
	}
	r.each(n, what, func(name Text, v ast.Node) {
		for _, k := range keys {
			if k.name == name.Text {
				k.read(v)
				return
			}
		}
		r.add(codeKey, name.at, "%s has no key %q: %s", what, name.Text, spelling.Suggest(name.Text, names))
	})
}

// each calls f for every entry of a mapping.
func (r *reader) each(n ast.Node, what string, f func(name Text, v ast.Node)) {
	switch n := n.(type) {
	case *ast.MappingNode:
		for _, v := range n.Values {
			if v.Key.IsMergeKey() {
				r.add(codeSyntax, yamltree.Place(v), "<< is not read here: write the keys out")
				continue
			}
			f(Text{v.Key.GetToken().Value, yamltree.Place(v.Key)}, v.Value)
		}
	case *ast.MappingValueNode:
		f(Text{n.Key.GetToken().Value, yamltree.Place(n.Key)}, n.Value)
	default:
		r.add(codeSyntax, yamltree.Place(n), "%s: write it as \"key: value\" lines", what)
	}
}

// list calls f for every item of a list; anything else is treated as a list of one item.
func (r *reader) list(n ast.Node, f func(ast.Node)) {
	if s, ok := n.(*ast.SequenceNode); ok {
		for _, v := range s.Values {
			f(v)
		}
		return
	}
	f(n)
}

func (r *reader) document(n ast.Node) {
	s := r.s
	if n == nil || n.Type() == ast.NullType {
		r.add(codeMissing, start(), "the scenario is empty: it needs at least \"program: NAME\" and \"for: 10s\"")
		return
	}
	word := func(to *Text) func(ast.Node) { return func(n ast.Node) { *to = r.text(n) } }
	words := func(to *[]Text) func(ast.Node) {
		return func(n ast.Node) { r.list(n, func(n ast.Node) { *to = append(*to, r.text(n)) }) }
	}
	exprs := func(to *[]Assertion) func(ast.Node) {
		return func(n ast.Node) { r.list(n, func(n ast.Node) { r.assertion(n, to) }) }
	}
	r.mapping(n, "a scenario",
		key{"program", word(&s.Program)},
		key{"name", func(n ast.Node) { s.Name = r.text(n).Text }},
		key{"for", word(&s.For)},
		key{"seeds", r.seeds},
		key{"params", func(n ast.Node) { s.Params = r.axes(n, "params") }},
		key{"vars", func(n ast.Node) { s.Vars = r.axes(n, "vars") }},
		key{"zip", r.zip},
		key{"where", exprs(&s.Where)},
		key{"mocks", r.mocks},
		key{"faults", func(n ast.Node) { r.list(n, r.faultLine) }},
		key{"set", func(n ast.Node) { r.list(n, r.setLine) }},
		key{"assert", exprs(&s.Asserts)},
		key{"plots", func(n ast.Node) { r.list(n, r.plotLine) }},
		key{"record", r.record},
		key{"trace", words(&s.Trace)},
		key{"without", words(&s.Without)})
	if s.Program.Text == "" {
		s.Program.at, s.noProgram = yamltree.Place(n), "the program is missing: add \"program: NAME\""
	}
	if s.For.Text == "" {
		r.add(codeMissing, yamltree.Place(n), "the length of a run is missing: add \"for: 10s\"")
	}
}

// text reads a scalar as it is written.
func (r *reader) text(n ast.Node) Text {
	at := yamltree.Place(n)
	switch n := n.(type) {
	case *ast.StringNode:
		if yamltree.Quoted(n) {
			at.Column++
		}
		if n.Value == "" {
			r.add(codeMissing, at, "there is nothing between the quotes")
		}
		return Text{n.Value, at}
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return Text{n.GetToken().Value, at}
	case *ast.LiteralNode:
		return Text{strings.TrimSpace(n.Value.Value), diag.Pos{Line: at.Line + 1, Column: 1}}
	case *ast.NullNode:
		r.add(codeMissing, at, "a value is missing")
	default:
		r.add(codeSyntax, at, "a word or a number is needed here")
	}
	return Text{at: at}
}

// value reads one value of a parameter.
func (r *reader) value(n ast.Node) Value {
	switch n := n.(type) {
	case *ast.SequenceNode, *ast.MappingNode, *ast.MappingValueNode:
		return Value{Text: string(r.json(n)), at: yamltree.Place(n)}
	case *ast.BoolNode:
		return Value{Text: n.String(), at: yamltree.Place(n)}
	case *ast.StringNode:
		if at := yamltree.Place(n); yamltree.Quoted(n) {
			return Value{n.Value, true, at.Right(1)}
		} else if !run.IsNumber(n.Value) {
			return Value{n.Value, true, at}
		}
		return Value{number(n.Value), false, yamltree.Place(n)}
	case *ast.IntegerNode:
		return Value{Text: fmt.Sprint(n.Value), at: yamltree.Place(n)}
	default:
		t := r.text(n)
		if !run.IsNumber(t.Text) {
			return Value{t.Text, true, t.at}
		}
		return Value{number(t.Text), false, t.at}
	}
}

// number writes a number as in JSON.
func number(s string) string {
	if json.Valid([]byte(s)) {
		return s
	}
	v, _ := strconv.ParseFloat(s, 64)
	return strconv.FormatFloat(v, 'g', -1, 64)
}

func (r *reader) assertion(n ast.Node, to *[]Assertion) {
	t := r.text(n)
	if t.Text == "" {
		return
	}
	e, err := ParseExpr(t.Text)
	if err != nil {
		x := err.(diag.Fault)
		r.add(codeExpression, t.at.Right(x.Column-1), "%q: %s", t.Text, x.What)
		return
	}
	*to = append(*to, Assertion{e, t.at})
}

func (r *reader) record(n ast.Node) {
	t := r.text(n)
	switch t.Text {
	case RecordFailed, RecordAll, RecordNone:
		r.s.Record = t.Text
	default:
		r.add(codeValue, t.at, "record is %q: give failed, all or none", t.Text)
	}
}

func (r *reader) mocks(n ast.Node) {
	r.each(n, "mocks", func(name Text, v ast.Node) {
		r.s.Mocks = append(r.s.Mocks, MockLine{name, r.text(v)})
	})
}
