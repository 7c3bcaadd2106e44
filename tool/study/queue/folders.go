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

// What lies in a study's folder, besides its catalogue.
const (
	runsFolder = "runs"       // a folder for each run that leaves something, by its number
	runFile    = "run.yaml"   // in a run's folder: makes the run again
	traceFile  = "trace.mcap" // in a run's folder: its recording
	partial    = "part-"      // recordings of runs that have not ended yet, by executor
	earlier    = "was-"       // folders on their way to another number, by their run's ID
)

func runFolder(runs string, n int) string { return filepath.Join(runs, fmt.Sprintf("%04d", n)) }

// aside renames the folders whose number is no longer that of their run: numbers are given anew whenever a study is
// planned. It is called before the new numbers are entered, and settle after it; whatever ends the process in between,
// settle puts things right the next time.
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
			id = name // of a catalogue that has been deleted
		}
		return os.Rename(filepath.Join(dir, name), filepath.Join(dir, earlier+id))
	})
}

// settle gives the folders that aside renamed their runs' new numbers, and removes what a study has left of runs that
// it does not have any more.
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
		_ = os.Remove(from) // unless somebody keeps something there
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

// each calls f with the name of each folder in a folder, which may be missing.
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

// recording names the file in which the run is recorded while nobody knows whether it is kept.
func (w *worker) recording(j *job) string {
	if j.Run.Record == scenario.RecordNone || j.Host != hostname() || !w.keeps(j) {
		return ""
	}
	if info, err := os.Stat(j.Folder); err != nil || !info.IsDir() {
		return ""
	}
	file := filepath.Join(j.Folder, partial+fmt.Sprint(w.executor.process.Pid)+".mcap")
	_ = os.Remove(file) // a process of the same number was killed
	return file
}

// keep moves a recording to its run's folder, or deletes it and the one of an earlier try.
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
		return absent(os.Remove(kept)) // the run did not get as far as that
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.Rename(file, kept)
}

// absent is nil for the error that there is no such file.
func absent(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
