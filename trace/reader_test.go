package trace

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/foxglove/mcap/go/mcap"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

func TestTruncatedAnywhere(t *testing.T) {
	data := recorded(t, Options{Wait: true, ChunkSize: 1500}, 40)
	last := 0
	for n := range data {
		r, err := NewReader("t", bytes.NewReader(data[:n]))
		if err != nil {
			if n >= len(magic) {
				t.Fatalf("%d bytes: %v", n, err)
			}
			continue
		}
		got := 0
		for {
			if _, err := r.Next(); err != nil {
				break
			}
			got++
		}
		if got < last {
			t.Fatalf("%d bytes give %d messages, fewer bytes gave %d", n, got, last)
		}
		if got < 80 && r.Report() == "" {
			t.Fatalf("%d bytes give %d messages and no report", n, got)
		}
		last = got
		r.Close()
	}
	if last != 80 {
		t.Fatalf("%d messages of 80", last)
	}
}

func TestDamageIsSkippedAndReported(t *testing.T) {
	data := recorded(t, Options{Wait: true, ChunkSize: 1500}, 100)
	clean, all := readBack(t, data)
	at := bytes.Index(data, []byte("zstd")) // in the first chunk
	bad := bytes.Clone(data)
	bad[at+100] ^= 0x10
	r, n := readBack(t, bad)
	if len(r.Losses()) != 1 || r.chunks != clean.chunks-1 || n >= all || n == 0 {
		t.Errorf("%d of %d messages; %s", n, all, r.Report())
	}
	if got := r.Report(); !strings.Contains(got, "t.mcap chunk 1 at byte") || !strings.Contains(got, fmt.Sprintf("; %d of %d chunks, %d of %d messages read", r.chunks, clean.chunks, n, all)) {
		t.Error(got)
	}
	bad = bytes.Clone(data)
	bad[bytes.Index(bad, []byte("follow"))] = 'F'
	if r, n := readBack(t, bad); n != all || !strings.Contains(r.Report(), "checksum of its data is wrong") {
		t.Errorf("%d; %s", n, r.Report())
	}
}

func TestNoRecording(t *testing.T) {
	for data, want := range map[string]string{"": "is empty", "time,x\n": "is not an MCAP", "\x89MC": "is not an MCAP"} {
		if _, err := NewReader("a.csv", strings.NewReader(data)); err == nil || !strings.Contains(err.Error(), "a.csv "+want) {
			t.Errorf("%q: %v", data, err)
		}
	}
	if _, err := Open("no-such.mcap"); err == nil {
		t.Error("no error")
	}
}

// TestOfficialLibrarysFiles reads what the format's own library writes, in every compression and without chunks.
func TestOfficialLibrarysFiles(t *testing.T) {
	for _, o := range []mcap.WriterOptions{
		{Chunked: true, Compression: mcap.CompressionZSTD, IncludeCRC: true, ChunkSize: 3000},
		{Chunked: true, Compression: mcap.CompressionLZ4, IncludeCRC: true, ChunkSize: 3000},
		{Chunked: true, ChunkSize: 3000}, {},
	} {
		data := official(t, o, 500)
		r, err := NewReader("lib.mcap", bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for ; ; n++ {
			m, err := r.Next()
			if err == io.EOF {
				break
			}
			if m.Time != int64(n) || m.Microstep != uint32(n) || len(m.Data) != 112 || m.Channel.Topic != "t" || m.Channel.Schema.Name != "S" {
				t.Fatalf("%+v", m)
			}
		}
		if n != 500 || r.Report() != "" {
			t.Errorf("%+v: %d messages; %s", o, n, r.Report())
		}
		r.Close()
	}
}

func official(t testing.TB, o mcap.WriterOptions, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := mcap.NewWriter(&b, &o)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, 112)
	for _, err := range []error{w.WriteHeader(&mcap.Header{}), w.WriteSchema(&mcap.Schema{ID: 1, Name: "S", Encoding: "protobuf"}),
		w.WriteChannel(&mcap.Channel{SchemaID: 1, Topic: "t", MessageEncoding: "protobuf"})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		if err := w.WriteMessage(&mcap.Message{LogTime: uint64(i), PublishTime: uint64(i), Sequence: uint32(i), Data: data}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func FuzzReader(f *testing.F) {
	f.Add(recorded(f, Options{Wait: true, ChunkSize: 1000}, 10))
	f.Add(recorded(f, Options{Wait: true, Plain: true}, 3))
	f.Add(official(f, mcap.WriterOptions{Chunked: true, Compression: mcap.CompressionLZ4}, 3))
	fuzz.Run(f, func(t *testing.T, data []byte) {
		r, err := NewReader("fuzz", bytes.NewReader(data))
		if err != nil {
			return
		}
		defer r.Close()
		for {
			if _, err := r.Next(); err != nil {
				break
			}
		}
		_ = r.Report()
	})
}

// FuzzDamage reads recordings with a part replaced, removed or inserted: every message that is read was recorded.
func FuzzDamage(f *testing.F) {
	made := [...][]byte{recorded(f, Options{Wait: true, ChunkSize: 1000}, 40), recorded(f, Options{Wait: true, Plain: true, ChunkSize: 700}, 40)}
	truth := [...]*truth{hearing(f, made[0]), hearing(f, made[1])}
	for _, plain := range []bool{false, true} {
		f.Add(plain, uint32(0), uint32(0), []byte{})
		f.Add(plain, uint32(600), uint32(500), []byte{})
		f.Add(plain, uint32(8), uint32(300), make([]byte, 300))
		f.Add(plain, uint32(900), uint32(0), []byte("\x06\x20\x00\x00\x00\x00\x00\x00\x00"))
		f.Add(plain, uint32(1<<31), uint32(9), []byte{2})
	}
	fuzz.Run(f, func(t *testing.T, plain bool, at, cut uint32, put []byte) {
		which := 0
		if plain {
			which = 1
		}
		data := made[which]
		from := int(at) % len(data)
		bad := slices.Concat(data[:from], put, data[min(len(data), from+int(cut)%len(data)):])
		r, err := NewReader("fuzz", bytes.NewReader(bad))
		if err != nil {
			return
		}
		defer r.Close()
		invented(t, r, truth[which])
	})
}
