package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/sinew-robotics/sinew/model/chart"
	"github.com/sinew-robotics/sinew/tool/cli"
)

type chartRun struct {
	chartFile
	Events []string `help:"Events to send one after another, each when the chart has come to rest after the previous one; those joined by + are sent together." placeholder:"E1,E2+E3"`
	Steps  int      `help:"Most steps after each event: an activity may go on for ever." default:"100" range:"1..1000000"`
	JSON   bool     `name:"json" help:"One JSON object: steps (events, taken, leaf, mode, active, failures), and whether the chart rests."`
}

// Help shows examples.
func (c *chartRun) Help() string {
	return "A line for each step: its events, the transitions that it took, the active leaf and its mode; below it what failed. A step without\n" +
		"events continues the leaf's activity. The exit status is 1 if the chart has faults or could not be entered.\n\nExamples:\n" +
		"  sinew chart run grasp.lua\n  sinew chart run grasp.lua --events e_contact,e_mem_low\n" +
		"  sinew chart run oven.scxml --events open+turn.on,close --json"
}

// chartStep is one step as printed.
type chartStep struct {
	Events   []string       `json:"events"`
	Taken    []chartArc     `json:"taken"`
	Leaf     string         `json:"leaf"` // "" before the chart was entered
	Mode     string         `json:"mode"`
	Active   []string       `json:"active"`
	leaves   string         // all active ones, with their modes
	Failures []chartFailure `json:"failures,omitempty"`
}

// chartArc is a transition, or a segment of one.
type chartArc struct {
	Src string `json:"src"`
	Tgt string `json:"tgt"`
}

// chartFailure is a body that failed.
type chartFailure struct {
	Kind    string `json:"kind"`
	State   string `json:"state"`
	Message string `json:"message"`
}

// Run runs the chart.
func (c *chartRun) Run(ctx context.Context) error {
	prints := bufio.NewWriter(os.Stdout)
	if c.JSON {
		prints = bufio.NewWriter(io.Discard)
	}
	return errors.Join(c.run(ctx, prints), prints.Flush())
}

// run writes the steps, and the chart's own output, as they come.
func (c *chartRun) run(ctx context.Context, prints io.Writer) error {
	l, err := c.load(ctx, prints)
	if err != nil {
		return err
	}
	if err := l.show(c.Model, false); err != nil {
		return err
	}
	m, err := l.make(chart.Config{Passes: c.Steps})
	if err != nil {
		return err
	}
	steps := []chartStep{}
	m.Watch(func(m *chart.Machine) {
		s := stepOf(m)
		if c.JSON {
			steps = append(steps, s)
		} else {
			s.print(prints)
		}
	})
	rests, err := c.drive(m, prints)
	if err != nil {
		return err
	}
	if c.JSON {
		if err := writeJSON(os.Stdout, map[string]any{"steps": steps, "rests": rests, "counts": m.Counts()}); err != nil {
			return err
		}
	}
	if m.Leaf() == chart.None {
		fmt.Fprintln(os.Stderr, "sinew: the chart was not entered: no way leads from root.initial to a leaf with these events and guards")
		return cli.ErrSaid
	}
	return nil
}

// drive sends the events and reports whether the chart rests in the end.
func (c *chartRun) drive(m *chart.Machine, w io.Writer) (rests bool, err error) {
	run := func() {
		if rests = m.Run(); !rests && m.Leaf() != chart.None && !c.JSON {
			fmt.Fprintf(w, "      does not rest after %d steps\n", c.Steps)
		}
	}
	run()
	for _, group := range c.Events {
		for _, e := range strings.Split(group, "+") {
			if err := m.SendName(e); err != nil {
				return false, fmt.Errorf("--events %s: %w", e, err)
			}
		}
		run()
	}
	return rests, nil
}

func stepOf(m *chart.Machine) chartStep {
	s := chartStep{Events: []string{}, Taken: []chartArc{}, Active: []string{}, Leaf: m.Path(m.Leaf())}
	for _, e := range m.Events() {
		s.Events = append(s.Events, m.EventName(e))
	}
	for _, t := range m.Taken(nil) {
		_, src, tgt := m.Transition(t)
		s.Taken = append(s.Taken, chartArc{m.Path(src), m.Path(tgt)})
	}
	if m.Leaf() != chart.None {
		s.Mode = m.Mode(m.Leaf()).String()
	}
	for _, n := range m.Active(nil) {
		s.Active = append(s.Active, m.Path(n))
		if m.Written(n).Leaf() {
			s.leaves += fmt.Sprintf(", %s %v", m.Path(n), m.Mode(n))
		}
	}
	for _, f := range m.Failing() {
		s.Failures = append(s.Failures, chartFailure{f.Place.String(), m.Path(f.State), f.Err.Error()})
	}
	return s
}

// print writes a step on a line.
func (s chartStep) print(w io.Writer) {
	events, taken := "-", "-"
	if len(s.Events) > 0 {
		events = strings.Join(s.Events, " ")
	}
	if len(s.Taken) > 0 {
		taken = s.Taken[0].Src
		for _, a := range s.Taken {
			if !strings.HasSuffix(taken, a.Src) {
				taken += ", " + a.Src // of another region
			}
			taken += " → " + a.Tgt
		}
	}
	leaves := strings.TrimPrefix(s.leaves, ", ")
	if leaves == "" {
		leaves = "inactive"
	}
	fmt.Fprintf(w, "step  %-28s  %-48s  %s\n", events, taken, leaves)
	for _, f := range s.Failures {
		fmt.Fprintf(w, "      %s of %s failed: %s\n", f.Kind, f.State, f.Message)
	}
}
