package schema

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/lang/param/paramtest"
)

// written writes a type as a schema, its members in their order.
func written(k *param.Type, more ...string) string {
	all := append([]string{}, more...)
	add := func(keyword string, value any) {
		text, err := json.Marshal(value)
		if raw, ok := value.(json.RawMessage); ok {
			text, err = raw, nil
		}
		if err != nil {
			panic(err)
		}
		all = append(all, fmt.Sprintf("%q: %s", keyword, text))
	}
	if k.Unit != "" {
		add("unit", k.Unit)
	}
	switch k.Kind {
	case param.Record:
		record(k, add)
	case param.Choice:
		var all []string
		for _, m := range k.Members {
			all = append(all, written(&param.Type{Kind: param.Record, Members: []param.Member{m}}))
		}
		add("oneOf", json.RawMessage("["+strings.Join(all, ",\n")+"]"))
	case param.List:
		add("type", "array")
		add("items", json.RawMessage(written(k.Elem)))
		if k.Size != nil {
			add("minItems", k.Size.Min)
			add("maxItems", k.Size.Max)
		}
	case param.Enumeration:
		var names []string
		for _, i := range k.Items {
			names = append(names, i.Name)
		}
		add("enum", names)
	case param.Integer:
		add("type", "integer")
		if k.Ints != nil {
			add("minimum", k.Ints.Min)
			add("maximum", k.Ints.Max)
		}
	case param.Real:
		add("type", "number")
		if r := k.Reals; r != nil {
			add(map[bool]string{true: "exclusiveMinimum", false: "minimum"}[r.MinOpen], r.Min)
			add(map[bool]string{true: "exclusiveMaximum", false: "maximum"}[r.MaxOpen], r.Max)
		}
	case param.Boolean:
		add("type", "boolean")
	case param.String:
		add("type", "string")
		if k.Size != nil {
			add("minLength", k.Size.Min)
			add("maxLength", k.Size.Max)
		}
	}
	return "{" + strings.Join(all, ", ") + "}"
}

func record(k *param.Type, add func(keyword string, value any)) {
	var members, needed []string
	for _, m := range k.Members {
		members = append(members, fmt.Sprintf("%q: %s", m.Name, member(&m)))
		if !m.Optional && m.Default == nil {
			needed = append(needed, m.Name)
		}
	}
	add("type", "object")
	add("properties", json.RawMessage("{"+strings.Join(members, ",\n")+"}"))
	add("additionalProperties", false)
	if needed != nil {
		add("required", needed)
	}
}

func member(m *param.Member) string {
	var more []string
	if m.Doc != "" {
		more = append(more, fmt.Sprintf("%q: %q", "description", m.Doc))
	}
	if m.Default != nil {
		line, err := param.FormatLine(m.Default, param.JSON)
		if err != nil {
			panic(err)
		}
		more = append(more, fmt.Sprintf("%q: %s", "default", line))
	}
	return written(m.Type, more...)
}

// unlettered gives texts the alphabet that a schema can say.
func unlettered(k *param.Type) {
	k.Alphabet = param.UTF8
	if k.Elem != nil {
		unlettered(k.Elem)
	}
	for _, m := range k.Members {
		unlettered(m.Type)
	}
}

// TestTypes: a schema that is written from a type is that type.
func TestTypes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := paramtest.Record(t, 3)
		unlettered(k)
		s, faults := Load("x.json", []byte(written(k)))
		if len(faults) > 0 || s.Type == nil {
			t.Fatalf("%v\n%s", faults, written(k))
		}
		undocumented := cmp.FilterPath(func(p cmp.Path) bool { // a member's description is its schema's
			return strings.HasSuffix(p.GoString(), "Type.Doc") || p.String() == "Doc" || strings.HasSuffix(p.String(), "Elem.Doc")
		}, cmp.Ignore())
		if d := cmp.Diff(k, s.Type, cmpopts.IgnoreTypes(diag.Pos{}), cmpopts.EquateEmpty(), undocumented, cmpopts.IgnoreFields(param.Type{}, "Name", "Doc")); d != "" {
			t.Fatalf("%s\n%s", written(k), d)
		}
	})
}

// TestSameVerdict: the library and the type agree on a thousand values, and on as many that have one fault, and where it
// is.
func TestSameVerdict(t *testing.T) {
	gen := paramtest.Trials(unlettered, param.JSON, param.YAML).Filter(func(d paramtest.Trial) bool {
		return !strings.Contains(string(d.Bad.Text), "9223372036854775808") // whole numbers of schemas have no end
	})
	tally := paramtest.Tally{}
	same := 0
	for seed := range 1000 {
		d := gen.Example(seed)
		s, faults := Load("x.json", []byte(written(d.Type)))
		if len(faults) > 0 || s.Type == nil {
			t.Fatalf("seed %d: %v\n%s", seed, faults, written(d.Type))
		}
		if _, faults := s.Read(d.Notation, "x", d.Clean); len(faults) > 0 {
			t.Errorf("seed %d: a false alarm: %v\n%s\n%s", seed, faults, written(d.Type), d.Clean)
		}
		tally.Add(&d)
		n, faults := param.Parse(d.Notation, "x", d.Bad.Text)
		if len(faults) > 0 {
			t.Fatal(seed, faults)
		}
		if _, faults := s.Read(d.Notation, "x", d.Bad.Text); len(faults) != 1 || faults[0].Line != d.Bad.Line || faults[0].Column != d.Bad.Column || faults[0].File != "x" {
			t.Errorf("seed %d: %s at %d:%d: %v\n%s", seed, d.Bad.What, d.Bad.Line, d.Bad.Column, faults, d.Bad.Text)
		}
		faults = s.Validate(n)
		if len(faults) == 0 {
			t.Errorf("seed %d: the library takes what the type does not: %s\n%s\n%s", seed, d.Bad.What, written(d.Type), d.Bad.Text)
		}
		for _, f := range faults {
			if strings.Contains(f.What, "oneOf") { // told of the whole choice
				continue
			}
			if same++; f.Line != d.Bad.Line || f.Column != d.Bad.Column {
				t.Errorf("seed %d: %s at %d:%d: %v\n%s", seed, d.Bad.What, d.Bad.Line, d.Bad.Column, f, d.Bad.Text)
			}
		}
	}
	if same < 500 {
		t.Errorf("only %d faults were found alone", same)
	}
	if few := tally.Short(8, param.JSON, param.YAML); len(few) > 0 {
		t.Errorf("too seldom tried: %v", few)
	}
}

const arm = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "An arm",
  "type": "object", "additionalProperties": false, "required": ["home"],
  "properties": {
    "home": {"$ref": "#/$defs/Pose"},
    "speed": {"type": "number", "minimum": 0, "exclusiveMinimum": -1, "maximum": 2, "unit": "m/s", "default": 0.5, "description": "Of the tool."},
    "tries": {"type": "integer", "exclusiveMinimum": 0}
  },
  "$defs": {"Pose": {"type": "array", "items": {"type": "number", "unit": "deg"}, "minItems": 2, "maxItems": 2}}
}`

func TestSchema(t *testing.T) {
	s, faults := Load("arm.json", []byte(arm))
	if len(faults) > 0 || s.Type == nil {
		t.Fatal(faults, s)
	}
	var b strings.Builder
	for _, m := range s.Type.Members {
		fmt.Fprintf(&b, "%s: %v, %s, %v, %v\n", m.Name, m.Type, m.Doc, m.Optional, m.Default != nil)
	}
	want := "home: a list of 2 elements, each a number in deg, , false, false\nspeed: a number from 0 to 2 m/s, Of the tool., false, true\ntries: a whole number from 1, , true, false\n"
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
	v, faults := s.Read(param.ASN1, "x", []byte("{ home { 0, 90 } }"))
	if len(faults) > 0 || v.Member("speed").Real != 0.5 {
		t.Error(v, faults)
	}
	if r := s.Type.Member("tries").Type.Ints; r.Min != 1 || r.Max != math.MaxInt64 {
		t.Error(r)
	}
}

// TestFaults: schemas and values that are wrong, and what is said of them.
func TestFaults(t *testing.T) {
	say := func(faults diag.Faults) string { return fmt.Sprint([]diag.Fault(faults)) }
	for _, c := range []struct{ schema, want string }{
		{`{"type": "objekt"}`, `[x.json:1:10: type: `},
		{`{"type": "object", "properties": {"a": {"$ref": "other.json#/a"}}}`, `[x.json:1:49: the schema refers to other.json, which is not in this file; put what is meant under $defs (schema-reference)]`},
		{`{"type": "number", "unit": "furlong"}`, `[x.json:1:28: "furlong" is no unit for this; give a number one of package unit, such as m, m/s, rad, deg, s, ms, Hz, N or % (schema-invalid)]`},
		{`{"type": "object", "additionalProperties": false, "properties": {"a": {"type": "integer", "maximum": 3, "default": 4}}}`,
			`[x.json:1:116: 4; give a whole number to 3 (value-range)]`},
		{`{"type": `, `[x.json:1:10: this is no JSON: the text ends too early (value-syntax)]`},
	} {
		if _, faults := Load("x.json", []byte(c.schema)); !strings.HasPrefix(say(faults), c.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", c.schema, say(faults), c.want)
		}
	}
	for _, c := range []struct{ schema, beyond, value, want string }{
		{`{"type": "object", "properties": {"a": {"type": "integer", "multipleOf": 5}}}`,
			`[x.json:1:1: warning: a type's members are all listed`, "a: 10\nb: 7\n", "[]"},
		{`{"type": "object", "additionalProperties": false, "properties": {"a": {"type": "integer", "multipleOf": 5}}}`,
			`x.json:1:91: `, "a: 12\n", "[v:1:4: a: multipleOf: got 12, want 5 (schema-value)]"},
		{`{"type": ["number", "null"]}`, `no type can be of several kinds`, "true", "[v:1:1: got boolean, want null or number (schema-value)]"},
		{`{"type": "array", "items": {"type": "string", "pattern": "^a"}, "uniqueItems": true}`, `uniqueItems says what no type can`,
			"- ab\n- b\n- ab\n", `[v:1:1: items at 0 and 2 are equal (schema-value) v:2:3: [1]: 'b' does not match pattern '^a' (schema-value)]`},
		{`{"$defs": {"A": {"type": "array", "items": {"$ref": "#/$defs/A"}}}, "$ref": "#/$defs/A"}`, `A contains itself`, "[[], [[]]]", "[]"},
	} {
		s, faults := Load("x.json", []byte(c.schema))
		if len(faults) > 0 {
			t.Error(faults)
			continue
		}
		if s.Type != nil || !strings.Contains(strings.ReplaceAll(say(s.Beyond), "x.json:1:1: a", "x.json:1:1: warning: a"), c.beyond) {
			t.Errorf("%s: %v %v", c.schema, s.Type, s.Beyond)
		}
		if _, faults := s.Read(param.YAML, "v", []byte(c.value)); say(faults) != c.want {
			t.Errorf("%s %q:\ngot  %s\nwant %s", c.schema, c.value, say(faults), c.want)
		}
	}
}

// TestDoubles: definitions that refer to each other twice each have no type, and are read in good time.
func TestDoubles(t *testing.T) {
	text := `{"$ref": "#/$defs/t30", "$defs": {"t0": {"type": "integer"}`
	for n := 1; n <= 30; n++ {
		ref := fmt.Sprintf(`{"$ref": "#/$defs/t%d"}`, n-1)
		text += fmt.Sprintf(`, "t%d": {"type": "object", "additionalProperties": false, "properties": {"a": %s, "b": %s}}`, n, ref, ref)
	}
	s, faults := Load("x.json", []byte(text+"}}"))
	if len(faults) > 0 || s.Type != nil || len(s.Beyond) != 1 || !strings.Contains(s.Beyond[0].What, "at most 16384 types") {
		t.Error(faults, s)
	}
	if _, faults := s.Read(param.JSON, "v", []byte(`{"a": {"b": 1}}`)); len(faults) != 1 {
		t.Error(faults)
	}
}

// FuzzLoad: reading a schema and validating against it ends, whatever they are.
func FuzzLoad(f *testing.F) {
	f.Add(arm, `{"home": [1, 2]}`)
	f.Add(`{"oneOf": [{"type": "object"}], "enum": [], "$ref": "#/$defs/a"}`, `[1]`)
	f.Add(`{"$ref": "#"}`, `1e999`)
	f.Add(`{"properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"$ref": "#/$defs/a"}}}`, `{"a": 1}`)
	fuzz.Run(f, func(t *testing.T, schema, value string) {
		s, faults := Load("x.json", []byte(schema))
		if faults.Err() != nil {
			return
		}
		if s == nil {
			t.Fatal("neither a schema nor a fault")
		}
		v, faults := s.Read(param.JSON, "v", []byte(value))
		if len(faults) > 0 || s.Type == nil {
			return
		}
		line, err := param.FormatLine(&v, param.JSON)
		if err != nil {
			t.Fatal(err)
		}
		if again, faults := s.Read(param.JSON, "v", []byte(line)); len(faults) > 0 || !again.Equal(&v) {
			t.Errorf("%s: %v", line, faults)
		}
	})
}
