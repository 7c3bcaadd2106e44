package scxml

import (
	"errors"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/model/chart"
)

func oven(t testing.TB, host Host) *chart.Machine {
	t.Helper()
	text, err := os.ReadFile("testdata/oven.scxml")
	if err != nil {
		t.Fatal(err)
	}
	return started(t, "oven.scxml", text, host)
}

// started reads a chart and enters it.
func started(t testing.TB, name string, text []byte, host Host) *chart.Machine {
	t.Helper()
	m, faults := Read(name, text, host)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	c, err := chart.New(m, nil, chart.Config{})
	if err != nil {
		t.Fatal(err)
	}
	c.Run()
	return c
}

func where(c *chart.Machine) string {
	var leaves []string
	for _, n := range c.Active(nil) {
		if c.Written(n).Leaf() {
			path := c.Path(n)
			leaves = append(leaves, path[strings.LastIndexByte(path, '.')+1:])
		}
	}
	return strings.Join(leaves, " ")
}

func newVM(t testing.TB, out *strings.Builder) *lua.VM {
	t.Helper()
	vm, err := lua.New(lua.Config{Heap: 256 << 10, Stdout: func(b []byte) { out.Write(b) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = vm.Close() })
	return vm
}

func TestADocumentRuns(t *testing.T) {
	var out strings.Builder
	c := oven(t, &Lua{VM: newVM(t, &out)})
	for _, step := range [][2]string{
		{"", "off closed"},
		{"open turn.on", "off opened"}, // the guard is false by then: one event at a time
		{"close turn.on.please", "on closed"},
		{"stir", "on closed"}, // leaves and enters, minutes is 2
		{"quit", "bye"},
		{"again", "on closed"}, // any event, and minutes is 3
		{"open", "on opened"},
		{"time", "bye"}, // burnt, which raises smoke, which ends the other region
	} {
		for _, e := range strings.Fields(step[0]) {
			if err := c.SendName(e); err != nil {
				t.Fatal(err)
			}
		}
		c.Run()
		if got := where(c); got != step[1] {
			t.Errorf("after %q in %q, want %q", step[0], got, step[1])
		}
	}
	if got := out.String(); got != "minutes\t1\nminutes\t2\nminutes\t3\n" {
		t.Errorf("printed %q", got)
	}
	if n := c.Counts().Failures; n != 0 {
		t.Error(n, c.Failures())
	}
}

func TestNamedFunctions(t *testing.T) {
	text := `<scxml initial="a"><state id="a"><onentry><script> hello </script><log label="x"/></onentry>
		<transition event="go" cond="may" target="b"/></state><state id="b"><onentry><raise event="r"/><script>fails</script></onentry>
		<transition event="error" target="a"/></state></scxml>`
	said := ""
	host := Named{Conds: map[string]func(*chart.Call) (bool, error){"may": func(*chart.Call) (bool, error) { return true, nil }},
		Scripts: map[string]func(*chart.Call) error{"hello": func(*chart.Call) error { said += "hello "; return nil },
			"fails": func(*chart.Call) error { return errors.New("broken") }},
		Logs: func(_ *chart.Call, label, _ string) error { said += label + " "; return nil }}
	m, faults := Read("a.scxml", []byte(text), host)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	c, err := chart.New(m, nil, chart.Config{})
	if err != nil {
		t.Fatal(err)
	}
	c.Run()
	_ = c.SendName("go")
	c.Run()
	if where(c) != "a" || said != "hello x hello x " || c.Counts().Failures != 1 {
		t.Errorf("in %s, said %q, %d failures", where(c), said, c.Counts().Failures)
	}
	if _, faults = Read("a.scxml", []byte(text), Named{}); len(faults) != 3 || faults[0].Code != "scxml-code" {
		t.Error(faults)
	}
}

// TestForeach: the array is copied first, the elements come in order, loops nest, and an error ends all of it.
func TestForeach(t *testing.T) {
	var said strings.Builder
	text := `<scxml><datamodel><data id="list" expr="{3, 4}"/></datamodel><state id="a"><onentry>
	<foreach array="list" item="x" index="i"><script>list[#list + 1] = 9</script>
		<foreach array="{'u', 'v'}" item="y"><log expr="i, x, y"/></foreach></foreach>
	<foreach array="{}" item="x"><log expr="'never'"/></foreach>
	<log expr="#list"/>
	</onentry><transition event="go" target="b"/></state><state id="b"><onentry>
	<foreach array="{1, 2}" item="x"><log expr="x"/><script>error("no")</script></foreach><log expr="'not reached'"/>
	</onentry><transition event="go" target="c"/></state><state id="c"><onentry><foreach array="7" item="x"/></onentry></state></scxml>`
	c := started(t, "a.scxml", []byte(text), &Lua{VM: newVM(t, &said)})
	for range 2 {
		_ = c.SendName("go")
		c.Run()
	}
	words := strings.Join(strings.Fields(said.String()), " ")
	if want := "1 3 u 1 3 v 2 4 u 2 4 v 4 1"; words != want || where(c) != "c" || c.Counts().Failures != 2 {
		t.Errorf("said %q, want %q; in %s, %d failures: %v", words, want, where(c), c.Counts().Failures, c.Failures())
	}
}

// TestIf: the first condition that holds decides, and one that fails is as if it did not hold, with an error told.
func TestIf(t *testing.T) {
	var said strings.Builder
	text := `<scxml><datamodel><data id="n" expr="0"/></datamodel><state id="a"><onentry>
	<assign location="n" expr="n + 1"/>
	<if cond="n == 1"><log expr="'one'"/><log expr="'1'"/>
	<elseif cond="n == 2"/><log expr="'two'"/>
	<elseif cond="n == 2"/><log expr="'never'"/>
	<elseif cond="none.field"/>
	<else/><log expr="'many'"/>
		<if cond="In('a')"><foreach array="{1, 2}" item="x"><if cond="x == 2"><log expr="'in a loop'"/><script>error("no")</script></if></foreach></if>
		<log expr="'not reached'"/>
	</if>
	<if cond="n == 7"/>
	<log expr="'end'"/>
	</onentry><transition event="go" target="a"/><transition event="error.execution"><log expr="'told'"/></transition></state></scxml>`
	c := started(t, "a.scxml", []byte(text), &Lua{VM: newVM(t, &said)})
	for _, want := range []struct {
		said     string
		failures int
	}{{"one 1 end", 0}, {"two end", 0}, {"many in a loop told told", 2}} {
		words := strings.Join(strings.Fields(said.String()), " ")
		if words != want.said || c.Counts().Failures != want.failures {
			t.Errorf("said %q, want %q; %d failures: %v", words, want.said, c.Counts().Failures, c.Failures())
		}
		said.Reset()
		_ = c.SendName("go")
		c.Run()
	}
}

// TestNullDataModel: there an id stands in In without quotes.
func TestNullDataModel(t *testing.T) {
	text := `<scxml datamodel="null"><parallel id="p"><state id="a"/><state id="b"><state id="x"><transition event="go" cond="In(a)" target="y"/></state><state id="y">
	<transition event="go" cond="In(x)" target="x"/></state></state></parallel></scxml>`
	c := started(t, "a.scxml", []byte(text), nil)
	for range 2 {
		_ = c.SendName("go")
		c.Run()
	}
	if where(c) != "a y" || c.Counts().Failures != 0 {
		t.Errorf("in %q, %v", where(c), c.Failures())
	}
}

// TestLinesOfFaults: code in a document fails in the line in which it stands, the first one included.
func TestLinesOfFaults(t *testing.T) {
	for text, line := range map[string]string{
		`<scxml><state id="a"><transition cond="none.field"/></state></scxml>`:                                            "a.scxml:1:",
		`<scxml><state id="a"><onentry><if cond="none.field"/></onentry></state></scxml>`:                                 "a.scxml:1:",
		`<scxml><state id="a"><onentry><log expr="none.field"/></onentry></state></scxml>`:                                "a.scxml:1:",
		`<scxml><state id="a"><onentry><foreach array="none.field" item="x"/></onentry></state></scxml>`:                  "a.scxml:1:",
		`<scxml><state id="a"><onentry><foreach array="{1}" item="none.field"/></onentry></state></scxml>`:                "a.scxml:1:",
		"<scxml>\n<state id='a'>\n<transition cond='none.field'/></state></scxml>":                                        "a.scxml:3:",
		"<scxml>\n<state id='a'><onentry><script>\nlocal x = 1 -- and\nnone.field = x</script></onentry></state></scxml>": "a.scxml:4:",
	} {
		c := started(t, "a.scxml", []byte(text), &Lua{VM: newVM(t, new(strings.Builder))})
		if f := c.Failures(); len(f) == 0 || !strings.HasPrefix(f[0].Err.Error(), line) {
			t.Errorf("%s: want a failure that begins with %s, got %v", text, line, f)
		}
	}
}

func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		`<scxml`:                      "scxml-syntax a.scxml:1:7",
		`<scxml/><scxml/>`:            "scxml-syntax a.scxml:1:9",
		`<a:scxml/>`:                  "chart-root",
		`<html/>`:                     "scxml-syntax a.scxml:1:1",
		`<scxml/>`:                    "chart-root",
		"<scxml>\n":                   "scxml-syntax a.scxml:1:1",
		strings.Repeat("<state>", 80): "scxml-syntax a.scxml:1:449",
		"<scxml>\n <state id='a'><transition target='b'/></state></scxml>":                                                   "scxml-id a.scxml:2:16",
		"<scxml><state id='a'/><state id='a'/></scxml>":                                                                      "scxml-id a.scxml:1:23",
		"<scxml initial='x'><state id='a'/></scxml>":                                                                         "scxml-id a.scxml:1:1",
		"<scxml><state id='a'><stat/></state></scxml>":                                                                       "scxml-element a.scxml:1:22",
		"<scxml><state id='a'><onentry><foreach array='x'/></onentry></state></scxml>":                                       "scxml-element a.scxml:1:31",
		"<scxml><state id='a'><onentry><foreach array='x' item='end'/></onentry></state></scxml>":                            "scxml-code a.scxml:1:31",
		"<scxml><state id='a'><invoke/></state></scxml>":                                                                     "scxml-unsupported a.scxml:1:22",
		"<scxml><state id='a'><onentry><send event='e' delay='1s'/></onentry></state></scxml>":                               "scxml-unsupported a.scxml:1:31",
		"<scxml><state id='a'><onentry><cancel sendid='x'/></onentry></state></scxml>":                                       "scxml-unsupported a.scxml:1:31",
		"<scxml><state id='a'><onentry><if/></onentry></state></scxml>":                                                      "scxml-element a.scxml:1:31",
		"<scxml><state id='a'><onentry><if cond='x'><elseif/></if></onentry></state></scxml>":                                "scxml-element a.scxml:1:44",
		"<scxml><state id='a'><onentry><if cond='x'><else cond='y'/></if></onentry></state></scxml>":                         "scxml-element a.scxml:1:44",
		"<scxml><state id='a'><onentry><if cond='x'><else/><else/></if></onentry></state></scxml>":                           "scxml-element a.scxml:1:51",
		"<scxml><state id='a'><onentry><if cond='x'><else><log/></else></if></onentry></state></scxml>":                      "scxml-element a.scxml:1:44",
		"<scxml><state id='a'><onentry>\n<if cond='1 +'/></onentry></state></scxml>":                                         "scxml-code a.scxml:2:1",
		"<scxml><state id='a'><onentry><if cond='x'><elseif cond='1 +'/></if></onentry></state></scxml>":                     "scxml-code a.scxml:1:44",
		"<scxml><state id='a'><onentry><else/></onentry></state></scxml>":                                                    "scxml-element a.scxml:1:31",
		"<scxml><state id='a'><onentry><if cond='x'><invoke/></if></onentry></state></scxml>":                                "scxml-unsupported a.scxml:1:44",
		"<scxml><state id='a'><transition event='e' target='a b'/></state><state id='b'/></scxml>":                           "scxml-unsupported a.scxml:1:22",
		"<scxml><state id='a'><transition event='e' cond='1 +' target='a'/></state></scxml>":                                 "scxml-code a.scxml:1:22",
		"<scxml><state id='a'><history id='h' type='odd'/><state id='b'/></state></scxml>":                                   "scxml-element a.scxml:1:22",
		`<scxml><state id='a'><transition event='e' cond="In('a') and not In('b')" target='a'/></state></scxml>`:             "scxml-code a.scxml:1:22",
		`<scxml><state id='a'><transition event='e' cond="not In('a')" target='a'/></state></scxml>`:                         "scxml-code a.scxml:1:22",
		`<scxml><state id='a'><transition event='e' cond="In(a)" target='a'/></state></scxml>`:                               "scxml-code a.scxml:1:22",
		`<scxml><state id='a'><transition event='e' cond="In('a&quot;)" target='a'/></state></scxml>`:                        "scxml-code a.scxml:1:22",
		`<scxml datamodel="null"><state id='a'><transition event='e' cond="In(b)" target='a'/></state></scxml>`:              "scxml-id a.scxml:1:39",
		"<scxml datamodel='ecmascript'><state id='a'/></scxml>":                                                              "scxml-differs a.scxml:1:1",
		"<scxml><state id='a'><transition event='e' type='sideways' target='a'/></state></scxml>":                            "scxml-element a.scxml:1:22",
		"<scxml><parallel id='p'><state id='x'><transition event='e' target='y'/></state><state id='y'/></parallel></scxml>": "chart-regions a.scxml:1:39",
	} {
		m, faults := Read("a.scxml", []byte(text), &Lua{VM: newVM(t, new(strings.Builder))})
		if m != nil {
			faults = append(faults, m.Check()...)
		}
		if !slices.ContainsFunc(faults, func(f diag.Fault) bool { return strings.TrimSpace(f.Code+" "+f.Pos.String()) == want || want == f.Code }) {
			t.Errorf("%s: want %s, got %v", text, want, faults)
		}
	}
}

// TestTextInPiecesIsReadOnce: comments do not make a script's text copied again and again.
func TestTextInPiecesIsReadOnce(t *testing.T) {
	text := "<scxml><state id='a'><onentry><script>" + strings.Repeat("x<!---->", 20000) + "</script></onentry></state></scxml>"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	root, faults := parse("a.scxml", []byte(text))
	runtime.ReadMemStats(&after)
	if root == nil {
		t.Fatal(faults)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 50<<20 {
		t.Errorf("a document of %d bytes took %d", len(text), n)
	}
}

func TestRulesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/format/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range Rules() {
		if row := "\n| `" + r.Code + "` | " + r.Text + " |\n"; !strings.Contains(string(page), row) {
			t.Errorf("docs/format/faults.md has no row %s", row)
		}
	}
}

// FuzzRead: whatever the text, there are a model or faults, and a model that checks runs.
func FuzzRead(f *testing.F) {
	text, err := os.ReadFile("testdata/oven.scxml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte("<scxml><parallel id='p'><state id='x'><history id='h'/><final id='f'/></state><state id='y'/></parallel></scxml>"))
	f.Add([]byte("<scxml><state id='a'><onentry><if cond='x'><raise event='e'/><elseif cond=\"In('a')\"/><log/><else/><if cond='1'/></if></onentry><transition event='e' target='a'/></state></scxml>"))
	fuzz.Run(f, func(t *testing.T, text []byte) {
		m, faults := Read("f.scxml", text, nil)
		if m == nil {
			if faults.Err() == nil {
				t.Fatal("neither a model nor a fault")
			}
			return
		}
		if m.Check().Err() != nil {
			return
		}
		c, err := chart.New(m, nil, chart.Config{Queue: 8, Passes: 50})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range []string{"turn.on", "open", "e"} {
			_ = c.SendName(e)
			c.Run()
		}
	})
}
