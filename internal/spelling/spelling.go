// Package spelling makes errors easier to read: it finds the name most similar to a misspelt one, so that an error can
// suggest it, shortens long quotations, counts in words, and converts names to the style of other texts.
package spelling

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of Clip: bytes of a line, and lines.
const (
	lineHead = 400
	lineTail = 200 // the end says what to do
	lines    = 100
)

// Clip shortens a message that quotes other text: the middle of a long line and the lines after the first hundred are
// replaced by a count.
func Clip(text string) string {
	if len(text) <= lineHead+lineTail+32 && strings.Count(text, "\n") < lines {
		return text
	}
	all := strings.SplitAfterN(text, "\n", lines+1)
	rest := ""
	if len(all) > lines {
		rest = fmt.Sprintf("… and %d more lines", strings.Count(all[lines], "\n")+1)
		all = all[:lines]
	}
	var b strings.Builder
	for _, l := range all {
		if len(l) <= lineHead+lineTail+32 {
			b.WriteString(l)
			continue
		}
		head, tail := lineHead, len(l)-lineTail
		for head > 0 && !utf8.RuneStart(l[head]) {
			head--
		}
		for tail < len(l) && !utf8.RuneStart(l[tail]) {
			tail++
		}
		fmt.Fprintf(&b, "%s … %d bytes … %s", l[:head], tail-head, l[tail:])
	}
	return b.String() + rest
}

// Count returns a number with its noun: 1 message, 2 messages, 1 deadline miss, 2 deadline misses.
func Count[N int | uint64](n N, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case strings.HasSuffix(what, "s"):
		what += "e"
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Snake turns WorldData into world_data and IKError into ik_error.
func Snake(s string) string {
	var b strings.Builder
	rs := []rune(s)
	for i, c := range rs {
		if unicode.IsUpper(c) && i > 0 && (unicode.IsLower(rs[i-1]) || unicode.IsDigit(rs[i-1]) ||
			i+1 < len(rs) && unicode.IsLower(rs[i+1]) && unicode.IsUpper(rs[i-1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// Bounds of a search for a name: a longer word is no misspelling, and more names cost more than they help.
const (
	mostLetters = 100
	mostNames   = 2000
)

// Nearest returns the name that was probably meant, the first of several, or "" if none is near. It ignores case.
func Nearest(name string, among []string) (nearest string) {
	best := 1 + len(name)/3
	if len(name) > mostLetters {
		return ""
	}
	name = strings.ToLower(name)
	for _, n := range among[:min(len(among), mostNames)] {
		if far := Distance(name, strings.ToLower(n)); far <= best && far < len(name) && (nearest == "" || far < best) {
			best, nearest = far, n
		}
	}
	return nearest
}

// Suggest says what to write instead of an unknown name: the name that was probably meant, or the available names.
func Suggest(name string, among []string) string {
	best := Nearest(name, among)
	switch {
	case best != "":
		return fmt.Sprintf("did you mean %q?", best)
	case len(among) == 0:
		return "there is none"
	case len(among) > 40:
		return fmt.Sprintf("there are %d, such as %s", len(among), strings.Join(among[:5], ", "))
	}
	return "take one of " + strings.Join(among, ", ")
}

// Distance returns the number of letters to insert, delete or replace to get from a to b.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		left := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := left
			if a[i] != b[j] {
				d++
			}
			left = row[j+1]
			row[j+1] = min(d, row[j]+1, left+1)
		}
	}
	return row[len(b)]
}
