package check

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// ports compares the ends of every connection of ports: sizes, representations and units of their values, and rates. A
// property that only one end states is not judged. Several faults at one port are reported as one.
func (s *system) ports() {
	var all []difference
	for _, n := range s.Connections {
		a, b := n.Source.Feature, n.Destination.Feature
		if a == nil || b == nil || !a.Kind.IsPort() || !b.Kind.IsPort() {
			continue
		}
		if a.Classifier != nil && b.Classifier != nil && a.Classifier != b.Classifier {
			s.mistyped(n, a.Classifier, b.Classifier) // otherwise they match by a rule, or the mismatch has been reported
		} else if d, ok := s.differ(n, a, b); ok {
			all = append(all, d)
			continue
		}
		if d, ok := s.rates(n, a, b); ok {
			all = append(all, d)
		}
	}
	s.differences(all)
}

// difference is a difference between the ends of a connection.
type difference struct {
	code, what, do string
	severity       diag.Severity
	over           *instance.Connection
}

// differ compares what two ports carry.
func (s *system) differ(n *instance.Connection, a, b *instance.Feature) (difference, bool) {
	x, okx := s.Number(a, "Memory_Properties::Data_Size", "Bytes", nil)
	y, oky := s.Number(b, "Memory_Properties::Data_Size", "Bytes", nil)
	if okx && oky && x != y {
		return difference{"aadl-data-size", fmt.Sprintf("%s has %g Bytes, but %s has %g", a.Path(), x, b.Path(), y), "state one Data_Size", diag.Error, n}, true
	}
	v, okv := s.Stated(a, "Data_Model::Base_Type", nil)
	w, okw := s.Stated(b, "Data_Model::Base_Type", nil)
	if k, l := classifiers(v), classifiers(w); okv && okw && len(k) == 1 && len(l) == 1 && k[0] != l[0] {
		return difference{"aadl-unit", fmt.Sprintf("%s is represented by %s, but %s by %s", a.Path(), k[0].Qualified(), b.Path(), l[0].Qualified()), "state one Base_Type", diag.Error, n}, true
	}
	v, okv = s.Stated(a, "Data_Model::Measurement_Unit", nil)
	w, okw = s.Stated(b, "Data_Model::Measurement_Unit", nil)
	if okv && okw && v.Text != w.Text {
		return difference{"aadl-unit", fmt.Sprintf("%s is in %s, but %s in %s", a.Path(), v.Text, b.Path(), w.Text), "state one Measurement_Unit, or convert between them", diag.Error, n}, true
	}
	v, okv = s.Stated(a, "Data_Model::Data_Representation", nil)
	w, okw = s.Stated(b, "Data_Model::Data_Representation", nil)
	if okv && okw && v.Text != w.Text {
		return difference{"aadl-unit", fmt.Sprintf("%s is a %s, but %s a %s", a.Path(), v.Text, b.Path(), w.Text), "state one Data_Representation", diag.Error, n}, true
	}
	return difference{}, false
}

// often is a rate as stated.
type often struct {
	low, high float64
	unit      string
}

// rate is the stated rate of a port, per second if the period of its component is known.
func (s *system) rate(f *instance.Feature, property string) (o often, ok bool) {
	v, ok := s.Stated(f, property, nil)
	if !ok {
		return o, false
	}
	for i, name := range v.Names {
		e := v.Elements[i]
		switch syntax.Fold(name) {
		case "value_range":
			if e.Kind != aadl.Range || len(e.Elements) < 2 {
				return o, false
			}
			o.low, o.high = e.Elements[0].Number, e.Elements[1].Number
		case "rate_unit":
			o.unit = syntax.Fold(e.Text)
		}
	}
	if o.unit != "persecond" {
		if period, ok := s.Duration(f.Component, "Timing_Properties::Period", nil); ok && period > 0 {
			o.low, o.high, o.unit = o.low/period.Seconds(), o.high/period.Seconds(), "persecond"
		}
	}
	return o, true
}

// rates compares how often a port writes and another reads.
func (s *system) rates(n *instance.Connection, a, b *instance.Feature) (difference, bool) {
	for _, property := range []string{"SEI::Message_Rate", "SEI::Data_Rate"} {
		x, okx := s.Number(a, property, "perSecond", nil)
		y, oky := s.Number(b, property, "perSecond", nil)
		if okx && oky && x != y {
			return difference{"aadl-rate", fmt.Sprintf("%s writes %g times per second, but %s expects %g", a.Path(), x, b.Path(), y), "state one rate", diag.Error, n}, true
		}
	}
	x, okx := s.rate(a, "Communication_Properties::Output_Rate")
	y, oky := s.rate(b, "Communication_Properties::Input_Rate")
	if okx && oky {
		unit := map[string]string{"persecond": " per second"}
		switch {
		case x.unit != y.unit:
			return difference{"aadl-rate", fmt.Sprintf("the rates of %s and %s are in different units, and no period says how they compare", a.Path(), b.Path()),
				"state both per second", diag.Warning, n}, true
		case x.high > y.high:
			return difference{"aadl-rate", fmt.Sprintf("%s writes up to %.6g%s, but %s takes %.6g at most", a.Path(), x.high, unit[x.unit], b.Path(), y.high),
				"write less often, or read more often", diag.Error, n}, true
		case x.low < y.low:
			return difference{"aadl-rate", fmt.Sprintf("%s writes %.6g%s at least, but %s expects %.6g", a.Path(), x.low, unit[x.unit], b.Path(), y.low),
				"write more often, or expect less", diag.Error, n}, true
		}
		return difference{}, false
	}
	return s.overflow(n, a, b)
}

// overflow compares the periods of a writer and a reader with a queue between them, if the reader takes one item per
// dispatch: items from a faster writer are lost, whatever the size of the queue.
func (s *system) overflow(n *instance.Connection, a, b *instance.Feature) (difference, bool) {
	if b.Kind == syntax.DataPort || !s.isPeriodic(a.Component) || !s.isPeriodic(b.Component) {
		return difference{}, false
	}
	if p, _ := s.Word(b, "Thread_Properties::Dequeue_Protocol", nil); p != "" && p != "oneitem" {
		return difference{}, false
	}
	x, _ := s.Duration(a.Component, "Timing_Properties::Period", nil)
	y, _ := s.Duration(b.Component, "Timing_Properties::Period", nil)
	if x <= 0 || y <= x || b.Kind == syntax.EventPort {
		return difference{}, false
	}
	return difference{"aadl-rate", fmt.Sprintf("%s writes every %v, but %s takes one item every %v: the rest is lost", a.Path(), x.Round(time.Microsecond), b.Path(), y.Round(time.Microsecond)),
		"take all items with Dequeue_Protocol => AllItems, make it a data port, or read more often", diag.Warning, n}, true
}

// differences reports the differences between ports. If several connections of one port are at fault, it reports the port.
func (s *system) differences(all []difference) {
	type key struct {
		code    string
		feature *instance.Feature
	}
	count := map[key]int{}
	for _, d := range all {
		count[key{d.code, d.over.Source.Feature}]++
		count[key{d.code, d.over.Destination.Feature}]++
	}
	told := map[key]bool{}
	for _, d := range all {
		worst := key{d.code, d.over.Source.Feature}
		if k := (key{d.code, d.over.Destination.Feature}); count[k] > count[worst] {
			worst = k
		}
		if count[worst] > 1 {
			if told[worst] {
				continue
			}
			told[worst] = true
			d.what += fmt.Sprintf("; so it is with %d connections of %s", count[worst], worst.feature.Path())
		}
		o := d.over.Declared()
		s.add(diag.Fault{Code: d.code, Severity: d.severity, What: d.what, Do: d.do, Pos: at(o.File, o.Node), Path: d.over.Path()})
	}
}
