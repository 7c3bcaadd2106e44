package view

import (
	"encoding/json"
	"math"
)

// Board describes what people see of a robot whose controllers are managed, and how they give orders and move it by hand.
type Board struct {
	Orders string       // path of the physical action that takes orders: those of control/manager
	Moves  string       // path of the physical action that takes moves by hand, "" for none
	Joints []BoardJoint // joints that can be moved
	Goals  []string     // controllers that take positions of joints
	Twists []string     // controllers that take twists of a tip
}

// BoardJoint is a joint that a controller moves.
type BoardJoint struct {
	Name, Unit   string  // rad or m
	Lower, Upper float64 // limits of its position; infinite if there is no limit
	Velocity     float64 // greatest velocity; infinite if there is no limit
}

// jsonBoard and jsonJoint describe a board to a page; null means no limit.
type (
	jsonBoard struct {
		Orders string      `json:"orders"`
		Moves  string      `json:"moves"`
		Joints []jsonJoint `json:"joints"`
		Goals  []string    `json:"goals"`
		Twists []string    `json:"twists"`
	}
	jsonJoint struct {
		Name     string   `json:"name"`
		Unit     string   `json:"unit"`
		Lower    *float64 `json:"lower"`
		Upper    *float64 `json:"upper"`
		Velocity *float64 `json:"velocity"`
	}
)

func (b *Board) json() *jsonBoard {
	if b == nil {
		return nil
	}
	finite := func(v float64) *float64 {
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return nil
		}
		return &v
	}
	k := &jsonBoard{Orders: b.Orders, Moves: b.Moves, Joints: []jsonJoint{}, Goals: append([]string{}, b.Goals...), Twists: append([]string{}, b.Twists...)}
	for _, j := range b.Joints {
		k.Joints = append(k.Joints, jsonJoint{j.Name, j.Unit, finite(j.Lower), finite(j.Upper), finite(j.Velocity)})
	}
	return k
}

// maxValues bounds the numbers that a board shows; more are left out.
const maxValues = 4096

// Listing shows the hardware, interfaces and controllers. A goroutine of the server writes it as JSON, so it must not be
// changed any more.
func (h *Hub) Listing(l any) { h.listing.Store(&l) }

// Values sets the numbers that belong to the listing of a revision.
func (h *Hub) Values(revision uint64, values []float64) {
	if h.program.Board == nil || !h.Watched() || !h.values.begin() {
		return
	}
	values = values[:min(len(values), maxValues)]
	h.values.words[0].Store(math.Float64bits(float64(revision)))
	h.values.words[1].Store(math.Float64bits(float64(len(values))))
	for i, v := range values {
		h.values.words[2+i].Store(math.Float64bits(v))
	}
	h.values.end()
}

// board appends the listing and its values, if they are new.
func (r *Frames) board(b []byte) []byte {
	if r.hub.program.Board == nil {
		return b
	}
	if l := r.hub.listing.Load(); l != nil && l != r.listing {
		r.listing = l
		text, err := json.Marshal(*l)
		if err != nil {
			r.hub.Event(Event{Time: r.hub.now.Load(), Kind: "fault", What: r.hub.program.Board.Orders, Text: "the controllers cannot be shown: " + err.Error()})
		} else {
			b = append(append(b, `,"listing":`...), text...)
		}
	}
	v, fresh := r.hub.values.read(r.values, r.floats[:2+maxValues])
	if !fresh {
		return b
	}
	r.values = v
	b = AppendNumber(append(b, `,"values":[`...), r.floats[0], 0)
	for _, v := range r.floats[2 : 2+int(r.floats[1])] {
		b = AppendNumber(append(b, ','), v, 5)
	}
	return append(b, ']')
}
