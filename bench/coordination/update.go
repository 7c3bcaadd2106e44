package coordination

import (
	"context"
	_ "embed" // the scripts
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/bench/wakeup"
	"github.com/sinew-robotics/sinew/control/deploy"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

//go:embed script/sink.lua
var sinkScript string

//go:embed script/hand.lua
var handScript string

// cycle is the period of the loop that runs while texts are replaced.
const cycle = time.Millisecond

// What is updated. A line is put before its text, so that every text is new.
const (
	noUpdate     = "nothing"
	scriptUpdate = "script"
	chartUpdate  = "chart"
)

// loop is a component that sends a number and an event of the chart each cycle.
type loop struct {
	deploy.Hooks
	c       *deploy.Component
	numbers *deploy.Output[int64]
	events  *deploy.Output[string]
	cycles  int64
	sent    int64
	last    int64        // number of the cycle before
	gaps    []gap        // cycles that were skipped
	begun   int64        // rt.Now at logical time 0 or a little later
	over    *atomic.Bool // nothing more is sent
}

// gap is a row of cycles that were skipped.
type gap struct {
	first, n int64 // its first cycle's number, and how many
	end      int64 // rt.Now, when the next one began
}

// Update implements deploy.Body.
func (l *loop) Update() error {
	tag, now := int64(l.c.Tag().Time), rt.Now()
	at := tag / int64(cycle)
	if l.begun = min(l.begun, now-tag); l.cycles == 0 {
		l.begun = now - tag
	} else if n := at - l.last - 1; n > 0 {
		l.gaps = append(l.gaps, gap{l.last + 1, n, now})
	}
	l.last = at
	l.cycles++
	if l.over.Load() {
		return nil
	}
	l.sent++
	l.numbers.Set(l.sent)
	if l.sent > 1 { // the chart's first step only enters it, whatever the event
		l.events.Set([...]string{"e_close", "e_open"}[l.sent%2])
	}
	return nil
}

// missed returns how many cycles were skipped, and how many of them would have been if no processor had stood still.
func (l *loop) missed(stops []wakeup.Stop) (all, ours int64) {
	for _, g := range l.gaps {
		due := l.begun + g.first*int64(cycle)
		late := g.end - due - int64(wakeup.Stood(stops, due, g.end))
		all += g.n
		ours += min(g.n, max(0, late/int64(cycle)))
	}
	return all, ours
}

// judge is a component that counts the answers of the script and the chart.
type judge struct {
	deploy.Hooks
	missing *deploy.Input[int64]
	entered *deploy.Input[string]
	numbers int64 // that the script has answered
	lost    int64 // as counted by the script
	entries int64 // of states of the chart
}

// Update implements deploy.Body.
func (j *judge) Update() error {
	for {
		n, flow := j.missing.Read()
		if flow != deploy.NewData {
			break
		}
		j.numbers, j.lost = j.numbers+1, n
	}
	for {
		if _, flow := j.entered.Read(); flow != deploy.NewData {
			return nil
		}
		j.entries++
	}
}

// operator gives one order after another, each a millisecond or two after the previous answer.
//
// in Answer; action Next
type operator struct {
	reactor.Reactor
	Answer reactor.In[deploy.Answer]
	Next   reactor.Action[node.None]

	to    *deploy.Deployer
	order func(k int) deploy.Order
	n, k  int
	over  *atomic.Bool // all orders are answered
	sent  int64        // ns of rt.Now
	took  []float64    // µs, from the order to its answer
	fault error
}

func newOperator(parent reactor.Parent, n int, over *atomic.Bool, order func(k int) deploy.Order) *operator {
	o := &operator{order: order, n: n, over: over, took: make([]float64, 0, n)}
	reactor.Init(parent, "operator", o)
	o.Reaction("begin").On(o.Startup()).Sets(&o.Next).Do(func() { o.Next.Schedule(node.None{}, 10*cycle) })
	o.Reaction("note").On(&o.Answer).Sets(&o.Next).Do(o.note)
	o.Reaction("give").On(&o.Next).Sets(&o.Next).Do(o.give)
	return o
}

func (o *operator) give() {
	switch {
	case o.over.Load():
		o.RequestStop()
		return
	case o.k == o.n:
		o.over.Store(true)
		o.Next.Schedule(node.None{}, 20*cycle) // by then everything that was sent has arrived
		return
	}
	o.k++
	x := o.order(o.k)
	x.ID = uint64(o.k)
	o.sent = rt.Now()
	if !o.to.Command.Schedule(x, 0) {
		o.end(fmt.Errorf("order %d finds no room", o.k))
	}
}

func (o *operator) note() {
	a := o.Answer.Get()
	switch {
	case a.Fault != "":
		o.end(fmt.Errorf("order %d: %s", o.k, a.Fault))
	case a.ID == uint64(o.k):
		o.took = append(o.took, float64(rt.Now()-o.sent)/1000)
		o.Next.Schedule(node.None{}, cycle+time.Duration(o.k*37%1000)*time.Microsecond) // at a different phase of the cycle each time
	}
}

func (o *operator) end(err error) {
	o.fault = err
	o.RequestStop()
}

// updated is the result of a run with updates.
type updated struct {
	took         stats // µs
	cycles, left int64 // of the loop: all, and the skipped ones
	ours         int64 // of those: not because a processor stood still
	stops        []wakeup.Stop
	lost         int64 // events that a script or chart has not taken
	late         exec.Lateness
}

// updating is a program with a loop, a script and a chart, in which n texts are replaced. The script and the chart have
// their own thread, or share the loop's if thread is "".
type updating struct {
	*reactor.Program
	loop     *loop
	judge    *judge
	operator *operator
	n        int
}

func newUpdating(thread, what string, n int) (*updating, error) {
	over := &atomic.Bool{}
	l, j := &loop{over: over}, &judge{}
	lib := deploy.Library{Types: deploy.Types(), Kinds: []deploy.Kind{
		{Name: "loop", Make: func(c *deploy.Component) (deploy.Body, error) {
			l.c, l.numbers, l.events = c, deploy.NewOutput[int64](c, "numbers", deploy.Port{}), deploy.NewOutput[string](c, "events", deploy.Port{})
			return l, nil
		}},
		{Name: "judge", Make: func(c *deploy.Component) (deploy.Body, error) {
			j.missing = deploy.NewInput[int64](c, "missing", deploy.Port{Event: true, Buffer: 64})
			j.entered = deploy.NewInput[string](c, "entered", deploy.Port{Event: true, Buffer: 64})
			return j, nil
		}}}}
	slack := deploy.Collector{Mode: deploy.Controlled, After: 400 * time.Microsecond} // so that putting a text in place does not also collect
	plan := &deploy.Plan{Components: []deploy.Spec{
		{Name: "loop", Kind: "loop", Thread: thread, Run: true, Activity: deploy.Activity{Period: cycle}},
		{Name: scriptUpdate, Script: deploy.Script{File: "sink.lua", Text: sinkScript, Collector: slack}, Run: true},
		{Name: chartUpdate, Script: deploy.Script{File: "hand.lua", Text: handScript, Chart: true, Collector: slack}, Run: true},
		{Name: "judge", Kind: "judge", Run: true}},
		Connections: []deploy.Link{{From: "loop.numbers", To: "script.numbers", Physical: thread != ""}, {From: "loop.events", To: "chart.events", Physical: thread != ""},
			{From: "script.missing", To: "judge.missing"}, {From: "chart.entered", To: "judge.entered"}}}
	main := reactor.NewMain("updating")
	dep, err := deploy.New(main, "deployer", lib, plan)
	if err != nil {
		return nil, err
	}
	texts := map[string]string{scriptUpdate: sinkScript, chartUpdate: handScript}
	o := newOperator(main, n, over, func(k int) deploy.Order {
		if what == noUpdate {
			return deploy.Order{Do: "read", On: "chart.leaf"}
		}
		return deploy.Order{Do: "update", On: what, Text: fmt.Sprintf("version = %d ", k) + texts[what]}
	})
	o.to = dep.Deployers[0]
	reactor.Connect(&o.to.Answer, &o.Answer)
	p, err := reactor.Build(main, reactor.Options{})
	return &updating{p, l, j, o, n}, err
}

// ended reports what is wrong with a run that has ended, nil if nothing.
func (u *updating) ended(err error) error {
	if err == nil {
		err = u.operator.fault
	}
	if err == nil && len(u.operator.took) < u.n {
		err = fmt.Errorf("%d of %d orders were answered", len(u.operator.took), u.n)
	}
	return err
}

// updated runs the program on the real clock.
func (x *experiments) updated(ctx context.Context, thread, what string, n int) (updated, error) {
	u, err := newUpdating(thread, what, n)
	if err != nil {
		return updated{}, err
	}
	var res exec.Result
	stops, err := x.watched(func() error {
		var err error
		res, err = x.realTime(ctx, u.Program, rt.Light, rt.MostBudget, time.Duration(n)*time.Second)
		return err
	})
	l, j := u.loop, u.judge
	if last := int64(res.Tag.Time) / int64(cycle); last > l.last+1 {
		l.gaps = append(l.gaps, gap{l.last + 1, last - l.last - 1, l.begun + int64(res.Tag.Time)})
	}
	all, ours := l.missed(stops)
	// Each number is answered. Each event except the missing one of the first cycle enters a state; one more is entered at
	// the start.
	return updated{took: statsOf(u.operator.took), cycles: l.cycles, left: all, ours: ours, stops: stops, late: res.Lateness,
		lost: max(j.lost, l.sent-j.numbers) + max(l.sent-1, 0) - (j.entries - 1)}, u.ended(err)
}

// watched calls do, and returns when processors stood still meanwhile. Without the watch in C it does not know.
func (x *experiments) watched(do func() error) (stops []wakeup.Stop, err error) {
	if x.watch == nil {
		return nil, do()
	}
	end, err := x.watch.Begin()
	if err != nil {
		return nil, err
	}
	err = do()
	stops, fault := end()
	return stops, errors.Join(err, fault)
}

// ordering notes whether an order came or a change was made at a tag.
type ordering struct {
	doors map[int]bool // of orders and changes
	tag   bool         // the latest tag had one
}

// AtTag implements reactor.Observer.
func (o *ordering) AtTag(_ *reactor.Enclave, r reactor.Record) {
	o.tag = false
	for _, d := range r.Doors {
		o.tag = o.tag || o.doors[int(d)]
	}
}

// withinTags steps through the program without a clock, and measures the tags that handle orders: they show what an update
// costs the thread of the loop.
func withinTags(what string, n int) (took []float64, err error) {
	u, err := newUpdating("", what, n)
	if err != nil {
		return nil, err
	}
	o := &ordering{doors: map[int]bool{}}
	for i, d := range u.Doors() {
		o.doors[i] = d.Path == "deployer.command" || d.Path == "deployer.done"
	}
	u.Observe(o)
	s := exec.NewStepper(u.Program, nil, reactor.Tag{Time: reactor.Time(time.Duration(n) * time.Second)})
	for {
		e, _, more, err := s.Next()
		if !more || err != nil {
			return took, u.ended(err)
		}
		begun := rt.Now()
		if err := s.Step(); err != nil {
			return nil, err
		}
		if end := rt.Now(); o.tag && e.ID == 0 {
			took = append(took, float64(end-begun)/1000)
		}
	}
}

// update replaces texts while a loop of 1 kHz runs.
func (x *experiments) update() error {
	n := 1000
	switch {
	case x.o.tiny:
		n = 5
	case x.o.Quick:
		n = 50
	}
	x.Part("Hot update", fmt.Sprintf("A component in Go runs at 1 kHz on the real clock and sends a number to a script and an event to a chart each cycle (control/deploy). All are in "+
		"one thread, or the loop is in a thread of its own, which the tables call apart. Meanwhile %d orders each put a new text of the script, or of the chart, in place, one to two milliseconds after the "+
		"answer to the one before; and, to compare, as many read a port. Texts are compiled in a thread beside, while the component goes on with its old one, and put in place in its turn. The collectors of both work 400 µs after an activation. Time: from the order to its answer. Late: "+
		"how late a tag of the thread of the script and the chart began. A cycle is missed if it is left out; an event is lost if the script did not count it or the chart made no transition. A loop in C that sleeps by the "+
		"same calls runs as many cycles beforehand: it misses a cycle for each whole period that it wakes late. Meanwhile a thread in C on each processor, above all others (SCHED_FIFO 99), looks every %v "+
		"whether the processor stands still: whether it runs no thread at all for %v or longer, because the kernel does not let go of it, or because the machine is virtual and its host runs something else. "+
		"A missed cycle is the loop's own fault if it would have been missed without those stops: if what is left of its lateness is a period or longer.", n, wakeup.WatchPeriod, wakeup.LeastStop))
	if err := x.updateTags(n); err != nil {
		return err
	}
	loop, err := wakeup.BuildLoop()
	if err != nil {
		x.Text("Without the loop in C: %v.", err)
		x.Say("%v", err)
	} else {
		defer loop.Remove()
	}
	watch, fault := wakeup.BuildWatch()
	if fault == nil {
		defer watch.Remove()
		x.watch = &watch
		_, fault = x.watched(func() error { return nil }) // it may not be granted its priority
	}
	if fault != nil {
		x.watch = nil
		x.Text("Without a watch for stops: %v. So each missed cycle counts as the loop's own fault.", fault)
		x.Say("%v", fault)
	}
	for _, l := range x.idleAndLoaded() {
		if err := x.updatesUnder(l, loop, err == nil, n); err != nil {
			return err
		}
	}
	return nil
}

// updateTags measures what updates cost within tags.
func (x *experiments) updateTags(n int) error {
	t := book.Table{Name: "update_tags", Caption: "Tags that begin or end an update, or read a port, stepped without a clock; µs",
		Columns: []string{"of", "tags", "average", "p50", "p99", "worst"}}
	for _, what := range []string{noUpdate, scriptUpdate, chartUpdate} {
		took, err := withinTags(what, n)
		if err != nil {
			return fmt.Errorf("updates of a %s, stepped: %w", what, err)
		}
		s := statsOf(took)
		t.Add(report.Neutral, what, len(took), s.avg, s.p50, s.p99, s.worst)
		x.Figure(bench.Result{Name: "coordination/update/tags/" + what, Value: s.p50, Unit: "µs",
			Note: fmt.Sprintf("median of %d tags; average %.3g, p99 %.3g, worst %.4g", len(took), s.avg, s.p99, s.worst)})
	}
	x.Table(t)
	return nil
}

func (x *experiments) updatesUnder(l load, loop wakeup.Loop, built bool, n int) error {
	t := book.Table{Name: "update_" + l.name, Caption: "Updates beside a loop of 1 kHz, " + l.name + " (" + l.says + "); times in µs",
		Columns: []string{"of", "orders", "average", "p50", "p99", "worst", "late: p99", "worst", "cycles", "missed", "by own fault", "stops", "of, in ms", "events lost"}}
	end, err := l.begin()
	if err != nil {
		return err
	}
	defer end()
	if built {
		if err := x.loopInC(l, loop, 5*n/2, &t); err != nil {
			return err
		}
	}
	for _, w := range []struct{ thread, what, name string }{
		{"", noUpdate, noUpdate}, {"", scriptUpdate, scriptUpdate}, {"", chartUpdate, chartUpdate}, {"control", scriptUpdate, scriptUpdate + "-apart"}, {"control", chartUpdate, chartUpdate + "-apart"},
	} {
		what := w.name
		u, err := x.updated(x.o.Until(), w.thread, w.what, n)
		if err != nil {
			return fmt.Errorf("updates, %s: %w", what, err)
		}
		x.Say("update, %s, load %s: %s average %.4g µs, %d of %d cycles missed, %d by own fault, %d events lost", l.name, wakeup.Load(), what, u.took.avg, u.left, u.cycles, u.ours, u.lost)
		late, worst := float64(u.late.Quantile(0.99))/1000, float64(u.late.Max())/1000
		t.Add(report.Neutral, what, n, u.took.avg, u.took.p50, u.took.p99, u.took.worst, late, worst, u.cycles, u.left, u.ours, len(u.stops), stood(u.stops), u.lost)
		id := "update/" + l.name + "/" + what
		x.Figure(bench.Result{Name: "coordination/" + id, Value: u.took.avg, Unit: "µs",
			Note: fmt.Sprintf("average of %d; p50 %.3g, p99 %.3g, worst %.4g; tags late p99 %.3g, worst %.4g; %d of %d cycles missed, %d by own fault, %d stops of %.3g ms, %d events lost", n, u.took.p50, u.took.p99, u.took.worst, late, worst, u.left, u.cycles, u.ours, len(u.stops), stood(u.stops), u.lost)})
		if what != noUpdate {
			x.bar(id+"/missed", fmt.Sprintf("%d updates of a %s, %s: cycles missed of %d", n, what, l.name, u.cycles), float64(u.left), 0, "")
			x.bar(id+"/own-missed", fmt.Sprintf("%d updates of a %s, %s: cycles missed by own fault", n, what, l.name), float64(u.ours), 0, "")
			x.bar(id+"/lost", fmt.Sprintf("%d updates of a %s, %s: events lost of %d", n, what, l.name, 2*u.cycles), float64(u.lost), 0, "")
		}
	}
	x.Table(t)
	return nil
}

// stood is how long processors stood still, in ms.
func stood(stops []wakeup.Stop) (ms float64) {
	for _, s := range stops {
		ms += float64(s.To-s.From) / 1e6
	}
	return ms
}

// loopInC runs the loop in C for a number of cycles and counts those that it misses.
func (x *experiments) loopInC(l load, loop wakeup.Loop, n int, t *book.Table) error {
	var all []float64
	stops, err := x.watched(func() (err error) {
		all, err = loop.Lateness(x.o.Until(), x.o.Priority, cycle, rt.Light.Light, n)
		return err
	})
	if err != nil {
		return fmt.Errorf("updates, the loop in C: %w", err)
	}
	missed := 0
	for _, late := range all {
		missed += int(late / float64(cycle/time.Microsecond))
	}
	s := statsOf(all)
	t.Add(report.Neutral, "a loop in C, without orders", "–", "–", "–", "–", "–", s.p99, s.worst, len(all), missed, "–", len(stops), stood(stops), "–")
	x.Say("update, %s, load %s: a loop in C misses %d of %d cycles", l.name, wakeup.Load(), missed, len(all))
	x.Figure(bench.Result{Name: "coordination/update/" + l.name + "/c-loop", Value: float64(missed), Note: fmt.Sprintf("cycles missed of %d; late p99 %.3g µs, worst %.4g; %d stops of %.3g ms", len(all), s.p99, s.worst, len(stops), stood(stops))})
	return nil
}
