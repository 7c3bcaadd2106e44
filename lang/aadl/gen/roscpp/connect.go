package roscpp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
)

// target is the destination of a connection in a node.
type target struct {
	call  string
	waits bool // called by the spinner: it triggers a thread
	most  int
}

// targets returns all destinations of a port, over the connections in a component and in the thread groups on the way.
func (s *system) targets(n *node, from instance.End, in *instance.Component) (all []target) {
	for _, w := range s.Wires[in] {
		if w.From != from {
			continue
		}
		if w.To.Component == n.Component {
			q := s.Ports[w.To.Feature]
			if out := s.Outs[w.To.Feature]; out != nil {
				q = out
			}
			if n.devices[q] {
				all = append(all, target{fmt.Sprintf("if (driver_) driver_->%s(*m);", n.ports[q]), false, 0})
			} else {
				all = append(all, target{private(n.ports[q]) + ".publish(m);", false, 0})
			}
			continue
		}
		x, q := s.At[w.To.Component], s.Ports[w.To.Feature]
		switch {
		case x.Thread != nil:
			member := private(n.members[slices.Index(n.Threads, x.Thread)])
			all = append(all, target{fmt.Sprintf("%s->%s(m);", member, n.ports[q]), !x.Thread.Keeps(q), s.queue(q)})
		case w.To.Component == in: // out of a thread group
			all = append(all, s.targets(n, w.To, in.Parent)...)
		default:
			all = append(all, s.targets(n, w.To, w.To.Component)...)
		}
	}
	return all
}

// connect writes how a node is connected, internally and with others.
func (s *system) connect(f *source, n *node) {
	f.P("void Framework::connect() {")
	if !slices.ContainsFunc(n.Ports, func(q *plan.Port) bool { return !n.devices[q] }) && len(n.Threads) == 0 {
		f.P("}\n")
		return
	}
	f.P("ros::NodeHandle n;")
	for _, q := range n.Ports {
		if !q.In && !n.devices[q] {
			f.P("%s = n.advertise<%s>(\"%s\", %d);", private(n.ports[q]), s.cpp(q.Type), s.topic(q), sent)
		}
	}
	for k, t := range n.Threads {
		for _, q := range t.Ports {
			if q.In {
				continue
			}
			for _, x := range s.targets(n, instance.End{Component: t.Component, Feature: q.Feature}, t.Component.Parent) {
				f.put(private(n.members[k])+"->"+n.ports[q]+".to(", s.sink(q, []target{x}), ");")
			}
		}
	}
	for k, t := range n.Threads {
		for _, x := range n.named(t, true) {
			if x.Gives {
				f.call(fmt.Sprintf("%s = n.advertiseService<%s::Request, %[2]s::Response>", private(n.members[k]+"_"+x.name), s.srv(x.Access)),
					fmt.Sprintf("%q, [this](%s::Request& q, %[2]s::Response& a) { return %[3]s->%[4]s(q, a); }", x.own, s.srv(x.Access), private(n.members[k]), x.name))
			}
		}
		if t.Period > 0 {
			f.P("every(%s, %s, [this] { %s->run(); });", duration(t.Period), duration(t.Offset), private(n.members[k]))
		}
	}
	if n.driven() {
		f.P("driver_ = makeDriver();\nif (!driver_) ROS_WARN(\"there is no driver: nothing comes from devices, and nothing is commanded\");\nDriver::Hears hears;")
	}
	for _, q := range n.Ports {
		if !q.In {
			continue
		}
		all := s.targets(n, instance.End{Component: n.Component, Feature: q.Feature}, n.Component)
		if n.devices[q] {
			f.put("hears."+n.ports[q]+" = ", s.sink(q, all), ";")
			continue
		}
		f.call(fmt.Sprintf("%s = n.subscribe<%s>", private(n.ports[q]), s.cpp(q.Type)), fmt.Sprintf("%q, %d", s.topic(q), s.queue(q)), s.straight(q, all), "ros::VoidConstPtr()", "ros::TransportHints().tcpNoDelay()")
	}
	if n.driven() {
		f.P("if (driver_) driver_->open(hears);")
	}
	f.P("}\n")
}

// straight is a function that calls all targets.
func (s *system) straight(q *plan.Port, all []target) string {
	if len(all) == 0 {
		return fmt.Sprintf("[](const %s&) {}", s.pointer(q))
	}
	var calls []string
	for _, x := range all {
		calls = append(calls, x.call)
	}
	text := fmt.Sprintf("[this](const %s& m) {", s.pointer(q))
	if len(calls) == 1 && !strings.HasPrefix(calls[0], "if") {
		return text + " " + calls[0] + " }"
	}
	return text + "\n" + strings.Join(calls, "\n") + "\n}"
}

// sink is a function that may be called on any thread: its beginning, if any, and the rest.
func (s *system) sink(q *plan.Port, all []target) [2]string {
	most := 0
	for _, x := range all {
		if x.waits {
			most = max(most, x.most)
		}
	}
	if most == 0 {
		return [2]string{"", s.straight(q, all)}
	}
	return [2]string{s.base("through") + "<" + s.cpp(q.Type) + ">(", fmt.Sprintf("%d, %s)", most, s.straight(q, all))}
}

// called is a port's topic in its node's code: its name after those of its feature groups.
func (s *system) called(q *plan.Port) string {
	if own := s.Own(q.Feature); own != q.Feature.Name {
		return own
	}
	return q.Name
}

// topic is the topic of a port, if ROS allows it.
func (s *system) topic(q *plan.Port) string {
	name := s.called(q)
	if !graphName.MatchString(name) {
		s.fault(q.Feature, "roscpp-name", fmt.Sprintf("ROS does not allow the topic %q", name), "use letters, digits, _ and /, and begin each part with a letter")
	}
	return name
}
