package serve

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/view"
)

// counter makes the rates message.
type counter struct {
	d      *desk
	rates  *live.Rates
	last   []tally // the newest last
	missed map[int32]uint64
	newest *newest // nil for runs that cannot be paused
	buf    []byte
}

// tally is the counts at a time.
type tally struct {
	at int64 // ns
	n  []uint64
}

const (
	tallies    = 6  // the oldest and the newest of these give the rates: a second
	rateDigits = 4  // significant
	lastText   = 60 // bytes of a last value
)

func newCounter(d *desk) *counter {
	c := &counter{d: d, rates: d.bus.Rates(), missed: map[int32]uint64{}}
	if d.s.control != nil {
		c.newest = newNewest(d.bus)
	}
	return c
}

func (c *counter) close() {
	c.rates.Close()
	if c.newest != nil {
		c.newest.watch.Close()
	}
}

// newest stores the last value of every topic except pictures and similar ones, exact to the tag; the occasional values of
// rates would be wrong while a run is paused. It encodes every value, so it is only for runs that can wait.
type newest struct {
	watch *live.Watch
	over  context.Context // is done: the watch is only polled
	rows  map[int]*rower
	texts map[int]string
}

func newNewest(bus *live.Bus) *newest {
	n := &newest{rows: map[int]*rower{}, texts: map[int]string{}}
	var stop context.CancelFunc
	n.over, stop = context.WithCancel(context.Background())
	stop()
	var ids []int
	for _, t := range bus.Topics() {
		if !lists(t.Columns) {
			ids = append(ids, t.ID)
			n.rows[t.ID] = newRower(&t)
		}
	}
	n.watch = bus.Watch(live.Options{Latest: true}, ids...)
	return n
}

// look takes the values that are new.
func (n *newest) look() {
	if n == nil {
		return
	}
	batch, _, err := n.watch.Next(n.over)
	if err != nil {
		return // there is none
	}
	for _, m := range batch {
		n.texts[m.Topic] = n.rows[m.Topic].short(m, lastText)
	}
}

// text is the last value of a topic, or the one from the rates.
func (n *newest) text(topic int, otherwise string) string {
	if n != nil {
		if t, ok := n.texts[topic]; ok {
			return t
		}
	}
	return otherwise
}

// clock is the time base of rates: the program's time, unless it runs on the real clock or sets no time.
func (c *counter) clock() int64 {
	if t := int64(c.d.s.hub.Now()); t != 0 && c.d.s.hello.Clock != "real" {
		return t
	}
	return time.Now().UnixNano()
}

// count makes a new message.
func (c *counter) count() {
	counts := c.rates.Read()
	c.newest.look()
	now := tally{at: c.clock()}
	for _, k := range counts {
		now.n = append(now.n, k.N)
	}
	if n := len(c.last); n > 0 && now.at < c.last[n-1].at {
		c.last = c.last[:0] // the run was set back
	}
	if n := len(c.last); n == 0 || now.at > c.last[n-1].at {
		if n == tallies {
			c.last = append(c.last[:0], c.last[1:]...)
		}
		c.last = append(c.last, now)
	}
	first, last := c.last[0], c.last[len(c.last)-1]
	span := float64(last.at-first.at) / 1e9
	b := append(c.buf[:0], `{"type":"rates","t":`...)
	b = view.AppendNumber(b, c.d.s.hub.Now().Seconds(), 6)
	b = append(b, `,"topics":[`...)
	open := len(b)
	for i, k := range counts {
		if k.N == 0 {
			continue
		}
		b = comma(b, open)
		b = append(strconv.AppendInt(append(b, '['), int64(k.Topic), 10), ',')
		hz := 0.0
		if span > 0 {
			hz = float64(last.n[i]-first.n[i]) / span
		}
		b = append(strconv.AppendFloat(b, hz, 'g', rateDigits, 64), ',')
		text, err := json.Marshal(c.newest.text(k.Topic, k.Last))
		if err != nil { // no string fails
			text = []byte(`""`)
		}
		b = append(append(b, text...), ']')
	}
	b = c.misses(append(b, ']'))
	b = append(c.times(b), '}')
	c.buf = b
	m := append([]byte(nil), b...)
	c.d.rates.Store(&m)
}

// misses appends the deadline misses, and adds event rows for new ones. Misses by reaction are only counted while a page is
// open; for all others there is a row with their number.
func (c *counter) misses(b []byte) []byte {
	all := c.rates.Counters().Misses // read first, so that none of them is still to be counted by its reaction
	b = append(b, `,"misses":[`...)
	open := len(b)
	for _, m := range c.rates.Misses() {
		b = comma(b, open)
		b = append(strconv.AppendInt(append(b, '['), int64(m.Reaction), 10), ',')
		b = append(strconv.AppendUint(b, m.N, 10), ']')
		if more := m.N - c.missed[m.Reaction]; more > 0 {
			c.missed[m.Reaction] = m.N
			c.d.told += more
			text := "deadline missed"
			if more > 1 {
				text = strconv.FormatUint(more, 10) + " deadlines missed"
			}
			what := ""
			if int(m.Reaction) < len(c.d.paths) {
				what = c.d.paths[m.Reaction]
			}
			c.d.s.hub.Event(view.Event{Time: int64(c.d.s.hub.Now()), Kind: "miss", What: what, Text: text})
		}
	}
	if all > c.d.told {
		text := spelling.Count(all-c.d.told, "deadline") + " missed while no page was open"
		c.d.s.hub.Event(view.Event{Time: int64(c.d.s.hub.Now()), Kind: "miss", Text: text})
		c.d.told = all
	}
	return append(b, ']')
}

// times appends what reactions took.
func (c *counter) times(b []byte) []byte {
	if c.d.s.took == nil {
		return b
	}
	b = append(b, `,"took":[`...)
	open := len(b)
	for r := range c.d.paths {
		if us := c.d.s.took(r); us > 0 {
			b = comma(b, open)
			b = append(strconv.AppendInt(append(b, '['), int64(r), 10), ',')
			b = append(view.AppendNumber(b, us, 2), ']')
		}
	}
	return append(b, ']')
}

// comma separates the items of a list opened after length open.
func comma(b []byte, open int) []byte {
	if len(b) > open {
		b = append(b, ',')
	}
	return b
}
