package trace

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
	"pgregory.net/rapid"
)

// late is a run of two enclaves: fast's messages are written in time, those of slow a given number of places later.
func late(t *testing.T, o Options, delay []int, change int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := start(t, &b, o)
	s := Schema{Name: "n", Encoding: "raw"}
	fast, err := w.Channel("fast", s, "raw", nil)
	if err != nil {
		t.Fatal(err)
	}
	slow, err := w.Channel("slow", s, "raw", nil)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for i := range delay {
		for at < len(delay) && at+delay[at] <= i {
			w.Write(slow, int64(at)*4e6, 0, []byte{byte(at), 1})
			at++
		}
		v := byte(i)
		if i == change {
			v++
		}
		w.Write(fast, int64(i)*4e6, 0, []byte{v, 0})
	}
	for ; at < len(delay); at++ {
		w.Write(slow, int64(at)*4e6, 0, []byte{byte(at), 1})
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestSpansOfChunksAreTrue: the times of a chunk's head and index are the least and greatest of its messages, though
// an enclave lags.
func TestSpansOfChunksAreTrue(t *testing.T) {
	delay := make([]int, 400)
	for i := range delay {
		delay[i] = 20
	}
	data := late(t, Options{Wait: true, ChunkSize: 2000}, delay, -1)
	r, err := mcap.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	info, err := r.Info()
	if err != nil {
		t.Fatal(err)
	}
	if len(info.ChunkIndexes) < 5 || info.Statistics.MessageStartTime != 0 || info.Statistics.MessageEndTime != 399*4e6 {
		t.Fatalf("%d chunks, %+v", len(info.ChunkIndexes), info.Statistics)
	}
	overlap := false
	for i, c := range info.ChunkIndexes {
		overlap = overlap || i > 0 && c.MessageStartTime < info.ChunkIndexes[i-1].MessageEndTime
	}
	if !overlap {
		t.Fatal("the chunks do not overlap: the test tests nothing")
	}
	it, err := r.Messages(mcap.UsingIndex(true), mcap.InOrder(mcap.LogTimeOrder))
	if err != nil {
		t.Fatal(err)
	}
	n, last := 0, uint64(0)
	for {
		_, _, m, err := it.NextInto(nil)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if m.LogTime < last {
			t.Fatalf("by the chunks' times message %d at %d comes after %d", n, m.LogTime, last)
		}
		last = m.LogTime
		n++
	}
	if n != 800 {
		t.Fatalf("%d messages", n)
	}
}

// TestDiffMindsTagsNotPlaces: two recordings with the same messages are the same however much an enclave lagged in
// either, and one message that differs is found at its tag.
func TestDiffMindsTagsNotPlaces(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	prompt := make([]int, 200)
	rapid.Check(t, func(r *rapid.T) {
		delay := rapid.SliceOfN(rapid.IntRange(0, 50), len(prompt), len(prompt)).Draw(r, "delay")
		change := rapid.IntRange(0, len(prompt)-1).Draw(r, "change")
		a := write("a.mcap", late(t, Options{Wait: true, ChunkSize: 1500}, prompt, -1))
		b := write("b.mcap", late(t, Options{Wait: true, ChunkSize: 1500}, delay, -1))
		d, err := Diff(a, b, nil)
		if err != nil || !d.Same() || d.Equal != 400 {
			r.Fatalf("%v, %+v", err, d)
		}
		c := write("c.mcap", late(t, Options{Wait: true, ChunkSize: 1500}, delay, change))
		if d, err = Diff(a, c, nil); err != nil || d.First == nil || d.First.Topic != "fast" || d.First.Time != int64(change)*4e6 {
			r.Fatalf("change %d: %v, %+v", change, err, d)
		}
	})
}
