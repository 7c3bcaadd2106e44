package bag

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/pierrec/lz4/v4"
)

// zeros are 16 MiB of them in 45 bytes, as bzip2 packs them.
const zeros = "QlpoOTFBWSZTWVKFPiUAgIDAAMAAAAggADCAKRoBANIBAOLuSKcKEgpQp8Sg"

// chunked is a bag without an index, of one chunk.
func chunked(how Compression, announced uint32, packed []byte) []byte {
	w := &Writer{}
	h := appendField(nil, "compression", []byte(how)...)
	h = appendField(h, "op", opChunk)
	h = appendField(h, "size", number(announced)...)
	return appendSized(appendSized(w.begin(0), h), packed)
}

// TestBombs: what a chunk takes in memory is bounded by what it announces, by what there is, and by the options.
func TestBombs(t *testing.T) {
	bz2, err := base64.StdEncoding.DecodeString(zeros)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := lz4.NewWriter(&packed)
	if err := z.Apply(lz4.BlockSizeOption(lz4.Block1Mb), lz4.ConcurrencyOption(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(z, zeroes{}, 16<<20); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what string
		b    []byte
		want string
	}{
		{"bz2, more than announced", chunked(BZ2, 1000, bz2), "it announces 1000 bytes and has more"},
		{"lz4, more than announced", chunked(LZ4, 65536, packed.Bytes()), "it announces 65536 bytes and has more"},
		{"bz2, more than allowed", chunked(BZ2, 16<<20, bz2), "a chunk announces 16777216 bytes, and 1048576 is the most"},
		{"lz4, less than announced", chunked(LZ4, 1<<20, packed.Bytes()[:200]), "a chunk of 200 bytes, lz4: behind "},
		{"far more than it unpacks to", chunked(LZ4, 10, make([]byte, 1<<20)), "a chunk of 1048576 bytes announces 10 when it is unpacked"},
		{"none, less than announced", chunked(None, 1<<20, bz2), "it announces 1048576 bytes and has 45"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := NewReader(bytes.NewReader(c.b), int64(len(c.b)), "x.bag", Options{Recover: true, MaxChunk: 1 << 20})
		runtime.ReadMemStats(&after)
		if err != nil || r.Damage() == nil || !strings.Contains(r.Damage().Error(), c.want) {
			t.Errorf("%s: %v, %v", c.what, err, r.Damage())
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 8<<20 { // the tables of the decompressors among them
			t.Errorf("%s: %d bytes were allocated", c.what, took)
		}
	}
	// What is there is read, however large it is, as far as it is allowed.
	r := open(t, chunked(BZ2, 16<<20, bz2), Options{Recover: true, MaxChunk: 64 << 20})
	if err := r.Damage(); err == nil || !strings.Contains(err.Error(), "at byte 0 of the chunk: the header has no field op") {
		t.Error(err)
	}
}

// zeroes is a reader of them.
type zeroes struct{}

func (zeroes) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// small is the bag with little padding: what is small is soon changed. Places in it are moved with the rest.
func small(b []byte) []byte {
	header := len(magic) + 4 + int(binary.LittleEndian.Uint32(b[len(magic):]))
	cut := bagHeaderSize + len(magic) - header - 4
	out := append(append(bytes.Clone(b[:header]), 0, 0, 0, 0), b[header+4+cut:]...)
	for _, name := range []string{"index_pos=", "chunk_pos="} {
		for at := 0; ; {
			i := bytes.Index(out[at:], []byte(name))
			if i < 0 {
				break
			}
			at += i + len(name)
			binary.LittleEndian.PutUint64(out[at:], binary.LittleEndian.Uint64(out[at:])-uint64(cut))
		}
	}
	return out
}

// TestSmall: the fuzzer's bags are whole ones.
func TestSmall(t *testing.T) {
	for _, how := range []Compression{None, LZ4} {
		b := small(written(t, some(12), WriterOptions{Compression: how, ChunkSize: 300}))
		got, err := open(t, b, Options{}).Messages(Selection{}).all()
		if err != nil || len(got) != 12 || len(b) > 4096 {
			t.Errorf("%s: %d messages in %d bytes, %v", how, len(got), len(b), err)
		}
	}
	if _, err := open(t, small(written(t, nil, WriterOptions{})), Options{}).Messages(Selection{}).Next(); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}
