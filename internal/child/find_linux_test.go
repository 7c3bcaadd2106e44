package child

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFind: a program is looked for beside this one, then on the PATH; where it is missing the error says how to make it.
func TestFind(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	const name = "sinew-test-found"
	beside := filepath.Join(filepath.Dir(self), name)
	_, err = Find(name, "go build -o %s ./there")
	if err == nil || !strings.Contains(err.Error(), name+" is missing") || !strings.Contains(err.Error(), "`go build -o "+beside+" ./there`") {
		t.Error(err)
	}
	for _, at := range []string{filepath.Join(dir, name), beside} {
		if err := os.WriteFile(at, []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Remove(at) })
		if got, err := Find(name, ""); err != nil || got != at {
			t.Errorf("%s, %v, want %s", got, err, at)
		}
	}
}

// TestBecome: the process is the other program then, with its arguments and status, and knows by whom.
func TestBecome(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), "SINEW_CHILD_PARENT=become")
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 7 || string(out) != "one two "+self+"\n" {
		t.Errorf("%q, %v", out, err)
	}
	if err := Become(filepath.Join(t.TempDir(), "none")); err == nil || !strings.Contains(err.Error(), "does not start") {
		t.Error(err)
	}
}
