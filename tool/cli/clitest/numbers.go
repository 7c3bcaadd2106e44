// Package clitest checks command lines.
package clitest

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/tool/cli"
	"github.com/sinew-robotics/sinew/tool/cli/grammar"
	"github.com/sinew-robotics/sinew/tool/cli/ranges"
)

// numeric is the type of a flag's numbers, nil for flags that are none.
func numeric(v *grammar.Value) reflect.Type {
	t := v.Target.Type()
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if k := t.Kind(); k >= reflect.Int && k <= reflect.Float64 && k != reflect.Uintptr {
		return t
	}
	return nil
}

// eachNumber calls f with every number and time of every command.
func eachNumber(t *testing.T, command cli.Tool, f func(t *testing.T, command *grammar.Node, name string, v *grammar.Value, positional bool)) {
	g, err := command.Grammar()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	var walk func(*grammar.Node)
	walk = func(at *grammar.Node) {
		each := func(v *grammar.Value, name string, positional bool) {
			if numeric(v) == nil {
				return
			}
			n++
			t.Run(at.FullPath()+" "+name, func(t *testing.T) { f(t, at, name, v, positional) })
		}
		for _, x := range at.Flags {
			each(x, "--"+x.Name, false)
		}
		for _, x := range at.Positional {
			each(x, "<"+x.Name+">", true)
		}
		for _, child := range at.Children {
			walk(child)
		}
	}
	walk(g)
	if n == 0 {
		t.Error("no numbers were found")
	}
}

// EveryNumberHasARange: a flag or argument that is a signed number or a time says what values it takes, and its
// default is one of them.
func EveryNumberHasARange(t *testing.T, command cli.Tool) {
	eachNumber(t, command, func(t *testing.T, _ *grammar.Node, name string, v *grammar.Value, _ bool) {
		tag := v.Tag.Get(ranges.Tag)
		if typ := numeric(v); tag == "" && typ.Kind() >= reflect.Uint && typ.Kind() <= reflect.Uint64 {
			return // no number of theirs is absurd, or the command knows better
		}
		if tag == "" {
			t.Fatalf("%s takes any number: add a tag such as range:\"0|0.001..1000\"", name)
		}
		for part := range strings.SplitSeq(tag, "|") {
			low, high, ok := strings.Cut(part, "..")
			if !ok {
				high = low
			}
			if !(ranges.Bound(low) <= ranges.Bound(high)) || math.IsInf(ranges.Bound(high), 0) {
				t.Errorf("its range %q is none", part)
			}
			if is := numeric(v) == reflect.TypeFor[time.Duration](); is != strings.HasSuffix(low, "s") {
				t.Errorf("its range %q and its type %v do not go together", part, numeric(v))
			}
		}
		if strings.Contains(tag, "?") || v.HasDefault && numeric(v).Kind() == reflect.Float64 && !ranges.Within(tag, ranges.Bound(v.Default)) {
			t.Errorf("its default %s is not in %q", v.Default, tag)
		}
	})
}

// arguments are what a command must have besides the number: files that exist, addresses, and what it may not be without.
func arguments(t *testing.T, command *grammar.Node) (args []string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "trace.mcap")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(command.FullPath())[1:]
	for _, f := range command.Flags {
		if f.Required {
			words = append(words, "--"+f.Name+"=127.0.0.1:1")
		}
	}
	for _, a := range command.Positional {
		if numeric(a) != nil {
			break
		}
		if a.Required || len(command.Positional) > 1 {
			value := file
			if a.Enum != "" {
				value, _, _ = strings.Cut(a.Enum, ",")
			}
			words = append(words, value)
		}
	}
	return words
}

// AbsurdNumbersAreRefused: no command begins with a number that is none, or that is out of its range. It is refused
// with its name and what to give instead.
func AbsurdNumbersAreRefused(t *testing.T, tool cli.Tool) {
	eachNumber(t, tool, func(t *testing.T, command *grammar.Node, name string, v *grammar.Value, positional bool) {
		var bad []string
		switch typ := numeric(v); {
		case typ == reflect.TypeFor[time.Duration]():
			bad = []string{"-5s", "-1ns", "2000000h", "NaN", "Inf"}
		case typ.Kind() == reflect.Float64:
			bad = []string{"NaN", "Inf", "-Inf", "-1e9", "1e300"}
		case typ.Kind() >= reflect.Uint && typ.Kind() <= reflect.Uint64:
			bad = []string{"-3", "1.5", "NaN"}
		default:
			bad = []string{"-3", "-9223372036854775808", "9223372036854775807", "1.5", "NaN"}
		}
		for _, x := range bad {
			args := arguments(t, command)
			if at := len(strings.Fields(command.FullPath())) - 1; positional {
				args = append(args, "--", x)
			} else {
				args = slices.Insert(args, at, name+"="+x) // first, as some commands hand on what follows their arguments
			}
			said := Refused(t, tool, args)
			if said == "" {
				t.Errorf("%v is taken", args)
			} else if !strings.Contains(said, strings.Trim(name, "-<>")) {
				t.Errorf("%v: %s", args, said)
			}
		}
	})
}

// Refused parses a command line and gives what is said against it; "" if nothing is.
func Refused(t *testing.T, command cli.Tool, args []string) string {
	t.Helper()
	g, err := command.Grammar()
	if err != nil {
		t.Fatal(err)
	}
	c, err := g.Parse(args)
	if err == nil {
		err = ranges.Outside(c)
	}
	if err == nil {
		return ""
	}
	return err.Error()
}
