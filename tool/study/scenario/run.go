package scenario

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Run is one point of a study: everything that is needed to repeat it, except for the program.
type Run struct {
	N       int           `json:"n"`  // from 1, in the study's order
	ID      string        `json:"id"` // equal for the same program, version, parameters, seed, mocks, faults and sets
	Program string        `json:"program"`
	Params  []Setting     `json:"params,omitempty"` // those set by the study
	Vars    []Setting     `json:"vars,omitempty"`
	Seed    uint64        `json:"seed"`
	For     time.Duration `json:"for"`
	Mocks   []string      `json:"mocks,omitempty"` // PATH=SOURCE, with absolute paths of files
	Faults  []Fault       `json:"faults,omitempty"`
	Sets    []Set         `json:"set,omitempty"`
	Without []string      `json:"without,omitempty"`
	Trace   []string      `json:"trace,omitempty"`
	Asserts []string      `json:"assert,omitempty"`
	Record  string        `json:"record"`
}

// Fault makes something in the surroundings fail at a time, for good or for a while.
type Fault struct {
	At  time.Duration `json:"at"`
	Do  string        `json:"do"`
	For time.Duration `json:"for,omitempty"` // 0 for good
}

// Set sets a physical action or a parameter at a time.
type Set struct {
	At    time.Duration   `json:"at"`
	Door  string          `json:"door"`
	Value json.RawMessage `json:"value"`
}

// Setting returns the value of a parameter or variable of the run, or of "seed".
func (r *Run) Setting(name string) (Value, bool) {
	for _, l := range [][]Setting{r.Params, r.Vars} {
		for _, s := range l {
			if s.Name == name {
				return s.Value, true
			}
		}
	}
	return Value{Text: fmt.Sprint(r.Seed)}, name == "seed"
}

// identify sets the ID, a hash of everything that determines the run. full are all parameters with their values,
// mocks its mocks with the contents of their files.
func (r *Run) identify(version, full string, mocks []string) error {
	type essence struct {
		Version, Program, Params string
		Seed                     uint64
		For                      time.Duration
		Mocks, Without           []string
		Faults                   []Fault
		Sets                     []Set
	}
	b, err := json.Marshal(essence{version, r.Program, full, r.Seed, r.For, mocks, r.Without, r.Faults, r.Sets})
	if err != nil {
		return err
	}
	sum := xxh3.Hash128(b).Bytes()
	r.ID = hex.EncodeToString(sum[:10])
	return nil
}

// reference matches ${name} or $name within a word.
var reference = regexp.MustCompile(`\$(?:\{([^}]*)\}|([A-Za-z_]\w*))`)

// settings are the values that references stand for.
type settings map[string]Value

// resolve replaces the references in a value. A word that is only a reference becomes the referenced value.
func (s settings) resolve(v Value, depth int) (Value, error) {
	if !v.Word {
		return v, nil
	}
	if depth > 10 {
		return v, fault(codeName, "%q refers to itself", v.Text)
	}
	var fail error
	find := func(m []string) Value {
		name := m[1] + m[2]
		x, ok := s[name]
		if !ok {
			fail = fault(codeName, "%s refers to nothing: %s", m[0], spelling.Suggest(name, sortedKeys(s)))
			return Value{}
		}
		if x, err := s.resolve(x, depth+1); err == nil {
			return x
		} else {
			fail = err
		}
		return Value{}
	}
	if m := reference.FindStringSubmatch(v.Text); m != nil && m[0] == v.Text {
		x := find(m)
		return Value{x.Text, x.Word, v.at}, fail
	}
	text := reference.ReplaceAllStringFunc(v.Text, func(ref string) string {
		return find(reference.FindStringSubmatch(ref)).Text
	})
	if text != v.Text && run.IsNumber(text) {
		return Value{number(text), false, v.at}, fail
	}
	return Value{text, true, v.at}, fail
}

func (s settings) text(t Text) (string, error) {
	v, err := s.resolve(Value{Text: t.Text, Word: true}, 0)
	return v.Text, err
}

// duration resolves a time that must be at least least.
func (s settings) duration(t Text, least time.Duration) (time.Duration, error) {
	text, err := s.text(t)
	if err != nil {
		return 0, err
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%q is no time: give one with its unit, such as 10s or 250ms", text)
	}
	if d < least {
		return 0, fmt.Errorf("%v is too short: give at least %v", d, least)
	}
	return d, nil
}

// tree resolves the words in a decoded JSON value.
func (s settings) tree(x any) (any, error) {
	switch x := x.(type) {
	case string:
		v, err := s.resolve(Value{Text: x, Word: true}, 0)
		if err != nil || v.Word {
			return v.Text, err
		}
		return json.RawMessage(v.Text), nil
	case []any:
		out := make([]any, len(x))
		for i := range x {
			var err error
			if out[i], err = s.tree(x[i]); err != nil {
				return nil, err
			}
		}
		return out, nil
	case map[string]any:
		out := map[string]any{}
		for _, k := range sortedKeys(x) {
			var err error
			if out[k], err = s.tree(x[k]); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return x, nil
}
