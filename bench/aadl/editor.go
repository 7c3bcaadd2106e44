package aadl

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/tool/lsp/client"
)

// lines is the length of the package that an editor types into.
const lines = 5000

// Editor emits how long after a keystroke an editor gets the diagnostics, from the real `sinew lsp` over its pipes.
func Editor(o bench.Options, sinew []string, emit bench.Emit) error {
	keystrokes := 400
	if o.Quick {
		keystrokes = 10
	}
	folder, err := os.MkdirTemp("", "sinew-editor-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	command := append(slices.Clone(sinew), "lsp")
	cmd := exec.CommandContext(o.Until(), command[0], command[1:]...)
	cmd.Stderr = o.Log
	in, out, wait, err := child.Talk(cmd)
	if err != nil {
		return err
	}
	took, err := client.New(out, in).Keystrokes("file://"+filepath.ToSlash(folder), lines, keystrokes)
	if err = errors.Join(err, in.Close(), wait()); err != nil {
		return err
	}
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d) / 1e6 }
	note := fmt.Sprintf("from a keystroke in a package of %d lines to the news of it, sinew lsp over pipes; ", lines)
	emit(bench.Result{Name: "lsp_keystroke_median", Value: ms(took[len(took)/2]), Unit: "ms", Note: note + fmt.Sprintf("median of %d", keystrokes)})
	emit(bench.Result{Name: "lsp_keystroke_max", Value: ms(took[len(took)-1]), Unit: "ms", Note: note + fmt.Sprintf("the longest of %d", keystrokes)})
	return nil
}
