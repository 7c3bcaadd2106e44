package param_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/lang/param/paramtest"
)

var notations = []param.Notation{param.ASN1, param.JSON, param.YAML}

// TestRoundTrip: what is written is read again as it was, and written again it is the same text.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := paramtest.Record(t, 3)
		v := paramtest.Value(t, k)
		n := rapid.SampledFrom(notations).Draw(t, "notation")
		text, err := param.Format(&v, n)
		if err != nil {
			t.Fatal(err)
		}
		again, faults := param.Read(k, n, "x", text)
		if len(faults) > 0 {
			t.Fatalf("%v\n%s", faults, text)
		}
		if !again.Equal(&v) {
			t.Fatalf("%v: read %+v, was %+v\n%s", n, again, v, text)
		}
		if twice, err := param.Format(&again, n); err != nil || string(twice) != string(text) {
			t.Fatalf("%v\n%s\n%s", err, text, twice)
		}
		line, err := param.FormatLine(&v, n)
		if err != nil {
			t.Fatal(err)
		}
		if same, faults := param.Read(k, n, "x", []byte(line)); len(faults) > 0 || !same.Equal(&again) {
			t.Fatalf("%v\n%s", faults, line)
		}
	})
}

// TestSeededFaults: of a thousand texts with one fault each, all are found, at the right place and as what they are, and
// no fault is found where there is none.
func TestSeededFaults(t *testing.T) {
	tally := paramtest.Tally{}
	gen := paramtest.Trials(nil, notations...)
	loose, bounds := 0, 0
	for seed := range 1000 {
		d := gen.Example(seed)
		if _, faults := param.Read(d.Type, d.Notation, "x", d.Clean); len(faults) > 0 {
			t.Errorf("seed %d: a false alarm: %v\n%s", seed, faults, d.Clean)
		}
		_, faults := param.Read(d.Type, d.Notation, "x", d.Bad.Text)
		if len(faults) != 1 || faults[0].Code != d.Bad.Code || faults[0].File != "x" || faults[0].Line != d.Bad.Line || faults[0].Column != d.Bad.Column {
			t.Errorf("seed %d, %v: %s, wanted %s at %d:%d, found\n%v\n%s", seed, d.Notation, d.Bad.What, d.Bad.Code, d.Bad.Line, d.Bad.Column, faults, d.Bad.Text)
		}
		tally.Add(&d)
		endless := strings.Contains(string(d.Bad.Text), "9223372036854775808") || strings.Contains(string(d.Bad.Text), "1E999")
		if (d.Bad.Code == param.Ranges || d.Bad.Code == param.Sizes) && !endless {
			bounds++
			if _, faults := param.Read(paramtest.Loosen(d.Type), d.Notation, "x", d.Bad.Text); len(faults) == 0 {
				loose++
			}
		}
	}
	if few := tally.Short(5, notations...); len(few) > 0 {
		t.Errorf("too seldom tried: %v", few)
	}
	// The test can fail: where types have no bounds, all that is wrong with bounds is missed.
	if bounds < 150 || loose != bounds {
		t.Errorf("of %d values outside of bounds %d were missed without bounds", bounds, loose)
	}
}

// point is a type with a default, an optional member and bounds.
func point() *param.Type {
	number := &param.Type{Kind: param.Real, Unit: "m", Reals: &param.RealRange{Min: -1, Max: 1}}
	return &param.Type{Kind: param.Record, Members: []param.Member{
		{Name: "x", Type: number},
		{Name: "y", Type: number, Default: &param.Value{Kind: param.Real, Real: 0.5}},
		{Name: "label", Type: &param.Type{Kind: param.String, Size: &param.Size{Min: 1, Max: 3}}, Optional: true},
		{Name: "tags", Type: &param.Type{Kind: param.List, Elem: &param.Type{Kind: param.Integer}}, Default: &param.Value{Kind: param.List}},
	}}
}

// TestDefaults: what is left out is as the type says, or not there.
func TestDefaults(t *testing.T) {
	v, faults := param.Read(point(), param.YAML, "p.yaml", []byte("x: -1e-1 # here\n"))
	if len(faults) > 0 || v.Member("y").Real != 0.5 || v.Member("label") != nil || len(v.Member("tags").Parts) != 0 || v.Member("x").Real != -0.1 {
		t.Fatal(v, faults)
	}
	var leaves []string
	v.Leaves(point(), func(l param.Leaf) { leaves = append(leaves, l.Path) })
	if fmt.Sprint(leaves) != "[x y tags]" {
		t.Error(leaves)
	}
}

// TestFaults: texts that are wrong, and all that is said about them.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		n          param.Notation
		text, want string
	}{
		{param.YAML, "x: 2\nlabel: abcd\nz: 1\ny: low\n", `[p:1:4: x: x is 2 m; give a number from -1 to 1 m (value-range)` +
			` p:2:8: label: label has 4 characters; give 1 to 3 characters (value-size)` +
			` p:3:1: z: there is no "z" here; take one of x, y, label, tags (value-name)` +
			` p:4:4: y: y is low; give a number from -1 to 1 m (value-type)]`},
		{param.YAML, "x: &a 1\ny: *a", "[p:1:4: anchors, aliases and tags are not read here; write the value out (value-syntax) p:2:4: anchors, aliases and tags are not read here; write the value out (value-syntax)]"},
		{param.YAML, "", `[p:1:1: there is no value in the text; write "name: value", a line each (value-syntax)]`},
		{param.YAML, "x: 1\nx: 0\n", "[p:2:1: x is given twice; leave one out (value-name)]"},
		{param.YAML, "x: .nan\n", "[p:1:4: x: x is .nan m; give a finite number (value-range)]"},
		{param.YAML, "x: 1\nlabel: 12\n", "[p:2:8: label: label is 12; give a text of 1 to 3 characters (value-type)]"},
		{param.YAML, "x: 1\n  y: 2\n", "[p:1:4: this is no YAML: mapping value is not allowed in this context (value-syntax)]"},
		{param.JSON, `{"y": "1", "label": "a\u0001"}`, `[p:1:1: x: x is missing; give a number from -1 to 1 m (value-missing)` +
			` p:1:7: y: y is "1"; give a number from -1 to 1 m (value-type)` +
			` p:1:21: label: label has the character '\x01'; it is none of UTF8String (value-text)]`},
		{param.JSON, "{\"x\": 1,\n \"y\" 2}", "[p:2:6: this is no JSON: invalid character '2' after object key (value-syntax)]"},
		{param.JSON, `{"x": 1`, "[p:1:8: this is no JSON: the text ends too early (value-syntax)]"},
		{param.JSON, `{"x": 1} 2`, "[p:1:10: this is no JSON: something follows the value (value-syntax)]"},
		{param.JSON, `[1]`, "[p:1:1: a list of 1 element; give a record of x, y, label, tags (value-type)]"},
		{param.JSON, `{"x": 1, "tags": [1.0, 1.5, true, 1e30]}`, "[p:1:24: tags[1]: tags[1] is 1.5; give a whole number (value-type)" +
			" p:1:29: tags[2]: tags[2] is true; give a whole number (value-type) p:1:35: tags[3]: tags[3] is 1e30; give a whole number (value-type)]"},
		{param.ASN1, "{ x PLUS-INFINITY, y 0 -- fine --, tags { 1 2 } }", "[p:1:45: a comma or } is missing before 2 (value-syntax)]"},
		{param.ASN1, "{ x PLUS-INFINITY, y TRUE }", "[p:1:5: x: x is PLUS-INFINITY m; give a finite number (value-range) p:1:22: y: y is TRUE; give a number from -1 to 1 m (value-type)]"},
		{param.ASN1, "{ x { mantissa 1, base 10, exponent 0 } }", "[p:1:5: x: a number written as mantissa, base and exponent is not supported; write it as 1.5E-3 (value-type)]"},
		{param.ASN1, "{ x '01'B }", "[p:1:5: strings of bits or octets are not supported; give a number, or a text in quotation marks (value-syntax)]"},
		{param.ASN1, "home Point ::= { x 1 } y", "[p:1:24: y follows the value; give one value (value-syntax)]"},
	} {
		_, faults := param.Read(point(), c.n, "p", []byte(c.text))
		if got := fmt.Sprint([]diag.Fault(faults)); got != c.want {
			t.Errorf("%v %q:\ngot  %s\nwant %s", c.n, c.text, got, c.want)
		}
	}
}

// FuzzParse: whatever a text is, its reading ends, finds places within it, and takes the JSON that is JSON.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"{ x 1, y { -2.5E-3, a : TRUE }, z \"q\"\"\" }", "a A ::= 1 -- b -- /* c */", `{"x": [1, "é", {"y": null}]}`, "x: 1\ny:\n  - a\n  - {b: c}\n",
		"{{{{", "- - - -", "'01'B", "\"", "a: |\n  b\n", "\xff", "{\"a\":1}}", "? a\n: b", "<<: a", "{ a }", "-", "1 2", "x: &a [*a]", "*0000\r\r}"} {
		for n := range notations {
			f.Add(n, []byte(s))
		}
	}
	fuzz.Run(f, func(t *testing.T, notation int, text []byte) {
		n := notations[((notation%3)+3)%3]
		node, faults := param.Parse(n, "x", text)
		if (node == nil) && len(faults) == 0 {
			t.Fatalf("%v %q: neither a value nor a fault", n, text)
		}
		lines := strings.Count(string(text), "\n") + strings.Count(string(text), "\r") + 1 // YAML ends lines with either
		for _, fault := range faults {
			if strings.HasPrefix(fault.What, "and ") { // the last one of many
				continue
			}
			if fault.Line < 1 || fault.Line > lines+1 || fault.Column < 1 || fault.Code == "" {
				t.Errorf("%v %q: %v", n, text, fault)
			}
		}
		if n == param.JSON && utf8.Valid(text) && json.Valid(text) != (node != nil) && strings.Count(string(text), "[")+strings.Count(string(text), "{") < 60 {
			t.Errorf("%q: %v", text, faults)
		}
	})
}
