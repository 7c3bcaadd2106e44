package web

import (
	"net"
	"os"
	"strings"
	"testing"
)

// TestSocket: the socket is its user's alone, and what is not is refused.
func TestSocket(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	l, path, err := Socket()
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := CheckSocket(path); err != nil {
		t.Error(err)
	}
	_, second, err := Socket()
	if err != nil || second == path {
		t.Errorf("a second program of the process has %s, %v", second, err)
	}
	c, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	in, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if uid, known := peerOf(in); known && uid != os.Getuid() {
		t.Error(uid)
	}
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := CheckSocket(path); err == nil || !strings.Contains(err.Error(), "can be used by others") {
		t.Error(err)
	}
	for _, x := range []interface{ Close() error }{c, in, l} {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := CheckSocket(path); !os.IsNotExist(err) {
		t.Errorf("after the end: %v", err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := CheckSocket(path); err == nil || !strings.Contains(err.Error(), "is no socket") {
		t.Error(err)
	}
}
