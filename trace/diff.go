package trace

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/internal/spelling"
)

// Comparison is the outcome of Diff.
type Comparison struct {
	A, B           string // the files
	CountA, CountB int    // messages of the compared topics; up to the first difference and beyond
	Equal          int    // equal messages before the first difference
	First          *Difference
	OnlyA, OnlyB   []string // topics that the other recording does not have
	Unmet          []string // patterns that match no topic of either
	ReportA        string   // what is lost of A, empty if nothing is
	ReportB        string
	HashA, HashB   string // the recorded output hashes, empty where a recording has none
}

// Difference is the place where two recordings diverge.
type Difference struct {
	Time      int64 // logical, in nanoseconds
	Microstep uint32
	Topic     string
	Reaction  string // the reaction that wrote it, if the channel's metadata names one
	Field     string // "" if the whole message is in one recording only
	A, B      string // the values there
}

// Same reports whether the recordings, as far as they can be read, have the same topics and the same messages to the
// bit, and at least one message.
func (c *Comparison) Same() bool {
	return c.First == nil && len(c.OnlyA) == 0 && len(c.OnlyB) == 0 && len(c.Unmet) == 0 && c.Equal > 0
}

// Identical reports whether they are the same and nothing of them is lost.
func (c *Comparison) Identical() bool { return c.Same() && c.ReportA == "" && c.ReportB == "" }

// Write prints the comparison for people.
func (c *Comparison) Write(w io.Writer) error {
	var b bytes.Buffer
	switch {
	case c.Identical():
		fmt.Fprintf(&b, "identical: %s\n", spelling.Count(c.Equal, "message"))
	case c.Same():
		fmt.Fprintf(&b, "the same as far as both can be read, and not known to be identical: %s\n", spelling.Count(c.Equal, "message"))
	case c.Equal == 0 && c.First == nil: // topics of only one recording, and patterns, are named below
		fmt.Fprintf(&b, "nothing was compared: there is no message on a topic that both have\n")
	}
	if d := c.First; d != nil {
		fmt.Fprintf(&b, "they part at %s s in %s", stamp(d.Time, d.Microstep), d.Topic)
		if d.Reaction != "" {
			fmt.Fprintf(&b, ", written by %s", d.Reaction)
		}
		if d.Field != "" {
			fmt.Fprintf(&b, ", at %s", d.Field)
		}
		fmt.Fprintf(&b, ", after %d equal messages\n", c.Equal)
		fmt.Fprintf(&b, "  %s: %s\n  %s: %s\n", c.A, d.A, c.B, d.B)
		fmt.Fprintf(&b, "messages: %d in %s, %d in %s\n", c.CountA, c.A, c.CountB, c.B)
	}
	for _, x := range []struct {
		file   string
		topics []string
	}{{c.A, c.OnlyA}, {c.B, c.OnlyB}} {
		if len(x.topics) > 0 {
			fmt.Fprintf(&b, "only in %s: %s\n", x.file, strings.Join(x.topics, ", "))
		}
	}
	if len(c.Unmet) > 0 {
		fmt.Fprintf(&b, "no topic like %s: `sinew trace info` lists the topics\n", strings.Join(c.Unmet, ", "))
	}
	for _, r := range []string{c.ReportA, c.ReportB} {
		if r != "" {
			fmt.Fprintf(&b, "damage: %s\n", r)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Diff compares the messages of two recordings on the topics that match patterns, in the order of their tags, which on
// the real clock is not quite that of the files. Messages are compared on the topics that both recordings have; topics
// of only one are listed. Derived messages, such as scenes and pictures, are not compared, because they follow from
// compared ones. An error means that a file cannot be read at all, not that the recordings differ.
func Diff(a, b string, topics []string) (*Comparison, error) {
	c := &Comparison{A: a, B: b}
	ta, lagA, hashA, err := topicsOf(a, topics)
	if err != nil {
		return nil, err
	}
	tb, lagB, hashB, err := topicsOf(b, topics)
	if err != nil {
		return nil, err
	}
	c.HashA, c.HashB = hashA, hashB
	c.Unmet = unmet(topics, slices.Concat(ta, tb))
	var common []string
	for _, t := range ta {
		if slices.Contains(tb, t) {
			common = append(common, t)
		} else {
			c.OnlyA = append(c.OnlyA, t)
		}
	}
	for _, t := range tb {
		if !slices.Contains(ta, t) {
			c.OnlyB = append(c.OnlyB, t)
		}
	}
	return c, c.compare(common, lagA, lagB)
}

// topicsOf lists the matching topics in alphabetical order. lag is the greatest time, in nanoseconds, by which one of
// their messages comes after a later one. hash is the recorded output hash.
func topicsOf(path string, patterns []string) (topics []string, lag int64, hash string, err error) {
	r, err := Open(path)
	if err != nil {
		return nil, 0, "", err
	}
	for newest := int64(0); ; {
		m, err := r.Next()
		if err != nil {
			break
		}
		newest = max(newest, m.Time)
		lag = max(lag, newest-m.Time)
	}
	for _, c := range r.Channels() {
		if Match(patterns, c.Topic) && !c.Derived() {
			topics = append(topics, c.Topic)
		}
	}
	for _, m := range r.Metadata() {
		if m.Name == MetadataEnd {
			hash = m.Values[KeyHash]
		}
	}
	slices.Sort(topics)
	return slices.Compact(topics), lag, hash, r.Close()
}

// cursor is a position in a recording.
type cursor struct {
	ordered
	m     Message
	ok    bool
	count int
}

func (c *cursor) next() {
	if c.m, c.ok = c.ordered.next(); c.ok {
		c.count++
	}
}

func (c *Comparison) compare(topics []string, lagA, lagB int64) error {
	ra, err := Open(c.A)
	if err != nil {
		return err
	}
	defer ra.Close()
	rb, err := Open(c.B)
	if err != nil {
		return err
	}
	defer rb.Close()
	a := &cursor{ordered: ordered{Reader: ra, topics: topics, lag: lagA}}
	b := &cursor{ordered: ordered{Reader: rb, topics: topics, lag: lagB}}
	for a.next(); ; a.next() {
		b.next()
		if !a.ok && !b.ok {
			break
		}
		if c.First = difference(a, b); c.First != nil {
			break
		}
		c.Equal++
	}
	for a.ok {
		a.next()
	}
	for b.ok {
		b.next()
	}
	c.CountA, c.CountB = a.count, b.count
	c.ReportA, c.ReportB = ra.Report(), rb.Report()
	return nil
}

// difference compares the messages at two cursors; nil when they are the same.
func difference(a, b *cursor) *Difference {
	x, y := &a.m, &b.m
	if !b.ok || a.ok && (x.Time < y.Time || x.Time == y.Time && x.Microstep < y.Microstep) {
		return &Difference{x.Time, x.Microstep, x.Channel.Topic, x.Channel.Metadata["reaction"], "", "a message", next(b)}
	}
	if !a.ok || x.Time != y.Time || x.Microstep != y.Microstep {
		return &Difference{y.Time, y.Microstep, y.Channel.Topic, y.Channel.Metadata["reaction"], "", next(a), "a message"}
	}
	d := &Difference{x.Time, x.Microstep, x.Channel.Topic, x.Channel.Metadata["reaction"], "", "", ""}
	if x.Channel.Topic != y.Channel.Topic {
		d.A, d.B = "a message of "+x.Channel.Topic, "a message of "+y.Channel.Topic
		return d
	}
	if s, t := x.Channel.Schema, y.Channel.Schema; s.Name != t.Name || !bytes.Equal(s.Data, t.Data) {
		d.Field, d.A, d.B = "its type", s.Name, t.Name
		if s.Name == t.Name {
			d.A, d.B = "one definition of "+s.Name, "another definition of "+s.Name
		}
		return d
	}
	if bytes.Equal(x.Data, y.Data) {
		return nil
	}
	d.Field, d.A, d.B = differingField(*x, *y)
	return d
}

func next(c *cursor) string {
	if !c.ok {
		return "nothing more"
	}
	return fmt.Sprintf("nothing before %s at %s s", c.m.Channel.Topic, stamp(c.m.Time, c.m.Microstep))
}

// differingField names the first field in which two messages of one schema differ.
func differingField(x, y Message) (field, a, b string) {
	d := decoders{}
	v, errX := d.decode(x)
	w, errY := d.decode(Message{x.Channel, y.Time, y.Microstep, y.Data})
	if errX == nil && errY == nil {
		if field, a, b := differingCell(flatten(nil, v, "", 0), flatten(nil, w, "", 0)); field != "" {
			return field, a, b
		}
	}
	i := 0
	for i < len(x.Data) && i < len(y.Data) && x.Data[i] == y.Data[i] {
		i++
	}
	end := func(b []byte) string { return fmt.Sprintf("%x of %d bytes", b[i:min(i+8, len(b))], len(b)) }
	return fmt.Sprintf("byte %d", i), end(x.Data), end(y.Data)
}

// differingCell names the first scalar in which two messages differ.
func differingCell(p, q []cell) (field, a, b string) {
	has := func(cells []cell, name string) bool {
		return slices.ContainsFunc(cells, func(c cell) bool { return c.name == name })
	}
	for i := range max(len(p), len(q)) {
		switch {
		case i >= len(p) || i < len(q) && p[i].name != q[i].name && !has(p, q[i].name):
			return q[i].name, "absent", q[i].text
		case i >= len(q) || p[i].name != q[i].name:
			return p[i].name, p[i].text, "absent"
		case p[i].text != q[i].text:
			return p[i].name, p[i].text, q[i].text
		}
	}
	return "", "", ""
}
