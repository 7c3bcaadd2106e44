package joypad

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"
)

// fifo makes a named pipe and opens its end for writing, under another name until that is done: a reader that finds it finds
// a writer.
func fifo(t *testing.T, name string) *os.File {
	t.Helper()
	if err := unix.Mkfifo(name+".new", 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(name+".new", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(name+".new", name); err != nil {
		t.Fatal(err)
	}
	return f
}

// What is no input device is no controller.
func TestProbeRefusesFiles(t *testing.T) {
	f := fifo(t, t.TempDir()+"/event0")
	defer f.Close()
	if _, _, err := probe(f); err == nil {
		t.Error("a pipe is a controller")
	}
}

// A controller that is plugged in, used, unplugged and plugged in again, as files in a folder of this test; the bytes are the
// kernel's.
func TestHotPlug(t *testing.T) {
	defer goleak.VerifyNone(t)
	dir := t.TempDir()
	p := Open(Config{Dir: dir, Every: time.Millisecond, Match: "f710", Probe: func(f *os.File) (string, Layout, error) {
		if filepath.Base(f.Name()) != "event3" {
			return "", Layout{}, errors.New("a mouse")
		}
		return "Logitech Gamepad F710", F710(), nil
	}})
	defer p.Close()
	until := func(what string, ok func(State) bool) {
		t.Helper()
		for deadline := time.Now().Add(2 * time.Minute); ; {
			s, _, _ := p.State()
			if ok(s) {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: %+v", what, s)
			}
			runtime.Gosched()
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "event1"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		until("unplugged", func(s State) bool { return s == State{} })
		device := fifo(t, filepath.Join(dir, "event3"))
		until("plugged in", func(s State) bool { return s.Connected })
		var b []byte
		for _, e := range []Event{{EvAbs, 1, -32768}, {EvKey, BtnSouth, 1}, {EvSyn, SynReport, 0}} {
			b = e.Append(b, 0)
		}
		for _, part := range [][]byte{b[:30], b[30:]} { // torn in the middle of an event
			if _, err := device.Write(part); err != nil {
				t.Fatal(err)
			}
		}
		until("used", func(s State) bool { return s.Axes[LeftY] == 1 && s.Pressed(A) })
		if err := os.Remove(filepath.Join(dir, "event3")); err != nil {
			t.Fatal(err)
		}
		if err := device.Close(); err != nil {
			t.Fatal(err)
		}
	}
	until("unplugged", func(s State) bool { return s == State{} })
}
