package repl

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/internal/whole"
)

// mostLines is the greatest number of lines that are remembered.
const mostLines = 1000

// history remembers lines, also in a file. The terminal asks it for earlier lines.
type history struct {
	file  string
	lines []string     // the newest last
	fault func(string) // called once if the file cannot be used
}

// StateFile is the default file for remembered lines, in the folder for state of this user's programs.
func StateFile(name string) (string, error) {
	dir := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) { // the specification says to ignore relative paths
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(dir, "sinew", name), nil
}

// remember reads the history from a file, and shortens the file if it has grown too long.
func remember(file string, fault func(string)) *history {
	h := &history{file: file, fault: fault}
	if file == "" {
		return h
	}
	text, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		h.fail(err)
		return h
	}
	for line := range bytes.Lines(text) {
		if line = bytes.TrimRight(line, "\n"); len(line) > 0 {
			h.lines = append(h.lines, string(line))
		}
	}
	if n := len(h.lines) - mostLines; n > 0 {
		h.lines = h.lines[n:]
		if err := whole.WriteFile(file, []byte(strings.Join(h.lines, "\n")+"\n")); err != nil {
			h.fail(err)
		}
	}
	return h
}

func (h *history) fail(err error) {
	h.file = ""
	h.fault(fmt.Sprintf("the lines of this conversation are not kept: %v", err))
}

// Len and At are called by the terminal; 0 is the newest line.
func (h *history) Len() int        { return len(h.lines) }
func (h *history) At(i int) string { return h.lines[len(h.lines)-1-i] }

// Add remembers a line unless it repeats the last one.
func (h *history) Add(line string) {
	if strings.TrimSpace(line) == "" || len(h.lines) > 0 && h.lines[len(h.lines)-1] == line {
		return
	}
	if h.lines = append(h.lines, line); len(h.lines) > mostLines {
		h.lines = h.lines[1:]
	}
	if h.file == "" {
		return
	}
	if err := h.write(line); err != nil {
		h.fail(err)
	}
}

// write appends to the file, as other conversations do at the same time.
func (h *history) write(line string) error {
	if err := os.MkdirAll(filepath.Dir(h.file), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(h.file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(line + "\n")
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}
