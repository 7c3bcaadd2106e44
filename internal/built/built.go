// Package built builds the repository's programs for tests that start them.
package built

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"

	"github.com/sinew-robotics/sinew/internal/child"
)

// Into builds programs of a module of the repository in the folder dir, linked as by `make build`. It begins with
// copies of those that `make build` left in the folder bin of root, so that the go command links only programs that
// differ.
func Into(dir, root, module string, packages ...string) error {
	for _, p := range packages {
		name := path.Base(p)
		if err := again(filepath.Join(dir, name), filepath.Join(root, "bin", name)); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	args := append([]string{"build", "-C", filepath.Join(root, module), "-tags=nethttpomithttp2", "-ldflags=-s -w", "-o", dir + string(filepath.Separator)}, packages...)
	cmd := exec.Command("go", args...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	wait, err := child.Start(cmd)
	if err == nil {
		err = wait()
	}
	if err != nil {
		return fmt.Errorf("go build: %w\n%s", err, &said)
	}
	return nil
}

// again copies a program.
func again(to, from string) error {
	r, err := os.Open(from)
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	if e := w.Close(); err == nil {
		err = e
	}
	return err
}
