// Package folder creates the folders that runs leave behind, with the recording, tables, the report and run.json. A run
// creates its folder after everything else has been checked and is ready; no existing file is replaced.
package folder

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/trace"
)

// Names of the files in a run folder.
const (
	TraceFile  = "trace.mcap"
	RunFile    = "run.json"
	ReportFile = "report.html"
)

// Place says where to make a run folder.
type Place struct {
	Dir   string // "" for none
	Dated bool   // a new folder, named by the time, is made in Dir
}

// Check returns the error with which Make would fail, and changes nothing.
func (p Place) Check() error {
	if p.Dir == "" {
		return nil
	}
	info, err := os.Stat(p.Dir)
	switch {
	case err != nil: // Make reports other errors
		return below(filepath.Dir(filepath.Clean(p.Dir)))
	case !info.IsDir():
		return fmt.Errorf("run folder: %s is a file: name another folder", p.Dir)
	case p.Dated:
		return nil
	}
	return empty(p.Dir)
}

// below returns an error if no folder can be made in dir, or in the nearest parent that exists.
func below(dir string) error {
	for {
		info, err := os.Stat(dir)
		switch up := filepath.Dir(dir); {
		case err == nil && info.IsDir():
			return nil
		case err == nil:
			return fmt.Errorf("run folder: %s is a file: name another folder", dir)
		case up == dir:
			return fmt.Errorf("run folder: %w", err)
		default:
			dir = up
		}
	}
}

// empty returns an error if a folder that exists is not empty.
func empty(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("run folder: %w", err)
	}
	names, err := d.Readdirnames(1)
	if errors.Is(err, io.EOF) { // it is empty
		err = nil
	}
	if err = errors.Join(err, d.Close()); err != nil {
		return fmt.Errorf("run folder: %w", err)
	}
	if len(names) == 0 {
		return nil
	}
	what := names[0]
	for _, n := range []string{TraceFile, RunFile} {
		if _, err := os.Lstat(filepath.Join(dir, n)); err == nil {
			what = n
			break
		}
	}
	return fmt.Errorf("run folder: %s is not empty, %s is in it; nothing is replaced: name another folder, or remove this one", dir, what)
}

// Folder is a run's folder.
type Folder struct {
	Dir   string
	files []string // made here
	dirs  []string // made here, outermost first
}

// Make creates the folder, or takes an empty one that exists. A name made from the time gets a number appended if
// another run has begun in the same second.
func (p Place) Make(now time.Time) (*Folder, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	f := &Folder{Dir: filepath.Clean(p.Dir)}
	if !p.Dated {
		return f, f.make(f.Dir)
	}
	if err := f.make(f.Dir); err != nil {
		return nil, err
	}
	name := filepath.Join(p.Dir, now.Format("2006-01-02T15-04-05"))
	for n := 1; ; n++ {
		if f.Dir = name; n > 1 {
			f.Dir = fmt.Sprintf("%s-%d", name, n)
		}
		err := os.Mkdir(f.Dir, 0o755)
		if err == nil {
			f.dirs = append(f.dirs, f.Dir)
			return f, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			f.Discard()
			return nil, fmt.Errorf("run folder: %w", err)
		}
	}
}

// make creates dir and its missing parents.
func (f *Folder) make(dir string) error {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	if up := filepath.Dir(dir); up != dir {
		if err := f.make(up); err != nil {
			return err
		}
	}
	err := os.Mkdir(dir, 0o755)
	switch {
	case err == nil:
		f.dirs = append(f.dirs, dir)
	case !errors.Is(err, fs.ErrExist): // not created by another process meanwhile
		f.Discard()
		return fmt.Errorf("run folder: %w", err)
	}
	return nil
}

// Path returns the path of a file in the folder.
func (f *Folder) Path(name string) string { return filepath.Join(f.Dir, name) }

// Record opens the folder's recording.
func (f *Folder) Record(o trace.Options) (*trace.Writer, error) {
	w, err := trace.Create(f.Path(TraceFile), o)
	if err == nil {
		f.files = append(f.files, f.Path(TraceFile))
	}
	return w, err
}

// Create opens a new file that is written while the program runs.
func (f *Folder) Create(name string) (*os.File, error) {
	w, err := New(f.Path(name))
	if err == nil {
		f.files = append(f.files, w.Name())
	}
	return w, err
}

// New opens a new file. It does not replace an existing file, but opens a terminal or pipe.
func New(path string) (*os.File, error) {
	if err := Free(path); err != nil {
		return nil, err
	}
	flags := os.O_WRONLY
	if _, err := os.Stat(path); err != nil {
		flags |= os.O_CREATE | os.O_EXCL
	}
	return os.OpenFile(path, flags, 0o644)
}

// Free returns the error with which New would fail for a file, and changes nothing.
func Free(path string) error {
	if info, err := os.Stat(path); err == nil && (info.Mode().IsRegular() || info.IsDir()) {
		return fmt.Errorf("%s is there already; nothing is replaced: name another file, or remove this one", path)
	}
	return nil
}

// Close closes a file that was written while a program ran, once all of it is on disk.
func Close(w *os.File) error {
	var err error
	if info, e := w.Stat(); e == nil && info.Mode().IsRegular() {
		err = w.Sync()
	}
	return errors.Join(err, w.Close())
}

// Write writes a file of the folder, completely or not at all.
func (f *Folder) Write(name string, data []byte) error { return whole.WriteFile(f.Path(name), data) }

// WriteRun writes run.json from the sum of the run, as JSON encodes it.
func (f *Folder) WriteRun(sum any) error {
	b, err := JSON(sum)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Path(RunFile), err)
	}
	return f.Write(RunFile, b)
}

// Discard removes everything that was created here, if the run did not begin. Files must have been closed.
func (f *Folder) Discard() {
	for _, name := range f.files {
		_ = os.Remove(name) // it may be gone
	}
	for i := len(f.dirs) - 1; i >= 0; i-- {
		_ = os.Remove(f.dirs[i]) // unless something else is in it
	}
}
