package mock

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/folder"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Tap writes the commands to an actuator to a CSV file, with the times at which they are sent.
type Tap struct {
	Pattern string // of actuators
	File    string // "" for a name made from the actuator's path
}

// parseTap parses PATTERN or PATTERN=FILE.csv.
func parseTap(spec string) (Tap, error) {
	pattern, file, named := strings.Cut(spec, "=")
	t := Tap{strings.TrimSpace(pattern), strings.TrimSpace(file)}
	if t.Pattern == "" || named && t.File == "" || strings.ContainsAny(t.Pattern, " \t\"'{}") {
		return t, diag.Fault{Code: codeTap, What: fmt.Sprintf("tap %q: write PATTERN or PATTERN=FILE.csv, such as robot.servo=sent.csv", spec)}
	}
	return t, nil
}

// ParseTaps parses several taps. The error is diag.Faults with everything that is wrong.
func ParseTaps(specs []string) ([]Tap, error) { return parseAll(specs, parseTap) }

// Topics is the tap as a pattern for record.Options.CSV.
func (t Tap) Topics() string { return record.CommandPrefix + t.Pattern }

// FreeTaps reports taps whose files exist already, and taps with the same file, as diag.Faults.
func FreeTaps(taps []Tap) error {
	var faults diag.Faults
	used := map[string]bool{}
	for _, t := range taps {
		if t.File == "" {
			continue
		}
		if err := folder.Free(t.File); err != nil {
			faults = append(faults, diag.Fault{Code: codeTap, What: fmt.Sprintf("tap %s: %v", t.Pattern, err)})
		}
		if file := filepath.Clean(t.File); used[file] {
			faults = append(faults, diag.Fault{Code: codeTap, What: fmt.Sprintf("tap %s: another tap goes to %s, too", t.Pattern, t.File),
				Do: "name a file for each, or none"})
		} else {
			used[file] = true
		}
	}
	return faults.Err()
}

// Create opens the CSV files of a recorder, for record.Options.Create. For a tap with a named file it opens that with
// open; for others it calls other or, without that, opens a file named after the topic.
func Create(taps []Tap, open func(file string) (io.WriteCloser, error), other func(topic string) (io.WriteCloser, error)) func(topic string) (io.WriteCloser, error) {
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
