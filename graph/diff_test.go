package graph

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/diag"
)

// String is for tests: extra connection a.out -> b.in.
func (d Difference) String() string {
	s := fmt.Sprintf("%v %s %s", d.Change, d.Of, d.Path)
	if d.To != "" {
		s += " -> " + d.To
	}
	if d.Want != "" || d.Have != "" {
		s += fmt.Sprintf(" (%s, %s)", d.Want, d.Have)
	}
	return s
}

// chain is a system of three reactors in a row, the last of which has a reactor within: sensor.out -> filter.in,
// filter.out -> robot.in -> robot.arm.in.
func chain(name string) *build {
	b := newBuild(name)
	sensor := b.reactor(0, "sensor")
	b.port(sensor, Output, "out")
	b.trigger(sensor, Timer, "tick", 0, 10*time.Millisecond)
	filter := b.reactor(0, "filter")
	b.port(filter, Input, "in")
	b.port(filter, Output, "out")
	robot := b.reactor(0, "robot")
	b.port(robot, Input, "in")
	arm := b.reactor(robot, "arm")
	b.port(arm, Input, "in")
	for i := range b.Ports {
		b.Ports[i].Type = "robot.Pose"
	}
	b.wire("sensor.out", "filter.in")
	b.wire("filter.out", "robot.in")
	b.wire("robot.in", "robot.arm.in")
	return b
}

// TestEveryDifference changes a system in one way at a time and expects exactly that difference.
func TestEveryDifference(t *testing.T) {
	for name, c := range map[string]struct {
		want  func(b *build)
		have  func(b *build)
		names map[string]string
		diff  []string
	}{
		"nothing":              {},
		"a reactor is missing": {want: func(b *build) { r := b.reactor(0, "logger"); b.port(r, Input, "in"); b.wire("filter.out", "logger.in") }, diff: []string{"missing reactor logger"}},
		"a reactor is extra":   {have: func(b *build) { r := b.reactor(0, "logger"); b.port(r, Input, "in"); b.wire("filter.out", "logger.in") }, diff: []string{"extra reactor logger"}},
		"ports are there for an extra connection": {have: func(b *build) {
			b.port(1, Input, "gain")
			b.port(2, Output, "wish")
			b.wire("filter.wish", "sensor.gain")
		}, diff: []string{"extra connection filter.wish -> sensor.gain"}},
		"a port is there for an extra reactor": {have: func(b *build) {
			b.port(b.reactor(0, "keyboard"), Output, "key")
			b.port(2, Input, "mode")
			b.wire("keyboard.key", "filter.mode")
		}, diff: []string{"extra reactor keyboard"}},
		"a port is missing": {want: func(b *build) { b.port(2, Input, "gain") }, diff: []string{"missing port filter.gain"}},
		"a port is extra":   {have: func(b *build) { b.port(2, Input, "gain") }, diff: []string{"extra port filter.gain"}},
		"a type is another": {have: func(b *build) { b.Ports[b.find("filter.in")].Type = "robot.Joints" }, diff: []string{"mistyped port filter.in (robot.Pose, robot.Joints)"}},
		"types are others all the way": {have: func(b *build) {
			for i := range b.Ports {
				b.Ports[i].Type = "robot.Joints"
			}
		}, diff: []string{"mistyped port sensor.out (robot.Pose, robot.Joints)", "mistyped port filter.out (robot.Pose, robot.Joints)", "mistyped port robot.in (robot.Pose, robot.Joints)"}},
		"a type has no package": {want: func(b *build) {
			for i := range b.Ports {
				b.Ports[i].Type = "POSE"
			}
		}},
		"a connection is missing": {have: func(b *build) { b.Connections = slices.Delete(b.Connections, 0, 1) }, diff: []string{"missing connection sensor.out -> filter.in"}},
		"a connection is extra":   {have: func(b *build) { b.wire("sensor.out", "robot.in") }, diff: []string{"extra connection sensor.out -> robot.arm.in"}},
		"it ends on the way":      {have: func(b *build) { b.Connections = b.Connections[:2] }, diff: []string{"missing connection filter.out -> robot.arm.in"}},
		"a timer is slower":       {have: func(b *build) { b.Triggers[0].Period = 20 * time.Millisecond }, diff: []string{"slower timer sensor.tick (10ms, 20ms)"}},
		"a timer is faster":       {have: func(b *build) { b.Triggers[0].Period = 5 * time.Millisecond }, diff: []string{"faster timer sensor.tick (10ms, 5ms)"}},
		"a timer is missing":      {have: func(b *build) { b.Triggers[0].Period = 0 }, diff: []string{"missing timer sensor.tick (10ms, )"}},
		"names are spelled otherwise": {want: func(b *build) {
			b.Reactors[1].Name, b.Reactors[2].Name, b.Ports[b.find("filter.in")].Name = "Sensor", "FIL_TER", "IN"
		}},
		"names are others":         {want: func(b *build) { b.Reactors[3].Name, b.Reactors[4].Name = "machine", "ARM" }, names: map[string]string{"Machine": "robot"}},
		"a port's name is another": {want: func(b *build) { b.Ports[b.find("filter.in")].Name = "raw" }, names: map[string]string{"filter.raw": "filter.in"}},
		"a closed reactor is as it likes": {want: func(b *build) {
			b.Connections, b.Reactors, b.Ports = b.Connections[:2], b.Reactors[:4], b.Ports[:4]
			b.Reactors[3].Children = nil
		},
			have: func(b *build) { r := b.reactor(3, "hand"); b.port(r, Input, "in"); b.wire("robot.in", "robot.hand.in") }},
		"nothing follows from a missing one": {have: func(b *build) { b.Reactors[2].Name = "gone" }, diff: []string{"missing reactor filter", "extra reactor gone"}},
	} {
		t.Run(name, func(t *testing.T) {
			want, have := chain("design"), chain("program")
			if c.want != nil {
				c.want(want)
			}
			if c.have != nil {
				c.have(have)
			}
			var got []string
			for _, d := range Diff(&want.Graph, &have.Graph, c.names).Differences {
				got = append(got, d.String())
			}
			if diff := cmp.Diff(c.diff, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestDifferencesAsFaults: what is wrong and what to do, with the code; only a port that nothing uses is a warning.
func TestDifferencesAsFaults(t *testing.T) {
	for want, d := range map[string]Difference{
		"a.b: the connection to c.d is in the design, but not in the system; add it to the system, or take it out of the design (missing)":  {Of: "connection", Path: "a.b", To: "c.d"},
		"a.b: the port has type pose.Wrist, not Pose as in the design; let both have the same type (mistyped)":                              {Change: Mistyped, Of: "port", Path: "a.b", Want: "Pose", Have: "pose.Wrist"},
		"a.t: it runs with a period of 20ms, not 10ms as in the design: it is slower; let both have the same period (slower)":               {Change: Slower, Of: "timer", Path: "a.t", Want: "10ms", Have: "20ms"},
		"a.t: nothing of it runs with a period of 10ms, as the design has it; add it to the system, or take it out of the design (missing)": {Of: "timer", Path: "a.t", Want: "10ms"},
		"a.p: the port is in the system, but not in the design; add it to the design, or take it out of the system (extra)":                 {Change: Extra, Of: "port", Path: "a.p"},
	} {
		f := d.Fault()
		if f.Error() != want || (f.Severity == diag.Warning) != (d.Change == Extra) {
			t.Errorf("%v\nnot\n%s", f, want)
		}
	}
}

// TestRandomDifferences: a random system is as itself, and as itself spelled otherwise in another order; with one change it
// differs in that change, and the other way round in its opposite.
func TestRandomDifferences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 8).Draw(t, "reactors")
		type wire struct{ from, to int }
		var wires []wire
		for to := range n {
			if from := rapid.IntRange(-1, n-1).Draw(t, "from"); from >= 0 {
				wires = append(wires, wire{from, to})
			}
		}
		depth := rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "nested")
		build := func(order []int, spell func(string) string, without int) *Graph {
			b := newBuild("random")
			outs, ins := make([]int, n), make([]int, n)
			for _, i := range order {
				parent := 0
				if depth[i] { // within a reactor whose ports pass everything on
					parent = b.reactor(0, spell(fmt.Sprintf("box_%d", i)))
				}
				r := b.reactor(parent, spell(fmt.Sprintf("node_%d", i)))
				ins[i], outs[i] = b.port(r, Input, spell("in_put")), b.port(r, Output, spell("out"))
				if parent != 0 {
					in, out := b.port(parent, Input, spell("in_put")), b.port(parent, Output, spell("out"))
					b.connect(in, ins[i])
					b.connect(outs[i], out)
					ins[i], outs[i] = in, out
				}
			}
			for k, w := range wires {
				if k != without {
					b.connect(outs[w.from], ins[w.to])
				}
			}
			return &b.Graph
		}
		plain := func(s string) string { return s }
		straight := make([]int, n)
		for i := range straight {
			straight[i] = i
		}
		order := rapid.Permutation(straight).Draw(t, "order")
		g := build(straight, plain, -1)
		if d := Diff(g, build(order, func(s string) string { return strings.ToUpper(strings.ReplaceAll(s, "_", "")) }, -1), nil).Differences; len(d) > 0 {
			t.Fatalf("it differs from itself: %v", d)
		}
		if len(wires) == 0 {
			return
		}
		without := rapid.IntRange(0, len(wires)-1).Draw(t, "without")
		less := build(order, plain, without)
		there, back := Diff(g, less, nil).Differences, Diff(less, g, nil).Differences
		if len(there) != 1 || there[0].Change != Missing || there[0].Of != "connection" {
			t.Fatalf("a connection is missing: %v", there)
		}
		if len(back) != 1 || back[0].Change != Extra || back[0].Path != there[0].Path || back[0].To != there[0].To {
			t.Fatalf("a connection is extra: %v, not as %v", back, there)
		}
	})
}

// TestLargeDifference: what is compared grows with the systems, not with their square: otherwise this takes minutes.
func TestLargeDifference(t *testing.T) {
	const n = 20_000
	row := func(ports int) *Graph {
		b := newBuild("row")
		last := None
		for i := range n {
			r := b.reactor(0, fmt.Sprintf("node%d", i))
			in, out := b.port(r, Input, "in"), b.port(r, Output, "out")
			if last != None {
				b.connect(last, in)
			}
			for k := range ports {
				p := b.port(r, Input, fmt.Sprintf("extra%d", k))
				if last != None {
					b.connect(last, p)
				}
			}
			last = out
		}
		return &b.Graph
	}
	found := Diff(row(0), row(2), nil).Differences
	if len(found) != 2+2*(n-1) { // the first one's ports are loose, to the others lead connections
		t.Errorf("%d differences: %v …", len(found), found[:min(3, len(found))])
	}
}
