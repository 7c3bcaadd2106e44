// Package whole writes files completely or not at all: under another name in the same folder, synced, and then renamed.
// If the disk is full or the program is killed, the file is unchanged or absent.
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

// Write replaces the contents of the file at path by what f writes. Nothing changes if f fails.
func Write(path string, f func(io.Writer) error) error {
	var b bytes.Buffer
	if err := f(&b); err != nil {
		return err
	}
	return WriteFile(path, b.Bytes())
}

// WriteFile replaces the contents of the file at path by data.
func WriteFile(path string, data []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if e := f.Close(); e != nil { // it repeats the error of Write
		err = e
	}
	return err
}

// File is a file that takes its place when it is closed, unless a write has failed.
type File struct {
	path   string
	draft  *os.File
	direct bool  // written in place: nothing to rename
	err    error // the first failed write
}

// Create begins the future file at path. A terminal, a pipe or another special file is written directly.
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

// Close puts the file in its place once it is on disk. After an error the previous file stays.
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

// beside opens a draft of the file at path in the same folder.
func beside(path string, mode fs.FileMode) (*os.File, error) {
	for i := 1; ; i++ {
		f, err := os.OpenFile(fmt.Sprintf("%s.part%d", path, i), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) || i == 100 { // other drafts are being written, or were when their programs were killed
			return f, err
		}
	}
}

// syncDir makes a rename survive a power cut, if the file system can.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return nil // the folder is writable but not readable: the file exists all the same
	}
	_ = d.Sync() // not every file system supports it for folders
	return d.Close()
}
