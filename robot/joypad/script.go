package joypad

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Script is the sequence of a controller's states. Its text has one change per line: a time in s, then a name and a value, or
// several of them:
//
//	# time  what
//	0       plug
//	0.5     ly 0.6  lb 1
//	2.25    ly 0.6  lx -0.3
//	4       lb 0
//	5       unplug
//
// Names are lx, ly, lt, rx, ry, rt, cx, cy of axes (−1 to 1, triggers 0 to 1) and a, b, x, y, lb, rb, back, start, logo, ls, rs
// of buttons (0 or 1). Axes and buttons that are not named do not change. A controller is plugged in from the start, unless the
// first line says otherwise.
type Script struct {
	times  []time.Duration
	states []State
	next   int // number of those that At has passed
}

// ParseScript reads a script, or reports everything that is wrong with it. name is the name of its file.
func ParseScript(name, text string) (*Script, error) {
	s := &Script{}
	var faults []error
	now := State{Connected: true}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		fault := func(format string, a ...any) {
			faults = append(faults, fmt.Errorf("%s:%d: %s", name, i+1, fmt.Sprintf(format, a...)))
		}
		t, err := strconv.ParseFloat(words[0], 64)
		if err != nil || !(t >= 0 && t <= 1e6) {
			fault("%q is no time: give seconds from the start, 0 to 1000000", words[0])
			continue
		}
		at := time.Duration(math.Round(t * 1e9))
		if n := len(s.times); n > 0 && at < s.times[n-1] {
			fault("%s s comes after %v: put lines in the order of their times", words[0], s.times[n-1])
			continue
		}
		if err := now.apply(words[1:]); err != nil {
			fault("%v", err)
			continue
		}
		s.times, s.states = append(s.times, at), append(s.states, now)
	}
	return s, errors.Join(faults...)
}

// apply changes a state by the words of a line.
func (s *State) apply(words []string) error {
	if len(words) == 0 {
		return errors.New("a time without anything: add a name and a value, plug or unplug")
	}
	var errs []error
	for len(words) > 0 {
		switch words[0] {
		case "plug":
			s.Connected, words = true, words[1:]
			continue
		case "unplug":
			*s, words = State{}, words[1:]
			continue
		}
		axis, button := slices.Index(axisNames(), words[0]), slices.Index(buttonNames(), words[0])
		if axis < 0 && button < 0 {
			errs = append(errs, fmt.Errorf("there is no axis or button %q: there are %s and %s", words[0], strings.Join(axisNames(), ", "), strings.Join(buttonNames(), ", ")))
			break
		}
		if len(words) < 2 {
			errs = append(errs, fmt.Errorf("%s has no value", words[0]))
			break
		}
		v, err := strconv.ParseFloat(words[1], 64)
		least := -1.0
		if axis == LeftT || axis == RightT || button >= 0 {
			least = 0
		}
		switch {
		case err != nil || !(v >= least && v <= 1) || button >= 0 && v != 0 && v != 1:
			errs = append(errs, fmt.Errorf("%s %s: axes have -1 to 1, triggers 0 to 1, buttons 0 or 1", words[0], words[1]))
		case !s.Connected:
			errs = append(errs, fmt.Errorf("%s while the controller is unplugged: plug it in before", words[0]))
		case axis >= 0:
			s.Axes[axis] = v
		case v == 1:
			s.Buttons |= 1 << button
		default:
			s.Buttons &^= 1 << button
		}
		words = words[2:]
	}
	return errors.Join(errs...)
}

// At returns the state at a time. It is fast if the times increase from call to call.
func (s *Script) At(t time.Duration) State {
	if s.next > 0 && s.times[s.next-1] > t {
		s.next = 0
	}
	for s.next < len(s.times) && s.times[s.next] <= t {
		s.next++
	}
	if s.next == 0 {
		return State{Connected: true}
	}
	return s.states[s.next-1]
}

// End returns the time of the last line.
func (s *Script) End() time.Duration {
	if len(s.times) == 0 {
		return 0
	}
	return s.times[len(s.times)-1]
}

// AppendChange appends the script line that changes state a to state b at a time, for recording a controller. If they are equal
// it appends nothing.
func AppendChange(dst []byte, t time.Duration, a, b *State) []byte {
	if *a == *b {
		return dst
	}
	dst = strconv.AppendFloat(dst, t.Seconds(), 'f', -1, 64)
	if !b.Connected {
		return append(dst, " unplug\n"...)
	}
	before := *a
	if !before.Connected {
		before = State{}
		dst = append(dst, " plug"...)
	}
	for i, name := range axisNames() {
		if before.Axes[i] != b.Axes[i] {
			dst = append(append(append(dst, ' '), name...), ' ')
			dst = strconv.AppendFloat(dst, b.Axes[i], 'f', -1, 64)
		}
	}
	for i, name := range buttonNames() {
		if bit := Button(1) << i; (before.Buttons^b.Buttons)&bit != 0 {
			dst = append(append(append(dst, ' '), name...), ' ', '0'+byte(b.Buttons>>i&1))
		}
	}
	return append(dst, '\n')
}
