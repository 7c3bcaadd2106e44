package queue

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

// What a study's folder contains in addition to its catalogue.
const (
	runsFolder = "runs"       // a folder for each run with files, by its number
	runFile    = "run.yaml"   // in a run's folder: repeats the run
	traceFile  = "trace.mcap" // in a run's folder: its recording
	partial    = "part-"      // recordings of runs in progress, by executor
	earlier    = "was-"       // folders to be renamed to another number, by their run's ID
)

func runFolder(runs string, n int) string { return filepath.Join(runs, fmt.Sprintf("%04d", n)) }

// aside renames folders whose number is no longer that of their run, because numbers are assigned anew whenever a
// study is planned. It is called before the new numbers are entered, and settle after that. If the process ends in
// between, settle completes the renaming the next time.
func (c *Catalogue) aside(runs []*scenario.Run) error {
	rows, err := c.Rows()
	if err != nil {
		return err
	}
	owner, place := map[string]string{}, places(runs)
	for i := range rows {
		owner[runFolder("", rows[i].Run.N)] = rows[i].Run.ID
	}
	dir := filepath.Join(c.dir, runsFolder)
	return each(dir, func(name string) error {
		id := owner[name]
		if strings.Trim(name, "0123456789") != "" || id != "" && place[id] == name {
			return nil
		}
		if id == "" {
			id = name // from a catalogue that was deleted
		}
		return os.Rename(filepath.Join(dir, name), filepath.Join(dir, earlier+id))
	})
}

// settle renames the folders that aside has renamed to their runs' new numbers, and removes what the study has left of
// runs that it no longer has.
func (c *Catalogue) settle(runs []*scenario.Run) error {
	place := places(runs)
	dir := filepath.Join(c.dir, runsFolder)
	return each(dir, func(name string) error {
		id, ok := strings.CutPrefix(name, earlier)
		if !ok {
			return nil
		}
		from := filepath.Join(dir, name)
		if to := place[id]; to != "" {
			return os.Rename(from, filepath.Join(dir, to))
		}
		for _, file := range []string{runFile, traceFile} {
			if err := os.Remove(filepath.Join(from, file)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		_ = os.Remove(from) // it stays if it contains other files
		return nil
	})
}

// places are the names of the runs' folders by ID.
func places(runs []*scenario.Run) map[string]string {
	all := make(map[string]string, len(runs))
	for _, r := range runs {
		all[r.ID] = runFolder("", r.N)
	}
	return all
}

// each calls f with the name of each folder in dir, which may be missing.
func each(dir string, f func(name string) error) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("study: %w", err)
	}
	var errs []error
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		if err := f(e.Name()); err != nil {
			errs = append(errs, fmt.Errorf("study: a run's folder cannot be put in order: %w", err))
		}
	}
	return errors.Join(errs...)
}

// recording is the file in which a run is recorded before it is known whether the recording is kept.
func (w *worker) recording(j *job) string {
	if j.Run.Record == scenario.RecordNone || j.Host != hostname() || !w.keeps(j) {
		return ""
	}
	if info, err := os.Stat(j.Folder); err != nil || !info.IsDir() {
		return ""
	}
	file := filepath.Join(j.Folder, partial+fmt.Sprint(w.executor.process.Pid)+".mcap")
	_ = os.Remove(file) // a process with the same number was killed
	return file
}

// keep moves a recording to its run's folder, or deletes it and the one of an earlier attempt.
func keep(file string, j *job, o *scenario.Outcome) error {
	dir := runFolder(j.Folder, j.Run.N)
	kept := filepath.Join(dir, traceFile)
	if o == nil || o.Status == scenario.Passed && j.Run.Record != scenario.RecordAll {
		err := absent(os.Remove(file))
		if o != nil {
			err = errors.Join(err, absent(os.Remove(kept)))
		}
		return err
	}
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return absent(os.Remove(kept)) // the run did not get that far
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.Rename(file, kept)
}

// absent turns the error that a file does not exist into nil.
func absent(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
