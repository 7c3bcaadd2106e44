package asn1

import (
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

const drive = `-- What the drive is told.
Drive DEFINITIONS AUTOMATIC TAGS ::= BEGIN
IMPORTS Speed, top-speed FROM Units;

-- How the platform drives.
Parameters ::= SEQUENCE {
  -- The greatest speed ahead.
  max-speed   Speed DEFAULT top-speed,
  turn        REAL (0<..90) DEFAULT 4.5E1, -- unit: deg
  period      INTEGER (1..1000),           -- of the loop
  -- unit: ms
  retries     INTEGER (0..limit) DEFAULT 3,
  mode        Mode DEFAULT manual,
  frame       IA5String (SIZE (1..16)) DEFAULT "base ""link""",
  goal        Goal OPTIONAL,
  ranges      SEQUENCE (SIZE (2)) OF REAL (0..MAX) DEFAULT { 0.1, 30 }, -- unit: m
  points      SEQUENCE SIZE (0..4) OF Point DEFAULT {},
  verbose     BOOLEAN
}
/* How it is
 * driven. */
Mode ::= ENUMERATED { manual, assisted(3), -- with brakes
  autonomous }
Point ::= SEQUENCE { x REAL, y REAL } -- unit-less
Goal ::= CHOICE { point Point, named UTF8String }
limit INTEGER ::= 5
home Point ::= { x 1, y -2.5 }
start Goal ::= point : home
END
Units DEFINITIONS ::= BEGIN
EXPORTS Speed, top-speed;
Speed ::= REAL (0..3) -- unit: m/s
half REAL ::= 1.5
top-speed Speed ::= half
END
`

func TestModule(t *testing.T) {
	set, faults := Parse(Source{"drive.asn1", []byte(drive)})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	k, err := set.Type("Parameters")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range k.Members {
		fmt.Fprintf(&b, "%s: %v [%s] %s", m.Name, m.Type, m.Type.Unit, m.Doc)
		if m.Default != nil {
			line, err := param.FormatLine(m.Default, param.ASN1)
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString(" = " + line)
		}
		fmt.Fprintf(&b, " %v\n", m.Optional)
	}
	want := `max-speed: a number from 0 to 3 m/s [m/s] The greatest speed ahead. = 1.5 false
turn: a number above 0 to 90 deg [deg]  = 45 false
period: a whole number from 1 to 1000 [] of the loop false
retries: a whole number from 0 to 5 ms [ms]  = 3 false
mode: one of manual, assisted, autonomous []  = manual false
frame: a text of 1 to 16 characters of IA5String []  = "base ""link""" false
goal: a choice of point, named []  true
ranges: a list of 2 elements, each a number from 0 m []  = { 0.1, 30 } false
points: a list of 0 to 4 elements, each a record of x, y []  = {} false
verbose: true or false []  false
`
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
	mode, err := set.Type("Drive.Mode")
	if err != nil || mode.Doc != "How it is\ndriven." || mode.Items[1].Doc != "with brakes" || k.Doc != "How the platform drives." || set.Modules[0].Doc != "What the drive is told." {
		t.Errorf("%v %q %q %q %q", err, mode.Doc, mode.Items, k.Doc, set.Modules[0].Doc)
	}
	start := set.Modules[0].Values[2]
	if line, err := param.FormatLine(&start.Value, param.JSON); err != nil || line != `{"point": {"x": 1, "y": -2.5}}` {
		t.Error(line, err)
	}
	if _, err := set.Type("Mod"); err == nil || !strings.Contains(err.Error(), "did you mean \"Mode\"?") {
		t.Error(err)
	}
}

// TestModuleFaults: texts that are wrong, and all that is said about them.
func TestModuleFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `1:1: there is no module in the text; write Name DEFINITIONS ::= BEGIN … END (asn1-syntax)`},
		{"M DEFINITIONS ::= BEGIN A ::= INTEGER", `1:38: END is missing before the end of the text (asn1-syntax)`},
		{in("A ::= SET OF B\nC ::= OCTET STRING (SIZE (4))\nB ::= [0] INTEGER\nD ::= SEQUENCE { a NULL, b B, ..., c OBJECT IDENTIFIER }"),
			"2:7: SET OF of ASN.1 is not supported; write SEQUENCE (asn1-unsupported)\n" +
				"3:7: OCTET STRING of ASN.1 is not supported; write a SEQUENCE OF INTEGER (0..255) (asn1-unsupported)\n" +
				"4:7: a tag in [ ] of ASN.1 is not supported; leave it out, and write AUTOMATIC TAGS (asn1-unsupported)\n" +
				"5:20: NULL of ASN.1 is not supported; write BOOLEAN or a SEQUENCE without members (asn1-unsupported)\n" +
				"5:28: there is no type B; take one of D (asn1-name)\n" +
				"5:31: an extension (...) of ASN.1 is not supported; leave it out (asn1-unsupported)\n" +
				"5:38: OBJECT IDENTIFIER of ASN.1 is not supported (asn1-unsupported)"},
		{in("A ::= INTEGER (1..5 | 7)\nB ::= INTEGER { one(1) }\nC ::= IA5String (FROM (\"a\"..\"z\"))\nD {X} ::= SEQUENCE OF X\nE INTEGER ::= { 1 | 2 }\nF ::= INTEGER (1..5, ...)"),
			"2:21: a constraint put together with | of ASN.1 is not supported; give one range (asn1-unsupported)\n" +
				"3:15: a named number of an INTEGER of ASN.1 is not supported; write ENUMERATED, or values such as low INTEGER ::= 1 (asn1-unsupported)\n" +
				"4:18: a constraint with FROM of ASN.1 is not supported; give a range or a SIZE (asn1-unsupported)\n" +
				"5:3: a parameterised type of ASN.1 is not supported; write the type out (asn1-unsupported)\n" +
				"6:1: a value set of ASN.1 is not supported; give the type a range (asn1-unsupported)\n" +
				"7:20: an extension (...) of ASN.1 is not supported; leave it out (asn1-unsupported)"},
		{in("A ::= INTEGER (5..1)\nB ::= INTEGER (0..9)\nC ::= B (3..10)\nD ::= REAL (0<..<0)\nE ::= BOOLEAN (1..2)\nF ::= REAL (SIZE (3))\nG ::= IA5String (SIZE (-1..3))\nH ::= INTEGER (0..nine)"),
			"2:16: no value is within these bounds; give the lower bound first (asn1-bound)\n" +
				"4:10: the bounds lie outside those of the type; give narrower ones (asn1-bound)\n" +
				"5:13: no value is within these bounds; give the lower bound first (asn1-bound)\n" +
				"6:16: a range for what is no number; leave it out, or write SIZE (…) (asn1-bound)\n" +
				"7:19: a SIZE for what is no list or string; leave it out (asn1-bound)\n" +
				"8:24: the bounds lie outside those of the type; give narrower ones (asn1-bound)\n" +
				"9:19: nine; give a whole number (value-type)"},
		{in("A ::= SEQUENCE { a B OPTIONAL }\nB ::= SEQUENCE OF C\nC ::= CHOICE { a A, b INTEGER }\nx INTEGER ::= y\ny INTEGER ::= x"),
			"4:18: A contains itself; data of no fixed depth is not supported: bound it with types of different names (asn1-recursion)\n" +
				"5:15: values within values, or names for names, more than 128 deep (value-syntax)\n" +
				"6:15: values within values, or names for names, more than 128 deep (value-syntax)"},
		{in("A ::= SEQUENCE { a INTEGER, A INTEGER, a REAL, max_speed REAL, b INTEGER (0..3) DEFAULT 4, c Bool }\nA ::= REAL\nmaxSpeed ::= REAL\nBool ::= BOOLEAN"),
			"2:29: A is no name of a member; begin it with a small letter, and then write letters, digits and hyphens (asn1-syntax)\n" +
				"2:40: a is here a second time; give it another name (asn1-twice)\n" +
				"2:48: max_speed is no name of a member; begin it with a small letter, and then write letters, digits and hyphens (asn1-syntax)\n" +
				"2:89: 4; give a whole number from 0 to 3 (value-range)\n" +
				"3:1: A is defined in line 2 already; give one of them another name (asn1-twice)\n" +
				"4:1: maxSpeed is given no type; a type's name begins with a capital letter; a value is written name Type ::= value (asn1-syntax)"},
		{in("A ::= REAL -- unit: furlong\nB ::= BOOLEAN -- unit: m\nC ::= SEQUENCE {\n a D, -- unit: m\n b D -- unit: mm\n}\nD ::= REAL -- unit: mm"),
			"2:15: there is no unit \"furlong\"; give one of package unit, such as m, m/s, rad, deg, s, ms, Hz, N or % (asn1-unit)\n" +
				"3:18: the unit m is given to what is no number; leave it out (asn1-unit)\n" +
				"5:10: the unit is m, and that of the type is mm; leave it out, or use a type without a unit (asn1-unit)"},
		{"M DEFINITIONS ::= BEGIN IMPORTS A, B, C FROM N; D ::= A END\nN DEFINITIONS ::= BEGIN EXPORTS A, E; IMPORTS D FROM M; A ::= INTEGER C ::= REAL END\nM DEFINITIONS ::= BEGIN END",
			"1:36: there is no type or value in N called B; take one of A, C (asn1-name)\n" +
				"1:39: N does not export C; add it to its EXPORTS (asn1-name)\n" +
				"2:36: there is no type or value E; take one of A, C (asn1-name)\n" +
				"2:54: M imports N imports M; move what they share to a module of its own (asn1-cycle)\n" +
				"3:1: there is a module M in x:1:1 already; give one of them another name (asn1-twice)"},
		{in("A ::= SEQUENCE { a INTEGER b REAL }\nB ::= SEQUENCE { a INTEGR }\nC ::= CHOICE { a INTEGER OPTIONAL }\nE ::= ENUMERATED { a, a }\nF ::= CHOICE {}"),
			"2:28: a comma or } after a member is missing before b (asn1-syntax)\n" +
				"3:20: there is no type INTEGR; take one of B, C, E, F (asn1-name)\n" +
				"4:26: an alternative of a CHOICE is neither OPTIONAL nor has it a DEFAULT; leave the word out (asn1-syntax)\n" +
				"5:23: a is here a second time; give it another name (asn1-twice)\n" +
				"6:7: a CHOICE has no alternatives; give at least one (asn1-syntax)"},
	} {
		_, faults := Parse(Source{"x", []byte(c.text)})
		got := strings.ReplaceAll("\n"+faults.Error(), "\nx:", "\n")[1:]
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s\n%s", c.text, d)
		}
	}
}

// in is a module with assignments from line 2 on.
func in(text string) string { return "M DEFINITIONS ::= BEGIN\n" + text + "\nEND\n" }

// TestRandomTypes: a type that is written as a module is read as it was, with its units, defaults and comments.
func TestRandomTypes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := paramtest.Record(t, 3)
		text := in("Parameters ::= " + paramtest.ASN1(k))
		set, faults := Parse(Source{"x", []byte(text)})
		if len(faults) > 0 {
			t.Fatalf("%v\n%s", faults, text)
		}
		got, err := set.Type("Parameters")
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(k, got, cmpopts.IgnoreTypes(diag.Pos{}), cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("%s\n%s", text, d)
		}
	})
}

// TestSeededFaults: of a thousand values with one fault each, of types that modules give, all are found at their places: in
// texts of their own, as values of a module, and as defaults; and no fault is found where there is none.
func TestSeededFaults(t *testing.T) {
	notations := []param.Notation{param.ASN1, param.JSON, param.YAML}
	gen, inModule := paramtest.Trials(nil, notations...), paramtest.Trials(nil, param.ASN1)
	tally := paramtest.Tally{}
	for seed := range 600 {
		d := gen.Example(seed)
		tally.Add(&d)
		set, faults := Parse(Source{"m.asn1", []byte(in("Parameters ::= " + paramtest.ASN1(d.Type)))})
		if len(faults) > 0 {
			t.Fatalf("seed %d: %v", seed, faults)
		}
		k := set.Modules[0].Types[0]
		if _, faults := param.Read(k, d.Notation, "x", d.Clean); len(faults) > 0 {
			t.Errorf("seed %d: a false alarm: %v\n%s", seed, faults, d.Clean)
		}
		_, faults = param.Read(k, d.Notation, "x", d.Bad.Text)
		found(t, seed, faults, "x", 0, d)
	}
	if few := tally.Short(3, notations...); len(few) > 0 {
		t.Errorf("too seldom tried: %v", few)
	}
	for seed := range 400 {
		d := inModule.Example(seed)
		text := in("Parameters ::= " + paramtest.ASN1(d.Type) + "\n" + [...]string{"start Parameters ::=\n%s", "Outer ::= SEQUENCE { more BOOLEAN, inner Parameters DEFAULT\n%s\n}"}[seed%2])
		before, _, _ := strings.Cut(text, "%s")
		_, faults := Parse(Source{"m.asn1", []byte(strings.Replace(text, "%s", string(d.Clean), 1))})
		if len(faults) > 0 {
			t.Errorf("seed %d: a false alarm: %v\n%s", seed, faults, d.Clean)
		}
		_, faults = Parse(Source{"m.asn1", []byte(strings.Replace(text, "%s", string(d.Bad.Text), 1))})
		found(t, seed, faults, "m.asn1", strings.Count(before, "\n"), d)
	}
}

// found expects the one fault of a trial, whose text begins so many lines below the beginning of a file.
func found(t *testing.T, seed int, faults diag.Faults, file string, below int, d paramtest.Trial) {
	t.Helper()
	want := diag.Pos{File: file, Line: d.Bad.Line + below, Column: d.Bad.Column}
	if len(faults) != 1 || faults[0].Code != d.Bad.Code || faults[0].Pos != want {
		t.Errorf("seed %d, %v: %s, wanted %s at %v, found\n%v\n%s", seed, d.Notation, d.Bad.What, d.Bad.Code, want, faults, d.Bad.Text)
	}
}

// TestDamage: of a module that somebody has damaged, by leaving out, doubling or exchanging words, either a fault is found
// or what is read is sound, and reading ends.
func TestDamage(t *testing.T) {
	refused := 0
	rapid.Check(t, func(r *rapid.T) {
		text := in("Parameters ::= " + paramtest.ASN1(paramtest.Record(r, 3)) + "\nlimit INTEGER ::= 5")
		if rapid.Bool().Draw(r, "drive") {
			text = drive
		}
		words := strings.SplitAfter(text, " ")
		for range rapid.IntRange(1, 3).Draw(r, "edits") {
			i, j := rapid.IntRange(0, len(words)-1).Draw(r, "i"), rapid.IntRange(0, len(words)-1).Draw(r, "j")
			switch rapid.IntRange(0, 3).Draw(r, "edit") {
			case 0:
				words[i] = ""
			case 1:
				words[i] += words[i]
			case 2:
				words[i], words[j] = words[j], words[i]
			default:
				words[i] = words[j]
			}
		}
		set, faults := Parse(Source{"x", []byte(strings.Join(words, ""))})
		if len(faults) > 0 {
			refused++
			return
		}
		for _, m := range set.Modules {
			for _, k := range m.Types {
				sound(t, k, 0)
			}
		}
	})
	if refused < 20 {
		t.Errorf("only %d of 100 damaged modules were refused", refused)
	}
}

// TestLaughs: names that stand for names that stand for many values are refused in good time.
func TestLaughs(t *testing.T) {
	text := "T0 ::= SEQUENCE OF INTEGER\nv0 T0 ::= { 1, 1 }\n"
	for n := 1; n < 40; n++ {
		text += fmt.Sprintf("T%d ::= SEQUENCE OF T%d\nv%d T%d ::= { v%d, v%d }\n", n, n-1, n, n, n-1, n-1)
	}
	small, _ := Parse(Source{"x", []byte(in(text[:strings.Index(text, "T9 ")]))})
	if len(small.Modules[0].Values) != 9 {
		t.Error(len(small.Modules[0].Values))
	}
	if m, _ := Parse(Source{"x", []byte(in(text[:strings.Index(text, "T21 ")]))}); len(m.Modules[0].Values) > 20 {
		t.Error("a value of a million values was read")
	}
}

// TestDoubles: types that have two of each other are refused in good time, and those that are not too large are taken.
func TestDoubles(t *testing.T) {
	text := "T0 ::= SEQUENCE { a INTEGER, b INTEGER }\n"
	for n := 1; n <= 30; n++ {
		text += fmt.Sprintf("T%d ::= SEQUENCE { a T%d, b SEQUENCE OF T%d }\n", n, n-1, n-1)
	}
	set, faults := Parse(Source{"x", []byte(in(text))})
	want := "x:14:1: T12 consists of more than 16384 types; name fewer types that name others (asn1-large)"
	if len(faults) != 1 || faults[0].Error() != want || len(set.Modules[0].Types) != 12 {
		t.Errorf("%d types: %v, want %s", len(set.Modules[0].Types), faults, want)
	}
	within := "A ::= SEQUENCE { " + strings.TrimSuffix(strings.Repeat("a REAL, ", 10), ", ") + " }"
	for n := range 10 {
		within = strings.Replace(within, "a REAL", fmt.Sprintf("m%d B", n), 1)
	}
	if _, faults := Parse(Source{"x", []byte(in(within + "\nB ::= SEQUENCE OF SEQUENCE { x REAL, y REAL }"))}); len(faults) > 0 {
		t.Error(faults)
	}
	// What is too large is also found where no name is given to it.
	if _, faults := Parse(Source{"x", []byte(in(text[:strings.Index(text, "T12 ")] + "P ::= SEQUENCE { a INTEGER, b CHOICE { c T11, d SEQUENCE (SIZE (1..2)) OF T11 } }"))}); len(faults) != 1 || faults[0].Code != Large {
		t.Error(faults)
	}
}

func TestOpenBounds(t *testing.T) {
	set, faults := Parse(Source{"x", []byte(in("A ::= INTEGER (0<..<10)\nB ::= REAL (MIN..<5)\nC ::= INTEGER (MIN..MAX)"))})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	k := set.Modules[0].Types
	if *k[0].Ints != (param.IntRange{Min: 1, Max: 9}) || *k[1].Reals != (param.RealRange{Min: math.Inf(-1), Max: 5, MaxOpen: true}) || k[2].Bounds() != "" {
		t.Error(k[0].Ints, k[1].Reals, k[2])
	}
}

// FuzzParse: reading ends, and what it gives is sound: every type's defaults are values of it.
func FuzzParse(f *testing.F) {
	f.Add(drive)
	for _, s := range []string{in("A ::= SEQUENCE { a A }"), in("A ::= SEQUENCE OF SEQUENCE OF CHOICE { a INTEGER (1..2) }"), "M DEFINITIONS ::= BEGIN IMPORTS a FROM M; END",
		in("a INTEGER ::= b b INTEGER ::= a"), "{{{", in("A ::= INTEGER (((((("), in("A {B} ::= C {D}"), "M {1 2} DEFINITIONS IMPLICIT TAGS ::= BEGIN EXPORTS ALL; END", in("A ::= ENUMERATED { a(-1), b }")} {
		f.Add(s)
	}
	fuzz.Run(f, func(t *testing.T, text string) {
		set, faults := Parse(Source{"x", []byte(text)})
		if len(faults) > 0 {
			return
		}
		for _, m := range set.Modules {
			for _, k := range m.Types {
				sound(t, k, 0)
			}
		}
	})
}

func sound(t *testing.T, k *param.Type, depth int) {
	if depth > 1000 || k.Kind == param.NoKind {
		t.Fatal("no sound type")
	}
	if k.Elem != nil {
		sound(t, k.Elem, depth+1)
	}
	for _, m := range k.Members {
		sound(t, m.Type, depth+1)
		if m.Default != nil {
			line, err := param.FormatLine(m.Default, param.JSON)
			if v, faults := param.Read(m.Type, param.JSON, "x", []byte(line)); err != nil || len(faults) > 0 || !v.Equal(m.Default) {
				t.Errorf("%s: %v %v", line, err, faults)
			}
		}
	}
}
