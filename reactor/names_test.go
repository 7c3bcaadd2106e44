package reactor

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

type named struct {
	Reactor
	In  In[int]
	Arr [2]In[int]
	Few MultiIn[int]
}

// TestNamesAreTakenOnce claims names at random, members of banks in and out of order among them, and compares what is
// reported with a set.
func TestNamesAreTakenOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := NewMain("main")
		Init(m, "before", &named{}) // the fields of the next are known
		parent := &named{}
		Init(m, "parent", parent)
		taken := map[string]string{"in": "port", "arr[0]": "port", "arr[1]": "port"}
		for _, name := range rapid.SliceOf(rapid.SampledFrom([]string{"a", "in", "a[0]", "a[1]", "a[2]", "a[02]", "a[3]", "b[0]", "b[1]", "arr[1]",
			"arr[2]", "few[0]", "few[1]"})).Draw(t, "names") {
			faults := len(m.faults)
			as := "reactor"
			if rapid.Bool().Draw(t, "port") {
				as = "port"
				parent.Declare(name, &In[int]{})
			} else {
				Init(parent, name, &named{})
			}
			was := taken[name]
			switch got := m.faults[faults:]; {
			case was == "" && len(got) > 0:
				t.Fatalf("%s: %v", name, got)
			case was != "" && (len(got) != 1 || !strings.HasSuffix(got[0].What, "is taken by a "+was)):
				t.Fatalf("%s, taken by a %s: %v", name, was, got)
			}
			taken[name] = as // the next that wants it is told of the latest
		}
	})
}
