package roscpp

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// bringupFiles are the package with the launch file.
func (s *system) bringupFiles() []File {
	pkg := s.title + "_bringup"
	var b strings.Builder
	b.WriteString("<launch>\n")
	needs := s.launch(&b, s.Root, "  ")
	b.WriteString("</launch>\n")
	cmake := fmt.Sprintf("cmake_minimum_required(VERSION 3.0.2)\nproject(%s)\n\nfind_package(catkin REQUIRED)\n\ncatkin_package()\n\ninstall(DIRECTORY launch\n  DESTINATION ${CATKIN_PACKAGE_SHARE_DESTINATION}\n)\n", pkg)
	file := func(name string, src []byte) File {
		return File{Written: gogen.Written{Name: pkg + "/" + name, Source: src}}
	}
	return []File{
		file("CMakeLists.txt", []byte(cmake)),
		file("package.xml", s.manifest(pkg, plan.Sentence("Launches "+s.Root.Classifier.Qualified(), s.Top.Doc), depends{"exec_depend", unique(append(needs, "roslaunch"))})),
		file("launch/"+s.title+".launch", []byte(b.String())),
	}
}

// launch writes the nodes in a system, and returns their packages.
func (s *system) launch(b *strings.Builder, in *instance.Component, indent string) (needs []string) {
	taken := gogen.NewNames()
	for _, c := range in.Children {
		x := s.At[c]
		if x == nil || x.Seam != nil && x.Seam.Device {
			continue
		}
		name := taken.Unique(plain(x.Name))
		if x.Group != nil {
			fmt.Fprintf(b, "%s<group ns=\"%s\">\n", indent, name)
			needs = append(needs, s.launch(b, c, indent+"  ")...)
			fmt.Fprintf(b, "%s</group>\n", indent)
			continue
		}
		class, _, _ := strings.Cut(c.Classifier.Name, ".")
		pkg, program := plain(c.Classifier.Package.Name), plain(class)
		for _, n := range s.nodes {
			if n.Node == x.Node {
				pkg, program = n.pkg, s.program(n)
			}
		}
		needs = append(needs, pkg)
		b.WriteString(xmlComment(indent, plan.Of(c)))
		fmt.Fprintf(b, "%s<node pkg=\"%s\" type=\"%s\" name=\"%s\" output=\"screen\"", indent, pkg, program, name)
		remaps := s.remaps(c)
		if len(remaps) == 0 {
			b.WriteString("/>\n")
			continue
		}
		b.WriteString(">\n")
		for _, r := range remaps {
			if !graphName.MatchString(r.Topic) {
				s.fault(c, "roscpp-name", fmt.Sprintf("ROS does not allow the topic %q", r.Topic), "use letters, digits, _ and /, and begin each part with a letter")
			}
			fmt.Fprintf(b, "%s  <remap from=\"%s\" to=\"%s\"/>\n", indent, html.EscapeString(r.Own), html.EscapeString(r.Topic))
		}
		fmt.Fprintf(b, "%s</node>\n", indent)
	}
	return needs
}

// remaps are the remappings of ports that are topics, and of services.
func (s *system) remaps(c *instance.Component) (all []plan.Remap) {
	add := func(own, name string) {
		if r := (plan.Remap{Own: own, Topic: name}); own != name && !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	var walk func([]*instance.Feature)
	walk = func(features []*instance.Feature) {
		for _, f := range features {
			walk(f.Members)
			if a := s.Accesses[f]; a != nil && a.Service != nil {
				if name := s.place(a); name != "" {
					add(plain(a.Name), name)
				}
			}
			q := s.Ports[f]
			if q == nil {
				continue
			}
			if device, other := s.leads(c, q); device && !other {
				continue
			}
			for _, k := range s.Connections {
				if name, ok := s.Topic(k, f); ok {
					add(s.called(q), strings.NewReplacer("[", "_", "]", "").Replace(name))
					break
				}
			}
		}
	}
	walk(c.Features)
	return all
}

// xmlComment writes a comment on its own line.
func xmlComment(indent, text string) string {
	if text == "" {
		return ""
	}
	return comment(indent, "<!-- "+strings.ReplaceAll(strings.ReplaceAll(text, "--", "- -"), "\n", " ")+" -->")
}
