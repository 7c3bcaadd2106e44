package debug

import (
	"errors"
	"fmt"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/codec"
	"github.com/sinew-robotics/sinew/trace/keyframe"
	"github.com/sinew-robotics/sinew/trace/record"
)

// place is a position in a run: n tags have been run. r is 0 between tags; within the next tag it is 1 plus the number
// of its reactions that have been run.
type place struct {
	n uint64
	r int
}

func (p place) before(q place) bool { return p.n < q.n || p.n == q.n && p.r < q.r }

// engine drives one instance of a run. One goroutine at a time calls it.
type engine struct {
	inst  *run.Instance
	prog  *reactor.Program
	steps *exec.Stepper
	rec   *record.Recorder
	hist  *history
	keep  *keyframe.Keeper
	look  *names

	open *reactor.Enclave // whose tag is open, nil between tags
	ran  []int32          // the reactions run in the open tag
	sets *sets            // to do when their places come

	next struct { // what follows the last tag
		e   *reactor.Enclave
		tag reactor.Tag
		ok  bool
	}
	watch func(e *engine, reaction int32) // is called for every reaction of a tag that is run reaction by reaction, with -1 at the beginning of the tag
}

// attach is called with an instance before it runs; it may return an observer.
type attach func(*run.Instance, *record.Recorder) (reactor.Observer, error)

// newEngine starts an instance. What it does is recorded by w, which may be nil.
func newEngine(inst *run.Instance, stop reactor.Tag, ss *sets, w *trace.Writer, look attach) (*engine, error) {
	e := &engine{inst: inst, prog: inst.Program, sets: ss}
	var err error
	if e.rec, err = record.New(e.prog, w, recorded(w)); err != nil {
		return nil, err
	}
	if e.look, err = newNames(e.prog); err != nil {
		return nil, err
	}
	e.hist = newHistory(e.prog)
	who := &watchers{reactor.Observers{e.hist}}
	if look != nil {
		o, err := look(inst, e.rec)
		if err != nil {
			return nil, err
		}
		if o != nil {
			who.all = append(who.all, o)
		}
	}
	e.prog.Observe(who)
	if stop == (reactor.Tag{}) {
		stop = reactor.ForeverTag
	}
	e.steps = exec.NewStepper(e.prog, inst.World, stop)
	roots := append(e.prog.State(), e.steps.State()...)
	if e.keep, err = keyframe.NewKeeper(append(append(roots, inst.State...), e.rec, e.hist)); err != nil {
		return nil, err
	}
	return e, e.peek()
}

// recorded returns what a writer records: everything.
func recorded(w *trace.Writer) record.Options {
	if w == nil {
		return record.Options{}
	}
	return record.Options{Trace: []string{"*"}}
}

// at returns the run's position.
func (e *engine) at() place {
	if e.open == nil {
		return place{e.hist.tags, 0}
	}
	return place{e.hist.tags, 1 + len(e.ran)}
}

// tag is the open tag, or the last one.
func (e *engine) tag() reactor.Tag {
	if e.open != nil {
		return e.open.Tag()
	}
	return e.hist.last.tag
}

// peek finds out what comes next.
func (e *engine) peek() (err error) {
	e.next.e, e.next.tag, e.next.ok, err = e.steps.Next()
	if err != nil {
		err = fmt.Errorf("the surroundings: %w", err)
	}
	return err
}

// pending is the reaction about to run, -1 for none.
func (e *engine) pending() int32 {
	if e.open == nil {
		return -1
	}
	at, ok := e.open.Peek()
	if !ok {
		return -1
	}
	return e.open.Reaction(at)
}

// runTag runs the next tag, or the rest of the open one; with byHand, reaction by reaction even if nothing needs it.
func (e *engine) runTag(byHand bool) error {
	if e.open == nil && !e.next.ok {
		return errEnd
	}
	if e.open == nil && !byHand && !e.sets.due(e) {
		err := e.steps.Step()
		if p := (*exec.PanicError)(nil); errors.As(err, &p) {
			e.hist.broken(e.next.e)
		}
		return errors.Join(err, e.peek())
	}
	if e.open == nil {
		if err := e.begin(); err != nil {
			return err
		}
	}
	for e.pending() >= 0 {
		if err := e.react(); err != nil {
			return err
		}
	}
	return e.end()
}

// errEnd says that the run is over.
var errEnd = errors.New("the run is over: nothing comes after this; go back with back, reverse or goto")

// begin opens the next tag.
func (e *engine) begin() error {
	if !e.next.ok {
		return errEnd
	}
	if e.sets.due(e) { // events through doors, which may change what comes next
		if err := e.sets.doorsAt(e); err != nil {
			return err
		}
	}
	x := e.next.e
	e.ran = e.ran[:0]
	if err := e.guard(x, func() { x.Begin(e.next.tag) }); err != nil {
		return err
	}
	e.open = x
	if e.watch != nil {
		e.watch(e, -1)
	}
	return e.setHere()
}

// setHere does the sets that are due at the present place of the open tag.
func (e *engine) setHere() error {
	done := e.hist.sets
	err := e.sets.portsAt(e)
	if e.watch != nil && e.hist.sets > done {
		e.watch(e, -1)
	}
	return err
}

// react runs the pending reaction.
func (e *engine) react() error {
	x := e.open
	at, ok := x.Pop()
	if !ok {
		return nil
	}
	id := x.Reaction(at)
	if err := e.guard(x, func() { x.Invoke(0, at) }); err != nil {
		return err
	}
	e.ran = append(e.ran, id)
	if e.watch != nil {
		e.watch(e, id)
	}
	return e.setHere()
}

// end closes the open tag, all of whose reactions have been run.
func (e *engine) end() error {
	x := e.open
	err := e.guard(x, func() {
		x.End()
		e.open = nil
		e.prog.FinishTag()
	})
	return errors.Join(err, e.peek())
}

// guard turns a panic in a reaction into an error; the rest of the tag is then dropped.
func (e *engine) guard(x *reactor.Enclave, f func()) error {
	err := e.steps.Guard(x, f)
	if err != nil {
		e.open = nil
		e.hist.broken(x)
		err = errors.Join(err, e.peek())
	}
	return err
}

// names maps a program's parts to their names.
type names struct {
	ports    []reactor.PortInfo
	doors    []reactor.Door
	graph    *graph.Graph
	portCd   []*codec.Codec   // by source port
	doorCd   []*codec.Codec   // by door
	cmdCd    []*codec.Codec   // by door; nil unless it is an actuator
	reaction map[string]int32 // ids by path
	paths    []string         // of reactions, by id
	inGraph  []int            // by reaction id: its place in the graph, or graph.None
	trigger  map[string]int   // the graph's triggers by path
	source   []int            // by port: its source
}

func newNames(p *reactor.Program) (*names, error) {
	n := &names{ports: p.Ports(), doors: p.Doors(), graph: p.Graph(), reaction: map[string]int32{}, trigger: map[string]int{}}
	var errs []error
	var codecs codec.Codecs
	n.portCd = make([]*codec.Codec, len(n.ports))
	for id, i := range n.ports {
		n.source = append(n.source, i.Source)
		if i.Source == id {
			var err error
			n.portCd[id], err = codecs.For(i.Type, "")
			errs = append(errs, err)
		}
	}
	for _, d := range n.doors {
		cd, err := codecs.For(d.Type, "")
		n.doorCd, errs = append(n.doorCd, cd), append(errs, err)
		cd = nil
		if d.Command != nil {
			cd, err = codecs.For(d.Command, "")
			errs = append(errs, err)
		}
		n.cmdCd = append(n.cmdCd, cd)
	}
	byPath := map[string]int{}
	for i, r := range n.graph.Reactions {
		byPath[r.Path] = i
	}
	for id := range p.Reactions() {
		path := p.ReactionPath(int32(id))
		n.reaction[path] = int32(id)
		n.paths = append(n.paths, path)
		at, ok := byPath[path]
		if !ok {
			at = graph.None // it implements a connection
		}
		n.inGraph = append(n.inGraph, at)
	}
	for i, t := range n.graph.Triggers {
		n.trigger[t.Path] = i
	}
	return n, errors.Join(errs...)
}
