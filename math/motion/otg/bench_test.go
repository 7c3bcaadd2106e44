package otg

import (
	"fmt"
	"testing"
)

// BenchmarkPlan times full random states with limits of 0.1 to 12.
func BenchmarkPlan(b *testing.B) {
	for _, n := range []int{1, 7} {
		c := newChance(1)
		ins := make([]*Input, 1000)
		for i := range ins {
			tasks := make([]task, n)
			for k := range tasks {
				tasks[k] = c.task(1, true)
			}
			ins[i] = input(tasks...)
			ins[i].PMax, ins[i].PMin = nil, nil
		}
		b.Run(fmt.Sprintf("joints=%d", n), func(b *testing.B) {
			p, tr := NewPlanner(n), NewTrajectory(n, 0)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				p.Plan(ins[i%len(ins)], tr)
			}
		})
	}
}

func BenchmarkAt(b *testing.B) {
	c := newChance(1)
	tasks := make([]task, 7)
	for k := range tasks {
		tasks[k] = c.task(1, true)
	}
	p, tr := NewPlanner(7), NewTrajectory(7, 0)
	p.Plan(input(tasks...), tr)
	q, v, a := make([]float64, 7), make([]float64, 7), make([]float64, 7)
	for i := 0; b.Loop(); i++ {
		tr.At(tr.Duration()*float64(i%1000)/1000, q, v, a)
	}
}
