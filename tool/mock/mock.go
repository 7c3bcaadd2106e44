package mock

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/diag"
)

// Mock replaces the source of values for doors or ports.
type Mock struct {
	Pattern string // of doors or ports
	Source  string // as it was written: "csv:poses.csv"

	At, SourceAt diag.Pos // the positions of pattern and source in a text, if any: faults are reported there

	kind   kind
	file   string // csv, topic, bag, lua
	topic  string // of topic; "" for the door's path; of bag, "" for the only one with the right type
	json   string // of const; of csv the value for columns that are left out
	period time.Duration
}

// kind says where a mock's values come from.
type kind uint8

const (
	fromCSV kind = iota
	fromTopic
	fromBag
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
	{"bag", fromBag, "bag:FILE or bag:FILE#TOPIC"},
	{"const", fromConst, "const:JSON or const:JSON@10ms"},
	{"lua", fromLua, "lua:FILE"},
}

// Codes of faults in mocks.
const (
	codeSource = "mock-source"
	codeName   = "mock-name"
	codeFile   = "mock-file"
	codeTable  = "mock-table"
	codeTopic  = "mock-topic"
	codeValue  = "mock-value"
	codeScript = "mock-script"
	codeTap    = "mock-tap"
)

// Rules explains the codes of faults in mocks and taps.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: codeSource, Text: "a mock that is not written as PATTERN=SOURCE, or has no such source"},
		{Code: codeName, Text: "a pattern that no door or connected port of the program has"},
		{Code: codeFile, Text: "a mock's file, folder or recording that cannot be read"},
		{Code: codeTable, Text: "a table whose names, times or cells are not those of the door"},
		{Code: codeTopic, Text: "a topic that the recording does not have, or that has values of another type"},
		{Code: codeValue, Text: "a value that the door does not take"},
		{Code: codeScript, Text: "a script that cannot be loaded, or whose values the door does not take"},
		{Code: codeTap, Text: "a tap that is not written as PATTERN=FILE.csv, or whose file is taken"},
	}
}

// fault is something wrong with a mock, and what to do about it.
func (m *Mock) fault(code, do, format string, args ...any) diag.Fault {
	return diag.Fault{Code: code, What: "mock " + m.Pattern + ": " + fmt.Sprintf(format, args...), Do: do}
}

// faultsOf are the faults that err joins, each at its own position or, if it has none, at the given one.
func faultsOf(at diag.Pos, err error) diag.Faults {
	faults, others := diag.Of(err)
	for _, e := range others {
		faults = append(faults, diag.Fault{Code: codeValue, What: e.Error()})
	}
	for i := range faults {
		if faults[i].File == "" {
			faults[i].Pos = at
		}
	}
	return faults
}

// Parse parses PATTERN=SOURCE. It does not open files. The error is a diag.Fault.
func Parse(spec string) (Mock, error) {
	pattern, source, ok := strings.Cut(spec, "=")
	m := Mock{Pattern: strings.TrimSpace(pattern), Source: strings.TrimSpace(source)}
	if !ok || m.Pattern == "" || m.Source == "" {
		return m, diag.Fault{Code: codeSource, What: fmt.Sprintf("mock %q: write PATTERN=SOURCE, such as 'robot.*=topic:runs/monday'", spec)}
	}
	if strings.ContainsAny(m.Pattern, " \t\"'{}") {
		return m, diag.Fault{Code: codeSource, What: fmt.Sprintf("mock %q: %q is no pattern of paths: write it like robot.reading or 'robot.*'", spec, m.Pattern)}
	}
	name, rest, _ := strings.Cut(m.Source, ":")
	for _, k := range kinds {
		if name != k.name {
			continue
		}
		m.kind = k.kind
		if err := m.parse(rest); err != nil {
			return m, m.fault(codeSource, "write "+k.form, "%s: %v", m.Source, err)
		}
		return m, nil
	}
	return m, m.fault(codeSource, "", "%q is no source: write csv:, topic:, bag:, const: or lua: before its name", m.Source)
}

// ParseAll parses several mocks. The error is diag.Faults with everything that is wrong.
func ParseAll(specs []string) ([]Mock, error) { return parseAll(specs, Parse) }

// parseAll parses each of several texts.
func parseAll[T any](specs []string, parse func(string) (T, error)) (all []T, err error) {
	var errs []error
	for _, s := range specs {
		x, err := parse(s)
		all, errs = append(all, x), append(errs, err)
	}
	faults, _ := diag.Of(errors.Join(errs...))
	return all, faults.Err()
}

// String is the mock as it was written.
func (m Mock) String() string { return m.Pattern + "=" + m.Source }

func (m *Mock) parse(rest string) error {
	switch m.kind {
	case fromConst:
		return m.parseConst(rest)
	case fromTopic, fromBag:
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
