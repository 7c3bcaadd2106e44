package mock

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/folder"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Tap writes what an actuator is sent to a CSV file, at the times at which it is sent.
type Tap struct {
	Pattern string // of actuators
	File    string // "" for a name made of the actuator's path
}

// ParseTap reads PATTERN or PATTERN=FILE.csv.
func ParseTap(spec string) (Tap, error) {
	pattern, file, named := strings.Cut(spec, "=")
	t := Tap{strings.TrimSpace(pattern), strings.TrimSpace(file)}
	if t.Pattern == "" || named && t.File == "" || strings.ContainsAny(t.Pattern, " \t\"'{}") {
		return t, fmt.Errorf("tap %q: write PATTERN or PATTERN=FILE.csv, such as robot.servo=sent.csv", spec)
	}
	return t, nil
}

// ParseTaps reads several taps, and reports all that is wrong with them.
func ParseTaps(specs []string) ([]Tap, error) {
	var all []Tap
	var errs []error
	for _, s := range specs {
		t, err := ParseTap(s)
		all, errs = append(all, t), append(errs, err)
	}
	return all, errors.Join(errs...)
}

// Topics is the tap as a pattern for record.Options.CSV.
func (t Tap) Topics() string { return record.CommandPrefix + t.Pattern }

// FreeTaps says which taps' files are there already, and which two are the same.
func FreeTaps(taps []Tap) error {
	var errs []error
	used := map[string]bool{}
	for _, t := range taps {
		if t.File == "" {
			continue
		}
		if err := folder.Free(t.File); err != nil {
			errs = append(errs, fmt.Errorf("tap %s: %w", t.Pattern, err))
		}
		if file := filepath.Clean(t.File); used[file] {
			errs = append(errs, fmt.Errorf("tap %s: another tap goes to %s, too; name a file for each, or none", t.Pattern, t.File))
		} else {
			used[file] = true
		}
	}
	return errors.Join(errs...)
}

// Create opens the CSV files of a recorder, for record.Options.Create. What is tapped into a named file goes there,
// opened by open; the rest is left to other. Without them files are written as they are, by the topic's name.
func Create(taps []Tap, open func(file string) (io.WriteCloser, error), other func(topic string) (io.WriteCloser, error)) func(topic string) (io.WriteCloser, error) {
	if open == nil {
		open = openTap
	}
	used := map[string]string{} // by file
	return func(topic string) (io.WriteCloser, error) {
		file := ""
		for _, t := range taps {
			if path, ok := strings.CutPrefix(topic, record.CommandPrefix); ok && t.File != "" && trace.Match([]string{t.Pattern}, path) {
				file = t.File
			}
		}
		if file == "" {
			if other != nil {
				return other(topic)
			}
			file = trace.FileName(topic) + ".csv"
		}
		if was, twice := used[filepath.Clean(file)]; twice {
			return nil, fmt.Errorf("tap: %s and %s would both go to %s; name a file for each, or none", was, topic, file)
		}
		used[filepath.Clean(file)] = topic
		return open(file)
	}
}

func openTap(file string) (io.WriteCloser, error) {
	f, err := folder.New(file)
	if err != nil {
		return nil, fmt.Errorf("tap: %w; check the folder", err)
	}
	return &tapFile{f, bufio.NewWriter(f)}, nil
}

// tapFile is a buffered file.
type tapFile struct {
	file *os.File
	*bufio.Writer
}

// Close writes what is left.
func (t *tapFile) Close() error { return errors.Join(t.Flush(), folder.Close(t.file)) }
