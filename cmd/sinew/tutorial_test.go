package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var block = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// scripted makes a script of a page: what a block of source names in its first line is written, and each $ line is executed; the lines below
// it are on its standard output, and the line "exit status 1" is how it ends.
func scripted(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var script, files strings.Builder
	for n, m := range block.FindAllStringSubmatch(string(text), -1) {
		if m[1] != "console" {
			name := strings.Trim(strings.SplitN(m[2], "\n", 2)[0], "-/# ")
			if strings.Contains(name, " ") {
				t.Fatalf("%s: a block begins with %q, which names no file", page, name)
			}
			fmt.Fprintf(&script, "cp $WORK/page%d %s\n", n, name)
			fmt.Fprintf(&files, "-- page%d --\n%s", n, m[2])
			continue
		}
		for _, c := range strings.Split(m[2], "$ ")[1:] {
			lines := strings.Split(strings.TrimSpace(c), "\n")
			fails := lines[len(lines)-1] == "exit status 1"
			switch {
			case fails:
				fmt.Fprintf(&script, "! exec %s\n", lines[0])
			case strings.HasPrefix(lines[0], "cd "):
				fmt.Fprintf(&script, "%s\n", lines[0])
			default:
				fmt.Fprintf(&script, "exec %s\n", lines[0])
			}
			if strings.HasSuffix(lines[0], "&") { // a program that others look at
				fmt.Fprintf(&script, "wait-for-files run/sinew/live 1\n")
			}
			for _, want := range lines[1:] {
				if want != "exit status 1" {
					fmt.Fprintf(&script, "stdout '^%s$'\n", strings.ReplaceAll(regexp.QuoteMeta(want), "'", "''"))
				}
			}
		}
	}
	return script.String() + files.String()
}

// TestModelToNodes does what the tutorial says, as it says it.
func TestModelToNodes(t *testing.T) {
	dir := t.TempDir()
	script := scripted(t, "../../docs/model-to-nodes.md")
	if n := strings.Count(script, "exec "); n < 10 {
		t.Fatalf("the page has only %d commands:\n%s", n, script)
	}
	if err := os.WriteFile(filepath.Join(dir, "page.txtar"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Dir: dir, RequireExplicitExec: true, Cmds: map[string]func(*testscript.TestScript, bool, []string){"wait-for-files": func(ts *testscript.TestScript, neg bool, args []string) {
		waitForFiles(ts, neg, []string{filepath.Join(ts.Getenv("XDG_RUNTIME_DIR"), "sinew/live"), args[1]})
	}}, Setup: func(e *testscript.Env) error {
		e.Setenv("XDG_RUNTIME_DIR", filepath.Join(e.WorkDir, "run"))
		if err := os.Mkdir(filepath.Join(e.WorkDir, "run"), 0o700); err != nil {
			return err
		}
		for _, name := range []string{"HOME", "GOCACHE", "GOMODCACHE", "GOPATH"} {
			e.Setenv(name, os.Getenv(name))
		}
		e.Setenv("SINEW_PRIORITY", "0")
		e.Setenv("GOFLAGS", os.Getenv("GOFLAGS")+" -mod=mod '-ldflags=-s -w' '-gcflags=home/...=-N -l -dwarf=false'")
		e.Setenv("GOPROXY", "off")
		return nil
	}})
}
