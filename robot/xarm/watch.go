package xarm

import (
	"io"
	"sync"
)

// Watch keeps the latest report of one connection for a control loop that must not wait for one. Its
// goroutine ends with the connection; Close waits for that.
type Watch struct {
	conn io.ReadCloser
	done chan struct{}

	mu       sync.Mutex
	report   Report
	realtime Realtime
	count    uint64
	err      error
}

// NewWatch starts to read reports of kind k from conn, which it then owns.
func NewWatch(k ReportKind, conn io.ReadCloser) *Watch {
	w := &Watch{conn: conn, done: make(chan struct{})}
	go w.run(newReportStream(k, conn))
	return w
}

func (w *Watch) run(s *reportStream) {
	defer close(w.done)
	var report Report
	var realtime Realtime
	for {
		var err error
		if s.kind == ReportRealtime {
			err = s.nextRealtime(&realtime)
		} else {
			err = s.Next(&report)
		}
		w.mu.Lock()
		w.report, w.realtime, w.count, w.err = report, realtime, s.Reports, err
		w.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// Latest copies the newest report of ports 30001…30003 into r and returns how many have come; if the number
// does not change, r is old. The error says why the stream ended; it is nil while the stream runs.
func (w *Watch) Latest(r *Report) (count uint64, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	*r = w.report
	return w.count, w.err
}

// LatestRealtime is Latest for port 30000.
func (w *Watch) LatestRealtime(r *Realtime) (count uint64, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	*r = w.realtime
	return w.count, w.err
}

// Close closes the connection and waits for the reader to end.
func (w *Watch) Close() error {
	err := w.conn.Close()
	<-w.done
	return err
}
