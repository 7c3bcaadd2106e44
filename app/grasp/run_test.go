package grasp

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/tool/run"
)

// grasp runs the example with a seed.
func grasp(t testing.TB, seed uint64, change func(*Params)) *Summary {
	t.Helper()
	p := DefaultParams()
	if err := p.Read("../../examples/grasp"); err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&p)
	}
	o := run.Options{Order: run.Order{Params: &p, Seed: seed}, For: 2 * time.Minute}
	if testing.Verbose() && os.Getenv("SAY") != "" {
		o.Say = func(l string) { t.Log(l) }
	}
	r, err := run.Do(context.Background(), Spec{}, o)
	if err != nil {
		t.Fatal(err)
	}
	return r.Value.(*Summary)
}

func TestOne(t *testing.T) {
	v := grasp(t, 1, nil)
	for _, l := range v.States {
		t.Logf("%.3f %s", l.At, l.Text)
	}
	for _, l := range v.Said {
		t.Logf("%.3f %s", l.At, l.Text)
	}
	v.States, v.Said, v.Params = nil, nil, Params{}
	t.Logf("%+v", *v)
}
