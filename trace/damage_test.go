package trace

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
	"pgregory.net/rapid"
)

// heard is a message as a test compares it. The topic counts only if a checksum covers it.
type heard struct {
	id        uint16
	time      int64
	microstep uint32
	data      string
	topic     string
}

// truth is what an intact recording has: the number of each message, and how often that message is there.
type truth struct {
	number map[heard]int
	times  []int
}

func (x *truth) add(m Message, topics bool) {
	h := heard{m.Channel.ID, m.Time, m.Microstep, string(m.Data), ""}
	if topics {
		h.topic = m.Channel.Topic
	}
	i, ok := x.number[h]
	if !ok {
		i = len(x.times)
		x.number[h], x.times = i, append(x.times, 0)
	}
	x.times[i]++
}

// hearing counts the messages of an intact recording.
func hearing(t testing.TB, data []byte) *truth {
	t.Helper()
	r, err := NewReader("whole", bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	all := &truth{number: map[heard]int{}}
	for {
		m, err := r.Next()
		if err != nil {
			break
		}
		all.add(m, false)
		all.add(m, true)
	}
	if r.Report() != "" {
		t.Fatal(r.Report())
	}
	return all
}

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// invented reads to the end and finds messages that were not recorded, or come twice. It returns the number of
// messages.
func invented(t fataler, r *Reader, all *truth) (n int) {
	t.Helper()
	seen := make([]int, len(all.times))
	for ; ; n++ {
		m, err := r.Next()
		if err != nil {
			return n
		}
		topic := ""
		if r.sum != nil {
			topic = m.Channel.Topic
		}
		i, ok := all.number[heard{m.Channel.ID, m.Time, m.Microstep, string(m.Data), topic}]
		if ok {
			seen[i]++
		}
		if !ok || seen[i] > all.times[i] {
			t.Fatalf("a message that was not recorded: %q at %d, %d bytes; %s", m.Channel.Topic, m.Time, len(m.Data), r.Report())
		}
	}
}

// spans are the places of a recording's chunks, with their numbers of messages.
type chunkSpan struct{ from, to, messages int }

func chunkSpans(t testing.TB, data []byte) (all []chunkSpan, end int) {
	t.Helper()
	r, err := NewReader("whole", bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for at := int64(len(magic)); ; {
		op, size, ok := r.headAt(at)
		if !ok {
			t.Fatalf("no record at %d", at)
		}
		if op == opChunk {
			body := bytes.Clone(data[at+recordHead : at+recordHead+size])
			plain, err := r.unchunk(body)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for p := (parser{b: plain}); len(p.b) > 0; n++ {
				p.u8()
				p.bytes(int(p.u64()))
			}
			all = append(all, chunkSpan{int(at), int(at + recordHead + size), n})
		}
		if op == opDataEnd {
			return all, int(at)
		}
		at += recordHead + size
	}
}

// harm is one act of damage to a file: the bytes at [at, at+cut) are replaced by put.
type harm struct {
	at, cut int
	put     []byte
}

func drawHarm(t *rapid.T, size int) harm {
	at := rapid.IntRange(0, size-1).Draw(t, "at")
	h := harm{at: at}
	long := rapid.SampledFrom([]int{8, 300, 3000, size}).Draw(t, "scale")
	length := rapid.IntRange(1, long).Draw(t, "length")
	random := func() []byte { // from one number: a slice drawn byte by byte takes rapid for ever
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "bytes"), 0))
		b := make([]byte, length)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return b
	}
	switch rapid.SampledFrom([]string{"cut", "zero", "flip", "truncate", "insert", "overwrite"}).Draw(t, "harm") {
	case "cut":
		h.cut = length
	case "zero":
		h.cut, h.put = length, make([]byte, length)
	case "flip":
		h.cut, h.put = 1, nil // filled in below
	case "truncate":
		h.cut = size - at
	case "insert":
		h.put = random()
	case "overwrite":
		h.cut, h.put = length, random()
	}
	if h.cut = min(h.cut, size-at); len(h.put) > h.cut && h.cut > 0 {
		h.put = h.put[:h.cut]
	}
	return h
}

func (h harm) do(data []byte, bit int) []byte {
	if h.cut == 1 && h.put == nil {
		bad := bytes.Clone(data)
		bad[h.at] ^= 1 << bit
		return bad
	}
	return slices.Concat(data[:h.at], h.put, data[h.at+h.cut:])
}

// TestRandomDamage: whatever happens to a file, its reader never panics and never invents messages; every intact chunk
// is read, the gap is reported, and so is how much is missing if the summary is intact.
func TestRandomDamage(t *testing.T) {
	for name, o := range map[string]Options{"zstd": {Wait: true, ChunkSize: 1500}, "plain": {Wait: true, ChunkSize: 1500, Plain: true}} {
		data := recorded(t, o, 300)
		truth := hearing(t, data)
		chunks, end := chunkSpans(t, data)
		all := 0
		for _, c := range chunks {
			all += c.messages
		}
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				h := drawHarm(t, len(data))
				bad := h.do(data, rapid.IntRange(0, 7).Draw(t, "bit"))
				r, err := NewReader("bad", bytes.NewReader(bad))
				if err != nil {
					if h.at >= len(magic) || h.at+h.cut < end && len(bad) > len(data)/2 {
						t.Fatalf("%+v: %v", h, err)
					}
					return
				}
				defer r.Close()
				n := invented(t, r, truth)
				want, lost := 0, 0
				for _, c := range chunks {
					same := len(bad) == len(data) && bytes.Equal(bad[c.from:c.to], data[c.from:c.to])
					if h.at+h.cut <= c.from || h.at >= c.to || same {
						want += c.messages
					} else {
						lost++
					}
				}
				if defined := r.sum != nil || h.at > chunks[0].from; defined && n < want { // without both its definitions are gone
					t.Fatalf("%+v: %d of %d messages that can be read; %s", h, n, want, r.Report())
				}
				if n < all && r.Report() == "" {
					t.Fatalf("%+v: %d of %d messages, and no word of it", h, n, all)
				}
				told := 0
				for _, l := range r.Losses() {
					told += l.Chunks
				}
				if r.sum != nil && (told > lost || told+r.chunks != len(chunks)) { // a flipped bit may mean nothing
					t.Fatalf("%+v: %d chunks are lost, %d are told: %s", h, lost, told, r.Report())
				}
				if r.sum != nil && r.sum.shift != int64(len(bad)-len(data)) {
					t.Fatalf("%+v: shift %d of %d", h, r.sum.shift, len(bad)-len(data))
				}
			})
		})
	}
}

// long is a recording of many chunks, as big as one of a real run.
func long(t testing.TB) []byte {
	t.Helper()
	return recorded(t, Options{Wait: true, Plain: true, ChunkSize: 30_000}, 6000)
}

// TestCutOut: 100 kB that are missing in the middle cost the chunks they were part of.
func TestCutOut(t *testing.T) {
	data := long(t)
	chunks, _ := chunkSpans(t, data)
	if len(data) < 400_000 || len(chunks) < 15 {
		t.Fatalf("%d bytes, %d chunks", len(data), len(chunks))
	}
	bad := slices.Concat(data[:100_000], data[200_000:])
	r, n := readBack(t, bad)
	gone, lost := 0, 0
	for _, c := range chunks {
		if c.from < 200_000 && c.to > 100_000 {
			lost++
			gone += c.messages
		}
	}
	if r.chunks != len(chunks)-lost || n != 12000-gone {
		t.Errorf("%d of %d chunks, %d messages: %s", r.chunks, len(chunks), n, r.Report())
	}
	l := r.Losses()
	if len(l) != 1 || l[0].Chunks != lost || l[0].Messages != gone || !l[0].Gap || l[0].From <= 0 || l[0].To <= l[0].From || l[0].To == End {
		t.Errorf("%+v", l)
	}
	for _, want := range []string{"; 100000 bytes of the file are missing", fmt.Sprintf(" %d chunks lost", lost),
		fmt.Sprintf(" of %d chunks, %d of 12000 messages read", len(chunks), n), "a gap from "} {
		if !strings.Contains(r.Report(), want) {
			t.Errorf("%q is not in %s", want, r.Report())
		}
	}
	if from, ok := r.Gap(); !ok || from != l[0].From {
		t.Errorf("the gap begins at %d, %v", from, ok)
	}
}

// TestHeadZeroed: with its first 2 kB gone the recording takes its schemas and channels from the summary, or from what
// is left of that.
func TestHeadZeroed(t *testing.T) {
	data := long(t)
	chunks, _ := chunkSpans(t, data)
	bad := bytes.Clone(data)
	clear(bad[len(magic) : len(magic)+2000])
	rest := 12000 - chunks[0].messages
	r, n := readBack(t, bad)
	if n != rest || r.chunks != len(chunks)-1 || len(r.Channels()) != len(r.sum.channels) || r.Channels()[0].Schema.Name == "" {
		t.Errorf("%d of %d messages, %d channels: %s", n, rest, len(r.Channels()), r.Report())
	}
	bad[len(bad)-20] ^= 1 // the footer
	if r, n := readBack(t, bad); r.sum != nil || n != rest || r.Channels()[0].Schema.Name == "" {
		t.Errorf("%d of %d messages: %s", n, rest, r.Report())
	}
	clear(bad[:len(magic)])
	if _, err := NewReader("t", bytes.NewReader(bad)); err == nil {
		t.Error("nothing says that this is a recording")
	}
	clear(data[:len(magic)])
	if r, n := readBack(t, data); n != 12000 || !strings.Contains(r.Report(), "does not begin with the format's magic bytes") {
		t.Errorf("%d messages: %s", n, r.Report())
	}
}

// TestForeignDamage: files of the official library are also read after damage, even if messages are outside chunks.
func TestForeignDamage(t *testing.T) {
	for _, o := range []mcap.WriterOptions{
		{Chunked: true, Compression: mcap.CompressionZSTD, IncludeCRC: true, ChunkSize: 3000},
		{Chunked: true, ChunkSize: 3000}, {},
	} {
		data := official(t, o, 500)
		at := len(data) / 3
		bad := slices.Concat(data[:at], data[at+1000:])
		r, err := NewReader("lib.mcap", bytes.NewReader(bad))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if n := invented(t, r, hearing(t, data)); n < 400 || n >= 500 || r.Report() == "" {
			t.Errorf("%+v: %d messages; %s", o, n, r.Report())
		}
	}
}

// TestNamesDamaged: a damaged topic or type is taken from the summary.
func TestNamesDamaged(t *testing.T) {
	data := recorded(t, Options{Wait: true}, 10)
	r, _ := readBack(t, data)
	truth := hearing(t, data)
	for _, name := range []string{r.Channels()[0].Topic, r.Channels()[0].Schema.Name} {
		bad := bytes.Clone(data)
		bad[bytes.Index(bad, []byte(name))] ^= 1
		r, err := NewReader("names", bytes.NewReader(bad))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if n := invented(t, r, truth); n != 20 || !strings.Contains(r.Report(), "is damaged: that of the summary counts") {
			t.Errorf("%s: %d messages; %s", name, n, r.Report())
		}
		if _, gap := r.Gap(); gap {
			t.Errorf("%s: a gap", name)
		}
	}
}

// TestPipe: a recording may come through a pipe.
func TestPipe(t *testing.T) {
	data := recorded(t, Options{Wait: true}, 10)
	file := filepath.Join(t.TempDir(), "a.mcap")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = out.Write(data); out.Close() }()
	r, err := NewReader("pipe", in)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if n := invented(t, r, hearing(t, data)); n != 20 {
		t.Errorf("%d messages", n)
	}
}

// TestDamageSeen has damage that once misled the reader.
func TestDamageSeen(t *testing.T) {
	zstd := recorded(t, Options{Wait: true, ChunkSize: 1500}, 300)
	plain := recorded(t, Options{Wait: true, ChunkSize: 1500, Plain: true}, 300)
	chunks, end := chunkSpans(t, zstd)
	for name, bad := range map[string][]byte{
		"up to the summary's channels":  slices.Concat(zstd[:chunks[20].from], zstd[end+200+bytes.Index(zstd[end+200:], []byte{opStatistics, 0}):]),
		"up to the first chunk":         plain[chunkStart(t, plain):],
		"a footer in place of a schema": slices.Concat(zstd[:34], []byte{73, opFooter}, zstd[36:]),
		"no checksum":                   slices.Concat(plain[:chunkStart(t, plain)+recordHead+24], make([]byte, 4), plain[chunkStart(t, plain)+recordHead+28:]),
	} {
		r, err := NewReader("bad", bytes.NewReader(bad))
		if err != nil {
			t.Fatal(err)
		}
		n := invented(t, r, hearing(t, map[bool][]byte{true: zstd, false: plain}[bytes.Contains(bad, []byte("zstd"))]))
		want := map[string]int{"up to the summary's channels": 240, "up to the first chunk": 600, "a footer in place of a schema": 600, "no checksum": 588}[name]
		if n != want || r.Report() == "" {
			t.Errorf("%s: %d messages, not %d: %s", name, n, want, r.Report())
		}
		r.Close()
	}
}

func chunkStart(t *testing.T, data []byte) int {
	all, _ := chunkSpans(t, data)
	return all[0].from
}
