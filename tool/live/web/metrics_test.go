package web

import (
	"io"
	"math"
	"net/http/httptest"
	"regexp"
	figures "runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/live/plant"
)

func TestMetrics(t *testing.T) {
	m := reactor.NewMain("main")
	r := &plant.Plant{}
	reactor.Init(m, "plant", r)
	r.Tick.Set(0, time.Millisecond)
	r.Tick.OnOverrun(reactor.CatchUp(1 << 30)) // what is watched shall not depend on the machine
	r.Eye.Bind(func() float64 { return 0 })
	r.Hand.Bind(plant.Hand[float64, bool](func(float64) bool { return true }))
	r.Reaction("late").On(&r.Tick).Deadline(time.Nanosecond, func() {}).Do(func() {})
	r.Reaction("step").On(&r.Tick).Sets(&r.Out).Do(func() { r.Out.Set(plant.Reading{}) })
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := newBus(t, p)
	meter := &exec.Meter{}
	h := Metrics(b, meter)
	scrape := func() string {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		if w.Code != 200 {
			t.Error(w.Code)
		}
		text, err := io.ReadAll(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if text := scrape(); !strings.Contains(text, "sinew_tags_total 0\n") {
		t.Error(text)
	}
	if _, err := exec.Run(soon(t), p, exec.Options{Clock: exec.Real, Timeout: 9 * time.Millisecond, Meter: meter}); err != nil {
		t.Fatal(err)
	}
	text := scrape()
	for _, want := range []string{"sinew_tags_total 10\n", "sinew_reactions_total 20\n", "sinew_deadline_misses_total 10\n",
		`sinew_reaction_deadline_misses_total{reaction="plant.late"} 10`, `sinew_topic_events_total{kind="port",topic="plant.out"} 10`,
		"sinew_logical_time_seconds 0.009\n", "sinew_watchers 0\n", "go_goroutines ", "process_cpu_seconds_total "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	mm := &metrics{b: b}
	mm.ask()
	mm.rest()
	mm.rest()
	if mm.rates != nil {
		t.Error("it still counts")
	}
}

// TestTheTextFormat: every line is one that Prometheus reads, each family is announced once before its values, and figures
// have the names that Prometheus' own client gives them.
func TestTheTextFormat(t *testing.T) {
	var e exposition
	e.runtime()
	e.process()
	e.family("odd", "gauge", "Labels that have to be escaped.")
	e.value("odd", math.Inf(1), "a", "\"\\\n", "b", "°")
	family, seen := "", map[string]bool{}
	line := regexp.MustCompile(`^([a-z_]+)(\{[a-z]+="(?:[^"\\\n]|\\["\\n])*"(?:,[a-z]+="(?:[^"\\\n]|\\["\\n])*")*\})? (\S+)$`)
	for l := range strings.Lines(string(e.b)) {
		l = strings.TrimSuffix(l, "\n")
		if name, ok := strings.CutPrefix(l, "# TYPE "); ok {
			family, _, _ = strings.Cut(name, " ")
			if seen[family] {
				t.Errorf("%s is announced twice", family)
			}
			seen[family] = true
			continue
		}
		if strings.HasPrefix(l, "# HELP ") {
			continue
		}
		m := line.FindStringSubmatch(l)
		if m == nil || !strings.HasPrefix(m[1], family) {
			t.Fatalf("%q in family %s", l, family)
		}
		if x, err := strconv.ParseFloat(m[3], 64); err != nil || math.IsNaN(x) || x < 0 {
			t.Errorf("%q: %v", l, err)
		}
		if strings.HasPrefix(l, "go_memstats_sys_bytes ") && strings.HasSuffix(l, " 0") {
			t.Errorf("%s: the runtime does not know the figure", l)
		}
	}
	for _, want := range []string{"go_info", "go_threads", "go_memstats_heap_inuse_bytes", "go_gc_duration_seconds", "odd"} {
		if !seen[want] {
			t.Errorf("no %s", want)
		}
	}
	var known []string
	for _, d := range figures.All() {
		known = append(known, d.Name)
	}
	for _, f := range ofRuntime {
		for name := range strings.FieldsSeq(f.of) {
			if !slices.Contains(known, name) {
				t.Errorf("%s: the runtime has no %s", f.name, name)
			}
		}
	}
}
