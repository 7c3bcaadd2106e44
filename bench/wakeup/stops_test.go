package wakeup

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

func TestWatch(t *testing.T) {
	w, err := BuildWatch()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Remove()
	before := rt.Now()
	end, err := w.Begin()
	if err != nil {
		t.Fatal(err)
	}
	stops, err := end()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range stops { // often none
		if s.From < before || s.To > rt.Now() || time.Duration(s.To-s.From) < LeastStop {
			t.Errorf("%+v, watched from %d to %d", s, before, rt.Now())
		}
	}
}

func TestReadStops(t *testing.T) {
	got, err := readStops("0 100 900\n1 500 1500\nuntil 2000\n", 1900)
	if d := cmp.Diff([]Stop{{0, 100, 900}, {1, 500, 1500}}, got); err != nil || d != "" {
		t.Errorf("%v %s", err, d)
	}
	for _, bad := range []string{"0 100\nuntil 2000\n", "no such option\n", "0 900 100\nuntil 2000\n", "0 100 900\n", "until 1800\n", ""} {
		if _, err := readStops(bad, 1900); err == nil {
			t.Errorf("%q gave no error", bad)
		}
	}
}

func TestStood(t *testing.T) {
	stops := []Stop{{0, 100, 900}, {1, 500, 1500}, {0, 1000, 1100}}
	for _, c := range []struct {
		from, to int64
		want     time.Duration
	}{{0, 100, 0}, {0, 500, 400}, {0, 1000, 800}, {0, 2000, 1000}, {1050, 1300, 250}, {1600, 2000, 0}} {
		if got := Stood(stops, c.from, c.to); got != c.want {
			t.Errorf("from %d to %d: %d, want %d", c.from, c.to, got, c.want)
		}
	}
}
