package plan

import (
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// Comment is the model's comment on a declaration: the comments on the lines before it.
func Comment(f *syntax.File, n syntax.Node) string {
	var lines []string
	for k := int(n.Tokens().From) - 1; k >= 0 && f.Tokens[k].Kind == syntax.Comment; k-- {
		after := f.Text[f.Tokens[k].End:f.Tokens[k+1].Start]
		before := "\n"
		if k > 0 {
			before = f.Text[f.Tokens[k-1].End:f.Tokens[k].Start]
		}
		if !slices.Contains([]byte(before), '\n') || len(slices.Collect(newlines(after))) > 1 {
			break
		}
		lines = append(lines, trimmed(f.Text[f.Tokens[k].Start:f.Tokens[k].End]))
	}
	slices.Reverse(lines)
	return joined(lines)
}

// Of returns the comment on a component: that on its subcomponent, or else on its implementation or type.
func Of(c *instance.Component) string {
	if c.Declaration != nil {
		if text := Comment(c.Declaration.Owner.File, c.Declaration.Syntax); text != "" {
			return text
		}
	}
	for k := c.Classifier; k != nil; k = k.Type {
		if text := Comment(k.File, k.Syntax); text != "" {
			return text
		}
	}
	return ""
}

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

// joined joins the lines of a comment; a line without text ends a paragraph.
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

// Sentence appends a comment to the words that say what it is about.
func Sentence(start, doc string) string {
	if doc == "" {
		return start + "."
	}
	if strings.HasSuffix(doc, ".") || strings.HasSuffix(doc, "?") || strings.HasSuffix(doc, "!") {
		return start + ".\n\n" + doc
	}
	return start + ".\n\n" + doc + "."
}
