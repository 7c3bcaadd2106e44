package mock

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Mock is a source that stands in for something.
type Mock struct {
	Pattern string // of doors, or of ports
	Source  string // as it was written: "csv:poses.csv"

	kind   kind
	file   string // csv, topic, lua
	topic  string // of topic; "" for the path's own
	json   string // of const; of csv the value of columns that are left out
	period time.Duration
}

// kind says where a mock's values come from.
type kind uint8

const (
	fromCSV kind = iota
	fromTopic
	fromConst
	fromLua
)

var kinds = []struct {
	name string
	kind kind
	form string
}{
	{"csv", fromCSV, "csv:FILE or csv:FILE;base=JSON"},
	{"topic", fromTopic, "topic:RUN or topic:RUN#TOPIC"},
	{"const", fromConst, "const:JSON or const:JSON@10ms"},
	{"lua", fromLua, "lua:FILE"},
}

// Help describes the flag --mock in a line.
const Help = "replace a sensor, robot or connection: PATTERN=csv:FILE, topic:RUN[#TOPIC], const:JSON[@PERIOD] or lua:FILE"

// TapHelp describes the flag --tap in a line.
const TapHelp = "write what an actuator is sent to a CSV file: PATTERN[=FILE.csv]"

// Parse reads PATTERN=SOURCE. Files are not opened yet.
func Parse(spec string) (Mock, error) {
	pattern, source, ok := strings.Cut(spec, "=")
	m := Mock{Pattern: strings.TrimSpace(pattern), Source: strings.TrimSpace(source)}
	if !ok || m.Pattern == "" || m.Source == "" {
		return m, fmt.Errorf("mock %q: write PATTERN=SOURCE, such as 'robot.*=topic:runs/monday'", spec)
	}
	if strings.ContainsAny(m.Pattern, " \t\"'{}") {
		return m, fmt.Errorf("mock %q: %q is no pattern of paths: write it like robot.reading or 'robot.*'", spec, m.Pattern)
	}
	name, rest, _ := strings.Cut(m.Source, ":")
	for _, k := range kinds {
		if name != k.name {
			continue
		}
		m.kind = k.kind
		if err := m.parse(rest); err != nil {
			return m, fmt.Errorf("mock %s: %s: %w; write %s", m.Pattern, m.Source, err, k.form)
		}
		return m, nil
	}
	return m, fmt.Errorf("mock %s: %q is no source: write csv:, topic:, const: or lua: before its name", m.Pattern, m.Source)
}

// ParseAll reads several mocks, and reports all that is wrong with them.
func ParseAll(specs []string) ([]Mock, error) {
	var all []Mock
	var errs []error
	for _, s := range specs {
		m, err := Parse(s)
		all, errs = append(all, m), append(errs, err)
	}
	return all, errors.Join(errs...)
}

// String is the mock as it was written.
func (m Mock) String() string { return m.Pattern + "=" + m.Source }

func (m *Mock) parse(rest string) error {
	switch m.kind {
	case fromConst:
		return m.parseConst(rest)
	case fromTopic:
		m.file, m.topic = rest, ""
		if i := strings.LastIndexByte(rest, '#'); i >= 0 {
			if m.file, m.topic = rest[:i], rest[i+1:]; m.topic == "" {
				return errors.New("a topic's name is missing behind #")
			}
		}
	case fromCSV:
		m.file = rest
		if i := strings.Index(rest, ";base="); i >= 0 {
			m.file, m.json = rest[:i], rest[i+len(";base="):]
			if !json.Valid([]byte(m.json)) {
				return errors.New("the base value is not JSON")
			}
		}
	case fromLua:
		m.file = rest
	}
	if m.file == "" {
		return errors.New("the file's name is missing")
	}
	return nil
}

func (m *Mock) parseConst(rest string) error {
	m.json = rest
	if json.Valid([]byte(rest)) {
		return nil
	}
	i := strings.LastIndexByte(rest, '@')
	if i < 0 || !json.Valid([]byte(rest[:i])) {
		return errors.New("the value is not JSON")
	}
	d, err := time.ParseDuration(rest[i+1:])
	if err != nil || d <= 0 {
		return fmt.Errorf("%q is no period", rest[i+1:])
	}
	m.json, m.period = rest[:i], d
	return nil
}
