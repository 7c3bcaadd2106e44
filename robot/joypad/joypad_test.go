package joypad

import (
	"encoding/hex"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// The kernel's bytes: at 1.5 s the left stick goes fully to the left, A is pressed, the report is complete.
func TestBytes(t *testing.T) {
	b, err := hex.DecodeString(strings.NewReplacer(" ", "", "\n", "", "\t", "").Replace(`
		0100000000000000 20a1070000000000 0300 0000 0080ffff
		0100000000000000 20a1070000000000 0100 3001 01000000
		0100000000000000 20a1070000000000 0000 0000 00000000`))
	if err != nil {
		t.Fatal(err)
	}
	d := NewDecoder(F710())
	var again []byte
	for i := 0; i < len(b); i += EventSize {
		e := ParseEvent((*[EventSize]byte)(b[i:]))
		again = e.Append(again, 1_500_000)
		if done := d.Take(e); done != (i == 2*EventSize) {
			t.Errorf("event %d completes a report: %v", i/EventSize, done)
		}
		if i < 2*EventSize && d.State != (State{Connected: true}) {
			t.Error("a report is seen before it is complete")
		}
	}
	if string(again) != string(b) {
		t.Errorf("written again: % x", again)
	}
	want := State{Connected: true, Buttons: A}
	want.Axes[LeftX] = 1
	if d.State != want {
		t.Errorf("%+v", d.State)
	}
	d.Take(Event{EvAbs, 0, 32767})
	if !d.Take(Event{EvSyn, SynDropped, 0}) || d.State != (State{Connected: true}) || d.Dropped != 1 {
		t.Errorf("after events were dropped: %+v", d.State)
	}
	d.Take(Event{EvKey, BtnSouth, 1}) // of the report whose beginning is lost
	if d.Take(Event{EvSyn, SynReport, 0}) || d.State != (State{Connected: true}) {
		t.Errorf("half a report counts: %+v", d.State)
	}
}

// Axes stay within their ends, grow with the raw value, and are 0 around their middle; nothing is −0.
func TestAxes(t *testing.T) {
	l := F710()
	for _, c := range []struct {
		axis int
		raw  int32
		want float64
	}{
		{LeftY, -32768, 1}, {LeftY, 32767, -1}, {LeftY, 0, 0}, {LeftY, 3000, 0}, {LeftY, -3000, 0}, {RightX, 16384, -(0.5 - 0.1) / 0.9},
		{LeftT, 0, 0}, {LeftT, 255, 1}, {RightT, 51, 0.2}, {CrossX, -1, 1}, {CrossY, 1, -1}, {CrossX, 0, 0},
	} {
		if got := l.Value(c.axis, c.raw); math.Abs(got-c.want) > 1e-4 || got == 0 && math.Signbit(got) {
			t.Errorf("axis %d at %d is %g, want %g", c.axis, c.raw, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		l := Layout{Dead: rapid.Float64Range(0, 0.5).Draw(t, "dead")}
		axis := rapid.IntRange(0, Axes-1).Draw(t, "axis")
		l.Ranges[axis] = Range{rapid.Int32().Draw(t, "min"), rapid.Int32().Draw(t, "max"), rapid.Int32().Draw(t, "flat")}
		a, b := rapid.Int32().Draw(t, "a"), rapid.Int32().Draw(t, "b")
		x, y := l.Value(axis, min(a, b)), l.Value(axis, max(a, b))
		if axis == LeftT || axis == RightT {
			x, y = -x, -y
		}
		if !(x >= y && x <= 1 && y >= -1) {
			t.Fatalf("%d to %d gives %g to %g", min(a, b), max(a, b), x, y)
		}
	})
}

// What a user does, recorded, is a script that does the same.
func TestRecordedScripts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text []byte
		now, at := State{Connected: true}, time.Duration(0)
		var times []time.Duration
		var states []State
		for range rapid.IntRange(0, 20).Draw(t, "changes") {
			before := now
			at += time.Duration(rapid.Int64Range(1, 5e9).Draw(t, "later"))
			now = State{Connected: rapid.IntRange(0, 5).Draw(t, "plugged") > 0}
			if now.Connected {
				for i := range now.Axes {
					now.Axes[i] = rapid.SampledFrom([]float64{0, 1, 0.25, 1.0 / 3}).Draw(t, "axis")
				}
				now.Buttons = Button(rapid.IntRange(0, 1<<11-1).Draw(t, "buttons"))
			}
			text = AppendChange(text, at, &before, &now)
			times, states = append(times, at), append(states, now)
		}
		s, err := ParseScript("recorded", string(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for i, at := range times {
			if got := s.At(at); got != states[i] {
				t.Fatalf("at %v: %+v, not %+v\n%s", at, got, states[i], text)
			}
		}
		if got := s.At(0); got != (State{Connected: true}) {
			t.Fatalf("at first: %+v", got)
		}
	})
}

func TestScriptFaults(t *testing.T) {
	_, err := ParseScript("drive.txt", "0 lx 2\nsoon\n1 unplug lx 1\n0.5 a 1\n2\n3 zz 1\n4 ly\n5 a 0.5 # half\n6 plug ly 0.5 a 1")
	for _, want := range []string{"drive.txt:1: lx 2", `drive.txt:2: "soon" is no time`, "drive.txt:3: lx while", "drive.txt:5: a time without",
		`drive.txt:6: there is no axis or button "zz"`, "drive.txt:7: ly has no value", "drive.txt:8: a 0.5"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nnothing of %q", err, want)
		}
	}
	s, err := ParseScript("drive.txt", "# nothing yet\n1 ly 0.5 lb 1\n2 unplug\n3 plug")
	if err != nil {
		t.Fatal(err)
	}
	if a := s.At(1500 * time.Millisecond); a.Axes[LeftY] != 0.5 || !a.Pressed(LB) || s.At(2*time.Second).Connected || !s.At(3*time.Second).Connected || s.At(0).Pressed(LB) || s.End() != 3*time.Second {
		t.Errorf("%+v", a)
	}
}

func FuzzScript(f *testing.F) {
	f.Add("0 plug\n0.5 ly 0.6 lb 1\n2.25 lx -0.3\n5 unplug\n")
	f.Add("1e3 a 1 # x\n\n-1 b 0")
	fuzz.Run(f, func(t *testing.T, text string) {
		s, err := ParseScript("x", text)
		if err != nil {
			return
		}
		for _, x := range s.At(s.End()).Axes {
			if !(x >= -1 && x <= 1) {
				t.Fatalf("an axis at %g", x)
			}
		}
	})
}

func FuzzDecoder(f *testing.F) {
	var b []byte
	for _, e := range []Event{{EvAbs, 1, -32768}, {EvKey, BtnSouth, 1}, {EvSyn, SynReport, 0}, {EvSyn, SynDropped, 0}, {EvAbs, 17, 1}} {
		b = e.Append(b, 7)
	}
	f.Add(b)
	fuzz.Run(f, func(t *testing.T, b []byte) {
		d := NewDecoder(F710())
		for ; len(b) >= EventSize; b = b[EventSize:] {
			d.Take(ParseEvent((*[EventSize]byte)(b)))
			for _, x := range d.State.Axes {
				if !(x >= -1 && x <= 1) || d.State.Buttons > 1<<11-1 {
					t.Fatalf("%+v", d.State)
				}
			}
		}
	})
}
