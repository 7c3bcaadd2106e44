package analysis_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	. "github.com/sinew-robotics/sinew/lang/aadl/analysis"
)

// TestMemory has small memories; each comment has the sums.
func TestMemory(t *testing.T) {
	const bind = "properties Actual_Memory_Binding => (reference (mem)) applies to p;\n"
	sizes := "a: thread T {Data_Size => 10 KByte; Heap_Size => 20 KByte; Stack_Size => 5 KByte; Code_Size => 7 KByte;};\nb: thread T {Data_Size => 1 KByte;};\n"
	for _, c := range []struct {
		name, process, system, want string
		faults                      []string
	}{
		// 10+20+5+7 of a and 1 of b: 43 of 43.
		{"all", sizes, "mem: memory {Memory_Size => 43 KByte;};\n" + bind, "mem memory 43 of 43 (p 43/43); S.i memory 43 of 43 ()", nil},
		{"too much", sizes, "mem: memory {Memory_Size => 42 KByte;};\n" + bind, "mem memory 43 of 42 (p 43/43); S.i memory 43 of 42 ()",
			[]string{"error aadl-memory mem: what is bound to it takes 43 KByte of memory, more than the 42 KByte there are"}},
		// In RAM data, heap and stack: 10+20+5+1 = 36; in ROM code: 7.
		{"RAM and ROM", sizes, "mem: memory {SEI::RAMCapacity => 40.0 KByte; SEI::ROMCapacity => 6.0 KByte;};\n" + bind,
			"mem RAM 36 of 40 (p 36/36); S.i RAM 36 of 40 (); mem ROM 7 of 6 (p 7/7); S.i ROM 7 of 6 ()",
			[]string{"error aadl-memory mem: what is bound to it takes 7 KByte of ROM, more than the 6 KByte there are"}},
		// a is known to take 9, more than its 8; where nothing is known of, its budget counts: b 30.
		{"budgets", "a: thread T {SEI::RAMBudget => 8.0 KByte; SEI::RAMActual => 9.0 KByte;};\nb: thread T {SEI::RAMBudget => 30.0 KByte;};\n",
			"mem: memory {SEI::RAMCapacity => 64.0 KByte;};\nproperties Actual_Memory_Binding => (reference (mem)) applies to p.a, p.b;\n",
			"mem RAM 39 of 64 (p.a 9/9, p.b 0/30); S.i RAM 39 of 64 ()", []string{"error aadl-memory p.a: it takes 9 KByte of RAM, more than its budget of 8 KByte"}},
		// The same bound as one: 9 known, 30 for b.
		{"budgets of parts", "a: thread T {SEI::RAMActual => 9.0 KByte;};\nb: thread T {SEI::RAMBudget => 30.0 KByte;};\n",
			"mem: memory {SEI::RAMCapacity => 38.0 KByte;};\n" + bind, "mem RAM 39 of 38 (p 9/39); S.i RAM 39 of 38 ()",
			[]string{"error aadl-memory mem: what is bound to it takes 39 KByte of RAM, more than the 38 KByte there are"}},
		// b is somewhere else: 42 in mem, 1 in other; 43 in all.
		{"two memories", sizes, "mem: memory {Memory_Size => 50 KByte;}; other: memory {Memory_Size => 2 KiByte;};\n" + bind +
			"Actual_Memory_Binding => (reference (other)) applies to p.b;",
			"mem memory 42 of 50 (p 42/42); other memory 1 of 2.048 (p.b 1/1); S.i memory 43 of 52.048 ()", nil},
		// Bound to nothing: 43 do not fit in the 40 that there are in all.
		{"unbound", sizes, "mem: memory {Memory_Size => 40 KByte;};\n", "mem memory 0 of 40 (); S.i memory 43 of 40 ()",
			[]string{"error aadl-memory S.i: all together takes 43 KByte of memory, more than the 40 KByte of all memories"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, faults := analysed(t, model(c.process, c.system), Options{Only: []Kind{Memory}})
			wantFaults(t, faults, c.faults...)
			var got []string
			for _, m := range r.Memories {
				var holds []string
				for _, u := range m.Holds {
					holds = append(holds, fmt.Sprintf("%s %v/%v", u.Component, u.Actual, u.Used))
				}
				got = append(got, fmt.Sprintf("%s %s %v of %v (%s)", m.Memory, m.Kind, m.Used, m.Capacity, strings.Join(holds, ", ")))
			}
			if s := strings.Join(got, "; "); s != c.want {
				t.Errorf("%s\nwant %s", s, c.want)
			}
		})
	}
}

// TestWeight has small systems; each comment has the sums.
func TestWeight(t *testing.T) {
	for _, c := range []struct {
		name, system, want string
		faults             []string
	}{
		// 0.5 of its own, 1.5, 2 and a cable of 0.25: 4.25.
		{"sum", "a: device V {SEI::NetWeight => 1.5 kg;}; b: device V {SEI::GrossWeight => 2.0 kg;}; net: bus B {SEI::NetWeight => 0.0 kg;};\n" +
			"connections c: bus access net <-> a.net {SEI::NetWeight => 0.25 kg;};\nproperties SEI::NetWeight => 0.5 kg; SEI::WeightLimit => 4.25 kg;",
			"S.i 4.25 of 4.25, a 1.5, b 2", nil},
		{"too heavy", "a: device V {SEI::NetWeight => 1.5 kg;}; b: device V {SEI::NetWeight => 2.0 kg;};\nproperties SEI::WeightLimit => 3.0 kg;",
			"S.i 3.5 of 3, a 1.5, b 2", []string{"error aadl-weight S.i: it weighs 3.5 kg, more than its limit of 3 kg"}},
		// Gross 3, the parts 3.5: 3.5 counts. Limits 2+2 are more than 3.6.
		{"gross", "a: device V {SEI::NetWeight => 1.5 kg; SEI::WeightLimit => 2.0 kg;}; b: device V {SEI::NetWeight => 2.0 kg; SEI::WeightLimit => 2.0 kg;};\n" +
			"properties SEI::GrossWeight => 3.0 kg; SEI::WeightLimit => 3.6 kg;", "S.i 3.5 of 3.6, a 1.5 of 2, b 2 of 2", []string{
			"warning aadl-weight S.i: it and its parts weigh 3.5 kg, more than its gross weight of 3 kg",
			"warning aadl-weight S.i: the limits of its parts add up to 4 kg, more than its own of 3.6 kg"}},
		// Gross 5 where 3.5 are known: 5 counts.
		{"part of the gross weight", "a: device V {SEI::NetWeight => 3.5 kg;}; b: device V;\nproperties SEI::GrossWeight => 5.0 kg; SEI::WeightLimit => 6.0 kg;",
			"S.i 5 of 6, a 3.5", []string{"warning aadl-weight S.i: it and its parts weigh 3.5 kg, less than its gross weight of 5 kg"}},
		{"something has none", "a: device V {SEI::NetWeight => 3.5 kg;}; b: device V;\nproperties SEI::WeightLimit => 6.0 kg;",
			"S.i 3.5 of 6, a 3.5", []string{"warning aadl-budget b: it has no weight"}},
		{"nothing has any", "a: device V; b: device V;", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, faults := analysed(t, model("", c.system), Options{Only: []Kind{Weight}})
			wantFaults(t, faults, c.faults...)
			var got []string
			for _, w := range r.Weights {
				s := fmt.Sprintf("%s %v", w.Component, w.Weight)
				if w.Limit > 0 {
					s += fmt.Sprintf(" of %v", w.Limit)
				}
				got = append(got, s)
			}
			if s := strings.Join(got, ", "); s != c.want {
				t.Errorf("%s\nwant %s", s, c.want)
			}
		})
	}
}

// TestPower has a bus that feeds two devices; each comment has the sums.
func TestPower(t *testing.T) {
	const fed = "a: device V; b: device V; net: bus B;\nconnections c: bus access net <-> a.net; d: bus access net <-> b.net;\nproperties "
	for _, c := range []struct {
		name, properties, want string
		faults                 []string
	}{
		// 1.5 W and 500 mW of 2 W.
		{"just enough", "SEI::PowerCapacity => 2.0 W applies to net; SEI::PowerBudget => 1.5 W applies to a.net; SEI::PowerBudget => 500.0 mW applies to b.net;",
			"net 2 of 2, gets 0", nil},
		{"too much", "SEI::PowerCapacity => 2.0 W applies to net; SEI::PowerBudget => 1.5 W applies to a.net, b.net;",
			"net 3 of 2, gets 0", []string{"error aadl-power net: 3 W are drawn from it, more than its capacity of 2 W"}},
		// a feeds it with 1 W, b draws 1.5 of it.
		{"too little comes", "SEI::PowerCapacity => 2.0 W applies to net; SEI::PowerSupply => 1.0 W applies to a.net; SEI::PowerBudget => 1.5 W applies to b.net;",
			"net 1.5 of 2, gets 1", []string{"error aadl-power net: 1.5 W are drawn from it, more than the 1 W that it gets"}},
		{"no source", "SEI::PowerBudget => 1.5 W applies to a.net, b.net;", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, faults := analysed(t, model("", fed+c.properties), Options{Only: []Kind{Power}})
			wantFaults(t, faults, c.faults...)
			var got []string
			for _, p := range r.Powers {
				got = append(got, fmt.Sprintf("%s %v of %v, gets %v", p.Source, p.Budget, p.Capacity, p.Supply))
			}
			if s := strings.Join(got, ", "); s != c.want {
				t.Errorf("%s\nwant %s", s, c.want)
			}
		})
	}
}

// everything is a model in which every analysis has something to tell.
func everything() string {
	return model(thread("a", 1, 4, "Data_Size => 1 KByte;")+thread("b", 2, 8, "")+
		"connections c: port a.o -> b.i;\nflows f: end to end flow a.src -> c -> b.snk {Latency => 0 ms .. 20 ms;};",
		"cpu: processor {Scheduling_Protocol => (RMS); SEI::NetWeight => 0.25 kg;}; mem: memory {Memory_Size => 2 KByte; SEI::NetWeight => 1.0 kg;};\n"+
			"x: device V {Period => 5 ms; SEI::NetWeight => 1.0 kg;}; y: device V {SEI::NetWeight => 1.0 kg;}; net: bus B {Latency => 1 ms .. 2 ms; SEI::PowerCapacity => 3.0 W;};\n"+
			"connections c: port x.o -> y.i; d: bus access net <-> x.net; e: bus access net <-> y.net;\nflows g: end to end flow x.src -> c -> y.snk;\n"+
			"properties Actual_Processor_Binding => (reference (cpu)) applies to p; Actual_Memory_Binding => (reference (mem)) applies to p;\n"+
			"Actual_Connection_Binding => (reference (net)) applies to c; SEI::PowerBudget => 1.0 W applies to x.net; SEI::WeightLimit => 9.0 kg;")
}

// TestReportIsWritten: every analysis has a table, and its JSON the names that other programs read.
func TestReportIsWritten(t *testing.T) {
	r, faults := analysed(t, everything(), Options{})
	wantFaults(t, faults)
	var text, again bytes.Buffer
	if err := r.Write(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Latency of p.f (AS-MF-DL-EQ-EQL)\n", "p.a source src", "  sampling  ", "  total ", "expected", "Latency of g (", "    net  ",
		"Buses\n", "  bus net ", "Processors\n", "  processor cpu ", "response times", "Threads\n", "  p.b ", "Memory\n", "    p  ", "Weight\n", "  S.i ", "Power\n", "    to x.net ",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in\n%s", want, text.String())
		}
	}
	j, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
		Latency []struct {
			Flow         string
			Min          *float64 `json:"min_ms"`
			Max          *float64 `json:"max_ms"`
			Contributors []map[string]any
		}
		Bus, CPU, Memory, Weight, Power []map[string]any
	}
	if err := json.Unmarshal(j, &read); err != nil {
		t.Fatal(err)
	}
	// p.f, in step: a is done by 1, b reads at 4: 1+3+2 = 6, best 0.
	if len(read.Latency) != 2 || read.Latency[1].Flow != "p.f" || *read.Latency[1].Min != 0 || *read.Latency[1].Max != 6 ||
		len(read.Latency[1].Contributors) != 5 || len(read.Bus) != 1 || len(read.CPU) != 1 || len(read.Memory) != 2 || len(read.Weight) != 5 || len(read.Power) != 1 {
		t.Errorf("%s", j)
	}
	r2, _ := analysed(t, everything(), Options{})
	if err := r2.Write(&again); err != nil || again.String() != text.String() {
		t.Errorf("the same model gives another report: %v\n%s", err, again.String())
	}
}

// TestOptions: what there is not is told.
func TestOptions(t *testing.T) {
	o := Options{Only: []Kind{Latency, "gravity"}, Synchronous: true, PartitionEnd: true, ExecutionTime: true, FullQueues: true, WithoutBusQueuing: true}
	if err := o.Validate(); err == nil || !strings.Contains(err.Error(), `"gravity"`) || o.Label() != "SS-PE-ET-FQ-DQL" {
		t.Errorf("%v %s", err, o.Label())
	}
	if err := (Options{Only: Kinds()}).Validate(); err != nil {
		t.Error(err)
	}
}

// TestRulesAreListed: every code is in the document, and is used.
func TestRulesAreListed(t *testing.T) {
	text, err := os.ReadFile("../../../docs/format/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var source []byte
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(f, "_test.go") {
			source = append(source, b...)
		}
	}
	for _, r := range Rules() {
		if row := fmt.Sprintf("\n| `%s` | %s |\n", r.Code, r.Text); strings.Count(string(text), row) != 1 {
			t.Errorf("docs/format/faults.md has not one row%s", row)
		}
		if strings.Count(string(source), strconv.Quote(r.Code)) < 2 {
			t.Errorf("no fault has the code %s", r.Code)
		}
	}
}
