package view

import "sync"

// Event is a row of the event table.
type Event struct {
	Time      int64  `json:"t"` // logical, ns
	Microstep uint32 `json:"m"`
	Kind      string `json:"kind"` // "miss", "mode", "door", "print", "note" or "fault"
	What      string `json:"what"` // path in the graph, "" for the whole program
	Text      string `json:"text"`
}

const (
	keptEvents = 512 // a newly opened page gets the newer half
	rowBytes   = 512 // of a row's text; longer ones are cut
)

// journal keeps the newest events. It may be used from any goroutine.
type journal struct {
	mu   sync.Mutex
	n    uint64 // ever written
	rows []Event
}

// Event adds a row to the event table. It takes a short lock, so it must not be called in control cycles. Rows are
// stored even while nobody watches.
func (h *Hub) Event(e Event) { h.events.add(e) }

func (j *journal) add(e Event) {
	e.Text = Short(e.Text, rowBytes)
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.rows) < keptEvents {
		j.rows = append(j.rows, e)
	} else {
		j.rows[j.n%keptEvents] = e
	}
	j.n++
}

// Events appends the rows from number from on to dst, and returns the next number and how many were lost.
func (h *Hub) Events(from uint64, dst []Event) (rows []Event, next, lost uint64) {
	return h.events.since(from, dst)
}

// Newer is the number from which a page that opens reads events.
func (h *Hub) Newer() uint64 { return h.events.newer() }

// since appends the rows from number from on to dst, and returns the next number and how many were lost.
func (j *journal) since(from uint64, dst []Event) (rows []Event, next, lost uint64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if from+uint64(len(j.rows)) < j.n {
		next = j.n - uint64(len(j.rows))
		lost, from = next-from, next
	}
	for ; from < j.n; from++ {
		dst = append(dst, j.rows[from%keptEvents])
	}
	return dst, j.n, lost
}

// forget drops all rows.
func (j *journal) forget() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.n, j.rows = 0, j.rows[:0]
}

// newer is the number from which a page that opens reads.
func (j *journal) newer() uint64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.n - min(j.n, keptEvents/2)
}

// Short cuts a text to at most n bytes, at the border of a character.
func Short(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n] + "…"
}
