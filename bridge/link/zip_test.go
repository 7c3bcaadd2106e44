package link

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"
)

// Another's decoder reads the frames that are made here.
func TestZip(t *testing.T) {
	enc, err := newZipper(true, maxImage)
	if err != nil {
		t.Fatal(err)
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	defer dec.Close()
	check := func(f func(string, ...any), src []byte) {
		code := enc.append([]byte("before"), src)
		back, err := dec.DecodeAll(code[6:], nil)
		if err != nil || !bytes.Equal(back, src) {
			f("%d bytes: %v", len(src), err)
		}
		if len(code)-6 > len(src)+10 {
			f("%d bytes became %d", len(src), len(code)-6)
		}
	}
	for n := 0; n < 700; n += 1 + n/100*5 { // every short length, and runs of it
		check(t.Fatalf, make([]byte, n))
		check(t.Fatalf, append(bytes.Repeat([]byte{1, 2, 3, 4, 5, 6, 7, 8}, 1+n), byte(n)))
	}
	for _, n := range []int{4095, 4096, 8200, 16400, 32767} {
		check(t.Fatalf, make([]byte, n))
	}
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		var src []byte
		for range rapid.IntRange(0, 60).Draw(rt, "parts") {
			n := r.IntN(1 + r.IntN(500))
			switch r.IntN(3) {
			case 0:
				src = append(src, make([]byte, n)...)
			case 1:
				for range n {
					src = append(src, byte(r.Uint32()))
				}
			default:
				if len(src) > 0 {
					at := r.IntN(len(src))
					src = append(src, src[at:min(len(src), at+n)]...)
				}
			}
		}
		check(rt.Fatalf, src[:min(len(src), maxImage)])
	})
}
