package lsp

import (
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/tool/lsp/client"
)

const typing = `package Typing
public
    with Parts, Own;
    data Image
    end Image;
    abstract Any
    end Any;
    thread Work
        features
            picture: in data port Image;
            @1
        flows
            f: flow @2
        properties
            @3
    end Work;
    thread implementation Work.i
        properties
            Period => 10 @4;
            Dispatch_Protocol => @5;
            Own::Colour => @6;
            Deadline => 5 ms applies to @7;
    end Work.i;
    process Job
        features
            eye: in data port @8;
            out_: out data port;
    end Job;
    process implementation Job.i
        subcomponents
            one: thread @9;
            two: thread Work.@10;
            three: @11
        connections
            c: port @12;
            d: port eye -> @13;
            e: port eye -> two.@14;
        modes
            m1: initial mode;
            m2: mode;
            t: m1 -[ @15 ]-> m2;
        properties
            Actual_Processor_Binding => (reference (@16)) applies to one;
            Period => 20 ms in modes (@17);
    end Job.i;
    system S extends @18
    end S;
    system implementation S.i
        subcomponents
            d: system Parts::@19;
            e: system P@20;
        -- a comment @21
    end S.i;
    @22
end @23;
`

func TestCompletion(t *testing.T) {
	e := edit(t, two)
	for _, c := range []struct {
		mark       string
		have, lack string // labels, with a | between them
	}{
		{"@1\n", "flows|properties|end|annex", "subcomponents|connections"},
		{"@2\n", "source|sink|path", "initial mode"},
		{"@3", "Period|Own::Gain|Dispatch_Protocol", "ms"},
		{"@4", "ms|us|hr|..", "Period|KByte"},
		{"@5", "Periodic|Sporadic|Aperiodic", "ms|red"},
		{"@6", "red|green", "Periodic"},
		{"@7", "picture", "eye|Work"},
		{"@8", "Image|Base_Types::Float|Any", "Work|Parts::Drive"},
		{"@9", "Work|Work.i|Any", "Image|Job"},
		{"@10", "i", "Work|Image"},
		{"@11", "thread|data|subprogram group|refined to", "in data port"},
		{"@12", "eye|one|two|out_", "c|m1"},
		{"@13", "eye|two|out_", "d|Image"},
		{"@14", "picture", "eye|one"},
		{"@15", "eye|two", "Period"},
		{"@16", "one|two|eye|c", "Image"},
		{"@17", "m1|m2", "one|eye"},
		{"@18", "Parts::Drive|Parts|Any|S", "Work|Image"},
		{"@19", "Drive|Drive.i|Drive.other", "Work|Parts"},
		{"@20", "Parts|Parts::Drive", "Work"},
		{"@21", "", "one|system|Parts"},
		{"@22", "thread|thread implementation|private|annex|end", "features"},
		{"@23", "Typing", "Work|Parts"},
	} {
		before, after, _ := strings.Cut(typing, c.mark)
		clean := func(s string) string { // of the other marks
			for i := strings.IndexByte(s, '@'); i >= 0; i = strings.IndexByte(s, '@') {
				s = s[:i] + strings.TrimLeft(s[i+1:], "0123456789")
			}
			return s
		}
		before = clean(before)
		name := "typing" + strings.TrimSpace(c.mark[1:]) + ".aadl"
		e.open(name, before+"|"+clean(after))
		e.change(name, "|", "") // and as it is being typed
		line := before[strings.LastIndexByte(before, '\n')+1:]
		p := client.Position{Line: strings.Count(before, "\n"), Character: len(line)}
		got, err := ask[struct{ Items []completionItem }](e, "completion", name, "", client.Object{"position": p})
		var labels []string
		for _, i := range got.Items {
			labels = append(labels, i.Label)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range strings.Split(c.have, "|") {
			if want != "" && !slices.Contains(labels, want) {
				t.Errorf("after %q there is no %s in %.300v", line, want, labels)
			}
		}
		for _, not := range strings.Split(c.lack, "|") {
			if slices.Contains(labels, not) {
				t.Errorf("after %q there is %s in %.300v", line, not, labels)
			}
		}
		if err := e.Notify("textDocument/didClose", client.Object{"textDocument": client.Object{"uri": e.uri(name)}}); err != nil {
			t.Fatal(err)
		}
	}
}
