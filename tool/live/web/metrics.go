package web

import (
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/live"
)

// keepCounting is how long events are counted after a request for metrics.
const keepCounting = 2 * time.Minute

// metrics collects the figures of a bus and a meter. Events are counted only while there are regular requests.
type metrics struct {
	b     *live.Bus
	m     *exec.Meter // nil for none
	mu    sync.Mutex
	rates *live.Rates // nil without requests
	idle  *time.Timer

	tags, reactions, expired, time, misses, events, lost, watchers, missed, skipped, noRoom, dropped *prometheus.Desc
}

// Metrics serves Prometheus' text format: the program's tags, reactions, deadline misses by reaction, events by topic,
// watchers and their losses, and the figures of the Go runtime and the process. meter is the run's, nil for none.
// Events and reactions are counted from the first request until two minutes after the last; without requests that costs
// the program nothing.
func Metrics(b *live.Bus, meter *exec.Meter) http.Handler {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("sinew_"+name, help, labels, nil)
	}
	m := &metrics{b: b, m: meter,
		tags:      desc("tags_total", "Tags that the program has run."),
		reactions: desc("reactions_total", "Reactions that have run, as of the latest tag that was counted."),
		expired:   desc("deadlines_expired_total", "Deadlines that the watchdog saw pass."),
		time:      desc("logical_time_seconds", "Logical time of the main enclave's latest tag."),
		misses:    desc("reaction_deadline_misses_total", "Deadline handlers that ran instead of their reaction, while counted.", "reaction"),
		events:    desc("topic_events_total", "Times that a topic was set, while counted.", "topic", "kind"),
		lost:      desc("watched_values_lost_total", "Values that watchers were too slow to take."),
		watchers:  desc("watchers", "Open watches."),
		missed:    desc("deadline_misses_total", "Deadline handlers that ran, of all reactions."),
		skipped:   desc("ticks_skipped_total", "Ticks of timers that were left out because they had passed."),
		noRoom:    desc("values_lost_total", "Values that found no room in the queue of an action or a connection."),
		dropped:   desc("events_dropped_total", "Events that were pending when the program was ended at once."),
	}
	r := prometheus.NewRegistry()
	r.MustRegister(m, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return promhttp.HandlerFor(r, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
}

// Describe implements prometheus.Collector.
func (m *metrics) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{m.tags, m.reactions, m.expired, m.time, m.misses, m.events, m.lost, m.watchers, m.missed,
		m.skipped, m.noRoom, m.dropped} {
		to <- d
	}
}

// ask counts, for a while.
func (m *metrics) ask() *live.Rates {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.rates == nil {
		m.rates = m.b.Rates()
		m.idle = time.AfterFunc(keepCounting, m.rest)
	}
	m.idle.Reset(keepCounting)
	return m.rates
}

// rest ends the counting.
func (m *metrics) rest() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.rates != nil {
		m.rates.Close()
		m.rates = nil
	}
}

// Collect implements prometheus.Collector.
func (m *metrics) Collect(to chan<- prometheus.Metric) {
	put := func(d *prometheus.Desc, kind prometheus.ValueType, x float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, kind, x, labels...)
	}
	s := m.ask()
	c := s.Counters()
	tags, reactions, misses := c.Tags, c.Reactions, c.Misses
	if m.m != nil {
		tags, misses = m.m.Tags(), m.m.Misses()
		put(m.expired, prometheus.CounterValue, float64(m.m.Expired()))
		put(m.skipped, prometheus.CounterValue, float64(m.m.Skipped()))
		put(m.noRoom, prometheus.CounterValue, float64(m.m.Lost()))
		put(m.dropped, prometheus.CounterValue, float64(m.m.Dropped()))
		put(m.time, prometheus.GaugeValue, float64(m.m.Time())/1e9)
	}
	put(m.tags, prometheus.CounterValue, float64(tags))
	if reactions > 0 { // 0 before the first tag that was counted
		put(m.reactions, prometheus.CounterValue, float64(reactions))
	}
	put(m.missed, prometheus.CounterValue, float64(misses))
	p := m.b.Program()
	s.TotalMisses(func(x live.MissCount) {
		put(m.misses, prometheus.CounterValue, float64(x.N), p.ReactionPath(x.Reaction))
	})
	for _, t := range m.b.Topics() {
		put(m.events, prometheus.CounterValue, float64(s.Total(t.ID)), t.Name, t.Kind)
	}
	put(m.lost, prometheus.CounterValue, float64(m.b.Lost()))
	put(m.watchers, prometheus.GaugeValue, float64(m.b.Watchers()))
}
