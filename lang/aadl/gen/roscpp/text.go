package roscpp

import (
	"bytes"
	"fmt"
	"html"
	"io/fs"
	"path"
	"strings"

	"github.com/sinew-robotics/sinew/lang/gogen"
)

// The most characters in a line of text, and in one of source.
const (
	width = 118
	limit = 120
)

// comment writes wrapped text with a prefix before each line. Lines that begin with a dash stay lines.
func comment(before, text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		indent := ""
		if strings.HasPrefix(line, "- ") {
			indent = "  "
		}
		now := ""
		for _, word := range strings.Fields(line) {
			if now != "" && len([]rune(before+now+" "+word)) > width {
				b.WriteString(before + now + "\n")
				now = indent + word
				continue
			}
			if now != "" {
				now += " "
			}
			now += word
		}
		b.WriteString(strings.TrimRight(before+now, " ") + "\n")
	}
	return b.String()
}

// source is a file in C++ under construction. Lines are indented by the braces around them.
type source struct {
	strings.Builder
	depth int
}

// P adds lines.
func (f *source) P(text string, args ...any) {
	if len(args) > 0 {
		text = fmt.Sprintf(text, args...)
	}
	for line := range strings.Lines(text + "\n") {
		line = strings.TrimSpace(line)
		line, continued := strings.CutPrefix(line, "+ ")
		namespace := strings.HasPrefix(line, "namespace ") || strings.HasPrefix(line, "}  // namespace")
		if strings.HasPrefix(line, "}") && !namespace {
			f.depth--
		}
		indent := 2 * f.depth
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			indent = 0
		case line == "public:" || line == "protected:" || line == "private:":
			indent--
		case continued:
			indent += 4
		}
		f.WriteString(strings.Repeat(" ", indent) + line + "\n")
		if strings.HasSuffix(line, "{") && !namespace {
			f.depth++
		}
	}
}

// fits reports whether a line is short enough here.
func (f *source) fits(line string) bool { return 2*f.depth+len([]rune(line)) <= limit }

// packed writes a list between a start and an end: on one line or, if it does not fit, with as many items as fit on each line,
// below the first.
func (f *source) packed(start string, all []string, end string) {
	if line := start + strings.Join(all, ", ") + end; f.fits(line) {
		f.P("%s", line)
		return
	}
	below := strings.Repeat(" ", len(start))
	now := start
	for k, x := range all {
		last := end
		if k < len(all)-1 {
			last = ","
		}
		if k > 0 && !f.fits(now+" "+x+last) {
			f.WriteString(strings.Repeat("  ", f.depth) + now + "\n")
			now = below + x + last
			continue
		}
		if k > 0 {
			now += " "
		}
		now += x + last
	}
	f.WriteString(strings.Repeat("  ", f.depth) + now + "\n")
	if strings.HasSuffix(end, "{") {
		f.depth++
	}
}

// function writes a function with one statement.
func (f *source) function(head, body string) {
	if line := head + " { " + body + " }"; f.fits(line) {
		f.P("%s", line)
		return
	}
	f.P("%s {\n%s\n}", head, body)
}

// constructor writes a constructor with its initialisers.
func (f *source) constructor(head string, inits []string, body string) {
	end := " {}"
	if body != "" {
		end = " {"
	}
	one := head + " : " + strings.Join(inits, ", ") + end
	switch list := ": " + strings.Join(inits, ", ") + end; {
	case f.fits(one) && body == "":
		f.P("%s", one)
		return
	case f.fits("    " + list):
		f.P("%s\n+ %s", head, list)
	default:
		f.P("%s\n+ : %s%s", head, strings.Join(inits, ",\n+   "), end)
	}
	if body != "" {
		f.P("%s\n}", body)
	}
}

// put writes a sink between a start and an end: on one line, or else with the rest of the sink indented.
func (f *source) put(start string, sink [2]string, end string) {
	line := start + sink[0] + sink[1] + end
	switch {
	case strings.Contains(line, "\n") || f.fits(line):
		f.P("%s", line)
	case sink[0] == "" || f.fits("    "+sink[0]+sink[1]+end):
		f.P("%s\n+ %s%s%s", start, sink[0], sink[1], end)
	default:
		f.P("%s%s\n+ %s%s", start, sink[0], sink[1], end)
	}
}

// call writes a call with arguments that stay together: on one line, or else indented.
func (f *source) call(what string, args ...string) {
	all := strings.Join(args, ", ")
	if line := what + "(" + all + ");"; !strings.Contains(line, "\n") && f.fits(line) || len(args) == 1 && strings.Contains(all, "\n") {
		f.P("%s", line)
		return
	}
	f.P("%s(", what)
	now := ""
	put := func() {
		if now != "" {
			f.P("+ %s", strings.ReplaceAll(now, "\n", "\n+ "))
		}
	}
	for k, a := range args {
		if k < len(args)-1 {
			a += ","
		} else {
			a += ");"
		}
		if now != "" && !strings.Contains(now+a, "\n") && f.fits("    "+now+" "+a) {
			now += " " + a
			continue
		}
		put()
		now = a
	}
	put()
}

// Doc adds a comment for Doxygen.
func (f *source) Doc(text string) {
	f.WriteString(comment(strings.Repeat("  ", f.depth)+"/// ", text))
}

// include adds lines that include headers: each group sorted and without duplicates.
func (f *source) include(groups ...[]string) {
	for _, g := range groups {
		if len(g) == 0 {
			continue
		}
		for _, name := range unique(g) {
			f.P("#include %s", name)
		}
		f.P("")
	}
}

// seal puts a comment line at the top of a file that shows later whether it has been edited.
func seal(name string, src []byte, origin string) []byte {
	mark := func(src []byte, before string) []byte {
		return append([]byte(before), bytes.TrimPrefix(gogen.Seal(src, "sinew gen", origin), []byte("// "))...)
	}
	switch path.Ext(name) {
	case ".h", ".cpp":
		return mark(src, "// ")
	case ".xml", ".launch":
		return mark(append([]byte("-->\n"), src...), "<!--\n")
	}
	return mark(src, "# ")
}

// resource is a file that all systems share, with the names of this one's packages.
func (s *system) resource(name string) []byte {
	text, err := fs.ReadFile(framework, "framework/"+name)
	if err != nil {
		panic(err) // it is in this program
	}
	return []byte(strings.NewReplacer("sinew_base", s.title+"_base", "sinew_msgs", s.title+"_msgs").Replace(string(text)))
}

// depends has packages, and how a package depends on them.
type depends struct {
	kind string
	on   []string
}

// manifest writes a package.xml.
func (s *system) manifest(pkg, about string, all ...depends) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "<package format=\"2\">\n  <name>%s</name>\n  <version>0.0.0</version>\n  <description>%s</description>\n", pkg, html.EscapeString(about))
	b.WriteString("  <maintainer email=\"nobody@example.org\">nobody</maintainer>\n  <license>unspecified</license>\n\n  <buildtool_depend>catkin</buildtool_depend>\n")
	for _, d := range all {
		for _, on := range d.on {
			fmt.Fprintf(&b, "  <%s>%s</%s>\n", d.kind, on, d.kind)
		}
	}
	return []byte(b.String() + "</package>\n")
}

// baseFiles are the files of the package that all nodes share.
func (s *system) baseFiles() (files []File) {
	pkg := s.title + "_base"
	include := "include/" + pkg + "/"
	for _, f := range [][2]string{{"align.h", include}, {"life_cycle.h", include}, {"node.h", include}, {"notifier.h", include}, {"ports.h", include}, {"service.h", include}, {"shared.h", include}, {"node.cpp", "src/"}, {"notifier.cpp", "src/"}} {
		files = append(files, File{Written: gogen.Written{Name: pkg + "/" + f[1] + f[0], Source: s.resource(f[0])}})
	}
	files = append(files, File{Written: gogen.Written{Name: pkg + "/CMakeLists.txt", Source: s.resource("base.cmake")}})
	return append(files, File{Written: gogen.Written{Name: pkg + "/package.xml", Source: s.manifest(pkg, "What all nodes of "+s.Root.Classifier.Qualified()+" have in common.",
		depends{"depend", []string{"message_filters", "roscpp", s.title + "_msgs"}})}})
}
