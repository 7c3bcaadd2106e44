package examples

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// block is a fenced part of a page.
type block struct {
	line int
	lang string
	text string
}

var fence = regexp.MustCompile("(?ms)^```(\\w*)\\n(.*?)^```$")

// blocks cuts the fenced parts out of a page.
func blocks(page string) (bs []block) {
	for _, m := range fence.FindAllStringSubmatchIndex(page, -1) {
		bs = append(bs, block{1 + strings.Count(page[:m[0]], "\n"), page[m[2]:m[3]], page[m[4]:m[5]]})
	}
	return bs
}

// fits compares an output with what a page shows; … stands for anything.
func fits(shown, got string) bool {
	parts := strings.Split(strings.TrimRight(shown, "\n"), "…")
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	return regexp.MustCompile(`(?s)^` + strings.Join(parts, `.*`) + `$`).MatchString(strings.TrimRight(got, "\n"))
}

// pages are the examples' and tutorials' pages: all they show is run.
func pages(t *testing.T) (files []string) {
	for _, p := range []string{"*/README.md", "../docs/tutorial-*.md", "../docs/libfranka.md"} {
		f, err := filepath.Glob(p)
		if err != nil || len(f) == 0 {
			t.Fatalf("%s: %d pages, %v", p, len(f), err)
		}
		files = append(files, f...)
	}
	return files
}

// TestPages does what the pages say. A console block is a list of commands after "$ " with their output; "# exits 1"
// behind a command expects that. A go block that begins with a package clause is a program whose output is the text
// block behind it; another go block is a part of the example's source.
func TestPages(t *testing.T) {
	for _, file := range pages(t) {
		t.Run(filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir, own := withExamples(t), newHome(t)
			bs := blocks(string(text))
			for i, b := range bs {
				at := fmt.Sprintf("%s:%d", file, b.line)
				switch {
				case b.lang == "console":
					console(t, at, b, dir, own)
				case b.lang == "yaml", b.lang == "csv", b.lang == "lua", b.lang == "ini", b.lang == "aadl", b.lang == "xml":
					name, _, _ := strings.Cut(strings.TrimLeft(b.text, "<!-# "), "\n")
					name = strings.TrimSuffix(name, " -->")
					if err := os.WriteFile(filepath.Join(dir, name), []byte(b.text), 0o600); err != nil {
						t.Fatal(err)
					}
				case b.lang == "go" && strings.HasPrefix(b.text, "package "):
					if i+1 == len(bs) || bs[i+1].lang != "text" {
						t.Fatalf("%s: a program without the text it prints behind it", at)
					}
					program(t, at, b, bs[i+1].text, dir)
				case b.lang == "go":
					excerpt(t, at, b, filepath.Dir(file), where(dir))
				}
			}
		})
	}
}

// withExamples is a folder in which the examples and the source tree are where pages say they are.
func withExamples(t *testing.T) string {
	dir := t.TempDir()
	here, err := filepath.Abs(".")
	if err == nil {
		err = errors.Join(os.Symlink(here, filepath.Join(dir, "examples")), os.Symlink(filepath.Dir(here), filepath.Join(dir, "sinew")))
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// home is the loopback address that pages name, and one of the page's own to use instead: tests run beside each other, and a port that was
// free when it was chosen may be taken when it is used.
type home struct{ there, back *strings.Replacer }

const usual = "127.0.0.1"

// newHome finds an address, as long as the usual one, that no other page has, in this process or another: who has it listens at a port that no
// page uses.
func newHome(t *testing.T) home {
	var err error
	for range 1000 {
		own := fmt.Sprintf("127.%d.%d.%d", 1+rand.IntN(9), rand.IntN(10), 1+rand.IntN(9))
		var l net.Listener
		if l, err = net.Listen("tcp", own+":5999"); err == nil {
			t.Cleanup(func() { l.Close() })
			return home{strings.NewReplacer(usual, own), strings.NewReplacer(own, usual)}
		}
	}
	t.Fatalf("no loopback address is free: %v", err)
	return home{}
}

// TestReadme does what the first page says, as far as it ends: its commands about recordings and diagrams, and the flags
// it gives to the demo.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := withExamples(t)
	var lines []string
	for _, out := range []string{"one", "two"} {
		lines = append(lines, "sinew demo --fast --for 1s --out runs/"+out)
	}
	for _, m := range regexp.MustCompile("`(sinew (?:trace|graph|check|gen) [^`]+)`").FindAllStringSubmatch(string(text), -1) {
		lines = append(lines, m[1])
	}
	for _, m := range regexp.MustCompile(`make demo ARGS='([^']*)'`).FindAllStringSubmatch(string(text), -1) {
		lines = append(lines, fmt.Sprintf("mkdir again%[1]d && cd again%[1]d && sinew demo %[2]s --fast --for 100ms --no-web", len(lines), m[1]))
	}
	if len(lines) < 10 {
		t.Fatalf("the page shows few commands: %q", lines)
	}
	for _, l := range lines {
		cmd := exec.Command("bash", "-c", l)
		cmd.Dir, cmd.Env = dir, environment()
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", l, err, out)
		}
	}
	for _, b := range blocks(string(text)) {
		if b.lang == "go" {
			excerpt(t, "README.md", b, "01-hello", "../tool/cli/project/program")
		}
	}
}

// TestLinks finds links of the pages that lead nowhere, or to a heading that is not there.
func TestLinks(t *testing.T) {
	code := regexp.MustCompile("`[^`]*`")
	link := regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]+))?\)`)
	for _, p := range []string{"../README.md", "../docs/*.md", "../docs/*/*.md", "README.md", "*/README.md", "../app/*/README.md", "../tool/view/page/README.md"} {
		files, err := filepath.Glob(p)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", p, err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			prose := fence.ReplaceAllString(string(text), "")
			for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(prose, ""), -1) {
				to := f
				if m[1] != "" {
					to = filepath.Join(filepath.Dir(f), m[1])
				}
				if page, err := os.ReadFile(to); m[2] != "" && (err != nil || !slices.Contains(headings(string(page)), m[2])) {
					t.Errorf("%s: a link leads to no heading: %s#%s", f, m[1], m[2])
				} else if _, err := os.Stat(to); err != nil {
					t.Errorf("%s: a link leads nowhere: %s", f, m[1])
				}
			}
		}
	}
}

// headings lists the anchors of a page's headings, as code hosts make them.
func headings(page string) (anchors []string) {
	for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(fence.ReplaceAllString(page, ""), -1) {
		anchor := regexp.MustCompile(`[^\pL\pN_ -]`).ReplaceAllString(strings.ToLower(m[1]), "")
		anchors = append(anchors, strings.ReplaceAll(anchor, " ", "-"))
	}
	return anchors
}

// TestArchitectureNamesFiles finds source files that the walk through the architecture names and that are gone.
func TestArchitectureNamesFiles(t *testing.T) {
	text, err := os.ReadFile("../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	files := regexp.MustCompile("`([a-z/_]+\\.go)`").FindAllStringSubmatch(string(text), -1)
	if len(files) < 20 {
		t.Fatalf("%d files named", len(files))
	}
	for _, f := range files {
		if _, err := os.Stat(filepath.Join("..", f[1])); err != nil {
			t.Error(err)
		}
	}
}

// command is a line of a console block with what it prints.
type command struct {
	text, shown string
	exit        int
}

func commands(text string) (cs []command) {
	for _, line := range strings.SplitAfter(text, "\n") {
		if c, ok := strings.CutPrefix(line, "$ "); ok {
			cs = append(cs, command{text: strings.TrimSpace(c)})
			if x := regexp.MustCompile(`# exits (\d+)\n?$`).FindStringSubmatch(line); x != nil {
				fmt.Sscan(x[1], &cs[len(cs)-1].exit)
			}
		} else if len(cs) > 0 {
			cs[len(cs)-1].shown += line
		}
	}
	return cs
}

const mark = "--- done: "

// listens finds where a command in the background listens, by TCP but for a link; the last of several places.
var listens = regexp.MustCompile(`^sinew (?:sim|demo|view|debug|run|ros1 master) .*--listen (?:\S+,)?([^\s,]+):(\d+).*&$`)

// environment is that of the pages' commands: many run beside each other, and none of them opens a browser.
func environment() []string {
	return append(os.Environ(), "PATH="+path(), "SINEW_PRIORITY=0", "BROWSER=true")
}

// console runs a block's commands in one shell, in the folder where the block before has left off. The usual address is replaced by the page's
// own, and the next command waits until a simulator in the background listens; if that ends before, so does the block.
func console(t *testing.T, at string, b block, dir string, p home) {
	t.Helper()
	cs := commands(b.text)
	var s strings.Builder
	s.WriteString("trap 'kill $(jobs -p) 2>&-' EXIT\n") // what the page leaves running
	for _, c := range cs {
		c.text = p.there.Replace(c.text)
		fmt.Fprintf(&s, "%s\ncode=$?\n", c.text)
		if m := listens.FindStringSubmatch(c.text); m != nil {
			fmt.Fprintf(&s, "until (exec 3<>/dev/tcp/%[1]s/%[2]s) 2>&-; do kill -0 $! 2>&- || { echo 'nothing listens at %[1]s:%[2]s: the command has ended'; exit 1; }; sleep 0.02; done\n",
				m[1], m[2])
		}
		fmt.Fprintf(&s, "echo '%s'$code\n", mark)
	}
	fmt.Fprintf(&s, "pwd > '%s'\n", filepath.Join(dir, ".left"))
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", s.String())
	cmd.Dir, cmd.Env = where(dir), environment()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", at, err, &out)
	}
	rest := p.back.Replace(out.String())
	for _, c := range cs {
		got, after, _ := strings.Cut(rest, mark)
		code, next, _ := strings.Cut(after, "\n")
		rest = next
		if code != fmt.Sprint(c.exit) {
			t.Fatalf("%s: %s: exit status %s\n%s", at, c.text, code, got)
		}
		if c.shown != "" && !fits(c.shown, got) {
			t.Errorf("%s: %s prints\n%s\nthe page shows\n%s", at, c.text, got, c.shown)
		}
	}
}

// program runs a whole program of a page.
func program(t *testing.T, at string, b block, want, dir string) {
	t.Helper()
	file := filepath.Join(dir, "main.go")
	if err := os.WriteFile(file, []byte(b.text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "run", file).CombinedOutput()
	if err != nil || !fits(want, string(out)) {
		t.Errorf("%s: the program prints (%v)\n%s\nthe page shows\n%s", at, err, out, want)
	}
}

// where is the folder in which the last console block on a page has left off.
func where(dir string) string {
	if at, err := os.ReadFile(filepath.Join(dir, ".left")); err == nil {
		return strings.TrimSpace(string(at))
	}
	return dir
}

// excerpt looks for a part of an example in its sources.
func excerpt(t *testing.T, at string, b block, dirs ...string) {
	t.Helper()
	var sources []string
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join(dir, "*.go*"))
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, files...)
	}
	for _, f := range sources {
		if text, err := os.ReadFile(f); err == nil && strings.Contains(flat(string(text)), flat(b.text)) {
			return
		}
	}
	t.Errorf("%s: the code is not in the example any more:\n%s", at, b.text)
}

// flat leaves out what indentation adds.
func flat(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "\n")
}
