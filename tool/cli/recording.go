package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// recording is the file of a recording. On the command line its run folder may be given instead.
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

// Out is where a run folder is to go: the named folder, or a new one in runs that is named by the time.
func Out(dir string) folder.Place {
	if dir == "" {
		return folder.Place{Dir: "runs", Dated: true}
	}
	return folder.Place{Dir: dir}
}

// printOutcome prints how a run went, if it began, where its files are, and how to replay it. After an error some of
// them may be missing.
func (t *Tool) printOutcome(out *run.Outcome) {
	if out == nil {
		return
	}
	out.Print(os.Stdout)
	files, dir := "", out.Summary.Folder
	if out.Summary.Error == "" {
		files = fmt.Sprintf(" (%s, %s, %s)", folder.ReportFile, folder.RunFile, folder.TraceFile)
	}
	fmt.Printf("run folder  %s%s\nreplay it   %s trace replay %s\n", dir, files, t.name(), filepath.Join(dir, folder.TraceFile))
}
