package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"syscall"
)

// Running is a program that has announced itself on this machine.
type Running struct {
	PID   int    `json:"pid"`
	Name  string `json:"name"`
	URL   string `json:"url"`
	Token string `json:"token,omitempty"`
	// Socket is the path of the program's socket, which accepts everything that only its user may send; "" if there is
	// none.
	Socket string `json:"socket,omitempty"`
}

// Private returns a folder that only this process's user can use, creating it if necessary: part of $XDG_RUNTIME_DIR, of
// the user's cache folder if that is not set, or of the system's folder for temporary files if there is no home either.
func Private(part string) (string, error) {
	dir := os.Getenv("XDG_RUNTIME_DIR")
	if dir == "" {
		var err error
		if dir, err = os.UserCacheDir(); err != nil {
			dir = filepath.Join(os.TempDir(), fmt.Sprintf("sinew-%d", os.Getuid()))
		}
	}
	for _, p := range []string{"sinew", part} {
		dir = filepath.Join(dir, p)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return "", fmt.Errorf("live: no folder in which this user's programs can announce themselves: %w: set XDG_RUNTIME_DIR", err)
		}
		if err := OwnAlone(dir); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// OwnAlone reports whether a file or folder belongs to this user and no other user can write to it. Permissions of
// others on this user's own folder are removed.
func OwnAlone(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return fmt.Errorf("live: %w", err)
	}
	owner, known := ownerOf(info)
	switch {
	case known && owner != os.Getuid():
		return fmt.Errorf("live: %s belongs to another user (%d): remove it, or set XDG_RUNTIME_DIR to a folder of your own", path, owner)
	case !known || info.Mode().Perm()&0o077 == 0:
		return nil
	case info.IsDir():
		return os.Chmod(path, 0o700)
	}
	return fmt.Errorf("live: %s can be used by others than its user (%v)", path, info.Mode())
}

// Lead creates a file that redirects a browser of this user to an address which others must not see. remove deletes it.
func Lead(url string) (file string, remove func(), err error) {
	dir, err := Private("open")
	if err != nil {
		return "", nil, err
	}
	sweep(dir)
	f, err := os.CreateTemp(dir, strconv.Itoa(os.Getpid())+"-*.html") // 0600
	if err != nil {
		return "", nil, fmt.Errorf("live: %w", err)
	}
	at := html.EscapeString(url)
	_, err = fmt.Fprintf(f, `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Sinew</title>`+
		`<meta http-equiv="refresh" content="0; url=%s"><a href="%s">the page</a>`+"\n", at, at)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(f.Name())
		return "", nil, fmt.Errorf("live: %w", err)
	}
	return f.Name(), func() { _ = os.Remove(f.Name()) }, nil
}

// sweep removes the files of processes that no longer exist.
func sweep(dir string) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, f := range files {
		pid, _, _ := strings.Cut(f.Name(), "-")
		if n, err := strconv.Atoi(pid); err == nil && !alive(n) {
			_ = os.Remove(filepath.Join(dir, f.Name()))
		}
	}
}

// Announce creates a file by which `sinew topic` finds this program: its name, the address of its page, the page's token,
// and its socket. A program without a page has its socket as its address. remove deletes the file.
func Announce(r Running) (remove func(), err error) {
	dir, err := Private("live")
	if err != nil {
		return nil, err
	}
	pid := os.Getpid()
	r.PID = pid
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	draft, err := os.CreateTemp(filepath.Dir(dir), "live-*") // completed before it becomes visible; CreateTemp gives it mode 0600
	if err != nil {
		return nil, fmt.Errorf("live: %w", err)
	}
	defer os.Remove(draft.Name())
	_, err = draft.Write(append(text, '\n'))
	if err = errors.Join(err, draft.Close()); err != nil {
		return nil, fmt.Errorf("live: %w", err)
	}
	stem := filepath.Join(dir, strconv.Itoa(pid))
	for i := range 100 { // a process may run more than one program
		path := stem + ".json"
		if i > 0 {
			path = fmt.Sprintf("%s-%d.json", stem, i)
		}
		if ours(path, r.URL) {
			_ = os.Remove(path)
		}
		err := os.Link(draft.Name(), path)
		switch {
		case err == nil:
			return func() { _ = os.Remove(path) }, nil
		case !errors.Is(err, os.ErrExist):
			return nil, fmt.Errorf("live: %w", err)
		}
	}
	return nil, fmt.Errorf("live: %s holds too many files of this process", dir)
}

// ours reports whether the file belongs to this program, or to an earlier one at its address.
func ours(path, url string) bool {
	r, err := readRunning(path)
	return err == nil && r.URL == url
}

func readRunning(path string) (r Running, err error) {
	if err = OwnAlone(path); err != nil {
		return r, err
	}
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	return r, err
}

// Discover lists the programs that have announced themselves, by process id. It removes the files and sockets of those
// that no longer exist.
func Discover() ([]Running, error) {
	dir, err := Private("live")
	if err != nil {
		return nil, err
	}
	sweep(dir)
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("live: %w", err)
	}
	var all []Running
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".json") || !f.Type().IsRegular() {
			continue
		}
		path := filepath.Join(dir, f.Name())
		r, err := readRunning(path)
		switch {
		case errors.Is(err, os.ErrNotExist):
		case err != nil: // perhaps it is just being written
		case !alive(r.PID):
			_ = os.Remove(path)
		default:
			all = append(all, r)
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].PID < all[j].PID })
	return all, nil
}

// alive reports whether a process exists, or may exist if that cannot be determined.
func alive(pid int) bool {
	if runtime.GOOS == "windows" {
		return true
	}
	p, err := os.FindProcess(pid)
	if err != nil || pid <= 0 {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, syscall.EPERM)
}
