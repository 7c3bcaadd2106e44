package lsp

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/diag"
)

// text is a text with the lines that editors count, which end with \n, \r\n or \r.
type text struct {
	s      string
	starts []int  // of lines
	feeds  []int  // of lines that end with \n, which faults count
	marks  []mark // in long lines, so that counting need not begin at their starts
	bytes  bool   // characters of positions are bytes, not units of UTF-16
}

// mark is a byte within a line, and how many UTF-16 units and characters precede it there. For lines that faults count,
// runes continues over every \r.
type mark struct{ at, units, runes int }

// stride is the distance in bytes between marks.
const stride = 1 << 10

func newText(s string, bytes bool) text {
	t := text{s: s, starts: append(make([]int, 0, 1+strings.Count(s, "\n")), 0), bytes: bytes}
	t.feeds = t.starts
	m := mark{}
	last := 0 // the last mark or start of a line
	for i, r := range s {
		if i-last >= stride {
			last = i
			t.marks = append(t.marks, mark{i, m.units, m.runes})
		}
		m.units, m.runes = m.units+width(r), m.runes+1
		switch {
		case r == '\n':
			t.starts, t.feeds = append(t.starts, i+1), append(t.feeds, i+1)
			m, last = mark{}, i+1
		case r == '\r' && (i+1 == len(s) || s[i+1] != '\n'):
			if len(t.feeds) == len(t.starts) {
				t.feeds = slices.Clone(t.feeds)
			}
			t.starts = append(t.starts, i+1)
			m.units = 0
		}
	}
	return t
}

// from is where to begin counting in a line that starts at a byte: the last mark for which before is true, or the line's
// start.
func (t *text) from(start int, before func(mark) bool) mark {
	i, _ := slices.BinarySearchFunc(t.marks, start, func(m mark, start int) int { return cmp.Compare(m.at, start) })
	n := sort.Search(len(t.marks)-i, func(k int) bool { return !before(t.marks[i+k]) })
	if n == 0 {
		return mark{at: start}
	}
	return t.marks[i+n-1]
}

// line is a line without its line ending.
func (t *text) line(n int) string {
	end := len(t.s)
	if n+1 < len(t.starts) {
		end = t.starts[n+1]
	}
	return strings.TrimRight(t.s[t.starts[n]:end], "\r\n")
}

// offset is the byte at a position. A position beyond the end of its line, or of the text, means that end.
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
	end := start + len(line)
	m := t.from(start, func(m mark) bool { return m.at < end && m.units <= p.Character })
	for i, r := range t.s[m.at:end] {
		if m.units += width(r); m.units > p.Character {
			return m.at + i
		}
	}
	return end
}

// position is where a byte stands.
func (t *text) position(offset int) position {
	line, found := slices.BinarySearch(t.starts, offset)
	if !found {
		line--
	}
	start, offset := t.starts[line], min(offset, len(t.s))
	if t.bytes {
		return position{line, offset - start}
	}
	m := t.from(start, func(m mark) bool { return m.at <= offset })
	for _, r := range t.s[m.at:offset] {
		m.units += width(r)
	}
	return position{line, m.units}
}

// width is the number of UTF-16 units of a character.
func width(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

// span is the range of the bytes from to to.
func (t *text) span(from, to int) span { return span{t.position(from), t.position(to)} }

// change replaces all or a part of a text.
type change struct {
	Range *span  `json:"range"`
	Text  string `json:"text"`
}

// changed is the text after changes, applied one after the other. Editors that change many places do so from the end: such
// changes are applied in one pass.
func (t text) changed(all []change) text {
	type edit struct {
		from, to int
		with     string
	}
	var edits []edit // from the end of t
	apply := func() {
		var b strings.Builder
		at := 0
		for _, e := range slices.Backward(edits) {
			b.WriteString(t.s[at:e.from])
			b.WriteString(e.with)
			at = e.to
		}
		b.WriteString(t.s[at:])
		t, edits = newText(b.String(), t.bytes), nil
	}
	var last position
	for _, c := range all {
		if c.Range == nil {
			t, edits = newText(c.Text, t.bytes), nil
			continue
		}
		if len(edits) > 0 && c.Range.End.compare(last) > 0 {
			apply()
		}
		from, to := t.offset(c.Range.Start), t.offset(c.Range.End)
		edits, last = append(edits, edit{min(from, to), max(from, to), c.Text}), c.Range.Start
	}
	apply()
	return t
}

// place is the byte at which a fault is.
func (t *text) place(at diag.Pos) int {
	if at.Line > len(t.feeds) {
		return len(t.s)
	}
	line := max(at.Line-1, 0)
	end := len(t.s)
	if line+1 < len(t.feeds) {
		end = t.feeds[line+1] - 1
	}
	m := t.from(t.feeds[line], func(m mark) bool { return m.at <= end && m.runes < at.Column })
	for i := range t.s[m.at:end] {
		if m.runes++; m.runes >= at.Column {
			return m.at + i
		}
	}
	return end
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
