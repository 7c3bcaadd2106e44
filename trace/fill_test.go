package trace

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// TestFilledChunks puts large messages, begun concurrently with the Writer, between small ones: nothing is lost or
// changes places, nor do the records before a chunk.
func TestFilledChunks(t *testing.T) {
	var b bytes.Buffer
	w := start(t, &b, Options{Wait: true, ChunkSize: 1000, Chunks: 2})
	ch, err := w.Channel("x", Schema{Name: "n", Encoding: "raw"}, "raw", nil)
	if err != nil {
		t.Fatal(err)
	}
	const n = 300
	for i := range n {
		data := bytes.Repeat([]byte{byte(i)}, 1+i%7*200)
		if i%3 == 0 {
			f := w.Fill(ch, int64(i), 0, data)
			if i%2 == 0 {
				if err := w.Metadata("note", map[string]string{"i": string(rune('a' + i%26))}); err != nil {
					t.Fatal(err)
				}
			}
			w.Enter(f)
			continue
		}
		w.Write(ch, int64(i), 0, data)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := NewReader("test", &b)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		m, err := r.Next()
		if err != nil || m.Time != int64(i) || len(m.Data) != 1+i%7*200 || m.Data[0] != byte(i) {
			t.Fatalf("message %d: %+v, %v", i, m, err)
		}
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
	if len(r.Metadata()) != n/6 || r.Report() != "" {
		t.Errorf("%d of %d notes; %s", len(r.Metadata()), n/6, r.Report())
	}
}

// TestFillWithoutAChunk drops the message, and says so, while the disk stalls.
func TestFillWithoutAChunk(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	w := start(t, g, Options{ChunkSize: 1000, Chunks: 2})
	ch, err := w.Channel("x", Schema{Name: "n", Encoding: "raw"}, "raw", nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		w.Enter(w.Fill(ch, int64(i), 0, make([]byte, 2000)))
	}
	if s := w.Stats(); s.DroppedMessages < 8 {
		t.Errorf("%+v", s)
	}
	w.Enter(w.Fill(99, 11, 0, nil)) // no such channel
	close(g.open)
	var lost *LossError
	if err := w.Close(); !errors.As(err, &lost) || lost.Messages < 9 {
		t.Errorf("closing says %v", err)
	}
	w.Enter(w.Fill(ch, 12, 0, nil)) // after the end
}
