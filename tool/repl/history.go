package repl

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/internal/whole"
)

// mostLines is how many lines are remembered.
const mostLines = 1000

// history remembers lines, in a file too. It is what the terminal asks for earlier lines.
type history struct {
	file  string
	lines []string     // the newest last
	fault func(string) // is told once that the file cannot be had
}

// StateFile is where lines are remembered by default: a file in the folder for state of this user's programs.
func StateFile(name string) (string, error) {
	dir := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) { // the specification passes others over
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(dir, "sinew", name), nil
}

// remember reads the history in a file, and keeps the file short.
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

// Len and At are asked by the terminal; 0 is the newest.
func (h *history) Len() int        { return len(h.lines) }
func (h *history) At(i int) string { return h.lines[len(h.lines)-1-i] }

// Add remembers a line, if it says something new.
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

// write appends to the file, which conversations beside this one do too.
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
