package whole

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.txt")
	read := func(want string) {
		t.Helper()
		got, err := os.ReadFile(file)
		if err != nil || string(got) != want {
			t.Fatalf("%q, %v, not %q", got, err, want)
		}
		if all, _ := os.ReadDir(dir); len(all) > 2 {
			t.Fatalf("left behind: %v", all)
		}
	}
	if err := WriteFile(file, []byte("one")); err != nil {
		t.Fatal(err)
	}
	read("one")
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(link, []byte("two")); err != nil {
		t.Fatal(err)
	}
	read("two")
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	bad := errors.New("bad")
	if err := Write(file, func(w io.Writer) error { _, _ = io.WriteString(w, "thr"); return bad }); !errors.Is(err, bad) {
		t.Fatal(err)
	}
	read("two")
}

// TestDevice: what is no regular file is written to, and a full disk is an error.
func TestDevice(t *testing.T) {
	if err := WriteFile(os.DevNull, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		if err := WriteFile("/dev/full", []byte("x")); err == nil {
			t.Error("a full disk is no error")
		}
	}
	if err := WriteFile(t.TempDir(), nil); err == nil {
		t.Error("a folder was written over")
	}
}

// TestFault: nothing is left of a file that cannot be put into place.
func TestFault(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	if err := WriteFile(filepath.Join(dir, "a"), nil); err == nil {
		t.Error("a file in a folder that is not there")
	}
}
