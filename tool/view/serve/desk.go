package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/view"
)

// desk watches a program's values for all pages of a server, which share the cost.
type desk struct {
	s       *Server
	bus     *live.Bus
	paths   []string // of the reactions
	orders  []jsonOrder
	doors   []int                  // topics of orders and parameters
	params  atomic.Pointer[[]byte] // newest params message
	rates   atomic.Pointer[[]byte] // newest rates message
	told    uint64                 // deadline misses with event rows; only for the counter
	opened  chan struct{}          // a value when the first page came
	pages   atomic.Bool
	mu      sync.Mutex
	probes  map[int]*probe // by topic
	working sync.WaitGroup
}

// ratesEvery is how often rates, parameters and deadline misses are read.
const ratesEvery = 200 * time.Millisecond

// describe makes the hello of the program.
func (s *Server) describe(c *Config) error {
	s.hello = jsonHello{Type: "hello", Description: s.hub.Describe()}
	s.took, s.hello.Clock, s.hello.Control, s.hello.Unable = c.Took, c.Clock, c.Control != nil, c.Unable
	if c.Control != nil {
		s.hello.Clock = c.Control.Status().Clock
		_, s.forward = c.Control.(view.Forward)
		s.hello.Forward = s.forward
	}
	g := c.Graph
	if c.Program != nil {
		g = c.Program.Graph()
	}
	s.hello.Graph = g
	if c.Bus == nil {
		return nil
	}
	for _, t := range c.Bus.Topics() {
		s.hello.Topics = append(s.hello.Topics, jsonTopic{t.ID, t.Name, t.Kind, t.Type, append([]string{}, t.Columns...)})
	}
	s.bus = &desk{s: s, bus: c.Bus, opened: make(chan struct{}, 1), probes: map[int]*probe{}}
	if g != nil {
		for _, r := range g.Reactions {
			s.bus.paths = append(s.bus.paths, r.Path)
		}
	}
	if err := s.bus.offer(c.Orders); err != nil {
		return err
	}
	s.hello.Orders = s.bus.orders
	for _, p := range c.Bus.Params() {
		s.bus.watchDoor(p.Path)
	}
	return nil
}

// weights is nil while nothing is known about any reaction.
func weights(took func(int) float64, reactions int) func(int) float64 {
	if took == nil {
		return nil
	}
	for r := range reactions {
		if took(r) > 0 {
			return took
		}
	}
	return nil
}

// offer lists what pages may publish: the given orders, or every physical action with a value that a person can type.
func (d *desk) offer(wanted []view.Order) error {
	all := map[string]live.Order{}
	var simple []view.Order
	for _, o := range d.bus.Orders() {
		all[o.Path] = o
		if t, ok := d.topic("door/" + o.Path); ok && !lists(t.Columns) {
			simple = append(simple, view.Order{Path: o.Path})
		}
	}
	if wanted == nil {
		wanted = simple
	}
	for _, o := range wanted {
		is, ok := all[o.Path]
		if !ok {
			return fmt.Errorf("view: the order %s: the program has no such physical action", o.Path)
		}
		if o.Example == "" {
			o.Example = string(is.Example)
		}
		if o.Label == "" {
			o.Label = o.Path[strings.LastIndexByte(o.Path, '.')+1:]
		}
		t, _ := d.topic("door/" + o.Path)
		if err := valid(&o, t.Columns); err != nil {
			return err
		}
		d.orders = append(d.orders, jsonOrder{is.Path, is.Type, json.RawMessage(o.Example), o.Label, o.Kind, o.Fields, o.Marker})
		if o.Kind != "stick" && o.Kind != "move" { // 20 rows a second would hide all others
			d.watchDoor(o.Path)
		}
	}
	return nil
}

// valid reports the first fault of an order for an action whose value has these columns.
func valid(o *view.Order, columns []string) error {
	if !json.Valid([]byte(o.Example)) {
		return fmt.Errorf("view: the order %s: its example is no JSON: %s", o.Path, o.Example)
	}
	fields := map[string]int{"": 0, "stop": 0, "release": 0, "choice": 0, "control": 0, "move": 0, "point": 3, "pose": 3, "stick": 2}
	n, known := fields[o.Kind]
	switch {
	case !known:
		return fmt.Errorf("view: the order %s: kind %q: give stop, release, point, pose, choice, stick, control, move or none", o.Path, o.Kind)
	case n > 0 && len(o.Fields) != n:
		return fmt.Errorf("view: the order %s: a %s has %d fields, not %d", o.Path, o.Kind, n, len(o.Fields))
	}
	for _, f := range o.Fields[:n] {
		if !slices.Contains(columns, f) {
			return fmt.Errorf("view: the order %s: its value has no %s: give of %s", o.Path, f, strings.Join(columns, ", "))
		}
	}
	return nil
}

// lists reports whether a type holds slices: pictures, clouds, paths.
func lists(columns []string) bool {
	for _, c := range columns {
		if c == "len" || strings.HasSuffix(c, ".len") {
			return true
		}
	}
	return false
}

func (d *desk) topic(name string) (live.Topic, bool) {
	for _, t := range d.bus.Topics() {
		if t.Name == name {
			return t, true
		}
	}
	return live.Topic{}, false
}

// watchDoor adds a row to the event table for each input of a door.
func (d *desk) watchDoor(path string) {
	if t, ok := d.topic("door/" + path); ok {
		d.doors = append(d.doors, t.ID)
	}
}

// greet is the hello message with the present parameters and critical path. A page that may not move anything gets no
// orders.
func (s *Server) greet(may bool) []byte {
	h := s.hello
	if h.May = may; !may {
		h.Orders, h.Control = nil, false
	}
	if h.Graph != nil {
		h.Critical = graph.CriticalPath(h.Graph, weights(s.took, len(h.Graph.Reactions)))
	}
	if s.bus != nil {
		for _, p := range s.bus.bus.Params() {
			h.Params = append(h.Params, jsonParam{p.Path, p.Type, p.Value, p.Unit, p.Help, p.Min, p.Max})
		}
	}
	b, err := json.Marshal(h)
	if err != nil { // Validate and describe leave nothing that JSON cannot say
		panic(err)
	}
	return b
}

// takes reports whether an event is for one of the orders, or for a parameter.
func (d *desk) takes(r request) error {
	if r.do == "param" {
		for _, p := range d.bus.Params() {
			if p.Path == r.path {
				return nil
			}
		}
		return fmt.Errorf("the program has no parameter %s", view.Short(r.path, 200))
	}
	for _, o := range d.orders {
		if o.Path == r.path {
			return nil
		}
	}
	return fmt.Errorf("%s takes no events from pages", view.Short(r.path, 200))
}

// open and shut tell the desk that the first page has opened and that the last has closed.
func (d *desk) open() {
	d.pages.Store(true)
	select {
	case d.opened <- struct{}{}:
	default:
	}
}

func (d *desk) shut() { d.pages.Store(false) }

// run keeps rates, parameters and events up to date while pages are open.
func (d *desk) run(ctx context.Context) {
	defer d.working.Wait()
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.opened:
			d.serve(ctx)
		}
	}
}

// serve works until the last page has gone.
func (d *desk) serve(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if len(d.doors) > 0 {
		w := d.bus.Watch(live.Options{Queue: 1 << 16}, d.doors...)
		d.working.Go(func() { d.listDoors(ctx, w) })
	}
	c := newCounter(d)
	defer c.close()
	tick := time.NewTicker(ratesEvery)
	defer tick.Stop()
	for d.pages.Load() {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		c.count()
		d.noteParams()
	}
}

// noteParams makes a params message when a parameter has changed.
func (d *desk) noteParams() {
	params := d.bus.Params()
	if len(params) == 0 {
		return
	}
	var m struct {
		Type   string   `json:"type"`
		Values [][2]any `json:"values"`
	}
	m.Type = "params"
	for _, p := range params {
		m.Values = append(m.Values, [2]any{p.Path, p.Value})
	}
	b, err := json.Marshal(m)
	if err != nil {
		return
	}
	if old := d.params.Load(); old == nil || !bytes.Equal(*old, b) {
		d.params.Store(&b)
	}
}
