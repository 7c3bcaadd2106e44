// Package whole writes files whole or not at all: under another name beside the file, synced, and then renamed. Where the
// disk is full, or the program is killed, the file is what it was before, or absent.
package whole

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write makes what f writes the contents of the file at path. Nothing is touched if f fails.
func Write(path string, f func(io.Writer) error) error {
	var b bytes.Buffer
	if err := f(&b); err != nil {
		return err
	}
	return WriteFile(path, b.Bytes())
}

// WriteFile makes data the contents of the file at path.
func WriteFile(path string, data []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if e := f.Close(); e != nil { // it says what Write said
		err = e
	}
	return err
}

// File is a file that takes its place when it is closed, unless a write has failed.
type File struct {
	path   string
	draft  *os.File
	direct bool  // there is nothing to rename
	err    error // the first
}

// Create begins what will be the file at path. A terminal, a pipe or the like is written to as it is.
func Create(path string) (*File, error) {
	info, err := os.Stat(path)
	mode := fs.FileMode(0o644)
	switch {
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		return &File{path: path, draft: f, direct: true}, err
	case err == nil:
		mode = info.Mode().Perm()
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return nil, err
		}
	}
	draft, err := beside(path, mode)
	return &File{path: path, draft: draft}, err
}

// Write implements io.Writer.
func (f *File) Write(b []byte) (int, error) {
	n, err := f.draft.Write(b)
	if f.err == nil {
		f.err = err
	}
	return n, err
}

// Close puts the file into its place, once it is on the disk. After an error what was there before stays.
func (f *File) Close() error {
	if f.direct {
		return errors.Join(f.err, f.draft.Close())
	}
	if f.err == nil {
		f.err = f.draft.Sync()
	}
	err := errors.Join(f.err, f.draft.Close())
	if err == nil {
		err = os.Rename(f.draft.Name(), f.path)
	}
	if err != nil {
		return fmt.Errorf("%s is not written: %w", f.path, errors.Join(err, os.Remove(f.draft.Name())))
	}
	return syncDir(filepath.Dir(f.path))
}

// beside opens a new file for what will be the file at path.
func beside(path string, mode fs.FileMode) (*os.File, error) {
	for i := 1; ; i++ {
		f, err := os.OpenFile(fmt.Sprintf("%s.part%d", path, i), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) || i == 100 { // others are being written, or were when their programs were killed
			return f, err
		}
	}
}

// syncDir makes a rename outlive a power cut, where the file system can.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return nil // it may be written to and not read: the file is there all the same
	}
	_ = d.Sync() // not every file system does it for folders
	return d.Close()
}
