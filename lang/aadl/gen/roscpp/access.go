package roscpp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// access is a thread's access to a service or shared data.
type access struct {
	*plan.Access
	name string // in source
	own  string // a service's name in the node's code
	cell string // data: the node's member with them; empty: they are in another node
}

// giver is the final server of a request, with the accesses on the way to it.
func (s *system) giver(a *plan.Access) (way []*plan.Access) {
	for next := a; next != nil; next = s.asking[next] {
		way = append(way, next)
	}
	return way
}

// nameServices gives each service a name in the package of messages; its parameters are not messages.
func (s *system) nameServices(all *gogen.Names) {
	note := func(accesses []*plan.Access) {
		for _, a := range accesses {
			if a.Service == nil || s.services[a.Service] != "" {
				continue
			}
			s.services[a.Service] = all.Unique(strings.ReplaceAll(gogen.Exported(a.Service.Name), "_", ""))
			s.served = append(s.served, a.Service)
			s.halves[data(a.Service.Request)], s.halves[data(a.Service.Reply)] = true, true
		}
	}
	for _, n := range s.Nodes {
		note(n.Accesses)
		for _, t := range n.Threads {
			note(t.Accesses)
		}
	}
	for _, x := range s.Seams {
		note(x.Accesses)
	}
}

// serviceFiles are the definitions of services.
func (s *system) serviceFiles(pkg string) (files []File, made []string) {
	for _, v := range s.served {
		name := s.services[v] + ".srv"
		text := comment("# ", plan.Sentence(s.services[v]+" is the service "+v.Name+" of the model", v.Doc)) + "\n" + s.members(data(v.Request)) + "---\n" + s.members(data(v.Reply))
		files = append(files, File{Written: gogen.Written{Name: pkg + "/srv/" + name, Source: []byte(text)}})
		made = append(made, name)
	}
	return files, made
}

// srv is the type of a service in C++.
func (s *system) srv(a *plan.Access) string { return s.title + "_msgs::" + s.services[a.Service] }

// nameAccesses gives names to what a node's threads ask for and give.
func (s *system) nameAccesses(n *node) {
	cells := map[*plan.Access]string{}
	for k, t := range n.Threads {
		for _, a := range t.Accesses {
			x := &access{Access: a, name: n.own[k].Unique(snake(a.Name))}
			n.accesses[a] = x
			switch {
			case a.Service == nil:
				owner := s.giver(a)[len(s.giver(a))-1]
				if cells[owner] == "" && owner.Feature == nil && within(owner.Component, n.Component) {
					cells[owner] = n.scope.Unique(snake(owner.Component.Name))
					n.cells = append(n.cells, cell{cells[owner], owner})
				}
				if x.cell = cells[owner]; x.cell == "" {
					s.faults = append(s.faults, diag.Fault{Code: "roscpp-access", Path: a.Feature.Path(), Pos: plan.Place(a.Feature.Declared()), Severity: diag.Warning,
						What: "the data " + a.Feature.Name + " are not within the node: ROS has none that nodes share", Do: "let a port carry them, or a service"})
				}
			case a.Gives:
				x.own = n.members[k] + "_" + x.name
				for _, l := range s.Links[n.Component] {
					if l.Gives == a && l.Asks.Component == n.Component {
						x.own = plain(l.Asks.Name)
					}
				}
			}
		}
	}
	for _, t := range n.Threads { // clients after their possible servers
		for _, a := range t.Accesses {
			if a.Service == nil || a.Gives {
				continue
			}
			x := n.accesses[a]
			x.own = x.name
			for _, w := range s.giver(a) {
				if server := n.accesses[w]; server != nil && w.Gives {
					x.own, n.itself = server.own, true
				}
				if w.Component == n.Component && !w.Gives {
					x.own = plain(w.Name)
					break
				}
			}
		}
	}
}

// cell is data within a node that its threads share.
type cell struct {
	name  string
	owner *plan.Access
}

// within reports whether a component is inside another.
func within(c, other *instance.Component) bool {
	for ; c != nil; c = c.Parent {
		if c == other {
			return true
		}
	}
	return false
}

// named are the accesses of a thread that are generated, of services or of data.
func (n *node) named(t *plan.Thread, services bool) (all []*access) {
	for _, a := range t.Accesses {
		if x := n.accesses[a]; (a.Service != nil) == services && (services || x.cell != "") {
			all = append(all, x)
		}
	}
	return all
}

// accessFrame writes what an algorithm gets through accesses.
func (s *system) accessFrame(f *source, n *node, t *plan.Thread) {
	for _, x := range n.named(t, true) {
		if !x.Gives {
			f.Doc(fmt.Sprintf("Asks the service. It throws if there is no answer within %v.", x.Timeout))
			f.P("std::function<%s::Response(const %[1]s::Request&)> %s;", s.srv(x.Access), x.name)
		}
	}
	for _, x := range n.named(t, false) {
		constant := "const "
		if x.Writes {
			constant = ""
		}
		f.P("%s%s<%s>* %s = nullptr;  ///< shared with other threads", constant, s.base("Shared"), s.cpp(x.Data), x.name)
	}
}

// accessMembers writes a thread's members for its accesses.
func (s *system) accessMembers(f *source, n *node, t *plan.Thread) {
	for _, x := range n.named(t, true) {
		if !x.Gives {
			f.P("%s<%s> %s;", s.base("Client"), s.srv(x.Access), private("ask_"+x.name))
		}
	}
	for _, x := range n.named(t, false) {
		f.P("%s<%s>& %s;", s.base("Shared"), s.cpp(x.Data), private("shared_"+x.name))
	}
}

// accessParams are the parameters of a thread's constructor, the arguments for shared data, and the initialisers of members.
func (s *system) accessParams(n *node, t *plan.Thread) (params []string, args string, inits []string) {
	params = []string{s.base("Node& node"), "const Parameters& parameters"}
	inits = []string{"node_(node)", "parameters_(parameters)"}
	for _, x := range n.named(t, true) {
		if !x.Gives {
			inits = append(inits, fmt.Sprintf("%s(%q, %s)", private("ask_"+x.name), x.own, duration(x.Timeout)))
		}
	}
	for _, x := range n.named(t, false) {
		params = append(params, fmt.Sprintf("%s<%s>& %s", s.base("Shared"), s.cpp(x.Data), x.name))
		args += ", *" + private("shared_"+x.cell)
		inits = append(inits, fmt.Sprintf("%s(%s)", private("shared_"+x.name), x.name))
	}
	return params, args, inits
}

// serve writes how a thread answers requests.
func (s *system) serve(f *source, n *node, k int) {
	t, class := n.Threads[k], n.classes[k]
	for _, x := range n.named(t, true) {
		if !x.Gives {
			continue
		}
		f.packed(fmt.Sprintf("bool %s::%s(", class, x.name), []string{s.srv(x.Access) + "::Request& request", s.srv(x.Access) + "::Response& reply"}, ") {")
		f.P("if (!node_.running()) return false;\nstd::lock_guard<std::mutex> lock(mutex_);")
		var shared strings.Builder
		for _, d := range n.named(t, false) {
			shared.WriteString(", " + private("shared_"+d.name))
		}
		f.P("try {\nstate.%s(parameters_, request, reply%s);\nreturn true;\n} catch (const std::exception& e) {\nROS_ERROR(\"%s: %%s\", e.what());\nreturn false;\n}\n}\n", serves(x), shared.String(), t.Name)
	}
}

// serves is the function of the developer that answers.
func serves(x *access) string { return "serve_" + strings.Trim(x.name, "_") }

// answers writes the developer's starting point: answers of zeroes.
func (s *system) answers(f *source, n *node, t *plan.Thread) {
	for _, x := range n.named(t, true) {
		if !x.Gives {
			continue
		}
		params := []string{"const Parameters& /*parameters*/", "const " + s.srv(x.Access) + "::Request& /*request*/", s.srv(x.Access) + "::Response& /*reply*/"}
		for _, d := range n.named(t, false) {
			constant := "const "
			if d.Writes {
				constant = ""
			}
			params = append(params, fmt.Sprintf("%s%s<%s>& /*%s*/", constant, s.base("Shared"), s.cpp(d.Data), d.name))
		}
		f.P("")
		f.Doc(plan.Sentence("Answers who asks for "+x.Service.Name, x.Service.Doc) + "\n\nAn exception that it throws is an answer, too: the caller's call fails.")
		f.P("%s%s", directive, t.Name+" "+x.name)
		f.packed("void "+serves(x)+"(", params, ") {}")
	}
}

// place is the global name of a service that a component gives or ultimately asks for. It is empty if there is no server.
func (s *system) place(a *plan.Access) string {
	for _, w := range slices.Backward(s.giver(a)) {
		x := s.At[w.Component]
		if w.Gives && w.Feature != nil && x != nil && (x.Node != nil || x.Seam != nil) {
			return "/" + strings.NewReplacer(".", "/", "[", "_", "]", "").Replace(w.Component.Path()) + "/" + plain(w.Name)
		}
	}
	return ""
}

// spinners is the number of threads that run callbacks: a node that calls its own service needs a second one to answer.
func (n *node) spinners() int {
	if n.itself {
		return 2
	}
	return 1
}

// serviceHeaders are the headers of the services that a node asks for or gives.
func (s *system) serviceHeaders(n *node) (all []string) {
	for _, t := range n.Threads {
		for _, x := range n.named(t, true) {
			all = append(all, "<"+strings.Replace(s.srv(x.Access), "::", "/", 1)+".h>")
		}
	}
	return all
}

// accessTypes are the types of the data that threads of a node share.
func (n *node) accessTypes() (all []plan.Type) {
	for _, t := range n.Threads {
		for _, x := range n.named(t, false) {
			all = append(all, x.Data)
		}
	}
	return all
}

// has reports whether some thread of a node has an access of a kind.
func (n *node) has(services, gives bool) bool {
	return slices.ContainsFunc(n.Threads, func(t *plan.Thread) bool {
		return slices.ContainsFunc(n.named(t, services), func(x *access) bool { return !services || x.Gives == gives })
	})
}

// config writes how the model wants a node to run; nothing if it does not say.
func (s *system) config(f *source, n *node) string {
	if n.Loop == 0 && n.spinners() == 1 {
		return s.base("Config()")
	}
	f.P("namespace {\n")
	f.Doc("How the model wants the node to be run.")
	f.P("%s modelled() {\n%s c;", s.base("Config"), s.base("Config"))
	if n.Loop > 0 {
		f.P("c.loop_period = %s;", strconv.FormatFloat(n.Loop.Seconds(), 'f', -1, 64))
	}
	if n.spinners() > 1 {
		f.P("c.threads = %d;  // it asks itself, and one answers while another waits", n.spinners())
	}
	f.P("return c;\n}\n\n}  // namespace\n")
	return "modelled()"
}
