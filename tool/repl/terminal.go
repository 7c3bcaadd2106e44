package repl

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/term"

	"github.com/sinew-robotics/sinew/lang/lua/syntax"
)

func terminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// keys is a terminal's input. It distinguishes Ctrl-C from the end of input, by turning it into keys that give up the line.
type keys struct {
	in, out     *os.File
	rest        []byte
	interrupted bool
}

// giveUp is what Ctrl-C is turned into: go to the end of the line, delete all before, enter.
var giveUp = []byte{5, 21, '\r'}

func (k *keys) Read(p []byte) (int, error) {
	if len(k.rest) == 0 {
		b := make([]byte, 256)
		n, err := k.in.Read(b)
		if err != nil {
			return 0, err
		}
		b = b[:n]
		if bytes.IndexByte(b, 3) >= 0 {
			k.interrupted = true
			b = bytes.ReplaceAll(b, []byte{3}, giveUp)
		}
		k.rest = b
	}
	n := copy(p, k.rest)
	k.rest = k.rest[n:]
	return n, nil
}

func (k *keys) Write(p []byte) (int, error) { return k.out.Write(p) }

// talk reads lines from a terminal. The terminal is in raw mode while a line is edited, but not while it runs, so that
// Ctrl-C is a signal then.
func (s *session) talk() error {
	fd := int(s.In.Fd())
	before, err := term.GetState(fd)
	if err != nil {
		return err
	}
	restore := func() { _ = term.Restore(fd, before) }
	defer s.untilEnded(restore)()
	k := &keys{in: s.In, out: s.Out}
	t := term.NewTerminal(k, "> ")
	t.AutoCompleteCallback = func(line string, pos int, key rune) (string, int, bool) {
		if key != '\t' {
			return "", 0, false
		}
		line, pos, choices := s.complete(line, pos)
		if len(choices) > 0 {
			_, _ = t.Write([]byte(strings.Join(choices, "  ") + "\n"))
		}
		return line, pos, true
	}
	t.History = remember(s.History, func(text string) { fmt.Fprintln(s.Out, text) })
	fmt.Fprintln(s.Out, "Lua 5.4 in Sinew. :help says what can be done here.")
	for {
		if s.pending == "" {
			t.SetPrompt("> ")
		} else {
			t.SetPrompt(">> ")
		}
		if w, h, err := term.GetSize(fd); err == nil && w > 0 {
			_ = t.SetSize(w, h)
		}
		if _, err := term.MakeRaw(fd); err != nil {
			return err
		}
		text, err := t.ReadLine()
		restore()
		switch {
		case err == io.EOF:
			fmt.Fprintln(s.Out)
			return nil
		case err != nil && err != term.ErrPasteIndicator:
			return err
		case k.interrupted:
			k.interrupted, s.pending = false, ""
			continue
		}
		if err := s.line(text); err != nil {
			return err
		}
	}
}

// untilEnded restores the terminal when a signal ends the program. It ignores an interrupt while no line is running.
func (s *session) untilEnded(restore func()) (stop func()) {
	interrupts, ended := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	signal.Notify(ended, syscall.SIGTERM)
	go func() {
		if sig, ok := <-ended; ok {
			restore()
			s.Exit(128 + int(sig.(syscall.Signal)))
		}
	}()
	return func() {
		signal.Stop(interrupts)
		signal.Stop(ended)
		close(ended)
		restore()
	}
}

// complete completes the name before a position in a line as far as that is unambiguous. It returns the line, the new
// position of the cursor, and the possible continuations if nothing was added.
func (s *session) complete(line string, pos int) (string, int, []string) {
	from := pos
	for from > 0 && (isNameByte(line[from-1]) || line[from-1] == '.' || line[from-1] == ':') {
		from--
	}
	path, prefix, methods := "", line[from:pos], false
	if i := strings.LastIndexAny(prefix, ".:"); i >= 0 {
		path, methods, prefix = strings.ReplaceAll(prefix[:i], ":", "."), prefix[i] == ':', prefix[i+1:]
		if path == "" || from > 0 && strings.IndexByte(")]\"'", line[from-1]) >= 0 {
			return line, pos, nil // a value that only running code would give
		}
	}
	var names []string
	for _, n := range s.Machine.Names(path, methods) {
		if strings.HasPrefix(n, prefix) && isName(n) {
			names = append(names, n)
		}
	}
	if path == "" {
		for _, w := range syntax.Words() {
			if prefix != "" && strings.HasPrefix(w, prefix) {
				names = append(names, w)
			}
		}
	}
	if slices.Sort(names); len(names) == 0 {
		return line, pos, nil
	}
	certain := names[0]
	for _, n := range names {
		for !strings.HasPrefix(n, certain) {
			certain = certain[:len(certain)-1]
		}
	}
	if certain == prefix {
		return line, pos, slices.Compact(names)
	}
	return line[:pos] + certain[len(prefix):] + line[pos:], pos + len(certain) - len(prefix), nil
}

func isNameByte(c byte) bool {
	return c == '_' || c|32 >= 'a' && c|32 <= 'z' || c >= '0' && c <= '9'
}

// isName reports whether a field can be written after a dot.
func isName(s string) bool {
	for i := range len(s) {
		if !isNameByte(s[i]) {
			return false
		}
	}
	return s != "" && (s[0] < '0' || s[0] > '9') && !syntax.Reserved(s)
}
