package codec

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// images are the states and commands of a motion, cycle by cycle, whole.
type images struct {
	layout, commands link.Layout
	state, command   [][]byte
}

func newImages(n int, seed uint64) (*images, error) {
	a, err := newArm(seed)
	if err != nil {
		return nil, err
	}
	m := &images{layout: franka.Layout(version), commands: franka.CommandLayout(version)}
	var s franka.State
	var c franka.Command
	for k := range n {
		a.state(&s, k)
		command(&c, k)
		m.state = append(m.state, franka.AppendMembers(nil, version, &s))
		m.command = append(m.command, franka.AppendCommandMembers(nil, version, &c))
	}
	return m, nil
}

// task is one session to measure.
type task struct {
	state, command []string // members; none means all
	config         link.Config
	key            []byte
	delay          int     // cycles from one end to the other
	loss           float64 // share of packets that do not arrive, in each direction
}

// way is the measurement of one direction.
type way struct {
	bytes          []float64 // of each packet without its guard
	guard          float64   // of a packet
	encode, decode []float64 // µs
	// The largest errors of the results: of poses' translation (m) and rotation (rad), and of the largest third
	// difference of these errors and of joints' over 1 ms (m/s³, rad/s³).
	lin, rot, linJerk, rotJerk, jointJerk float64
}

func pick(l link.Layout, names []string) (link.Selection, error) {
	if len(names) == 0 {
		return l.All(), nil
	}
	return l.Select(names...)
}

// measure runs a session over the images. Packets of the first cycles, before anything is acknowledged, are left out.
func (m *images) measure(t task) (down, up way, err error) {
	c := t.config
	if c.State, err = pick(m.layout, t.state); err != nil {
		return down, up, err
	}
	if c.Command, err = pick(m.commands, t.command); err != nil {
		return down, up, err
	}
	app, err := link.NewSession(link.Application, c, link.Nonce{1}, link.Nonce{2}, t.key)
	if err != nil {
		return down, up, err
	}
	robot, err := link.NewSession(link.Interface, c, link.Nonce{1}, link.Nonce{2}, t.key)
	if err != nil {
		return down, up, err
	}
	a := &hop{from: robot, to: app, delay: t.delay, way: &down, sel: c.State, layout: m.layout, image: make([]byte, m.layout.Size())}
	b := &hop{from: app, to: robot, delay: t.delay, way: &up, sel: c.Command, layout: m.commands, image: make([]byte, m.commands.Size())}
	a.loss, a.chance = t.loss, rand.New(rand.NewPCG(1, 5))
	b.loss, b.chance = t.loss, rand.New(rand.NewPCG(1, 6))
	empty := clock()
	for k := range m.state {
		if err := a.cycle(k, m.state, empty, 4*t.delay+100); err != nil {
			return down, up, err
		}
		if err := b.cycle(k, m.command, empty, 4*t.delay+100); err != nil {
			return down, up, err
		}
	}
	return down, up, nil
}

// clock is the time of an empty measurement, µs.
func clock() float64 {
	least := math.Inf(1)
	for range 100 {
		start := time.Now()
		least = min(least, since(start))
	}
	return least
}

func since(start time.Time) float64 { return float64(time.Since(start).Nanoseconds()) / 1e3 }

// hop is one direction of the line.
type hop struct {
	from, to *link.Session
	delay    int
	way      *way
	sel      link.Selection
	layout   link.Layout
	image    []byte
	fresh    []byte // what is sent; it is in the cache, like a state that a robot has just sent
	line     [][]byte
	loss     float64
	chance   *rand.Rand
	errors   [4][3][3]float64 // of the last four samples: translation, rotation, joints
	seen     int
}

func (h *hop) cycle(k int, images [][]byte, empty float64, from int) error {
	var b []byte
	if k > h.delay {
		b = h.line[0][:0]
		h.line = h.line[1:]
	} else {
		b = make([]byte, 0, 4096)
	}
	before := h.from.Sent().Guard
	h.fresh = append(h.fresh[:0], images[k]...)
	start := time.Now()
	b = h.from.Send(b, uint64(k), h.fresh, false)
	took := since(start) - empty
	guard := float64(h.from.Sent().Guard - before)
	if k >= from {
		h.way.encode = append(h.way.encode, took)
		h.way.bytes = append(h.way.bytes, float64(len(b))-guard)
		h.way.guard = guard
	}
	h.line = append(h.line, b)
	if len(h.line) <= h.delay {
		return nil
	}
	if h.chance.Float64() < h.loss {
		h.seen = 0
		return nil
	}
	var p link.Packet
	start = time.Now()
	status := h.to.Receive(h.line[0], &p)
	took = since(start) - empty
	if status != link.OK {
		return fmt.Errorf("bench: packet %d is %v at the other end", k, status)
	}
	if k >= from {
		h.way.decode = append(h.way.decode, took)
	}
	h.to.Sample(0, h.image)
	h.compare(images[p.Seq])
	return nil
}

// compare notes how far the resulting image is from the original.
func (h *hop) compare(want []byte) {
	copy(h.errors[:], h.errors[1:])
	e := &h.errors[3]
	*e = [3][3]float64{}
	for _, i := range h.sel.Members() {
		f, at := h.layout[i], h.layout.Offset(i)
		switch {
		case f.Kind == link.Float64 && f.Count == 16:
			e[0], e[1] = apart(pose16(h.image[at:]), pose16(want[at:]))
			h.way.lin, h.way.rot = max(h.way.lin, norm(e[0])), max(h.way.rot, norm(e[1]))
		case f.Name == "q_c":
			for j := range 3 {
				e[2][j] = number(h.image[at+8*j:]) - number(want[at+8*j:])
			}
		}
	}
	if h.seen++; h.seen < 4 {
		return
	}
	var third [3][3]float64
	for g := range third {
		for i := range 3 {
			third[g][i] = (e[g][i] - 3*h.errors[2][g][i] + 3*h.errors[1][g][i] - h.errors[0][g][i]) / 1e-9
		}
	}
	h.way.linJerk, h.way.rotJerk = max(h.way.linJerk, norm(third[0])), max(h.way.rotJerk, norm(third[1]))
	for _, j := range third[2] {
		h.way.jointJerk = max(h.way.jointJerk, math.Abs(j))
	}
}

func number(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }

func pose16(b []byte) (p franka.Pose) {
	for i := range p {
		p[i] = number(b[8*i:])
	}
	return p
}

// apart is the translation and the (small) rotation from b to a.
func apart(a, b franka.Pose) (lin, rot [3]float64) {
	dot := func(i, j int) float64 { return a[4*i]*b[4*j] + a[4*i+1]*b[4*j+1] + a[4*i+2]*b[4*j+2] }
	for i := range 3 {
		lin[i] = a[12+i] - b[12+i]
		rot[i] = (dot((i+2)%3, (i+1)%3) - dot((i+1)%3, (i+2)%3)) / 2
	}
	return lin, rot
}

func norm(v [3]float64) float64 { return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]) }
