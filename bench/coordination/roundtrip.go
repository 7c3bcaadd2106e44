package coordination

import (
	"context"
	_ "embed" // the script and the peer
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/control/deploy"
	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

//go:embed script/responder.lua
var responderScript string

//go:embed peer/roundtrip.c
var roundTripSource []byte

// The ways to make a request and its response.
const (
	cCond    = "C, condition variables"
	cFutex   = "C, futex"
	cLinger  = "C, futex, lingering"
	goSleeps = "Go, sleeping"
	goTrip   = "Go"
	luaTrip  = "Lua"
)

// place says to which processors the requester and the responder are bound. If they are not bound, the kernel looks for
// another processor for the responder, because the requester still runs; on a virtual machine that one may sleep, and takes
// the host's time to wake.
type place struct {
	name, says string
	processors [2]int
}

var (
	apart    = place{"two processors", "the threads stay on a processor each", [2]int{0, 1}}
	together = place{"one processor", "both threads stay on the same processor", [2]int{1, 1}}
)

// id is the place's part of figures' names; it is empty for a processor per thread.
func (p place) id() string {
	if p == apart {
		return ""
	}
	return slug(p.name) + "/"
}

// places are the places that this machine has.
func (x *experiments) places() []place {
	if runtime.NumCPU() < 2 {
		return []place{{together.name, together.says, [2]int{}}}
	}
	return []place{apart, together}
}

// asks is the interval of the requests.
const asks = time.Millisecond

// lingering is how a program waits that needs short answers: as long as possible, since waking a thread takes up to a tenth
// of a millisecond on a virtual machine.
var lingering = rt.Approach{Light: rt.Light.Light, Linger: rt.MostLinger}

// Message goes from the requester to the responder and back; times are ns of rt.Now.
type Message struct{ Number, Sent, Taken int64 }

// requester sends a request each millisecond and notes how long the request and the response took.
//
// in Response; out Request
type requester struct {
	reactor.Reactor
	Ask      reactor.Timer
	Request  reactor.Out[Message]
	Response reactor.In[Message]

	number   int64
	req, res []float64 // µs
}

func newRequester(parent reactor.Parent, n int) *requester {
	r := &requester{req: make([]float64, 0, n), res: make([]float64, 0, n)}
	reactor.Init(parent, "requester", r)
	r.Ask.Set(asks, asks)
	r.Reaction("ask").On(&r.Ask).Sets(&r.Request).Do(r.ask)
	r.Reaction("note").On(&r.Response).Do(r.note)
	return r
}

func (r *requester) ask() {
	r.number++
	r.Request.Set(Message{Number: r.number, Sent: rt.Now()})
}

func (r *requester) note() {
	m := r.Response.Get()
	end := rt.Now()
	if m.Number != r.number || len(r.req) == cap(r.req) {
		return // of a request that was given up
	}
	r.req, r.res = append(r.req, float64(m.Taken-m.Sent)/1000), append(r.res, float64(end-m.Taken)/1000)
}

// responder answers a request at once. After is when the response has left.
//
// in Request; out Response
type responder struct {
	reactor.Reactor
	Request  reactor.In[Message]
	Response reactor.Out[Message]
	After    reactor.Action[struct{}]

	script *script
	fault  error
}

// script is a responder's script.
type script struct {
	vm             *lua.VM
	respond, slack lua.Value
	in, out        Message
}

func newResponder(parent reactor.Parent, s *script) *responder {
	r := &responder{script: s}
	reactor.Init(parent, "responder", r)
	r.Isolate()
	if s == nil {
		r.Reaction("respond").On(&r.Request).Sets(&r.Response).Do(r.respond)
		return r
	}
	r.Reaction("respond").On(&r.Request).Sets(&r.Response, &r.After).Do(r.run)
	r.Reaction("slack").On(&r.After).Do(r.slack)
	return r
}

func (r *responder) respond() {
	m := r.Request.Get()
	m.Taken = rt.Now()
	r.Response.Set(m)
}

func (r *responder) run() {
	r.script.in = r.Request.Get()
	if _, err := r.script.vm.Call(r.script.respond); err != nil {
		r.fault = err
	}
	r.Response.Set(r.script.out)
	r.After.Schedule(struct{}{}, 0)
}

func (r *responder) slack() {
	if _, err := r.script.vm.Call(r.script.slack); err != nil {
		r.fault = err
	}
}

func newScript() (*script, error) {
	s := &script{}
	vm, err := lua.New(lua.Config{})
	if err != nil {
		return nil, err
	}
	message, err := lua.Describe[Message](vm, "Message")
	if err != nil {
		return nil, err
	}
	for name, f := range map[string]lua.Function{
		"receive": func(vm *lua.VM, _ int) int {
			message.Set(vm.Arg(0), s.in)
			return 0
		},
		"send": func(vm *lua.VM, _ int) int {
			s.out, _ = message.Get(vm.Arg(0))
			return 0
		},
		"now": func(vm *lua.VM, _ int) int {
			vm.Push(lua.Int(rt.Now()))
			return 1
		},
	} {
		if err := vm.SetFunction(name, f); err != nil {
			return nil, err
		}
	}
	if err := vm.Do("@responder.lua", responderScript); err != nil {
		return nil, err
	}
	s.vm, s.respond, s.slack = vm, vm.Global("respond"), vm.Global("slack")
	return s, nil
}

// roundTrip is the seed's second experiment.
func (x *experiments) roundTrip() error {
	x.Part("Event round trip", "A requester sends an event each millisecond, a responder in another thread answers it. Request: from before "+
		"the event is sent until the responder has it. Response: from then until the requester has the answer. C: two POSIX threads that wake each other by "+
		"mutex and condition variables, by futex, and by futex with the requester polling for its answer for 100 µs before it sleeps. "+
		"Go and Lua: a program of two enclaves (reactor.Isolate), each on a real-time thread of its own, joined by physical connections; its "+
		"threads linger for 100 µs (exec.Options.Approach, rt.Approach.Linger), except where the way is called sleeping, and the responder, which hears the "+
		"requester, is awake from 25 µs before its next tag is due. Lua: the responder "+
		"is a script of package lang/lua that fills a message, and makes a step of the collector at the next microstep, after its response has left. "+
		"The threads of all ways stay on a processor each, where the kernel puts two real-time threads that wake each other, or both on one, "+
		"where waking costs no signal from one processor to another. There each way has to wait until the kernel has changed from one thread to the other "+
		"and back, so the figures have no bar. Which of the two a pair of threads has decides "+
		"how long a trip takes, in C too. A ratio of averages is the median of the rounds' ratios, each of two ways in the same round; a ratio of "+
		"p99 is that of the samples of all rounds together.")
	rounds, length := x.short(tripsFor)
	x.Text("%d rounds of %v.", rounds, length)
	p, err := bench.BuildPeer("roundtrip.c", roundTripSource, "-pthread")
	if err != nil {
		x.Text("Without C: %v.", err)
		x.Say("%v", err)
	} else {
		defer p.Remove()
	}
	for _, l := range x.idleAndLoaded() {
		for _, at := range x.places() {
			ways, failed := x.underFor(l, "round trip on "+at.name, x.trips(p, at, length, err == nil), rounds)
			if failed != nil {
				return failed
			}
			x.tripTable(l, at, ways)
			x.Plot(histogram("round trip in all, "+l.name+", "+at.name, ways, 2))
			file := "roundtrip-" + l.name
			if at != apart {
				file += "-" + slug(at.name)
			}
			x.samples(file+".csv", ways, []string{"request", "response", "total"})
		}
	}
	x.Table(seedRoundTrip())
	return nil
}

// trips are the ways of a round trip at a place.
func (x *experiments) trips(p bench.Peer, at place, length time.Duration, built bool) (ways []*way) {
	n := max(int(length/asks), 100) // enough that some are answered on a busy machine without priority
	lingers := at.processors[0] != at.processors[1]
	if built {
		for _, w := range []struct {
			name, manner string
			lingers      bool
		}{{cCond, "cond", false}, {cFutex, "futex", false}, {cLinger, "linger", true}} {
			if w.lingers && !lingers {
				continue
			}
			ways = append(ways, &way{name: w.name, measure: func(ctx context.Context) ([][]float64, error) {
				ns, err := p.Numbers(ctx, w.manner, strconv.FormatInt(asks.Microseconds(), 10), strconv.Itoa(n), strconv.Itoa(x.o.Priority),
					strconv.Itoa(at.processors[0]), strconv.Itoa(at.processors[1]))
				if err != nil {
					return nil, err
				}
				var req, res []float64
				for i := 0; i+1 < len(ns); i += 2 {
					req, res = append(req, ns[i]/1000), append(res, ns[i+1]/1000)
				}
				return withTotal(req, res), nil
			}})
		}
	}
	type ours struct {
		name     string
		approach rt.Approach
		lua      bool
	}
	all := []ours{{goSleeps, rt.Light, false}, {goTrip, lingering, false}, {luaTrip, lingering, true}}
	if !lingers {
		all = []ours{{goTrip, rt.Light, false}, {luaTrip, rt.Light, true}}
	}
	for _, w := range all {
		ways = append(ways, &way{name: w.name, measure: func(ctx context.Context) ([][]float64, error) {
			return x.ourTrips(ctx, w.approach, at, w.lua, n)
		}})
	}
	return ways
}

// withTotal adds a column with the sums.
func withTotal(req, res []float64) [][]float64 {
	total := make([]float64, len(req))
	for i := range req {
		total[i] = req[i] + res[i]
	}
	return [][]float64{req, res, total}
}

// newTrip makes the program with two enclaves, with a responder in Lua or in Go, and room for n samples.
func newTrip(scripted bool, n int) (q *requester, r *responder, p *reactor.Program, err error) {
	var s *script
	if scripted {
		if s, err = newScript(); err != nil {
			return nil, nil, nil, err
		}
	}
	main := reactor.NewMain("roundtrip")
	q, r = newRequester(main, n), newResponder(main, s)
	reactor.Connect(&q.Request, &r.Request).Physical()
	reactor.Connect(&r.Response, &q.Response).Physical()
	p, err = reactor.Build(main, reactor.Options{})
	return q, r, p, err
}

// ourTrips runs the program with two enclaves.
func (x *experiments) ourTrips(ctx context.Context, a rt.Approach, at place, scripted bool, n int) ([][]float64, error) {
	q, r, p, err := newTrip(scripted, n)
	if err != nil {
		return nil, err
	}
	threads := x.threads(p, 0)
	for i, e := range p.Enclaves {
		o := threads[e.Name]
		o.CPU = rt.OnCPU(at.processors[i])
		threads[e.Name] = o
	}
	if _, err := x.onThreads(ctx, p, a, threads, time.Duration(n)*asks); err != nil {
		return nil, err
	}
	if r.fault != nil {
		return nil, r.fault
	}
	if len(q.req) == 0 {
		return nil, fmt.Errorf("no request of %d was answered", n)
	}
	return withTotal(q.req, q.res), nil
}

// realTime runs a program on the real clock, with each enclave on a punctual thread, which keeps its priority for as long
// as its budget without waiting; 0 is the least.
func (x *experiments) realTime(ctx context.Context, p *reactor.Program, a rt.Approach, budget, d time.Duration) (exec.Result, error) {
	return x.onThreads(ctx, p, a, x.threads(p, budget), d)
}

// threads are the options that make the threads of a program punctual.
func (x *experiments) threads(p *reactor.Program, budget time.Duration) map[string]rt.Options {
	threads := map[string]rt.Options{}
	for _, e := range p.Enclaves {
		threads[e.Name] = rt.Options{Priority: x.o.Priority, Lock: true, LatencyFD: true, Nice: -20, Budget: budget}
		if deploy.IsWorkshop(e.Name) {
			threads[e.Name] = rt.Options{Priority: max(x.o.Priority-1, min(x.o.Priority, 1)), Budget: rt.MostBudget}
		}
	}
	return threads
}

// onThreads runs a program on the real clock.
func (x *experiments) onThreads(ctx context.Context, p *reactor.Program, a rt.Approach, threads map[string]rt.Options, d time.Duration) (exec.Result, error) {
	res, err := exec.Run(ctx, p, exec.Options{Clock: exec.Real, Timeout: d, Approach: a, Threads: threads})
	x.warn(res.Warnings)
	return res, err
}

// tripTable writes a table like the seed's, with figures, and the bars.
func (x *experiments) tripTable(l load, at place, ways []*way) {
	t := book.Table{Name: "roundtrip_" + l.name, Caption: fmt.Sprintf("Round trips in µs, %s (%s), %s: %s", l.name, l.says, at.name, at.says),
		Columns: []string{"way", "request: average", "p99", "worst", "response: average", "p99", "worst", "total: average", "p50", "p99", "worst"}}
	ratios := book.Table{Caption: "Of these, all of a trip beside C", Columns: withVersus("way", "worst / C")}
	if at != apart {
		t.Name += "_" + strings.ReplaceAll(slug(at.name), "-", "_")
	}
	base := named(ways, cCond)
	for _, w := range ways {
		req, res, all := w.stats(0), w.stats(1), w.stats(2)
		r := bench.Result{Name: "coordination/roundtrip/" + l.name + "/" + at.id() + slug(w.name), Value: all.avg, Unit: "µs",
			Note: fmt.Sprintf("average; p50 %.3g, p99 %.3g, worst %.4g; request %.3g, response %.3g; %s", all.p50, w.p99(2), all.worst, req.avg, res.avg, at.name)}
		var v versus
		worst := "–"
		if base != nil && base != w {
			v, worst = beside(w, base, 2), ratio(all.worst, base.stats(2).worst)
			r = v.against(r, base.stats(2).avg)
		}
		t.Add(report.Neutral, w.name, req.avg, w.p99(0), req.worst, res.avg, w.p99(1), res.worst, all.avg, all.p50, w.p99(2), all.worst)
		ratios.Add(report.Neutral, append([]any{w.name, worst}, v.cells()...)...)
		x.Figure(r)
		x.tripBars(l, at, w.name, v)
	}
	x.Table(t)
	ratios.Name = "ratios_" + t.Name
	x.Table(ratios)
}

func (x *experiments) tripBars(l load, at place, name string, v versus) {
	if at != apart {
		return
	}
	id, what := "roundtrip/"+l.name+"/"+at.id()+slug(name), fmt.Sprintf("round trip %s on %s: %s / %s", l.name, at.name, name, cCond)
	switch name {
	case goTrip:
		x.versusBars(id, what, v, 0.7, 1)
	case luaTrip:
		x.versusBars(id, what, v, 1, 1)
	}
}
