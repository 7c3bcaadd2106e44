package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
