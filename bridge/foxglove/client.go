package foxglove

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/live/web"
)

// client is one viewer's connection. One goroutine reads its messages and answers, one sends it values, and one sends
// the hub's contents and the time.
type client struct {
	s    *server
	ws   *websocket.Conn
	held *held
	stop context.CancelFunc
	last atomic.Int64 // logical time of the newest value sent
	vals *live.Bucket // limits values that the client sends
	asks *live.Bucket // limits changes of its subscriptions
	may  bool         // send values

	waiting sync.WaitGroup // goroutines that wait for the outcome of a value
	room    chan struct{}  // for them

	mu        sync.Mutex
	subs      map[uint32]uint32 // channel by subscription
	watch     *live.Watch       // watches the topics subscribed to, nil for none
	sceneSubs map[uint32]uint32 // like subs, for channels of the hub
	changed   chan struct{}     // buffered, for one
	published map[uint32]string // the client's own channels: topics by id
	params    map[string]bool   // subscribed to
	allParams bool
	known     map[string]string // parameter values as the client knows them
	sceneAt   uint64            // counts changes of sceneSubs
}

const (
	maxSubscriptions = 4096
	maxPublished     = 256
	maxWaiting       = 256 // values whose tags are not done yet; at this number reading stops
	paramsEvery      = 200 * time.Millisecond
	timeEvery        = 100 * time.Millisecond
)

func newClient(s *server, ws *websocket.Conn, h *held, may bool) *client {
	return &client{s: s, ws: ws, held: h, may: may, room: make(chan struct{}, maxWaiting), vals: live.NewBucket(web.MaxValues, web.MaxValues), asks: live.NewBucket(maxAsking, maxAskings),
		subs: map[uint32]uint32{}, sceneSubs: map[uint32]uint32{}, changed: make(chan struct{}, 1),
		published: map[uint32]string{}, params: map[string]bool{}, known: map[string]string{}}
}

// serve talks to the client until it leaves or stalls.
func (c *client) serve(ctx context.Context, cancel context.CancelFunc) {
	c.stop = cancel
	c.send(ctx, c.s.info(c.may))
	c.send(ctx, message{Op: opAdvertise, Channels: c.s.channels})
	var wg sync.WaitGroup
	wg.Go(func() { c.pump(ctx) })
	wg.Go(func() { c.show(ctx) })
	for {
		kind, data, err := c.ws.Read(ctx)
		if err != nil {
			break
		}
		if kind == websocket.MessageText {
			err = c.text(ctx, data)
		} else {
			err = c.binary(ctx, data)
		}
		if err != nil {
			c.status(ctx, levelError, err.Error())
		}
	}
	cancel()
	c.mu.Lock()
	if c.watch != nil {
		c.watch.Close()
	}
	c.mu.Unlock()
	wg.Wait()
	c.waiting.Wait()
}

// write sends one message. A client that does not take it in time is disconnected.
func (c *client) write(ctx context.Context, kind websocket.MessageType, data []byte) {
	ctx, cancel := context.WithTimeout(ctx, c.s.o.patience)
	defer cancel()
	if err := c.ws.Write(ctx, kind, data); err != nil {
		c.stop()
	}
}

func (c *client) send(ctx context.Context, m message) {
	data, err := json.Marshal(m)
	if err != nil {
		c.status(ctx, levelError, err.Error())
		return
	}
	c.write(ctx, websocket.MessageText, data)
}

func (c *client) status(ctx context.Context, level int, text string) {
	c.send(ctx, message{Op: opStatus, Level: &level, Message: spelling.Clip(text)})
}

// text handles a JSON message; its error is for the client.
func (c *client) text(ctx context.Context, data []byte) error {
	m, err := readClient(data)
	if err != nil {
		return err
	}
	switch m.Op {
	case opSubscribe, opUnsubscribe, opSubscribeParams, opUnsubscribeParams:
		if !c.asks.Take(time.Now()) {
			return fmt.Errorf("%s: too many changes of what is subscribed to: send at most %d a second", m.Op, maxAsking)
		}
	}
	switch m.Op {
	case opSubscribe:
		return c.subscribe(m.Subscriptions)
	case opUnsubscribe:
		return c.unsubscribe(m.SubscriptionIDs)
	case opAdvertise:
		return c.advertise(m.Channels)
	case opUnadvertise:
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, id := range m.ChannelIDs {
			delete(c.published, id)
		}
	case opGetParameters:
		c.send(ctx, message{Op: opParameterValues, Parameters: c.s.parameters(m.ParameterNames), ID: m.ID})
	case opSetParameters:
		return c.setParameters(ctx, m)
	case opSubscribeParams, opUnsubscribeParams:
		c.paramUpdates(m.Op == opSubscribeParams, m.ParameterNames)
	case opSubscribeGraph:
		c.send(ctx, c.s.graph()) // the graph does not change while the program runs
	case opUnsubscribeGraph:
	default:
		return fmt.Errorf("%.40q is not among what this server can do", m.Op)
	}
	return nil
}

// setParameters sends new values. When the tags that take them are done it answers with the values at that time, if the
// client asked for an answer, and reports refusals.
func (c *client) setParameters(ctx context.Context, m message) error {
	if !c.may {
		return live.ErrMayNot
	}
	if !c.wait(ctx) {
		return nil
	}
	taken, err := c.s.set(ctx, m.Parameters, c.vals)
	go func() {
		defer c.waited()
		late := taken()
		if m.ID != "" {
			var names []string
			for _, p := range m.Parameters {
				names = append(names, p.Name)
			}
			c.send(ctx, message{Op: opParameterValues, Parameters: c.s.parameters(names), ID: m.ID})
		}
		if late != nil {
			c.status(ctx, levelError, late.Error())
		}
	}()
	return err
}

// wait registers a goroutine that waits for the outcome of a value; ok is false when the client has gone.
func (c *client) wait(ctx context.Context) (ok bool) {
	select {
	case c.room <- struct{}{}:
		c.waiting.Add(1)
		return true
	case <-ctx.Done():
		return false
	}
}

// waited ends what wait began.
func (c *client) waited() {
	<-c.room
	c.waiting.Done()
}

func (c *client) paramUpdates(on bool, names []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case len(names) == 0:
		c.allParams = on
		clear(c.params)
	case on:
		for _, n := range names[:min(len(names), maxSubscriptions-min(len(c.params), maxSubscriptions))] {
			c.params[n] = true
		}
	default:
		for _, n := range names {
			delete(c.params, n)
		}
	}
	clear(c.known)
}

func (c *client) subscribe(all []subscription) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var errs []error
	for _, x := range all {
		_, twice := c.subs[x.ID]
		_, shown := c.sceneSubs[x.ID]
		switch {
		case x.ChannelID == 0 || int(x.ChannelID) > len(c.s.sources):
			errs = append(errs, fmt.Errorf("subscription %d: there is no channel %d", x.ID, x.ChannelID))
		case twice || shown:
			errs = append(errs, fmt.Errorf("subscription %d is in use", x.ID))
		case len(c.subs)+len(c.sceneSubs) >= maxSubscriptions:
			errs = append(errs, fmt.Errorf("subscription %d: more than %d at once", x.ID, maxSubscriptions))
		case c.s.sources[x.ChannelID-1].kind <= topicView:
			c.subs[x.ID] = x.ChannelID
		default:
			c.sceneSubs[x.ID] = x.ChannelID
		}
	}
	c.rewatch()
	return errors.Join(errs...)
}

func (c *client) unsubscribe(ids []uint32) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var errs []error
	for _, id := range ids {
		_, one := c.subs[id]
		_, other := c.sceneSubs[id]
		if !one && !other {
			errs = append(errs, fmt.Errorf("there is no subscription %d to end", id))
		}
		delete(c.subs, id)
		delete(c.sceneSubs, id)
	}
	c.rewatch()
	return errors.Join(errs...)
}

// rewatch watches the present subscriptions. The caller holds the lock.
func (c *client) rewatch() {
	if c.watch != nil {
		c.watch.Close()
		c.watch = nil
	}
	if len(c.subs) > 0 {
		var ids []int
		for _, ch := range c.subs {
			ids = append(ids, c.s.sources[ch-1].topic.ID)
		}
		slices.Sort(ids)
		c.watch = c.s.b.Watch(live.Options{Queue: queueSize}, slices.Compact(ids)...)
	}
	c.sceneAt++
	select {
	case c.changed <- struct{}{}:
	default:
	}
}

func (c *client) advertise(all []channel) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var errs []error
	for _, x := range all {
		switch {
		case x.Encoding != "json":
			errs = append(errs, fmt.Errorf("%s: values are taken as json, not as %.20q", x.Topic, x.Encoding))
		case len(c.published) >= maxPublished:
			errs = append(errs, fmt.Errorf("%s: more than %d channels", x.Topic, maxPublished))
		default:
			c.published[x.ID] = x.Topic
		}
	}
	return errors.Join(errs...)
}

// binary handles a value that the client publishes. The protocol has no answer to it, so a status message, which
// replaces the topic's previous one, says that the value was taken, or why not.
func (c *client) binary(ctx context.Context, msg []byte) error {
	id, data, err := readClientData(msg)
	if err != nil {
		return err
	}
	switch {
	case !c.may:
		return live.ErrMayNot
	case !c.vals.Take(time.Now()):
		return web.ErrTooMany
	}
	c.mu.Lock()
	topic, ok := c.published[id]
	c.mu.Unlock()
	if !ok {
		return fmt.Errorf("channel %d has not been advertised", id)
	}
	if !c.wait(ctx) {
		return nil
	}
	err = c.s.order(ctx, topic, data, func(tag reactor.Tag, err error) {
		defer c.waited()
		if err != nil {
			c.status(ctx, levelError, err.Error())
			return
		}
		level := levelInfo
		c.send(ctx, message{Op: opStatus, Level: &level, Message: fmt.Sprintf("%s: taken at %v", topic, tag), ID: "taken " + topic})
	})
	if err != nil {
		c.waited()
	}
	return err
}

// target is a destination of a topic's values.
type target struct {
	sub    uint32
	source *source
	value  reflect.Value // to decode into, for a view
}

// pump sends the values of the topics subscribed to.
func (c *client) pump(ctx context.Context) {
	for ctx.Err() == nil {
		c.mu.Lock()
		w, targets := c.watch, map[int][]target{}
		for _, sub := range slices.Sorted(maps.Keys(c.subs)) {
			src := &c.s.sources[c.subs[sub]-1]
			t := target{sub: sub, source: src}
			if src.view != nil {
				t.value = reflect.New(src.topic.Codec.Type())
			}
			targets[src.topic.ID] = append(targets[src.topic.ID], t)
		}
		c.mu.Unlock()
		if w == nil {
			select {
			case <-ctx.Done():
			case <-c.changed:
			}
			continue
		}
		c.drain(ctx, w, targets)
	}
}

// drain sends the values of a watch until it is closed.
func (c *client) drain(ctx context.Context, w *live.Watch, targets map[int][]target) {
	var buf []byte
	var unsaid uint64
	var said time.Time
	for {
		batch, lost, err := w.Next(ctx)
		if err != nil {
			return
		}
		origin := c.s.origin()
		c.held.begin()
		for i := range batch {
			m := &batch[i]
			for _, t := range targets[m.Topic] {
				buf = appendMessageData(buf[:0], t.sub, uint64(origin+m.Time), nil)
				if t.source.view == nil {
					buf = append(buf, m.Data...)
				} else if t.source.topic.Codec.Decode(m.Data, t.value.UnsafePointer()) == nil {
					buf = t.source.view.Append(buf, origin+m.Time, t.value.UnsafePointer())
				}
				c.write(ctx, websocket.MessageBinary, buf)
			}
			c.last.Store(m.Time)
		}
		if err := c.held.end(); err != nil {
			c.stop()
			return
		}
		if unsaid += lost; unsaid > 0 && time.Since(said) > time.Second {
			c.status(ctx, levelWarning, fmt.Sprintf("%d values came quicker than they could be sent and are lost", unsaid))
			unsaid, said = 0, time.Now()
		}
	}
}
