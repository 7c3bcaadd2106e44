package rooms

import (
	"testing"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/sim/planar"
)

// Each room is drawn the same twice; a wheelchair fits at both ends of every trip, can turn there, and a way that is wide
// enough for it leads from one to the other.
func TestRooms(t *testing.T) {
	for _, name := range Names() {
		r, err := New(name)
		if err != nil {
			t.Fatal(err)
		}
		w, err := r.World(0)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[nav.Pose]bool{}
		for n := range uint64(40) {
			from, to := r.Trip(n)
			if a, b := r.Trip(n); a != from || b != to {
				t.Fatalf("%s: trip %d differs from itself", name, n)
			}
			seen[from] = true
			for _, p := range []nav.Pose{from, to} {
				if r.field.At(p.Point()) < Around {
					t.Errorf("%s: trip %d: no room to turn at %v", name, n, p)
				}
			}
			if !r.leads(from.Point(), to.Point()) {
				t.Errorf("%s: trip %d: no way from %v to %v", name, n, from, to)
			}
		}
		if len(seen) < 30 {
			t.Errorf("%s: 40 trips start at %d places", name, len(seen))
		}
		from, _ := r.Trip(1)
		if _, err := w.Add(planar.Wheelchair(), from); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if width, height := float64(r.Grid.Width)*Cell, float64(r.Grid.Height)*Cell; width < 10 || height < 10 || width > 20 || height > 20 {
			t.Errorf("%s: %g by %g m", name, width, height)
		}
	}
	if _, err := New("cellar"); err == nil {
		t.Error("a room that does not exist is drawn")
	}
}

// leads tells whether a disc of the wheelchair's width gets from a to b.
func (r *Room) leads(a, b nav.Point) bool {
	g := r.Grid
	seen := make([]bool, len(g.Cells))
	x, y := g.CellOf(a)
	todo := [][2]int{{x, y}}
	bx, by := g.CellOf(b)
	for len(todo) > 0 {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if c == [2]int{bx, by} {
			return true
		}
		i := c[1]*g.Width + c[0]
		if !g.Has(c[0], c[1]) || seen[i] || r.field.At(g.Centre(c[0], c[1])) < 0.3249 {
			continue
		}
		seen[i] = true
		todo = append(todo, [2]int{c[0] + 1, c[1]}, [2]int{c[0] - 1, c[1]}, [2]int{c[0], c[1] + 1}, [2]int{c[0], c[1] - 1})
	}
	return false
}

// In the hall with people nobody walks into a wall or gets stuck for good.
func TestPeopleWalk(t *testing.T) {
	r, err := New("people")
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(4) {
		w, err := r.World(seed)
		if err != nil {
			t.Fatal(err)
		}
		far := make([]float64, w.People())
		var last []nav.Point
		for i := range far {
			last = append(last, w.Person(i).At)
		}
		for range 60 * 200 {
			w.Step()
			for i := range far {
				p := w.Person(i)
				far[i] += p.At.Sub(last[i]).Norm()
				last[i] = p.At
				if r.Grid.At(r.Grid.CellOf(p.At)) != nav.Free {
					t.Fatalf("person %d stands in a wall at %v", i, p.At)
				}
			}
		}
		for i, d := range far {
			if d < 15 {
				t.Errorf("seed %d: person %d walked %.1f m in a minute", seed, i, d)
			}
		}
	}
}
