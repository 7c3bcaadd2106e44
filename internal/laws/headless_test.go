package laws

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// served are what a program without a page has no use for: the packages, and what lies below them.
var served = []string{"net/http", "github.com/coder/websocket"}

// headless are the packages that run programs without a page, with how many packages they may need, the standard library's
// included.
var headless = map[string]int{
	"tool/run":          230,
	"tool/view":         195,
	"tool/live":         195,
	"examples/01-hello": 80,
}

// burden finds the imports of a package that it must not have.
func (m *tree) burden(name string, most int) (faults []string) {
	by := map[string]string{module + "/" + name: ""} // what needs it first
	for queue := slices.Collect(maps.Keys(by)); len(queue) > 0; queue = queue[1:] {
		for _, p := range m.needs[queue[0]] {
			if _, known := by[p]; !known {
				by[p], queue = queue[0], append(queue, p)
			}
		}
	}
	for _, p := range slices.Sorted(maps.Keys(by)) {
		if slices.ContainsFunc(served, func(s string) bool { return p == s || strings.HasPrefix(p, s+"/") }) {
			faults = append(faults, fmt.Sprintf("%s needs %s, by %s: what serves a page belongs into a package of its own", name, p, by[p]))
		}
	}
	if len(by) == 1 {
		faults = append(faults, name+" is not there, or needs nothing")
	}
	if len(by) > most {
		faults = append(faults, fmt.Sprintf("%s needs %d packages, at most %d are wanted: `go list -deps ./%s` names them", name, len(by), most, name))
	}
	return faults
}

func TestHeadlessProgramsLinkNoServer(t *testing.T) {
	m := load(t)
	for name, most := range headless {
		report(t, m.burden(name, most))
	}
}

func TestHeadlessCanFail(t *testing.T) {
	m := &tree{needs: map[string][]string{module + "/a": {module + "/b", "fmt"}, module + "/b": {"net/http/httptest"}, module + "/c": {"fmt"}}}
	wantFaults(t, m.burden("a", 4), "a needs net/http/httptest, by "+module+"/b")
	wantFaults(t, m.burden("a", 3), "net/http/httptest", "a needs 4 packages, at most 3")
	wantFaults(t, m.burden("c", 2))
	wantFaults(t, m.burden("d", 9), "d is not there")
}
