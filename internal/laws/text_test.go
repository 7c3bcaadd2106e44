package laws

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rule is something that no file may say. The patterns are put together from pieces so that this file passes.
type rule struct {
	what    string
	pattern *regexp.Regexp
}

var textRules = []rule{
	{"a path of one machine: use a flag, os.TempDir or t.TempDir",
		regexp.MustCompile(`(^|[^\w./\-])/(wo` + `rk|ro` + `ot|tm` + `p|ho` + `me/\w+)/`)},
	{"something unfinished: do it, or leave it out",
		regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X)\b`)},
	{"who or what wrote it, which does not belong here",
		regexp.MustCompile(`\b(A` + `I|L` + `LMs?)\b|(?i:language mod` + `el|chat` + `bot|code assis` + `tant|co-auth` + `ored-by)`)},
	{"where the work was planned: say what is so, not who asked",
		regexp.MustCompile(`\b[Ii]ss` + `ue #?\d+\b|\b[Hh]elp` + `er [A-H]\b|\b(the|this|my|your) br` + `ief\b`)},
}

// notOurs are files whose text others wrote.
var notOurs = []string{"LICENSE", "go.sum", "package-lock.json"}

// sayings finds the lines of a file that break a rule.
func sayings(name string, text []byte) (faults []string) {
	if bytes.IndexByte(text, 0) >= 0 {
		return nil
	}
	for i, line := range bytes.Split(text, []byte("\n")) {
		for _, r := range textRules {
			if found := r.pattern.Find(line); found != nil {
				faults = append(faults, fmt.Sprintf("%s:%d: %q is %s", name, i+1, bytes.TrimSpace(found), r.what))
			}
		}
	}
	return faults
}

func TestText(t *testing.T) {
	m := load(t)
	err := filepath.WalkDir(m.root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() != "testdata" && slices.Contains(skipped, d.Name()):
			return filepath.SkipDir
		case !d.Type().IsRegular() || d.Name() == ".git" || slices.Contains(notOurs, d.Name()): // .git is a file in a worktree
			return nil
		}
		if i, err := d.Info(); err != nil || i.Size() > 4<<20 {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(m.root, file)
		report(t, sayings(filepath.ToSlash(rel), text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTextCanFail(t *testing.T) {
	for text, want := range map[string]string{
		"open(\"/tm" + "p/x\")":                "path of one machine",
		"/wo" + "rk/main":                      "path of one machine",
		"// TO" + "DO: more":                   "unfinished",
		"written by an A" + "I":                "who or what",
		"Co-Auth" + "ored-By: x":               "who or what",
		"see iss" + "ue 12":                    "planned",
		"cd /ro" + "ot/x":                      "path of one machine",
		"=/ho" + "me/me/":                      "path of one machine",
		"(FIX" + "ME)":                         "unfinished",
		"XX" + "X":                             "unfinished",
		"L" + "LMs":                            "who or what",
		"Language Mod" + "els":                 "who or what",
		"the CHAT" + "BOT":                     "who or what",
		"code assis" + "tants":                 "who or what",
		"Iss" + "ue #3":                        "planned",
		"Help" + "er B":                        "planned",
		"in my br" + "ief, it":                 "planned",
		"the ro" + "ot/child, a tm" + "p/file": "",
		"robot/ro" + "ot/base; MA" + "IN":      "",
		"golang/go#44343":                      "",
	} {
		if want == "" {
			wantFaults(t, sayings("a.md", []byte(text)))
		} else {
			wantFaults(t, sayings("a.md", []byte(text)), want)
		}
	}
	wantFaults(t, sayings("a.bin", []byte("\x00/tm"+"p/x")))
}

// goMod is what the go command says about go.mod.
type goMod struct {
	Require []requirement
	Tool    []struct{ Path string }
}

type requirement struct {
	Path     string
	Indirect bool
}

// unlisted finds modules that are required directly, imported or run as tools and have no line in the list of
// dependencies, and lines of modules that are not required any more.
func unlisted(mod goMod, used []string, list string) (faults []string) {
	var known []string
	for _, r := range mod.Require {
		known = append(known, r.Path)
		direct := !r.Indirect || slices.ContainsFunc(used, func(p string) bool { return owner(mod, p) == r.Path }) ||
			slices.ContainsFunc(mod.Tool, func(t struct{ Path string }) bool { return owner(mod, t.Path) == r.Path })
		if direct && !strings.Contains(list, "| `"+r.Path+"` |") {
			faults = append(faults, fmt.Sprintf("%s: no line in docs/dependencies.md: say why it is needed and what else was weighed", r.Path))
		}
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+\\.[^`]+/[^`]+)` \\|").FindAllStringSubmatch(list, -1) {
		if !slices.Contains(known, m[1]) {
			faults = append(faults, fmt.Sprintf("%s: docs/dependencies.md lists it and go.mod does not require it", m[1]))
		}
	}
	return faults
}

// owner returns the required module that an import path belongs to.
func owner(mod goMod, p string) string {
	best := ""
	for _, r := range mod.Require {
		if (p == r.Path || strings.HasPrefix(p, r.Path+"/")) && len(r.Path) > len(best) {
			best = r.Path
		}
	}
	return best
}

func TestDependencies(t *testing.T) {
	m := load(t)
	var mod goMod
	for _, dir := range modules {
		cmd := exec.Command("go", "mod", "edit", "-json")
		cmd.Dir = filepath.Join(m.root, dir)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go mod edit: %v", err)
		}
		var one goMod
		if err := json.Unmarshal(out, &one); err != nil {
			t.Fatal(err)
		}
		one.Require = slices.DeleteFunc(one.Require, func(r requirement) bool { return r.Path == module })
		mod.Require, mod.Tool = append(mod.Require, one.Require...), append(mod.Tool, one.Tool...)
	}
	list, err := os.ReadFile(filepath.Join(m.root, "docs", "dependencies.md"))
	if err != nil {
		t.Fatal(err)
	}
	var used []string
	for _, s := range m.sources {
		used = append(used, imports(s.tree)...)
	}
	slices.Sort(used)
	report(t, unlisted(mod, slices.Compact(used), string(list)))
}

func TestDependenciesCanFail(t *testing.T) {
	mod := goMod{Tool: []struct{ Path string }{{"example.org/tool/cmd/x"}}}
	for _, p := range []string{"example.org/direct", "example.org/used", "example.org/used/v2", "example.org/tool", "example.org/far"} {
		mod.Require = append(mod.Require, requirement{p, p != "example.org/direct"})
	}
	list := "| `example.org/used` | for this |\n| `example.org/gone` | for that |\n"
	wantFaults(t, unlisted(mod, []string{"example.org/used/v2/sub", "example.org/used/sub", "fmt"}, list),
		"example.org/direct: no line", "example.org/used/v2: no line", "example.org/tool: no line", "example.org/gone: docs")
}
