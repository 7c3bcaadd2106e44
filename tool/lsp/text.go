package lsp

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/diag"
)

// text is a text as an editor counts it: lines end with \n, \r\n or \r.
type text struct {
	s      string
	starts []int // of lines
	feeds  []int // of lines that end with \n, as faults count them
	bytes  bool  // characters of positions are bytes, not units of UTF-16
}

func newText(s string, bytes bool) text {
	starts := append(make([]int, 0, 1+strings.Count(s, "\n")), 0)
	feeds := starts
	for i := range len(s) {
		switch {
		case s[i] == '\n':
			starts, feeds = append(starts, i+1), append(feeds, i+1)
		case s[i] == '\r' && (i+1 == len(s) || s[i+1] != '\n'):
			if len(feeds) == len(starts) {
				feeds = slices.Clone(feeds)
			}
			starts = append(starts, i+1)
		}
	}
	return text{s, starts, feeds, bytes}
}

// line is a line without its end.
func (t *text) line(n int) string {
	end := len(t.s)
	if n+1 < len(t.starts) {
		end = t.starts[n+1]
	}
	return strings.TrimRight(t.s[t.starts[n]:end], "\r\n")
}

// offset is the byte at a position. One beyond the end of its line, or of the text, stands for that end.
func (t *text) offset(p position) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(t.starts):
		return len(t.s)
	}
	line, start := t.line(p.Line), t.starts[p.Line]
	if t.bytes {
		n := min(max(p.Character, 0), len(line))
		for n > 0 && n < len(line) && !utf8.RuneStart(line[n]) {
			n--
		}
		return start + n
	}
	units := 0
	for i, r := range line {
		if units += width(r); units > p.Character {
			return start + i
		}
	}
	return start + len(line)
}

// position is where a byte stands.
func (t *text) position(offset int) position {
	line, found := slices.BinarySearch(t.starts, offset)
	if !found {
		line--
	}
	before := t.s[t.starts[line]:min(offset, len(t.s))]
	if t.bytes {
		return position{line, len(before)}
	}
	p := position{Line: line}
	for _, r := range before {
		p.Character += width(r)
	}
	return p
}

// width is how many units of UTF-16 a character has.
func width(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

// span is the range of the bytes from to to.
func (t *text) span(from, to int) span { return span{t.position(from), t.position(to)} }

// edited gives the text after a change.
func (t *text) edited(r span, with string) string {
	from, to := t.offset(r.Start), t.offset(r.End)
	if to < from {
		from, to = to, from
	}
	return t.s[:from] + with + t.s[to:]
}

// place is the byte at which a fault stands.
func (t *text) place(at diag.Pos) int {
	if at.Line > len(t.feeds) {
		return len(t.s)
	}
	start := t.feeds[max(at.Line-1, 0)]
	column := 1
	for i, r := range t.s[start:] {
		if column >= at.Column || r == '\n' {
			return start + i
		}
		column++
	}
	return len(t.s)
}

// position is a place: lines and characters count from 0.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// span is a range, without its end.
type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

func (p position) compare(q position) int {
	return cmp.Or(cmp.Compare(p.Line, q.Line), cmp.Compare(p.Character, q.Character))
}
