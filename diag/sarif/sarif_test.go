package sarif_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/diag/sarif"
)

// shape is what the standard says of an object's properties: those it must have, and what kind each has that it may have.
// Kinds are "text", "whole" numbers with their minimum, "[shape]" for lists, the name of a shape, or "a|b" for words.
type shape struct {
	must []string
	may  map[string]string
}

// shapes are the standard's, of section 3.13 on, for what may be written here.
var shapes = map[string]shape{
	"sarifLog":                 {[]string{"version", "runs"}, map[string]string{"$schema": "uri", "version": "2.1.0", "runs": "[run]"}},
	"run":                      {[]string{"tool", "results"}, map[string]string{"tool": "tool", "results": "[result]", "columnKind": "utf16CodeUnits|unicodeCodePoints"}},
	"tool":                     {[]string{"driver"}, map[string]string{"driver": "toolComponent"}},
	"toolComponent":            {[]string{"name"}, map[string]string{"name": "text", "version": "text", "rules": "[reportingDescriptor]"}},
	"reportingDescriptor":      {[]string{"id"}, map[string]string{"id": "text", "shortDescription": "multiformatMessageString"}},
	"multiformatMessageString": {[]string{"text"}, map[string]string{"text": "text"}},
	"result": {[]string{"message", "ruleId"}, map[string]string{"ruleId": "text", "ruleIndex": "whole 0", "level": "none|note|warning|error",
		"message": "message", "locations": "[location]"}},
	"message":          {[]string{"text"}, map[string]string{"text": "text"}},
	"location":         {nil, map[string]string{"physicalLocation": "physicalLocation", "logicalLocations": "[logicalLocation]"}},
	"physicalLocation": {[]string{"artifactLocation"}, map[string]string{"artifactLocation": "artifactLocation", "region": "region"}},
	"artifactLocation": {[]string{"uri"}, map[string]string{"uri": "uri", "uriBaseId": "text"}},
	"region":           {[]string{"startLine"}, map[string]string{"startLine": "whole 1", "startColumn": "whole 1"}},
	"logicalLocation":  {[]string{"fullyQualifiedName"}, map[string]string{"fullyQualifiedName": "text"}},
}

// wrong finds where a value is not of its kind.
func wrong(path, kind string, v any) (all []string) {
	no := func(format string, args ...any) { all = append(all, path+": "+fmt.Sprintf(format, args...)) }
	text, isText := v.(string)
	var least int
	switch n, _ := fmt.Sscanf(kind, "whole %d", &least); {
	case n == 1:
		if x, ok := v.(float64); !ok || x != float64(int(x)) || int(x) < least {
			no("%v is no whole number from %d", v, least)
		}
	case strings.HasPrefix(kind, "["):
		list, ok := v.([]any)
		if !ok {
			no("no list")
		}
		for i, x := range list {
			all = append(all, wrong(fmt.Sprintf("%s[%d]", path, i), strings.Trim(kind, "[]"), x)...)
		}
	case kind == "text":
		if !isText {
			no("%v is no text", v)
		}
	case kind == "uri":
		if _, err := url.Parse(text); !isText || err != nil || text == "" || strings.ContainsAny(text, " \\\"<>^`{|}") {
			no("%q is no URI", text)
		}
	case shapes[kind].may != nil:
		o, ok := v.(map[string]any)
		if !ok {
			no("no object")
		}
		for _, k := range shapes[kind].must {
			if _, ok := o[k]; !ok {
				no("%s is missing", k)
			}
		}
		for k, x := range o {
			if shapes[kind].may[k] == "" {
				no("%s has no property %s", kind, k)
				continue
			}
			all = append(all, wrong(path+"."+k, shapes[kind].may[k], x)...)
		}
	default:
		if !slices.Contains(strings.Split(kind, "|"), text) {
			no("%v is not one of %s", v, kind)
		}
	}
	return all
}

// invalid finds what is wrong with a file, also between its objects: ids of rules are unique, a result's rule is that at
// its index (3.27.6), and a relative URI, and no other, has a base (3.4.4).
func invalid(data []byte) []string {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return []string{err.Error()}
	}
	if all := wrong("sarif", "sarifLog", v); all != nil {
		return all
	}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID    string
				RuleIndex int
				Locations []struct {
					Physical *struct{ Artifact struct{ URI, Base string } }
				}
			}
		}
	}
	text := strings.NewReplacer(`"physicalLocation"`, `"Physical"`, `"artifactLocation"`, `"Artifact"`, `"uriBaseId"`, `"Base"`).Replace(string(data))
	if err := json.Unmarshal([]byte(text), &log); err != nil {
		return []string{err.Error()}
	}
	var all []string
	for _, r := range log.Runs {
		known := map[string]bool{}
		for _, x := range r.Tool.Driver.Rules {
			if known[x.ID] {
				all = append(all, "two rules "+x.ID)
			}
			known[x.ID] = true
		}
		for _, x := range r.Results {
			if x.RuleIndex >= len(r.Tool.Driver.Rules) || r.Tool.Driver.Rules[x.RuleIndex].ID != x.RuleID {
				all = append(all, fmt.Sprintf("rule %d is not %s", x.RuleIndex, x.RuleID))
			}
			for _, l := range x.Locations {
				if p := l.Physical; p != nil {
					if u, _ := url.Parse(p.Artifact.URI); u.IsAbs() != (p.Artifact.Base == "") {
						all = append(all, fmt.Sprintf("%s with the base %q", p.Artifact.URI, p.Artifact.Base))
					}
				}
			}
		}
	}
	return all
}

func written(t interface{ Fatal(...any) }, tool sarif.Tool, fs diag.Faults) []byte {
	var b bytes.Buffer
	if err := sarif.Write(&b, tool, fs); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var tool = sarif.Tool{Name: "sinew check", Version: "1.2", Rules: []diag.Rule{{Code: "frame", Text: "frames differ"}}}

func TestWrite(t *testing.T) {
	got := string(written(t, tool, diag.Faults{
		{Code: "frame", What: "the frames differ", Do: "add a shift", Pos: diag.Pos{File: "my laws/a.yaml", Line: 3, Column: 7}, Path: "yaw.e"},
		{Code: "key", What: "unused", Severity: diag.Warning, Pos: diag.Pos{File: "/abs/b#1.yaml"}},
		{What: "nowhere"},
	}))
	for _, want := range []string{
		`"version": "2.1.0"`, `"name": "sinew check"`, `"version": "1.2"`,
		`"id": "frame",` + "\n            " + `  "shortDescription": {`, `"text": "frames differ"`,
		`"ruleId": "frame"`, `"ruleIndex": 0`, `"level": "error"`, `"text": "the frames differ; add a shift"`,
		`"uri": "my%20laws/a.yaml",` + "\n" + strings.Repeat(" ", 18) + `"uriBaseId": "%SRCROOT%"`, `"startLine": 3`, `"startColumn": 7`, `"fullyQualifiedName": "yaw.e"`,
		`"ruleId": "key"`, `"ruleIndex": 1`, `"level": "warning"`, `"uri": "file:///abs/b%231.yaml"`, `"ruleId": "fault"`, `"ruleIndex": 2`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in\n%s", want, got)
		}
	}
	if none := string(written(t, sarif.Tool{Name: "x"}, nil)); !strings.Contains(none, `"results": []`) {
		t.Errorf("no faults are no results: %s", none)
	}
}

// TestValid: whatever the faults are, the file is as the standard says.
func TestValid(t *testing.T) {
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "frame", "dir/a b.yaml", "/x/y", "../up.yaml", "a:b", "//host", "?q#f", "C:\\w"}))
	n := rapid.IntRange(-1, 9)
	rapid.Check(t, func(t *rapid.T) {
		fs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) diag.Fault {
			return diag.Fault{Code: text.Draw(t, "code"), What: text.Draw(t, "what"), Do: text.Draw(t, "do"), Path: text.Draw(t, "path"),
				Severity: rapid.SampledFrom([]diag.Severity{diag.Error, diag.Warning}).Draw(t, "severity"),
				Pos:      diag.Pos{File: text.Draw(t, "file"), Line: n.Draw(t, "line"), Column: n.Draw(t, "column")}}
		}), 0, 6).Draw(t, "faults")
		data := written(t, tool, fs)
		if all := invalid(data); all != nil {
			t.Fatalf("%s\n%s", strings.Join(all, "\n"), data)
		}
	})
}

// TestInvalidIsFound: the checks above can fail.
func TestInvalidIsFound(t *testing.T) {
	good := string(written(t, tool, diag.Faults{{Code: "frame", What: "w", Pos: diag.Pos{File: "a", Line: 1, Column: 1}}}))
	if all := invalid([]byte(good)); all != nil {
		t.Fatal(all)
	}
	for from, to := range map[string]string{
		`"2.1.0"`: `"2.0.0"`, `"level": "error"`: `"level": "fatal"`, `"startLine": 1`: `"startLine": 0`, `"ruleIndex": 0`: `"ruleIndex": 1`,
		`"results"`: `"faults"`, `"text": "w"`: `"texts": "w"`, `"uri": "a"`: `"uri": "a b"`, `"uriBaseId": "%SRCROOT%"`: `"uriBaseId": ""`,
		`"id": "frame"`: `"name": "frame"`, `"driver": {`: `"drivers": {`,
	} {
		if !strings.Contains(good, from) || invalid([]byte(strings.Replace(good, from, to, 1))) == nil {
			t.Errorf("%s for %s is not found", to, from)
		}
	}
}
