package atoms

import (
	"math/rand/v2"
	"testing"

	"github.com/sinew-robotics/sinew/robot/rov"
)

func BenchmarkLaw(b *testing.B) {
	l, err := newLaw(rov.JackLike())
	if err != nil {
		b.Fatal(err)
	}
	x := rand.New(rand.NewPCG(1, 1))
	r, s := reading(x), reading(x)
	b.Run("composed", func(b *testing.B) {
		for b.Loop() {
			l.composed(&r, &s)
		}
	})
	b.Run("byHand", func(b *testing.B) {
		for b.Loop() {
			l.byHand(&r, &s)
		}
	})
}
