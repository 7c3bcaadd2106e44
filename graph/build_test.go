package graph

import (
	"fmt"
	"time"
)

// build makes graphs for the tests.
type build struct{ Graph }

func newBuild(name string) *build {
	b := &build{Graph{Name: name}}
	b.Reactors = append(b.Reactors, Reactor{Parent: None, Name: name, Path: name, Type: name, Mode: None})
	return b
}

func (b *build) reactor(parent int, name string) int {
	p := &b.Reactors[parent]
	id := len(b.Reactors)
	p.Children = append(p.Children, id)
	b.Reactors = append(b.Reactors, Reactor{Parent: parent, Name: name, Path: p.Path + "." + name, Type: name, Mode: None, Enclave: p.Enclave})
	return id
}

func (b *build) port(r int, dir Direction, names ...string) (first int) {
	first = len(b.Ports)
	for _, n := range names {
		b.Reactors[r].Ports = append(b.Reactors[r].Ports, len(b.Ports))
		b.Ports = append(b.Ports, Port{Reactor: r, Name: n, Path: b.Reactors[r].Path + "." + n, Dir: dir, Type: "Position"})
	}
	return first
}

func (b *build) trigger(r int, k TriggerKind, name string, times ...time.Duration) Ref {
	t := Trigger{Reactor: r, Name: name, Path: b.Reactors[r].Path + "." + name, Kind: k, Mode: None}
	if k == Timer {
		t.Offset, t.Period = times[0], times[1]
	} else if len(times) > 0 {
		t.MinDelay = times[0]
	}
	b.Reactors[r].Triggers = append(b.Reactors[r].Triggers, len(b.Triggers))
	b.Triggers = append(b.Triggers, t)
	return Ref{RefTrigger, len(b.Triggers) - 1}
}

func (b *build) mode(r int, name string) Ref {
	b.Reactors[r].Modes = append(b.Reactors[r].Modes, len(b.Modes))
	b.Modes = append(b.Modes, Mode{r, name, b.Reactors[r].Path + "." + name, len(b.Reactors[r].Modes) == 1})
	return Ref{RefMode, len(b.Modes) - 1}
}

func (b *build) reaction(r int, name string, on, uses, sets []Ref) *Reaction {
	n := len(b.Reactors[r].Reactions) + 1
	path := b.Reactors[r].Path + "." + name
	if name == "" {
		path = fmt.Sprintf("%s.%d", b.Reactors[r].Path, n)
	}
	b.Reactors[r].Reactions = append(b.Reactors[r].Reactions, len(b.Reactions))
	b.Reactions = append(b.Reactions, Reaction{Reactor: r, Name: name, Path: path, Number: n, Level: None, Triggers: on, Uses: uses, Effects: sets, Mode: None})
	return &b.Reactions[len(b.Reactions)-1]
}

func (b *build) connect(from, to int) *Connection {
	b.Connections = append(b.Connections, Connection{From: from, To: to, Mode: None})
	return &b.Connections[len(b.Connections)-1]
}

// find returns the id of the port with a path below main.
func (b *build) find(path string) int {
	for i, p := range b.Ports {
		if p.Path == b.Name+"."+path {
			return i
		}
	}
	panic("no port " + path)
}

// wire connects ports by path, "a.out" to each of the others.
func (b *build) wire(from string, to ...string) {
	for _, t := range to {
		b.connect(b.find(from), b.find(t))
	}
}

func ports(ids ...int) (refs []Ref) {
	for _, id := range ids {
		refs = append(refs, Ref{RefPort, id})
	}
	return refs
}

// simple adds a reactor whose one reaction is triggered by its inputs and sets its outputs.
func (b *build) simple(parent int, name, does string, in, out []string) int {
	r := b.reactor(parent, name)
	i, o := b.port(r, Input, in...), b.port(r, Output, out...)
	var on, sets []Ref
	for k := range in {
		on = append(on, Ref{RefPort, i + k})
	}
	for k := range out {
		sets = append(sets, Ref{RefPort, o + k})
	}
	b.reaction(r, does, on, nil, sets)
	return r
}

// thesis is the program of "Lingua Franca in Robotics", Figures 6 and 10, put together: three levels deep.
func thesis() *Graph {
	b := newBuild("follow")
	const ms = time.Millisecond
	x := b.reactor(0, "xarm_interface")
	next, world := b.port(x, Input, "next_position"), b.port(x, Output, "world_data")
	start, clock, stop := b.trigger(x, Startup, "startup"), b.trigger(x, Timer, "cycle", 0, 4*ms), b.trigger(x, Shutdown, "shutdown")
	b.reaction(x, "connect", []Ref{start}, nil, nil)
	b.reaction(x, "fetch", []Ref{clock}, nil, ports(world))
	send := b.reaction(x, "move", ports(next), nil, nil)
	send.Deadline, send.HasDeadline = 2*ms, true
	b.reaction(x, "disconnect", []Ref{stop}, nil, nil)

	m := b.reactor(0, "motion")
	b.port(m, Input, "world_data", "target")
	b.port(m, Output, "next_position")
	b.simple(m, "interface", "", []string{"world_data"}, []string{"out"})
	b.simple(m, "csv_world_data", "write", []string{"world_data"}, nil)
	b.simple(m, "moderator", "repair", []string{"world_data"}, []string{"repaired"})
	b.simple(m, "decoder", "decode", []string{"world_data"}, []string{"current"})
	b.simple(m, "last_position_holder", "hold", []string{"current"}, []string{"last"})
	i := b.reactor(m, "instructor")
	target, current, out := b.port(i, Input, "target"), b.port(i, Input, "current"), b.port(i, Output, "target_position")
	b.reaction(i, "store", ports(target), nil, nil)
	b.reaction(i, "tell", ports(current), nil, ports(out))
	b.simple(m, "velocity", "limit", []string{"current", "target"}, []string{"speed"})
	b.simple(m, "planner", "plan", []string{"current", "last", "target", "speed"}, []string{"next"})
	s := b.simple(m, "sanity_checker", "check", []string{"current", "planned"}, []string{"next"})
	halt := b.trigger(s, LogicalAction, "emergency", ms)
	b.Reactions[b.Reactors[s].Reactions[0]].Effects = append(b.Reactions[b.Reactors[s].Reactions[0]].Effects, halt)
	b.reaction(s, "brake", []Ref{halt}, nil, ports(b.find("motion.sanity_checker.next")))

	v := b.reactor(0, "vision")
	b.Reactors[v].Enclave = 1
	b.port(v, Output, "target")
	c := b.reactor(v, "camera")
	b.Reactors[c].Enclave = 1
	where := b.port(c, Output, "object")
	b.reaction(c, "open", []Ref{b.trigger(c, Startup, "startup")}, nil, nil)
	b.reaction(c, "locate", []Ref{b.trigger(c, PhysicalAction, "frame")}, nil, ports(where))
	b.simple(v, "coord_transform", "transform", []string{"object"}, []string{"position"})
	h := b.reactor(v, "handling_interface")
	object, reply := b.port(h, Input, "object"), b.port(h, Input, "handled", "not_handled")
	found, lost, command := b.port(h, Output, "found"), b.port(h, Output, "lost"), b.port(h, Output, "command")
	b.reaction(h, "choose", ports(object), nil, ports(found, lost))
	b.reaction(h, "pass", ports(reply, reply+1), nil, ports(command))
	b.simple(v, "target_handling", "offset", []string{"object"}, []string{"target"})
	b.simple(v, "no_target_handling", "stay", []string{"object"}, []string{"target"})
	b.simple(v, "validation", "clamp", []string{"target", "initial"}, []string{"valid"})
	n := b.reactor(v, "initialization")
	first := b.port(n, Output, "pose")
	b.reaction(n, "", []Ref{b.trigger(n, Timer, "once", 100*ms, 0)}, nil, ports(first))
	for k := v + 1; k < len(b.Reactors); k++ {
		b.Reactors[k].Enclave = 1
	}

	b.thesisWires(next)
	// The replies of the handlers return within the tag: the choice and the passing on are separate reactions.
	return &b.Graph
}

// thesisWires connects the reactors of thesis; next is the robot's input.
func (b *build) thesisWires(next int) {
	b.wire("xarm_interface.world_data", "motion.world_data")
	b.wire("motion.world_data", "motion.interface.world_data")
	b.wire("motion.interface.out", "motion.csv_world_data.world_data", "motion.moderator.world_data")
	b.wire("motion.moderator.repaired", "motion.decoder.world_data")
	b.wire("motion.decoder.current", "motion.last_position_holder.current", "motion.instructor.current", "motion.velocity.current", "motion.planner.current", "motion.sanity_checker.current")
	b.wire("motion.last_position_holder.last", "motion.planner.last")
	b.wire("motion.target", "motion.instructor.target")
	b.wire("motion.instructor.target_position", "motion.planner.target", "motion.velocity.target")
	b.wire("motion.velocity.speed", "motion.planner.speed")
	b.wire("motion.planner.next", "motion.sanity_checker.planned")
	b.wire("motion.sanity_checker.next", "motion.next_position")
	back := b.connect(b.find("motion.next_position"), next)
	back.Delayed = true
	b.wire("vision.camera.object", "vision.coord_transform.object")
	b.wire("vision.coord_transform.position", "vision.handling_interface.object")
	b.wire("vision.handling_interface.found", "vision.target_handling.object")
	b.wire("vision.handling_interface.lost", "vision.no_target_handling.object")
	b.wire("vision.target_handling.target", "vision.handling_interface.handled")
	b.wire("vision.no_target_handling.target", "vision.handling_interface.not_handled")
	b.wire("vision.handling_interface.command", "vision.validation.target")
	b.wire("vision.initialization.pose", "vision.validation.initial")
	b.wire("vision.validation.valid", "vision.target")
	see := b.connect(b.find("vision.target"), b.find("motion.target"))
	see.Physical, see.Enclaves = true, true
}

// modal has modes, all kinds of trigger, feedback and a delayed connection.
func modal() *Graph {
	b := newBuild("gate")
	const ms = time.Millisecond
	d := b.reactor(0, "door")
	open, shut, state := b.port(d, Input, "open"), b.port(d, Input, "shut"), b.port(d, Output, "state")
	closed, moving := b.mode(d, "CLOSED"), b.mode(d, "MOVING")
	tick, done, again := b.trigger(d, Timer, "step", 0, 20*ms), b.trigger(d, LogicalAction, "done", 500*ms), b.trigger(d, Reset, "reset")
	b.Triggers[tick.ID].Mode, b.Triggers[again.ID].Mode = moving.ID, moving.ID
	b.reaction(d, "unlock", ports(open), nil, []Ref{moving, {RefPort, state}}).Mode = closed.ID
	b.reaction(d, "begin", []Ref{again}, nil, []Ref{done}).Mode = moving.ID
	b.reaction(d, "drive", []Ref{tick}, ports(shut), ports(state)).Mode = moving.ID
	b.reaction(d, "arrive", []Ref{done}, nil, []Ref{closed}).Mode = moving.ID
	k := b.reactor(0, "keypad")
	in, out := b.port(k, Input, "lamp"), b.port(k, Output, "code")
	key, blink := b.trigger(k, PhysicalAction, "key"), b.trigger(k, LogicalAction, "blink", 250*ms)
	b.Triggers[key.ID].MinSpacing, b.Triggers[key.ID].Policy = 50*ms, "drop"
	b.reaction(k, "press", []Ref{key}, nil, ports(out))
	b.reaction(k, "show", []Ref{{RefPort, in}, blink}, nil, []Ref{blink})
	b.connect(out, open)
	b.connect(out, shut).Physical = true
	fb := b.connect(state, in)
	fb.Delayed, fb.Delay = true, 10*ms
	return &b.Graph
}
