package dive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1"
	"github.com/sinew-robotics/sinew/bridge/ros1/definitions"
	"github.com/sinew-robotics/sinew/bridge/ros1/names"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/lang/rosmsg"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// place is where a product or need is: in which messages, and where in them.
type place struct {
	atoms.Field
	m  *rosmsg.Message
	at *rosmsg.Path
}

// messages are the types that were found, by name.
type messages map[string]*rosmsg.Message

// place finds what a text says about a product or need of a topic.
func (all messages) place(p *atom.Port, text string) (to place, err error) {
	if to.Field, err = atoms.ReadField(p, text); err == nil {
		err = names.Check(to.Topic)
	}
	if to.m = all[to.Type]; err == nil && to.m == nil {
		to.m, err = definitions.Find(to.Type, filepath.SplitList(os.Getenv("ROS_PACKAGE_PATH"))...)
		all[to.Type] = to.m
	}
	if err == nil {
		to.at, err = to.m.Path(to.Path)
	}
	if kind := p.Element.Type; err == nil && to.at.Kind == rosmsg.Bool && kind != unit.TypeBoolean {
		err = fmt.Errorf("%s of %s is a bool, and %s a %v: name a number", to.Path, to.Type, p.Element.Name, kind)
	}
	return to, err
}

// Topics finds what is wrong with the topics that a text names: their names, types and fields.
func Topics(d *atoms.Document) (faults diag.Faults) {
	all := messages{}
	for _, i := range d.Model.Instances {
		of := named(d, i)
		if of == nil || of.Kind() != "topic" {
			continue
		}
		types := map[string]string{}
		for _, p := range i.Ports {
			for _, o := range of.Options {
				if o.Key != p.Element.Name {
					continue
				}
				to, err := all.place(p, o.Value)
				if err == nil && cmp.Or(types[to.Topic], to.Type) != to.Type {
					err = fmt.Errorf("%s is of type %s elsewhere: a topic has one type", to.Topic, types[to.Topic])
				}
				if types[to.Topic] = to.Type; err != nil {
					what, do, _ := strings.Cut(err.Error(), ": ")
					faults = append(faults, diag.Fault{Code: "driver", Path: "drivers." + of.Name + "." + o.Key, Pos: o.Place, What: what, Do: do})
				}
			}
		}
	}
	return faults
}

// topics exchanges messages with a graph of ROS 1. It uses the latest finite value of each field unless that is too old. In
// each cycle a goroutine publishes a message on every topic that has needs in it.
type topics struct {
	beyond
	node *ros1.Node
	subs []*ros1.Subscription
	age  time.Duration
	out  *sender

	mu rt.Mutex // guards in, which the node's goroutines write
	in []told
}

// told is a product and its latest value.
type told struct {
	place
	v  float64
	at int64 // when it came, by rt.Now; 0: never
}

// spoken is a topic on which needs are published.
type spoken struct {
	pub   *ros1.Publisher
	value *rosmsg.Value
	needs []int // their indices among all
}

// openTopics starts the node of an External.
func openTopics(ctx context.Context, d *atoms.Driver, i *atom.Instance, wait bool) (*topics, error) {
	name := "sinew_" + strings.Map(func(c rune) rune {
		if c < 128 && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') {
			return c
		}
		return '_'
	}, d.Name)
	c, _, err := ros1.Config{Name: name, Silent: true, Exposed: d.Option("exposed") == "true"}.Environment(os.Getenv, nil)
	if err != nil {
		return nil, err
	}
	c.Master, c.Host = cmp.Or(d.Option("master"), c.Master), cmp.Or(d.Option("host"), c.Host)
	t := &topics{age: ageOf(d)}
	var needs []place
	all := messages{}
	for _, p := range i.Ports {
		if p.Element.Role != atom.ProductRole && p.Element.Role != atom.NeedRole {
			continue
		}
		to, err := all.place(p, d.Option(p.Element.Name))
		if err != nil {
			return nil, err
		}
		if p.Element.Role == atom.NeedRole {
			needs = append(needs, to)
		} else {
			t.in = append(t.in, told{place: to})
		}
	}
	if t.node, err = ros1.Dial(cmp.Or(ctx, context.Background()), c); err != nil {
		return nil, err
	}
	if err = t.hear(); err == nil {
		err = t.speak(needs, wait, d.Option("stop") == "zero")
	}
	if err != nil {
		return nil, errors.Join(err, t.node.Close())
	}
	return t, nil
}

// hear subscribes to the topics of the products.
func (t *topics) hear() error {
	done := map[string]bool{}
	for k := range t.in {
		topic := t.in[k].Topic
		if done[topic] {
			continue
		}
		done[topic] = true
		sub, err := t.node.SubscribeValue(topic, t.in[k].m, ros1.SubOptions{}, func(v *rosmsg.Value) { t.take(topic, v) })
		if err != nil {
			return err
		}
		t.subs = append(t.subs, sub)
	}
	return nil
}

// take extracts the products from a message.
func (t *topics) take(topic string, v *rosmsg.Value) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for k := range t.in {
		to := &t.in[k]
		if to.Topic != topic {
			continue
		}
		if x, ok := to.place.at.Get(v); ok && !math.IsNaN(x) && !math.IsInf(x, 0) {
			to.v, to.at = to.Unit.SI(x), rt.Now()
		}
	}
}

// speak publishes the topics of the needs.
func (t *topics) speak(needs []place, wait, zero bool) error {
	var all []*spoken
	of := map[string]*spoken{}
	for k, to := range needs {
		s := of[to.Topic]
		if s == nil {
			s = &spoken{value: to.m.New()}
			var err error
			if s.pub, err = t.node.Advertise(to.Topic, s.value, ros1.PubOptions{}); err != nil {
				return err
			}
			of[to.Topic], all = s, append(all, s)
		}
		s.needs = append(s.needs, k)
	}
	if len(all) == 0 {
		return nil
	}
	t.out = newSender(wait, func(r *row) error {
		in := r.v[1:r.n]
		if !zero && math.IsNaN(in[0]) {
			return nil
		}
		for _, s := range all {
			for _, k := range s.needs {
				x := 0.0 // in the field's unit, to stop
				if !math.IsNaN(in[k]) {
					x = needs[k].Unit.Of(in[k])
				}
				needs[k].at.Set(s.value, x)
			}
			s.value.Stamp(t.node.Now())
			if err := s.pub.Publish(s.value); err != nil {
				return err
			}
		}
		return nil
	}, t.node.Close)
	return nil
}

// Exchange implements project.Driver.
func (t *topics) Exchange(tag reactor.Tag, in []float64, out *project.Sample) {
	now := rt.Now()
	t.mu.Lock()
	for k := range t.in {
		if to := &t.in[k]; to.at != 0 && now-to.at <= int64(t.age) {
			out.Set(k, to.v)
		}
	}
	t.mu.Unlock()
	if t.out != nil {
		t.out.send(tag.Time.Duration().Seconds(), in)
	}
}

// Close ends the node when everything is published, and reports nodes whose messages were refused.
func (t *topics) Close() (err error) {
	for _, s := range t.subs {
		err = errors.Join(err, s.Errors())
	}
	if t.out != nil {
		return errors.Join(err, t.out.Close()) // and the node
	}
	return errors.Join(err, t.node.Close())
}
