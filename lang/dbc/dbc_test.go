package dbc

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Values as other programs take them out of frames, counted by hand from the definition of the format.
func TestGet(t *testing.T) {
	data := [8]byte{0x12, 0x34, 0xf6, 0x78, 0x9a, 0xbc, 0xde, 0xff}
	for _, c := range []struct {
		text string
		want float64
	}{
		{"0x181 0|8@1+", 0x12},
		{"0x181 0|16@1+ (1,0)", 0x3412},
		{"0x181 7|16@0+ (1,0)", 0x1234},
		{"385 16|8@1- (0.5,10)", -10*0.5 + 10},
		{"0x181 23|8@0- (0.5,10)", 5},
		{"0x181 4|8@1+", 0x41},
		{"0x181 3|8@0+", 0x23},
		{"0x181 0|64@1+", 0xffdebc9a78f63412},
		{"0x181 7|64@0-", 0x1234f6789abcdeff},
		{"0x181[8] 63|1@1-", -1},
		{"0x181 56|1@0+", 1},
	} {
		s, unit, err := Parse(c.text)
		if got := s.Get(&data); err != nil || unit != "" || got != c.want {
			t.Errorf("%s: %v %q %v, not %v", c.text, got, unit, err, c.want)
		}
	}
	if s, unit, err := Parse(`0x7ff[3] 8|12@1- ( 0.01 , -5 ) "m/s"`); err != nil || unit != "m/s" || s != (Signal{0x7ff, 3, 8, 12, false, true, 0.01, -5}) || s.Bytes() != 3 {
		t.Errorf("%+v %q %v", s, unit, err)
	}
}

func TestWrong(t *testing.T) {
	for text, want := range map[string]string{
		"":                            `"" is no signal: write the frame's identifier, and the signal as a DBC file does, such as 0x181 0|16@1- (0.01,0)`,
		"0|16@1-":                     `"0|16@1-" is no signal: write the frame's identifier, and the signal as a DBC file does, such as 0x181 0|16@1- (0.01,0)`,
		"0x800 0|16@1-":               "0x800 is no identifier of 11 bits: give 0 to 0x7ff",
		"1 60|8@1+":                   "a signal of 8 bits from bit 60 is not within the 64 bits of a frame",
		"1 56|2@0+":                   "a signal of 2 bits from bit 56 is not within the 64 bits of a frame",
		"1 0|0@1+":                    "a signal of 0 bits from bit 0 is not within the 64 bits of a frame",
		"1 99999999999999999999|1@1+": "a signal of 1 bits from bit 99999999999999999999 is not within the 64 bits of a frame",
		"1[9] 0|8@1+":                 "a frame of 9 bytes: CAN has at most 8",
		"1[1] 0|16@1+":                "the signal ends in byte 2 of a frame of 1",
		"1 0|8@1+ (0,1)":              "a scale of 0 leaves no value: write (SCALE,OFFSET)",
		"1 0|8@1+ (x,1)":              `"x" is no number: write (SCALE,OFFSET)`,
		"1 0|8@1+ (1,)":               `"" is no number: write (SCALE,OFFSET)`,
		"1 0|8@1+ (1,0) [0|250] rpm":  "[0|250] rpm: the range of a value belongs to the interface; leave it out here",
	} {
		if _, _, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
	}
}

// What is put in comes out, to half a step and within the signal's range; no other bit changes.
func TestPutGet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Signal{Bits: rapid.IntRange(1, 64).Draw(t, "bits"), Big: rapid.Bool().Draw(t, "big"), Signed: rapid.Bool().Draw(t, "signed"),
			Scale: rapid.SampledFrom([]float64{1, -1, 0.01, 250}).Draw(t, "scale"), Offset: rapid.SampledFrom([]float64{0, -40, 1e3}).Draw(t, "offset")}
		sent := rapid.IntRange(0, 64-s.Bits).Draw(t, "sent")
		if s.Start = sent; s.Big {
			s.Start = sent/8*8 + 7 - sent%8
		}
		order := 1
		if s.Big {
			order = 0
		}
		sign := "+"
		if s.Signed {
			sign = "-"
		}
		if again, _, err := Parse(fmt.Sprintf("0 %d|%d@%d%s (%v,%v)", s.Start, s.Bits, order, sign, s.Scale, s.Offset)); err != nil || again != s {
			t.Fatalf("%+v is read as %+v, %v", s, again, err)
		}
		before := [8]byte(rapid.SliceOfN(rapid.Byte(), 8, 8).Draw(t, "data"))
		data, x := before, rapid.Float64().Draw(t, "x")
		s.Put(&data, x)
		var mask [8]byte
		for n := range mask {
			mask[n] = byte(s.Mask() >> (8 * n))
			if data[n]&^mask[n] != before[n]&^mask[n] {
				t.Fatalf("%+v: byte %d was %08b and is %08b", s, n, before[n], data[n])
			}
			if mask[n] != 0 && n >= s.Bytes() {
				t.Fatalf("%+v has %d bytes, and bits in byte %d", s, s.Bytes(), n)
			}
		}
		lo, hi := 0.0, math.Ldexp(1, s.Bits)-1
		if s.Signed {
			lo, hi = -math.Ldexp(1, s.Bits-1), math.Ldexp(1, s.Bits-1)-1
		}
		want := min(max((x-s.Offset)/s.Scale, lo), hi)
		if got := (s.Get(&data) - s.Offset) / s.Scale; math.Abs(got-want) > 0.5+1e-9*math.Abs(want) {
			t.Fatalf("%+v: %v came back as the number %v, not %v", s, x, got, want)
		}
		again := data
		if s.Put(&again, s.Get(&data)); s.Bits < 50 && again != data {
			t.Fatalf("%+v: %v, put again %v", s, data, again)
		}
	})
}
