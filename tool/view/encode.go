package view

import (
	"encoding/json"
	"math"
	"strconv"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Frames makes the messages with which one page follows a hub, as described in docs/format/page.md. It belongs to one
// goroutine.
type Frames struct {
	hub     *Hub
	links   uint64
	joints  uint64
	markers []uint64
	paths   []uint64
	series  []uint64
	image   int64
	status  *string
	alarm   *string
	listing *any
	values  uint64
	now     int64
	floats  []float64
	buf     []byte
}

// Curve is a series that a page has requested, under the page's own id.
type Curve struct {
	ID     int
	Series *Series
	at     uint64
}

// Frames starts following the hub, with nothing seen yet. The ids below the number that it returns are the hub's own.
func (h *Hub) Frames() (r *Frames, curves int) {
	r = &Frames{hub: h, markers: make([]uint64, len(h.markers)), paths: make([]uint64, len(h.paths)), series: make([]uint64, len(h.series))}
	r.floats = make([]float64, max(7, 7*len(h.program.Links), len(h.program.Joints)))
	if len(h.paths) > 0 {
		r.floats = make([]float64, max(len(r.floats), 1+3*maxPath))
	}
	if h.program.Board != nil {
		r.floats = make([]float64, max(len(r.floats), 2+maxValues))
	}
	return r, len(h.series)
}

func seven(p spatial.Pose) [7]float64 {
	q := p.R.Quat()
	return [7]float64{p.P.X, p.P.Y, p.P.Z, q.X, q.Y, q.Z, q.W}
}

// Frame returns what changed since the last one as a message, with the page's curves; nil if nothing did. The bytes are
// valid until the next call.
func (r *Frames) Frame(more []*Curve) []byte {
	h := r.hub
	b := append(r.buf[:0], `{"type":"frame","t":`...)
	now := h.now.Load()
	b = AppendNumber(b, time.Duration(now).Seconds(), 6)
	empty := len(b)
	b = r.slot(b, `,"links":`, &h.links, &r.links, 7*len(h.program.Links))
	b = r.slot(b, `,"q":`, &h.joints, &r.joints, len(h.program.Joints))
	b = r.places(b)
	b = r.lines(b)
	open := len(b)
	for i, s := range h.series {
		b = points(b, open, i, s, &r.series[i])
	}
	for _, c := range more {
		b = points(b, open, c.ID, c.Series, &c.at)
	}
	b = shut(b, open)
	b = line(b, `,"status":`, h.status.Load(), &r.status)
	b = line(b, `,"alarm":`, h.alarm.Load(), &r.alarm)
	b = r.board(b)
	r.buf = b
	if len(b) == empty && now == r.now {
		return nil
	}
	r.now = now
	r.buf = append(b, '}')
	return r.buf
}

// places appends the markers that moved.
func (r *Frames) places(b []byte) []byte {
	open := len(b)
	for i := range r.hub.markers {
		v, fresh := r.hub.markers[i].read(r.markers[i], r.floats[:7])
		if !fresh {
			continue
		}
		r.markers[i] = v
		b = append(b, lead(len(b) == open, `,"markers":[`)...)
		b = strconv.AppendInt(append(b, `{"i":`...), int64(i), 10)
		b = append(numbers(append(b, `,"pose":`...), r.floats[:7], 5), '}')
	}
	return shut(b, open)
}

// lines appends the paths that changed. They are stored from their last point backwards.
func (r *Frames) lines(b []byte) []byte {
	open := len(b)
	for i := range r.hub.paths {
		v, fresh := r.hub.paths[i].read(r.paths[i], r.floats[:1+3*maxPath])
		if !fresh {
			continue
		}
		r.paths[i] = v
		n := int(r.floats[0])
		p := r.floats[1 : 1+3*n]
		for a, z := 0, 3*(n-1); a < z; a, z = a+3, z-3 {
			for k := range 3 {
				p[a+k], p[z+k] = p[z+k], p[a+k]
			}
		}
		b = append(b, lead(len(b) == open, `,"paths":[`)...)
		b = strconv.AppendInt(append(b, `{"i":`...), int64(i), 10)
		b = append(numbers(append(b, `,"points":`...), p, 5), '}')
	}
	return shut(b, open)
}

// points appends the samples of a series that were not sent yet.
func points(b []byte, open, id int, s *Series, at *uint64) []byte {
	first := true
	*at = s.since(*at, func(t time.Duration, v float64) {
		if first {
			b = append(b, lead(len(b) == open, `,"points":[`)...)
			b = strconv.AppendInt(append(b, '['), int64(id), 10)
			first = false
		}
		b = AppendNumber(append(b, ','), t.Seconds(), 6)
		b = AppendNumber(append(b, ','), v, 5)
	})
	if !first {
		b = append(b, ']')
	}
	return b
}

// line appends a line of text that the browser has not seen.
func line(b []byte, key string, s *string, seen **string) []byte {
	if s == nil || s == *seen {
		return b
	}
	*seen = s
	text, err := json.Marshal(*s)
	if err != nil { // a string cannot fail
		return b
	}
	return append(append(b, key...), text...)
}

// lead opens a list, or separates its next item.
func lead(first bool, open string) string {
	if first {
		return open
	}
	return ","
}

// shut closes a list opened after length open, if it was opened.
func shut(b []byte, open int) []byte {
	if len(b) > open {
		b = append(b, ']')
	}
	return b
}

func (r *Frames) slot(b []byte, key string, s *slot, seen *uint64, n int) []byte {
	v, fresh := s.read(*seen, r.floats[:n])
	if !fresh || n == 0 {
		return b
	}
	*seen = v
	return numbers(append(b, key...), r.floats[:n], 5)
}

func numbers(b []byte, vs []float64, decimals int) []byte {
	b = append(b, '[')
	for i, v := range vs {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendNumber(b, v, decimals)
	}
	return append(b, ']')
}

// AppendNumber appends v for JSON: with a few decimals if they suffice, null if it is not finite.
func AppendNumber(b []byte, v float64, decimals int) []byte {
	switch a := math.Abs(v); {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return append(b, "null"...)
	case a >= 1 && a < 1e12 || v == 0:
		return strconv.AppendFloat(b, v, 'f', decimals, 64)
	}
	return strconv.AppendFloat(b, v, 'g', decimals, 64)
}

// Picture returns the head and bytes of an image the browser has not seen, nil when there is none.
func (r *Frames) Picture() (head, jpeg []byte) {
	m := r.hub.image.Load()
	if m == nil || m.n == r.image {
		return nil, nil
	}
	r.image = m.n
	label, err := json.Marshal(m.seen.Label)
	if err != nil {
		return nil, nil
	}
	head = strconv.AppendInt([]byte(`{"type":"image","n":`), m.n, 10)
	head = strconv.AppendBool(append(head, `,"found":`...), m.seen.Found)
	box := [4]float64{m.seen.X, m.seen.Y, m.seen.W, m.seen.H}
	for i, v := range box {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			box[i] = 0
		}
	}
	head = numbers(append(head, `,"box":`...), box[:], 1)
	head = append(append(append(head, `,"label":`...), label...), '}')
	return head, m.jpeg
}
