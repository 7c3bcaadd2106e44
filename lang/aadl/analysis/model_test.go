package analysis_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	. "github.com/sinew-robotics/sinew/lang/aadl/analysis"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// types are what the small models are built of. A message of D has 8 bytes.
const types = `package M
public
  with SEI, ARINC653;
  data D properties Data_Size => 8 Bytes; end D;
  thread T
    features i: in data port D; o: out data port D; e: in event data port D; oe: out event data port D;
    flows src: flow source o; esrc: flow source oe; snk: flow sink i; esnk: flow sink e; thru: flow path i -> o;
  end T;
  device V
    features i: in data port D; o: out data port D; e: in event data port D; oe: out event data port D; net: requires bus access B;
    flows src: flow source o; esrc: flow source oe; snk: flow sink i; esnk: flow sink e;
  end V;
  bus B end B;
  virtual bus P10 properties Period => 10 ms; Data_Size => 4 Bytes; end P10;
  virtual bus Frame properties Data_Size => 4 Bytes; Transmission_Time => [Fixed => 1 ms .. 1 ms; PerByte => 0 ms .. 1 ms;]; end Frame;
  processor Fast properties SEI::MIPSCapacity => 100.0 MIPS; end Fast;
  process P end P;
  system S end S;
`

// model is a system with a process p, whose implementation holds what process says. In both, the lines before the first
// keyword of a section are subcomponents.
func model(process, system string) string {
	body := func(text string) string {
		if strings.TrimSpace(text) == "" {
			return ""
		}
		return "  subcomponents\n" + text
	}
	return types + "process implementation P.i\n" + body(process) + "\nend P.i;\nsystem implementation S.i\n" +
		body("p: process P.i;\n"+system) + "\nend S.i;\nend M;\n"
}

// analysed reads a text, builds M::S.i and analyses it. Only the analysis may find faults.
func analysed(t *testing.T, text string, o Options) (*Report, diag.Faults) {
	t.Helper()
	f, faults := syntax.Parse("m.aadl", text)
	m, more := aadl.Link([]*syntax.File{f})
	faults = append(faults, more...)
	i, more := instance.Instantiate(m, "M::S.i")
	if faults = append(faults, more...); len(faults) > 0 {
		t.Fatalf("%v\n%s", faults, text)
	}
	return Analyse(i, o)
}

// told gives faults on a line each: severity, code, path and what.
func told(faults diag.Faults) (lines []string) {
	for _, f := range faults {
		lines = append(lines, fmt.Sprintf("%v %s %s: %s", f.Severity, f.Code, f.Path, f.What))
	}
	return lines
}

// wantFaults compares faults with the beginnings of lines as told gives them, and holds each against the rules.
func wantFaults(t *testing.T, faults diag.Faults, want ...string) {
	t.Helper()
	got := told(faults)
	ok := len(got) == len(want)
	for i := range got {
		ok = ok && strings.HasPrefix(got[i], want[i])
	}
	if !ok {
		t.Errorf("faults:\n  %s\nwant:\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
	for _, f := range faults {
		if f.Line == 0 || f.Do == "" || !slices.ContainsFunc(Rules(), func(r diag.Rule) bool { return r.Code == f.Code }) {
			t.Errorf("a fault without a place, a rule or what to do: %+v", f)
		}
	}
}
