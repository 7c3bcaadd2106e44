package graph

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func pathsOf(g *Graph, ids []int) (names []string) {
	for _, r := range ids {
		names = append(names, g.Reactions[r].Path)
	}
	return names
}

func TestCriticalPath(t *testing.T) {
	g := thesis()
	want := []string{
		"follow.vision.camera.locate", "follow.vision.coord_transform.transform", "follow.vision.handling_interface.choose",
		"follow.vision.target_handling.offset", "follow.vision.handling_interface.pass", "follow.vision.validation.clamp",
	}
	// The control cycle is longer; brake comes last by the order within its reactor.
	control := []string{
		"follow.xarm_interface.fetch", "follow.motion.interface.1", "follow.motion.moderator.repair", "follow.motion.decoder.decode", "follow.motion.instructor.tell",
		"follow.motion.velocity.limit", "follow.motion.planner.plan", "follow.motion.sanity_checker.check", "follow.motion.sanity_checker.brake",
	}
	if d := cmp.Diff(control, pathsOf(g, CriticalPath(g, nil))); d != "" {
		t.Error(d)
	}
	slow := func(r int) float64 { // a picture takes long; what only starts the program takes nothing
		if g.Reactions[r].Path == want[0] {
			return 30
		}
		return g.oneEach(r)
	}
	if d := cmp.Diff(want, pathsOf(g, CriticalPath(g, slow))); d != "" {
		t.Error(d)
	}
	if p := CriticalPath(g, func(int) float64 { return 0 }); p != nil {
		t.Error("nothing takes time, yet", pathsOf(g, p))
	}
}

// TestCriticalPathIsLongest compares with every chain of small random graphs.
func TestCriticalPathIsLongest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBuild("m")
		n := rapid.IntRange(1, 8).Draw(t, "reactors")
		weight := make([]float64, n)
		var outs []int
		for i := range n {
			r := b.reactor(0, fmt.Sprint("r", i))
			in, out := b.port(r, Input, "in"), b.port(r, Output, "out")
			b.reaction(r, "do", ports(in), nil, ports(out))
			weight[i] = float64(rapid.IntRange(0, 4).Draw(t, "weight"))
			for _, o := range outs {
				if rapid.Bool().Draw(t, "wire") {
					b.connect(o, in).Delayed = rapid.IntRange(0, 3).Draw(t, "delayed") == 0
				}
			}
			outs = append(outs, out)
		}
		g := &b.Graph
		w := func(r int) float64 { return weight[r] }
		var sum func(v int) float64
		next := g.dependencies()
		sum = func(v int) float64 {
			most := 0.0
			for _, u := range next[v] {
				most = max(most, sum(u))
			}
			if v < n {
				most += weight[v]
			}
			return most
		}
		longest, got := 0.0, 0.0
		for v := range n {
			longest = max(longest, sum(v))
		}
		p := CriticalPath(g, w)
		for i, r := range p {
			got += weight[r]
			if i > 0 && !reaches(next, p[i-1], r) {
				t.Fatalf("%v: %d does not wait for %d", p, r, p[i-1])
			}
		}
		if got != longest {
			t.Fatalf("%v takes %v, the longest %v", p, got, longest)
		}
	})
}

func reaches(next [][]int, from, to int) bool {
	for _, u := range next[from] {
		if u == to || reaches(next, u, to) {
			return true
		}
	}
	return false
}
