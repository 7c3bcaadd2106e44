package analysis

import (
	"math"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// method is what a figure means, in OSATE's words.
type method string

const (
	noMethod          method = "no sampling/queuing latency"
	byDeadline        method = "deadline"
	responseTime      method = "response time"
	processingTime    method = "processing time"
	specified         method = "specified"
	firstSampling     method = "first sampling"
	sampling          method = "sampling"
	delayedSampling   method = "delayed sampling"
	queued            method = "queued"
	transmission      method = "transmission time"
	samplingMedium    method = "sampling protocol/bus"
	partitionFrame    method = "partition major frame"
	partitionSchedule method = "partition offset"
	partitionOutput   method = "partition output"
)

// clocks says whether both ends of a connection run in step.
type clocks uint8

const (
	unknownClocks clocks = iota
	sameClock
	otherClock
)

// step is a contributor during the computation. Arrays have the best case, then the worst; times are in picoseconds.
type step struct {
	name, kind, flow string
	object           instance.Object // the object that faults are reported for
	methods          [2]method
	value            [2]float64 // of the step itself
	specified        [2]float64
	connection       bool
	clocks           clocks  // of a connection
	period           float64 // of sampling; a partition's frame
	offset, window   float64 // of a partition
	immediate        float64 // deadline of a chain of immediate connections that ends here
	around, top      *step   // of a periodic medium: the one that it carries; of bound media, the one that counts
	notes            []string
	media            []*step
}

func (p *step) total(worst int) float64 {
	sum := p.value[worst]
	for _, m := range p.media {
		sum += m.total(worst)
	}
	return sum
}

// stated is the sum of the specified latencies. A connection's own is used if its media specify none.
func (p *step) stated(worst int) float64 {
	sum := 0.0
	for _, m := range p.media {
		sum += m.stated(worst)
	}
	if p.connection && sum != 0 {
		return sum
	}
	return sum + p.specified[worst]
}

func (p *step) note(text string) {
	if !slices.Contains(p.notes, text) {
		p.notes = append(p.notes, text)
	}
}

func (p *step) isPartition() bool {
	return p.methods[1] == partitionFrame || p.methods[1] == partitionSchedule
}

// passage is a flow on its way through the system.
type passage struct {
	*system
	flow  *instance.Flow
	media *media
	steps []*step
}

// flows computes the latency of each flow in the mode.
func (s *system) flows() (all []FlowLatency) {
	var m *media
	for _, f := range s.Flows {
		if !s.is(f.Active) {
			continue
		}
		if m == nil {
			m = s.media()
		}
		p := &passage{system: s, flow: f, media: m}
		for n, e := range f.Elements {
			if e.Connection != nil {
				p.cross(e.Connection)
			} else {
				p.visit(n, e)
			}
		}
		all = append(all, p.result())
	}
	return all
}

// component makes a step of a component.
func (p *passage) component(c *instance.Component, spec *instance.FlowSpec) *step {
	kind := c.Category.String()
	switch c.Category {
	case syntax.VirtualBusCategory:
		kind = "protocol"
	case syntax.VirtualProcessorCategory:
		kind = "partition"
	}
	st := &step{name: c.Path(), kind: kind, object: c, methods: [2]method{noMethod, noMethod}}
	if spec != nil && spec.Declaration != nil {
		st.flow = spec.Declaration.Kind.String() + " " + spec.Declaration.Name
		st.object = spec
	}
	return st
}

// timing is the time that a component on a flow takes, and how it is dispatched.
type timing struct {
	expected          [2]float64
	period, deadline  float64
	statedDeadline    bool
	protocol          string
	active            bool // a thread, device or abstract component
	periodic          bool
	response, execute [2]float64
}

func (t *timing) is(protocols ...string) bool { return slices.Contains(protocols, t.protocol) }

var (
	hasLatency = []syntax.Category{syntax.BusCategory, syntax.VirtualBusCategory, syntax.DeviceCategory, syntax.ProcessorCategory,
		syntax.VirtualProcessorCategory, syntax.SystemCategory, syntax.MemoryCategory, syntax.AbstractCategory}
	hasPeriod = []syntax.Category{syntax.ThreadCategory, syntax.ThreadGroupCategory, syntax.ProcessCategory, syntax.SystemCategory,
		syntax.DeviceCategory, syntax.VirtualProcessorCategory, syntax.VirtualBusCategory, syntax.BusCategory, syntax.AbstractCategory}
	computes = []syntax.Category{syntax.ThreadCategory, syntax.DeviceCategory, syntax.SubprogramCategory, syntax.AbstractCategory}
)

func (p *passage) timing(e instance.FlowElement) *timing {
	t := &timing{}
	c := e.Component
	switch {
	case e.Spec != nil:
		t.expected[0], t.expected[1] = p.times(e.Spec, latency)
	case slices.Contains(hasLatency, c.Category):
		t.expected[0], t.expected[1] = p.times(c, latency)
	}
	if slices.Contains(hasPeriod, c.Category) && c.Category != syntax.BusCategory {
		t.period = p.time(c, period)
		t.deadline = t.period
		if t.statedDeadline = p.has(c, deadline) && c.Category != syntax.VirtualBusCategory; t.statedDeadline {
			t.deadline = p.time(c, deadline)
		}
	}
	switch c.Category {
	case syntax.ThreadCategory, syntax.DeviceCategory, syntax.AbstractCategory:
		t.active = true
		t.protocol = p.word(c, dispatchProtocol)
	}
	t.periodic = t.period > 0 && !t.is("sporadic", "timed", "aperiodic")
	t.response = p.taken(e, "SEI::Response_Time", t.periodic)
	t.execute = p.taken(e, executionTime, t.periodic)
	return t
}

// taken is a time that a component takes on the processor that it is bound to: for input at its event port if it is not
// periodic, or for each dispatch.
func (p *passage) taken(e instance.FlowElement, property string, periodic bool) (t [2]float64) {
	var of instance.Object
	if e.Spec != nil && !periodic && e.Spec.In != nil && p.has(e.Spec.In, property) &&
		(e.Spec.In.Kind == syntax.EventPort || e.Spec.In.Kind == syntax.EventDataPort) {
		of = e.Spec.In
	} else if slices.Contains(computes, e.Component.Category) {
		of = e.Component
	} else {
		return t
	}
	if t[0], t[1] = p.times(of, property); t[1] > 0 {
		factor := p.speed(e.Component)
		t[0], t[1] = math.Round(t[0]*factor), math.Round(t[1]*factor)
	}
	return t
}

// speed is how many times longer a component takes on its processor than on its reference processor.
func (s *system) speed(c *instance.Component) float64 {
	reference, here := s.referenceMIPS(c), s.processorMIPS(c)
	if reference == 0 || here == 0 {
		return 1
	}
	return reference / here
}

// referenceMIPS is the speed of the processor that a component's execution times are for, 0 if none is stated.
func (s *system) referenceMIPS(c *instance.Component) float64 {
	v, ok := s.Value(c, "Timing_Properties::Reference_Processor", s.mode)
	if !ok || v.Classifier == nil {
		return 0
	}
	for _, p := range []string{mipsCapacity, processorCapacity} {
		if m, ok := stated(v.Classifier, p); ok && m.Number != 0 {
			return m.In(1000) // units begin with KIPS
		}
	}
	return 0
}

// processorMIPS is the speed of the processor that a component runs on.
func (s *system) processorMIPS(c *instance.Component) float64 {
	if on := s.processor(c); on != nil {
		return s.first(on, "MIPS", mipsCapacity, processorCapacity)
	}
	return 0
}

// visit adds the steps of an element that is not a connection: waiting for its dispatch, waiting in a queue, and its own
// time.
func (p *passage) visit(n int, e instance.FlowElement) {
	t := p.timing(e)
	var before *instance.Connection
	var in *instance.Feature
	if n > 0 {
		if before = p.flow.Elements[n-1].Connection; before != nil {
			in = before.Destination.Feature
		}
	}
	chainEnds := false
	switch {
	case t.periodic && in == nil:
		first := p.component(e.Component, e.Spec)
		first.methods = [2]method{firstSampling, firstSampling}
		p.steps = append(p.steps, first)
	case t.periodic && (in.Kind == syntax.DataPort || in.Kind == syntax.AbstractFeature):
		chainEnds = p.sample(n, e, t, before)
	case !t.periodic && len(p.steps) == 0:
		if part := p.partition(e.Component); part != nil {
			p.steps = append(p.steps, p.enter(part))
		}
	}
	work := p.component(e.Component, e.Spec)
	work.specified = t.expected
	p.options.worst(work, t)
	best(work, t)
	if in != nil {
		p.queue(e, t, in, work)
	}
	if chainEnds {
		work.immediate = t.deadline
	}
	p.steps = append(p.steps, work)
}

// sample adds waiting for a periodic component that reads a data port. It reports whether a chain of immediate connections
// ends here.
func (p *passage) sample(n int, e instance.FlowElement, t *timing, before *instance.Connection) (chainEnds bool) {
	st := p.component(e.Component, e.Spec)
	st.period = t.period
	if t.protocol == "" && t.active {
		st.note("taken to be periodic as it has a period")
	}
	switch p.connectionTiming(before) {
	case "delayed":
		st.methods = [2]method{delayedSampling, delayedSampling}
	case "immediate":
		next := n+1 < len(p.flow.Elements) && p.flow.Elements[n+1].Connection != nil
		chainEnds = !next || p.connectionTiming(p.flow.Elements[n+1].Connection) != "immediate"
	default:
		st.methods = [2]method{sampling, sampling}
		if n >= 2 && p.flow.Elements[n-2].Component != nil {
			// If the source is faster, so that only some values are taken, the last one is at most as old as the source's
			// period.
			source := p.flow.Elements[n-2].Component
			if slices.Contains(hasPeriod, source.Category) {
				if fast := p.time(source, period); fast > 0 && math.Mod(t.period, fast) == 0 {
					st.period = fast
				}
			}
		}
	}
	p.steps = append(p.steps, st)
	return chainEnds
}

// connectionTiming is sampled, immediate or delayed.
func (p *passage) connectionTiming(c *instance.Connection) string {
	return p.word(c, "Communication_Properties::Timing")
}

// worst is the most that a component takes.
func (o Options) worst(st *step, t *timing) {
	switch {
	case t.response[1] != 0:
		st.value[1], st.methods[1] = t.response[1], responseTime
	case t.execute[1] != 0 && (o.ExecutionTime || !t.statedDeadline):
		st.value[1], st.methods[1] = t.execute[1], processingTime
	}
	if st.value[1] == 0 && t.statedDeadline && !o.ExecutionTime {
		st.value[1], st.methods[1] = t.deadline, byDeadline
	}
	if st.value[1] == 0 && t.expected[1] != 0 {
		st.value[1], st.methods[1] = t.expected[1], specified
	} else if st.value[1] == 0 && t.deadline != 0 {
		st.value[1], st.methods[1] = t.deadline, byDeadline
		st.note("its deadline, as no execution time is stated")
	}
}

// best is the least that a component takes; it is never its deadline.
func best(st *step, t *timing) {
	switch {
	case t.response[0] != 0:
		st.value[0], st.methods[0] = t.response[0], responseTime
	case t.execute[0] != 0:
		st.value[0], st.methods[0] = t.execute[0], processingTime
	case t.expected[0] != 0:
		st.value[0], st.methods[0] = t.expected[0], specified
	}
}

// queue adds waiting in the queue of the feature through which the flow comes in: for as many items as it can hold, each
// taking a period or the component's work.
func (p *passage) queue(e instance.FlowElement, t *timing, in *instance.Feature, work *step) {
	st := p.component(e.Component, e.Spec)
	size := 0.0
	switch {
	case p.has(in, "Communication_Properties::Queue_Size"):
		size = p.amount(in, "Communication_Properties::Queue_Size", "")
	case in.Kind == syntax.DataPort && t.is("sporadic", "timed", "aperiodic"):
		size = 1
		st.note("a data port that does not dispatch is a queue of one")
	}
	if size == 0 {
		return
	}
	each := work.value
	if t.is("sporadic", "periodic") {
		each = [2]float64{t.period, t.period}
		st.note("a period for each in the queue")
	}
	st.methods = [2]method{queued, queued}
	st.value[1] = size * each[1]
	if p.options.FullQueues {
		st.value[0] = size * each[0]
	}
	p.steps = append(p.steps, st)
}

// enter is the wait until a partition runs.
func (p *passage) enter(part *instance.Component) *step {
	st := p.component(part, nil)
	slot := p.slot(part)
	st.period = slot.frame
	if slot.length > 0 {
		st.methods = [2]method{partitionSchedule, partitionSchedule}
		st.offset, st.window = slot.offset, slot.length
		if st.period == 0 {
			st.period = slot.length
			st.note("the partition has no period: its window is taken for one")
		}
	} else {
		st.methods = [2]method{partitionFrame, partitionFrame}
	}
	if !slot.in {
		st.note("not in the schedule of " + slot.module.Path())
	}
	return st
}

// leave is the wait until a partition's output leaves it; nil if unknown.
func (p *passage) leave(part *instance.Component) *step {
	slot := p.slot(part)
	if slot.length == 0 {
		return nil
	}
	st := p.component(part, nil)
	st.methods = [2]method{partitionOutput, partitionOutput}
	if st.period, st.offset, st.window = slot.frame, slot.offset, slot.length; st.period == 0 {
		st.period = slot.length
		st.note("the partition has no period: its window is taken for one")
	}
	return st
}

// cross adds the steps of a connection: leaving a partition, the way over media, entering another.
func (p *passage) cross(c *instance.Connection) {
	from, to := component(c.Source), component(c.Destination)
	var leaves, enters *instance.Component
	if from != nil && to != nil {
		leaves, enters = p.partition(from), p.partition(to)
	}
	if leaves != nil && leaves != enters {
		if st := p.leave(leaves); st != nil {
			p.steps = append(p.steps, st)
		}
	}
	st := &step{name: c.Path(), kind: "connection", object: c, connection: true, methods: [2]method{noMethod, noMethod}}
	if t := p.connectionTiming(c); t == "immediate" || t == "delayed" {
		st.kind = t + " " + st.kind
	}
	st.specified[0], st.specified[1] = p.times(c, latency)
	for i, t := range st.specified {
		if t > 0 {
			st.methods[i] = specified
		}
	}
	p.media.carry(c, st)
	if from != nil && to != nil {
		st.clocks = p.clocks(from, to, leaves, enters)
	}
	p.steps = append(p.steps, st)
	if enters != nil && leaves != enters {
		p.steps = append(p.steps, p.enter(enters))
	}
}

// component is the component of an end of a connection.
func component(e instance.End) *instance.Component {
	if e.Feature != nil {
		return e.Feature.Component
	}
	return e.Component
}

// clocks reports whether two components run in step: on the same hardware, by the same clock, or in the same partition.
func (p *passage) clocks(from, to, leaves, enters *instance.Component) clocks {
	a, b := p.hardware(from), p.hardware(to)
	switch {
	case a != nil && a == b:
		return sameClock
	case a != nil && b != nil:
		x, y := p.bound(a, "Timing_Properties::Reference_Time"), p.bound(b, "Timing_Properties::Reference_Time")
		if len(x) > 0 && len(y) > 0 {
			if x[0] == y[0] {
				return sameClock
			}
			return otherClock
		}
	case leaves != nil && leaves == enters:
		return sameClock
	}
	return unknownClocks
}

// exported returns a step for the report.
func (p *step) exported(outputAt string) Contributor {
	c := Contributor{Name: p.name, Kind: p.kind, Flow: p.flow, MinMethod: string(p.methods[0]), MaxMethod: string(p.methods[1]),
		Min: toMS(p.total(0)), Max: toMS(p.total(1)), SpecifiedMin: toMS(p.specified[0]), SpecifiedMax: toMS(p.specified[1]),
		Period: toMS(p.period), Offset: toMS(p.offset), Notes: p.notes}
	if strings.HasPrefix(c.MinMethod, string(partitionOutput)) {
		c.MinMethod, c.MaxMethod = c.MinMethod+outputAt, c.MaxMethod+outputAt
	}
	for _, m := range p.media {
		c.Contributors = append(c.Contributors, m.exported(outputAt))
	}
	return c
}
