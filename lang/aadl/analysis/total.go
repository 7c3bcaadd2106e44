package analysis

import (
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/diag"
)

// result adds up the steps, once for the best case and once for the worst, and reports where the sums are not as expected.
func (p *passage) result() FlowLatency {
	var actual, stated [2]float64
	for worst := range actual {
		actual[worst] = p.sum(worst)
		for _, st := range p.steps {
			stated[worst] += st.stated(worst)
		}
	}
	low, high := p.times(p.flow, latency)
	f := FlowLatency{Flow: p.flow.Path(), Mode: p.mode.Name, Min: toMS(actual[0]), Max: toMS(actual[1]), SpecifiedMin: toMS(stated[0]),
		SpecifiedMax: toMS(stated[1]), ExpectedMin: toMS(low), ExpectedMax: toMS(high), Contributors: []Contributor{}}
	outputAt := " (MF)"
	if p.options.PartitionEnd {
		outputAt = " (PE)"
	}
	for _, st := range p.steps {
		f.Contributors = append(f.Contributors, st.exported(outputAt))
	}
	if high > 0 {
		p.compare(f)
	}
	return f
}

// compare reports one fault, the most important one. A flow varies more than expected only if it takes too long or too
// little.
func (p *passage) compare(f FlowLatency) {
	const code = "aadl-latency"
	do := "shorten one of its steps, or expect more"
	least := "expect less than " + figure(f.ExpectedMin) + " ms"
	expected := fmt.Sprintf("%s to %s ms", figure(f.ExpectedMin), figure(f.ExpectedMax))
	switch {
	case f.Min > f.ExpectedMax:
		p.fault(diag.Error, code, p.flow, fmt.Sprintf("the flow takes %s to %s ms; expected are %s",
			figure(f.Min), figure(f.Max), expected), do)
	case f.Max > f.ExpectedMax:
		p.fault(diag.Error, code, p.flow, fmt.Sprintf("the flow takes up to %s ms; expected are %s", figure(f.Max), expected), do)
	case f.SpecifiedMax > f.ExpectedMax || f.SpecifiedMin > f.ExpectedMax:
		p.fault(diag.Error, code, p.flow, fmt.Sprintf("the latencies stated for the flow's steps add up to %s to %s ms; expected are %s",
			figure(f.SpecifiedMin), figure(f.SpecifiedMax), expected), "state less for one of its steps, or expect more")
	case f.Min < f.ExpectedMin:
		p.fault(diag.Warning, code, p.flow, fmt.Sprintf("the flow may take no more than %s ms; expected are %s", figure(f.Min), expected), least)
	case f.SpecifiedMax > 0 && f.SpecifiedMin < f.ExpectedMin:
		p.fault(diag.Warning, code, p.flow, fmt.Sprintf("the latencies stated for the flow's steps add up to %s ms at least; expected are %s",
			figure(f.SpecifiedMin), expected), least)
	}
}

// totals is the state of adding up a flow's steps.
type totals struct {
	*passage
	worst int
	at    int // the step
	last  int // that sampled; -1: none
}

// since is the sum of the steps after the last that sampled, up to this one.
func (t *totals) since() float64 { return t.upTo(t.worst) }

func (t *totals) upTo(worst int) (sum float64) {
	if t.last < 0 {
		return 0
	}
	for _, st := range t.steps[t.last+1 : max(t.at, t.last+1)] {
		sum += st.total(worst)
	}
	return sum
}

// inStep reports whether the previous steps ran by a clock that this step shares.
func (t *totals) inStep() bool {
	if t.last < 0 {
		return false
	}
	for i := t.at - 1; i >= 0; i-- {
		if st := t.steps[i]; st.connection {
			return st.clocks == sameClock || t.options.Synchronous && st.clocks == unknownClocks
		}
	}
	return false
}

// upToNext is the time until the next of the dispatches that come every period. A component that has just been
// dispatched waits for a whole period.
func upToNext(since, period float64) float64 {
	switch rest := math.Mod(since, period); {
	case period == 0:
		return 0
	case rest > 0:
		return period - rest
	case since == 0:
		return period
	}
	return 0
}

// sum gives each waiting step its value, and adds up all steps.
func (p *passage) sum(worst int) (sum float64) {
	t := &totals{passage: p, worst: worst, last: -1}
	for i, st := range p.steps {
		t.at = i
		if st.immediate > 0 {
			if took := t.since() + st.total(worst); took > st.immediate && worst == 1 {
				p.fault(diag.Error, "aadl-flow-timing", st.object, fmt.Sprintf(
					"it takes up to %s ms through immediate connections until this is done, whose deadline is %s ms",
					figure(took/millisecond), figure(st.immediate/millisecond)), "shorten what comes before, or make one of the connections sampled")
			}
		}
		switch m := st.methods[worst]; {
		case m == firstSampling:
			t.last = i
		case m == sampling, m == delayedSampling:
			st.value[worst] = t.sampled(st, m == delayedSampling)
			t.last = i
		case st.isPartition():
			st.value[worst] = t.entered(st)
			t.last = i
		case m == partitionOutput:
			st.value[worst] = t.left(st)
		case st.connection:
			for _, m := range st.media {
				t.medium(m)
			}
		}
		sum += st.total(worst)
	}
	return sum
}

// sampled is how long data wait until a periodic component reads them.
func (t *totals) sampled(st *step, delayed bool) float64 {
	if t.at > 0 && t.steps[t.at-1].isPartition() {
		frame := t.steps[t.at-1].period
		if st.period > 0 && st.period < frame && t.worst == 1 {
			t.fault(diag.Warning, "aadl-flow-timing", st.object, fmt.Sprintf("its period of %s ms is shorter than that of its partition, %s ms",
				figure(st.period/millisecond), figure(frame/millisecond)), "give it the partition's period, or a multiple")
		}
		return max(0, st.period-frame)
	}
	if !t.inStep() {
		if t.worst == 1 || delayed {
			return st.period
		}
		return 0
	}
	if !delayed && t.worst == 0 {
		return 0
	}
	if delayed && t.worst == 1 && st.period > 0 {
		frames := func(since float64) float64 { return since + upToNext(since, st.period) }
		if frames(t.upTo(1)) > frames(t.upTo(0)) {
			t.fault(diag.Warning, "aadl-flow-timing", st.object, fmt.Sprintf("what the delayed connection brings may be there for the next %s ms, or only later",
				figure(st.period/millisecond)), "shorten what comes before, so that it is always there in time")
		}
	}
	return upToNext(t.since(), st.period)
}

// entered is how long data wait until a partition runs.
func (t *totals) entered(st *step) float64 {
	if t.at == 0 {
		st.note("the flow begins when the partition runs")
		return 0
	}
	if !t.inStep() {
		if t.worst == 1 {
			return st.period
		}
		return 0
	}
	if st.methods[1] == partitionSchedule && st.period > 0 {
		for i := t.at - 1; i >= 0; i-- {
			if before := t.steps[i]; before.methods[1] == partitionSchedule {
				ready := before.offset + t.since()
				return st.offset + max(0, math.Ceil((ready-st.offset)/st.period))*st.period - ready
			}
		}
	}
	return upToNext(t.since(), st.period)
}

// left is how long output waits until it leaves a partition: at the next major frame, or as its window ends.
func (t *totals) left(st *step) float64 {
	since := t.since()
	if !t.options.PartitionEnd {
		return upToNext(since+st.offset, st.period)
	}
	return st.window - math.Mod(since, st.window) + math.Floor(since/st.window)*st.period
}

// medium is how long data wait for a medium that samples. Of media that are bound to each other only the longest wait
// counts. OSATE adds all of them and, in a synchronous system, counts from when the connection was reached, not from what
// last sampled.
func (t *totals) medium(m *step) {
	if m.methods[1] != samplingMedium {
		return
	}
	m.top = nil
	if m.around != nil {
		m.top = m.around.top
	}
	m.value[t.worst] = 0
	if m.top != nil {
		if m.period <= m.top.period {
			m.note("the period of what it carries, " + m.top.name + ", is no shorter")
			return
		}
		m.top.value[t.worst] = 0
		m.top.note("the period of what carries it, " + m.name + ", is longer")
	}
	m.top = m
	switch {
	case t.options.Synchronous && t.last >= 0:
		m.value[t.worst] = upToNext(t.since(), m.period)
	case t.worst == 1:
		m.value[t.worst] = m.period
	}
}
