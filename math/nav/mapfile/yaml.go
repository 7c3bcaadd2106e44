package mapfile

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/internal/yamltree"
	"github.com/sinew-robotics/sinew/math/nav"
)

// The thresholds that map_saver writes, which are the defaults.
const (
	defaultOccupied = 0.65
	defaultFree     = 0.196
)

// describer reads the YAML of a map.
type describer struct {
	file   string
	a      *about
	faults diag.Faults
}

func (d *describer) fault(code string, at diag.Pos, do, format string, args ...any) {
	at.File = d.file
	d.faults = append(d.faults, diag.Fault{Code: code, Pos: at, What: fmt.Sprintf(format, args...), Do: do})
}

// describe reads a map's YAML, with all its faults.
func describe(file string, text []byte) (*about, diag.Faults) {
	d := &describer{file: file, a: &about{mode: Trinary, occupied: defaultOccupied, free: defaultFree}}
	start := diag.Pos{Line: 1, Column: 1}
	d.a.imageAt, d.a.originAt, d.a.occupiedAt = start, start, start
	const shape = "write lines of \"key: value\", as image: map.pgm"
	if len(text) > maxText {
		d.fault(codeFile, start, "", "the text has %d bytes, more than %d", len(text), maxText)
		return d.a, d.faults
	}
	tokens := lexer.Tokenize(string(text))
	var nesting yamltree.Nesting
	for _, t := range tokens {
		if nesting.Deep(t) {
			d.fault(codeSyntax, diag.Pos{Line: t.Position.Line, Column: t.Position.Column}, shape, "this is nested too deeply")
			return d.a, d.faults
		}
	}
	tree, err := parser.Parse(tokens, 0)
	if err != nil {
		at, what := yamltree.Wrong(err)
		if at.Line == 0 {
			at = start
		}
		what, _, _ = strings.Cut(what, "\n")
		d.fault(codeSyntax, at, shape, "this is no YAML: %s", what)
		return d.a, d.faults
	}
	var root ast.Node
	for _, doc := range tree.Docs {
		switch {
		case doc.Body == nil:
		case root != nil:
			d.fault(codeSyntax, yamltree.Place(doc.Body), "give one", "a second document")
		default:
			root = doc.Body
		}
	}
	d.document(root, shape)
	return d.a, d.faults
}

// document reads the keys.
func (d *describer) document(root ast.Node, shape string) {
	var entries []*ast.MappingValueNode
	switch n := root.(type) {
	case nil:
	case *ast.MappingNode:
		entries = n.Values
	case *ast.MappingValueNode:
		entries = []*ast.MappingValueNode{n}
	default:
		d.fault(codeSyntax, yamltree.Place(n), shape, "a map's description has keys and values")
		return
	}
	known := []string{"image", "resolution", "origin", "negate", "occupied_thresh", "free_thresh", "mode"}
	read := []func(ast.Node){d.image, d.resolution, d.origin, d.negate, d.occupied, d.free, d.mode}
	seen := make([]bool, len(known))
next:
	for _, e := range entries {
		name := e.Key.GetToken().Value
		for i, k := range known {
			if k != name {
				continue
			}
			if seen[i] {
				d.fault(codeKey, yamltree.Place(e.Key), "leave one out", "%s is given twice", k)
			} else {
				seen[i] = true
				read[i](e.Value)
			}
			continue next
		}
		d.fault(codeKey, yamltree.Place(e.Key), "", "a map has no key %q: %s", name, spelling.Suggest(name, known))
	}
	for i, k := range known[:3] { // the others have defaults
		if !seen[i] {
			d.fault(codeKey, diag.Pos{Line: 1, Column: 1}, [...]string{"image: map.pgm", "resolution: 0.05", "origin: [0.0, 0.0, 0.0]"}[i], "the map has no %s", k)
		}
	}
	if d.a.free > d.a.occupied {
		d.fault(codeValue, d.a.occupiedAt, "let free_thresh be the lower", "free_thresh %g is above occupied_thresh %g", d.a.free, d.a.occupied)
	}
}

// scalar returns the text of a value that is neither a list nor a mapping.
func (d *describer) scalar(n ast.Node) (string, bool) {
	if s, ok := n.(ast.ScalarNode); ok && s.GetToken() != nil {
		if _, ok := n.(*ast.LiteralNode); !ok {
			return s.GetToken().Value, true
		}
	}
	return "", false
}

// number reads a value from least to most.
func (d *describer) number(n ast.Node, name string, least, most float64) (float64, bool) {
	if text, ok := d.scalar(n); ok && !yamltree.Quoted(n) {
		v, err := strconv.ParseFloat(text, 64)
		if err == nil && v >= least && v <= most && !math.IsNaN(v) {
			return v, true
		}
	}
	d.fault(codeValue, yamltree.Place(n), fmt.Sprintf("give a number from %g to %g", least, most), "%s is %s", name, short(n))
	return 0, false
}

// short returns a value as it is written, if that is short.
func short(n ast.Node) string {
	if n == nil {
		return "empty"
	}
	s, ok := n.(ast.ScalarNode)
	if !ok {
		return "no plain value"
	}
	return strconv.Quote(fmt.Sprintf("%.40s", s.GetToken().Value))
}

func (d *describer) image(n ast.Node) {
	text, ok := d.scalar(n)
	if !ok || text == "" || strings.ContainsRune(text, 0) || n.Type() == ast.NullType {
		d.fault(codeValue, yamltree.Place(n), "image: map.pgm", "image is no file's name")
		return
	}
	d.a.image, d.a.imageAt = text, yamltree.Place(n)
	d.a.imageAt.File = d.file
}

func (d *describer) resolution(n ast.Node) {
	if v, ok := d.number(n, "resolution", 1e-4, 10); ok {
		d.a.resolution = v
	}
}

func (d *describer) origin(n ast.Node) {
	d.a.originAt = yamltree.Place(n)
	d.a.originAt.File = d.file
	list, ok := n.(*ast.SequenceNode)
	if !ok || len(list.Values) != 3 {
		d.fault(codeValue, yamltree.Place(n), "origin: [0.0, 0.0, 0.0]", "origin is not a list of x, y and yaw")
		return
	}
	const far = 1e6 // m, beyond every floor, but still with the resolution of a cell
	d.a.origin.X, _ = d.number(list.Values[0], "the origin's x", -far, far)
	d.a.origin.Y, _ = d.number(list.Values[1], "the origin's y", -far, far)
	if yaw, ok := d.number(list.Values[2], "the origin's yaw", -10, 10); ok && math.Abs(nav.Angle(yaw)) > 1e-9 {
		d.fault(codeValue, yamltree.Place(list.Values[2]), "turn the picture instead, and give 0", "the origin's yaw is %g: turned maps are not supported", yaw)
	}
}

func (d *describer) negate(n ast.Node) {
	switch text, _ := d.scalar(n); text {
	case "0", "false":
	case "1", "true":
		d.a.negate = true
	default:
		d.fault(codeValue, yamltree.Place(n), "give 0 or 1", "negate is %s", short(n))
	}
}

func (d *describer) occupied(n ast.Node) {
	if v, ok := d.number(n, "occupied_thresh", 0, 1); ok {
		d.a.occupied, d.a.occupiedAt = v, yamltree.Place(n)
	}
}

func (d *describer) free(n ast.Node) {
	if v, ok := d.number(n, "free_thresh", 0, 1); ok {
		d.a.free = v
	}
}

func (d *describer) mode(n ast.Node) {
	text, _ := d.scalar(n)
	switch m := Mode(text); m {
	case Trinary, Scale, Raw:
		d.a.mode = m
	default:
		d.fault(codeValue, yamltree.Place(n), "give trinary, scale or raw", "mode is %s", short(n))
	}
}
