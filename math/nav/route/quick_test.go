package route

import (
	"fmt"
	"os"
	"sort"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/sim/planar"
	"github.com/sinew-robotics/sinew/sim/planar/rooms"
)

func TestQuick(t *testing.T) {
	if os.Getenv("QUICK") == "" {
		t.Skip()
	}
	for _, name := range rooms.Names() {
		r, _ := rooms.New(name)
		t0 := time.Now()
		p, err := New(r.Grid, Params{Outline: planar.Wheelchair().Outline, Limits: nav.Comfort(), Work: 20000})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("%s: New %v, %d gates\n", name, time.Since(t0), len(p.all))
		var took []float64
		var looked []int
		fails, stops, clear, tm, ln := 0, 0, 1.0, 0.0, 0.0
		for n := range uint64(100) {
			from, to := r.Trip(n)
			c0 := cpu()
			path, err := p.Plan(from, to, nil)
			took = append(took, (cpu()-c0)*1000)
			looked = append(looked, p.search.looked)
			if err != nil {
				fmt.Println("  ", n, from, to, err)
				fails++
				continue
			}
			stops += len(path.Legs)
			clear = min(clear, path.Clear())
			tm += path.Time
			ln += path.Length
			if os.Getenv("QUICK") == "2" {
				fmt.Printf("  %d %v %v: %.1f m %.1f s clear %.3f looked %d nodes %d %.0f ms:", n, from, to, path.Length, path.Time, path.Clear(), p.search.looked, len(p.search.nodes), took[len(took)-1])
				for _, l := range path.Legs {
					fmt.Printf(" %v %.2f", l.Kind, l.Length())
				}
				fmt.Println()
				for _, l := range path.Legs {
					c, at := 1.0, nav.Pose{}
					for _, w := range l.Ways {
						if w.Clear < c {
							c, at = w.Clear, w.Pose
						}
					}
					fmt.Printf("      %v %.2f least %.3f at %.2f %.2f %.2f\n", l.Kind, l.Length(), c, at.X, at.Y, at.Yaw)
				}
				for id := p.goal; id >= 0; id = p.search.nodes[id].up {
					n := p.search.nodes[id]
					fmt.Printf("         %.2f %.2f %.2f cost %.2f kind %v gate %v left %.2f", n.at.X, n.at.Y, n.at.Yaw, n.cost, n.kind, n.gate, p.left(n.at, n.kind, to))
					for _, q := range p.search.parts[n.first : n.first+n.many] {
						fmt.Printf(" %d/%v", q.shape, q.kind)
					}
					fmt.Println()
				}
			}
		}
		sort.Float64s(took)
		sort.Ints(looked)
		fmt.Printf("  fails %d legs %d clear %.3f time %.1f length %.1f: ms median %.0f p90 %.0f max %.0f; looked %d %d %d\n", fails, stops, clear, tm, ln, took[50], took[90], took[99], looked[50], looked[90], looked[99])
	}
}

func cpu() float64 {
	var r syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return float64(r.Utime.Sec) + float64(r.Utime.Usec)/1e6
}
