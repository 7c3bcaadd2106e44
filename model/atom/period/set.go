// Package period is the arithmetic of allowed periods: sets of intervals, the smallest conflict among several sets, and
// the choice of periods that can be scheduled on a number of cores.
package period

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"
)

// Interval is a closed interval of periods. Max is Forever if there is no upper end.
type Interval struct{ Min, Max time.Duration }

// Forever is the upper end of an interval without one.
const Forever = time.Duration(1<<63 - 1)

// Set is a union of disjoint intervals in ascending order that do not touch. nil means not stated, and allows every
// period above 0; an empty set that is not nil allows none.
type Set []Interval

// Between returns the set of the periods from a to b, inclusive; empty if b is less than a.
func Between(a, b time.Duration) Set {
	a = max(a, 1)
	if b < a {
		return Set{}
	}
	return Set{{a, b}}
}

// From returns the set of the periods from a on: [a, ∞).
func From(a time.Duration) Set { return Between(a, Forever) }

// Of returns the union of intervals, in any order; those without periods above 0 are omitted.
func Of(all ...Interval) Set {
	sorted := slices.Clone(all)
	slices.SortFunc(sorted, func(a, b Interval) int {
		if a.Min < b.Min {
			return -1
		} else if a.Min > b.Min {
			return 1
		}
		return 0
	})
	s := make(Set, 0, len(sorted))
	for _, i := range sorted {
		i.Min = max(i.Min, 1)
		if i.Max < i.Min {
			continue
		}
		if n := len(s); n > 0 && (s[n-1].Max == Forever || i.Min <= s[n-1].Max+1) {
			s[n-1].Max = max(s[n-1].Max, i.Max)
			continue
		}
		s = append(s, i)
	}
	return s
}

// Empty reports whether s allows no period.
func (s Set) Empty() bool { return s != nil && len(s) == 0 }

// intervals returns all intervals that s allows.
func (s Set) intervals() []Interval {
	if s == nil {
		return []Interval{{1, Forever}}
	}
	return s
}

// Contains reports whether s allows p.
func (s Set) Contains(p time.Duration) bool {
	for _, i := range s.intervals() {
		if i.Min <= p && p <= i.Max {
			return true
		}
	}
	return false
}

// Intersect returns the periods that both allow; nil only if both are nil.
func (s Set) Intersect(t Set) Set {
	if s == nil {
		return t
	} else if t == nil {
		return s
	}
	return s.meet(t, make(Set, 0, max(len(s), len(t))))
}

// Common returns the periods that all allow; nil only if all are nil.
func Common(all iter.Seq[Set]) Set {
	var s, free Set
	owned := false // s is memory of this function
	for t := range all {
		switch {
		case t == nil:
		case s == nil:
			s = t
		case !owned:
			s, owned = s.Intersect(t), true
		default:
			s, free = s.meet(t, free[:0]), s
			if s == nil {
				s = Set{}
			}
		}
	}
	return s
}

// meet appends the intersection of two stated sets to out.
func (s Set) meet(t, out Set) Set {
	for i, j := 0, 0; i < len(s) && j < len(t); {
		if a, b := max(s[i].Min, t[j].Min), min(s[i].Max, t[j].Max); a <= b {
			out = append(out, Interval{a, b})
		}
		if s[i].Max < t[j].Max {
			i++
		} else {
			j++
		}
	}
	return out
}

// Union returns the periods that one of them allows; nil if one is nil.
func (s Set) Union(t Set) Set {
	if s == nil || t == nil {
		return nil
	}
	return Of(append(slices.Clone(s), t...)...)
}

// Min returns the smallest period that s allows, 0 if there is none.
func (s Set) Min() time.Duration {
	if s.Empty() {
		return 0
	}
	return s.intervals()[0].Min
}

// Max returns the largest period that s allows, 0 if there is none.
func (s Set) Max() time.Duration {
	if s.Empty() {
		return 0
	}
	all := s.intervals()
	return all[len(all)-1].Max
}

// Next returns the smallest period of s that is not below p; ok is false if there is none.
func (s Set) Next(p time.Duration) (q time.Duration, ok bool) {
	for _, i := range s.intervals() {
		if i.Max >= p {
			return max(i.Min, p), true
		}
	}
	return 0, false
}

// Multiple returns the smallest period of s that is a whole multiple of p; ok is false if there is none.
func (s Set) Multiple(p time.Duration) (q time.Duration, ok bool) {
	if p <= 0 {
		return 0, false
	}
	for _, i := range s.intervals() {
		k := (i.Min-1)/p + 1
		if k > Forever/p {
			return 0, false
		}
		if k*p <= i.Max {
			return k * p, true
		}
	}
	return 0, false
}

// Check returns what is wrong with s: intervals that are empty, out of order or touching, or periods that are not above
// 0.
func (s Set) Check() error {
	for n, i := range s {
		switch {
		case i.Min <= 0:
			return fmt.Errorf("a period of %v: periods are above 0", i.Min)
		case i.Max < i.Min:
			return fmt.Errorf("the interval [%v, %v] ends before it starts", i.Min, i.Max)
		case n > 0 && (s[n-1].Max == Forever || i.Min <= s[n-1].Max+1):
			return fmt.Errorf("the intervals %v and %v overlap, touch or are out of order", s[n-1], i)
		}
	}
	return nil
}

// String formats the interval as Parse reads it: "[10 ms, 50 ms]".
func (i Interval) String() string {
	if i.Max == Forever {
		return "[" + Duration(i.Min) + ", ∞)"
	}
	return "[" + Duration(i.Min) + ", " + Duration(i.Max) + "]"
}

// String formats the set as Parse reads it: "[10 ms, 50 ms] ∪ [80 ms, ∞)"; "any" if nothing is stated, "none" if
// nothing is allowed.
func (s Set) String() string {
	switch {
	case s == nil:
		return "any"
	case len(s) == 0:
		return "none"
	}
	parts := make([]string, len(s))
	for n, i := range s {
		parts[n] = i.String()
	}
	return strings.Join(parts, " ∪ ")
}
