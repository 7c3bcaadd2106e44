package bag

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// FuzzReader: whatever a file holds, reading it ends, takes memory in proportion to it, and gives messages or a fault;
// what was recovered comes back when it is written.
func FuzzReader(f *testing.F) {
	for _, how := range []Compression{None, LZ4} {
		b := written(f, some(12), WriterOptions{Compression: how, ChunkSize: 300})
		f.Add(small(b))
	}
	f.Add(small(written(f, nil, WriterOptions{})))
	fuzz.Run(f, func(t *testing.T, b []byte) {
		o := Options{MaxChunk: 1 << 16, Memory: 1 << 16}
		if r, err := NewReader(bytes.NewReader(b), int64(len(b)), "x", o); err == nil {
			for m := r.Messages(Selection{}); ; {
				if _, err := m.Next(); err != nil {
					break
				}
			}
			if s, err := r.Summary(false); err == nil {
				_ = s.Print(io.Discard, time.UTC) // whatever it says, it ends
			}
		}
		o.Recover = true
		r, err := NewReader(bytes.NewReader(b), int64(len(b)), "x", o)
		if err != nil {
			return
		}
		got, err := r.Messages(Selection{}).all()
		if err != nil {
			t.Fatalf("what was recovered cannot be read: %v", err)
		}
		to := &memory{}
		w, err := NewWriter(to, WriterOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range got {
			if x.time.Nanoseconds() == 0 {
				return // which no writer takes
			}
		}
		if err := errors.Join(w.Copy(r.Messages(Selection{})), w.Close()); err != nil {
			t.Fatal(err)
		}
		again, err := open(t, to.b, Options{}).Messages(Selection{}).all()
		if err != nil || len(again) != len(got) {
			t.Fatalf("%d messages, then %d, %v", len(got), len(again), err)
		}
		for i := range got {
			if got[i] != again[i] {
				t.Fatalf("message %d is %v, then %v", i, got[i], again[i])
			}
		}
	})
}
