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

// width is how many characters a line of text has at most.
const width = 118

// comment writes text with something before each line, wrapped. Lines that begin with a dash stay lines.
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
		case strings.HasPrefix(line, ": "):
			indent += 4
		}
		f.WriteString(strings.Repeat(" ", indent) + line + "\n")
		if strings.HasSuffix(line, "{") && !namespace {
			f.depth++
		}
	}
}

// Doc adds a comment for Doxygen.
func (f *source) Doc(text string) {
	f.WriteString(comment(strings.Repeat("  ", f.depth)+"/// ", text))
}

// include adds lines that include headers: each group sorted, and once.
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

// seal puts a line on top of a file that shows later whether it has been edited, as comments are written there.
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

// resource is a file that all systems have, with the names of this one's packages.
func (s *system) resource(name string) []byte {
	text, err := fs.ReadFile(framework, "framework/"+name)
	if err != nil {
		panic(err) // it is in this program
	}
	return []byte(strings.NewReplacer("sinew_base", s.title+"_base", "sinew_msgs", s.title+"_msgs").Replace(string(text)))
}

// depends are packages, and how a package depends on them.
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

// baseFiles are the package of what all nodes have in common.
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
