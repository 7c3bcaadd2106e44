package link

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// thesis is the vector of section 2.3.3.
func thesis() []byte {
	var b []byte
	for _, v := range []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -0.999023, 0, -0.00810967, 0, 0} {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

func TestZeroRuns(t *testing.T) {
	run := func(n int) []byte { return make([]byte, n) }
	for _, c := range []struct {
		name      string
		src, want []byte
	}{
		{"nothing", nil, []byte{3, 0, 0}},
		{"no zero: a byte too many", []byte{7}, []byte{4, 0, 7, 0}},
		{"one zero", run(1), []byte{4, 0, 0, 1}},
		{"127 zeros", run(127), []byte{4, 0, 0, 127}},
		{"128 zeros: a byte too many", run(128), []byte{6, 0, 0, 0x80, 1, 0}},
		{"129 zeros", run(129), []byte{6, 0, 0, 0x81, 1, 0}},
		{"2373 zeros", run(2373), []byte{6, 0, 0, 0xc5, 18, 0}},
		{"zeros first", []byte{0, 0, 7}, []byte{6, 0, 0, 2, 7, 0}},
		{"zeros last", []byte{7, 0, 0}, []byte{5, 0, 7, 0, 2}},
		{"long run inside", append(run(200), 1, 0), []byte{8, 0, 0, 0xc8, 1, 1, 0, 1}},
		{"the thesis's vector", thesis(), []byte{
			24, 0, 0, 88, 0x36, 0x75, 0x1e, 0x15, 0xff, 0xf7, 0xef, 0xbf, 0, 8, 0xd8, 0x68, 0x73, 0x7b, 0xcd, 0x9b, 0x80, 0xbf, 0, 16,
		}},
	} {
		got := AppendZeroRuns(nil, c.src)
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %x\n%s", c.name, got, d)
		}
		back := make([]byte, len(c.src))
		if n, ok := ReadZeroRuns(back, got); !ok || n != len(got) || !bytes.Equal(back, c.src) {
			t.Errorf("%s: read back as %x, %d, %v", c.name, back, n, ok)
		}
		for n := range len(got) {
			if _, ok := ReadZeroRuns(back, got[:n]); ok {
				t.Errorf("%s: %d bytes of %d are taken for whole", c.name, n, len(got))
			}
		}
	}
}

func TestZeroRunsRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var src []byte
		for range rapid.IntRange(0, 20).Draw(rt, "parts") {
			if rapid.Bool().Draw(rt, "zeros") {
				src = append(src, make([]byte, rapid.IntRange(0, 400).Draw(rt, "n"))...)
			} else {
				src = append(src, rapid.SliceOfN(rapid.Byte(), 0, 30).Draw(rt, "bytes")...)
			}
		}
		code := AppendZeroRuns([]byte("before"), src)[6:]
		back := make([]byte, len(src))
		if n, ok := ReadZeroRuns(back, append(code, 1, 2)); !ok || n != len(code) || !bytes.Equal(src, back) {
			rt.Fatalf("%x became %x and %x", src, code, back)
		}
	})
}

func TestSelect(t *testing.T) {
	_, err := testState.Select("O_T_EE_C", "q", "q", "nonsense", "tau_j")
	for _, want := range []string{`"O_T_EE_C": is O_T_EE_c`, "q is named twice", `"nonsense": there are O_T_EE, m_ee`, `"tau_j": is tau_J meant?`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in: %v", want, err)
		}
	}
	if _, err := testState.Pick(0, 9, 0, -1); err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("faults of picking: %v", err)
	}
	bad := Layout{{Kind: Float64, Count: 1}, {Name: "a", Kind: Kind(9), Count: 1}, {Name: "a", Kind: Bool, Count: 1}}
	if err := bad.Validate(); err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("faults of a layout: %v", err)
	}
	s := sel(t, testState, "time", "q", "dq")
	if d := cmp.Diff([]int{3, 4, 8}, s.Members()); d != "" {
		t.Error(d)
	}
	if s.Size() != 120 || len(s.runs) != 2 || s.Packed().Size() != 120 {
		t.Errorf("%d bytes in %d runs", s.Size(), len(s.runs))
	}
}

func TestExtractAndRestore(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := testState
		s := l.selection(rapid.SliceOfNDistinct(rapid.IntRange(0, len(l)-1), 0, len(l), rapid.ID).Draw(rt, "members"))
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		image, back := make([]byte, l.Size()), make([]byte, l.Size())
		for i := range image {
			image[i], back[i] = byte(r.Uint32()), byte(r.Uint32())
		}
		was := bytes.Clone(back)
		packed := s.Extract(nil, image)
		if len(packed) != s.Size() {
			rt.Fatalf("%d bytes, not %d", len(packed), s.Size())
		}
		s.Restore(back, packed)
		for i, f := range l {
			at := l.Offset(i)
			want := was
			if s.Has(i) {
				want = image
			}
			if !bytes.Equal(back[at:at+f.Size()], want[at:at+f.Size()]) {
				rt.Fatalf("member %s", f.Name)
			}
		}
	})
}

// Rotations come back orthonormal and within the quantum, in every chart and across their borders.
func TestPose(t *testing.T) {
	u := Quantum{1e-6, 1e-6}
	used := [4]int{}
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		q := [4]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		q[r.IntN(4)] *= math.Pow(10, -8*r.Float64())
		n := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
		for i := range q {
			q[i] /= n
		}
		var m, back [16]float64
		turn(&m, q)
		m[12], m[13], m[14], m[15] = r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), 1
		slots, other := make([]int64, 16), make([]int64, 16)
		chart, ok := putPose(slots, &m, uint8(r.IntN(6)), u)
		if !ok {
			rt.Fatalf("%v is taken for no pose", m)
		}
		used[chart]++
		getPose(&back, slots, chart, u)
		if e := angle(&m, &back); e > 1e-6 {
			rt.Fatalf("turned by %g", e)
		}
		if e := math.Hypot(math.Hypot(m[12]-back[12], m[13]-back[13]), m[14]-back[14]); e > 1e-6 {
			rt.Fatalf("moved by %g", e)
		}
		for i := range 3 {
			for j := range 3 {
				dot := back[4*i]*back[4*j] + back[4*i+1]*back[4*j+1] + back[4*i+2]*back[4*j+2]
				if i == j {
					dot--
				}
				if math.Abs(dot) > 1e-14 {
					rt.Fatalf("columns %d, %d: %g", i, j, dot)
				}
			}
		}
		to, _ := chartOf(&m, 9)
		rechart(other, slots, chart, to, u)
		getPose(&back, other, to, u)
		if e := angle(&m, &back); e > 3e-6 {
			rt.Fatalf("turned by %g in another chart", e)
		}
	})
	for c, n := range used {
		if n == 0 {
			t.Errorf("chart %d never came", c)
		}
	}
}

// angle between two poses' rotations: from the antisymmetric part of AᵀB, exact where they are near.
func angle(a, b *[16]float64) float64 {
	dot := func(i, j int) float64 { return a[4*i]*b[4*j] + a[4*i+1]*b[4*j+1] + a[4*i+2]*b[4*j+2] }
	x, y, z := dot(2, 1)-dot(1, 2), dot(0, 2)-dot(2, 0), dot(1, 0)-dot(0, 1)
	return math.Sqrt(x*x+y*y+z*z) / 2
}

// What rounding adds to a command's jerk stays below 1 % of the tightest limit, for signals without any jerk of their
// own in the worst place: third differences of the error, at 1 kHz.
func TestAddedJerk(t *testing.T) {
	c := Config{State: sel(t, testState, "q"), Command: sel(t, testCommand, "O_T_EE_c", "q_c", "elbow_c"), Compression: Delta}
	app, robot := pair(t, c, nil)
	command, state, got := make([]byte, testCommand.Size()), make([]byte, testState.Size()), make([]byte, testCommand.Size())
	var p Packet
	type errs struct{ lin, rot, joint [3]float64 }
	var e [4]errs
	var lin, rot, joint float64
	for k := range 4000 {
		pose := circle(k)
		put(command, testCommand, "O_T_EE_c", pose...)
		q := math.Sin(float64(k) / 247)
		put(command, testCommand, "q_c", q, -q, q, 1, q/3, q/7, 0.1)
		b := app.Send(nil, uint64(k), command, false)
		if s := robot.Receive(b, &p); s != OK {
			t.Fatal(k, s)
		}
		app.Receive(robot.Send(nil, uint64(k), state, false), &p)
		robot.Sample(0, got)
		back := get(got, testCommand, "O_T_EE_c")
		e[0], e[1], e[2] = e[1], e[2], e[3]
		m, n := [16]float64(pose), [16]float64(back)
		dot := func(i, j int) float64 { return m[4*i]*n[4*j] + m[4*i+1]*n[4*j+1] + m[4*i+2]*n[4*j+2] }
		e[3] = errs{
			lin:   [3]float64{back[12] - pose[12], back[13] - pose[13], back[14] - pose[14]},
			rot:   [3]float64{(dot(2, 1) - dot(1, 2)) / 2, (dot(0, 2) - dot(2, 0)) / 2, (dot(1, 0) - dot(0, 1)) / 2},
			joint: [3]float64{get(got, testCommand, "q_c")[0] - q},
		}
		if k < 3 {
			continue
		}
		third := func(x func(errs) [3]float64) float64 {
			n := 0.0
			for i := range 3 {
				j := (x(e[3])[i] - 3*x(e[2])[i] + 3*x(e[1])[i] - x(e[0])[i]) / 1e-9
				n += j * j
			}
			return math.Sqrt(n)
		}
		lin = max(lin, third(func(e errs) [3]float64 { return e.lin }))
		rot = max(rot, third(func(e errs) [3]float64 { return e.rot }))
		joint = max(joint, third(func(e errs) [3]float64 { return e.joint }))
	}
	t.Logf("added: %.3g m/s³, %.3g rad/s³, joints %.3g rad/s³", lin, rot, joint)
	if lin > 45 || rot > 85 || joint > 37.5 || lin == 0 || rot == 0 || joint == 0 {
		t.Errorf("added jerk: %g m/s³, %g rad/s³, joints %g rad/s³", lin, rot, joint)
	}
}

func TestBits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		groups := rapid.SliceOfN(rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) uint64 {
			return rapid.Uint64().Draw(rt, "v") >> rapid.IntRange(0, 63).Draw(rt, "shift")
		}), 1, 20), 1, 8).Draw(rt, "groups")
		var w bitWriter
		buf := make([]byte, 4096)
		w.start(buf)
		for _, g := range groups {
			var sum uint64
			for _, v := range g {
				sum += v
			}
			w.putResiduals(g, sum)
		}
		b := bytes.Clone(w.bytes())
		var r bitReader
		r.start(append(b, make([]byte, slack)...), len(b))
		for _, g := range groups {
			got := make([]uint64, len(g))
			r.getResiduals(got)
			if d := cmp.Diff(g, got); d != "" {
				rt.Fatal(d)
			}
		}
		if !r.done() {
			rt.Fatal("something is left")
		}
	})
}

func TestNothingAllocates(t *testing.T) {
	for _, compression := range []Compression{None, RLE, XOR, Delta, Zstd} {
		for _, psk := range [][]byte{nil, []byte("0123456789abcdef")} {
			c := Config{State: testState.All(), Command: testCommand.All(), Compression: compression, Redundancy: 3}
			app, robot := pair(t, c, psk)
			state, command := make([]byte, testState.Size()), make([]byte, testCommand.Size())
			a, b := make([]byte, 0, MaxPacket), make([]byte, 0, MaxPacket)
			var p Packet
			k := 0
			cycle := func() {
				binary.LittleEndian.PutUint64(state, math.Float64bits(math.Sin(float64(k)/100)))
				binary.LittleEndian.PutUint64(command, math.Float64bits(math.Sin(float64(k)/100)))
				a = robot.Send(a[:0], uint64(k), state, false)
				b = app.Send(b[:0], uint64(k), command, false)
				if k++; app.Receive(a, &p) != OK || robot.Receive(b, &p) != OK {
					t.Fatal("lost")
				}
				app.Sample(0, state)
				robot.Sample(p.Count-1, command)
				b[len(b)-1] ^= 1
				robot.Receive(b, &p)
			}
			for range 300 {
				cycle()
			}
			if n := testing.AllocsPerRun(200, cycle); n > 0 {
				t.Errorf("%v: %g allocations a cycle", compression, n)
			}
		}
	}
}
