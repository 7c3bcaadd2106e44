package roscpp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// kept is the member that keeps the input of a port.
func (n *node) kept(q *plan.Port) string { return "kept_" + private(n.ports[q]) }

// most is the largest number of topics that ROS's filters can take together.
const most = 9

// depth is how many messages of a topic wait for those of the others, as in generated Go.
const depth = 16

// thread writes the declaration of a thread's class.
func (s *system) thread(f *source, n *node, k int) {
	t, class := n.Threads[k], n.classes[k]
	f.Doc(plan.Sentence("Runs the algorithm of the thread "+t.Name+" "+when(t), t.Doc) + s.listed(n, t.Ports, t.Role))
	params, _, _ := s.accessParams(n, t)
	f.P("class %s {\npublic:", class)
	f.packed(class+"(", params, ");")
	f.P("")
	if t.Period > 0 {
		f.Doc("Runs the algorithm, if the node is running.")
		f.P("void run();\n")
	}
	for _, q := range t.Ports {
		if q.In {
			f.P("void %s(const %s& message);", n.ports[q], s.pointer(q))
		}
	}
	for _, q := range t.Ports {
		if !q.In {
			f.P("%s<%s> %s;", s.base("Output"), s.cpp(q.Type), n.ports[q])
		}
	}
	for _, x := range n.named(t, true) {
		if x.Gives {
			f.packed("bool "+x.name+"(", []string{s.srv(x.Access) + "::Request& request", s.srv(x.Access) + "::Response& reply"}, ");")
		}
	}
	f.P("%sState state;  ///< what the algorithm keeps: only it may use it while the node is running\n", class)
	f.P("private:")
	if t.Runs() {
		f.P("void call(%sIn& in);", class)
	}
	events := t.Events()
	if t.Sync != nil {
		if len(events) > most {
			s.fault(t.Component, "roscpp-together", fmt.Sprintf("the thread %s takes messages of %d ports together", t.Name, len(events)), fmt.Sprintf("let it be %d at most, or take some of them together in another thread", most))
			return
		}
		var params, types []string
		for _, q := range events {
			arrived := s.base("Arrived<" + s.cpp(q.Type) + ">")
			types = append(types, arrived)
			params = append(params, "const "+s.base("Pointer<"+arrived+">")+"& "+n.ports[q])
		}
		policy := "ApproximateTime"
		if t.Sync.Tolerance == 0 {
			policy = "ExactTime"
		}
		f.packed("void take(", params, ");")
		f.P("")
		f.packed("using Policy = message_filters::sync_policies::"+policy+"<", types, ">;")
		f.P("")
		for _, q := range events {
			f.P("%s<%s> %s;", s.base("Aligned"), s.cpp(q.Type), private("align_"+n.ports[q]))
		}
		f.P("message_filters::Synchronizer<Policy> align_;")
	} else if t.Runs() {
		f.P("")
	}
	s.fields(f, n, k)
}

// fields writes a thread's other members.
func (s *system) fields(f *source, n *node, k int) {
	t := n.Threads[k]
	f.P("%s& node_;\nconst Parameters& parameters_;", s.base("Node"))
	for _, q := range t.Ports {
		if t.Keeps(q) {
			f.P("%s<%s> %s;", s.base("Kept"), s.cpp(q.Type), n.kept(q))
		}
	}
	s.accessMembers(f, n, t)
	f.P("std::mutex mutex_;  ///< one call of the algorithm at a time")
	if t.Runs() {
		f.P("%sOut out_;", n.classes[k])
	}
	f.P("};")
}

// when says what makes a thread run; answers of services do not, because calls wait for them.
func when(t *plan.Thread) string {
	text := t.When()
	for _, a := range t.Accesses {
		text = strings.Replace(text, ", or "+a.Name+" has answered", "", 1)
	}
	return text
}

// run writes the definition of a thread's class.
func (s *system) run(f *source, n *node, k int) {
	t, class := n.Threads[k], n.classes[k]
	events := t.Events()
	params, _, inits := s.accessParams(n, t)
	head, body := fmt.Sprintf("%s::%s(%s)", class, class, strings.Join(params, ", ")), ""
	if t.Sync != nil {
		var ports []string
		for _, q := range events {
			ports = append(ports, private("align_"+n.ports[q]))
		}
		inits = slices.Insert(inits, 0, fmt.Sprintf("align_(Policy(%d), %s)", depth, strings.Join(ports, ", ")))
		if t.Sync.Tolerance > 0 {
			body = "align_.setMaxIntervalDuration(" + duration(t.Sync.Tolerance) + ");\n"
		}
		body += "align_.registerCallback(&" + class + "::take, this);"
	}
	f.constructor(head, inits, body)
	f.P("")
	for _, q := range t.Ports {
		if q.In {
			s.input(f, n, k, q)
		}
	}
	if t.Sync != nil {
		s.take(f, n, k)
	}
	if t.Period > 0 {
		f.P("void %s::run() {\nif (!node_.running()) return;\n%sIn in;", class, class)
		for _, q := range t.Ports {
			if q.In && !q.Held {
				f.P("in.%s = %s;", n.ports[q], n.value(q, "take"))
			}
		}
		f.P("call(in);\n}\n")
	}
	s.serve(f, n, k)
	if !t.Runs() {
		return
	}
	f.P("void %s::call(%sIn& in) {\nif (!node_.running()) return;\nstd::lock_guard<std::mutex> lock(mutex_);", class, class)
	for _, q := range t.Ports {
		switch {
		case q.In && q.Held:
			f.P("in.%s = %s;", n.ports[q], n.value(q, "look"))
		case !q.In:
			f.P("out_.%s = false;", send(n, q))
		}
	}
	for _, x := range n.named(t, true) {
		if !x.Gives {
			f.P("in.%s = std::ref(%s);", x.name, private("ask_"+x.name))
		}
	}
	for _, x := range n.named(t, false) {
		f.P("in.%s = &%s;", x.name, private("shared_"+x.name))
	}
	f.P("try {\nstate.run(parameters_, in, out_);\n} catch (const std::exception& e) {\nnode_.fail(std::string(\"%s: \") + e.what());\nreturn;\n}", t.Name)
	for _, q := range t.Ports {
		switch {
		case q.In:
		case q.Signal:
			f.P("if (out_.%s) %s.send(%s());", send(n, q), n.ports[q], s.cpp(q.Type))
		default:
			f.P("if (out_.%s) %s.send(out_.%s);", send(n, q), n.ports[q], n.ports[q])
		}
	}
	f.P("}\n")
}

// send is the member of a frame that marks a port to be sent.
func send(n *node, q *plan.Port) string { return "send_" + strings.Trim(n.ports[q], "_") }

// value is a port's kept value, as the frame has it.
func (n *node) value(q *plan.Port, how string) string {
	text := n.kept(q) + "." + how + "()"
	if q.Signal {
		return text + " != nullptr"
	}
	return text
}

// input writes the handler of a thread's port.
func (s *system) input(f *source, n *node, k int, q *plan.Port) {
	t, class := n.Threads[k], n.classes[k]
	name := " message"
	if q.Signal && !t.Keeps(q) {
		name = ""
	}
	head := fmt.Sprintf("void %s::%s(const %s&%s)", class, n.ports[q], s.pointer(q), name)
	switch {
	case t.Keeps(q):
		f.function(head, n.kept(q)+".put(message);")
	case t.Sync != nil:
		stamp := s.base("stampOf(*message)")
		if t.Sync.Stamped {
			stamp = s.base("fromNanoseconds(static_cast<std::uint64_t>(message->" + stampField(q.Type) + "))")
		}
		f.P("%s {\nif (node_.running()) %s.put(message, %s);\n}", head, private("align_"+n.ports[q]), stamp)
	case q.Signal:
		f.P("%s {\n%sIn in;\nin.%s = true;\ncall(in);\n}", head, class, n.ports[q])
	default:
		f.P("%s {\n%sIn in;\nin.%s = message;\ncall(in);\n}", head, class, n.ports[q])
	}
	f.P("")
}

// stampField is the field of a message with its time stamp.
func stampField(t plan.Type) string {
	fields := gogen.NewNames()
	for _, m := range data(t).Members {
		if name := fields.Unique(snake(m.Name)); m.Field == "Stamp" {
			return name
		}
	}
	return "stamp"
}

// take writes how messages that belong together reach an algorithm.
func (s *system) take(f *source, n *node, k int) {
	t, class := n.Threads[k], n.classes[k]
	var params []string
	for _, q := range t.Events() {
		params = append(params, fmt.Sprintf("const %s& %s", s.base("Pointer<"+s.base("Arrived<"+s.cpp(q.Type)+">")+">"), n.ports[q]))
	}
	f.packed("void "+class+"::take(", params, ") {")
	f.P("%sIn in;", class)
	for _, q := range t.Events() {
		f.P("in.%s = %s->message;", n.ports[q], n.ports[q])
	}
	f.P("call(in);\n}\n")
}

// directive marks an algorithm: by it a later call finds it.
const directive = "// sinew:algorithm "

// algorithm writes the developer's starting point: an algorithm that passes on inputs of the right type, and otherwise
// sends zero values.
func (s *system) algorithm(n *node, k int) string {
	t, class := n.Threads[k], n.classes[k]
	f := begin(n, []string{"<" + s.title + "_base/node.h>"}, []string{`"` + n.pkg + `/frames.h"`, `"` + n.pkg + `/parameters.h"`})
	f.Doc("What the algorithm of " + t.Name + " keeps from one call to the next. Each Init begins with a new one.")
	f.P("struct %sState {", class)
	f.Doc("Reports all that is wrong with the state at the end of Init.")
	f.P("void validate(%s& /*faults*/) const {}", s.base("Faults"))
	if !t.Runs() {
		s.answers(f, n, t)
		f.P("};")
		return f.done(n)
	}
	f.P("")
	f.Doc(plan.Sentence("The algorithm of the thread "+t.Name+", which is called "+when(t), t.Doc) + "\n\nAn exception that it throws brings the node into its state Error; nothing is sent then.")
	f.P("%s%s", directive, t.Name)
	in, out := " /*in*/", " /*out*/"
	var body source
	for _, q := range t.Ports {
		if q.In {
			continue
		}
		out = " out"
		switch from := t.Source(q); {
		case s.Commands(q):
			body.P("// out.%s commands a device: nothing is sent until you say what.", n.ports[q])
			out = strings.Replace(out, " out", " out", 1)
		case q.Signal || from == nil:
			body.P("out.%s = true;", send(n, q))
		default:
			in = " in"
			body.P("if (in.%s) {\nout.%s = *in.%s;\nout.%s = true;\n}", n.ports[from], n.ports[q], n.ports[from], send(n, q))
		}
	}
	if !slices.ContainsFunc(strings.Split(body.String(), "\n"), func(l string) bool { return strings.Contains(l, "out.") && !strings.HasPrefix(l, "//") }) {
		out = " /*out*/"
	}
	head := fmt.Sprintf("void run(const Parameters& /*parameters*/, const %sIn&%s, %sOut&%s)", class, in, class, out)
	switch text := strings.TrimRight(body.String(), "\n"); {
	case text == "":
		f.P("%s {}", head)
	case strings.Contains(text, "\n") || strings.HasPrefix(text, "//"):
		f.P("%s {\n%s\n}", head, text)
	default:
		f.function(head, text)
	}
	s.answers(f, n, t)
	f.P("};")
	return f.done(n)
}

// parameters writes the developer's starting point: no parameters.
func (s *system) parameters(n *node) string {
	f := begin(n, []string{"<" + s.title + "_base/node.h>", "<ros/ros.h>"})
	f.Doc("The parameters of the node, which are constant once it has been initialised.")
	f.P("struct Parameters {")
	f.Doc("Reads them from the parameters that are private to the node.")
	f.P("void load(const ros::NodeHandle& /*own*/) {}\n")
	f.Doc("Reports all that is wrong with them at the end of Init.")
	f.P("void validate(%s& /*faults*/) const {}\n};", s.base("Faults"))
	return f.done(n)
}

// own writes the developer's starting point: a node that does nothing beyond its algorithms.
func (s *system) own(n *node) string {
	f := begin(n, []string{"<string>"}, []string{`"` + n.pkg + `/framework.h"`})
	f.Doc(plan.Sentence("The node "+n.Component.Classifier.Qualified(), n.Doc))
	f.P("class Node : public Framework {\nprotected:")
	f.Doc("Gets ready what algorithms need, at the end of Init. An exception leads to Error.")
	f.P("void prepare() override {}\n")
	f.Doc("Ends what has to end before ROS does.")
	f.P("void tearDown() override {}\n")
	f.Doc("Handles a fault, and says where to go on: Init, Running or Closing.")
	f.function(s.base("State")+" errorHandling(const std::string& /*cause*/) override", "return "+s.base("State::Closing")+";")
	if n.driven() {
		f.P("")
		f.Doc("Makes the driver. Null: there is none.")
		f.P("std::unique_ptr<Driver> makeDriver() override { return nullptr; }")
	}
	f.P("};")
	return f.done(n)
}

// driver writes the interface to the devices of a node.
func (s *system) driver(n *node) string {
	f := begin(n, []string{"<" + s.title + "_base/ports.h>"}, s.headers(n))
	f.Doc("Speaks with the devices of the node on a thread of its own. It keeps its commands within the devices' limits. It is yours to write.")
	f.P("class Driver {\npublic:")
	f.Doc("What it hands over when it has come. Any thread may call these; what they trigger runs on the spinner.")
	f.P("struct Hears {")
	for _, q := range n.Ports {
		if q.In && n.devices[q] {
			f.P("%s<%s> %s;", s.base("Sink"), s.cpp(q.Type), n.ports[q])
		}
	}
	f.P("};\n\nvirtual ~Driver() = default;\n")
	f.Doc("Begins. An exception leads to Error.")
	f.P("virtual void open(const Hears& hears) = 0;\n")
	for _, q := range n.Ports {
		if !q.In && n.devices[q] {
			f.Doc("Carries out what comes on " + q.Feature.Name + ", as far as the limits let it. It must not wait.")
			f.P("virtual void %s(const %s& message) = 0;\n", n.ports[q], s.cpp(q.Type))
		}
	}
	f.Doc("Ends: nothing is handed over any more when it returns.")
	f.P("virtual void close() noexcept = 0;\n};")
	return f.done(n)
}
