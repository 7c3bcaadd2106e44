// Package scxml reads statecharts in SCXML (W3C Recommendation of 1 September 2015) as charts of package chart, and writes them, for
// exchange with other tools.
//
// A chart that was read asks the innermost state first (chart.Model.InnerFirst) and takes one event a step (Single), as
// SCXML says. What has no counterpart is a fault with its place: invoke, send with a delay or to somewhere else,
// cancel, several targets. What differs is a warning, or stands in docs/charts.md: there is one queue of events, without
// precedence of those that the chart raises itself, and conditions are asked at other events than their transition's too.
//
// Conditions and scripts are texts that a Host makes functions of: by name (Named), or as Lua (Lua). A model keeps what they and
// other executable content were read from, so that Write gives it back.
package scxml

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/model/chart"
)

// Host makes functions of the texts in a document, once, when it is read.
type Host interface {
	// Cond makes a condition.
	Cond(at diag.Pos, text string) (func(*chart.Call) (bool, error), error)
	// Script makes executable content.
	Script(at diag.Pos, text string) (func(*chart.Call) error, error)
	// Log makes what a <log> does; either of label and expr may be empty.
	Log(at diag.Pos, label, expr string) (func(*chart.Call) error, error)
}

// Looper is a Host that can go through arrays, for <foreach>.
type Looper interface {
	// Each makes what goes through an array: begin takes a copy of it, and next puts the next element into the variable item, and
	// its place into index unless that is empty; it reports false when there is none.
	Each(at diag.Pos, array, item, index string) (begin func() error, next func() (bool, error), err error)
}

// Named is a host whose texts are names of functions in Go.
type Named struct {
	Conds   map[string]func(*chart.Call) (bool, error)
	Scripts map[string]func(*chart.Call) error
	Logs    func(c *chart.Call, label, expr string) error // nil ignores them
}

// Cond implements Host.
func (n Named) Cond(_ diag.Pos, text string) (func(*chart.Call) (bool, error), error) {
	if f := n.Conds[text]; f != nil {
		return f, nil
	}
	return nil, fmt.Errorf("there is no condition %q", text)
}

// Script implements Host.
func (n Named) Script(_ diag.Pos, text string) (func(*chart.Call) error, error) {
	if f := n.Scripts[strings.TrimSpace(text)]; f != nil {
		return f, nil
	}
	return nil, fmt.Errorf("there is no script %q", text)
}

// Log implements Host.
func (n Named) Log(_ diag.Pos, label, expr string) (func(*chart.Call) error, error) {
	return func(c *chart.Call) error {
		if n.Logs == nil {
			return nil
		}
		return n.Logs(c, label, expr)
	}, nil
}

// Lua is a host whose texts are Lua: conditions are expressions, logs are printed. The machine must outlive the chart, and
// be part of what is kept of it: the functions cannot show it.
type Lua struct {
	VM   *lua.VM
	made int
}

// asksIn finds SCXML's predicate in a text.
var asksIn = regexp.MustCompile(`\bIn\s*\(`)

// Cond implements Host.
func (l *Lua) Cond(at diag.Pos, text string) (func(*chart.Call) (bool, error), error) {
	if asksIn.MatchString(text) && l.VM.Global("In").IsNil() {
		return nil, fmt.Errorf("%s: In is understood only where it is all of a condition and has the id of a state in quotes, In('id')", text)
	}
	f, err := l.bind(at, "return not not (", text, "\n)")
	if err != nil {
		return nil, err
	}
	return func(*chart.Call) (bool, error) { return f() }, nil
}

// Script implements Host.
func (l *Lua) Script(at diag.Pos, text string) (func(*chart.Call) error, error) {
	f, err := l.bind(at, "(function() ", text, "\nend)() return true")
	if err != nil {
		return nil, err
	}
	return func(*chart.Call) error {
		_, err := f()
		return err
	}, nil
}

// Log implements Host.
func (l *Lua) Log(at diag.Pos, label, expr string) (func(*chart.Call) error, error) {
	args := fmt.Sprintf("%q", label)
	if expr != "" {
		args += ", " + expr
	}
	return l.Script(at, "print("+args+")")
}

// Each implements Looper. The copy of the array is in the machine's memory; places are counted from 1.
func (l *Lua) Each(at diag.Pos, array, item, index string) (begin func() error, next func() (bool, error), err error) {
	copied := fmt.Sprintf("scxml_%d_each", l.made+1)
	start, err := l.bind(at, "local all = (", array, "\n) if type(all) ~= 'table' then error('foreach goes through a table, and this is a ' .. type(all)) end\n"+
		copied+" = {n = #all, at = 0} for i = 1, #all do "+copied+"[i] = all[i] end return true")
	if err != nil {
		return nil, nil, err
	}
	set := item + " = all[all.at]"
	if index != "" {
		set += " " + index + " = all.at"
	}
	next, err = l.bind(at, "local all = "+copied+" all.at = all.at + 1 if all.at > all.n then "+copied+" = nil return false end ", set, "\nreturn true")
	return func() error { _, err := start(); return err }, next, err
}

// bind makes a global function of a text, whose lines keep their numbers.
func (l *Lua) bind(at diag.Pos, before, text, after string) (func() (bool, error), error) {
	l.made++
	name := fmt.Sprintf("scxml_%d", l.made)
	chunk := "function " + name + "() " + before
	lines := make([]byte, max(at.Line-1, 0))
	for i := range lines {
		lines[i] = '\n'
	}
	if err := l.VM.Do("@"+at.File, string(lines)+chunk+text+after+" end"); err != nil {
		return nil, err
	}
	return lua.Bind0[bool](l.VM, name)
}
