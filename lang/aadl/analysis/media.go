package analysis

import (
	"math"
	"slices"

	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// medium is what a connection goes over: a component that it is bound to, or the class of a virtual bus that it requires.
type medium struct {
	component *instance.Component
	class     *aadl.Classifier
}

// media are the media of a system's connections in a mode, and what is sent over each.
type media struct {
	*system
	busy map[*instance.Component]float64 // the most picoseconds that all connections together take, each once
}

// media adds up what all connections take of each medium. OSATE adds only those of the flows that it analyses, and only one
// of several flows over a connection then waits.
func (s *system) media() *media {
	m := &media{s, map[*instance.Component]float64{}}
	for _, c := range s.connections() {
		for _, h := range m.hops(c) {
			if h.component != nil {
				m.busy[h.component] += h.longest()
			}
		}
	}
	return m
}

// hop is a connection's use of a medium.
type hop struct {
	medium
	around *hop    // the one bound to this medium
	bytes  float64 // including what the media around it add; negative: not sent, because nothing is bound
	sent   [2]float64
	stated [2]float64 // the medium's Latency
	period float64
}

// longest is how long the connection keeps the medium busy.
func (h *hop) longest() float64 {
	if h.sent[1] > 0 {
		return h.sent[1]
	}
	return h.stated[1]
}

// hops are a connection's uses of media, each before those that it is bound to.
func (m *media) hops(c *instance.Connection) []*hop {
	w := &walk{media: m}
	size := 0.0
	if f := c.Source.Feature; f != nil && f.Kind != syntax.FeatureGroup {
		size = m.dataSize(f.Classifier)
	}
	w.bindings(c, nil, size)
	return w.hops
}

// walk descends from a connection to the media it is bound to.
type walk struct {
	*media
	hops []*hop
	path []medium // guards against circles
}

// bindings returns the bindings of a connection or virtual bus. Protocols that it requires stand for a virtual bus if none
// is bound.
func (w *walk) bindings(o instance.Object, around *hop, bytes float64) {
	to := w.bound(o, connBinding)
	virtual := slices.ContainsFunc(to, func(c *instance.Component) bool { return c.Category == syntax.VirtualBusCategory })
	if !virtual {
		var required []*aadl.Classifier
		if v, ok := w.Value(o, requiredBus, w.mode); ok {
			required = classifiers(v.Value)
		}
		sent := bytes
		if len(to) == 0 {
			sent = -1 // their periods count, but nothing is sent
		}
		added := w.protocols(required, &around, sent)
		if len(to) > 0 {
			bytes = added
		}
	}
	for _, c := range to {
		own := 0.0
		if c.Category != syntax.MemoryCategory {
			own = w.amount(c, dataSizeProperty, "Bytes")
		}
		h := w.add(medium{component: c}, around, bytes+own)
		if h == nil {
			continue
		}
		if c.Category == syntax.VirtualBusCategory {
			w.bindings(c, h, bytes+own)
		}
		w.path = w.path[:len(w.path)-1]
	}
}

const requiredBus = "Deployment_Properties::Required_Virtual_Bus_Class"

// protocols adds the required virtual buses, and those that they require; around becomes the innermost. It returns the
// size of a message with all of them.
func (w *walk) protocols(required []*aadl.Classifier, around **hop, bytes float64) float64 {
	total := bytes
	for _, c := range required {
		own := 0.0
		if v, ok := stated(c, dataSizeProperty); ok {
			own = inBytes(v)
		}
		wrapped := bytes
		if bytes >= 0 {
			wrapped = bytes + own
			total += own
		}
		h := w.add(medium{class: c}, *around, wrapped)
		if h == nil {
			continue
		}
		*around = h
		if v, ok := stated(c, requiredBus); ok {
			nested := w.protocols(classifiers(v), around, wrapped)
			if bytes >= 0 {
				total += nested - wrapped
			}
		}
		w.path = w.path[:len(w.path)-1]
	}
	return total
}

// classifiers returns the classifiers of a list, or a single one.
func classifiers(v aadl.Value) (all []*aadl.Classifier) {
	if v.Classifier != nil {
		all = append(all, v.Classifier)
	}
	for _, e := range v.Elements {
		all = append(all, classifiers(e)...)
	}
	return all
}

// add returns nil in a circle; otherwise the medium is the last of path.
func (w *walk) add(m medium, around *hop, bytes float64) *hop {
	if slices.Contains(w.path, m) {
		return nil
	}
	w.path = append(w.path, m)
	h := &hop{medium: m, around: around, bytes: bytes}
	if v, ok := w.of(m, latency); ok {
		h.stated[0], h.stated[1] = limits(v, span)
	}
	if bytes >= 0 {
		if v, ok := w.of(m, "Communication_Properties::Transmission_Time"); ok {
			fixed, _ := field(v, "Fixed")
			perByte, _ := field(v, "PerByte")
			a, b := limits(fixed, span)
			c, d := limits(perByte, span)
			h.sent = [2]float64{math.Round(a + bytes*c), math.Round(b + bytes*d)}
		}
	}
	category := syntax.VirtualBusCategory
	if m.component != nil {
		category = m.component.Category
	}
	if v, ok := w.of(m, period); ok && slices.Contains(hasPeriod, category) {
		h.period = span(v)
	}
	w.hops = append(w.hops, h)
	return h
}

// of is the value of a medium's property.
func (w *walk) of(m medium, property string) (aadl.Value, bool) {
	if m.component == nil {
		return stated(m.class, property)
	}
	v, ok := w.Value(m.component, property, w.mode)
	return v.Value, ok
}

// step makes a step of a medium.
func (h *hop) step(kind method) *step {
	if h.component == nil {
		return &step{name: h.class.Qualified(), kind: "protocol", methods: [2]method{kind, kind}}
	}
	name := h.component.Category.String()
	if h.component.Category == syntax.VirtualBusCategory {
		name = "protocol"
	}
	return &step{name: h.component.Path(), kind: name, object: h.component, methods: [2]method{kind, kind}}
}

// carry adds the steps of a connection's media: waiting for media with a period, transmission, and waiting until the
// others are free.
func (m *media) carry(c *instance.Connection, st *step) {
	hops := m.hops(c)
	samples := map[*hop]*step{}
	for _, h := range hops {
		if h.period > 0 {
			p := h.step(samplingMedium)
			p.period = h.period
			for a := h.around; a != nil && p.around == nil; a = a.around {
				p.around = samples[a]
			}
			samples[h] = p
			st.media = append(st.media, p, h.step(queued))
		}
	}
	for _, h := range hops {
		if h.bytes < 0 || h.stated[1] == 0 && h.sent[1] == 0 {
			continue
		}
		p := h.step(noMethod)
		p.specified = h.stated
		for i := range p.value {
			if h.sent[i] > 0 {
				p.value[i], p.methods[i] = h.sent[i], transmission
			} else if h.stated[i] > 0 {
				p.value[i], p.methods[i] = h.stated[i], specified
			}
		}
		if h.sent[1] > 0 && h.bytes == 0 {
			p.note("the data have no size: is the port without a type?")
		}
		st.media = append(st.media, p)
	}
	if len(st.media) == 0 {
		st.value = st.specified
	}
	m.wait(c, hops, st)
}

// wait adds waiting until each medium without a period is free of all other connections.
func (m *media) wait(c *instance.Connection, hops []*hop, st *step) {
	own := map[*instance.Component]float64{}
	for _, h := range hops {
		own[h.component] += h.longest()
	}
	for _, h := range hops {
		if h.component == nil || h.period > 0 {
			continue
		}
		mine, ok := own[h.component]
		if !ok {
			continue // waited for already
		}
		delete(own, h.component)
		p := h.step(queued)
		if p.value[1] = m.busy[h.component] - mine; m.options.WithoutBusQueuing {
			p.note("queuing of " + figure(p.value[1]/millisecond) + " ms left out")
			p.value[1] = 0
		}
		st.media = append(st.media, p)
	}
}
