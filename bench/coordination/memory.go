package coordination

import (
	"fmt"
	"math/rand/v2"

	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// lowMemory is the seed's second experiment with the chart: the collector is held back, so that memory runs low and the
// chart must go to mem_low in time, and return.
func (x *experiments) lowMemory() error {
	trials := 10_000
	switch {
	case x.o.tiny:
		trials = 5
	case x.o.Quick:
		trials = 200
	}
	x.Say("chart: memory runs low %d times", trials)
	with, err := x.running(false, 400, 0)
	if err != nil {
		return err
	}
	without, err := x.running(true, 400, trials)
	if err != nil {
		return err
	}
	x.Text("Then grasp makes records when it is left, 1 to 200 tables each time, and does not start the collector. The machine tells the host when less than 30 %% of the "+
		"heap is free (lua.Config.OnLow), and the host raises e_mem_low, which has priority over everything within operational; mem_low "+
		"collects, and e_mem_ok leads back. Of %d times mem_low was entered in time and left again %d times; at most %.1f %% of the heap were in use, "+
		"after %.3g transitions to grasp on average. With the collector started again in grasp %.1f %% were.",
		trials, without.back, 100*without.most, float64(without.grasps)/float64(trials), 100*with.most)
	t := book.Table{Name: "chart_memory", Caption: "Memory of 1 MiB", Columns: []string{"collector", "most in use, %", "mem_low entered and left", "of", "the seed's most, %"}}
	t.Add(report.Neutral, "started again in grasp", 100*with.most, "–", "–", 58.0)
	t.Add(report.Neutral, "withheld", 100*without.most, without.back, trials, 70.0)
	x.Table(t)
	x.Plot(plot.Plot{Title: "memory in use, collector withheld and started again", XLabel: "transitions to grasp", YLabel: "KiB", FromZero: true,
		Series: []plot.Series{{Name: "withheld", X: without.at, Y: without.used}, {Name: "started again", X: with.at, Y: with.used}},
		Lines:  []plot.Line{{Name: "heap", Value: heap / 1024}, {Name: "low", Value: (heap - lowAt) / 1024}}})
	x.bar("chart/mem-low/missed", fmt.Sprintf("mem_low: of %d times not entered in time, or not left", trials), float64(trials-without.back), 0, "")
	return nil
}

// use is what was observed of the memory.
type use struct {
	most     float64   // part of the heap
	back     int       // how often mem_low was entered and left
	grasps   int       // transitions to grasp
	at, used []float64 // the first of them, KiB
}

// running runs the chart until memory has run low n times or, if it must not, for as many transitions as are drawn.
func (x *experiments) running(withheld bool, drawn, trials int) (u use, err error) {
	low := false
	vm, g, err := graspInLua(map[string]lua.Value{"withheld": lua.Bool(withheld)}, func() { low = true })
	if err != nil {
		return u, err
	}
	random := rand.New(rand.NewPCG(x.o.Seed, 15))
	look := func() {
		now := vm.Usage()
		u.most = max(u.most, float64(now.Used)/float64(now.Size))
		if len(u.at) < drawn {
			u.at, u.used = append(u.at, float64(u.grasps)), append(u.used, float64(now.Used)/1024)
		}
	}
	for n := 0; u.back < trials || trials == 0 && n < drawn; n++ {
		if n%256 == 0 {
			if err := x.o.Stopped(); err != nil {
				return u, err
			}
		}
		if err := vm.SetGlobal("records", lua.Int(1+random.Int64N(200))); err != nil {
			return u, err
		}
		_ = g.take(g.contact)
		u.grasps++
		_ = g.take(g.released)
		look()
		if err := g.in(g.approach); err != nil { // running out of memory is a failure of the entry
			return u, fmt.Errorf("after mem_low %d times: %w", u.back, err)
		}
		if !low {
			continue
		}
		low = false
		_ = g.take(g.memLow)
		if err := g.in(g.low); err != nil {
			return u, err
		}
		look()
		_ = g.take(g.memOK)
		if err := g.in(g.approach); err != nil {
			return u, err
		}
		u.back++
	}
	return u, nil
}
