package deploy

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/lang/rfsm"
	"github.com/sinew-robotics/sinew/lang/scxml"
	"github.com/sinew-robotics/sinew/model/chart"
	"github.com/sinew-robotics/sinew/model/chart/draw"
	"github.com/sinew-robotics/sinew/reactor"
)

// chartBody is the body of a component with a statechart, in rFSM's Lua or in SCXML with Lua in it. Its machine is that of
// a script, which may declare ports, properties and operations like any other. Events come from the port events and from
// the machine itself (e_mem_low, e_mem_ok). At each activation the chart steps until it is idle.
type chartBody struct {
	*script
	m      *chart.Machine
	lua    *rfsm.Chart // nil for SCXML
	events *Input[string]
	leaf   *Output[string]
	told   chart.Counts
	path   string // of the leaf, as last reported
	noted  bool   // that the chart does not come to rest was reported
}

const (
	eventBuffer = 64
	maxPasses   = 256 // through the steps of one activation
)

func newChart(c *Component, lib *Library, x Script) (Body, error) {
	s, err := openScript(c, lib, x)
	if err != nil {
		return nil, err
	}
	b := &chartBody{script: s}
	b.events = NewInput[string](c, "events", Port{Event: true, Buffer: eventBuffer, Full: reactor.DropNewest})
	b.leaf = NewOutput[string](c, "leaf", Port{})
	cfg := chart.Config{Events: []string{"e_mem_low", "e_mem_ok"}, Passes: maxPasses}
	if isSCXML(x.File) {
		var model *chart.Model
		if model, err = b.read(x.Text); err == nil {
			b.m, err = chart.New(model, nil, cfg)
		}
	} else {
		err = s.vm.Do("=rfsm", `rfsm = require "rfsm"`) // some charts expect it to be there
		if err == nil {
			b.lua, err = rfsm.Load(s.charts, "@"+x.File, x.Text)
		}
		if err == nil {
			b.m, err = b.lua.Machine(cfg)
		}
	}
	if err != nil {
		return nil, err
	}
	s.settle()
	if !c.late && !c.renewing { // a program that runs keeps the pictures that it was built with
		if svg, err := draw.SVG(b.m.Model(), draw.Options{}); err == nil { // one that cannot be laid out has none
			c.Picture(svg)
		}
	}
	return b, nil
}

func isSCXML(file string) bool { return strings.EqualFold(filepath.Ext(file), ".scxml") }

// read reads a chart in SCXML.
func (b *chartBody) read(text string) (*chart.Model, error) {
	model, faults := scxml.Read(b.conf.File, []byte(text), &scxml.Lua{VM: b.vm})
	return model, faults.Err()
}

// Start implements Body: the chart starts anew, and is entered at once.
func (b *chartBody) Start() error {
	b.m.Reset()
	b.told, b.noted = b.m.Counts(), false
	return nil
}

// Update implements Body.
func (b *chartBody) Update() error {
	for range b.events.Waiting() {
		e, _ := b.events.Read()
		if err := b.m.SendName(e); err != nil && !errors.Is(err, chart.ErrQueue) { // the queue counts what it drops
			b.c.note("events", err)
		}
	}
	idle := b.m.Run()
	b.tellChart()
	b.flush()
	if !idle && b.c.activity.Period == 0 && !b.noted && b.m.Counts().Failures == 0 {
		b.noted = true
		b.c.note("update", fmt.Errorf("%s is not idle after %d steps and runs by events alone: give it a period", b.conf.File, maxPasses))
	}
	return nil
}

// tellChart reports the active leaf and what failed.
func (b *chartBody) tellChart() {
	if leaf := b.m.Path(b.m.Leaf()); leaf != b.path {
		b.path = leaf
		b.leaf.Set(leaf)
	}
	now := b.m.Counts()
	failed, lost := now.Failures-b.told.Failures, now.Lost-b.told.Lost
	b.told = now
	if lost > 0 {
		b.c.note("events", fmt.Errorf("%d events found no room in the chart's queue", lost))
	}
	if failed == 0 {
		return
	}
	for _, f := range b.m.Failures() {
		b.c.noteAt(f.Place.String()+" "+b.m.Path(f.State), b.m.Path(f.State), b.explain(f.Err))
	}
}

// Recover implements Recoverer: a chart deals with errors of its states itself.
func (b *chartBody) Recover(error) (bool, error) { return true, nil }

// happenings also sends the chart what has happened in the machine.
func (b *chartBody) happenings() []string {
	all := b.script.happenings()
	for _, e := range all {
		_ = b.m.SendName(e) // a full queue is counted
		b.c.wake()
	}
	return all
}

// prepare implements renewer. A document in SCXML is only checked; its scripts are compiled when it is put in place.
func (b *chartBody) prepare(text string) (*lua.Code, error) {
	if !isSCXML(b.conf.File) {
		return b.script.prepare(text)
	}
	_, faults := scxml.Read(b.conf.File, []byte(text), nil)
	return nil, faults.Err()
}

// renew implements renewer. The active states stay if their names still exist; otherwise, or if the text fails, everything
// stays as it was.
func (b *chartBody) renew(text string, code *lua.Code) (string, error) {
	ports := len(b.ports)
	if err := b.vm.Undoing(func() error { return b.put(text, code) }); err != nil {
		b.ports = b.ports[:ports]
		return "", b.explain(err)
	}
	b.conf.Text = text
	b.tellChart()
	b.flush()
	return "the chart is in " + b.m.Path(b.m.Leaf()) + "\n", nil
}

func (b *chartBody) put(text string, code *lua.Code) error {
	if b.lua == nil {
		model, err := b.read(text)
		if err != nil {
			return err
		}
		return b.m.Replace(model, nil)
	}
	next, err := rfsm.LoadCode(b.charts, "@"+b.conf.File, code)
	if err != nil {
		return err
	}
	if err := b.lua.Replace(next); err != nil {
		return err
	}
	old := b.lua
	b.lua = next
	_ = old.Close() // releasing takes no memory
	return nil
}
