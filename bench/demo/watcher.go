package demo

import (
	"runtime"
	"time"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace/record"
)

// watcher samples the live heap at equal steps of robot time.
type watcher struct {
	every time.Duration
	next  time.Duration
	t     []float64 // min
	heap  []float64 // KiB
}

// tap watches a run's cycles.
func (w *watcher) tap(rec *record.Recorder) error {
	return record.Tap(rec, "planning.safety.checked", func(tag reactor.Tag, _ *lemon.Command) { w.cycle(tag.Time.Duration()) })
}

func (w *watcher) cycle(t time.Duration) {
	if t < w.next {
		return
	}
	w.next = t + w.every
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	w.t, w.heap = append(w.t, t.Minutes()), append(w.heap, float64(m.HeapAlloc)/1024)
}

// slope is the least-squares slope of the second half of the samples.
func (w *watcher) slope() float64 {
	t, h := w.t[len(w.t)/2:], w.heap[len(w.heap)/2:]
	var n, st, sh, stt, sth float64
	for i := range t {
		n, st, sh, stt, sth = n+1, st+t[i], sh+h[i], stt+t[i]*t[i], sth+t[i]*h[i]
	}
	if d := n*stt - st*st; d > 0 {
		return (n*sth - st*sh) / d
	}
	return 0
}
