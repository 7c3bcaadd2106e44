package web

import (
	"cmp"
	"os"
	"runtime"
	"runtime/debug"
	figures "runtime/metrics"
	"strconv"
	"strings"
	"time"
)

// exposition is a text in the making in Prometheus' format, version 0.0.4
// (https://prometheus.io/docs/instrumenting/exposition_formats).
type exposition struct{ b []byte }

// family begins the values of one name.
func (e *exposition) family(name, kind, help string) {
	e.b = append(e.b, "# HELP "+name+" "+help+"\n# TYPE "+name+" "+kind+"\n"...)
}

// value adds a value; labels are alternating names and values, sorted by name.
func (e *exposition) value(name string, x float64, labels ...string) {
	e.b = append(e.b, name...)
	for i := 0; i+1 < len(labels); i += 2 {
		e.b = append(e.b, [...]byte{'{', ','}[min(i, 1)])
		e.b = append(e.b, labels[i]+`="`+escaper.Replace(labels[i+1])+`"`...)
	}
	if len(labels) > 0 {
		e.b = append(e.b, '}')
	}
	e.b = append(strconv.AppendFloat(append(e.b, ' '), x, 'g', -1, 64), '\n')
}

// figure adds a family with one value and no labels.
func (e *exposition) figure(name, kind, help string, x float64) {
	e.family(name, kind, help)
	e.value(name, x)
}

var escaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// ofRuntime are figures of the Go runtime, named as by Prometheus' own client. They are sums of metrics of runtime/metrics,
// which are read without stopping the program.
var ofRuntime = []struct{ name, kind, help, of string }{
	{"go_gc_gogc_percent", "gauge", "Size of the heap at the next collection, over what is live.", "/gc/gogc:percent"},
	{"go_gc_gomemlimit_bytes", "gauge", "Memory limit of the runtime.", "/gc/gomemlimit:bytes"},
	{"go_goroutines", "gauge", "Goroutines.", "/sched/goroutines:goroutines"},
	{"go_sched_gomaxprocs_threads", "gauge", "Threads that may run Go code at a time.", "/sched/gomaxprocs:threads"},
	{"go_threads", "gauge", "Threads of the runtime.", "/sched/threads/total:threads"},
	{"go_memstats_alloc_bytes", "gauge", "Heap in use.", "/memory/classes/heap/objects:bytes"},
	{"go_memstats_alloc_bytes_total", "counter", "Heap allocated so far.", "/gc/heap/allocs:bytes"},
	{"go_memstats_buck_hash_sys_bytes", "gauge", "Tables for profiles.", "/memory/classes/profiling/buckets:bytes"},
	{"go_memstats_frees_total", "counter", "Objects freed.", "/gc/heap/frees:objects /gc/heap/tiny/allocs:objects"},
	{"go_memstats_gc_sys_bytes", "gauge", "Tables of the collector.", "/memory/classes/metadata/other:bytes"},
	{"go_memstats_heap_alloc_bytes", "gauge", "Heap in use.", "/memory/classes/heap/objects:bytes"},
	{"go_memstats_heap_idle_bytes", "gauge", "Heap that waits for use.", "/memory/classes/heap/released:bytes /memory/classes/heap/free:bytes"},
	{"go_memstats_heap_inuse_bytes", "gauge", "Heap in spans in use.", "/memory/classes/heap/objects:bytes /memory/classes/heap/unused:bytes"},
	{"go_memstats_heap_objects", "gauge", "Objects on the heap.", "/gc/heap/objects:objects"},
	{"go_memstats_heap_released_bytes", "gauge", "Heap given back to the system.", "/memory/classes/heap/released:bytes"},
	{"go_memstats_heap_sys_bytes", "gauge", "Heap from the system.",
		"/memory/classes/heap/objects:bytes /memory/classes/heap/unused:bytes /memory/classes/heap/released:bytes /memory/classes/heap/free:bytes"},
	{"go_memstats_mallocs_total", "counter", "Objects allocated.", "/gc/heap/allocs:objects /gc/heap/tiny/allocs:objects"},
	{"go_memstats_mcache_inuse_bytes", "gauge", "Caches of threads, in use.", "/memory/classes/metadata/mcache/inuse:bytes"},
	{"go_memstats_mcache_sys_bytes", "gauge", "Caches of threads.", "/memory/classes/metadata/mcache/inuse:bytes /memory/classes/metadata/mcache/free:bytes"},
	{"go_memstats_mspan_inuse_bytes", "gauge", "Tables of spans, in use.", "/memory/classes/metadata/mspan/inuse:bytes"},
	{"go_memstats_mspan_sys_bytes", "gauge", "Tables of spans.", "/memory/classes/metadata/mspan/inuse:bytes /memory/classes/metadata/mspan/free:bytes"},
	{"go_memstats_next_gc_bytes", "gauge", "Heap at which the next collection begins.", "/gc/heap/goal:bytes"},
	{"go_memstats_other_sys_bytes", "gauge", "Other memory from the system.", "/memory/classes/other:bytes"},
	{"go_memstats_stack_inuse_bytes", "gauge", "Stacks of goroutines.", "/memory/classes/heap/stacks:bytes"},
	{"go_memstats_stack_sys_bytes", "gauge", "Stacks.", "/memory/classes/heap/stacks:bytes /memory/classes/os-stacks:bytes"},
	{"go_memstats_sys_bytes", "gauge", "Memory from the system.", "/memory/classes/total:bytes"},
}

// runtime adds the figures of Go's runtime.
func (e *exposition) runtime() {
	for _, f := range ofRuntime {
		sum := 0.0
		samples := make([]figures.Sample, 0, 4)
		for name := range strings.FieldsSeq(f.of) {
			samples = append(samples, figures.Sample{Name: name})
		}
		figures.Read(samples)
		for _, s := range samples {
			if s.Value.Kind() == figures.KindUint64 {
				sum += float64(s.Value.Uint64())
			}
		}
		e.figure(f.name, f.kind, f.help, sum)
	}
	gc := debug.GCStats{PauseQuantiles: make([]time.Duration, 5)}
	debug.ReadGCStats(&gc)
	e.family("go_gc_duration_seconds", "summary", "Pauses of the collector.")
	for i, q := range gc.PauseQuantiles {
		e.value("go_gc_duration_seconds", q.Seconds(), "quantile", strconv.FormatFloat(float64(i)/4, 'g', -1, 64))
	}
	e.value("go_gc_duration_seconds_sum", gc.PauseTotal.Seconds())
	e.value("go_gc_duration_seconds_count", float64(gc.NumGC))
	last := 0.0
	if !gc.LastGC.IsZero() && gc.LastGC.UnixNano() != 0 {
		last = float64(gc.LastGC.UnixNano()) / 1e9
	}
	e.figure("go_memstats_last_gc_time_seconds", "gauge", "When the collector ran last, since 1970.", last)
	e.family("go_info", "gauge", "Version of Go.")
	e.value("go_info", 1, "version", runtime.Version())
}

// process adds the figures of the process that /proc has (proc(5)).
func (e *exposition) process() {
	const tick = 100 // s⁻¹: USER_HZ
	text, _ := os.ReadFile("/proc/self/stat")
	_, rest, _ := strings.Cut(string(text), ") ")
	if f := strings.Fields(rest); len(f) > 21 { // field n of the manual is n-3 here
		e.figure("process_cpu_seconds_total", "counter", "Processor time, of user and system.", (number(f[11])+number(f[12]))/tick)
		e.figure("process_virtual_memory_bytes", "gauge", "Virtual memory.", number(f[20]))
		e.figure("process_resident_memory_bytes", "gauge", "Memory that is resident.", number(f[21])*float64(os.Getpagesize()))
		e.figure("process_start_time_seconds", "gauge", "When the process began, since 1970.", behind("/proc/stat", "btime", 0)+number(f[19])/tick)
	}
	if open, err := os.ReadDir("/proc/self/fd"); err == nil {
		e.figure("process_open_fds", "gauge", "Open files.", float64(len(open)-1)) // the folder itself is one
		e.figure("process_max_fds", "gauge", "Greatest number of open files.", behind("/proc/self/limits", "Max open files", 0))
		e.figure("process_virtual_memory_max_bytes", "gauge", "Greatest virtual memory.", behind("/proc/self/limits", "Max address space", 0))
		e.figure("process_network_receive_bytes_total", "counter", "Received over the network, by all processes that share it.", behind("/proc/self/net/netstat", "IpExt: ", 6))
		e.figure("process_network_transmit_bytes_total", "counter", "Sent over the network, by all processes that share it.", behind("/proc/self/net/netstat", "IpExt: ", 7))
	}
}

// behind is the number at a place after a word, in the last line of a file that begins with the word.
func behind(file, word string, place int) (x float64) {
	text, _ := os.ReadFile(file)
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, word); ok {
			if f := strings.Fields(rest); len(f) > place {
				x = number(f[place])
			}
		}
	}
	return x
}

// number parses a number; "unlimited" is the greatest.
func number(s string) float64 {
	x, err := strconv.ParseFloat(cmp.Or(map[string]string{"unlimited": "18446744073709551615"}[s], s), 64)
	if err != nil {
		return 0
	}
	return x
}
