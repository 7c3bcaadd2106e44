package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
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
}

// folder is where running programs leave a file each: only their user may look.
func folder() (string, error) {
	dir := os.Getenv("XDG_RUNTIME_DIR")
	if dir == "" {
		var err error
		if dir, err = os.UserCacheDir(); err != nil {
			return "", fmt.Errorf("live: no place for the file by which programs are found: set XDG_RUNTIME_DIR: %w", err)
		}
	}
	return filepath.Join(dir, "sinew", "live"), nil
}

// Announce leaves a file by which `sinew topic` finds this program: its name, the address of its page and the token
// that the page asks for. remove takes the file away again.
func Announce(name, url, token string) (remove func(), err error) {
	dir, err := folder()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("live: %w", err)
	}
	pid := os.Getpid()
	text, err := json.Marshal(Running{pid, name, url, token})
	if err != nil {
		return nil, err
	}
	draft, err := os.CreateTemp(filepath.Dir(dir), "live-*") // made whole before anybody sees it; CreateTemp gives it 0600
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
		if ours(path, url) {
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

// ours says whether the file is one of this program, or of one that was at its address before.
func ours(path, url string) bool {
	r, err := readRunning(path)
	return err == nil && r.URL == url
}

func readRunning(path string) (r Running, err error) {
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	return r, err
}

// Discover lists the programs that have announced themselves, by process id. The files of those that are gone are
// removed.
func Discover() ([]Running, error) {
	dir, err := folder()
	if err != nil {
		return nil, err
	}
	files, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
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
		case err != nil: // perhaps being written just now
		case !alive(r.PID):
			_ = os.Remove(path)
		default:
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b Running) int { return a.PID - b.PID })
	return all, nil
}

// alive says whether a process is there; where that cannot be asked it may be.
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
