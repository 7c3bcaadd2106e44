// Package ranges refuses numbers and times on a command line that are out of their flags' ranges. The tag of a flag or
// argument states the range: range:"0|0.001..1000" is 0, or anything from 0.001 to 1000; a time has its unit.
package ranges

import (
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/tool/cli/grammar"
)

// Tag is the key of the tag that holds a range.
const Tag = "range"

// Outside reports all numbers and times of the chosen command that are out of their ranges, and what else the command's
// method Check() error objects to.
func Outside(command *grammar.Node) error {
	var errs []error
	for n := command; n != nil; n = n.Parent {
		for _, f := range n.Flags {
			errs = append(errs, refuse("--"+f.Name, f))
		}
		for _, a := range n.Positional {
			errs = append(errs, refuse("<"+a.Name+">", a))
		}
	}
	err := errors.Join(errs...)
	if c, ok := command.Target.(interface{ Check() error }); ok {
		err = errors.Join(err, c.Check())
	}
	return err
}

// refuse says that a value is out of its range.
func refuse(name string, v *grammar.Value) error {
	tag := v.Tag.Get(Tag)
	if tag == "" {
		return nil
	}
	var errs []error
	for _, x := range numbersIn(v.Target) {
		if !Within(tag, x) {
			errs = append(errs, fmt.Errorf("%s %v: give %s%s", name, x, inWords(tag), origin(v)))
		}
	}
	return errors.Join(errs...)
}

// origin names the environment variable that has set a flag.
func origin(v *grammar.Value) string {
	for _, name := range v.Env {
		if os.Getenv(name) != "" {
			return " (" + name + " sets it too)"
		}
	}
	return ""
}

// numbersIn are the numbers of a flag: one, those of a list, or none for a nil pointer.
func numbersIn(v reflect.Value) (all []any) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			all = numbersIn(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			all = append(all, numbersIn(v.Index(i))...)
		}
	default:
		all = append(all, v.Interface())
	}
	return all
}

// number is a value for comparison: a time in seconds. NaN lies in no range.
func number(x any) float64 {
	switch v := reflect.ValueOf(x); {
	case v.Type() == reflect.TypeFor[time.Duration]():
		return time.Duration(v.Int()).Seconds()
	case v.CanInt():
		return float64(v.Int())
	case v.CanFloat():
		return v.Float()
	}
	return math.NaN()
}

// Bound parses one end of a range: a number, or a time with its unit, in seconds. Anything else is NaN.
func Bound(s string) float64 {
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		return f
	}
	if d, err := time.ParseDuration(s); err == nil {
		return d.Seconds()
	}
	return math.NaN()
}

// Within reports whether a range, as written in a tag, contains x.
func Within(tag string, x any) bool {
	for part := range strings.SplitSeq(tag, "|") {
		low, high, isRange := strings.Cut(part, "..")
		if !isRange {
			high = low
		}
		if n := number(x); n >= Bound(low) && n <= Bound(high) {
			return true
		}
	}
	return false
}

// inWords is a range in words.
func inWords(tag string) string {
	return strings.NewReplacer("|", " or ", "..", " to ").Replace(tag)
}
