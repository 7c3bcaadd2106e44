package debug

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// breakpoint is a condition at which a run stops.
type breakpoint struct {
	id   int
	text string
	hits int

	kind    string // port, reaction, miss
	rx      int32  // reaction; for a miss -1 means any
	port    int    // source
	cd      *codec.Codec
	column  int // -1 any
	op      string
	number  float64
	writers []int32

	present bool   // before the latest reaction
	was     []byte // the value before it, for changes
	had     bool   // there was a value before
	numbers []float64
	buf     []byte
}

// newBreakpoint makes the breakpoint that a command asks for.
func (s *Session) newBreakpoint(c *command) (*breakpoint, error) {
	n := s.e.look
	b := &breakpoint{kind: c.topic, rx: -1, port: -1, column: -1, op: c.op, number: c.number}
	switch {
	case c.topic == "port":
		f, err := n.find(c.path, ports)
		if err != nil {
			return nil, err
		}
		b.port = n.source[f.port]
		b.cd = n.portCd[b.port]
		for _, w := range n.ports[b.port].Writers {
			if id, ok := n.reaction[w]; ok {
				b.writers = append(b.writers, id)
			}
		}
		b.text = "port " + f.path
		return b, b.condition(c)
	case c.path != "":
		f, err := n.find(c.path, reactions)
		if err != nil {
			return nil, err
		}
		b.rx = n.reaction[f.path]
		b.text = c.topic + " " + f.path
		if r := n.graph.Reactions[f.rx]; c.topic == "miss" && !r.HasDeadline {
			return nil, fmt.Errorf("%s has no deadline to miss", f.path)
		}
	default:
		b.text = c.topic
	}
	return b, nil
}

// condition checks the condition on a port's value.
func (b *breakpoint) condition(c *command) error {
	if c.op == "" {
		return nil
	}
	cols := b.cd.Columns()
	switch {
	case c.column != "":
		if b.column = slices.Index(cols, c.column); b.column < 0 {
			return fmt.Errorf("%s has no column %s%s: its columns are %s", b.text, c.column, meant(c.column, cols), strings.Join(cols, ", "))
		}
		b.text += " " + c.column
	case c.op != changes && len(cols) != 1:
		return fmt.Errorf("%s has %d columns: name the one to compare: %s", b.text, len(cols), strings.Join(cols, ", "))
	case c.op != changes:
		b.column = 0
	}
	b.text += " " + c.op
	if c.op != changes {
		b.text += " " + strconv.FormatFloat(c.number, 'g', -1, 64)
	}
	return nil
}

// before notes the port's value before a reaction or the beginning of a tag.
func (b *breakpoint) before(e *engine) {
	if b.port < 0 {
		return
	}
	b.present = e.open != nil && e.prog.Present(b.port)
	if b.op == changes {
		b.had = e.hist.ports[b.port].n > 0 || b.present
		b.was = b.value(e, b.was[:0])
	}
}

// value appends what changes compares: the column's text, or the whole value.
func (b *breakpoint) value(e *engine, dst []byte) []byte {
	at := e.look.ports[b.port].Value
	if b.column < 0 {
		return b.cd.Append(dst, at)
	}
	b.numbers = b.cd.Numbers(b.numbers[:0], at)
	if x := b.numbers[b.column]; x == x {
		return strconv.AppendFloat(dst, x, 'x', -1, 64)
	}
	return b.cd.Append(dst, at) // text, or nothing in this column
}

// after reports whether the port was set by the latest reaction, or at the beginning of the tag (-1), to a value for
// which the condition holds.
func (b *breakpoint) after(e *engine, rx int32) bool {
	if b.port < 0 || !e.prog.Present(b.port) || b.present && (rx < 0 || !slices.Contains(b.writers, rx)) {
		return false
	}
	switch b.op {
	case "":
		return true
	case changes:
		b.buf = b.value(e, b.buf[:0])
		return !b.had || !bytes.Equal(b.buf, b.was)
	}
	b.numbers = b.cd.Numbers(b.numbers[:0], e.look.ports[b.port].Value)
	return compare(b.numbers[b.column], b.op, b.number)
}

func compare(x float64, op string, y float64) bool {
	switch op {
	case "==":
		return x == y
	case "!=":
		return x != y
	case "<":
		return x < y
	case "<=":
		return x <= y
	case ">":
		return x > y
	default:
		return x >= y
	}
}

// about reports whether the reaction about to run is one to stop at.
func (b *breakpoint) about(rx int32) bool { return b.kind == "reaction" && rx >= 0 && b.rx == rx }

// missed reports whether the reaction was late.
func (b *breakpoint) missed(rx int32) bool { return b.kind == "miss" && (b.rx < 0 || b.rx == rx) }

// hit is a place at which breakpoints stop the run.
type hit struct {
	at   place
	by   []*breakpoint
	late string // the reaction that was late, for those on a miss
}

// slowTag runs the next tag, or the rest of the open one, reaction by reaction, and lists in order where breakpoints
// hit. If first is wanted it stops at the first one.
func (s *Session) slowTag(first bool) (hits []hit, err error) {
	e, late := s.e, 0
	if e.open != nil {
		late = len(e.open.Misses())
	}
	check := func(rx int32) {
		missed := len(e.open.Misses()) > late
		late = len(e.open.Misses())
		next := e.pending()
		var by []*breakpoint
		for _, b := range s.breaks {
			if b.after(e, rx) || b.about(next) || missed && b.missed(rx) {
				by = append(by, b)
			}
			b.before(e)
		}
		if by != nil {
			h := hit{at: e.at(), by: by}
			if missed {
				h.late = e.prog.ReactionPath(rx)
			}
			hits = append(hits, h)
		}
	}
	for _, b := range s.breaks {
		b.before(e)
	}
	if e.open == nil {
		if err := e.begin(); err != nil {
			return nil, err
		}
		check(-1)
	}
	for e.pending() >= 0 && (!first || hits == nil) {
		if err := e.react(); err != nil {
			return hits, err
		}
		check(e.ran[len(e.ran)-1])
	}
	if first && hits != nil {
		return hits, nil
	}
	return hits, e.end()
}

// runTo continues to a breakpoint, to the point just after a tag, or to the end.
func (s *Session) runTo(stop reactor.Tag) error {
	p := &pace{begun: time.Now()}
	for {
		s.serve()
		if e := s.e; e.open == nil && (!e.next.ok || stop.Before(e.next.tag)) {
			s.reason = ""
			if !e.next.ok && stop == reactor.ForeverTag {
				s.reason = "the run is over"
			}
			return nil
		}
		if err := p.wait(s); err != nil {
			return err
		}
		if len(s.breaks) == 0 {
			if err := s.orPanic(s.tagOn); err != nil {
				return err
			}
			continue
		}
		var hits []hit
		err := s.orPanic(func() (err error) {
			hits, err = s.checkedTag(true)
			return err
		})
		if len(hits) > 0 && err == nil {
			return s.stopAt(hits[0])
		}
		if err != nil {
			return err
		}
	}
}

// checkedTag is slowTag with everything else that belongs to running a tag.
func (s *Session) checkedTag(first bool) ([]hit, error) {
	n, begun := s.e.hist.tags, time.Now()
	hits, err := s.slowTag(first)
	if err := s.known(n, err); err != nil {
		return hits, err
	}
	if s.e.open != nil {
		return hits, nil
	}
	if err := s.afterTag(begun); err != nil {
		return hits, err
	}
	return hits, s.breathe()
}

// stopAt stops at a hit.
func (s *Session) stopAt(h hit) error {
	if err := s.moveTo(h.at); err != nil {
		return err
	}
	var by []string
	for _, b := range h.by {
		b.hits++
		text := fmt.Sprintf("breakpoint %d, %s", b.id, b.text)
		if b.kind == "miss" && b.rx < 0 {
			text += " by " + h.late
		}
		by = append(by, text)
	}
	s.reason = strings.Join(by, "; ")
	return nil
}

// reverse goes back to the last hit before the run's position.
func (s *Session) reverse() error {
	if len(s.breaks) == 0 {
		return errors.New("reverse needs a breakpoint to go back to: `break port PATH`, `break reaction PATH` or `break miss`")
	}
	from := s.e.at()
	for to := from; to != (place{}); {
		start := place{}
		if i := s.frames.before(func(x *frame) bool { return x.n < to.n || x.n == to.n && to.r > 0 }); i >= 0 {
			start.n = s.frames.all[i].n
		}
		last, err := s.lastHit(start, to)
		if err != nil {
			s.job.stop.Store(false) // back to its beginning
			return errors.Join(s.moveTo(from), err)
		}
		if last != nil {
			return s.stopAt(*last)
		}
		to = start
	}
	if err := s.moveTo(place{}); err != nil {
		return err
	}
	s.reason = "no breakpoint was hit before"
	return nil
}

// lastHit finds the last hit between two places, excluding the later one.
func (s *Session) lastHit(start, to place) (last *hit, err error) {
	if err := s.moveTo(start); err != nil {
		return nil, err
	}
	for s.e.at().before(to) && (s.e.open != nil || s.e.next.ok) {
		hits, err := s.checkedTag(false)
		if err != nil {
			return nil, err
		}
		for _, h := range hits {
			if h.at.before(to) {
				last = &h
			}
		}
	}
	return last, nil
}
