package syntax

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// maker makes random texts: tokens, one after the other, and how many parts of each kind they stand for.
type maker struct {
	t      *rapid.T
	tokens []string
	parts  map[string]int
}

func (m *maker) pick(n int) int { return rapid.IntRange(0, n-1).Draw(m.t, "pick") }

func (m *maker) some(most int, f func()) {
	for range m.pick(most + 1) {
		f()
	}
}

func (m *maker) maybe(f func()) { m.some(1, f) }

// put adds tokens, a space between them.
func (m *maker) put(tokens string) { m.tokens = append(m.tokens, strings.Fields(tokens)...) }

func (m *maker) one(tokens ...string) { m.put(tokens[m.pick(len(tokens))]) }

func (m *maker) name() {
	m.one("a", "b", "C_1", "Dispatch", "x9", "Long_Name_Of_Something_That_Is_Somewhere")
}

func (m *maker) path() {
	m.name()
	m.some(2, func() { m.put("."); m.name() })
}

func (m *maker) ref() {
	m.some(2, func() { m.name(); m.put("::") })
	m.name()
	m.maybe(func() { m.put("."); m.name() })
}

// separated puts f several times with a separator between.
func (m *maker) separated(by string, most int, f func()) {
	f()
	m.some(most-1, func() { m.put(by); f() })
}

func (m *maker) part(kind string) { m.parts[kind]++ }

func (m *maker) category() {
	m.one("system", "process", "thread", "thread group", "data", "virtual bus", "virtual processor", "abstract", "device", "subprogram group")
}

func (m *maker) package_() {
	m.part("Package")
	m.put("package Top :: Level public")
	m.some(2, func() {
		m.part("With")
		m.put("with")
		m.separated(",", 3, m.name)
		m.put(";")
	})
	m.some(4, m.classifier)
	m.maybe(func() { m.put("properties"); m.associations() })
	m.put("end Top :: Level ;")
}

func (m *maker) classifier() {
	m.part("Classifier")
	m.category()
	if m.pick(2) == 0 {
		m.put("T")
		m.section("features", m.feature)
		m.section("flows", func() { m.name(); m.put(": flow path a -> b . c"); m.rest(); m.part("Flow") })
		m.modes()
		m.maybe(func() { m.put("properties"); m.associations() })
		m.put("end T ;")
		return
	}
	m.put("implementation T . i")
	m.maybe(func() { m.put("extends"); m.ref() })
	m.section("subcomponents", m.subcomponent)
	m.section("connections", m.connection)
	m.maybe(func() { m.put("properties"); m.associations() })
	m.maybe(func() { m.part("Annex"); m.put("annex x {**text**} ;") })
	m.put("end T . i ;")
}

func (m *maker) section(word string, f func()) {
	m.maybe(func() {
		m.put(word)
		if m.pick(4) == 0 {
			m.put("none ;")
			return
		}
		f()
		m.some(3, f)
	})
}

// rest ends a declaration.
func (m *maker) rest() {
	m.maybe(func() { m.put("{"); m.associations(); m.put("}") })
	m.maybe(func() { m.part("InMode"); m.put("in modes ( m )") })
	m.put(";")
}

func (m *maker) feature() {
	m.part("Feature")
	m.name()
	m.put(":")
	m.maybe(func() { m.put("refined to") })
	m.one("in data port", "out event data port", "in out event data port", "requires data access", "provides subprogram group access",
		"feature group inverse of", "in feature", "out parameter", "requires virtual bus access")
	m.ref()
	m.maybe(func() { m.put("{"); m.associations(); m.put("}") })
	m.put(";")
}

func (m *maker) modes() {
	m.maybe(func() {
		m.part("Mode")
		m.put("modes m : initial mode ;")
		m.some(2, func() { m.part("Transition"); m.put("m -["); m.separated(",", 2, m.path); m.put("]-> m ;") })
	})
}

func (m *maker) subcomponent() {
	m.part("Subcomponent")
	m.name()
	m.put(":")
	m.category()
	m.maybe(func() {
		m.ref()
		m.maybe(func() { m.part("Binding"); m.part("Actual"); m.put("( p => data"); m.ref(); m.put(")") })
	})
	m.some(2, func() { m.part("Dimension"); m.part("NumberValue"); m.put("[ 3 ]") })
	m.rest()
}

func (m *maker) connection() {
	m.part("Connection")
	m.name()
	m.put(":")
	m.one("port", "feature group", "feature", "data access", "subprogram group access", "virtual bus access")
	m.path()
	m.one("->", "<->")
	m.path()
	m.rest()
}

func (m *maker) associations() {
	f := func() {
		m.part("Association")
		m.name()
		m.one("=>", "+=>")
		m.maybe(func() { m.put("constant") })
		m.part("ModalValue")
		m.value(3)
		m.maybe(func() { m.part("InMode"); m.put("in modes ( m )") })
		m.maybe(func() { m.put("applies to"); m.separated(",", 2, m.path) })
		m.put(";")
	}
	f()
	m.some(2, f)
}

func (m *maker) value(depth int) {
	kinds := 7
	if depth > 0 {
		kinds = 10
	}
	switch m.pick(kinds) {
	case 0:
		m.part("NumberValue")
		m.one("5", "- 1.5", "16#FF#", "+ 3 ms", "1_000 KByte")
	case 1:
		m.part("StringValue")
		m.one(`""`, `"--"`, `"a""b;"`, `'c'`)
	case 2:
		m.part("BooleanValue")
		m.one("true", "false")
	case 3:
		m.part("NamedValue")
		m.put("Sets :: Value")
	case 4:
		m.part("ReferenceValue")
		m.put("reference (")
		m.path()
		m.put("[ 1 .. 2 ] )")
	case 5:
		m.part("ClassifierValue")
		m.put("classifier (")
		m.ref()
		m.put(")")
	case 6:
		m.part("RangeValue")
		m.parts["NumberValue"] += 2
		m.put("1 ms .. - 2.0 ms")
		m.maybe(func() { m.part("NumberValue"); m.put("delta 0.5") })
	case 7:
		m.part("ListValue")
		m.put("(")
		m.separated(",", 4, func() { m.value(depth - 1) })
		m.put(")")
	case 8:
		m.part("RecordValue")
		m.put("[")
		m.some(3, func() { m.part("FieldValue"); m.name(); m.put("=>"); m.value(depth - 1); m.put(";") })
		m.put("f => 1 ; ]")
		m.part("FieldValue")
		m.part("NumberValue")
	case 9:
		m.part("Operation")
		m.parts["BooleanValue"] += 2
		m.put("true and false")
	}
}

var isWord = regexp.MustCompile(`^[a-z]+$`)

// laid puts the tokens on lines by chance, with comments, and keywords in upper and lower case.
func (m *maker) laid() string {
	var b strings.Builder
	gap := rapid.SampledFrom([]string{" ", " ", " ", " ", "\n", "\t", "\r\n", "\n\n\n", "  \n", " -- a comment\n", "\n -- one\n-- two\r\n", " --\n", "\f", "\r"})
	for _, k := range m.tokens {
		if _, keyword := keywords[k]; keyword && isWord.MatchString(k) && m.pick(4) == 0 {
			k = strings.ToUpper(k)
		}
		b.WriteString(k)
		b.WriteString(gap.Draw(m.t, "gap"))
	}
	return b.String()
}

var partOf = regexp.MustCompile(`(?m)^ *(?:\w+: )?([A-Z]\w*)(?: |$)`)

// TestRandomTexts: however a text is laid out its tree is the same, with the parts that it was made of; formatting keeps it.
func TestRandomTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &maker{t: t, parts: map[string]int{}}
		m.some(2, m.package_)
		plain, laid := strings.Join(m.tokens, " "), m.laid()
		f, faults := Parse("plain", plain)
		g, more := Parse("laid", laid)
		if len(faults)+len(more) > 0 {
			t.Fatalf("%v\n%v\n%s", faults, more, plain)
		}
		tree := dump(f, false)
		if d := cmp.Diff(tree, dump(g, false)); d != "" {
			t.Fatalf("laid out otherwise it differs\n%s\n%s", d, laid)
		}
		counts := map[string]int{}
		for _, p := range partOf.FindAllStringSubmatch(tree, -1) {
			counts[p[1]]++
		}
		for _, more := range []string{"Section", "C_1", "Dispatch", "Long_Name_Of_Something_That_Is_Somewhere"} {
			delete(counts, more)
		}
		if d := cmp.Diff(m.parts, counts); d != "" {
			t.Fatalf("the parts (-made +read)\n%s\n%s\n%s", d, plain, tree)
		}
		one, two := checkFormat(t, f), checkFormat(t, g)
		if strings.Contains(laid, "--") {
			return
		}
		if d := cmp.Diff(lineless(one), lineless(two)); d != "" {
			t.Fatalf("the layout of the text shows in more than its lines\n%s", d)
		}
	})
}

// lineless is a text with one space between words.
func lineless(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, s := range []string{"{", "(", "["} {
		text = strings.ReplaceAll(text, s+" ", s)
	}
	for _, s := range []string{"}", ")", "]"} {
		text = strings.ReplaceAll(text, " "+s, s)
	}
	return text
}

// model writes a model of n components that are connected, about as models are.
func model(n int) string {
	var b strings.Builder
	b.WriteString("package Generated\npublic\n    with Base_Types, SEI;\n\n")
	for i := range n {
		fmt.Fprintf(&b, "    -- Component %[1]d does something.\n    thread Worker_%[1]d\n        features\n            input: in event data port Base_Types::Float {Queue_Size => %[2]d;};\n"+
			"            output: out data port Base_Types::Float;\n        flows\n            through: flow path input -> output {Latency => 1 ms .. %[2]d ms;};\n"+
			"        properties\n            Dispatch_Protocol => Periodic;\n            Period => %[2]d ms;\n            Compute_Execution_Time => 100 us .. 250 us;\n    end Worker_%[1]d;\n\n"+
			"    process implementation Node_%[1]d.impl\n        subcomponents\n            first: thread Worker_%[1]d;\n            second: thread Worker_%[1]d {Priority => %[2]d;};\n"+
			"        connections\n            enter: port input -> first.input;\n            pass: port first.output -> second.input {Timing => delayed;};\n            leave: port second.output -> output;\n"+
			"        properties\n            Actual_Processor_Binding => (reference (cpu)) applies to first, second;\n    end Node_%[1]d.impl;\n\n", i, 1+i%20)
	}
	b.WriteString("end Generated;\n")
	return b.String()
}
