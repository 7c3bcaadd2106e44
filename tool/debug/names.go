package debug

import (
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/trace"
)

func (n *names) portByPath(path string) (id int, ok bool) {
	for i := range n.ports {
		if n.ports[i].Path == path {
			return i, true
		}
	}
	return 0, false
}

func (n *names) doorByPath(path string) (id int, ok bool) {
	for i := range n.doors {
		if n.doors[i].Path == path {
			return i, true
		}
	}
	return 0, false
}

// what says which parts of a program a path may name.
type what uint8

const (
	ports what = 1 << iota
	doors
	reactions
)

// found is a part of a program: exactly one of its ids is not -1.
type found struct {
	path           string
	port, door, rx int
}

// typeOf is the type of the values of a port or door.
func (n *names) typeOf(f found) reflect.Type {
	if f.port >= 0 {
		return n.portCd[n.source[f.port]].Type()
	}
	return n.doorCd[f.door].Type()
}

// find resolves a path, or the end of one, to the one part of the program that it names. If a door leads to a port of
// the same name, the port is meant.
func (n *names) find(path string, of what) (found, error) {
	var hits []found
	exact := func(f found) bool { return f.path == path }
	for _, f := range n.list(of) {
		if f.path == path || strings.HasSuffix(f.path, "."+path) {
			if !slices.ContainsFunc(hits, func(h found) bool { return h.path == f.path }) {
				hits = append(hits, f)
			}
		}
	}
	if i := slices.IndexFunc(hits, exact); i >= 0 {
		return hits[i], nil
	}
	switch len(hits) {
	case 1:
		return hits[0], nil
	case 0:
		var all []string
		for _, f := range n.list(of) {
			all = append(all, f.path)
		}
		return found{}, fmt.Errorf("there is no %s %s%s; `info ports`, `info doors` and `info graph` list what there is", of, path, meant(path, all))
	}
	var paths []string
	for _, h := range hits {
		paths = append(paths, h.path)
	}
	return found{}, fmt.Errorf("%s is not clear: write more of the path of %s", path, strings.Join(paths, " or "))
}

// String names the parts in question.
func (w what) String() string {
	var all []string
	for i, s := range []string{"port", "door", "reaction"} {
		if w>>i&1 != 0 {
			all = append(all, s)
		}
	}
	return strings.Join(all, " or ")
}

// list lists the parts of the program, ports first.
func (n *names) list(of what) []found {
	var all []found
	if of&ports != 0 {
		for i, p := range n.ports {
			all = append(all, found{p.Path, i, -1, -1})
		}
	}
	if of&doors != 0 {
		for i, d := range n.doors {
			all = append(all, found{d.Path, -1, i, -1})
		}
	}
	if of&reactions != 0 {
		for i, r := range n.graph.Reactions {
			all = append(all, found{r.Path, -1, -1, i})
		}
	}
	return all
}

// chosen reports whether a path matches; without a pattern every path does.
func chosen(pattern, path string) bool {
	return pattern == "" || trace.Match([]string{pattern}, path) || strings.Contains(path, pattern)
}

// meant suggests the most similar of all names, if one is near.
func meant(word string, all []string) string {
	type near struct {
		text string
		far  int
	}
	var best []near
	if len(word) > 200 {
		return ""
	}
	for _, s := range all {
		end := s
		if dots := strings.Count(s, ".") - strings.Count(word, "."); dots > 0 { // as much of its end as was written
			end = strings.SplitN(s, ".", dots+1)[dots]
		}
		if far := spelling.Distance(word, end); far <= 1+len(word)/4 {
			best = append(best, near{s, far})
		}
	}
	if len(best) == 0 {
		return ""
	}
	sort.SliceStable(best, func(i, j int) bool { return best[i].far < best[j].far })
	return fmt.Sprintf(" (is %s meant?)", best[0].text)
}
