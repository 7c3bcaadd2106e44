package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/sinew-robotics/sinew/lang/aadl/analysis"
)

// shown gives contributors as: method min..max, media in parentheses.
func shown(all []Contributor) string {
	parts := make([]string, len(all))
	for i, c := range all {
		method := c.MaxMethod
		if method == "no sampling/queuing latency" {
			method = c.Kind
		}
		parts[i] = fmt.Sprintf("%s %v..%v", method, c.Min, c.Max)
		if len(c.Contributors) > 0 {
			parts[i] += " (" + shown(c.Contributors) + ")"
		}
	}
	return strings.Join(parts, ", ")
}

// pair is a thread a that takes 2 to 3 ms every 10 ms, and one b that takes 1 to 4 ms, connected by their data ports.
func pair(b, connection, flow string) string {
	return "a: thread T {Period => 10 ms; Compute_Execution_Time => 2 ms .. 3 ms;};\n" +
		"b: thread T {Compute_Execution_Time => 1 ms .. 4 ms; " + b + "};\n" +
		"connections c: port a.o -> b.i {" + connection + "};\nflows f: end to end flow a.src -> c -> b.snk {" + flow + "};"
}

// events is a pair that is connected by event data ports.
func events(b, properties string) string {
	return "a: thread T {Period => 10 ms; Compute_Execution_Time => 2 ms .. 3 ms;};\n" +
		"b: thread T {Compute_Execution_Time => 1 ms .. 4 ms; " + b + "};\n" +
		"connections c: port a.oe -> b.e;\nflows f: end to end flow a.esrc -> c -> b.esnk;\nproperties " + properties
}

const (
	onCPU = "cpu: processor;\nproperties Actual_Processor_Binding => (reference (cpu)) applies to p;"
	wire  = "connections c: port a.o -> b.i;\nflows f: end to end flow a.src -> c -> b.snk;\n" +
		"properties Actual_Connection_Binding => (reference (net)) applies to c;\n"
	devices = "a: device V {Compute_Execution_Time => 2 ms .. 3 ms;}; b: device V {Compute_Execution_Time => 1 ms .. 4 ms;};\n"
)

// latencyCase is a model with one flow, and what it takes.
type latencyCase struct {
	name, process, system string
	options               Options
	min, max              float64
	steps                 string
	faults                []string
}

func (c latencyCase) run(t *testing.T) {
	c.options.Only = []Kind{Latency}
	r, faults := analysed(t, model(c.process, c.system), c.options)
	wantFaults(t, faults, c.faults...)
	if len(r.Latencies) != 1 {
		t.Fatalf("%d flows", len(r.Latencies))
	}
	f := r.Latencies[0]
	if got := shown(f.Contributors); f.Min != c.min || f.Max != c.max || got != c.steps {
		t.Errorf("[%v, %v] %s\nwant [%v, %v] %s", f.Min, f.Max, got, c.min, c.max, c.steps)
	}
}

// TestLatency has the latencies of small flows; each comment has the computation by section 6 of the procedure: the sum of
// the best cases, the sum of the worst.
func TestLatency(t *testing.T) {
	for _, c := range []latencyCase{
		// 2+0+1; 3+8+4: b may just have missed it, and waits for its whole period of 8.
		{"sampled", pair("Period => 8 ms;", "", ""), "", Options{}, 3, 15,
			"first sampling 0..0, processing time 2..3, connection 0..0, sampling 0..8, processing time 1..4", nil},
		// 20 is a multiple of 10: the last value that b finds is 10 old at most. 2+1; 3+10+4.
		{"under-sampled", pair("Period => 20 ms;", "", ""), "", Options{}, 3, 17,
			"first sampling 0..0, processing time 2..3, connection 0..0, sampling 0..10, processing time 1..4", nil},
		// On one processor both run in step: 3 after a's dispatch it waits until 8. 2+0+1; 3+5+4.
		{"sampled in step", pair("Period => 8 ms;", "", ""), onCPU, Options{}, 3, 12,
			"first sampling 0..0, processing time 2..3, connection 0..0, sampling 0..5, processing time 1..4", nil},
		// SS: where clocks are not known they are taken to be in step, as above.
		{"synchronous system", pair("Period => 8 ms;", "", ""), "", Options{Synchronous: true}, 3, 12,
			"first sampling 0..0, processing time 2..3, connection 0..0, sampling 0..5, processing time 1..4", nil},
		// b's period of 3 divides the 3 since a's dispatch: it is there just in time. 2+0+1; 3+0+4.
		{"just in time", pair("Period => 3 ms;", "", ""), onCPU, Options{}, 3, 7,
			"first sampling 0..0, processing time 2..3, connection 0..0, sampling 0..0, processing time 1..4", nil},
		// The delay counts in the best case too: 2+8+1; 3+8+4.
		{"delayed", pair("Period => 8 ms;", "Timing => delayed;", ""), "", Options{}, 11, 15,
			"first sampling 0..0, processing time 2..3, delayed connection 0..0, delayed sampling 8..8, processing time 1..4", nil},
		// In step, both until 8 after a's dispatch: 2+6+1; 3+5+4.
		{"delayed in step", pair("Period => 8 ms;", "Timing => delayed;", ""), onCPU, Options{}, 9, 12,
			"first sampling 0..0, processing time 2..3, delayed connection 0..0, delayed sampling 6..5, processing time 1..4", nil},
		// Period 5/2: 2 waits 0.5 until 2.5, 3 waits 2 until 5, a frame later: 2+0.5+1; 3+2+4.
		{"delayed into another frame", pair("Period => 2500 us;", "Timing => delayed;", ""), onCPU, Options{}, 3.5, 9,
			"first sampling 0..0, processing time 2..3, delayed connection 0..0, delayed sampling 0.5..2, processing time 1..4",
			[]string{"warning aadl-flow-timing p.b.snk: what the delayed connection brings may be there for the next 2.5 ms"}},
		// b runs as soon as a is done: 2+1; 3+4, within its deadline (its period) of 8.
		{"immediate", pair("Period => 8 ms;", "Timing => immediate;", ""), "", Options{}, 3, 7,
			"first sampling 0..0, processing time 2..3, immediate connection 0..0, thread 0..0, processing time 1..4", nil},
		// As above, but 3+4 is more than the deadline of 6 (ET: it is not what b takes).
		{"immediate and late", pair("Period => 8 ms; Deadline => 6 ms;", "Timing => immediate;", ""), "", Options{ExecutionTime: true}, 3, 7,
			"first sampling 0..0, processing time 2..3, immediate connection 0..0, thread 0..0, processing time 1..4",
			[]string{"error aadl-flow-timing p.b.snk: it takes up to 7 ms through immediate connections until this is done, whose deadline is 6 ms"}},
	} {
		t.Run(c.name, c.run)
	}
}

// TestLatencyOfComponents is TestLatency for what a component takes, and waits for in its queue.
func TestLatencyOfComponents(t *testing.T) {
	for _, c := range []latencyCase{
		// DL: a deadline that is stated stands for the worst case: 2+0+1; 3+8+6.
		{"deadline", pair("Period => 8 ms; Deadline => 6 ms;", "", ""), "", Options{}, 3, 17,
			"first sampling 0..0, processing time 2..3, connection 0..0, sampling 0..8, deadline 1..6", nil},
		// ET: not so: 3+8+4.
		{"execution time", pair("Period => 8 ms; Deadline => 6 ms;", "", ""), "", Options{ExecutionTime: true}, 3, 15,
			"first sampling 0..0, processing time 2..3, connection 0..0, sampling 0..8, processing time 1..4", nil},
		// A response time stands before all else: 2+0+5; 3+8+6.
		{"response time", pair("Period => 8 ms; Deadline => 7 ms; SEI::Response_Time => 5 ms .. 6 ms;", "", ""), "", Options{}, 7, 17,
			"first sampling 0..0, processing time 2..3, connection 0..0, sampling 0..8, response time 5..6", nil},
		// Nothing is stated but periods: the worst case is the deadline, by default the period; the best nothing. 0; 10+8+8.
		{"periods alone", "a: thread T {Period => 10 ms;}; b: thread T {Period => 8 ms;};\n" +
			"connections c: port a.o -> b.i;\nflows f: end to end flow a.src -> c -> b.snk;", "", Options{}, 0, 26,
			"first sampling 0..0, deadline 0..10, connection 0..0, sampling 0..8, deadline 0..8", nil},
		// Neither periods nor times: what the flow specifications and the connection state. 1+3+5; 2+4+6.
		{"specified", "a: thread T; b: thread T;\nconnections c: port a.o -> b.i {Latency => 3 ms .. 4 ms;};\n" +
			"flows f: end to end flow a.src -> c -> b.snk;\n" +
			"properties Latency => 1 ms .. 2 ms applies to a.src; Latency => 5 ms .. 6 ms applies to b.snk;", "", Options{}, 9, 12,
			"specified 1..2, specified 3..4, specified 5..6", nil},
		// A full queue of 3 before it, each of which takes a period of 8: 2+0+1; 3+24+4.
		{"queue", events("Dispatch_Protocol => Sporadic; Period => 8 ms;", "Queue_Size => 3 applies to b.e;"), "", Options{}, 3, 31,
			"first sampling 0..0, processing time 2..3, connection 0..0, queued 0..24, processing time 1..4", nil},
		// FQ: the queue is full in the best case too: 2+24+1; 3+24+4.
		{"full queue", events("Dispatch_Protocol => Sporadic; Period => 8 ms;", "Queue_Size => 3 applies to b.e;"), "", Options{FullQueues: true}, 27, 31,
			"first sampling 0..0, processing time 2..3, connection 0..0, queued 24..24, processing time 1..4", nil},
		// Without a period each in the queue takes what b takes, FQ: 2+2·1+1; 3+2·4+4.
		{"aperiodic queue", events("Dispatch_Protocol => Aperiodic;", "Queue_Size => 2 applies to b.e;"), "", Options{FullQueues: true}, 5, 15,
			"first sampling 0..0, processing time 2..3, connection 0..0, queued 2..8, processing time 1..4", nil},
		// A sporadic thread that reads a data port is dispatched by something else: a queue of 1, 2+0+1; 3+8+4.
		{"data port of a sporadic thread", pair("Dispatch_Protocol => Sporadic; Period => 8 ms;", "", ""), "", Options{}, 3, 15,
			"first sampling 0..0, processing time 2..3, connection 0..0, queued 0..8, processing time 1..4", nil},
		// What comes in at e takes 5 to 7, whatever else b does: 2+5; 3+7. Its queue states no size.
		{"execution time of a port", events("Dispatch_Protocol => Aperiodic;", "Compute_Execution_Time => 5 ms .. 7 ms applies to b.e;"), "",
			Options{}, 7, 10, "first sampling 0..0, processing time 2..3, connection 0..0, processing time 5..7", nil},
		// Times are for a processor of 100 MIPS, that of 50 takes twice as long: 4+0+2; 6 is 2 before 8, 6+2+8.
		{"reference processor", pair("Period => 8 ms;", "", ""), "cpu: processor {SEI::MIPSCapacity => 50.0 MIPS;};\nproperties " +
			"Reference_Processor => classifier (Fast) applies to p; Actual_Processor_Binding => (reference (cpu)) applies to p;", Options{}, 6, 16,
			"first sampling 0..0, processing time 4..6, connection 0..0, sampling 0..2, processing time 2..8", nil},
	} {
		t.Run(c.name, c.run)
	}
}

// TestLatencyOfMedia is TestLatency for what is between components.
func TestLatencyOfMedia(t *testing.T) {
	for _, c := range []latencyCase{
		// 8 bytes and 2 of the bus: 1+10·1 to 2+10·2; nobody else is on it. 2+11+1; 3+22+4.
		{"bus", "", devices + "net: bus B {Data_Size => 2 Bytes; Transmission_Time => [Fixed => 1 ms .. 2 ms; PerByte => 1 ms .. 2 ms;];};\n" + wire,
			Options{}, 14, 29, "processing time 2..3, connection 11..22 (transmission time 11..22, queued 0..0), processing time 1..4", nil},
		// A bus without transmission times takes its latency: 2+5+1; 3+6+4; and 6 more for the other connection on it.
		{"bus with others", "", devices + "net: bus B {Latency => 5 ms .. 6 ms;};\n" +
			"connections c: port a.o -> b.i; d: port b.o -> a.i;\nflows f: end to end flow a.src -> c -> b.snk;\n" +
			"properties Actual_Connection_Binding => (reference (net)) applies to c, d;", Options{}, 8, 19,
			"processing time 2..3, connection 5..12 (specified 5..6, queued 0..6), processing time 1..4", nil},
		// DQL: nothing waits for a bus.
		{"bus with others, no queuing", "", devices + "net: bus B {Latency => 5 ms .. 6 ms;};\n" +
			"connections c: port a.o -> b.i; d: port b.o -> a.i;\nflows f: end to end flow a.src -> c -> b.snk;\n" +
			"properties Actual_Connection_Binding => (reference (net)) applies to c, d;", Options{WithoutBusQueuing: true}, 8, 13,
			"processing time 2..3, connection 5..6 (specified 5..6, queued 0..0), processing time 1..4", nil},
		// A bus that sends every 5: up to 5 until it does. 2+0+1; 3+5+4.
		{"periodic bus", "", devices + "net: bus B {Period => 5 ms;};\n" + wire, Options{}, 3, 12,
			"processing time 2..3, connection 0..5 (sampling protocol/bus 0..5, queued 0..0), processing time 1..4", nil},
		// SS, and a is dispatched with the bus: from 2 or 3 to 5. 2+3+1; 3+2+4.
		{"periodic bus in step", "", "a: device V {Period => 10 ms; Compute_Execution_Time => 2 ms .. 3 ms;}; b: device V {Compute_Execution_Time => 1 ms .. 4 ms;};\n" +
			"net: bus B {Period => 5 ms;};\n" + wire, Options{Synchronous: true}, 6, 9,
			"first sampling 0..0, processing time 2..3, connection 3..2 (sampling protocol/bus 3..2, queued 0..0), processing time 1..4", nil},
		// A protocol adds 4 to the 8 bytes, the bus 2: 1+12·0 to 1+12·1 for the protocol, 14·1 to 14·1 for the bus. 2+1+14+1; 3+13+14+4.
		{"virtual bus on a bus", "", devices + "net: virtual bus Frame; b1: bus B {Data_Size => 2 Bytes; " +
			"Transmission_Time => [Fixed => 0 ms .. 0 ms; PerByte => 1 ms .. 1 ms;];};\n" + wire + "Actual_Connection_Binding => (reference (b1)) applies to net;",
			Options{}, 18, 34, "processing time 2..3, connection 15..27 (transmission time 1..13, transmission time 14..14, queued 0..0, queued 0..0), " +
				"processing time 1..4", nil},
		// A protocol of 10 on a bus of 5: only the longer counts. 2+0+1; 3+10+4.
		{"periodic protocol on a periodic bus", "", devices + "net: virtual bus P10; b1: bus B {Period => 5 ms;};\n" + wire +
			"Actual_Connection_Binding => (reference (b1)) applies to net;", Options{}, 3, 17, "processing time 2..3, " +
			"connection 0..10 (sampling protocol/bus 0..10, queued 0..0, sampling protocol/bus 0..0, queued 0..0), processing time 1..4", nil},
		// And a bus of 20 under a protocol of 10: 3+20+4.
		{"periodic protocol on a slower bus", "", devices + "net: virtual bus P10; b1: bus B {Period => 20 ms;};\n" + wire +
			"Actual_Connection_Binding => (reference (b1)) applies to net;", Options{}, 3, 27, "processing time 2..3, " +
			"connection 0..20 (sampling protocol/bus 0..0, queued 0..0, sampling protocol/bus 0..20, queued 0..0), processing time 1..4", nil},
		// A protocol that is required stands for a virtual bus: as above, 1+0·12 to 1+1·12, then 12 bytes over the bus.
		{"required protocol", "", devices + "net: bus B {Transmission_Time => [Fixed => 0 ms .. 0 ms; PerByte => 1 ms .. 1 ms;];};\n" + wire +
			"Required_Virtual_Bus_Class => (classifier (Frame)) applies to c;", Options{}, 16, 32, "processing time 2..3, " +
			"connection 13..25 (transmission time 1..13, transmission time 12..12, queued 0..0), processing time 1..4", nil},
	} {
		t.Run(c.name, c.run)
	}
}

// TestLatencyByClocks is TestLatency for components by clocks.
func TestLatencyByClocks(t *testing.T) {
	for _, c := range []latencyCase{
		// Devices by one clock run in step: 3 waits 5 until 8.
		{"one clock", "", "a: device V {Period => 10 ms; Compute_Execution_Time => 2 ms .. 3 ms;}; b: device V {Period => 8 ms; Compute_Execution_Time => 1 ms .. 4 ms;};\n" +
			"clock: device V;\nconnections c: port a.o -> b.i;\nflows f: end to end flow a.src -> c -> b.snk;\n" +
			"properties Reference_Time => reference (clock) applies to a, b;", Options{}, 3, 12,
			"first sampling 0..0, processing time 2..3, connection 0..0, sampling 0..5, processing time 1..4", nil},
		// By two clocks they do not, in a synchronous system either.
		{"two clocks", "", "a: device V {Period => 10 ms; Compute_Execution_Time => 2 ms .. 3 ms;}; b: device V {Period => 8 ms; Compute_Execution_Time => 1 ms .. 4 ms;};\n" +
			"connections c: port a.o -> b.i;\nflows f: end to end flow a.src -> c -> b.snk;\n" +
			"properties Reference_Time => reference (a) applies to a; Reference_Time => reference (b) applies to b;", Options{Synchronous: true}, 3, 15,
			"first sampling 0..0, processing time 2..3, connection 0..0, sampling 0..8, processing time 1..4", nil},
	} {
		t.Run(c.name, c.run)
	}
}
