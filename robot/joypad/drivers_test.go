package joypad

import (
	"math"
	"testing"
)

// Controllers as their drivers in Linux state them: the ranges and flat parts of their axes (input_set_abs_params in
// drivers/input/joystick/xpad.c, drivers/hid/hid-playstation.c and hid-nintendo.c) and the codes of their buttons.
func TestDrivers(t *testing.T) {
	stick := func(r Range, l Layout) Layout {
		l.Dead = F710().Dead
		for _, i := range []int{LeftX, LeftY, RightX, RightY} {
			l.Ranges[i] = r
		}
		l.Ranges[CrossX], l.Ranges[CrossY] = Range{-1, 1, 0}, Range{-1, 1, 0}
		return l
	}
	pulled := func(most int32) (l Layout) {
		l.Ranges[LeftT], l.Ranges[RightT] = Range{0, most, 0}, Range{0, most, 0}
		return l
	}
	placed := func(l Layout) Layout { l.Placed = true; return l }
	for _, c := range []struct {
		name         string
		layout       Layout
		left, up     int32 // ends of a stick
		drift        int32 // the farthest from its middle that is flat
		pull         Event // the left trigger, wholly
		x, y         uint16
		half, middle int32 // of a stick: half way to the right, and its rest
	}{
		{"xpad, Xbox 360", stick(Range{-32768, 32767, 128}, pulled(255)), -32768, -32768, 3200, Event{EvAbs, 2, 255}, 0x133, 0x134, 16384, 0},
		{"xpad, Xbox One", stick(Range{-32768, 32767, 128}, pulled(1023)), -32768, -32768, 3200, Event{EvAbs, 2, 1023}, 0x133, 0x134, 16384, 0},
		{"hid-playstation, DualSense", placed(stick(Range{0, 255, 0}, pulled(255))), 0, 0, 12, Event{EvAbs, 2, 255}, 0x134, 0x133, 191, 128},
		{"hid-nintendo, Pro Controller", placed(stick(Range{-32767, 32767, 500}, Layout{})), -32767, -32767, 3200, Event{EvKey, 0x138, 1}, 0x134, 0x133, 16384, 0},
	} {
		d := NewDecoder(c.layout)
		report := func(events ...Event) State {
			for _, e := range events {
				d.Take(e)
			}
			d.Take(Event{EvSyn, SynReport, 0})
			return d.State
		}
		if s := report(Event{EvAbs, 0, c.middle}, Event{EvAbs, 1, c.middle + c.drift}, Event{EvAbs, 3, c.middle - c.drift}); s != (State{Connected: true}) {
			t.Errorf("%s: at rest: %+v", c.name, s)
		}
		s := report(Event{EvAbs, 0, c.left}, Event{EvAbs, 1, c.up}, Event{EvAbs, 3, c.half}, c.pull, Event{EvAbs, 16, -1}, Event{EvKey, c.x, 1}, Event{EvKey, 0x131, 1})
		want := [Axes]float64{LeftX: 1, LeftY: 1, LeftT: 1, RightX: -(0.5 - 0.1) / 0.9, CrossX: 1}
		for i := range want {
			if math.Abs(s.Axes[i]-want[i]) > 0.003 {
				t.Errorf("%s: axis %d is %g, want %g", c.name, i, s.Axes[i], want[i])
			}
		}
		if s.Buttons != X|B {
			t.Errorf("%s: buttons %b, want X and B", c.name, s.Buttons)
		}
		c.pull.Value = 0
		if s := report(c.pull, Event{EvKey, c.x, 0}, Event{EvKey, 0x131, 0}, Event{EvKey, c.y, 1}, Event{EvKey, 0x13b, 1}); s.Buttons != Y|Start || s.Axes[LeftT] != 0 {
			t.Errorf("%s: buttons %b and trigger %g, want Y, Start and 0", c.name, s.Buttons, s.Axes[LeftT])
		}
	}
}
