// Package aadl measures AADL: how fast texts are parsed and in how much memory, and how long a large model takes from its
// text to the faults of its instance. Times are processor times including garbage collection, so that other load changes
// them little.
package aadl

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/check"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// The large model: subsystems of nodes, in each of which a thread reads what others send.
const (
	subsystems = 40
	nodes      = 125 // in a subsystem, with a thread each: 2 + 40·(1 + 2·125) = 10042 components
	chains     = 4   // connections from a node to others
)

// Run emits the figures.
func Run(o bench.Options, emit bench.Emit) error {
	runs := 11
	if o.Quick {
		runs = 3
	}
	if o.N > 0 {
		runs = o.N
	}
	text := Model(subsystems, nodes, chains)
	if err := parse(o, text, runs, emit); err != nil {
		return err
	}
	return model(o, text, runs, emit)
}

// parse measures the parser on the large model's text.
func parse(o bench.Options, text string, runs int, emit bench.Emit) error {
	var speeds []float64
	var f *syntax.File
	for range runs {
		if err := o.Stopped(); err != nil {
			return err
		}
		took, err := processor(func() error {
			f, _ = syntax.Parse("model.aadl", text)
			return nil
		})
		if err != nil {
			return err
		}
		speeds = append(speeds, float64(len(text))/1e6/took.Seconds())
	}
	emit(bench.Result{Name: "aadl_parse", Value: bench.Median(speeds), Unit: "MB/s",
		Note: fmt.Sprintf("median of %d, processor time; %.1f MB, %d tokens", runs, float64(len(text))/1e6, len(f.Tokens))})
	before := heap()
	f, faults := syntax.Parse("model.aadl", text)
	after := heap()
	if len(faults) > 0 {
		return faults
	}
	emit(bench.Result{Name: "aadl_parse_memory", Value: float64(after-before) / float64(len(f.Tokens)), Unit: "B/token",
		Note: "live heap of the tree and its tokens"})
	runtime.KeepAlive(f)
	return nil
}

// model measures the way from the text to the faults of the instance.
func model(o bench.Options, text string, runs int, emit bench.Emit) error {
	stages := []string{"read", "link", "instantiate", "check"}
	took := make([][]float64, len(stages)+1)
	var i *instance.Instance
	for range runs {
		if err := o.Stopped(); err != nil {
			return err
		}
		var f *syntax.File
		var m *aadl.Model
		total := 0.0
		for k, stage := range [...]func() error{
			func() error { f, _ = syntax.Parse("model.aadl", text); return nil },
			func() error { l, faults := aadl.Link([]*syntax.File{f}); m = l; return faults.Err() },
			func() error { n, faults := instance.Instantiate(m, "Large::S.i"); i = n; return faults.Err() },
			func() error { return slices.Concat(check.Model(m), check.Instance(i)).Err() },
		} {
			d, err := processor(stage)
			if err != nil {
				return err
			}
			took[k] = append(took[k], d.Seconds()*1e3)
			total += d.Seconds() * 1e3
		}
		took[len(stages)] = append(took[len(stages)], total)
	}
	if i == nil {
		return errors.New("no instance")
	}
	size := fmt.Sprintf("%d component instances, %d connections", len(i.Components), len(i.Connections))
	for k, stage := range stages {
		emit(bench.Result{Name: "aadl_model_" + stage, Value: bench.Median(took[k]), Unit: "ms", Note: "median, processor time"})
	}
	emit(bench.Result{Name: "aadl_model", Value: bench.Median(took[len(stages)]), Unit: "ms",
		Note: size + ", read, linked, instantiated and checked; median, processor time"})
	return nil
}

// processor is the processor time of f, in the kernel, too, after earlier garbage has been collected.
func processor(do func() error) (time.Duration, error) {
	runtime.GC()
	var before, after unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &before); err != nil {
		return 0, err
	}
	if err := do(); err != nil {
		return 0, err
	}
	if err := unix.Getrusage(unix.RUSAGE_SELF, &after); err != nil {
		return 0, err
	}
	at := func(r *unix.Rusage) time.Duration { return time.Duration(r.Utime.Nano() + r.Stime.Nano()) }
	return max(at(&after)-at(&before), time.Microsecond), nil
}

// heap is the size of the live heap.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// Model writes a model with subsystems that contain processes with one thread each, every one with its own classifier; each
// thread has ports from near and far threads, with properties, and everything is bound to a processor.
func Model(subsystems, nodes, chains int) string {
	var b strings.Builder
	b.WriteString("package Large\npublic\n  data Sample\n  properties\n    Data_Size => 64 Bytes;\n  end Sample;\n\n")
	b.WriteString("  thread Work\n  features\n")
	for k := range chains {
		fmt.Fprintf(&b, "    i%d: in data port Sample;\n    o%d: out data port Sample;\n", k, k)
	}
	b.WriteString("  flows\n    f: flow path i0 -> o0;\n  properties\n    Dispatch_Protocol => Periodic;\n    Period => 20 ms;\n    Compute_Execution_Time => 10 us .. 20 us;\n  end Work;\n\n")
	b.WriteString("  process Node\n  features\n")
	for k := range chains {
		fmt.Fprintf(&b, "    i%d: in data port Sample;\n    o%d: out data port Sample;\n", k, k)
	}
	b.WriteString("  end Node;\n  process implementation Node.i\n  subcomponents\n    work: thread Work;\n  connections\n")
	for k := range chains {
		fmt.Fprintf(&b, "    in%d: port i%d -> work.i%d;\n    out%d: port work.o%d -> o%d;\n", k, k, k, k, k, k)
	}
	b.WriteString("  end Node.i;\n\n  processor Cpu\n  end Cpu;\n\n")
	for s := range subsystems {
		fmt.Fprintf(&b, "  system Part%d\n  features\n    i: in data port Sample;\n    o: out data port Sample;\n  end Part%d;\n\n  system implementation Part%d.i\n  subcomponents\n", s, s, s)
		for n := range nodes {
			fmt.Fprintf(&b, "    node%d: process Node.i;\n", n)
		}
		b.WriteString("  connections\n    enter: port i -> node0.i0;\n")
		for n := range nodes {
			for k := range chains {
				if k > 0 || n < nodes-1 {
					fmt.Fprintf(&b, "    c%d_%d: port node%d.o%d -> node%d.i%d;\n", n, k, n, k, (n+1+7*k)%nodes, k)
				}
			}
		}
		fmt.Fprintf(&b, "    leave: port node%d.o0 -> o;\n  properties\n", nodes-1)
		for n := 0; n < nodes; n += 10 {
			fmt.Fprintf(&b, "    Period => %d ms applies to node%d.work;\n", 10+n, n)
		}
		fmt.Fprintf(&b, "  end Part%d.i;\n\n", s)
	}
	b.WriteString("  system S\n  end S;\n\n  system implementation S.i\n  subcomponents\n    cpu: processor Cpu;\n")
	for s := range subsystems {
		fmt.Fprintf(&b, "    part%d: system Part%d.i;\n", s, s)
	}
	b.WriteString("  connections\n")
	for s := range subsystems {
		fmt.Fprintf(&b, "    c%d: port part%d.o -> part%d.i;\n", s, s, (s+1)%subsystems)
	}
	b.WriteString("  properties\n")
	for s := range subsystems {
		fmt.Fprintf(&b, "    Actual_Processor_Binding => (reference (cpu)) applies to part%d;\n", s)
	}
	b.WriteString("  end S.i;\nend Large;\n")
	return b.String()
}
