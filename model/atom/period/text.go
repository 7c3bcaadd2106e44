package period

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"
)

// Duration formats a time with its unit, exactly and readably: "12.5 ms".
func Duration(d time.Duration) string {
	u, name := time.Duration(1), "ns"
	switch a := d.Abs(); {
	case d == Forever:
		return "∞"
	case d == 0:
		return "0 s"
	case a >= time.Second:
		u, name = time.Second, "s"
	case a >= time.Millisecond:
		u, name = time.Millisecond, "ms"
	case a >= time.Microsecond:
		u, name = time.Microsecond, "µs"
	}
	s := strconv.FormatInt(int64(d/u), 10)
	if d < 0 && d/u == 0 {
		s = "-" + s
	}
	if rest := (d % u).Abs(); rest != 0 {
		digits := strconv.FormatInt(int64(u+rest), 10)[1:]
		s += "." + strings.TrimRight(digits, "0")
	}
	return s + " " + name
}

// ParseDuration parses a time with its unit: "25 ms", "1.5 s", "200 us", "∞" for Forever; also forms of
// time.ParseDuration with a single unit. A frequency is read as its period: "40 Hz" is 25 ms.
func ParseDuration(text string) (time.Duration, error) {
	s := strings.TrimSpace(text)
	switch s {
	case "∞", "inf", "+inf", ".inf", "infinity", "forever":
		return Forever, nil
	case "0":
		return 0, nil
	}
	end := strings.IndexFunc(s, func(c rune) bool { return !strings.ContainsRune("0123456789.+-", c) })
	if end <= 0 {
		return 0, fmt.Errorf("%q is no time with a unit: give something like 25 ms", text)
	}
	x, ok := new(big.Rat).SetString(s[:end])
	if !ok || end > 40 {
		return 0, fmt.Errorf("%q is no time with a unit: give something like 25 ms", text)
	}
	var unit time.Duration
	switch strings.TrimSpace(s[end:]) {
	case "ns":
		unit = time.Nanosecond
	case "us", "µs", "μs":
		unit = time.Microsecond
	case "ms":
		unit = time.Millisecond
	case "s":
		unit = time.Second
	case "min", "m":
		unit = time.Minute
	case "h":
		unit = time.Hour
	case "Hz", "kHz":
		if x.Sign() <= 0 {
			return 0, fmt.Errorf("%q: a frequency is above 0", text)
		}
		unit, x = time.Second, new(big.Rat).Inv(x)
		if strings.HasSuffix(s, "kHz") {
			unit = time.Millisecond
		}
	default:
		return 0, fmt.Errorf("%q is no unit of time: give ns, µs, ms, s, min or h", strings.TrimSpace(s[end:]))
	}
	x.Mul(x, new(big.Rat).SetInt64(int64(unit)))
	x.Add(x, new(big.Rat).SetFrac64(1, 2)) // rounds to the nearest
	n := new(big.Int).Div(x.Num(), x.Denom())
	if !n.IsInt64() || n.Int64() == int64(Forever) {
		return 0, fmt.Errorf("%q is too long: times go up to 292 years", text)
	}
	return time.Duration(n.Int64()), nil
}

// Parse parses a set: intervals joined by ∪, "or" or "u", each "[10 ms, 50 ms]", "10 ms..50 ms", "[10 ms, ∞)" or a
// single period; "any" is nil and "none" the empty set. The first time of an interval may take its unit from the second:
// "[10, 50 ms]".
func Parse(text string) (Set, error) {
	s := strings.TrimSpace(text)
	switch s {
	case "any":
		return nil, nil
	case "none", "∅", "[]":
		return Set{}, nil
	case "":
		return nil, fmt.Errorf("no periods: give something like [10 ms, 50 ms], any or none")
	}
	var all []Interval
	for part := range strings.SplitSeq(strings.NewReplacer(" or ", "∪", " u ", "∪", " U ", "∪").Replace(s), "∪") {
		i, err := parseInterval(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		all = append(all, i)
	}
	return Of(all...), nil
}

func parseInterval(s string) (i Interval, err error) {
	inner := s
	if open, ok := strings.CutPrefix(s, "["); ok {
		if inner, ok = strings.CutSuffix(open, "]"); !ok {
			if inner, ok = strings.CutSuffix(open, ")"); !ok {
				return i, fmt.Errorf("%q does not end with ]: give something like [10 ms, 50 ms]", s)
			}
		}
	}
	first, last, ok := strings.Cut(inner, "..")
	if !ok {
		first, last, ok = strings.Cut(inner, ",")
	}
	if !ok {
		first, last = inner, inner
	}
	if i.Max, err = ParseDuration(last); err != nil {
		return i, err
	}
	if i.Min, err = ParseDuration(first); err != nil {
		unit := strings.TrimLeft(strings.TrimSpace(last), "0123456789.+-")
		if i.Min, err = ParseDuration(first + unit); err != nil {
			return i, err
		}
	}
	switch {
	case strings.HasSuffix(s, ")") && i.Max != Forever:
		return i, fmt.Errorf("%q is open at its end: only ∞ is, write ]", s)
	case i.Min <= 0:
		return i, fmt.Errorf("%q: periods are above 0", s)
	case i.Min == Forever:
		return i, fmt.Errorf("%q: a period ends", s)
	case i.Max < i.Min:
		return i, fmt.Errorf("%q ends before it starts", s)
	}
	return i, nil
}
