package trace

import (
	"fmt"
	"math"
	"strings"

	"github.com/sinew-robotics/sinew/internal/spelling"
)

// Loss is a part of a recording that cannot be read, or was never written.
type Loss struct {
	Offset   int64  // in the file
	What     string // what is wrong, in words
	Dropped  bool   // the recorder dropped messages and left a mark
	Gap      bool   // messages may be lost
	Bytes    int64  // bytes of the file that were skipped
	Messages int    // lost, where it is known
	Chunks   int    // lost, where it is known
	From, To int64  // of a gap: the times, in nanoseconds, between which messages are lost, as far as known; To is End at the end
}

// End is later than every time.
const End = math.MaxInt64

// String describes the loss in a clause.
func (l Loss) String() string {
	if l.Dropped {
		return l.What
	}
	parts := []string{l.What}
	if l.Bytes > 0 {
		parts = append(parts, fmt.Sprintf("%d bytes are passed over", l.Bytes))
	}
	if l.Chunks > 0 {
		parts = append(parts, spelling.Count(l.Chunks, "chunk")+" lost")
	}
	if l.Messages > 0 {
		parts = append(parts, spelling.Count(l.Messages, "message")+" lost")
	}
	switch {
	case l.Gap && l.To == End && l.From > math.MinInt64:
		parts = append(parts, "nothing from "+stamp(l.From, 0)+" s on")
	case l.Gap && l.From > math.MinInt64:
		parts = append(parts, fmt.Sprintf("a gap from %s s to %s s", stamp(l.From, 0), stamp(l.To, 0)))
	case l.Gap && l.To != End:
		parts = append(parts, "nothing before "+stamp(l.To, 0)+" s")
	}
	return strings.Join(parts, ", ")
}

// Losses lists the losses found so far.
func (r *Reader) Losses() []Loss { return r.losses }

// Gap returns the time, in nanoseconds, from which on messages may be missing though others follow. ok is false if
// there is no such gap: a recording that is only cut off has none. The answer is final once everything has been read.
func (r *Reader) Gap() (from int64, ok bool) {
	from = End
	for _, l := range r.losses {
		if l.Gap && (l.To != End || l.Dropped) {
			from, ok = min(from, l.From), true
		}
	}
	return from, ok
}

// Report says in a line what was read and what was lost, such as "run.mcap stops at byte 70123: chunk 12 is cut short;
// 11 chunks, 33412 messages read". It is empty if everything was read.
func (r *Reader) Report() string {
	if len(r.losses) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(r.name)
	for i, l := range r.losses {
		if i == 5 {
			fmt.Fprintf(&b, "; %d more faults", len(r.losses)-i)
			break
		}
		if i > 0 {
			b.WriteString(";")
		}
		b.WriteString(" " + l.String())
	}
	if s := r.sum; s != nil && s.shift < 0 {
		fmt.Fprintf(&b, "; %d bytes of the file are missing", -s.shift)
	} else if s != nil && s.shift > 0 {
		fmt.Fprintf(&b, "; the file has %d bytes too many", s.shift)
	}
	if s := r.sum; s != nil && s.counted {
		fmt.Fprintf(&b, "; %d of %d chunks, %d of %d messages read", r.chunks, s.allChunks, r.messages, s.allMessages)
	} else {
		fmt.Fprintf(&b, "; %d chunks, %d messages read", r.chunks, r.messages)
	}
	return b.String()
}

func (r *Reader) lose(at int64, format string, args ...any) {
	r.losses = append(r.losses, Loss{Offset: at, What: fmt.Sprintf(format, args...)})
}

// gap notes damage from a place on that may contain messages.
func (r *Reader) gap(at int64, what string) *Loss {
	from := r.newest
	if from > math.MinInt64 {
		from -= r.lag
	}
	r.losses = append(r.losses, Loss{Offset: at, What: what, Gap: true, From: from, To: End})
	r.open = len(r.losses)
	return &r.losses[r.open-1]
}

// ends notes that the file stops before the recording's end.
func (r *Reader) ends(at int64, what string) {
	if !r.whole {
		r.gap(r.at, fmt.Sprintf("stops at byte %d: %s", at, what))
	}
	r.done = true
}

// damaged records that the data at a place are invalid, and continues at the next valid record.
func (r *Reader) damaged(at int64, what string) { r.resume(at, at+1, what) }

// resume records that the data at a place are invalid, and searches from another place for a valid record.
func (r *Reader) resume(at, from int64, what string) {
	swallowed := at // by an earlier record whose length was wrong
	next, ok := r.scan(r.sure, at, func(op byte) bool { return op == opChunk })
	if ok {
		swallowed = next
	} else {
		next, ok = r.scan(from, r.size, func(byte) bool { return true })
	}
	if !ok {
		r.at = at
		r.ends(at, what)
		r.losses[len(r.losses)-1].Bytes = r.size - at
		return
	}
	if n := len(r.losses); r.open == n && n > 0 && r.losses[n-1].Offset+r.losses[n-1].Bytes == at {
		r.losses[n-1].Bytes = next - r.losses[n-1].Offset // more of the same
	} else {
		r.gap(swallowed, what).Bytes = next - swallowed
	}
	r.sure = next + 1
	r.seek(next)
}

// settle compares what was read with the summary.
func (r *Reader) settle() {
	s := r.sum
	if s == nil || len(s.chunks) == 0 {
		return
	}
	r.missed(len(s.chunks))
	gaps := 0
	for i := range r.losses {
		l := &r.losses[i]
		if l.Gap && !l.Dropped && l.Chunks == 0 && r.orphans == 0 {
			l.Gap = false // the damaged part held no messages
		}
		if l.Gap && !l.Dropped {
			gaps++
		}
	}
	for i := range r.losses {
		if l := &r.losses[i]; l.Gap && !l.Dropped && gaps == 1 && s.counted && s.allMessages > r.messages {
			l.Messages = s.allMessages - r.messages
		}
	}
}

// missed notes that the summary's chunks before the n-th were not met.
func (r *Reader) missed(n int) {
	if r.matched >= n {
		r.matched = n
		return
	}
	var l *Loss
	if k := len(r.losses); k > 0 && r.losses[k-1].Gap && !r.losses[k-1].Dropped && r.losses[k-1].Chunks == 0 {
		l = &r.losses[k-1]
	} else {
		l = r.gap(r.at, fmt.Sprintf("lacks chunks before byte %d", r.at))
	}
	lost := r.sum.chunks[r.matched:n]
	l.Chunks, l.From, l.To = len(lost), End, 0
	for _, c := range lost {
		l.From, l.To = min(l.From, int64(c.from)), max(l.To, int64(c.to))
	}
	r.matched, r.open = n, 0
}

// belongs reports whether a chunk is listed by the summary and has not been read yet. Without a summary every chunk is.
func (r *Reader) belongs(b []byte, raw int64) bool {
	if r.sum == nil || len(r.sum.chunks) == 0 {
		return true
	}
	for i, c := range r.sum.chunks[r.matched:] {
		if c.from == le.Uint64(b) && c.to == le.Uint64(b[8:]) && c.raw == uint64(raw) && c.length == uint64(recordHead+len(b)) {
			r.missed(r.matched + i)
			r.matched++
			return true
		}
	}
	return false
}
