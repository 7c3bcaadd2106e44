package serve

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/view"
)

const (
	maxCurves  = 32      // curves of a page
	maxPrints  = 16      // topics that a page prints
	maxRows    = 200     // printed rows that wait for a page
	probeQueue = 1 << 18 // bytes per topic that wait
	largeQueue = 1 << 23 // for values with lists: pictures, clouds
	printText  = 300     // bytes of a printed value
	doorRows   = 50      // a second
)

// probe takes the values of one topic for all curves of it, in all pages.
type probe struct {
	topic  live.Topic
	watch  *live.Watch
	cancel context.CancelFunc
	mu     sync.Mutex
	series map[int]*view.Series // by column
	users  map[int]int          // curves by column
}

// curve is a column of a topic that a page has requested.
type curve struct {
	view.Curve
	topic, column int
}

// plot starts a curve of a column of a topic.
func (d *desk) plot(topic int, column string) (*curve, string, error) {
	t, ok := d.bus.Topic(topic)
	if !ok {
		return nil, "", fmt.Errorf("there is no topic %d", topic)
	}
	col := slices.Index(t.Columns, column)
	if col < 0 {
		return nil, "", fmt.Errorf("%s has no column %.80q", t.Name, column)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.probes[topic]
	if p == nil {
		p = &probe{topic: t, watch: d.watch(&t), series: map[int]*view.Series{}, users: map[int]int{}}
		var ctx context.Context
		ctx, p.cancel = context.WithCancel(d.s.ctx)
		d.probes[topic] = p
		d.s.done.Go(func() { p.run(ctx) })
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.series[col] == nil {
		p.series[col] = view.NewSeries()
	}
	p.users[col]++
	name := t.Name
	if column != "value" {
		name += " " + column
	}
	return &curve{view.Curve{Series: p.series[col]}, topic, col}, name, nil
}

// watch watches one topic.
func (d *desk) watch(t *live.Topic) *live.Watch {
	queue := probeQueue
	if lists(t.Columns) {
		queue = largeQueue
	}
	return d.bus.Watch(live.Options{Queue: queue}, t.ID)
}

// unplot ends a curve, and the watching of its topic when it was the last.
func (d *desk) unplot(c *curve) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.probes[c.topic]
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.users[c.column]--; p.users[c.column] == 0 {
		delete(p.users, c.column)
		delete(p.series, c.column)
	}
	if len(p.users) == 0 {
		delete(d.probes, c.topic)
		p.cancel()
	}
}

// run takes values until its context ends.
func (p *probe) run(ctx context.Context) {
	defer p.watch.Close()
	v := reflect.New(p.topic.Codec.Type())
	var numbers []float64
	for {
		batch, _, err := p.watch.Next(ctx)
		if err != nil {
			return
		}
		p.mu.Lock()
		for i := range batch {
			if p.topic.Codec.Decode(batch[i].Data, v.UnsafePointer()) != nil {
				continue // cannot happen, because the codec is the same
			}
			numbers = p.topic.Codec.Numbers(numbers[:0], v.UnsafePointer())
			for col, s := range p.series {
				s.Add(time.Duration(batch[i].Time), numbers[col])
			}
		}
		p.mu.Unlock()
		if !rest(ctx, framePeriod) {
			return
		}
	}
}

// rest waits, unless the context ends, because values need not be polled more often than they are shown.
func rest(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// prints are the topics of which a page gets every value as a row.
type prints struct {
	mu   sync.Mutex
	on   map[int]context.CancelFunc // by topic
	rows []view.Event
	lost uint64
	all  sync.WaitGroup
}

// set starts or ends the printing of a topic.
func (p *prints) set(d *desk, topic int, on bool) error {
	t, ok := d.bus.Topic(topic)
	if !ok {
		return fmt.Errorf("there is no topic %d", topic)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	stop, was := p.on[topic]
	switch {
	case !on && was:
		delete(p.on, topic)
		stop()
	case on && !was && len(p.on) == maxPrints:
		return fmt.Errorf("%d topics are printed already: end one", maxPrints)
	case on && !was:
		if p.on == nil {
			p.on = map[int]context.CancelFunc{}
		}
		ctx, cancel := context.WithCancel(d.s.ctx)
		p.on[topic] = cancel
		w := d.watch(&t)
		p.all.Go(func() { p.run(ctx, w, &t) })
	}
	return nil
}

func (p *prints) run(ctx context.Context, w *live.Watch, t *live.Topic) {
	defer w.Close()
	r := newRower(t)
	for {
		batch, lost, err := w.Next(ctx)
		if err != nil {
			return
		}
		p.mu.Lock()
		room := maxRows - len(p.rows)
		if _, still := p.on[t.ID]; !still {
			room, lost, batch = 0, 0, nil
		}
		n := max(0, min(room, len(batch)))
		p.lost += lost + uint64(len(batch)-n)
		for _, m := range batch[len(batch)-n:] { // the newest
			p.rows = append(p.rows, r.row("print", t.Name, m))
		}
		p.mu.Unlock()
		if !rest(ctx, framePeriod) {
			return
		}
	}
}

// take moves the rows to dst.
func (p *prints) take(dst []view.Event) []view.Event {
	p.mu.Lock()
	defer p.mu.Unlock()
	dst = append(dst, p.rows...)
	if n := len(p.rows); n > 0 && p.lost > 0 {
		dst = append(dst, view.Event{Time: p.rows[n-1].Time, Kind: "note", Text: strconv.FormatUint(p.lost, 10) + " values came too quickly to be printed"})
		p.lost = 0
	}
	p.rows = p.rows[:0]
	return dst
}

// close ends all printing.
func (p *prints) close() {
	p.mu.Lock()
	for _, stop := range p.on {
		stop()
	}
	p.mu.Unlock()
	p.all.Wait()
}

// rower makes rows of a topic's messages.
type rower struct {
	t   *live.Topic
	v   reflect.Value
	buf []byte
}

func newRower(t *live.Topic) *rower { return &rower{t: t, v: reflect.New(t.Codec.Type())} }

func (r *rower) row(kind, what string, m live.Message) view.Event {
	return view.Event{Time: m.Time, Microstep: m.Microstep, Kind: kind, What: what, Text: r.short(m, printText)}
}

// short is a message's value in about the given number of bytes.
func (r *rower) short(m live.Message, size int) string {
	if err := r.t.Codec.Decode(m.Data, r.v.UnsafePointer()); err != nil {
		return err.Error()
	}
	r.buf = r.t.Codec.AppendShort(r.buf[:0], r.v.UnsafePointer(), size)
	return string(r.buf)
}

// meaning adds to an input's value its unit, or gives the label of the order that sends it.
func (d *desk) meaning(path, text, unit string) string {
	if unit != "" {
		return text + " " + unit
	}
	for _, o := range d.orders {
		if o.Path == path && string(o.Example) == text {
			return o.Label
		}
	}
	return text
}

// listDoors makes rows of the inputs of doors that pages may use.
func (d *desk) listDoors(ctx context.Context, w *live.Watch) {
	defer w.Close()
	rows := map[int]*rower{}
	for _, id := range d.doors {
		t, _ := d.bus.Topic(id)
		rows[id] = newRower(&t)
	}
	units := map[string]string{} // of parameters
	for _, p := range d.bus.Params() {
		units[p.Path] = p.Unit
	}
	allowed := live.NewBucket(doorRows, doorRows)
	for {
		batch, _, err := w.Next(ctx)
		if err != nil {
			return
		}
		for _, m := range batch {
			if allowed.Take(time.Now()) {
				r := rows[m.Topic]
				path := r.t.Name[len("door/"):]
				row := r.row("door", path, m)
				row.Text = d.meaning(path, row.Text, units[path])
				d.s.hub.Event(row)
			}
		}
	}
}
