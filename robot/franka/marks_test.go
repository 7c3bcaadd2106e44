package franka

import (
	"math"
	"slices"
	"testing"

	"github.com/sinew-robotics/sinew/bridge/link"
)

// TestPartOfAState reads an image of which every member in turn is the only one that came, and the next is of a snapshot: all
// others are marked, and none of their numbers can be taken for one.
func TestPartOfAState(t *testing.T) {
	for _, v := range versions {
		l := Layout(v)
		if len(l) != memberCount(v) {
			t.Fatalf("version %d: %d members, not %d", v, len(l), memberCount(v))
		}
		image := AppendMembers(nil, v, goldenState(v))
		for live := range l {
			var s State
			err := ReadPart(image, v, &s, func(i int) link.Origin {
				switch i {
				case live:
					return link.Live
				case live + 1:
					return link.Kept
				}
				return link.Zero
			})
			if err != nil {
				t.Fatal(err)
			}
			if want := Members(1<<(live+1)) & (1<<len(l) - 1); s.Kept != want || s.Absent != (1<<len(l)-1)&^(1<<live|want) {
				t.Fatalf("version %d, %s: absent %v, kept %v", v, l[live].Name, s.Absent.Names(v), s.Kept.Names(v))
			}
			back, at := AppendMembers(nil, v, &s), 0
			for i, f := range l {
				if f.Kind == link.Float64 {
					x := math.Float64frombits(leUint64(back[at:]))
					if math.IsNaN(x) != (i != live && i != live+1) {
						t.Fatalf("version %d, %s came: %s is %g", v, l[live].Name, f.Name, x)
					}
				}
				at += f.Size()
			}
		}
	}
}

func leUint64(b []byte) (x uint64) {
	for i := range 8 {
		x |= uint64(b[i]) << (8 * i)
	}
	return x
}

func TestMembersNames(t *testing.T) {
	names := []string{"O_T_EE", "q", "time"}
	for _, v := range versions {
		if got := MembersOf(v, "q", "O_T_EE", "time", "nothing").Names(v); !slices.Equal(got, names) {
			t.Errorf("version %d: %v", v, got)
		}
	}
	s, image := goldenState(Version10), AppendMembers(nil, Version10, goldenState(Version10))
	if n := testing.AllocsPerRun(100, func() {
		_ = ReadPart(image, Version10, s, func(i int) link.Origin { return link.Origin(i % 3) })
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
