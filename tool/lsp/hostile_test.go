package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/tool/lsp/client"
)

// Whatever a text has become while it is being typed, every request about any place of it has an answer: no panic, no range
// outside the text, and edits that lead to what they should.
func TestTornTexts(t *testing.T) {
	sources := []string{typing, rover, two["parts/parts.aadl"], two["own.aadl"], keep["keep.atoms.yaml"]}
	rapid.Check(t, func(t *rapid.T) {
		var notes bytes.Buffer
		s := newServer(strings.NewReader(""), io.Discard, &notes)
		if _, err := s.Call("initialize", json.RawMessage(`{"capabilities":{}}`)); err != nil {
			t.Fatal(err)
		}
		name := "a.aadl"
		text := rapid.SampledFrom(sources).Draw(t, "text")
		if strings.HasPrefix(text, "model:") {
			name = "a.atoms.yaml"
		}
		for range rapid.IntRange(1, 3).Draw(t, "tears") {
			from := rapid.IntRange(0, len(text)).Draw(t, "from")
			to := rapid.IntRange(from, min(len(text), from+rapid.SampledFrom([]int{1, 10, 1000}).Draw(t, "most"))).Draw(t, "to")
			with := rapid.SampledFrom([]string{"", ";", "{", "end", "=>", "::", ".", "\"", "𝄞", "\r", "{**", "in modes ("}).Draw(t, "with")
			text = text[:from] + with + text[to:]
		}
		var p openParams
		p.Document.URI, p.Document.Text = name, text
		if err := s.opened(&p); err != nil {
			t.Fatal(err)
		}
		s.Idle()
		d := s.docs[name]
		end := d.position(len(d.s))
		for _, x := range d.shown {
			if x.Range.Start.compare(x.Range.End) > 0 || x.Range.End.compare(end) > 0 {
				t.Fatalf("%+v in a text that ends at %v", x, end)
			}
		}
		at := d.position(rapid.IntRange(0, len(text)).Draw(t, "at"))
		params, _ := json.Marshal(client.Object{"textDocument": client.Object{"uri": name}, "position": at, "newName": "other",
			"context": client.Object{"includeDeclaration": true}, "range": span{at, at}})
		for _, method := range []string{"hover", "definition", "references", "completion", "prepareRename", "rename", "formatting", "documentSymbol", "codeAction", "semanticTokens/full"} {
			if _, err := s.Call("textDocument/"+method, params); err != nil && strings.TrimSpace(err.Error()) == "" {
				t.Fatal(method)
			}
		}
		if notes.Len() > 0 {
			t.Fatal(notes.String())
		}
	})
}

// What is large is answered in time that grows with its length: many faults, lines without an end.
func TestLargeTexts(t *testing.T) {
	var line strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&line, " system S%d end S%[1]d;", i)
	}
	for name, text := range map[string]string{
		"faults.aadl":     "package P public\n" + strings.Repeat("system S features a b; end S;\n", 20_000),
		"line.aadl":       "package P public" + line.String() + " end P;",
		"names.aadl":      "package P public\nsystem T features x: in data port; end T; system S features\n" + strings.Repeat("x: in data port Nowhere;\n", 20_000) + "end S; end P;",
		"open.aadl":       "package P public system S features" + strings.Repeat("\na: (", 100_000),
		"comments.aadl":   strings.Repeat("-- 𝄞\n", 100_000),
		"cuts.atoms.yaml": "instances:\n" + strings.Repeat("  a: {is: PID}\n", 10_000),
	} {
		s := newServer(strings.NewReader(""), io.Discard, testLog{t})
		s.ready = true
		start := time.Now()
		d := s.set(name, name, text, languageOf(name))
		s.Idle()
		p := positionParams{documentID{name}, d.position(len(text) / 2)}
		_, _ = s.hover(&p)
		_, _ = s.completion(&p)
		_, _ = s.references(&referenceParams{positionParams: p})
		_, _ = s.formatting(&documentParams{p.Document})
		_, _ = s.symbols(&documentParams{p.Document})
		t.Logf("%s: %d kB, %d faults, %v", name, len(text)>>10, len(d.shown), time.Since(start).Round(time.Millisecond))
		if len(d.shown) == 0 && name != "comments.aadl" && name != "cuts.atoms.yaml" && !strings.HasPrefix(name, "line") {
			t.Errorf("%s has no faults", name)
		}
		if len(d.shown) > mostShown+1 {
			t.Errorf("%s: %d faults are told", name, len(d.shown))
		}
	}
	if got := pathOf("file:///C%3A/models/a.aadl"); filepath.Separator == '/' && got != "C:/models/a.aadl" {
		t.Error(got)
	}
}
