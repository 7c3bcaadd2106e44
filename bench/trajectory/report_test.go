package trajectory

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
)

// The report has the times with their verdicts, and the folder the distributions.
func TestReport(t *testing.T) {
	read := func(peer string, ours, theirs float64) (page, csv, data string) {
		b := &book.Book{Name: "trajectory", Title: "Trajectories", Emit: func(bench.Result) {}}
		dir := filepath.Join(t.TempDir(), "out")
		r := newRun(3, bench.Options{})
		fill := func(c *clock, ns float64) {
			for i := range 1000 {
				c.add(ns + float64(i))
			}
		}
		fill(r.times, ours)
		for i := range turns {
			fill(r.turns[i], ours)
		}
		if peer != "" {
			fill(r.theirs, theirs)
			for i := range turns {
				fill(r.others[i], theirs)
			}
		}
		err := b.Do(bench.Options{}, dir, nil, book.Experiment{Name: "x", Run: func() error {
			write(b, bench.Options{}, peer, []*run{r})
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, name := range []string{"report.html", "times-3.csv", "trajectory.json"} {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(text))
		}
		return texts[0], texts[1], texts[2]
	}
	for _, c := range []struct {
		peer         string
		ours, theirs float64
		want, csv    string
	}{
		{"Ruckig 1.2", 1000, 2000, "2 of 2", "us,Sinew,Ruckig 1.2\n"},
		{"Ruckig 1.2", 3000, 2000, "0 of 2", "us,Sinew,Ruckig 1.2\n"},
		{"", 1000, 0, "--ruckig", "us,Sinew\n"},
	} {
		page, csv, data := read(c.peer, c.ours, c.theirs)
		for _, want := range []string{c.want, "Times for 3 joints", "how many take longer"} {
			if !strings.Contains(page, want) {
				t.Errorf("%+v: the report has no %q", c, want)
			}
		}
		if !strings.HasPrefix(csv, c.csv) || strings.Count(csv, "\n") < 100 {
			t.Errorf("%+v: %.60q", c, csv)
		}
		if c.peer != "" && !strings.Contains(data, `"ratios"`) {
			t.Errorf("%+v: no ratios in %.200q", c, data)
		}
	}
}

// What is drawn of a clock adds up.
func TestClockDrawn(t *testing.T) {
	c := &clock{}
	for _, ns := range []float64{105, 205, 206, 995} {
		c.add(ns)
	}
	s := c.shares("x", 10, 1)
	sum := 0.0
	for _, y := range s.Y {
		sum += y
	}
	if sum != 100 || s.Y[1] != 25 || s.Y[2] != 50 {
		t.Errorf("shares %v", s.Y)
	}
	l := c.longer()
	if got, want := l.Y, []float64{100, 75, 25, 0}; len(got) != len(want) || got[1] != want[1] || got[2] != want[2] || got[3] != want[3] {
		t.Errorf("longer %v at %v", got, l.X)
	}
}

// A peer that dies of a case goes on with the next.
func TestPeerDies(t *testing.T) {
	p, err := bench.BuildPeer("mortal.c", []byte(`#include <stdio.h>
#include <stdlib.h>
int main() {
	double head[2], x[9];
	while (fread(head, sizeof head, 1, stdin) == 1)
		for (int i = 0; i < head[1]; i++) {
			if (fread(x, sizeof x, 1, stdin) != 1 || x[0] == 13)
				exit(3);
			double answer[2] = {x[0], 1};
			fwrite(answer, sizeof answer, 1, stdout);
			fflush(stdout);
		}
}
`))
	if err != nil {
		t.Fatal(err)
	}
	d, err := p.Start()
	if err != nil {
		t.Fatal(err)
	}
	r := &ruckig{Dialogue: d, program: p}
	t.Cleanup(func() { _ = r.close() })
	var cases []*Case
	for _, x := range []float64{1, 13, 2, 13, 3} {
		c := newCase(1)
		c.P0[0] = x
		cases = append(cases, c)
	}
	durations, took := make([]float64, 5), make([]float64, 5)
	if r.plan(cases, durations, took) == nil {
		t.Error("nobody noticed the death")
	}
	if err := r.survive(cases, durations, took); err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{1, -1, 2, -1, 3} {
		if durations[i] != want {
			t.Errorf("durations %v", durations)
			break
		}
	}
	if r.crashed != 2 {
		t.Errorf("died %d times", r.crashed)
	}
	if err := r.survive(cases[:1], durations, took); err != nil || durations[0] != 1 {
		t.Error(err, durations)
	}
}
