package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/internal/child"
)

// Peer is the path of a C or C++ program that was compiled for a bench, in its own folder.
type Peer string

// BuildPeer compiles source (C or C++, by its file name) with the given flags. Arguments of the form "pkg:NAME" are
// replaced by pkg-config's flags for NAME.
func BuildPeer(name string, source []byte, flags ...string) (p Peer, err error) {
	dir, err := os.MkdirTemp("", "sinew-peer-")
	if err != nil {
		return "", err
	}
	src := filepath.Join(dir, name)
	p = Peer(strings.TrimSuffix(src, filepath.Ext(src)))
	defer func() {
		if err != nil {
			p.Remove()
		}
	}()
	if err := os.WriteFile(src, source, 0o600); err != nil {
		return "", err
	}
	cc := "g++"
	if filepath.Ext(name) == ".c" {
		cc = "gcc"
	}
	args := []string{"-O2", "-o", string(p), src}
	for _, f := range flags {
		pkg, ok := strings.CutPrefix(f, "pkg:")
		if !ok {
			args = append(args, f)
			continue
		}
		out, err := child.Output(exec.Command("pkg-config", "--cflags", "--libs", pkg))
		if err != nil {
			return p, fmt.Errorf("bench: pkg-config knows no %s: run `make deps`: %w", pkg, err)
		}
		args = append(args, strings.Fields(string(out))...)
	}
	if out, err := child.CombinedOutput(child.Tree(cc, args...)); err != nil {
		return p, fmt.Errorf("bench: %s does not compile: %w\n%s", name, err, out)
	}
	return p, nil
}

// Remove removes the program and its folder.
func (p Peer) Remove() { _ = os.RemoveAll(filepath.Dir(string(p))) }

// Numbers runs the program and returns the numbers that it prints.
func (p Peer) Numbers(ctx context.Context, args ...string) (all []float64, err error) {
	cmd := exec.CommandContext(ctx, string(p), args...)
	cmd.Stderr = os.Stderr
	out, err := child.Output(cmd)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(string(p)), err)
	}
	for _, w := range strings.Fields(string(out)) {
		x, err := strconv.ParseFloat(w, 64)
		if err != nil {
			return nil, fmt.Errorf("%s prints %.40q: %w", filepath.Base(string(p)), w, err)
		}
		all = append(all, x)
	}
	return all, nil
}

// Start runs the program, which is then asked one question after another, or only told when to end.
func (p Peer) Start(args ...string) (*Dialogue, error) {
	cmd := exec.Command(string(p), args...)
	cmd.Stderr = os.Stderr
	in, out, wait, err := child.Talk(cmd)
	if err != nil {
		return nil, err
	}
	return &Dialogue{bufio.NewWriterSize(in, 1<<16), bufio.NewReaderSize(out, 1<<20), in, wait}, nil
}

// Dialogue is a running peer: questions go in, answers come out.
type Dialogue struct {
	In   *bufio.Writer
	Out  *bufio.Reader
	end  io.Closer
	wait func() error
}

// Ask writes a question, in a line of its own.
func (d *Dialogue) Ask(format string, args ...any) error {
	fmt.Fprintf(d.In, format+"\n", args...)
	return d.In.Flush()
}

// Finish ends the program's input, and returns what it prints until it ends.
func (d *Dialogue) Finish() (string, error) {
	_ = d.end.Close()
	text, err := io.ReadAll(d.Out)
	return string(text), errors.Join(err, d.wait())
}

// Close ends the program, which notices the end of its input.
func (d *Dialogue) Close() error {
	_ = d.end.Close()
	return d.wait()
}
