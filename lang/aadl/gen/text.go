package gen

import (
	"fmt"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/lang/gogen"
)

// newlines yields the line ends of a text.
func newlines(s string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := range len(s) {
			if s[i] == '\n' && !yield(i) {
				return
			}
		}
	}
}

// trimmed is a comment without its dashes.
func trimmed(s string) string { return strings.TrimSpace(strings.TrimLeft(s, "-")) }

// joined puts the lines of a comment together: a line without text ends a paragraph.
func joined(lines []string) string {
	var b strings.Builder
	for k, line := range lines {
		switch {
		case line == "":
			b.WriteString("\n\n")
			continue
		case k > 0 && lines[k-1] != "":
			b.WriteByte(' ')
		}
		b.WriteString(line)
	}
	return strings.TrimSpace(b.String())
}

// duration writes a time as Go.
func duration(f *gogen.File, d time.Duration) string {
	if d == 0 {
		return "0"
	}
	t := f.Import("time")
	for _, u := range []struct {
		d    time.Duration
		name string
	}{{time.Second, "Second"}, {time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}} {
		switch {
		case d == u.d:
			return t + "." + u.name
		case d != 0 && d%u.d == 0:
			return fmt.Sprintf("%d * %s.%s", d/u.d, t, u.name)
		}
	}
	return fmt.Sprintf("%d * %s.Nanosecond", d, t)
}

// sentence puts a comment behind what says whose it is.
func sentence(start, doc string) string {
	if doc == "" {
		return start + "."
	}
	if strings.HasSuffix(doc, ".") || strings.HasSuffix(doc, "?") || strings.HasSuffix(doc, "!") {
		return start + ".\n\n" + doc
	}
	return start + ".\n\n" + doc + "."
}
