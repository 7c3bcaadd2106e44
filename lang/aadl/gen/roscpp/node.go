package roscpp

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// nodeFiles are the package of a node.
func (s *system) nodeFiles(n *node) (files []File) {
	add := func(name, text string) {
		files = append(files, File{Written: gogen.Written{Name: n.pkg + "/" + name, Source: []byte(text)}})
	}
	once := func(name, state, text string, algorithms ...string) {
		files = append(files, File{gogen.Written{Name: n.pkg + "/include/" + n.pkg + "/" + name, Source: []byte(text)}, true, algorithms, state})
	}
	header := func(name string) string { return "include/" + n.pkg + "/" + name }
	add("CMakeLists.txt", s.cmake(n))
	add("package.xml", string(s.manifest(n.pkg, plan.Sentence("The node "+n.Component.Classifier.Qualified(), n.Doc), depends{"depend", append([]string{"roscpp"}, s.needs(n)...)})))
	add(header("frames.h"), s.frames(n))
	add(header("framework.h"), s.header(n))
	add("src/framework.cpp", s.body(n))
	add("src/main.cpp", s.main(n))
	if n.driven() {
		add(header("driver.h"), s.driver(n))
	}
	once("parameters.h", "Parameters", s.parameters(n))
	once("node.h", "Node", s.own(n))
	for k, t := range n.Threads {
		once(n.file(k), n.classes[k]+"State", s.algorithm(n, k), n.algorithms(t)...)
	}
	return files
}

// algorithms are the algorithms of a thread, as named in directives.
func (n *node) algorithms(t *plan.Thread) (all []string) {
	if t.Runs() {
		all = append(all, t.Name)
	}
	for _, x := range n.named(t, true) {
		if x.Gives {
			all = append(all, t.Name+" "+x.name)
		}
	}
	return all
}

// file is the header with the algorithm of a thread.
func (n *node) file(k int) string {
	name := n.members[k]
	if slices.Contains([]string{"frames", "framework", "driver", "parameters", "node"}, name) {
		name += "_algorithm"
	}
	return name + ".h"
}

// driven reports whether a node has a driver.
func (n *node) driven() bool {
	return slices.ContainsFunc(n.Ports, func(q *plan.Port) bool { return n.devices[q] })
}

// types are the types of a node's messages.
func (n *node) types() (all []plan.Type) {
	for _, q := range n.Ports {
		all = append(all, q.Type)
	}
	for _, t := range n.Threads {
		for _, q := range t.Ports {
			all = append(all, q.Type)
		}
	}
	return append(all, n.accessTypes()...)
}

// needs are the packages that a node depends on besides roscpp.
func (s *system) needs(n *node) []string {
	all := []string{s.title + "_base"}
	for _, t := range n.types() {
		all = append(all, path.Dir(s.message(t)))
	}
	if len(s.serviceHeaders(n)) > 0 {
		all = append(all, s.title+"_msgs")
	}
	return unique(all)
}

// headers are the headers of the messages.
func (s *system) headers(n *node) (all []string) {
	for _, t := range n.types() {
		all = append(all, "<"+s.message(t)+".h>")
	}
	return append(all, s.serviceHeaders(n)...)
}

// cmake writes how a node is built.
func (s *system) cmake(n *node) string {
	needs := append([]string{"roscpp"}, s.needs(n)...)
	return fmt.Sprintf(`cmake_minimum_required(VERSION 3.0.2)
project(%s)

find_package(catkin REQUIRED COMPONENTS
%s)

catkin_package(
  INCLUDE_DIRS include
  CATKIN_DEPENDS %s
)

add_executable(%s
  src/framework.cpp
  src/main.cpp
)
add_dependencies(%[4]s ${catkin_EXPORTED_TARGETS})
target_include_directories(%[4]s PRIVATE include)
target_include_directories(%[4]s SYSTEM PRIVATE ${catkin_INCLUDE_DIRS})
target_compile_options(%[4]s PRIVATE -Wall -Wextra)
target_compile_features(%[4]s PRIVATE cxx_std_17)
target_link_libraries(%[4]s ${catkin_LIBRARIES})

install(TARGETS %[4]s
  RUNTIME DESTINATION ${CATKIN_PACKAGE_BIN_DESTINATION}
)
`, n.pkg, lines("  ", needs), strings.Join(needs, " "), s.program(n))
}

// program is the name of a node's program.
func (s *system) program(n *node) string {
	return strings.TrimSuffix(strings.TrimPrefix(n.pkg, s.title+"_"), "_node") + "_node"
}

// begin starts a header in the namespace of a node.
func begin(n *node, groups ...[]string) *source {
	f := &source{}
	f.P("#pragma once\n")
	f.include(groups...)
	f.P("namespace %s {\n", n.pkg)
	return f
}

// done ends a file in the namespace of a node.
func (f *source) done(n *node) string {
	f.P("\n}  // namespace %s", n.pkg)
	return f.String()
}

// base writes a name from the package that all nodes share.
func (s *system) base(name string) string { return s.title + "_base::" + name }

// pointer is the type of an incoming message.
func (s *system) pointer(q *plan.Port) string { return s.base("Pointer<" + s.cpp(q.Type) + ">") }

// frames writes the input and output structs of algorithms.
func (s *system) frames(n *node) string {
	groups := [][]string{{"<boost/shared_ptr.hpp>"}, s.headers(n)}
	if n.has(true, false) {
		groups[0] = append(groups[0], "<functional>")
	}
	if n.has(false, false) {
		groups[1] = append(groups[1], "<"+s.title+"_base/shared.h>")
	}
	f := begin(n, groups...)
	first := true
	for k, t := range n.Threads {
		if !t.Runs() {
			continue
		}
		if !first {
			f.P("")
		}
		first = false
		f.Doc("What the algorithm of " + t.Name + " gets. It may keep messages, and cannot change them.")
		f.P("struct %sIn {", n.classes[k])
		for _, q := range t.Ports {
			switch name := n.ports[q]; {
			case !q.In:
			case q.Signal:
				f.P("bool %s = false;  ///< something came", name)
			default:
				f.P("boost::shared_ptr<const %s> %s;  ///< %s", s.cpp(q.Type), name, comes(t, q))
			}
		}
		s.accessFrame(f, n, t)
		f.P("};\n")
		f.Doc("What the algorithm of " + t.Name + " gives. What is marked to be sent is sent when it returns; the values stay for the next time.")
		f.P("struct %sOut {", n.classes[k])
		for _, q := range t.Ports {
			if q.In {
				continue
			}
			if !q.Signal {
				f.P("%s %s;", s.cpp(q.Type), n.ports[q])
			}
			f.P("bool send_%s = false;", strings.Trim(n.ports[q], "_"))
		}
		f.P("};")
	}
	return aligned(strings.ReplaceAll(f.done(n), " {\n};", " {};"))
}

// aligned aligns the comments at the ends of lines.
func aligned(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for k := 0; k < len(lines); k++ {
		end, most := k, 0
		for ; end < len(lines) && strings.Contains(lines[end], "  ///<"); end++ {
			most = max(most, strings.Index(lines[end], "  ///<"))
		}
		for ; k < end; k++ {
			at := strings.Index(lines[k], "  ///<")
			lines[k] = lines[k][:at] + strings.Repeat(" ", most-at) + lines[k][at:]
		}
	}
	return strings.Join(lines, "")
}

// comes describes what a pointer to a message means.
func comes(t *plan.Thread, q *plan.Port) string {
	switch {
	case q.Held:
		return "the latest; null: there is none yet"
	case t.Period > 0:
		return "what came last since the thread ran; null: nothing"
	case t.Sync != nil || len(t.Events()) == 1:
		return "what came"
	}
	return "what came; null: nothing on this port"
}

// header writes the declaration of a node's framework.
func (s *system) header(n *node) string {
	own := []string{`"` + n.pkg + `/frames.h"`, `"` + n.pkg + `/parameters.h"`}
	base := []string{"<" + s.title + "_base/node.h>", "<" + s.title + "_base/ports.h>"}
	if n.driven() {
		own = append(own, `"`+n.pkg+`/driver.h"`)
	}
	for k, t := range n.Threads {
		own = append(own, `"`+n.pkg+"/"+n.file(k)+`"`)
		if t.Sync != nil {
			base = append(base, "<"+s.title+"_base/align.h>")
		}
	}
	if n.has(true, false) {
		base = append(base, "<"+s.title+"_base/service.h>")
	}
	if n.has(false, false) {
		base = append(base, "<"+s.title+"_base/shared.h>")
	}
	f := begin(n, []string{"<memory>", "<mutex>"}, append(base, "<ros/ros.h>"), own)
	for k := range n.Threads {
		s.thread(f, n, k)
		f.P("")
	}
	f.Doc(plan.Sentence("What runs the node "+n.Component.Classifier.Qualified(), n.Doc) + s.listed(n, n.Ports, func(q *plan.Port) string { return n.where(s, q) }))
	f.P("class Framework : public %s {\npublic:\nFramework();\n", s.base("Node"))
	f.P("protected:")
	if n.driven() {
		f.Doc("Makes the driver of the devices that the node is connected to. Null: there is none, and nothing is commanded.")
		f.P("virtual std::unique_ptr<Driver> makeDriver() { return nullptr; }\n")
	}
	f.Doc("The node's parameters, which are constant once it has been initialised.")
	f.P("const Parameters& parameters() const { return *parameters_; }\n")
	f.P("void renew(const ros::NodeHandle& own) override;\nvoid validate(%s& faults) const override;\nvoid connect() override;\nvoid disconnect() override;\n", s.base("Faults"))
	f.P("private:\nstd::shared_ptr<const Parameters> parameters_;")
	for _, c := range n.cells {
		f.P("std::unique_ptr<%s<%s>> %s;", s.base("Shared"), s.cpp(c.owner.Data), private("shared_"+c.name))
	}
	for k, t := range n.Threads {
		f.P("std::unique_ptr<%s> %s;", n.classes[k], private(n.members[k]))
		for _, x := range n.named(t, true) {
			if x.Gives {
				f.P("ros::ServiceServer %s;", private(n.members[k]+"_"+x.name))
			}
		}
	}
	for _, q := range n.Ports {
		switch {
		case n.devices[q]:
		case q.In:
			f.P("ros::Subscriber %s;", private(n.ports[q]))
		default:
			f.P("ros::Publisher %s;", private(n.ports[q]))
		}
	}
	if n.driven() {
		f.P("std::unique_ptr<Driver> driver_;")
	}
	f.P("};")
	return f.done(n)
}

// private is the name of a private member.
func private(name string) string { return strings.Trim(name, "_") + "_" }

// where describes a port of a node.
func (n *node) where(s *system, q *plan.Port) string {
	if n.devices[q] {
		return "a device"
	}
	return "topic " + s.called(q)
}

// listed lists ports for a comment.
func (s *system) listed(n *node, ports []*plan.Port, about func(*plan.Port) string) string {
	text := ""
	for _, q := range ports {
		dir := "out"
		if q.In {
			dir = "in"
		}
		text += fmt.Sprintf("\n- %s `%s` (%s)", dir, n.ports[q], s.message(q.Type))
		if a := about(q); a != "" {
			text += ": " + a
		}
	}
	if text != "" {
		return "\n" + text
	}
	return ""
}

// duration writes a time in C++.
func duration(d time.Duration) string {
	return fmt.Sprintf("ros::Duration(%d, %d)", d/time.Second, d%time.Second)
}

// queue is how many messages of a port may wait.
func (s *system) queue(q *plan.Port) int {
	if n, ok := s.Number(q.Feature, "Communication_Properties::Queue_Size", "", nil); ok && n >= 1 {
		return int(n)
	}
	return 1
}

// sent is how many messages of a topic may wait for subscribers.
const sent = 10

// body writes the definition of a node's framework.
func (s *system) body(n *node) string {
	f := &source{}
	f.P("#include \"%s/framework.h\"\n", n.pkg)
	f.include([]string{"<utility>"})
	f.P("namespace %s {\n", n.pkg)
	for k := range n.Threads {
		s.run(f, n, k)
	}
	config := s.config(f, n)
	f.P("Framework::Framework() : %s(%s) {}\n", s.base("Node"), config)
	f.P("void Framework::renew(const ros::NodeHandle& own) {\nauto p = std::make_shared<Parameters>();\np->load(own);\nparameters_ = std::move(p);")
	for _, c := range n.cells {
		f.P("%s = std::make_unique<%s<%s>>();", private("shared_"+c.name), s.base("Shared"), s.cpp(c.owner.Data))
	}
	for k, t := range n.Threads {
		_, args, _ := s.accessParams(n, t)
		f.P("%s = std::make_unique<%s>(*this, *parameters_%s);", private(n.members[k]), n.classes[k], args)
	}
	f.P("}\n\nvoid Framework::validate(%s& faults) const {\nparameters_->validate(faults);", s.base("Faults"))
	for k := range n.Threads {
		f.P("%s->state.validate(faults);", private(n.members[k]))
	}
	f.P("}\n")
	s.connect(f, n)
	f.P("void Framework::disconnect() {")
	if n.driven() {
		f.P("if (driver_) driver_->close();\ndriver_.reset();")
	}
	for _, in := range []bool{true, false} {
		for _, q := range n.Ports {
			if q.In == in && !n.devices[q] {
				f.P("%s.shutdown();", private(n.ports[q]))
			}
		}
	}
	for k, t := range n.Threads {
		for _, x := range n.named(t, true) {
			if x.Gives {
				f.P("%s.shutdown();", private(n.members[k]+"_"+x.name))
			}
		}
		f.P("%s.reset();", private(n.members[k]))
	}
	f.P("}")
	return f.done(n)
}

// main writes the program of a node.
func (s *system) main(n *node) string {
	return fmt.Sprintf("#include \"%s/node.h\"\n\nint main(int argc, char** argv) {\n  %[1]s::Node node;\n  return node.run(argc, argv, \"%[2]s\");\n}\n", n.pkg, s.program(n))
}
