package perception

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestTableEqualsRange compares the look-up with the plain computation on all 2^24 colours, for ranges that
// are intervals of blue, are cut into pieces, wrap in hue, hold everything and hold nothing.
func TestTableEqualsRange(t *testing.T) {
	pieces := 0
	for _, q := range []HSVRange{
		Yellow(),
		{HLo: 170, HHi: 10, SLo: 100, SHi: 255, VLo: 50, VHi: 255},
		{HLo: 100, HHi: 130, SLo: 100, SHi: 255, VLo: 50, VHi: 255},
		{HLo: 0, HHi: 179, SLo: 0, SHi: 255, VLo: 0, VHi: 255},
		{HLo: 22, HHi: 33, SLo: 90, SHi: 250, VLo: 60, VHi: 250},
	} {
		pieces += checkTable(t, q)
	}
	if pieces == 0 {
		t.Error("no range had a column in pieces: the exact path is not tested")
	}
}

func checkTable(t *testing.T, q HSVRange) (pieces int) {
	table := newColorTable(q)
	for _, c := range table.col {
		if c&manyPieces != 0 {
			pieces++
		}
	}
	row, out := make([]byte, 3*256+1), make([]uint64, 4) // a byte more, as in the middle of a picture
	step := 1
	if testing.Short() {
		step = 5
	}
	for r := 0; r < 256; r += step {
		for g := range 256 {
			for b := range 256 {
				row[3*b], row[3*b+1], row[3*b+2] = byte(r), byte(g), byte(b)
			}
			table.mask(row, 256, out)
			for b := range 256 {
				if got, want := out[b/64]>>(b%64)&1 == 1, q.Contains(byte(r), byte(g), byte(b)); got != want {
					t.Fatalf("%+v: colour (%d, %d, %d): table says %v, range %v", q, r, g, b, got, want)
				}
			}
		}
	}
	return pieces
}

// TestHSVNearReal compares the integer conversion with the definition in real numbers.
func TestHSVNearReal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, g, b := rapid.Byte().Draw(t, "r"), rapid.Byte().Draw(t, "g"), rapid.Byte().Draw(t, "b")
		h, s, v := HSV(r, g, b)
		mx, mn := max(r, g, b), min(r, g, b)
		if v != mx {
			t.Fatalf("value of (%d, %d, %d) is %d", r, g, b, v)
		}
		if mx == mn {
			if h != 0 || s != 0 {
				t.Fatalf("grey %d has hue %d and saturation %d", r, h, s)
			}
			return
		}
		diff := float64(mx) - float64(mn)
		var deg float64
		switch mx {
		case r:
			deg = 60 * (float64(g) - float64(b)) / diff
		case g:
			deg = 120 + 60*(float64(b)-float64(r))/diff
		default:
			deg = 240 + 60*(float64(r)-float64(g))/diff
		}
		off := math.Abs(math.Remainder(deg/2-float64(h), 180))
		if off > 0.65 || math.Abs(255*diff/float64(mx)-float64(s)) > 0.65 || h > 179 {
			t.Fatalf("(%d, %d, %d): hue %d (real %.2f), saturation %d", r, g, b, h, deg/2, s)
		}
	})
}

func TestMaskOfEveryWidth(t *testing.T) {
	table := newColorTable(Yellow())
	for w := 1; w < 140; w++ {
		row, out := make([]byte, 3*w), make([]uint64, (w+63)/64)
		for x := range w {
			if x%3 == w%3 {
				copy(row[3*x:], []byte{220, 200, 30})
			}
			out[x/64] = ^uint64(0) // what was there before must not show
		}
		table.mask(row, w, out)
		for x := range 64 * len(out) {
			if got := out[x/64]>>(x%64)&1 == 1; got != (x < w && x%3 == w%3) {
				t.Fatalf("width %d: pixel %d is %v", w, x, got)
			}
		}
	}
}
