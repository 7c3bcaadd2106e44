package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// recording is a recording's file. On the command line its run folder may be given instead.
type recording string

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *recording) UnmarshalText(text []byte) error {
	path := string(text)
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		path = filepath.Join(path, "trace.mcap")
		_, err = os.Stat(path)
	}
	var pe *os.PathError
	if errors.As(err, &pe) {
		return fmt.Errorf("%s: %w: give a recording (trace.mcap) or a run folder", path, pe.Err)
	}
	*r = recording(path)
	return err
}

// runsFolder is where run folders are made whose names are not given: by the time.
const runsFolder = "runs"

// outOf is where a run folder is wanted: in the folder named, or in a new one of runsFolder.
func outOf(dir string) folder.Place {
	if dir == "" {
		return folder.Place{Dir: runsFolder, Dated: true}
	}
	return folder.Place{Dir: dir}
}

// printOutcome says how a run went, if it began, and where it has left what it came to; after an error not all of it may
// be there.
func printOutcome(out *run.Outcome) {
	if out == nil {
		return
	}
	out.Print(os.Stdout)
	files, dir := "", out.Summary.Folder
	if out.Summary.Error == "" {
		files = " (report.html, run.json, trace.mcap)"
	}
	fmt.Printf("run folder  %s%s\nreplay it   sinew trace replay %s\n", dir, files, filepath.Join(dir, "trace.mcap"))
}
