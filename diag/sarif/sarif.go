// Package sarif writes faults in the Static Analysis Results Interchange Format, SARIF 2.1.0 (OASIS,
// docs.oasis-open.org/sarif/sarif/v2.1.0), which editors and code hosts show next to the text.
package sarif

import (
	"encoding/json"
	"io"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
)

// Tool names the program that found the faults.
type Tool struct {
	Name, Version string
	Rules         []diag.Rule // the rules that it knows; other codes have no explanation
}

const (
	version = "2.1.0"
	schema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	base    = "%SRCROOT%" // base of relative file names: the folder in which the tool was called
	unnamed = "fault"     // the rule of faults without a code
)

// The objects of the format in use, sections 3.13 to 3.55.
type (
	log struct {
		Schema  string `json:"$schema"`
		Version string `json:"version"`
		Runs    []run  `json:"runs"`
	}
	run struct {
		Tool       tool     `json:"tool"`
		ColumnKind string   `json:"columnKind"`
		Results    []result `json:"results"`
	}
	tool struct {
		Driver driver `json:"driver"`
	}
	driver struct {
		Name    string       `json:"name"`
		Version string       `json:"version,omitempty"`
		Rules   []descriptor `json:"rules"`
	}
	descriptor struct {
		ID   string   `json:"id"`
		Text *message `json:"shortDescription,omitempty"`
	}
	message struct {
		Text string `json:"text"`
	}
	result struct {
		RuleID    string     `json:"ruleId"`
		RuleIndex int        `json:"ruleIndex"`
		Level     string     `json:"level"`
		Message   message    `json:"message"`
		Locations []location `json:"locations,omitempty"`
	}
	location struct {
		Physical *physical `json:"physicalLocation,omitempty"`
		Logical  []logical `json:"logicalLocations,omitempty"`
	}
	physical struct {
		Artifact artifact `json:"artifactLocation"`
		Region   *region  `json:"region,omitempty"`
	}
	artifact struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId,omitempty"`
	}
	region struct {
		Line   int `json:"startLine"`
		Column int `json:"startColumn,omitempty"`
	}
	logical struct {
		Name string `json:"fullyQualifiedName"`
	}
)

// Write writes the faults as one run of the tool: a rule for each code, a result for each fault, with its level, its
// place in the text and its path in the graph. Texts are clipped.
func Write(w io.Writer, t Tool, fs diag.Faults) error {
	r := run{Tool: tool{driver{Name: t.Name, Version: t.Version, Rules: []descriptor{}}}, ColumnKind: "unicodeCodePoints", Results: []result{}}
	index := map[string]int{}
	rule := func(code, text string) int {
		i, ok := index[code]
		if !ok {
			i = len(index)
			index[code] = i
			d := descriptor{ID: code}
			if text != "" {
				d.Text = &message{text}
			}
			r.Tool.Driver.Rules = append(r.Tool.Driver.Rules, d)
		}
		return i
	}
	for _, x := range t.Rules {
		rule(x.Code, x.Text)
	}
	for _, f := range fs.Clipped() {
		if f.Code == "" {
			f.Code = unnamed
		}
		x := result{RuleID: f.Code, RuleIndex: rule(f.Code, ""), Level: f.Severity.String(), Message: message{f.What}}
		if f.Do != "" {
			x.Message.Text += "; " + f.Do
		}
		if l := place(f); l.Physical != nil || l.Logical != nil {
			x.Locations = []location{l}
		}
		r.Results = append(r.Results, x)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(log{schema, version, []run{r}})
}

// place returns the location of a fault. Without a file there is no place in a text (3.29), and regions have lines
// from 1 (3.30).
func place(f diag.Fault) (l location) {
	if f.File != "" {
		l.Physical = &physical{Artifact: artifact{URI: uri(f.File)}}
		if !filepath.IsAbs(f.File) {
			l.Physical.Artifact.Base = base
		}
		if f.Line > 0 {
			l.Physical.Region = &region{f.Line, max(f.Column, 0)}
		}
	}
	if f.Path != "" {
		l.Logical = []logical{{f.Path}}
	}
	return l
}

// uri writes the name of a file as a URI (RFC 8089), or as a reference relative to base (RFC 3986).
func uri(file string) string {
	u := url.URL{Path: path.Clean(filepath.ToSlash(strings.ToValidUTF8(file, "\ufffd")))}
	if filepath.IsAbs(file) {
		u.Scheme = "file"
		if !strings.HasPrefix(u.Path, "/") { // C:/…
			u.Path = "/" + u.Path
		}
	}
	return u.String()
}
