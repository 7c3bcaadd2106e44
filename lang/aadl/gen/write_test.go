package gen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/lang/aadl/gen"
)

// write writes the small system, changed, and returns what is told.
func write(t *testing.T, dir string, force bool, changes ...string) (written []string, told string, err error) {
	t.Helper()
	files, _ := generate(t, small(t, changes...), relayOptions())
	written, notes, err := gen.Write(dir, files, force)
	for _, n := range notes {
		told += n.Error() + "\n"
	}
	return written, strings.ReplaceAll(told, dir+"/", ""), err
}

func text(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func edit(t *testing.T, name, old, new string) {
	t.Helper()
	s := text(t, name)
	if !strings.Contains(s, old) {
		t.Fatalf("%s has no %q", name, old)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(s, old, new, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestRegeneration: what a developer has written stays, and is told of where the model has changed under it.
func TestRegeneration(t *testing.T) {
	dir := t.TempDir()
	all, told, err := write(t, dir, false)
	if err != nil || told != "" || len(all) < 10 {
		t.Fatal(all, told, err)
	}
	if again, told, err := write(t, dir, false); err != nil || told != "" || len(again) > 0 {
		t.Fatalf("nothing has changed, and %v is written; %s, %v", again, told, err)
	}
	watch := filepath.Join(dir, "guard/watch.go")
	edit(t, watch, "	out.SendReport = true\n", "	if in.Limit != nil {\n		out.SendReport = true\n	}\n")
	kept := text(t, watch)

	// A port is gone, and there is another.
	_, told, err = write(t, dir, false, "            warmth: in data port Warmth;\n            limit: in", "            warmth: in data port Warmth;\n            bound: in",
		"limit_in: port limit -> watch.limit", "limit_in: port limit -> watch.bound")
	if err != nil || text(t, watch) != kept {
		t.Fatal("an algorithm was written again", err)
	}
	for _, want := range []string{"guard/watch.go:19:8: WatchIn.Limit is not there any more: it was *relay.Warmth; change the algorithm", "guard/watch.go: WatchIn.Bound is new: *relay.Warmth"} {
		if !strings.Contains(told, want) {
			t.Errorf("%q is not told: %s", want, told)
		}
	}

	// A thread has another name: the old algorithm is left alone.
	_, told, err = write(t, dir, false, "            watch: thread Watch", "            look: thread Watch", "-> watch.", "-> look.", "port watch.", "port look.")
	if err != nil || text(t, watch) != kept {
		t.Fatal("an algorithm was written again", err)
	}
	if want := "guard/watch.go:17:1: the model has no thread watch in guard any more"; !strings.Contains(told, want) {
		t.Errorf("%q is not told: %s", want, told)
	}
	if _, err := os.Stat(filepath.Join(dir, "guard/watch_gen.go")); !os.IsNotExist(err) {
		t.Error("the framework of a thread that is gone is still there")
	}
	if !strings.Contains(text(t, filepath.Join(dir, "guard/look.go")), "func (s *LookState) Run(") {
		t.Error("the new thread has no algorithm")
	}

	// A node is gone.
	_, told, err = write(t, dir, false, "process Guard.impl;", "process Other.impl;", "    system House\n", "    process Other extends Guard\n    end Other;\n\n    process implementation Other.impl extends Guard.impl\n    end Other.impl;\n\n    system House\n")
	if want := "guard/watch.go:1:1: the model has no guard any more"; err != nil || !strings.Contains(told, want) {
		t.Errorf("%q is not told: %s, %v", want, told, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "guard/node_gen.go")); !os.IsNotExist(err) || text(t, watch) != kept {
		t.Error("the framework of a node that is gone is still there, or its algorithm is not")
	}
}

// TestEdits: an edited framework is not lost, and a lost or changed algorithm is told of.
func TestEdits(t *testing.T) {
	dir := t.TempDir()
	if _, _, err := write(t, dir, false); err != nil {
		t.Fatal(err)
	}
	framework := filepath.Join(dir, "guard/node_gen.go")
	made := text(t, framework)
	edit(t, framework, "// New makes", "// New really makes")
	if _, _, err := write(t, dir, false); err == nil || !strings.Contains(err.Error(), "node_gen.go was edited") {
		t.Errorf("an edited file is written again: %v", err)
	}
	node := []string{"process Guard.impl;", "process Other.impl;", "    system House\n", "    process Other extends Guard\n    end Other;\n\n    process implementation Other.impl extends Guard.impl\n    end Other.impl;\n\n    system House\n"}
	if _, _, err := write(t, dir, false, node...); err == nil || !strings.Contains(err.Error(), "node_gen.go was edited") {
		t.Errorf("an edited file that is made no more is removed: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "other")); !os.IsNotExist(err) {
		t.Error("something was written although not all could be")
	}
	if _, _, err := write(t, dir, true); err != nil || text(t, framework) != made {
		t.Errorf("--force does not write: %v", err)
	}
	keep := filepath.Join(dir, "guard/keep.go")
	edit(t, keep, "in *KeepIn, out *KeepOut) error", "in *KeepIn) (bool, error)")
	if _, told, err := write(t, dir, false); err != nil || !strings.Contains(told, "guard/keep.go:16:1: Run of KeepState is func(*KeepIn) (bool, error), and the model wants func(*KeepIn, *KeepOut) error") {
		t.Error(told, err)
	}
	edit(t, keep, "KeepState) Run(", "KeepState) Go(")
	if _, told, err := write(t, dir, false); err != nil || !strings.Contains(told, "guard/keep.go: the algorithm of keep is not in it: Run of KeepState; write func (s *KeepState) Run(*KeepIn, *KeepOut) error") {
		t.Error(told, err)
	}
	// An algorithm may be in any file of its package.
	answer := filepath.Join(dir, "guard/reply.go")
	if err := os.Rename(answer, filepath.Join(dir, "guard/mine.go")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := write(t, dir, false); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(answer); !os.IsNotExist(err) {
		t.Error("an algorithm that is in another file was made again")
	}
}

// TestServiceRegeneration: what a developer has written for a service stays, and is told of when the model has the service no more, has
// it under another name, or with other parameters.
func TestServiceRegeneration(t *testing.T) {
	dir := t.TempDir()
	put := func(changes ...string) string {
		t.Helper()
		files, _ := generate(t, site(t, changes...), siteOptions())
		_, notes, err := gen.Write(dir, files, false)
		if err != nil {
			t.Fatal(err)
		}
		told := ""
		for _, n := range notes {
			told += n.Error() + "\n"
		}
		return strings.ReplaceAll(told, dir+"/", "")
	}
	if told := put(); told != "" {
		t.Error(told)
	}
	clerk := filepath.Join(dir, "store/clerk.go")
	edit(t, clerk, `return depot.FetchReply{}, errors.New("the service Fetch is not written yet")`, "return depot.FetchReply{Left: 1}, errors.New(\"no\")")
	kept := text(t, clerk)
	told := put("            fetch: provides subprogram access Fetch;\n    end Clerk;", "            take: provides subprogram access Fetch;\n    end Clerk;", "clerk.fetch -> fetch", "clerk.take -> fetch")
	for _, want := range []string{"store/clerk.go: the algorithm of clerk.take is not in it: ServeTake of ClerkState; write func (s *ClerkState) ServeTake(*depot.FetchRequest) (depot.FetchReply, error)",
		"store/clerk.go:21:1: the model has no service clerk.fetch in store any more"} {
		if !strings.Contains(told, want) {
			t.Errorf("got %s, want %s", told, want)
		}
	}
	told = put("fetch: provides subprogram access Fetch;\n    end Clerk;", "fetch: provides subprogram access Weigh;\n    end Clerk;")
	if want := "ServeFetch of ClerkState is func(*depot.FetchRequest) (depot.FetchReply, error), and the model wants func(*depot.WeighRequest) (depot.WeighReply, error)"; !strings.Contains(told, want) {
		t.Errorf("got %s, want %s", told, want)
	}
	if text(t, clerk) != kept {
		t.Error("what a developer has written is not as it was")
	}
}
