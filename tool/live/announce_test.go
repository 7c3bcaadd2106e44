package live

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

func TestAnnounce(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", dir)
	if all, err := Discover(); err != nil || len(all) != 0 {
		t.Fatal(all, err)
	}
	first, err := Announce(Running{Name: "one", URL: "http://127.0.0.1:1/", Token: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	second, err := Announce(Running{Name: "two", URL: "http://127.0.0.1:2/"})
	if err != nil {
		t.Fatal(err)
	}
	place := filepath.Join(dir, "sinew", "live")
	for name, text := range map[string]string{"4194305.json": `{"pid":4194305}`, "-1.json": `{"pid":-1}`, "4194305-0.sock": "", "half.json": `{"pi`, "note.txt": "x"} {
		if err := os.WriteFile(filepath.Join(place, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pid := os.Getpid()
	all, err := Discover()
	want := []Running{{PID: pid, Name: "two", URL: "http://127.0.0.1:2/"}, {PID: pid, Name: "one", URL: "http://127.0.0.1:1/", Token: "secret"}}
	if d := cmp.Diff(want, all); d != "" || err != nil {
		t.Error(d, err)
	}
	files, err := os.ReadDir(place)
	if err != nil || len(files) != 4 {
		t.Errorf("%v %v: the files of the dead should be gone, others not", files, err)
	}
	if i, err := os.Stat(filepath.Join(place, files[0].Name())); err != nil || i.Mode().Perm() != 0o600 {
		t.Error(i.Mode(), err)
	}
	shared := filepath.Join(place, files[0].Name())
	if err := os.Chmod(shared, 0o644); err != nil {
		t.Fatal(err)
	}
	if all, err := Discover(); err != nil || len(all) != 1 {
		t.Error("a file that others can read is believed:", all, err)
	}
	first()
	second()
	if all, err := Discover(); err != nil || len(all) != 0 {
		t.Error(all, err)
	}
}

// TestPrivateFolders: what holds a token is for its user alone, wherever it lies.
func TestPrivateFolders(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", dir)
	if err := os.MkdirAll(filepath.Join(dir, "sinew", "open"), 0o755); err != nil { // somebody was careless
		t.Fatal(err)
	}
	file, remove, err := Lead(`http://127.0.0.1:1/?token=x&"`)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil || strings.Count(string(text), `http://127.0.0.1:1/?token=x&amp;&#34;"`) != 2 {
		t.Errorf("%s %v", text, err)
	}
	for path, want := range map[string]os.FileMode{file: 0o600, filepath.Dir(file): 0o700, filepath.Join(dir, "sinew"): 0o700} {
		if i, err := os.Stat(path); err != nil || i.Mode().Perm() != want {
			t.Errorf("%s: %v %v", path, i.Mode(), err)
		}
	}
	dead := filepath.Join(filepath.Dir(file), "4194305-1.html")
	if err := os.WriteFile(dead, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	remove()
	if _, again, err := Lead("http://127.0.0.1:1/"); err != nil {
		t.Error(err)
	} else {
		again()
	}
	if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) != 0 {
		t.Error("files are left:", left, err)
	}
	t.Setenv("XDG_RUNTIME_DIR", "")
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	t.Setenv("TMPDIR", dir)
	remove, err = Announce(Running{Name: "one", URL: "http://127.0.0.1:1/", Token: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	defer remove()
	if all, err := Discover(); err != nil || len(all) != 1 {
		t.Error(all, err)
	}
	if os.Getuid() != 0 {
		if err := OwnAlone("/etc/passwd"); err == nil {
			t.Error("another user's file is believed")
		}
	}
}

// FuzzRing: messages come out as they went in, whatever their sizes and whenever they are read.
func FuzzRing(f *testing.F) {
	f.Add([]byte{1, 200, 0, 3, 255, 255, 90})
	fuzz.Run(f, func(t *testing.T, sizes []byte) {
		r := newRing(4096)
		var want [][]byte
		var batch []Message
		var from uint64
		check := func() {
			r.publish()
			batch, from = r.read(batch[:0], from, 1000)
			if len(batch)+int(r.lost.Load()) < len(want) {
				t.Fatalf("%d of %d, %d lost", len(batch), len(want), r.lost.Load())
			}
			for _, m := range batch {
				if string(m.Data) != string(want[m.Topic]) || m.Time != int64(m.Topic) {
					t.Fatal(m)
				}
			}
			r.give(from)
			r.lost.Store(0)
			want = want[:0]
		}
		for i, n := range sizes {
			if n%16 == 0 {
				check()
				continue
			}
			data := make([]byte, int(n)*12)
			for k := range data {
				data[k] = byte(i)
			}
			r.put(len(want), stamp{time: int64(len(want))}, data)
			want = append(want, data)
		}
		check()
	})
}
