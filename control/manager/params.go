package manager

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// parse sets the value from its text if the text has the right type and is within the range.
func (p *Parameter) parse(text string) error {
	text = strings.TrimSpace(text)
	var err error
	switch at := p.At.(type) {
	case *float64:
		*at, err = strconv.ParseFloat(text, 64)
	case *int:
		*at, err = strconv.Atoi(text)
	case *bool:
		*at, err = strconv.ParseBool(text)
	case *string:
		*at = text
	case *time.Duration:
		*at, err = time.ParseDuration(text)
	case *[]string:
		*at = split(text)
	case *[]float64:
		var list []float64
		for _, s := range split(text) {
			x, e := strconv.ParseFloat(s, 64)
			if e != nil {
				err = e
			}
			list = append(list, x)
		}
		*at = list
	default:
		return fmt.Errorf("a parameter cannot be a %T", p.At)
	}
	if err != nil {
		return fmt.Errorf("%q is no %s", text, p.typeName())
	}
	return p.check()
}

// split splits a list: "a, b" or "[a, b]".
func split(text string) (list []string) {
	text = strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")
	if strings.TrimSpace(text) == "" {
		return nil
	}
	for s := range strings.SplitSeq(text, ",") {
		list = append(list, strings.Trim(strings.TrimSpace(s), `"'`))
	}
	return list
}

// Each returns a list parameter's numbers for n joints: one for each, or one for all of them.
func Each(name string, xs []float64, n int) ([]float64, error) {
	switch len(xs) {
	case n:
		return slices.Clone(xs), nil
	case 1:
		return slices.Repeat(xs, n), nil
	}
	return make([]float64, n), fmt.Errorf("%s has %d numbers: give one, or one for each of %d", name, len(xs), n)
}

// numbers returns the value as numbers, none for texts.
func (p *Parameter) numbers() []float64 {
	switch at := p.At.(type) {
	case *float64:
		return []float64{*at}
	case *int:
		return []float64{float64(*at)}
	case *time.Duration:
		return []float64{at.Seconds()}
	case *[]float64:
		return *at
	}
	return nil
}

// texts returns the value as texts, none for numbers.
func (p *Parameter) texts() []string {
	switch at := p.At.(type) {
	case *string:
		return []string{*at}
	case *[]string:
		return *at
	}
	return nil
}

// check checks the value against the range.
func (p *Parameter) check() error {
	for _, x := range p.numbers() {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("%g is no finite number", x)
		}
		if (p.Min != 0 || p.Max != 0) && !(x >= p.Min && x <= p.Max) {
			return fmt.Errorf("%g is outside %g to %g%s", x, p.Min, p.Max, strings.TrimRight(" "+p.Unit, " "))
		}
	}
	for _, s := range p.texts() {
		if len(p.OneOf) > 0 && !slices.Contains(p.OneOf, s) {
			return fmt.Errorf("%q is none of %s", s, strings.Join(p.OneOf, ", "))
		}
	}
	return nil
}

// typeName returns the type's name for people.
func (p *Parameter) typeName() string {
	switch p.At.(type) {
	case *float64:
		return "number"
	case *int:
		return "whole number"
	case *bool:
		return "truth (true, false)"
	case *time.Duration:
		return "duration, such as 5ms"
	case *[]float64:
		return "list of numbers"
	case *[]string:
		return "list of texts"
	}
	return "text"
}

// text formats the value.
func (p *Parameter) text() string {
	switch at := p.At.(type) {
	case *float64:
		return strconv.FormatFloat(*at, 'g', -1, 64)
	case *int:
		return strconv.Itoa(*at)
	case *bool:
		return strconv.FormatBool(*at)
	case *string:
		return *at
	case *time.Duration:
		return at.String()
	case *[]string:
		return strings.Join(*at, ", ")
	case *[]float64:
		return strings.Trim(strings.ReplaceAll(fmt.Sprint(*at), " ", ", "), "[]")
	}
	return ""
}

// copied returns a copy of the value for restore.
func (p *Parameter) copied() any {
	switch at := p.At.(type) {
	case *float64:
		return *at
	case *int:
		return *at
	case *bool:
		return *at
	case *string:
		return *at
	case *time.Duration:
		return *at
	case *[]float64:
		return slices.Clone(*at)
	case *[]string:
		return slices.Clone(*at)
	}
	return nil
}

// restore puts a value back.
func (p *Parameter) restore(was any) {
	switch at := p.At.(type) {
	case *float64:
		*at = was.(float64)
	case *int:
		*at = was.(int)
	case *bool:
		*at = was.(bool)
	case *string:
		*at = was.(string)
	case *time.Duration:
		*at = was.(time.Duration)
	case *[]float64:
		*at, _ = was.([]float64)
	case *[]string:
		*at, _ = was.([]string)
	}
}
