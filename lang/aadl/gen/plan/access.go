package plan

import (
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// Access is a service or shared data that a component asks for, gives or passes on.
type Access struct {
	Feature   *instance.Feature   // nil if Component itself is accessed
	Component *instance.Component // that has it
	Name      string              // in the program: its ports' paths begin with it
	Field     string              // its name in source, which is exported
	Service   *Service            // nil: it is data
	Data      Type
	Gives     bool          // what is accessed is here, or inside; otherwise it is elsewhere
	Ends      bool          // the client, or the server, is here; otherwise the access is passed on
	Reads     bool          // data: they may be read
	Writes    bool          // and written
	Timeout   time.Duration // longest wait of a client of a service
	Width     int           // number of clients through it
}

// Service is a subprogram that some threads call and one provides.
type Service struct {
	Name           string // in the model, and in source
	Doc            string
	Request, Reply Type // its parameters: in, and out
}

// Link connects a client with its server, in the component that contains both.
type Link struct {
	Asks, Gives       *Access
	AsksEnd, GivesEnd instance.End
	First             int // the first of Gives's channels
}

// patience is how long a call may take if the model does not say.
const patience = time.Second

// readAccess reads a feature that is an access; nil if it is not generated.
func (p *Program) readAccess(f *instance.Feature, name string, names *gogen.Names) *Access {
	ends := ends(f.Component)
	a := &Access{Feature: f, Component: f.Component, Gives: f.Direction == syntax.DirectionProvides, Ends: ends}
	wrong := func(what, do string) *Access {
		p.fault(f, diag.Error, "gen-access", "the access "+f.Name+" "+what, do)
		return nil
	}
	switch {
	case p.notifies(f):
		return nil
	case f.Kind == syntax.SubprogramGroupAccess:
		p.fault(f, diag.Warning, "gen-access", "the access "+f.Name+" to a group of subprograms is not generated", "give access to each subprogram")
		return nil
	case f.Classifier == nil:
		return wrong("does not say to what it is", "name the data, or the subprogram")
	case f.Kind == syntax.DataAccess && a.Gives && ends && f.Component.Parent != nil:
		return wrong("is to data within what cannot own them", "put the data into the process, or the system, that has all who share them")
	}
	a.Name, a.Field = spelling.Snake(gogen.Exported(name)), gogen.Exported(name)
	if got := names.Exported(name); got != a.Field { // every node has a State, for one
		more := name + map[bool]string{true: "_data", false: "_service"}[f.Kind == syntax.DataAccess]
		if a.Field = gogen.Exported(more); names.Exported(more) != a.Field {
			return wrong("would be called "+a.Field+", as something else of it is", "give it another name")
		}
	}
	if f.Kind == syntax.SubprogramAccess {
		a.Service = p.service(f, f.Classifier)
		a.Timeout, _ = p.Duration(f, "Sinew::Call_Timeout", nil)
		if a.Timeout <= 0 {
			a.Timeout = patience
		}
	} else {
		a.Data = p.typeOf(f, f.Classifier)
		p.rights(a, names)
	}
	p.Accesses[f] = a
	return a
}

// ends reports whether accesses end at the features of a component.
func ends(c *instance.Component) bool {
	switch c.Category {
	case syntax.ThreadCategory, syntax.DeviceCategory:
		return true
	case syntax.ProcessCategory:
		return !implemented(c)
	}
	return c.Parent == nil // what is outside the system
}

// rights reads the access rights to data.
func (p *Program) rights(a *Access, names *gogen.Names) {
	right, _ := p.Word(a.Feature, "Memory_Properties::Access_Right", nil)
	a.Reads, a.Writes = right != "write_only", right != "read_only"
	if right == "by_method" {
		p.fault(a.Feature, diag.Error, "gen-access", "the access "+a.Feature.Name+" is by method, which is not generated", "give access to the subprogram, or say how the data may be used")
	}
	if a.Writes && names.Exported("Set"+a.Field) != "Set"+a.Field {
		p.fault(a.Feature, diag.Error, "gen-port", "the access "+a.Feature.Name+" needs the name Set"+a.Field+", which something else has", "give it another name")
	}
}

// service reads a subprogram. Its parameters become two types in its package, whose names begin with the subprogram's.
func (p *Program) service(o instance.Object, c *aadl.Classifier) *Service {
	declared := c
	if c.Type != nil {
		declared = c.Type
	}
	if s := p.services[declared]; s != nil {
		return s
	}
	in := p.packageOf(declared.Package)
	request, reply := &DataType{Kind: StructData}, &DataType{Kind: StructData}
	s := &Service{Name: declared.Name, Doc: Comment(declared.File, declared.Syntax)}
	p.services[declared] = s
	request.Name, reply.Name = in.names.Exported(declared.Name+"_Request"), in.names.Exported(declared.Name+"_Reply")
	request.Model, reply.Model = "what is asked of "+declared.Qualified(), "what is answered by "+declared.Qualified()
	request.Doc = s.Doc
	s.Request, s.Reply = Type{In: in, Name: request.Name}, Type{In: in, Name: reply.Name}
	gets, gives := gogen.NewNames(), gogen.NewNames()
	for _, f := range c.Features {
		if f.Kind != syntax.ParameterFeature || f.Use.Classifier == nil {
			p.fault(o, diag.Error, "gen-access", "the subprogram "+declared.Name+" has the feature "+f.Name+", which is no parameter of a type", "make it one, or leave it out")
			continue
		}
		doc := Comment(f.Owner.File, f.Syntax)
		if f.Direction != syntax.DirectionOut {
			request.Members = append(request.Members, Member{f.Name, gets.Exported(f.Name), p.typeOf(o, f.Use.Classifier), doc})
		}
		if f.Direction != syntax.DirectionIn {
			reply.Members = append(reply.Members, Member{f.Name, gives.Exported(f.Name), p.typeOf(o, f.Use.Classifier), doc})
		}
	}
	in.Types = append(in.Types, request, reply)
	return s
}

// cells reads the data in a component that others have access to.
func (p *Program) cells(c *instance.Component, fields *gogen.Names) (all []*Access) {
	for _, child := range c.Children {
		if child.Category != syntax.DataCategory || !p.accessed[child] {
			continue
		}
		switch _, held := p.Stated(child, "Sinew::Holds", nil); {
		case held:
			p.fault(child, diag.Error, "gen-access", "the data "+child.Name+" are what the node holds, and all its threads have them anyhow", "leave out the access")
			continue
		case child.Classifier == nil:
			p.fault(child, diag.Error, "gen-data", "nothing says what is in "+child.Name, "name its type")
			continue
		}
		a := &Access{Component: child, Name: p.called(child), Field: fields.Local(child.Name), Data: p.typeOf(child, child.Classifier), Gives: true, Ends: true, Reads: true, Writes: true}
		right, _ := p.Word(child, "Memory_Properties::Access_Right", nil)
		a.Writes = right != "read_only"
		p.Owners[child] = a
		all = append(all, a)
	}
	return all
}

// server makes a thread that only serves from a subprogram in a process, or from an access that a process gives and nothing in it has.
func (p *Program) server(n *Node, of instance.Object, c *instance.Component, name, called string, service *Service, names *scope) *Thread {
	t := &Thread{Component: c, Node: n, Name: name, Called: called, Doc: service.Doc}
	p.nameThread(t, of, names)
	field := gogen.Exported(service.Name)
	t.Accesses = []*Access{{Component: c, Name: spelling.Snake(field), Field: field, Service: service, Gives: true, Ends: true}}
	n.Threads = append(n.Threads, t)
	return t
}
