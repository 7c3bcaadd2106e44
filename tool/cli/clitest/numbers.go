// Package clitest tests command lines.
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

// numeric is the type of the numbers that a flag holds, nil if it holds none.
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

// eachNumber calls f for every number and time of every command.
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

// EveryNumberHasARange tests that every flag or argument that is a signed number or a time states its range, and that its
// default lies within it.
func EveryNumberHasARange(t *testing.T, command cli.Tool) {
	eachNumber(t, command, func(t *testing.T, _ *grammar.Node, name string, v *grammar.Value, _ bool) {
		tag := v.Tag.Get(ranges.Tag)
		if typ := numeric(v); tag == "" && typ.Kind() >= reflect.Uint && typ.Kind() <= reflect.Uint64 {
			return // every number is allowed, or the command checks it
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

// arguments are what a command needs besides the number: existing files, addresses, and its required flags.
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

// AbsurdNumbersAreRefused tests that no command starts with an invalid number or one that is out of its range. The
// message must name the number and say what to give instead.
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
				args = slices.Insert(args, at, name+"="+x) // comes first, because some commands pass on what follows their arguments
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

// Refused parses a command line and returns the objection to it, "" if there is none.
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
