// Package scxml reads and writes charts of package chart in SCXML (W3C Recommendation of 1 September 2015), for exchange with other
// tools.
//
// A chart that was read asks the innermost state first (chart.Model.InnerFirst) and takes one event per step (Single), as
// SCXML requires. Parts without a counterpart are faults with their places: invoke, send with a delay or to another
// target, cancel, several targets. Differences are warnings or are listed in docs/charts.md: there is one queue of
// events, in which events that the chart raises itself have no precedence, and conditions are also evaluated at events
// other than their transition's.
//
// Conditions and scripts are texts that a Host turns into functions: by name (Named), or as Lua (Lua). A model keeps the source
// of these and of other executable content, so that Write can write it back.
package scxml

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/model/chart"
)

// Host makes functions from the texts in a document, once, when it is read.
type Host interface {
	// Cond makes a condition.
	Cond(at diag.Pos, text string) (func(*chart.Call) (bool, error), error)
	// Script makes executable content.
	Script(at diag.Pos, text string) (func(*chart.Call) error, error)
	// Log makes the function of a <log>; either of label and expr may be empty.
	Log(at diag.Pos, label, expr string) (func(*chart.Call) error, error)
}

// Looper is a Host that can iterate over arrays, for <foreach>.
type Looper interface {
	// Each makes the functions that iterate over an array: begin takes a copy of it; next puts the next element into the variable
	// item, and its index into the variable index unless that is empty, and reports false when there is none.
	Each(at diag.Pos, array, item, index string) (begin func() error, next func() (bool, error), err error)
}

// Named is a host for texts that are names of Go functions.
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

// Lua is a host for texts in Lua: conditions are expressions, logs are printed. The machine must outlive the chart and
// must be saved with it, because the functions do not reveal it.
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

// Each implements Looper. The copy of the array is in the machine's memory; indices count from 1.
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

// bind makes a text a global function; its lines keep their numbers.
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
