package view

import (
	"encoding/json"
	"math"
	"strconv"
	"time"

	"github.com/sinew-robotics/sinew/spatial"
)

// reader is what one browser has seen of a hub.
type reader struct {
	hub     *Hub
	links   uint64
	joints  uint64
	markers []uint64
	series  []uint64
	image   int64
	status  *string
	alarm   *string
	floats  []float64
	buf     []byte
}

func (h *Hub) reader() *reader {
	r := &reader{hub: h, markers: make([]uint64, len(h.markers)), series: make([]uint64, len(h.series))}
	r.floats = make([]float64, max(7, 7*len(h.program.Links), len(h.program.Joints)))
	return r
}

// What a hello says, as view/page/src/wire.ts reads it.
type (
	jsonShape struct {
		Kind  string     `json:"kind"`
		Size  [3]float64 `json:"size"`
		At    [7]float64 `json:"at"`
		Color uint32     `json:"color"`
	}
	jsonLink struct {
		Name   string      `json:"name"`
		Shapes []jsonShape `json:"shapes"`
	}
	jsonMarker struct {
		Name  string    `json:"name"`
		Shape jsonShape `json:"shape"`
		Trail int       `json:"trail"`
	}
	jsonSeries struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
	}
	jsonLimit struct {
		Name  string  `json:"name"`
		Value float64 `json:"value"`
	}
	jsonPlot struct {
		Title  string       `json:"title"`
		Unit   string       `json:"unit"`
		Series []jsonSeries `json:"series"`
		Limits []jsonLimit  `json:"limits"`
	}
)

// hello describes the program to a page.
func (h *Hub) hello() []byte {
	shape := func(s Shape) jsonShape {
		clear(s.Size[s.Kind.sides():])
		return jsonShape{[...]string{"box", "cylinder", "sphere", "capsule"}[s.Kind], s.Size, seven(s.At), s.Colour & 0xFFFFFF}
	}
	links, markers, plots := []jsonLink{}, []jsonMarker{}, []jsonPlot{}
	for _, l := range h.program.Links {
		k := jsonLink{l.Name, []jsonShape{}}
		for _, s := range l.Shapes {
			k.Shapes = append(k.Shapes, shape(s))
		}
		links = append(links, k)
	}
	for _, m := range h.program.Markers {
		markers = append(markers, jsonMarker{m.Name, shape(m.Shape), m.Trail})
	}
	for _, p := range h.program.Plots {
		k := jsonPlot{p.Title, p.Unit, []jsonSeries{}, []jsonLimit{}}
		for _, s := range p.Series {
			k.Series = append(k.Series, jsonSeries{h.names[s], s})
		}
		for _, l := range p.Limits {
			if !math.IsNaN(l.Value) && !math.IsInf(l.Value, 0) {
				k.Limits = append(k.Limits, jsonLimit(l))
			}
		}
		plots = append(plots, k)
	}
	joints := append([]string{}, h.program.Joints...)
	b, err := json.Marshal(map[string]any{
		"type": "hello", "program": h.program.Name, "plots": plots, "window": h.program.Window.Seconds(),
		"scene": map[string]any{"links": links, "markers": markers, "joints": joints},
	})
	if err != nil { // Validate leaves nothing that JSON cannot say
		panic(err)
	}
	return b
}

func seven(p spatial.Pose) [7]float64 {
	q := p.R.Quat()
	return [7]float64{p.P.X, p.P.Y, p.P.Z, q.X, q.Y, q.Z, q.W}
}

// frame returns what changed since the last one as a message, nil when nothing did. The bytes are valid until
// the next call.
func (r *reader) frame() []byte {
	h := r.hub
	b := append(r.buf[:0], `{"type":"frame","t":`...)
	b = number(b, time.Duration(h.now.Load()).Seconds(), 4)
	empty := len(b)
	b = r.slot(b, `,"links":`, &h.links, &r.links, 7*len(h.program.Links))
	b = r.slot(b, `,"q":`, &h.joints, &r.joints, len(h.program.Joints))
	open := len(b)
	for i := range h.markers {
		v, fresh := h.markers[i].read(r.markers[i], r.floats[:7])
		if !fresh {
			continue
		}
		r.markers[i] = v
		b = append(b, lead(len(b) == open, `,"markers":[`)...)
		b = strconv.AppendInt(append(b, `{"i":`...), int64(i), 10)
		b = append(numbers(append(b, `,"pose":`...), r.floats[:7], 5), '}')
	}
	b = shut(b, open)
	open = len(b)
	for i, s := range h.series {
		first := true
		r.series[i] = s.since(r.series[i], func(t time.Duration, v float64) {
			if first {
				b = append(b, lead(len(b) == open, `,"points":[`)...)
				b = strconv.AppendInt(append(b, '['), int64(i), 10)
				first = false
			}
			b = number(append(b, ','), t.Seconds(), 4)
			b = number(append(b, ','), v, 5)
		})
		if !first {
			b = append(b, ']')
		}
	}
	b = shut(b, open)
	b = line(b, `,"status":`, h.status.Load(), &r.status)
	b = line(b, `,"alarm":`, h.alarm.Load(), &r.alarm)
	r.buf = b
	if len(b) == empty {
		return nil
	}
	r.buf = append(b, '}')
	return r.buf
}

// line appends a line of text that the browser has not seen.
func line(b []byte, key string, s *string, seen **string) []byte {
	if s == nil || s == *seen {
		return b
	}
	*seen = s
	text, err := json.Marshal(*s)
	if err != nil { // no string fails
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

// shut closes a list opened after length open, if it was.
func shut(b []byte, open int) []byte {
	if len(b) > open {
		b = append(b, ']')
	}
	return b
}

func (r *reader) slot(b []byte, key string, s *slot, seen *uint64, n int) []byte {
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
		b = number(b, v, decimals)
	}
	return append(b, ']')
}

// number appends v for JSON: with some decimals where that says enough, null where it is no number.
func number(b []byte, v float64, decimals int) []byte {
	switch a := math.Abs(v); {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return append(b, "null"...)
	case a >= 1 && a < 1e12 || v == 0:
		return strconv.AppendFloat(b, v, 'f', decimals, 64)
	}
	return strconv.AppendFloat(b, v, 'g', decimals, 64)
}

// picture returns the head and bytes of an image the browser has not seen, nil when there is none.
func (r *reader) picture() (head, jpeg []byte) {
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
