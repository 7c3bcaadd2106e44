package scxml

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/model/chart"
)

// memory is what the code of a drawn chart works on.
type memory struct {
	n    int
	said []string
}

// code is that of a drawn chart, by names: every piece is its own function of a memory.
type code struct{ acts, tests []string }

func (c *code) act(t *rapid.T, m *memory, label string) *chart.Body {
	if !rapid.Bool().Draw(t, label) {
		return nil
	}
	name := fmt.Sprintf("act%d", len(c.acts))
	c.acts = append(c.acts, name)
	return &chart.Body{Text: name, Act: m.act(name)}
}

func (m *memory) act(name string) func(*chart.Call) error {
	return func(*chart.Call) error {
		m.n++
		m.said = append(m.said, name)
		return nil
	}
}

func (m *memory) test(name string) func(*chart.Call) (bool, error) {
	return func(*chart.Call) (bool, error) { return (m.n+len(name)+int(name[len(name)-1]))%3 != 0, nil }
}

// host has the same code on a memory of its own.
func (c *code) host(m *memory) Named {
	h := Named{Conds: map[string]func(*chart.Call) (bool, error){}, Scripts: map[string]func(*chart.Call) error{}}
	for _, name := range c.acts {
		h.Scripts[name+"()"] = m.act(name)
	}
	for _, name := range c.tests {
		h.Conds[name+"()"] = m.test(name)
	}
	return h
}

// drawState draws a state with what is in it.
func drawState(t *rapid.T, c *code, m *memory, states *[]string, path string, depth int) *chart.Node {
	n := chart.State(fmt.Sprintf("s%d", len(*states)))
	path += "." + n.Name
	*states = append(*states, path)
	n.Entry, n.Exit = c.act(t, m, "entry"), c.act(t, m, "exit")
	if depth == 0 || rapid.IntRange(0, 2).Draw(t, "leaf") == 0 {
		return n
	}
	n.Orthogonal = depth > 1 && rapid.IntRange(0, 3).Draw(t, "regions") == 0
	for range rapid.IntRange(1, 3).Draw(t, "children") {
		n.Nodes = append(n.Nodes, drawState(t, c, m, states, path, depth-1))
	}
	first := path + "." + n.Nodes[0].Name
	if !n.Orthogonal {
		n.Transitions = append(n.Transitions, &chart.Transition{Src: "initial", Tgt: first, Effect: c.act(t, m, "initial")})
		if rapid.IntRange(0, 2).Draw(t, "history") == 0 {
			h := chart.History("h"+n.Name, rapid.Bool().Draw(t, "deep"))
			n.Nodes = append(n.Nodes, h)
			n.Transitions = append(n.Transitions, &chart.Transition{Src: h.Name, Tgt: first})
			*states = append(*states, path+"."+h.Name)
		}
	}
	return n
}

// drawModel draws a chart that has no faults.
func drawModel(t *rapid.T, c *code, m *memory) *chart.Model {
	states := []string{}
	root := chart.State("", drawState(t, c, m, &states, "root", 2), drawState(t, c, m, &states, "root", 3), chart.Trans("initial", "s0"))
	model := &chart.Model{Name: "drawn", Root: root, InnerFirst: true, Single: true}
	for range rapid.IntRange(2, 12).Draw(t, "transitions") {
		src, tgt := rapid.SampledFrom(states).Draw(t, "src"), rapid.SampledFrom(states).Draw(t, "tgt")
		x := &chart.Transition{Src: src, Tgt: tgt, Priority: rapid.IntRange(0, 2).Draw(t, "priority"), Effect: c.act(t, m, "effect"),
			Events: slices.Compact(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "e_error"}), 1, 2).Draw(t, "events"))}
		if strings.Contains(src, ".h") {
			continue
		}
		if rapid.Bool().Draw(t, "guard") {
			name := fmt.Sprintf("test%d", len(c.tests))
			c.tests = append(c.tests, name)
			x.Guard = &chart.Body{Text: name, Test: m.test(name)}
		}
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			x.Tgt, x.Internal = "", true
		case 1:
			x.Internal = strings.HasPrefix(tgt, src+".")
		case 2:
			if x.Guard != nil {
				x.Events = nil
			}
		}
		root.Transitions = append(root.Transitions, x)
		if model.Check().Err() != nil {
			root.Transitions = root.Transitions[:len(root.Transitions)-1]
		}
	}
	if err := model.Check().Err(); err != nil {
		t.Fatal(err)
	}
	return model
}

// TestWhatIsWrittenAndReadBehavesAlike draws charts, writes and reads them, and sends both the same events.
func TestWhatIsWrittenAndReadBehavesAlike(t *testing.T) {
	written := 0
	rapid.Check(t, func(t *rapid.T) {
		var mine, theirs memory
		c := &code{}
		model := drawModel(t, c, &mine)
		text, faults := Write(model)
		if text == nil {
			for _, f := range faults {
				if f.Severity != diag.Warning && !strings.Contains(f.What, "internal transition") {
					t.Fatal(faults)
				}
			}
			return
		}
		back, faults := Read("drawn.scxml", text, c.host(&theirs))
		if back == nil {
			t.Fatalf("%v\n%s", faults, text)
		}
		written++
		a, err := chart.New(model, nil, chart.Config{Passes: 30})
		if err != nil {
			t.Fatal(err)
		}
		b, err := chart.New(back, nil, chart.Config{Passes: 30})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for _, e := range append([]string{""}, rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 1, 30).Draw(t, "sent")...) {
			for _, x := range []*chart.Machine{a, b} {
				if e != "" {
					_ = x.SendName(e)
				}
				x.Run()
			}
			if where(a) != where(b) || !slices.Equal(mine.said, theirs.said) {
				t.Fatalf("after %q in %q and %q\n%v\n%v\n%s", e, where(a), where(b), mine.said, theirs.said, text)
			}
		}
	})
	if written == 0 {
		t.Error("no chart could be written")
	}
}

// TestFunctionsOfOneTextAreTold: bodies whose texts are the same are told by their states.
func TestFunctionsOfOneTextAreTold(t *testing.T) {
	ok := func(*chart.Call) error { return nil }
	m := &chart.Model{Name: "x", InnerFirst: true, Single: true, Root: chart.State("", chart.State("a").OnEntry(ok).OnExit(ok), chart.State("b").OnEntry(ok),
		chart.Trans("initial", "a"), chart.Trans("a", "b", "e").Run(ok), chart.Trans("a", "b", "f").Run(ok))}
	text, faults := Write(m)
	for _, name := range []string{"entry_a()", "entry_b()", ">exit()", "effect_a()", "effect_a_2()"} {
		if strings.Count(string(text), name) != 1 {
			t.Errorf("%s stands not once in\n%s%v", name, text, faults)
		}
	}
	said := new(strings.Builder)
	vm := newVM(t, said)
	if err := vm.Do("=host", "for _, f in ipairs{'entry_a', 'entry_b', 'exit', 'effect_a', 'effect_a_2'} do _G[f] = function() print(f) end end"); err != nil {
		t.Fatal(err)
	}
	back, faults := Read("x.scxml", text, &Lua{VM: vm})
	if back == nil {
		t.Fatal(faults)
	}
	c, err := chart.New(back, nil, chart.Config{})
	if err != nil {
		t.Fatal(err)
	}
	c.Run()
	_ = c.SendName("f")
	c.Run()
	if got := strings.Fields(said.String()); !slices.Equal(got, []string{"entry_a", "exit", "effect_a_2", "entry_b"}) {
		t.Errorf("Lua ran %q", got)
	}
}

// TestWhatWasReadIsWrittenAsItWas: content and conditions of a document come back, and the document that is written does what the
// first one did.
func TestWhatWasReadIsWrittenAsItWas(t *testing.T) {
	document := `<scxml name="x"><datamodel><data id="n" expr="0"/><data id="most">3</data></datamodel>
	<script>function say(x) print(x) end</script>
	<state id="a"><onentry>
		<assign location="n" expr="n + 1"/>
		<if cond="n &lt; 2"><log expr="'few'"/><elseif cond="n &gt;= most"/><raise event="enough"/>
		<else/><foreach array="{1, 2}" item="k"><if cond="In('a')"><log label="k" expr="k"/></if></foreach></if>
		<script>
			-- some &amp; more
			say("&lt;" .. n)</script>
	</onentry><onexit><log expr="'left'"/></onexit>
	<initial><transition target="a.1"><log expr="'into a'"/></transition></initial><state id="a.1"/>
	<transition event="go" cond="In('a.1')" target="a"><send event="went"/></transition><transition event="enough" target="b"/></state>
	<state id="b"/></scxml>`
	var first string
	said := [2]strings.Builder{}
	for i := range said {
		m, faults := Read("x.scxml", []byte(document), &Lua{VM: newVM(t, &said[i])})
		if m == nil {
			t.Fatal(faults)
		}
		c, err := chart.New(m, nil, chart.Config{})
		if err != nil {
			t.Fatal(err)
		}
		c.Run()
		for range 3 {
			_ = c.SendName("go")
			c.Run()
		}
		if where(c) != "b" || c.Counts().Failures != 0 {
			t.Errorf("in %s, %v\n%s", where(c), c.Failures(), document)
		}
		text, faults := Write(m)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		for _, part := range []string{`<if cond="n &lt; 2">`, `<elseif cond="n &gt;= most"/>`, "<else/>", `<foreach array="{1, 2}" item="k">`, `<log expr="&#39;few&#39;"/>`,
			`<data id="n" expr="0"/>`, `<raise event="enough"/>`, "\t\t\t-- some &amp; more\n", `<send event="went"/>`, `cond="In(&#39;a_1&#39;)"`} {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s is not in\n%s", part, text)
			}
		}
		if i == 1 && string(text) != first {
			t.Errorf("written again:\n%s\nbefore:\n%s", text, first)
		}
		first, document = string(text), string(text)
	}
	if said[0].String() != said[1].String() || !strings.Contains(said[0].String(), "k\t2") {
		t.Errorf("the first said\n%s\nthe second\n%s", said[0].String(), said[1].String())
	}
}

func TestWhatCannotBeWritten(t *testing.T) {
	ok := func(*chart.Call) error { return nil }
	a, b := chart.State("a"), chart.State("b")
	for want, parts := range map[string][]chart.Part{
		"a connector has no counterpart":                   {a, b, chart.Connector("c"), chart.Trans("initial", "a"), chart.Trans("a", "c", "e"), chart.Trans("c", "b")},
		"the event e_done has no":                          {a, b, chart.Trans("initial", "a"), chart.Trans("a", "b", "e_done")},
		`an event with the name "e *" has no`:              {a, b, chart.Trans("initial", "a"), chart.Trans("a", "b", "e *")},
		"a predicate over events has no":                   {a, b, chart.Trans("initial", "a"), chart.Trans("a", "b").When(func(*chart.Call, chart.Event) (bool, error) { return true, nil })},
		"an initial connector with several ways":           {a, b, chart.Trans("initial", "a").If(func(*chart.Call) (bool, error) { return true, nil }), chart.Trans("initial", "b"), chart.Trans("a", "b", "e")},
		"the activity (doo) of root.w is left out":         {chart.State("w").Does(func(*chart.Call) (chart.Progress, error) { return chart.Done, nil }), chart.Trans("initial", "w")},
		"SCXML does not tell errors by their states":       {a, b, chart.Trans("initial", "a"), chart.Trans("a", "b", "e_error@root.a")},
		"the event e_error@root.b has no":                  {a, b, chart.Trans("initial", "a"), chart.Trans("a", "b", "e_error@root.b")},
		"functions are called by names":                    {chart.State("f").OnEntry(ok), chart.Trans("initial", "f")},
		"a transition for e is one for e.x":                {a, b, chart.Trans("initial", "a"), chart.Trans("a", "b", "e"), chart.Trans("b", "a", "e.x")},
		"SCXML asks the innermost state first":             {a, b, chart.Trans("initial", "a"), chart.Trans("a", "b", "e")},
		"SCXML takes one event a step":                     {a, b, chart.Trans("initial", "a"), chart.Trans("a", "b", "e")},
		`the name "two words" has no counterpart in SCXML`: {chart.State("two words"), chart.Trans("initial", "two words")},
	} {
		text, faults := Write(&chart.Model{Name: "x", Root: chart.State("", parts...)})
		if !slices.ContainsFunc(faults, func(f diag.Fault) bool {
			return strings.Contains(f.What, want) && (f.Severity == diag.Warning) == (text != nil)
		}) {
			t.Errorf("want %q, got %v", want, faults)
		}
	}
}

// TestAnEventIsToldOnce, however many transitions it has.
func TestAnEventIsToldOnce(t *testing.T) {
	_, faults := Write(&chart.Model{Name: "x", InnerFirst: true, Single: true, Root: chart.State("", chart.State("a"), chart.State("b"), chart.Trans("initial", "a"),
		chart.Trans("a", "b", "e"), chart.Trans("b", "a", "e"), chart.Trans("b", "a", "e.x"))})
	if len(faults) != 1 || !strings.Contains(faults[0].What, "a transition for e is one for e.x") {
		t.Errorf("got %d: %v", len(faults), faults)
	}
}
