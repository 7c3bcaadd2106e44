package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/tool/cli"
)

// codesIn finds the codes in the Go sources of folders, by a pattern with one group.
func codesIn(t *testing.T, pattern string, folders ...string) (codes []string) {
	t.Helper()
	re := regexp.MustCompile(pattern)
	for _, dir := range folders {
		files, err := filepath.Glob(filepath.Join("..", "..", dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(dir, err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range re.FindAllStringSubmatch(string(text), -1) {
				if !strings.HasSuffix(f, "_test.go") {
					codes = append(codes, m[1])
				}
			}
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// TestAllCodesAreListed: whatever code a fault has, its package says what it stands for, and so does the document.
func TestAllCodesAreListed(t *testing.T) {
	text, err := os.ReadFile("../../docs/format/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "## Parameters")
	rows := map[string]int{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllStringSubmatch(rest, -1) {
		rows[m[1]]++
	}
	listed := map[string]bool{}
	for _, r := range slices.Concat(cli.Rules(), atoms.Rules(), aadlRules()) {
		listed[r.Code] = true
		if row := fmt.Sprintf("\n| `%s` | %s |\n", r.Code, r.Text); !strings.Contains(rest, row) {
			t.Errorf("docs/format/faults.md has no row%s", row)
		}
	}
	used := codesIn(t, `"((?:param|mock|scenario)-[a-z-]+)"`, "tool/run", "tool/mock", "tool/study/scenario", "tool/cli", "tool/study")
	used = append(used, codesIn(t, `(?:fault\(|add\(|Fault\{Code: |\{\{Code: )"(deploy-[a-z-]+)"`, "control/deploy")...)
	for _, code := range used {
		if !listed[code] {
			t.Errorf("no package says what %s stands for", code)
		}
	}
	used = append(used, codesIn(t, `"((?:value|asn1|schema)-[a-z-]+)"`, "lang/param", "lang/asn1", "lang/schema")...)
	used = append(used, codesIn(t, `"((?:aadl|run|gen|roscpp|launch)-[a-z-]+)"`, "lang/aadl", "lang/aadl/syntax", "lang/aadl/instance", "lang/aadl/check", "lang/aadl/analysis",
		"tool/against", "lang/aadl/gen", "lang/aadl/gen/plan", "lang/aadl/gen/roscpp", "tool/launch", "cmd/sinew")...)
	for _, r := range slices.Concat(cli.Rules(), aadlRules()) {
		if !slices.Contains(used, r.Code) {
			t.Errorf("no fault has the code %s", r.Code)
		}
	}
	for _, code := range codesIn(t, `(?:fault|faultAt|warnAt|add)\((?:diag\.\w+, )?"([a-z]+)",|\{Code: "([a-z]+)"`, "reactor", "graph") {
		if code != "" && rows[code] == 0 {
			t.Errorf("docs/format/faults.md does not list %s", code)
		}
	}
	if len(used) < 20 || len(rows) < 40 {
		t.Errorf("only %d codes and %d rows", len(used), len(rows))
	}
}

// TestRulesAreOnce: a code has one meaning.
func TestRulesAreOnce(t *testing.T) {
	seen := map[string]diag.Rule{}
	for _, r := range slices.Concat(cli.Rules(), atoms.Rules(), aadlRules()) {
		if was, ok := seen[r.Code]; ok || r.Text == "" {
			t.Errorf("%v and %v", was, r)
		}
		seen[r.Code] = r
	}
}
