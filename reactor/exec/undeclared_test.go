package exec

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/reactor"
)

// summing adds up what its inputs carry, but declares only the first.
type summing struct {
	reactor.Reactor
	Ins reactor.MultiIn[int]
	Out reactor.Out[int]
}

type giving struct {
	reactor.Reactor
	T   reactor.Timer
	Out reactor.Out[int]
}

// TestAForgottenUsesIsNoRace forgets Uses in a program whose writers and reader share a level: whatever the workers
// do, the run ends with the same words.
func TestAForgottenUsesIsNoRace(t *testing.T) {
	for _, workers := range []int{1, 2, 4, 8} {
		for range 20 {
			m := reactor.NewMain("main")
			s := &summing{}
			reactor.Init(m, "sum", s)
			s.Ins.Resize(4)
			sum := 0
			for i := range 4 {
				g := &giving{}
				reactor.Init(m, fmt.Sprintf("g%d", i), g)
				g.T.Set(0, tick)
				g.Reaction("give").On(&g.T).Sets(&g.Out).Do(func() { g.Out.Set(i) })
				c := reactor.Connect(&g.Out, s.Ins.At(i))
				if i == 0 {
					c.After(0)
				}
			}
			s.Reaction("add").On(s.Ins.At(0), s.Startup()).Do(func() {
				for i := range 4 {
					sum += s.Ins.At(i).Get()
				}
			})
			_, err := Run(context.Background(), build(t, m, workers), Options{Timeout: 3 * tick, Split: true})
			var pe *PanicError
			if !errors.As(err, &pe) || pe.Reaction != "sum.add" ||
				!strings.Contains(err.Error(), "port sum.ins[1] is read by reaction sum.add, which does not declare it") {
				t.Fatalf("%d workers: %v", workers, err)
			}
		}
	}
}
