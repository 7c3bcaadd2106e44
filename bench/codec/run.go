// Package codec measures the codecs of package link on a Panda's states and commands: bytes of a packet, time to
// encode and decode, allocations, the largest error and the jerk that rounding adds, all compared with general
// compressors on the same images; and the cost of CRC-32 and MAC.
package codec

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bridge/link"
)

// sets are the data: members of states and commands.
var sets = []struct {
	name           string
	state, command []string
}{
	{"pose", []string{"O_T_EE_c"}, []string{"O_T_EE_c"}},
	{"cartesian", []string{"O_T_EE_c", "time"}, []string{"O_T_EE_c"}},
	{"joints", []string{"q", "dq", "tau_J", "O_T_EE"}, []string{"q_c"}},
	{"full", nil, nil},
}

var compressions = []link.Compression{link.None, link.RLE, link.XOR, link.Delta, link.Zstd}

// raw is the size of a state on the robot's own wire, protocol 5, and of a command.
const (
	raw        = 2373
	rawCommand = 370
)

// Run emits the tables. Sizes depend on the seed alone; times are medians in µs, with the 99th percentile as a note.
func Run(o bench.Options, emit bench.Emit) error {
	n := 5000
	if o.Quick {
		n = 500
	}
	if o.N > 0 {
		n = max(500, o.N)
	}
	if err := vector(n, emit); err != nil {
		return err
	}
	m, err := newImages(n, o.Seed)
	if err != nil {
		return err
	}
	for _, set := range sets {
		for _, c := range compressions {
			t := task{state: set.state, command: set.command, delay: 1, config: link.Config{Compression: c}}
			down, up, err := m.measure(t)
			if err != nil {
				return fmt.Errorf("%s, %v: %w", set.name, c, err)
			}
			name := fmt.Sprintf("codec_%s_state_%v", set.name, c)
			down.emit(name, "raw state", raw, emit)
			down.errors(name, c, emit)
			if set.name == "joints" || set.name == "cartesian" {
				name = fmt.Sprintf("codec_%s_command_%v", set.name, c)
				up.emit(name, "raw command", rawCommand, emit)
				up.added(name, c, emit)
			}
		}
		if err := m.peers(set.name, set.state, emit); err != nil {
			return err
		}
	}
	if err := m.redundancy(emit); err != nil {
		return err
	}
	return m.guards(emit)
}

// emit reports sizes and times of one direction.
func (w *way) emit(name, peer string, size float64, emit bench.Emit) {
	emit(bench.Result{Name: name + "_bytes", Value: mean(w.bytes), Unit: "B",
		Note: fmt.Sprintf("p99 %g, header included", bench.Quantile(w.bytes, 0.99))}.Against(peer, size))
	w.times(name, emit)
}

func (w *way) times(name string, emit bench.Emit) {
	for _, x := range []struct {
		what string
		us   []float64
	}{{"_encode", w.encode}, {"_decode", w.decode}} {
		if len(x.us) > 0 {
			emit(bench.Result{Name: name + x.what, Value: bench.Median(x.us), Unit: "us",
				Note: fmt.Sprintf("p99 %.3g", bench.Quantile(x.us, 0.99))})
		}
	}
}

// errors reports how far poses are off if the compression rounds.
func (w *way) errors(name string, c link.Compression, emit bench.Emit) {
	if c == link.Delta && w.lin > 0 {
		emit(bench.Result{Name: name + "_error", Value: 1e6 * w.lin, Unit: "um", Note: "largest of any pose"})
		emit(bench.Result{Name: name + "_turn", Value: 1e6 * w.rot, Unit: "urad", Note: "largest of any pose"})
	}
}

// added reports the jerk of rounding relative to the limits of a Panda.
func (w *way) added(name string, c link.Compression, emit bench.Emit) {
	if c != link.Delta {
		return
	}
	for _, x := range []struct {
		what  string
		value float64
		unit  string
		limit float64
	}{{"_jerk", w.linJerk, "m/s3", 6500}, {"_turn_jerk", w.rotJerk, "rad/s3", 12500}, {"_joint_jerk", w.jointJerk, "rad/s3", 3750}} {
		if x.value > 0 {
			emit(bench.Result{Name: name + x.what, Value: x.value, Unit: x.unit, Note: "added by rounding, largest"}.Against("limit", x.limit))
		}
	}
}

// vector is the thesis's table 2.3.3.
func vector(n int, emit bench.Emit) error {
	x := Thesis()
	back, code := make([]byte, len(x)), make([]byte, 0, 256)
	var w way
	empty := clock()
	for range n {
		start := time.Now()
		code = link.AppendZeroRuns(code[:0], x)
		w.encode = append(w.encode, since(start)-empty)
		start = time.Now()
		_, ok := link.ReadZeroRuns(back, code)
		w.decode = append(w.decode, since(start)-empty)
		if !ok || string(back) != string(x) {
			return fmt.Errorf("bench: zero runs do not give the thesis's vector back")
		}
	}
	emit(bench.Result{Name: "codec_thesis_rle_bytes", Value: float64(len(code)), Unit: "B"}.Against("thesis", 24))
	w.times("codec_thesis_rle", emit)
	emit(bench.Result{Name: "codec_thesis_rle_allocs", Unit: "allocs",
		Value: testing.AllocsPerRun(100, func() { code = link.AppendZeroRuns(code[:0], x) })})
	all, err := peers()
	if err != nil {
		return err
	}
	figures := map[string]float64{"zlib": 33, "snappy": 41}
	images := make([][]byte, n/5)
	for i := range images {
		images[i] = x
	}
	for _, p := range all {
		w, allocs, err := p.run(images)
		if err != nil {
			return err
		}
		r := bench.Result{Name: "codec_thesis_" + p.name + "_bytes", Value: mean(w.bytes), Unit: "B"}
		if f, ok := figures[p.name]; ok {
			r = r.Against("thesis", f)
		}
		emit(r)
		w.times("codec_thesis_"+p.name, emit)
		emit(bench.Result{Name: "codec_thesis_" + p.name + "_allocs", Value: allocs, Unit: "allocs"})
	}
	return nil
}

// peers codes the same members with general compressors, each image separately.
func (m *images) peers(name string, members []string, emit bench.Emit) error {
	s, err := pick(m.layout, members)
	if err != nil {
		return err
	}
	var packed [][]byte
	for _, x := range m.state[:len(m.state)/5] {
		packed = append(packed, s.Extract(nil, x))
	}
	all, err := peers()
	if err != nil {
		return err
	}
	for _, p := range all {
		w, allocs, err := p.run(packed)
		if err != nil {
			return err
		}
		full := fmt.Sprintf("codec_%s_state_%s", name, p.name)
		emit(bench.Result{Name: full + "_bytes", Value: mean(w.bytes), Unit: "B", Note: "payload alone"}.Against("raw state", raw))
		w.times(full, emit)
		emit(bench.Result{Name: full + "_allocs", Value: allocs, Unit: "allocs"})
	}
	return nil
}

// redundancy reports commands that include the last three, at delays of the line, and finer joints.
func (m *images) redundancy(emit bench.Emit) error {
	for _, x := range []struct {
		name   string
		set    int
		quanta link.Quanta
		k      int
		delay  int
		loss   float64
	}{
		{"cartesian_command_delta_3", 1, nil, 3, 1, 0}, {"cartesian_command_delta_3_10ms", 1, nil, 3, 5, 0},
		{"cartesian_command_delta_3_80ms", 1, nil, 3, 40, 0}, {"cartesian_command_delta_3_10ms_loss5", 1, nil, 3, 5, 0.05},
		{"cartesian_command_delta_3_10ms_loss20", 1, nil, 3, 5, 0.2}, {"joints_command_delta_3", 2, nil, 3, 1, 0},
		{"joints_command_delta_1e10", 2, link.Quanta{"q_c": {Step: 1e-10}}, 1, 0, 0},
	} {
		t := task{state: sets[x.set].state, command: sets[x.set].command, delay: x.delay, loss: x.loss,
			config: link.Config{Compression: link.Delta, Redundancy: x.k, CommandQuanta: x.quanta}}
		down, up, err := m.measure(t)
		if err != nil {
			return err
		}
		if x.loss > 0 || x.delay > 1 {
			down.emit("codec_"+strings.Replace(x.name, "command_delta_3", "state_delta", 1), "raw state", raw, emit)
		}
		up.emit("codec_"+x.name, "raw command", rawCommand, emit)
	}
	return nil
}

// guards reports what CRC-32 and MAC add to the packets of the Cartesian example, and that nothing allocates.
func (m *images) guards(emit bench.Emit) error {
	key := []byte("0123456789abcdef0123456789abcdef")
	var plain way
	for _, x := range []struct {
		name string
		crc  bool
		key  []byte
	}{{"plain", false, nil}, {"crc", true, nil}, {"mac", false, key}} {
		t := task{state: sets[1].state, command: sets[1].command, delay: 1, key: x.key,
			config: link.Config{Compression: link.Delta, Redundancy: 3, NoCRC: !x.crc}}
		_, up, err := m.measure(t)
		if err != nil {
			return err
		}
		if x.name == "plain" {
			plain = up
			continue
		}
		size := mean(up.bytes) + up.guard
		emit(bench.Result{Name: "codec_guard_" + x.name + "_bytes", Value: size, Unit: "B",
			Note: "cartesian command, 3 in a packet"}.Against("without, but a byte of check", mean(plain.bytes)))
		emit(bench.Result{Name: "codec_guard_" + x.name + "_encode", Value: bench.Median(up.encode), Unit: "us"}.
			Against("without", bench.Median(plain.encode)))
		emit(bench.Result{Name: "codec_guard_" + x.name + "_decode", Value: bench.Median(up.decode), Unit: "us"}.
			Against("without", bench.Median(plain.decode)))
	}
	for _, c := range compressions {
		allocs, err := m.allocs(c, key)
		if err != nil {
			return err
		}
		emit(bench.Result{Name: fmt.Sprintf("codec_full_state_%v_allocs", c), Value: allocs, Unit: "allocs",
			Note: "full state, encoded and decoded, with CRC and MAC"})
	}
	return nil
}

func (m *images) allocs(c link.Compression, key []byte) (float64, error) {
	config := link.Config{State: m.layout.All(), Command: m.commands.All(), Compression: c}
	app, err := link.NewSession(link.Application, config, link.Nonce{1}, link.Nonce{2}, key)
	if err != nil {
		return 0, err
	}
	robot, err := link.NewSession(link.Interface, config, link.Nonce{1}, link.Nonce{2}, key)
	if err != nil {
		return 0, err
	}
	var p link.Packet
	k, b := 0, make([]byte, 0, link.MaxPacket)
	cycle := func() {
		b = robot.Send(b[:0], uint64(k), m.state[k%len(m.state)], false)
		app.Receive(b, &p)
		b = app.Send(b[:0], uint64(k), m.command[k%len(m.state)], false)
		robot.Receive(b, &p)
		k++
	}
	for range 300 {
		cycle()
	}
	return testing.AllocsPerRun(200, cycle), nil
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / math.Max(1, float64(len(x)))
}
