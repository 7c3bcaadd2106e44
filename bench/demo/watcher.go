package demo

import (
	"runtime"
	"time"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/reactor"
)

// watcher samples the live heap at equal steps of robot time. It implements lemon.Show.
type watcher struct {
	every time.Duration
	next  time.Duration
	t     []float64 // min
	heap  []float64 // KiB
}

// Begin implements lemon.Show.
func (w *watcher) Begin(*lemon.Stage) (reactor.Observer, error) { return nil, nil }

// Tick implements lemon.Show.
func (w *watcher) Tick(s *lemon.Sample) {
	t := time.Duration(s.T * 1e9)
	if t < w.next {
		return
	}
	w.next = t + w.every
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	w.t, w.heap = append(w.t, t.Minutes()), append(w.heap, float64(m.HeapAlloc)/1024)
}

// Robot implements lemon.Show.
func (w *watcher) Robot(time.Duration, *lemon.WorldData) {}

// Picture implements lemon.Show.
func (w *watcher) Picture(time.Duration, *lemon.Picture) {}

// End implements lemon.Show.
func (w *watcher) End() {}

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
