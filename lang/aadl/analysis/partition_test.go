package analysis_test

import (
	"strings"
	"testing"

	. "github.com/sinew-robotics/sinew/lang/aadl/analysis"
)

// apart is a thread a in partition one that takes what it says, connected to b in partition two.
func apart(a, b string) string {
	return "a: thread T {Compute_Execution_Time => " + a + ";};\nb: thread T {Compute_Execution_Time => 1 ms .. 4 ms; " + b + "};\n" +
		"connections c: port a.o -> b.i;\nflows f: end to end flow a.src -> c -> b.snk;"
}

const (
	bindApart = "properties Actual_Processor_Binding => (reference (one)) applies to p.a; Actual_Processor_Binding => (reference (two)) applies to p.b;\n"
	// module is a processor whose major frame of 10 has a window of 4 for partition one, then one of 6 for two.
	module = "cpu: processor {ARINC653::Module_Major_Frame => 10 ms;};\none: virtual processor; two: virtual processor;\n" + bindApart +
		"Actual_Processor_Binding => (reference (cpu)) applies to one, two;\n" +
		"ARINC653::Module_Schedule => ([Partition => reference (one); Duration => 4 ms;], [Partition => reference (two); Duration => 6 ms;]) applies to cpu;"
)

// TestLatencyOfPartitions is TestLatency where partitions come in.
func TestLatencyOfPartitions(t *testing.T) {
	for _, c := range []latencyCase{
		// Partitions on no processor, known by their periods alone: the first adds nothing, the second up to its 20.
		// 2+0+1; 3+20+4.
		{"frames", apart("2 ms .. 3 ms", ""), "one: virtual processor {Period => 10 ms;}; two: virtual processor {Period => 20 ms;};\n" + bindApart,
			Options{}, 3, 27, "partition major frame 0..0, processing time 2..3, connection 0..0, partition major frame 0..20, processing time 1..4", nil},
		// SS: from 2 or 3 after a's partition began to 20: 2+18+1; 3+17+4.
		{"frames in step", apart("2 ms .. 3 ms", ""), "one: virtual processor {Period => 10 ms;}; two: virtual processor {Period => 20 ms;};\n" + bindApart,
			Options{Synchronous: true}, 21, 24,
			"partition major frame 0..0, processing time 2..3, connection 0..0, partition major frame 18..17, processing time 1..4", nil},
		// Output leaves at the major frame of 10, partition two begins at 4 of the next: 2+8+4+1; 3+7+4+4.
		{"schedule, major frame", apart("2 ms .. 3 ms", ""), module, Options{}, 15, 18,
			"partition offset 0..0, processing time 2..3, partition output (MF) 8..7, connection 0..0, partition offset 4..4, processing time 1..4", nil},
		// PE: output leaves as the window ends, at 4, when partition two begins: 2+2+0+1; 3+1+0+4.
		{"schedule, partition end", apart("2 ms .. 3 ms", ""), module, Options{PartitionEnd: true}, 5, 8,
			"partition offset 0..0, processing time 2..3, partition output (PE) 2..1, connection 0..0, partition offset 0..0, processing time 1..4", nil},
		// PE, more than a window of 4: 5 is 1 into the second, 3 before its end, and a frame of 10 is between: 13; 6: 2+10.
		// Then 18 since the frame began, and two begins at 24: 6. 5+13+6+1; 6+12+6+4.
		{"more than a window", apart("5 ms .. 6 ms", ""), module, Options{PartitionEnd: true}, 25, 28,
			"partition offset 0..0, processing time 5..6, partition output (PE) 13..12, connection 0..0, partition offset 6..6, processing time 1..4", nil},
		// b's period of 20 is 10 more than its partition's, which it may have to wait for too: 2+0+10+1; 3+10+10+4.
		{"slow thread in a partition", apart("2 ms .. 3 ms", "Period => 20 ms;"), "one: virtual processor {Period => 10 ms;}; two: virtual processor {Period => 10 ms;};\n" +
			bindApart, Options{}, 13, 27, "partition major frame 0..0, processing time 2..3, connection 0..0, partition major frame 0..10, sampling 10..10, processing time 1..4", nil},
		// A period of 5 in a partition of 10 makes no sense: 2+0+0+1; 3+10+0+4.
		{"fast thread in a partition", apart("2 ms .. 3 ms", "Period => 5 ms;"), "one: virtual processor {Period => 10 ms;}; two: virtual processor {Period => 10 ms;};\n" +
			bindApart, Options{}, 3, 17, "partition major frame 0..0, processing time 2..3, connection 0..0, partition major frame 0..10, sampling 0..0, processing time 1..4",
			[]string{"warning aadl-flow-timing p.b.snk: its period of 5 ms is shorter than that of its partition, 10 ms"}},
		// Without a schedule, an execution time of 4 every 10 is a window; b is in no partition: 2+8+1; 3+7+4.
		{"out of a partition", apart("2 ms .. 3 ms", ""), "one: virtual processor {Period => 10 ms; Execution_Time => 4 ms;};\n" +
			"properties Actual_Processor_Binding => (reference (one)) applies to p.a;", Options{}, 11, 14,
			"partition offset 0..0, processing time 2..3, partition output (MF) 8..7, connection 0..0, processing time 1..4", nil},
		// Both in one partition: nothing between. 2+1; 3+4.
		{"one partition", apart("2 ms .. 3 ms", ""), "one: virtual processor {Period => 10 ms;};\nproperties Actual_Processor_Binding => (reference (one)) applies to p;",
			Options{}, 3, 7, "partition major frame 0..0, processing time 2..3, connection 0..0, processing time 1..4", nil},
	} {
		t.Run(c.name, c.run)
	}
}

// TestExpectedLatency: a flow of 3 to 15 ms, whose steps state 2 to 12, beside what it is expected to take.
func TestExpectedLatency(t *testing.T) {
	for _, c := range []struct{ expected, fault string }{
		{"3 ms .. 15 ms", "warning aadl-latency p.f: the latencies stated for the flow's steps add up to 2 ms at least; expected are 3 to 15 ms"},
		{"2 ms .. 15 ms", ""},
		{"2 ms .. 14 ms", "error aadl-latency p.f: the flow takes up to 15 ms; expected are 2 to 14 ms"},
		{"1 ms .. 2 ms", "error aadl-latency p.f: the flow takes 3 to 15 ms; expected are 1 to 2 ms"},
		{"4 ms .. 20 ms", "warning aadl-latency p.f: the flow may take no more than 3 ms; expected are 4 to 20 ms"},
	} {
		// The flow specifications state 1 to 2 and 1 to 10; 2+0+1; 3+8+4 as in TestLatency.
		text := model(pair("Period => 8 ms;", "", "Latency => "+c.expected+";")+
			"\nproperties Latency => 1 ms .. 2 ms applies to a.src; Latency => 1 ms .. 10 ms applies to b.snk;", "")
		r, faults := analysed(t, text, Options{Only: []Kind{Latency}})
		if c.fault == "" {
			wantFaults(t, faults)
		} else {
			wantFaults(t, faults, c.fault)
		}
		if f := r.Latencies[0]; f.SpecifiedMin != 2 || f.SpecifiedMax != 12 || f.Flow != "p.f" {
			t.Errorf("%s: %+v", c.expected, f)
		}
	}
	// What is stated adds up to more than expected, though the flow takes less.
	_, faults := analysed(t, model(pair("Period => 8 ms;", "", "Latency => 0 ms .. 15 ms;")+
		"\nproperties Latency => 6 ms .. 8 ms applies to a.src; Latency => 6 ms .. 8 ms applies to b.snk;", ""), Options{Only: []Kind{Latency}})
	wantFaults(t, faults, "error aadl-latency p.f: the latencies stated for the flow's steps add up to 12 to 16 ms; expected are 0 to 15 ms")
}

// TestModes: each mode has its figures; a fault says in which modes it is, unless in all.
func TestModes(t *testing.T) {
	text := model("", `a: device V {Compute_Execution_Time => 2 ms .. 3 ms;}; b: device V {Compute_Execution_Time => 1 ms .. 4 ms;};
connections c: port a.o -> b.i;
flows f: end to end flow a.src -> c -> b.snk {Latency => 0 ms .. 15 ms;}; g: end to end flow a.src -> c -> b.snk {Latency => 0 ms .. 1 ms;};
modes day: initial mode; night: mode; day -[a.oe]-> night;
properties Period => 8 ms in modes (day), 20 ms in modes (night) applies to b;`)
	r, faults := analysed(t, text, Options{Only: []Kind{Latency}})
	var got []float64 // by day 3+8+4, by night 3+20+4
	for _, f := range r.Latencies {
		got = append(got, f.Max)
	}
	if len(got) != 4 || got[0] != 15 || got[1] != 15 || got[2] != 27 || got[3] != 27 || r.Latencies[0].Mode == r.Latencies[2].Mode {
		t.Errorf("%v", r.Latencies)
	}
	wantFaults(t, faults, "error aadl-latency f: the flow takes up to 27 ms; expected are 0 to 15 ms, in ",
		"error aadl-latency g: the flow takes 3 to 15 ms; expected are 0 to 1 ms, in ",
		"error aadl-latency g: the flow takes 3 to 27 ms; expected are 0 to 1 ms, in ")
	day, _ := analysed(t, text, Options{Only: []Kind{Power}})
	if len(day.Latencies) != 0 || day.Options != "AS-MF-DL-EQ-EQL" {
		t.Errorf("%+v", day)
	}
}

// TestTooManyModes: what is left out is told. 600 devices in 2^12 modes are more than is looked at.
func TestTooManyModes(t *testing.T) {
	moody := "  device W features e: in event port; flows none; modes a: initial mode; b: mode; a -[e]-> b; b -[e]-> a; end W;\n  system S end S;\n"
	text := strings.Replace(model("", "w: device W[12] {SEI::NetWeight => 1.0 kg;}; v: device V[600] {SEI::NetWeight => 1.0 kg;};\nproperties SEI::WeightLimit => 1.0 kg;"), "  system S end S;\n", moody, 1)
	r, faults := analysed(t, text, Options{Only: []Kind{Weight}})
	wantFaults(t, faults, "warning aadl-modes S.i: only the first 3", "error aadl-weight S.i: it weighs 612 kg, more than its limit of 1 kg")
	if len(r.Weights) != 613 {
		t.Errorf("%d weights", len(r.Weights))
	}
}
