package check

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/analysis"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// look reads texts and tells all faults of them and of a system.
func look(texts map[string]string, system string, names ...string) diag.Faults {
	var files []*syntax.File
	var faults diag.Faults
	for _, name := range names {
		f, more := syntax.Parse(name, texts[name])
		files, faults = append(files, f), append(faults, more...)
	}
	m, more := aadl.Link(files)
	if faults = append(faults, more...); len(faults) > 0 {
		return faults
	}
	faults = Model(m)
	i, more := instance.Instantiate(m, system)
	if faults = append(faults, more...); i != nil {
		_, more := analysis.Analyse(i, analysis.Options{})
		faults = append(append(faults, Instance(i)...), more...)
	}
	return faults
}

// TestSeededFaults plants a fault of every kind in more than a thousand random systems without one: it is told, by its
// code and at its place, and nothing else is.
func TestSeededFaults(t *testing.T) {
	const each = 112
	for k, kind := range plants() {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			planted := 0
			for seed := uint64(k); planted < each; seed += uint64(len(plants())) {
				if seed > 20000 {
					t.Fatalf("only %d systems have a place for it", planted)
				}
				p := random(seed)
				system := "Main::" + p.root.name + ".i"
				clean := p.texts("10 sec")
				want, ok := kind.make(p)
				if !ok {
					continue
				}
				planted++
				if faults := look(clean, system, "main.aadl", "parts.aadl"); len(faults) > 0 {
					t.Fatalf("seed %d: a system without a fault:\n%v\n%s", seed, faults, numbered(clean))
				}
				texts := p.texts("10 sec")
				if why := unlike(look(texts, system, "main.aadl", "parts.aadl"), want, texts); why != "" {
					t.Fatalf("seed %d: %s\n%s", seed, why, numbered(texts))
				}
			}
		})
	}
}

// TestSeveralFaults: faults do not hide each other, and neither the order of the texts nor a second look changes what is
// told.
func TestSeveralFaults(t *testing.T) {
	kinds := plants()
	for seed := uint64(1); seed <= 60; seed++ {
		p := random(seed)
		system := "Main::" + p.root.name + ".i"
		var want []string
		for _, name := range []string{"remap", "slow", "rate", "overload", "type"} {
			k := slices.IndexFunc(kinds, func(k plant) bool { return k.name == name })
			if w, ok := kinds[k].make(p); ok && p.chance(70) {
				want = append(want, w.code)
			}
		}
		texts := p.texts("10 sec")
		faults := look(texts, system, "main.aadl", "parts.aadl")
		for _, code := range want {
			if !slices.ContainsFunc(faults, func(f diag.Fault) bool { return f.Code == code }) {
				t.Fatalf("seed %d: %s is not among\n%v\n%s", seed, code, faults, numbered(texts))
			}
		}
		byPlace := func(fs diag.Faults) []string {
			lines := strings.Split(fs.Error(), "\n")
			slices.Sort(lines)
			return lines
		}
		if again := look(texts, system, "parts.aadl", "main.aadl"); !slices.Equal(byPlace(again), byPlace(faults)) {
			t.Fatalf("seed %d: in another order\n%v\nand before\n%v", seed, again, faults)
		}
	}
}

// unlike says how faults are not the one that is wanted.
func unlike(faults diag.Faults, want told, texts map[string]string) string {
	if len(faults) != 1 || faults[0].Code != want.code {
		return fmt.Sprintf("want one %s, got %d:\n%v", want.code, len(faults), faults)
	}
	f := faults[0]
	in := func(text string) func(string) bool {
		return func(s string) bool { // as a whole name
			return regexp.MustCompile(`(^|\W)` + regexp.QuoteMeta(s) + `($|\W)`).MatchString(text)
		}
	}
	if len(want.path) > 0 && !slices.ContainsFunc(want.path, in(f.Path)) {
		return fmt.Sprintf("want it at %v, got\n%v", want.path, f)
	}
	lines := strings.Split(texts[f.File], "\n")
	if f.Line < 1 || f.Line > len(lines) || !slices.ContainsFunc(want.line, in(lines[f.Line-1])) {
		return fmt.Sprintf("want it in a line with one of %v, got\n%v", want.line, f)
	}
	return ""
}

func numbered(texts map[string]string) string {
	var b strings.Builder
	for _, name := range []string{"parts.aadl", "main.aadl"} {
		for i, line := range strings.Split(texts[name], "\n") {
			fmt.Fprintf(&b, "%s:%d %s\n", name, i+1, line)
		}
	}
	return b.String()
}
