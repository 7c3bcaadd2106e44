package node

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/reactor"
)

// TestNothingAllocates steps a node that runs, gets messages and notices, under an overseer that grants and refuses.
func TestNothingAllocates(t *testing.T) {
	m := reactor.NewMain("alloc")
	table := Table{Nodes: []Watched{{Name: "adder", Critical: true, Every: ms}},
		States:  []Phase{{Name: "a", Initial: true}, {Name: "b"}, {Name: "safe", Final: true}},
		Changes: []Change{{From: "a", To: "b", When: []Guard{{"adder", []State{Running}}}}, {From: "b", To: "a", By: []string{"adder"}}},
		Losses:  []Loss{{To: "safe"}}}
	o, err := NewOverseer(m, "overseer", table)
	if err != nil {
		t.Fatal(err)
	}
	a := newAdder(t, m, "adder", Config{Notify: ms, Critical: true, Loop: ms}, limits{100})
	if err := o.Join("adder", &a.Base); err != nil {
		t.Fatal(err)
	}
	var answers, granted int
	a.Running.Reaction("answer").On(&a.Answer).Do(func() {
		answers++
		if a.Answer.Get().Granted {
			granted++
		}
	})
	src := &struct {
		reactor.Reactor
		Tick    reactor.Timer
		Value   reactor.Out[float64]
		Request reactor.Out[Request]
	}{}
	reactor.Init(m, "source", src)
	src.Tick.Set(0, ms/10)
	src.Reaction("send").On(&src.Tick).Sets(&src.Value).Do(func() { src.Value.Set(0) })
	reactor.Connect(&src.Value, &a.Value)
	turn := 0
	a.Running.Reaction("ask").On(&a.Value).Sets(&a.Request).Do(func() {
		turn++
		a.Request.Set(Request{To: [...]string{"b", "a", "safe", "nowhere"}[turn%4]})
	})
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Start()
	for range 1000 {
		p.Step(nil)
	}
	if n := testing.AllocsPerRun(5000, func() { p.Step(nil) }); n != 0 {
		t.Errorf("%v allocations a tag", n)
	}
	if granted == 0 || answers == granted || a.State() != Running {
		t.Error(answers, granted, a.State())
	}
}

// TestNothingIsLocked reads the sources: the package has no state that two threads share, so it needs neither a lock nor
// an atomic. What enters from other threads enters by the doors of package reactor.
func TestNothingIsLocked(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(f, "_test.go") && (bytes.Contains(text, []byte(`"sync`)) || regexp.MustCompile(`(?m)^var `).Match(text)) {
			t.Errorf("%s: a lock, an atomic or a variable of the package", f)
		}
	}
}

// TestCodesAreListed finds codes of faults that the page about them does not have.
func TestCodesAreListed(t *testing.T) {
	page, err := os.ReadFile("../../docs/format/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []string{"machine.go", "node.go", "table.go", "overseer.go"} {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(`"((?:machine|node|table)-[a-z]+)"`).FindAllSubmatch(text, -1)
		if len(found) == 0 {
			t.Errorf("%s has no codes", f)
		}
		for _, c := range found {
			if !bytes.Contains(page, []byte("| `"+string(c[1])+"` |")) {
				t.Errorf("docs/format/faults.md has no %s", c[1])
			}
		}
	}
}
