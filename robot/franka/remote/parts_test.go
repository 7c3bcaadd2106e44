package remote

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/bridge/link"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// TestMotions compares the motions with the formulas of libfranka's examples at a few times.
func TestMotions(t *testing.T) {
	s := &franka.State{OTEEc: franka.Pose{0: 1, 5: -1, 10: -1, 15: 1, 12: 0.3, 14: 0.5}, Qd: [7]float64{3: -2, 5: 1.5}}
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
	for _, name := range append(Motions(), "velocity") {
		m, g, err := NewMotion(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []float64{0, 0.25, 1.5, 3.75, 5, 7, 10} {
			var c, want franka.Command
			m.Next(time.Duration(at*1e9), s, &c)
			switch g {
			case franka.GenerateCartesianPose:
				angle := math.Pi / 4 * (1 - math.Cos(math.Pi/5*at))
				want.OTEEc = s.OTEEc
				want.OTEEc[12] += 0.3 * math.Sin(angle)
				want.OTEEc[14] += 0.3 * (math.Cos(angle) - 1)
			case franka.GenerateJointPosition:
				angle := math.Pi / 8 * (1 - math.Cos(math.Pi/2.5*at))
				want.QC = s.Qd
				want.QC[3] += angle
				want.QC[4] += angle
				want.QC[6] += angle
			case franka.GenerateJointVelocity:
				cycle := math.Floor(math.Pow(-1, at-math.Mod(at, 1)))
				v := cycle / 2 * (1 - math.Cos(2*math.Pi*at))
				want.DQC = [7]float64{3: v, 4: v, 5: v, 6: v}
			case franka.GenerateCartesianVelocity:
				cycle := math.Floor(math.Pow(-1, (at-math.Mod(at, 4))/4))
				v := cycle * 0.05 * (1 - math.Cos(math.Pi/2*at))
				want.ODPEEc = [6]float64{v * math.Sqrt2 / 2, 0, -v * math.Sqrt2 / 2}
			}
			if d := cmp.Diff(want, c, near); d != "" {
				t.Errorf("%s at %g s: %s", name, at, d)
			}
		}
	}
	if _, _, err := NewMotion("circle"); err == nil || !strings.Contains(err.Error(), "cartesian") {
		t.Error(err)
	}
}

// TestConfigReportsAllFaults at once.
func TestConfigReportsAllFaults(t *testing.T) {
	err := Config{Version: 12, Generator: franka.GenerateNone, Redundancy: 9, Depth: 999, StopAfter: -1, Share: 2, Margin: 30, Samples: -1, Linger: -1}.Validate()
	for _, want := range []string{"protocol 12", "torque control", "redundancy 9", "depth 999", "stop after", "share", "margin", "samples", "linger"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
	if err := (Config{Scheme: &asks{}, Generator: franka.GenerateJointVelocity}).Validate(); err == nil || !strings.Contains(err.Error(), "use smooth") {
		t.Error(err)
	}
}

// TestTimes: the histogram is off by 3 % at most, and keeps the first samples.
func TestTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := time.Duration(rapid.Int64Range(0, 1<<40).Draw(t, "duration"))
		if low, high := floor(bucket(d)), floor(bucket(d)+1); d < low || d >= high || float64(high-low) > math.Max(1, 0.032*float64(d)) {
			t.Fatalf("%d lies in bucket %d from %d to %d", d, bucket(d), low, high)
		}
	})
	x := newTimes(3)
	for i := range 1000 {
		x.add(time.Duration(i+1) * time.Microsecond)
	}
	got := x.Summary()
	if got.N != 1000 || got.Min != time.Microsecond || got.Max != time.Millisecond || got.Mean != 500500*time.Nanosecond ||
		math.Abs(float64(got.P50)-500e3) > 16e3 || math.Abs(float64(got.P99)-990e3) > 32e3 {
		t.Errorf("%+v", got)
	}
	if d := cmp.Diff([]time.Duration{1000, 2000, 3000}, x.Samples()); d != "" {
		t.Error(d)
	}
	if (new(Times).Summary() != Summary{}) {
		t.Error("a summary of nothing")
	}
}

// TestRing: what goes in comes out in order, and a full ring says so.
func TestRing(t *testing.T) {
	r := newRing[int](4)
	next, want := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		if rapid.Bool().Draw(t, "write") {
			slot := r.slot()
			if (slot == nil) != (r.waiting() == 4) {
				t.Fatal("full?")
			}
			if slot != nil {
				*slot = next
				next++
				r.push()
			}
			return
		}
		if x := r.front(); x != nil {
			if *x != want {
				t.Fatalf("%d came for %d", *x, want)
			}
			want++
			r.pop()
		}
	})
}

// TestSeal: only the other end's datagrams pass, once and in order.
func TestSeal(t *testing.T) {
	k := Secrets{Key: []byte("0123456789abcdef")}
	near, err := newMark(k, true)
	if err != nil {
		t.Fatal(err)
	}
	far, _ := newMark(k, false)
	one, two := near.append(nil, []byte("one")), near.append(nil, []byte("two"))
	if n, ok := far.open(bytes.Clone(one)); !ok || string(one[:n]) != "one" {
		t.Error("not opened")
	}
	if _, ok := far.open(one); ok {
		t.Error("opened twice")
	}
	if n, ok := far.open(two); !ok || n != 3 {
		t.Error("not opened")
	}
	if _, ok := near.open(near.append(nil, []byte("three"))); ok {
		t.Error("its own datagram")
	}
	bad := near.append(nil, []byte("four"))
	bad[1] ^= 1
	if _, ok := far.open(bad); ok {
		t.Error("a forged datagram")
	}
	if text, ok := readOver(over("why", near), far); !ok || text != "why" {
		t.Error(text, ok)
	}
	if _, ok := readOver(over("why", nil), far); ok {
		t.Error("an over without a MAC")
	}
	if s, err := newMark(Secrets{}, true); s != nil || err != nil {
		t.Error(s, err)
	}
	b := make([]byte, 0, 100)
	if n := testing.AllocsPerRun(100, func() { far.open(near.append(b[:0], []byte("abc"))) }); n != 0 {
		t.Errorf("a datagram allocates %v times", n)
	}
}

// TestDepth: too late falls back, too early comes nearer.
func TestDepth(t *testing.T) {
	d := newDepthKeeper(0)
	if by := d.adjust(-4); by != -4-d.want || d.want != depthStart+4 {
		t.Errorf("moved by %d, depth %d", by, d.want)
	}
	moved := 0
	for range depthSpan {
		moved += d.adjust(20)
	}
	if moved != 17 {
		t.Errorf("moved by %d", moved)
	}
	fixed := newDepthKeeper(30)
	for range depthSpan {
		if by := fixed.adjust(30); by != 0 {
			t.Errorf("moved by %d", by)
		}
	}
	if by := fixed.adjust(-1); by != -31 || fixed.want != 30 {
		t.Errorf("moved by %d", by)
	}
}

// TestRobotClock: the quickest states count, and without news the time goes on for a while only.
func TestRobotClock(t *testing.T) {
	var k robotClock
	k.first = 100
	const ms = time.Millisecond
	for i := range 50 {
		late := time.Duration(i%5) * ms
		k.see(100+uint64(i), time.Duration(i)*ms+late)
	}
	if n := k.cycle(50 * ms); n != 50 {
		t.Errorf("cycle %d", n)
	}
	if n := k.cycle(500 * ms); n != 49+bridge {
		t.Errorf("cycle %d", n)
	}
	if !k.alive(100*ms) || k.alive(300*ms) {
		t.Error("alive?")
	}
}

// TestPart: each member by itself, and all members together.
func TestPart(t *testing.T) {
	const v = franka.Version5
	var s franka.State
	image := franka.AppendMembers(nil, v, &s)
	for i := range image {
		image[i] = byte(i%7 + 1)
	}
	layout := franka.Layout(v)
	names := make([]string, len(layout))
	for i, f := range layout {
		names[i] = f.Name
		if f.Name == "robot_mode" || f.Kind == link.Bool { // numbers and flags of their own range
			clear(image[layout.Offset(i):][:f.Size()])
		}
	}
	if err := franka.ReadMembers(image, v, &s); err != nil {
		t.Fatal(err)
	}
	var whole franka.State
	newPart(names).copy(&whole, &s)
	if !bytes.Equal(franka.AppendMembers(nil, v, &whole), image) {
		t.Error("a member is missing")
	}
	for i, f := range layout {
		var one franka.State
		newPart(names[i:i+1]).copy(&one, &s)
		got := franka.AppendMembers(nil, v, &one)[layout.Offset(i):][:f.Size()]
		if !bytes.Equal(got, image[layout.Offset(i):][:f.Size()]) {
			t.Errorf("%s is not copied", f.Name)
		}
	}
}
