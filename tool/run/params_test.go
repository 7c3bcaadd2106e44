package run

import (
	"errors"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/diag"
)

// various has a parameter of every kind.
type various struct {
	Number float64           `yaml:"number"`
	Whole  int               `yaml:"whole"`
	Count  uint8             `yaml:"count"`
	On     bool              `yaml:"on"`
	Word   string            `yaml:"word"`
	Time   time.Duration     `yaml:"time"`
	Corner [3]float64        `yaml:"corner"`
	Goal   *[3]float64       `yaml:"goal"` // nil: none
	Names  []string          `yaml:"names"`
	ByName map[string]string `yaml:"by_name"`
	Within Inner             `yaml:"within"`
	Plain  int               // "plain"
	Hidden int               `yaml:"-"`
	Inner  `yaml:",inline"`
}

type Inner struct {
	Deep int `yaml:"deep"`
}

// Validate has a fault of the program's own and one in words.
func (v *various) Validate() error {
	var errs []error
	if v.Number < 0 {
		errs = append(errs, errors.New("parameters: number is less than 0, unlike whole"))
	}
	if v.Word == "odd" {
		errs = append(errs, diag.Fault{Code: "mine", What: "word is odd", Do: "take an even one"})
	}
	return errors.Join(errs...)
}

func TestReadParams(t *testing.T) {
	for text, want := range map[string]string{
		"number: 1e-1\nwhole: -3\ncount: 0x10\non: true\nword: 5\ntime: 3ms\ncorner: [1, 2, 3]\nnames: [a]\nby_name: {a: b}\nwithin: {deep: 2}\nplain: 1\ndeep: 3\n": "",
		"number: .nan\nword: |\n  several\n  lines\nnames: ~\n": "",
		"": "", "# nothing\n": "", "---\n{}\n": "",
		"number: fast\nwhole: 1.5\ncount: -1\non: 1\nword: [a]\ntime: 3\n": "p:1:9: number is fast: give a number (param-type)\np:2:8: whole is 1.5: give a whole number (param-type)\n" +
			"p:3:8: count is -1: give a whole number from 0 (param-type)\np:4:5: on is 1: give true or false (param-type)\n" +
			"p:5:7: word is [a]: give a word (param-type)\np:6:7: time is 3: give a time with its unit such as 4ms (param-type)",
		"corner: [1, 2]\nword: ~\nnumber: \"1\"\n": "p:1:9: corner is [1, 2]: give a list of 3 such as [0, 0, 0] (param-type)\np:2:7: word is null: give a word (param-type)\n" +
			"p:3:9: number is \"1\": give a number (param-type)",
		"goal: [1, 2]\n":                       "p:1:7: goal is [1, 2]: give a list of 3 such as [0, 0, 0] (param-type)",
		"within: {depe: 2}\n":                  "p:1:10: unknown field \"depe\" (param-syntax)",
		"nubmer: 1\nhidden: 2\nunnamed: 1\n":   "p:1:1: there is no parameter \"nubmer\": did you mean \"number\"? (param-name)",
		"whole: 2\nnumber: -1\nword: odd\n":    "p:2:9: number is less than 0, unlike whole (param-value)\np:3:7: word is odd; take an even one (mine)",
		"word: &a b\nnumber: 1\n---\nwhole: 1": "p:1:7: anchors, aliases and tags are not read here: write the value out (param-syntax)\np:4:1: a second document: give one (param-syntax)",
		"just words\n":                         "p:1:1: no parameters: write lines such as \"speed: 0.3\" (param-syntax)",
		"whole: 1\nwhole: 2\n":                 "p:2:1: mapping key \"whole\" already defined at [1:1] (param-syntax)",
	} {
		got := ""
		if err := ReadParams("p", []byte(text), &various{}); err != nil {
			got = err.Error()
		}
		if len(want) > 0 && len(got) > len(want) && got[:len(want)] == want { // more follows
			got = want
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%q:\n%s", text, d)
		}
	}
}

// TestParamsComeBack: what a recording keeps of parameters is read as they were.
func TestParamsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.OneOf(rapid.StringMatching(`[a-z0-9 .:#-]{0,8}`), rapid.SampledFrom([]string{"true", "null", "1e3", "a\nb\n", " x", "[", "~", "0x1"}))
		v := various{Number: rapid.Float64Min(0).Draw(t, "number"), Whole: rapid.Int().Draw(t, "whole"), Count: rapid.Uint8().Draw(t, "count"),
			On: rapid.Bool().Draw(t, "on"), Word: word.Draw(t, "word"), Time: time.Duration(rapid.Int64().Draw(t, "time")),
			Corner: [3]float64{rapid.Float64().Draw(t, "corner"), 1}, Names: rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,4}`), 1, 3).Draw(t, "names")}
		if rapid.Bool().Draw(t, "has goal") {
			v.Goal = &[3]float64{rapid.Float64().Draw(t, "goal"), 2}
		}
		text, err := yaml.Marshal(&v)
		if err != nil {
			t.Fatal(err)
		}
		var back various
		if v.Word == "odd" {
			return
		}
		if err := ReadParams("p", text, &back); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		var want various // as the library reads it: a line end may be lost in writing
		if err := yaml.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, back, cmp.AllowUnexported(various{}, Inner{})); d != "" {
			t.Fatalf("%s\n%s", d, text)
		}
	})
}
