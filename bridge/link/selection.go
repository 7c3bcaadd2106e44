package link

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/sinew-robotics/sinew/internal/spelling"
)

// Selection is a subset of a layout's members, always in the layout's order. The zero value selects nothing of
// nothing. A selection is immutable.
type Selection struct {
	of      Layout
	members []int  // indices into of
	packed  Layout // of the selected members
	runs    []run  // bytes to copy, with neighbours merged
	size    int
}

// run is n bytes at from in an image and at to in a packed image.
type run struct{ from, to, n int }

// Select selects members by name. It reports all unknown names and all repeated names at once, each with the nearest
// existing ones.
func (l Layout) Select(names ...string) (Selection, error) {
	errs := []error{l.Validate()}
	var members []int
	for _, name := range names {
		i, ok := l.Find(name)
		switch {
		case !ok:
			errs = append(errs, fmt.Errorf("link: there is no member %q: %s", name, l.near(name)))
		case slices.Contains(members, i):
			errs = append(errs, fmt.Errorf("link: member %s is named twice", name))
		default:
			members = append(members, i)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return Selection{}, err
	}
	return l.selection(members), nil
}

// Pick selects members by index, as a peer names them. It reports all bad indices at once.
func (l Layout) Pick(members ...int) (Selection, error) {
	errs := []error{l.Validate()}
	for k, i := range members {
		if i < 0 || i >= len(l) {
			errs = append(errs, fmt.Errorf("link: there is no member %d: the layout has %d", i, len(l)))
		} else if slices.Contains(members[:k], i) {
			errs = append(errs, fmt.Errorf("link: member %d (%s) is picked twice", i, l[i].Name))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return Selection{}, err
	}
	return l.selection(slices.Clone(members)), nil
}

// All selects every member. The layout must be valid.
func (l Layout) All() Selection {
	members := make([]int, len(l))
	for i := range members {
		members[i] = i
	}
	return l.selection(members)
}

func (l Layout) selection(members []int) Selection {
	slices.Sort(members)
	s := Selection{of: l, members: members}
	for _, i := range members {
		at, n := l.Offset(i), l[i].Size()
		s.packed = append(s.packed, l[i])
		if k := len(s.runs) - 1; k >= 0 && s.runs[k].from+s.runs[k].n == at {
			s.runs[k].n += n
		} else {
			s.runs = append(s.runs, run{at, s.size, n})
		}
		s.size += n
	}
	return s
}

// Of is the layout that was selected from.
func (s Selection) Of() Layout { return s.of }

// Packed is the layout of a packed image. The caller must not change it.
func (s Selection) Packed() Layout { return s.packed }

// Members are the indices of the selected members, rising. The caller must not change them.
func (s Selection) Members() []int { return s.members }

// Has reports whether member i is selected.
func (s Selection) Has(i int) bool { return slices.Contains(s.members, i) }

// Size is the number of bytes of a packed image.
func (s Selection) Size() int { return s.size }

// Extract appends the selected members of an image to dst. The image must have the layout's size.
func (s Selection) Extract(dst, image []byte) []byte {
	for _, r := range s.runs {
		dst = append(dst, image[r.from:r.from+r.n]...)
	}
	return dst
}

// Restore puts the selected members back into an image and does not change its other members.
func (s Selection) Restore(image, packed []byte) {
	for _, r := range s.runs {
		copy(image[r.from:r.from+r.n], packed[r.to:])
	}
}

// near suggests up to three members for an unknown name.
func (l Layout) near(name string) string {
	type candidate struct {
		name string
		far  int
	}
	var found []candidate
	for _, f := range l {
		if far := spelling.Distance(strings.ToLower(name), strings.ToLower(f.Name)); far <= max(2, len(name)/3) {
			found = append(found, candidate{f.Name, far})
		}
	}
	if len(found) == 0 {
		var all []string
		for _, f := range l {
			all = append(all, f.Name)
		}
		return "there are " + strings.Join(all, ", ")
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].far < found[j].far })
	names := make([]string, 0, 3)
	for _, c := range found[:min(3, len(found))] {
		names = append(names, c.name)
	}
	return "is " + strings.Join(names, " or ") + " meant?"
}
