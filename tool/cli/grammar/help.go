package grammar

import (
	"cmp"
	"fmt"
	"go/doc/comment"
	"io"
	"os"
	"reflect"
	"strconv"
	"strings"

	"github.com/vbauerster/mpb/v8/cwriter"
)

// PrintHelp writes the help of a command: its usage, purpose and arguments, the flags that it accepts, and its subcommands,
// either all of them or only the next level.
func (n *Node) PrintHelp(to io.Writer, all bool) error {
	p := &page{width: width(to)}
	p.line("Usage: " + strings.TrimSpace(strings.TrimSuffix(n.FullPath(), n.path())) + strings.TrimRight(" "+n.usage(), " "))
	for _, text := range []string{n.Help, n.Detail} {
		if text != "" {
			p.line("")
			p.wrap(text)
		}
	}
	if len(n.Positional) > 0 {
		var rows [][2]string
		for _, a := range n.Positional {
			rows = append(rows, [2]string{a.String(), a.help()})
		}
		p.section("Arguments:", rows)
	}
	p.section("Flags:", n.flagRows())
	commands := n.Children
	if all {
		commands = n.leaves()
	}
	var rows [][2]string
	for _, c := range commands {
		if !c.Hidden {
			rows = append(rows, [2]string{c.path(), c.Help})
		}
	}
	if len(rows) > 0 {
		p.section("Commands:", rows)
	}
	if n.Parent == nil && len(rows) > 0 {
		p.line("")
		p.line(`Run "` + n.Name + ` <command> --help" for more information on a command.`)
	}
	_, err := io.WriteString(to, p.text.String())
	return err
}

// leaves are the commands below a command that have no subcommands.
func (n *Node) leaves() (all []*Node) {
	for _, c := range n.Children {
		switch {
		case c.Hidden:
		case len(c.Children) == 0:
			all = append(all, c)
		default:
			all = append(all, c.leaves()...)
		}
	}
	return all
}

// usage is the synopsis of a command.
func (n *Node) usage() string {
	words := []string{n.path()}
	for _, f := range n.flags() {
		if f.Required && !f.Hidden {
			words = append(words, f.summary())
		}
	}
	optional := ""
	for _, a := range n.Positional {
		word := a.String()
		if !a.Required {
			word = strings.TrimSuffix(word, "]")
			optional += "]"
		}
		words = append(words, word)
	}
	if words[len(words)-1] += optional; len(n.Children) > 0 {
		words = append(words, "<command>")
	}
	own := n.Flags
	if n.Parent != nil {
		own = append(own[:len(own):len(own)], n.Parent.Flags...)
	}
	for _, f := range own {
		if !f.Required && f.short != 'h' {
			words = append(words, "[flags]")
			break
		}
	}
	return strings.TrimSpace(strings.Join(words, " "))
}

// flagRows are the flags that a command accepts, those of its parents first.
func (n *Node) flagRows() (rows [][2]string) {
	var at []*Node
	short := "" // indentation, if any flag has a short name
	for c := n; c != nil; c = c.Parent {
		at = append([]*Node{c}, at...)
	}
	for _, f := range n.flags() {
		if f.short != 0 && !f.Hidden {
			short = "    "
		}
	}
	for _, c := range at {
		first := len(rows) > 0
		for _, f := range c.Flags {
			if f.Hidden {
				continue
			}
			if first {
				rows, first = append(rows, [2]string{}), false
			}
			name := short
			if f.short != 0 {
				name = fmt.Sprintf("-%c, ", f.short)
			}
			if name += "--"; f.negatable {
				name += "[no-]"
			}
			if name += f.Name; !f.isBool() {
				name += "=" + f.placeholder()
			}
			rows = append(rows, [2]string{name, f.help()})
		}
	}
	return rows
}

// summary is a flag with a placeholder for its value.
func (v *Value) summary() string {
	if v.isBool() {
		return "--" + v.Name
	}
	return "--" + v.Name + "=" + v.placeholder()
}

// tail follows the placeholder of a value that may have several elements.
func (v *Value) tail() string {
	switch k := v.Target.Kind(); {
	case k == reflect.Slice && v.Tag.Get("sep") != "none":
		return ",..."
	case k == reflect.Map && v.Tag.Get("mapsep") != "none":
		return ";..."
	}
	return ""
}

// placeholder stands for a flag's value in the help.
func (v *Value) placeholder() string {
	tail := v.tail()
	if v.Tag.Get("type") != "" {
		tail = ""
	}
	switch k := v.Target.Kind(); {
	case v.Placeholder != "" && k == reflect.Map:
		return v.Placeholder
	case v.Placeholder != "":
		return v.Placeholder + tail
	case v.HasDefault && k == reflect.String:
		return strconv.Quote(v.Default)
	case v.HasDefault:
		return v.Default + tail
	case k == reflect.Map:
		return "KEY=VALUE" + tail
	}
	return strings.ToUpper(cmp.Or(dashed(v.Target.Type().Name()), v.Name)) + tail
}

// help is the help text of a value, with the variable that sets it.
func (v *Value) help() string {
	if len(v.Env) == 0 {
		return v.Help
	}
	text, stop := strings.CutSuffix(v.Help, ".")
	text = strings.TrimSpace(text + " ($" + strings.Join(v.Env, ", $") + ")")
	if stop {
		text += "."
	}
	return text
}

// page is a text in the making.
type page struct {
	width int
	text  strings.Builder
}

func (p *page) line(s string) { p.text.WriteString(strings.TrimRight(s, " ") + "\n") }

// laid formats a text as Go formats doc comments, in lines of at most a width.
func laid(text, code string, width int) []string {
	var c comment.Parser
	d := c.Parse(text)
	b := (&comment.Printer{TextCodePrefix: code, TextWidth: width}).Text(d)
	return strings.Split(strings.Trim(string(b), "\n"), "\n")
}

func (p *page) wrap(text string) {
	for _, l := range laid(strings.TrimSpace(text), "    ", p.width) {
		p.line(l)
	}
}

// section writes a heading and two columns.
func (p *page) section(head string, rows [][2]string) {
	p.line("")
	p.line(head)
	within, left := p.width-2, 0
	most := max(30, 375*within/1000)
	for _, r := range rows {
		if n := len(r[0]); n < most {
			left = max(left, n)
		}
	}
	for _, r := range rows {
		lines := laid(r[1], "  ", within-left-4)
		line := "  " + r[0]
		if len(r[0]) < most {
			line = fmt.Sprintf("  %-*s    %s", left, r[0], lines[0])
			lines = lines[1:]
		}
		p.line(line)
		for _, l := range lines {
			p.line(strings.Repeat(" ", left+6) + l)
		}
	}
}

// width is the width of the terminal, or 80.
func width(to io.Writer) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil {
		return n
	}
	if f, ok := to.(*os.File); ok {
		if columns, _, err := cwriter.GetSize(int(f.Fd())); err == nil && columns > 0 {
			return columns
		}
	}
	return 80
}
