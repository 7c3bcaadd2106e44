package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/sinew-robotics/sinew/lang/aadl/analysis"
)

// worked gives processors as: name load of capacity, use % by method (thread response, …).
func worked(all []ProcessorLoad) string {
	var parts []string
	for _, l := range all {
		var threads []string
		for _, x := range l.Threads {
			s := fmt.Sprintf("%s %v", x.Thread, x.Response)
			if x.Misses {
				s += "!"
			}
			if x.Note != "" {
				s += " " + x.Note
			}
			threads = append(threads, s)
		}
		parts = append(parts, fmt.Sprintf("%s %.4g of %v, %.4g%% %s (%s)", l.Processor, l.Load, l.Capacity, 100*l.Utilisation, l.Method, strings.Join(threads, ", ")))
	}
	return strings.Join(parts, "; ")
}

// thread is one that takes up to an execution time every period, both in ms.
func thread(name string, execution, every float64, properties string) string {
	return fmt.Sprintf("%s: thread T {Dispatch_Protocol => Periodic; Period => %v us; Compute_Execution_Time => 0 us .. %v us; %s};\n",
		name, every*1000, execution*1000, properties)
}

func cpu(protocol string, more ...string) string {
	return "cpu: processor {Scheduling_Protocol => (" + protocol + ");" + strings.Join(more, "") + "};\n" +
		"properties Actual_Processor_Binding => (reference (cpu)) applies to p;"
}

// processorCase is a model with a processor or two, and what they have to do.
type processorCase struct {
	name, process, system, want string
	faults                      []string
}

func (c processorCase) run(t *testing.T) {
	r, faults := analysed(t, model(c.process, c.system), Options{Only: []Kind{CPU}})
	wantFaults(t, faults, c.faults...)
	if got := worked(r.Processors); got != c.want {
		t.Errorf("%s\nwant %s", got, c.want)
	}
}

// TestPriorities has small sets of threads; each comment has the computation: responses R = J + C + what goes before.
func TestPriorities(t *testing.T) {
	three := thread("a", 1, 4, "") + thread("b", 2, 6, "") + thread("c", 3, 13, "")
	for _, c := range []processorCase{
		// a: 1. b: 2+1 = 3. c: 3+1+2 = 6 -> 3+2+2 = 7 -> 3+2+4 = 9 -> 3+3+4 = 10. U = 1/4+2/6+3/13 = 0.8141.
		{"rate monotonic", three, cpu("RMS"), "cpu 0 of 0, 81.41% response times (p.a 1, p.b 3, p.c 10)", nil},
		// c's deadline of 9 is not met.
		{"a deadline is missed", thread("a", 1, 4, "") + thread("b", 2, 6, "") + thread("c", 3, 13, "Deadline => 9 ms;"), cpu("RMS"),
			"cpu 0 of 0, 81.41% response times (p.a 1, p.b 3, p.c 10!)",
			[]string{"error aadl-deadline p.c: it takes up to 10 ms to respond; its deadline is 9 ms"}},
		// DMS: c's deadline of 3 makes it the first: 3. a, deadline 4: 1+3 = 4 -> 1+3: 4. b: 2+1+3 = 6 -> 2+2+3 = 7 -> 7, late.
		{"deadline monotonic", thread("a", 1, 4, "") + thread("b", 2, 6, "") + thread("c", 3, 13, "Deadline => 3 ms;"), cpu("DMS"),
			"cpu 0 of 0, 81.41% response times (p.a 4, p.b 7!, p.c 3)",
			[]string{"error aadl-deadline p.b: it takes up to 7 ms to respond; its deadline is 6 ms"}},
		// By priorities, c before b before a: c 3; b 2+3 = 5; a 1+2+3 = 6, late.
		{"priorities", thread("a", 1, 4, "Priority => 1;") + thread("b", 2, 6, "Priority => 2;") + thread("c", 3, 13, "Priority => 3;"),
			cpu("POSIX_1003_HIGHEST_PRIORITY_FIRST_PROTOCOL"), "cpu 0 of 0, 81.41% response times (p.a 6!, p.b 5, p.c 3)",
			[]string{"error aadl-deadline p.a: it takes up to 6 ms to respond; its deadline is 4 ms"}},
		// Under RMS, such priorities contradict the protocol; they count. a 1+2 = 3; b 2.
		{"priorities against periods", thread("a", 1, 4, "Priority => 1;") + thread("b", 2, 6, "Priority => 2;"), cpu("RMS"),
			"cpu 0 of 0, 58.33% response times (p.a 3, p.b 2)",
			[]string{"warning aadl-priority p.b: its period of 6 ms is longer than that of p.a, 4 ms, but its priority 2 is not below 1"}},
		// One without a priority beside others: periods decide.
		{"a priority is missing", thread("a", 1, 4, "Priority => 1;") + thread("b", 2, 6, ""), cpu("RMS"),
			"cpu 0 of 0, 58.33% response times (p.a 1, p.b 3)", []string{"warning aadl-priority p.b: it states no priority"}},
		// a may be 3 late: 3+1 = 4. b: within 2+3 of a's jitter 2 dispatches: 2+2 = 4, within 7 two: 4.
		{"jitter", thread("a", 1, 4, "Dispatch_Jitter => 3 ms;") + thread("b", 2, 6, ""), cpu("RMS"),
			"cpu 0 of 0, 58.33% response times (p.a 4, p.b 4)", nil},
		// Together b would take 4+4 = 8 of its 5; 5 apart, periods 10, they never meet: 4 each.
		{"offsets", thread("a", 4, 10, "Deadline => 5 ms;") + thread("b", 4, 10, "Deadline => 5 ms; Dispatch_Offset => 5 ms;"), cpu("RMS"),
			"cpu 0 of 0, 80% schedule from offsets over the hyperperiod (p.a 4, p.b 4)", nil},
		// A sporadic thread comes when it likes, so offsets do not help: 4+4 for either, the least urgent unknown.
		{"offsets of sporadic threads", "a: thread T {Dispatch_Protocol => Sporadic; Period => 10 ms; Deadline => 5 ms; Compute_Execution_Time => 4 ms .. 4 ms;};\n" +
			thread("b", 4, 10, "Deadline => 8 ms; Dispatch_Offset => 5 ms;"), cpu("DMS"), "cpu 0 of 0, 80% response times (p.a 4, p.b 8)", nil},
	} {
		t.Run(c.name, c.run)
	}
}

// TestProcessors is TestPriorities for other orders, and for loads.
func TestProcessors(t *testing.T) {
	for _, c := range []processorCase{
		// EDF: U = 1; by 4: 1... with periods as deadlines all are met; 2/4+3/6.
		{"earliest deadline", thread("a", 2, 4, "") + thread("b", 3, 6, ""), cpu("EDF"), "cpu 0 of 0, 100% processor demand (p.a 0, p.b 0)", nil},
		// Deadlines 3 and 4: by 4, 2+3 are due.
		{"earliest deadline, missed", thread("a", 2, 4, "Deadline => 3 ms;") + thread("b", 3, 6, "Deadline => 4 ms;"), cpu("EDF"),
			"cpu 0 of 0, 100% processor demand (p.a 0, p.b 0!)",
			[]string{"error aadl-deadline p.b: 5 ms of work are due within 4 ms, when its deadline of 4 ms ends"}},
		// No protocol: not even the best order helps.
		{"no protocol", thread("a", 2, 4, "Deadline => 3 ms;") + thread("b", 3, 6, "Deadline => 4 ms;"),
			"cpu: processor;\nproperties Actual_Processor_Binding => (reference (cpu)) applies to p;", "cpu 0 of 0, 100% processor demand (p.a 0, p.b 0!)",
			[]string{"error aadl-deadline p.b: 5 ms of work are due within 4 ms, when its deadline of 4 ms ends, in whatever order threads run"}},
		// 3/4+2/6 = 1.0833, told once, though responses and demand would fail too.
		{"too much", thread("a", 3, 4, "") + thread("b", 2, 6, ""), cpu("RMS", "SEI::MIPSCapacity => 10.0 MIPS;"),
			"cpu 10.83 of 10, 108.3% utilisation (p.a 0, p.b 0); S.i 10.83 of 10, 0%  ()",
			[]string{"error aadl-cpu-load cpu: its threads take 108.333 % of a processor's time"}},
		// Without preemption a waits for c, that has begun: 3+1 = 4; b: 3+1+2 = 6; c: 3 after a and b, then to its end: 6.
		{"no preemption", thread("a", 1, 6, "") + thread("b", 2, 12, "") + thread("c", 3, 24, ""), cpu("RMS", "Preemptive_Scheduler => false;"),
			"cpu 0 of 0, 45.83% response times without preemption (p.a 4, p.b 6, p.c 6)", nil},
		// What is not computed is said, and what nothing is known of.
		{"unknown", thread("a", 1, 4, "") + "b: thread T {Compute_Execution_Time => 1 ms .. 2 ms;};\nc: thread T {Period => 5 ms;};\n", cpu("Round_Robin_Protocol"),
			"cpu 0 of 0, 25% utilisation; deadlines under Round_Robin_Protocol are not computed (p.a 0, " +
				"p.b 0 no period is stated: nothing bounds how often it runs, p.c 0 no execution time is stated)", nil},
		// a: 0.08 million every 4 ms, 20 MIPS, 1.333 ms each at 60 MIPS; b a third of 60. U = 1/3+1/3; b 2+1.333.
		{"instructions", "a: thread T {Period => 4 ms; SEI::InstructionsPerDispatch => 0.0 IPD .. 80000.0 IPD;};\n" + thread("b", 2, 6, ""),
			cpu("RMS", "SEI::MIPSCapacity => 60.0 MIPS;"), "cpu 40 of 60, 66.67% response times (p.a 1.333, p.b 3.333); S.i 40 of 60, 0%  ()", nil},
		// Budgets where nothing else is known: 30 and 40 are more than 60, and a's own 2/4 of 60 = 30 more than its 25.
		{"budgets", thread("a", 2, 4, "SEI::MIPSBudget => 25.0 MIPS;") + "b: thread T {SEI::MIPSBudget => 40.0 MIPS;};\n",
			cpu("EDF", "SEI::MIPSCapacity => 60.0 MIPS;"), "cpu 70 of 60, 50% processor demand (p.a 0, p.b 0 no execution time is stated); S.i 70 of 60, 0%  ()",
			[]string{"error aadl-cpu-load p.a: it is to run 30 MIPS, more than its budget of 25 MIPS",
				"error aadl-cpu-load cpu: what is bound to it wants 70 MIPS, more than its capacity of 60 MIPS"}},
		// Bound to nothing, on the processor that the times are for: 100 MIPS for 2 of 4 are more than 40 in all.
		{"all of the system", thread("a", 2, 4, ""), "cpu: processor {SEI::MIPSCapacity => 40.0 MIPS;};\nproperties Reference_Processor => classifier (Fast) applies to p;",
			"cpu 0 of 40, 0%  (); S.i 50 of 40, 0%  ()",
			[]string{"error aadl-cpu-load S.i: all together is to run 50 MIPS, more than the 40 MIPS of all processors"}},
		// The times are for 100 MIPS, this processor has 50: 2·1 every 4 and 2·1.5 every 12: a 2, b 3+2 -> 3+4 = 7 -> 7.
		{"reference processor", thread("a", 1, 4, "") + thread("b", 1.5, 12, ""), "cpu: processor {SEI::MIPSCapacity => 50.0 MIPS; Scheduling_Protocol => (RMS);};\n" +
			"properties Actual_Processor_Binding => (reference (cpu)) applies to p; Reference_Processor => classifier (Fast) applies to p;",
			"cpu 37.5 of 50, 75% response times (p.a 2, p.b 7); S.i 37.5 of 50, 0%  ()", nil},
	} {
		t.Run(c.name, c.run)
	}
}

// TestPartitions has threads that get their processor part of the time.
func TestPartitions(t *testing.T) {
	one := "one: virtual processor {Scheduling_Protocol => (RMS); Actual_Processor_Binding => (reference (cpu)); "
	bind := "properties Actual_Processor_Binding => (reference (one)) applies to p;\n"
	windows := "ARINC653::Module_Schedule => ([Partition => reference (one); Duration => 2 ms;], [Duration => 3 ms;], [Partition => reference (one); Duration => 1 ms;]) applies to cpu;"
	two := thread("a", 1, 30, "") + thread("b", 2, 40, "")
	for _, c := range []processorCase{
		// 2 of each 5: nothing for 2·(5-2) = 6, then 2, nothing for 3, then more. a 6+1; b after it, 3 in all: 6+2+3+1 = 12.
		{"budget of time", two, "cpu: processor {Scheduling_Protocol => (RMS);};\n" + one + "Period => 5 ms; Execution_Time => 2 ms;};\n" + bind,
			"cpu 0 of 0, 40% response times (); one 0 of 0, 8.333% response times (p.a 7, p.b 12)", nil},
		// Windows at 0 to 2 and 5 to 6 of 10: one that comes as the last ends waits 4, 4+1; three in all 4+2+3+1 = 10.
		{"windows", two, "cpu: processor {ARINC653::Module_Major_Frame => 10 ms;};\n" + one + "};\n" + bind + windows,
			"cpu 0 of 0, 0% windows of partitions (); one 0 of 0, 8.333% response times (p.a 5, p.b 10)", nil},
		// 4 of 10 is less than 2/4.
		{"too little", thread("a", 2, 4, ""), "cpu: processor {ARINC653::Module_Major_Frame => 10 ms;};\n" + one + "};\n" + bind + windows,
			"cpu 0 of 0, 0% windows of partitions (); one 0 of 0, 50% utilisation (p.a 0)",
			[]string{"error aadl-cpu-load one: its threads take 50 % of a processor's time, of which it has 30 %"}},
		// Neither window nor budget: the threads share the processor. a 1; b 2+1.
		{"shared", two, "cpu: processor {Scheduling_Protocol => (RMS);};\n" + one + "};\n" + bind,
			"cpu 0 of 0, 8.333% response times (p.a 1, p.b 3); one 0 of 0, 0%  ()", nil},
		// The windows take 6 of a frame of 5; two is in none of them.
		{"wrong schedule", two, "cpu: processor {ARINC653::Module_Major_Frame => 5 ms;};\n" + one + "};\ntwo: virtual processor {Actual_Processor_Binding => (reference (cpu));};\n" +
			"properties Actual_Processor_Binding => (reference (two)) applies to p;\n" + windows,
			"cpu 0 of 0, 0% windows of partitions (); one 0 of 0, 0%  (); two 0 of 0, 0%  ()",
			[]string{"error aadl-partition cpu: the windows of its schedule take 6 ms, its major frame 5 ms",
				"error aadl-partition two: it is not in the schedule of cpu: nothing in it ever runs"}},
	} {
		t.Run(c.name, c.run)
	}
}

// TestAbsurdTimes: times that make no sense are no reason to fail in a way that makes none.
func TestAbsurdTimes(t *testing.T) {
	for _, x := range []string{"0 ms", "-5 ms", "1 ps", "999999999999 hr"} {
		for _, protocol := range []string{"RMS", "EDF", "DMS"} {
			process := fmt.Sprintf("a: thread T {Period => %s; Deadline => %s; Dispatch_Jitter => %s; Compute_Execution_Time => %s .. %s;};\n", x, x, x, x, x) +
				thread("b", 1, 10, "Dispatch_Offset => "+x+";") +
				"connections c: port a.o -> b.i {Latency => " + x + " .. " + x + ";};\nflows f: end to end flow a.src -> c -> b.snk;"
			for _, bound := range []string{"one", "two", "cpu"} {
				system := fmt.Sprintf("cpu: processor {Scheduling_Protocol => (%s); ARINC653::Module_Major_Frame => %s;};\n"+
					"one: virtual processor {Period => %s; Execution_Time => %s;}; two: virtual processor;\n"+
					"properties Actual_Processor_Binding => (reference (%s)) applies to p; Actual_Processor_Binding => (reference (cpu)) applies to two;\n"+
					"ARINC653::Module_Schedule => ([Partition => reference (two); Duration => %s;]) applies to cpu;", protocol, x, x, x, bound, x)
				for _, o := range []Options{{}, {Synchronous: true, PartitionEnd: true, FullQueues: true}} {
					r, _ := analysed(t, model(process, system), o)
					if f := r.Latencies[0]; f.Min != f.Min || f.Max != f.Max {
						t.Errorf("%s on %s: %+v", x, bound, f)
					}
				}
			}
		}
	}
}
