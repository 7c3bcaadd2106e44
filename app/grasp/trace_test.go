package grasp

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/record"
)

func TestTraceTmp(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("SEED"))
	if n == 0 {
		t.Skip()
	}
	from, _ := strconv.ParseFloat(os.Getenv("T0"), 64)
	to, _ := strconv.ParseFloat(os.Getenv("T1"), 64)
	p := DefaultParams()
	p.Read("../../examples/grasp")
	p.Failure = os.Getenv("FAIL")
	o := run.Options{Order: run.Order{Params: &p, Seed: uint64(n)}, For: time.Duration(to * 1e9)}
	var s *session
	hook = func(x *session) { s = x }
	defer func() { hook = nil }()
	var f Felt
	i := 0
	o.Tap = func(r *record.Recorder) error {
		record.Tap(r, "force.felt", func(_ reactor.Tag, x *Felt) { f = *x })
		record.Tap(r, "coordinator.leaf[0]", func(tag reactor.Tag, x *string) {
			if tag.Time.Duration().Seconds() > from {
				fmt.Println("##", *x)
			}
		})
		return record.Tap(r, "motion.state", func(tag reactor.Tag, x *State) {
			if i++; tag.Time.Duration().Seconds() < from || i%10 != 0 {
				return
			}
			b := &s.rig.World.Body
			e := &s.chart.seen
			fmt.Printf("   grip %d width %.4f odd %d even %d sound %v caught %d gripped %v count %d hands %d hand %v raw %.2f bias %.2f tilt %.4f\n", e.reading.Grip, e.reading.Width, e.odd, e.even, e.sound, e.caught, e.gripped, e.count, e.hands, s.chart.hand, e.reading.Wrench, s.rig.bias, s.rig.flange.R)
			fmt.Printf("%.3f P %.4f V %.3f F %.2f At %.3f width %.4f resist %.1f obj %.4f up %.2f L %.2f R %.2f\n", tag.Time.Duration().Seconds(), x.P, x.V, f.Force, f.At, s.rig.width, s.rig.resist, b.Pose.P, b.Pose.R.Col(2).Z, s.rig.World.Solids[0].Felt.Force, s.rig.World.Solids[1].Felt.Force)
		})
	}
	run.Do(context.Background(), Spec{}, o)
}
