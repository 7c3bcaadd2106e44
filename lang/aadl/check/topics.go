package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// topic is a set of connected ports, which are one topic at run time.
type topic struct {
	ports []*instance.Feature
	over  []*instance.Connection
}

// topics reports topics that have the same name at run time without being connected in the model, topics with several
// names, and topics with values of several types. The name of a topic is that of its connections, to which its ports are
// remapped; without one it is the name of the ports in the code of their components. Only stated names are judged.
//
// Names are stated in Sinew::Topic of connections or ports and Sinew::Default_Topic of ports; properties of any set named
// Topic_Name or Topic, and Default_Name, mean the same.
func (s *system) topics() {
	remapped, coded := s.topicProperties()
	if len(remapped) == 0 && len(coded) == 0 {
		return
	}
	named := map[string]*topic{}
	for _, t := range s.channels() {
		name, where := s.topicName(t, remapped, coded)
		if name == "" {
			continue
		}
		s.topicType(t, name)
		other := named[name]
		if other == nil {
			named[name] = t
			continue
		}
		a, b := other.ports[0], t.ports[0]
		what := fmt.Sprintf("the topic of %s is named %s, and so is that of %s, which is not connected with it", b.Path(), name, a.Path())
		if x, y := carried(other), carried(t); x != nil && y != nil && x != y {
			what += fmt.Sprintf(": one has %s, the other %s", x.Qualified(), y.Qualified())
		}
		s.faultAt("aadl-topic", wherever(where, t.over[0]), b, what, "give one of them another name with Sinew::Topic on its connection, or connect them")
	}
}

// topicProperties are the names of properties that name topics: on connections, and on ports.
func (s *system) topicProperties() (remapped, coded []string) {
	for _, set := range s.Model.Sets {
		for _, p := range set.Properties {
			_, name, _ := cutLast(p.Name)
			switch syntax.Fold(name) {
			case "topic", "topic_name":
				remapped = append(remapped, p.Name)
			case "default_topic", "default_name":
				coded = append(coded, p.Name)
			default:
				continue
			}
		}
	}
	return remapped, coded
}

// channels are the sets of connected ports, in the order of their connections.
func (s *system) channels() []*topic {
	of := map[*instance.Feature]*topic{}
	var all []*topic
	for _, n := range s.Connections {
		a, b := n.Source.Feature, n.Destination.Feature
		if a == nil || b == nil || !a.Kind.IsPort() || !b.Kind.IsPort() || s.same[a.Component] || s.same[b.Component] {
			continue // a duplicate's topics are duplicates
		}
		x, y := of[a], of[b]
		switch {
		case x == nil && y == nil:
			x = &topic{}
			all = append(all, x)
		case x == nil:
			x = y
		case y != nil && x != y: // the smaller joins the larger
			if len(x.ports) < len(y.ports) {
				x, y = y, x
			}
			for _, f := range y.ports {
				of[f] = x
			}
			x.ports, x.over = append(x.ports, y.ports...), append(x.over, y.over...)
			y.ports, y.over = nil, nil
		}
		for _, f := range []*instance.Feature{a, b} {
			if of[f] == nil {
				of[f], x.ports = x, append(x.ports, f)
			}
		}
		x.over = append(x.over, n)
	}
	return slices.DeleteFunc(all, func(t *topic) bool { return len(t.over) == 0 })
}

// topicName is the name of a topic at run time, and where it is stated. It reports topics with several names.
func (s *system) topicName(t *topic, remapped, coded []string) (string, instance.Value) {
	var name string
	var where instance.Value
	objects := make([]instance.Object, 0, len(t.over)+len(t.ports))
	for _, n := range t.over {
		objects = append(objects, n)
	}
	for _, f := range t.ports {
		objects = append(objects, f)
	}
	for _, o := range objects {
		got, v := s.stated(o, remapped)
		if n, ok := o.(*instance.Connection); ok {
			for i := 0; got == "" && i < len(n.Segments); i++ { // on a segment
				got, v = statedOn(n.Segments[i].Declaration.Associations, remapped)
			}
		}
		if got == "" {
			continue
		}
		if name != "" && got != name {
			s.faultAt("aadl-topic", wherever(v, o), o, fmt.Sprintf("this topic is named %s here, but %s elsewhere", got, name), "name it once: its ports read and write one topic")
			return "", where
		}
		name, where = got, v
	}
	if name != "" {
		return name, where
	}
	var first *instance.Feature
	for _, f := range t.ports {
		got, v := s.stated(f, coded)
		if got == "" {
			continue
		}
		if name != "" && got != name {
			s.faultAt("aadl-topic", place(t.over[0]), f, fmt.Sprintf("in its code this port's topic is named %s, but that of %s, with which it is connected, %s", got, first.Path(), name),
				"name the topic with Sinew::Topic on the connection")
			return "", where
		}
		name, where, first = got, v, f
	}
	return name, where
}

// stated is the first of some properties that an object has, as an absolute ROS name.
func (s *system) stated(o instance.Object, properties []string) (string, instance.Value) {
	for _, p := range properties {
		if v, ok := s.Stated(o, p, nil); ok && v.Kind == aadl.String && v.Text != "" {
			return "/" + strings.TrimPrefix(v.Text, "/"), v
		}
	}
	return "", instance.Value{}
}

func statedOn(all []*aadl.Association, properties []string) (string, instance.Value) {
	for _, a := range all {
		if a.Property != nil && slices.Contains(properties, a.Property.Name) && len(a.Values) > 0 && a.Values[0].Value.Text != "" {
			return "/" + strings.TrimPrefix(a.Values[0].Value.Text, "/"), instance.Value{Value: a.Values[0].Value, Association: a}
		}
	}
	return "", instance.Value{}
}

// carried is the classifier of a topic's values.
func carried(t *topic) *aadl.Classifier {
	for _, f := range t.ports {
		if f.Classifier != nil {
			return f.Classifier
		}
	}
	return nil
}

// topicType reports ports of a topic with different types: there is no conversion on the wire, even if a rule of the model
// lets them match.
func (s *system) topicType(t *topic, name string) {
	k := carried(t)
	for _, f := range t.ports {
		if k == nil || f.Classifier == nil || s.matches.fit("", k, f.Classifier, false) || s.matches.fit("", f.Classifier, k, false) || !s.convertible(k, f.Classifier) {
			continue // types that do not match at all are reported for the declared connection
		}
		s.fault("aadl-topic-type", f, fmt.Sprintf("the topic %s has values of %s, but this port is of %s", name, k.Qualified(), f.Classifier.Qualified()),
			"put a component between that converts them, or give both ports one classifier")
		return
	}
}

// convertible reports whether two classifiers match by some rule that a model can name.
func (s *system) convertible(a, b *aadl.Classifier) bool {
	return slices.ContainsFunc([]string{"equivalence", "subset", "conversion"}, func(rule string) bool {
		return s.matches.fit(rule, a, b, false) || s.matches.fit(rule, b, a, false)
	})
}
