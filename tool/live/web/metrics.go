package web

import (
	"net/http"
	"sync"
	"time"

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
}

// Metrics serves Prometheus' text format: the program's tags, reactions, deadline misses by reaction, events by topic,
// watchers and their losses, and the figures of the Go runtime and the process. meter is the run's; it may be nil.
// Events and reactions are counted from the first request until two minutes after the last; without requests that costs
// the program nothing.
func Metrics(b *live.Bus, meter *exec.Meter) http.Handler {
	m := &metrics{b: b, m: meter}
	places := make(chan struct{}, 4) // for requests at a time
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		select {
		case places <- struct{}{}:
		default:
			http.Error(w, "too many requests at a time", http.StatusServiceUnavailable)
			return
		}
		defer func() { <-places }()
		var e exposition
		m.program(&e)
		e.runtime()
		e.process()
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(e.b) // to a client that may be gone
	})
}

// ask counts events for a while.
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

// program adds the figures of the program.
func (m *metrics) program(e *exposition) {
	s := m.ask()
	c := s.Counters()
	tags, reactions, misses := c.Tags, c.Reactions, c.Misses
	if m.m != nil {
		tags, misses = m.m.Tags(), m.m.Misses()
		e.figure("sinew_deadlines_expired_total", "counter", "Deadlines that the watchdog saw pass.", float64(m.m.Expired()))
		e.figure("sinew_ticks_skipped_total", "counter", "Ticks of timers that were left out because they had passed.", float64(m.m.Skipped()))
		e.figure("sinew_values_lost_total", "counter", "Values that found no room in the queue of an action or a connection.", float64(m.m.Lost()))
		e.figure("sinew_events_dropped_total", "counter", "Events that were pending when the program was ended at once.", float64(m.m.Dropped()))
		e.figure("sinew_logical_time_seconds", "gauge", "Logical time of the main enclave's latest tag.", float64(m.m.Time())/1e9)
	}
	e.figure("sinew_tags_total", "counter", "Tags that the program has run.", float64(tags))
	if reactions > 0 { // 0 before the first tag that was counted
		e.figure("sinew_reactions_total", "counter", "Reactions that have run, as of the latest tag that was counted.", float64(reactions))
	}
	e.figure("sinew_deadline_misses_total", "counter", "Deadline handlers that ran, of all reactions.", float64(misses))
	p := m.b.Program()
	e.family("sinew_reaction_deadline_misses_total", "counter", "Deadline handlers that ran instead of their reaction, while counted.")
	s.TotalMisses(func(x live.MissCount) {
		e.value("sinew_reaction_deadline_misses_total", float64(x.N), "reaction", p.ReactionPath(x.Reaction))
	})
	e.family("sinew_topic_events_total", "counter", "Times that a topic was set, while counted.")
	for _, t := range m.b.Topics() {
		e.value("sinew_topic_events_total", float64(s.Total(t.ID)), "kind", t.Kind, "topic", t.Name)
	}
	e.figure("sinew_watched_values_lost_total", "counter", "Values that watchers were too slow to take.", float64(m.b.Lost()))
	e.figure("sinew_watchers", "gauge", "Open watches.", float64(m.b.Watchers()))
}
