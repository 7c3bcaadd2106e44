package remote

import (
	"testing"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// TestWarm: the robot does the same whether the loop is warmed between its cycles or not, and nothing allocates.
func TestWarm(t *testing.T) {
	for _, name := range Motions() {
		run := func(warm bool) (franka.State, *nearSmooth) {
			m, g, _ := NewMotion(name)
			p := newPair(t, Config{Generator: g, Compression: link.Delta}, m)
			if err := p.near.apart(); err != nil {
				t.Fatal(err)
			}
			x := p.near.scheme.(*nearSmooth)
			var s franka.State // as the client, which reads all states into one
			cycle := func(others bool) {
				if warm {
					p.near.warm()
				}
				s = *p.robot.State()
				finished := p.answer(&s)
				p.step(finished)
				p.near.rest(&s)
				if others {
					p.others()
				}
			}
			for n := range 600 {
				cycle(n%250 < 200) // with gaps
			}
			if n := testing.AllocsPerRun(100, func() { cycle(true) }); n != 0 {
				t.Errorf("%s: a cycle allocates %v times", name, n)
			}
			return *p.robot.State(), x
		}
		plain, _ := run(false)
		warmed, x := run(true)
		if plain != warmed {
			t.Errorf("%s: warmed at %v, else %v", name, warmed.Qd, plain.Qd)
		}
		if k := x.dry.k; k.phase != Following || x.dry.n.limited.Load() > 0 || x.dry.n.coasted.Load() > 0 || k.step >= 0 {
			t.Errorf("%s: the dry run: %v, %d limited", name, k.phase, x.dry.n.limited.Load())
		}
	}
}

// TestWarmBeforeTheFirstSample: a loop whose other side has just begun plays numbers below 0.
func TestWarmBeforeTheFirstSample(t *testing.T) {
	p := newPair(t, Config{Compression: link.Delta}, &Cartesian{})
	if err := p.near.apart(); err != nil {
		t.Fatal(err)
	}
	k := p.near.scheme.(*nearSmooth).track
	k.begun, k.s, k.play, k.newest = true, p.robot.State(), -16, -1
	p.near.warm()
}
