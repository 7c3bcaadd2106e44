package gogen

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/sinew-robotics/sinew/internal/whole"
)

// Written is a file to be written.
type Written struct {
	Name   string // in its folder
	Source []byte
}

const sealMark = "; seal "

// Seal puts a line at the top of src that says what made it, and from what, with a seal of the rest.
func Seal(src []byte, maker, origin string) []byte {
	head := "// Made by " + maker + " from " + origin + " and yours to edit: it is not written again once edited" + sealMark
	return append([]byte(head+digest(src)+".\n\n"), src...)
}

// Edited reports whether a file has changed since it was sealed. A file without a seal is taken as edited.
func Edited(src []byte) bool {
	first, rest, ok := bytes.Cut(src, []byte("\n\n"))
	if !ok {
		return true
	}
	_, seal, ok := bytes.Cut(first, []byte(sealMark))
	return !ok || string(seal) != digest(rest)+"."
}

func digest(src []byte) string {
	sum := sha256.Sum256(src)
	return hex.EncodeToString(sum[:8])
}

// Write writes files into dir, which it creates, and removes files that it made before and that are no longer among
// them. Unless forced, if any such file was edited or was not made by Write, it changes nothing and returns an error
// that names all of them.
func Write(dir string, files []Written, force bool) error {
	var faults []error
	for _, f := range files {
		old, err := os.ReadFile(filepath.Join(dir, f.Name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			faults = append(faults, err)
		case !force && Edited(old):
			faults = append(faults, fmt.Errorf("%s was edited since it was made: move it away, choose another folder, or give --force to lose the edits",
				filepath.Join(dir, f.Name)))
		}
	}
	stale, err := made(dir, files)
	for _, name := range stale {
		if old, err := os.ReadFile(name); err == nil && !force && Edited(old) {
			faults = append(faults, fmt.Errorf("%s is not made any more, but was edited: move it away, or give --force to lose it", name))
		}
	}
	if err != nil {
		faults = append(faults, err)
	}
	if len(faults) > 0 {
		return errors.Join(faults...)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		if err := whole.WriteFile(filepath.Join(dir, f.Name), f.Source); err != nil {
			return err
		}
	}
	for _, name := range stale {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	return nil
}

// made lists the sealed Go files in dir that are not among files.
func made(dir string, files []Written) (stale []string, err error) {
	all, err := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, name := range all {
		if slices.ContainsFunc(files, func(f Written) bool { return f.Name == filepath.Base(name) }) {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if first, _, _ := bytes.Cut(src, []byte("\n")); bytes.HasPrefix(first, []byte("// Made by ")) && bytes.Contains(first, []byte(sealMark)) {
			stale = append(stale, name)
		}
	}
	return stale, err
}
