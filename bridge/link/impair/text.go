package impair

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// ParseShare parses "5%" or "0.05".
func ParseShare(s string) (float64, error) {
	text, percent := strings.CutSuffix(strings.TrimSpace(s), "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if percent {
		v /= 100
	}
	if err != nil || !(v >= 0 && v <= 1) {
		return 0, fmt.Errorf("impair: share %q: write it as 5%% or 0.05, up to 100%% or 1", s)
	}
	return v, nil
}

// parseRate reads bits a second, "10Mbit" or "250kbit" or "64bit", and returns bytes a second.
func parseRate(s string) (float64, error) {
	low := strings.ToLower(strings.TrimSpace(s))
	text, ok := strings.CutSuffix(low, "bit")
	scale := 1.0
	if n := len(text); ok && n > 0 {
		if k := strings.IndexByte("kmg", text[n-1]); k >= 0 {
			scale, text = math.Pow(1000, float64(k+1)), text[:n-1]
		}
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || !ok || !(v > 0) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("impair: rate %q: write it as 10Mbit, 250kbit or 9600bit", s)
	}
	return v * scale / 8, nil
}

// ParseBursts parses "19/1000": the last 19 of every 1000 packets are lost.
func ParseBursts(s string) (b Bursts, err error) {
	length, every, ok := strings.Cut(s, "/")
	if ok {
		b.Length, err = strconv.Atoi(length)
	}
	if ok && err == nil {
		b.Every, err = strconv.Atoi(every)
	}
	if !ok || err != nil || b.Length < 0 || b.Every < max(b.Length, 1) {
		return Bursts{}, fmt.Errorf("impair: burst %q: write it as 19/1000, lost packets of every so many", s)
	}
	return b, nil
}

// Parse parses a line of words similar to those of tc-netem(8), such as
//
//	delay 5ms 1ms loss 5% burst 19/1000 gilbert 1% 20% reorder 1% duplicate 0.5% corrupt 0.1% rate 10Mbit seed 7
//
// A word precedes each value: delay (optionally followed by jitter and "normal"), loss, burst, gilbert (enter, leave,
// and bad if it is not all), reorder, hold, duplicate, corrupt, truncate, rate, queue, seed; "ordered" and "ideal"
// (no impairment) have no value. Parse reports all faults of the line.
func Parse(s string) (Config, error) {
	p := parser{words: strings.Fields(s)}
	for len(p.words) > 0 {
		p.setting()
	}
	if len(p.faults) == 0 {
		if err := p.c.Validate(); err != nil {
			p.faults = append(p.faults, err)
		}
	}
	return p.c, errors.Join(p.faults...)
}

type parser struct {
	c      Config
	words  []string
	faults []error
}

// setting reads one name with its values.
func (p *parser) setting() {
	name := p.next()
	switch name {
	case "delay":
		p.c.Delay = p.duration(name)
		if p.ahead(func(w string) bool { _, err := time.ParseDuration(w); return err == nil }) {
			p.c.Jitter = p.duration(name)
		}
		if p.ahead(func(w string) bool { return w == "normal" }) {
			p.next()
			p.c.Spread = Normal
		}
	case "ordered":
		p.c.Ordered = true
	case "ideal":
	case "loss":
		p.c.Loss = p.share(name)
	case "gilbert":
		p.c.Gilbert.Enter, p.c.Gilbert.Leave = p.share(name), p.share(name)
		if p.ahead(func(w string) bool { _, err := ParseShare(w); return err == nil }) {
			p.c.Gilbert.Bad = p.share(name)
		}
	case "burst":
		p.c.Bursts = value(p, name, ParseBursts)
	case "reorder":
		p.c.Reorder = p.share(name)
	case "hold":
		p.c.Hold = p.duration(name)
	case "duplicate":
		p.c.Duplicate = p.share(name)
	case "corrupt":
		p.c.Corrupt = p.share(name)
	case "truncate":
		p.c.Truncate = p.share(name)
	case "rate":
		p.c.Rate = value(p, name, parseRate)
	case "queue":
		p.c.Queue = p.duration(name)
	case "seed":
		p.c.Seed = value(p, name, func(s string) (uint64, error) { return strconv.ParseUint(s, 0, 64) })
	default:
		p.faults = append(p.faults, fmt.Errorf("impair: %q is no setting: use delay, loss, burst, gilbert, reorder, hold, "+
			"duplicate, corrupt, truncate, rate, queue, ordered or seed", name))
	}
}

func (p *parser) next() string {
	w := p.words[0]
	p.words = p.words[1:]
	return w
}

func (p *parser) ahead(is func(string) bool) bool { return len(p.words) > 0 && is(p.words[0]) }

func (p *parser) duration(name string) time.Duration { return value(p, name, time.ParseDuration) }

func (p *parser) share(name string) float64 { return value(p, name, ParseShare) }

// value reads the next word.
func value[T any](p *parser, name string, read func(string) (T, error)) (v T) {
	if len(p.words) == 0 {
		p.faults = append(p.faults, fmt.Errorf("impair: %s at the end of the line: its value is missing", name))
		return v
	}
	v, err := read(p.next())
	if err != nil {
		p.faults = append(p.faults, fmt.Errorf("%s: %w", name, err))
	}
	return v
}

// String returns c in the form that Parse parses, "ideal" if there is no impairment. A table of jitter is only
// mentioned.
func (c Config) String() string {
	var w []string
	say := func(is bool, format string, args ...any) {
		if is {
			w = append(w, fmt.Sprintf(format, args...))
		}
	}
	share := func(name string, v float64) { say(v != 0, "%s %s%%", name, short(v*100)) }
	say(c.Delay != 0 || c.Jitter != 0, "delay %v", c.Delay)
	say(c.Jitter != 0, "%v", c.Jitter)
	say(c.Jitter != 0 && c.Spread == Normal, "normal")
	say(c.Spread == Table, "(jitter by a table of %d)", len(c.Table))
	say(c.Ordered, "ordered")
	share("loss", c.Loss)
	say(c.Bursts.Every != 0, "burst %d/%d", c.Bursts.Length, c.Bursts.Every)
	say(c.Gilbert.Enter != 0, "gilbert %s%% %s%%", short(c.Gilbert.Enter*100), short(c.Gilbert.Leave*100))
	say(c.Gilbert.Enter != 0 && c.Gilbert.Bad != 0, "%s%%", short(c.Gilbert.Bad*100))
	share("reorder", c.Reorder)
	say(c.Hold != 0, "hold %v", c.Hold)
	share("duplicate", c.Duplicate)
	share("corrupt", c.Corrupt)
	share("truncate", c.Truncate)
	say(c.Rate != 0, "rate %sbit", strconv.FormatFloat(c.Rate*8, 'f', -1, 64))
	say(c.Queue != 0, "queue %v", c.Queue)
	if len(w) == 0 {
		return "ideal"
	}
	return strings.Join(w, " ")
}

// short writes v with the digits that a percentage deserves.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 10, 64) }
