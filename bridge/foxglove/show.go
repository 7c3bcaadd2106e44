package foxglove

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/coder/websocket"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/film"
	"github.com/sinew-robotics/sinew/trace/wellknown"
)

const sceneEvery = time.Second / 30

// shower sends a client the hub's contents.
type shower struct {
	c     *client
	at    uint64            // the number of the client's changes that it has seen
	subs  map[uint32]uint32 // channel by subscription
	r     *view.Reader      // nil while nothing of it is subscribed to
	first bool              // nothing has been sent since the subscriptions changed
	links []spatial.Pose
	q     []float64
	marks []spatial.Pose
	buf   []byte
	msg   wellknown.Message
}

// show sends the hub's contents, the time and changed parameters.
func (c *client) show(ctx context.Context) {
	s := &shower{c: c}
	defer s.close()
	tick := time.NewTicker(sceneEvery)
	defer tick.Stop()
	var timed, asked time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if c.s.hub != nil {
				s.update()
				s.send(ctx)
			}
			if now.Sub(timed) >= timeEvery {
				timed = now
				c.sendTime(ctx)
			}
			if now.Sub(asked) >= paramsEvery {
				asked = now
				c.sendParams(ctx)
			}
		}
	}
}

func (c *client) sendTime(ctx context.Context) {
	t := c.last.Load()
	if c.s.hub != nil {
		t = max(t, int64(c.s.hub.Now()))
	}
	c.write(ctx, websocket.MessageBinary, appendTime(nil, uint64(c.s.origin()+t)))
}

// sendParams sends the subscribed parameters that have changed.
func (c *client) sendParams(ctx context.Context) {
	c.mu.Lock()
	var fresh []parameter
	if c.allParams || len(c.params) > 0 {
		for _, p := range c.s.parameters(nil) {
			if (c.allParams || c.params[p.Name]) && c.known[p.Name] != string(p.Value) {
				c.known[p.Name] = string(p.Value)
				fresh = append(fresh, p)
			}
		}
	}
	c.mu.Unlock()
	if len(fresh) > 0 {
		c.send(ctx, message{Op: opParameterValues, Parameters: fresh})
	}
}

// update follows the client's subscriptions. After a change it starts afresh, so that a late subscriber also gets what
// does not move.
func (s *shower) update() {
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	if s.at == s.c.sceneAt {
		return
	}
	s.at = s.c.sceneAt
	if maps.Equal(s.subs, s.c.sceneSubs) {
		return
	}
	s.subs = maps.Clone(s.c.sceneSubs)
	s.close()
	if len(s.subs) > 0 {
		s.r, s.first = s.c.s.hub.Read(), true
		p := s.r.Program()
		s.links, s.q, s.marks = make([]spatial.Pose, len(p.Links)), make([]float64, len(p.Joints)), make([]spatial.Pose, len(p.Markers))
	}
}

func (s *shower) close() {
	if s.r != nil {
		s.r.Close()
		s.r = nil
	}
}

// send sends what is new.
func (s *shower) send(ctx context.Context) {
	if s.r == nil {
		return
	}
	origin, p := s.c.s.origin(), s.r.Program()
	t := origin + int64(s.r.Now())
	linksMoved, jointsMoved := s.r.Links(s.links), s.r.Joints(s.q)
	moved := make([]bool, len(s.marks))
	for i := range s.marks {
		if at, fresh := s.r.Marker(i); fresh {
			s.marks[i], moved[i] = at, true
		}
	}
	to := func(kind sourceKind, at int, time int64, m wellknown.Message) {
		s.msg = m[:0]
		s.to(ctx, kind, at, time, m)
	}
	if where := s.transforms(t, p, linksMoved, moved); len(where) > 0 {
		to(transforms, 0, t, where)
	}
	if s.first {
		s.first = false
		to(entities, 0, t, film.Bodies(s.msg, p, t))
	}
	for i := range p.Paths {
		if points, fresh := s.r.Path(i); fresh {
			to(path, i, t, film.Line(s.msg, p.Paths[i], t, points))
		}
	}
	if jointsMoved {
		to(joints, 0, t, film.Angles(s.msg, p.Joints, t, s.q))
	}
	for i, m := range moved {
		if m {
			to(markerPose, i, t, s.msg.PoseInFrame(t, film.World, s.marks[i]))
		}
	}
	if jpeg, _, fresh := s.r.Image(); fresh {
		to(picture, 0, t, s.msg.CompressedImage(t, film.CameraFrame(p), "jpeg", jpeg))
	}
	if text, fresh := s.r.Alarm(); fresh && text != "" {
		to(logLines, 0, t, s.msg.Log(t, slog.LevelError, "alarm", text))
	}
	rows, _ := s.r.Events()
	for _, e := range rows {
		to(logLines, 0, origin+e.Time, film.Event(s.msg, origin+e.Time, e))
	}
}

// transforms are the frames that moved.
func (s *shower) transforms(t int64, p *view.Program, links bool, moved []bool) wellknown.Message {
	m := s.msg
	if links {
		for i, l := range p.Links {
			m = m.Transform(t, film.World, film.LinkFrame(l.Name), s.links[i])
		}
	}
	for i, k := range p.Markers {
		if moved[i] {
			m = m.Transform(t, film.World, film.MarkerFrame(k.Name), s.marks[i])
		}
	}
	return m
}

// to sends a message to the subscriptions of a channel.
func (s *shower) to(ctx context.Context, kind sourceKind, at int, time int64, data []byte) {
	for _, sub := range slices.Sorted(maps.Keys(s.subs)) {
		src := &s.c.s.sources[s.subs[sub]-1]
		if src.kind == kind && src.at == at {
			s.buf = appendMessageData(s.buf[:0], sub, uint64(time), data)
			s.c.write(ctx, websocket.MessageBinary, s.buf)
		}
	}
}
