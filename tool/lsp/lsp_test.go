package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/tool/lsp/client"
)

// editor is a client with a server of its own and a folder of models.
type editor struct {
	*client.Client
	t        testing.TB
	dir      string
	texts    map[string]string // of open files, as the server has them
	versions map[string]int
	ended    chan error
	close    func() error
}

// edit starts a server on a folder with files, given by their names.
func edit(t testing.TB, files map[string]string, capabilities ...client.Object) *editor {
	t.Helper()
	e := &editor{t: t, dir: t.TempDir(), texts: map[string]string{}, versions: map[string]int{}, ended: make(chan error, 1)}
	for name, text := range files {
		e.write(name, text)
	}
	fromServer, toClient := io.Pipe()
	fromClient, toServer := io.Pipe()
	go func() {
		err := Serve(context.Background(), fromClient, toClient, testLog{t})
		toClient.Close()
		e.ended <- err
	}()
	e.Client, e.close = client.New(fromServer, toServer), toServer.Close
	can := client.Object{"textDocument": client.Object{"hover": client.Object{"contentFormat": []string{"markdown"}},
		"rename": client.Object{"prepareSupport": true}, "documentSymbol": client.Object{"hierarchicalDocumentSymbolSupport": true}}}
	hangs := time.AfterFunc(time.Minute, func() { toClient.CloseWithError(errors.New("a minute without what is waited for")) })
	t.Cleanup(func() { hangs.Stop() })
	if len(capabilities) > 0 {
		can = capabilities[0]
	}
	if _, err := e.Start(can, uriOf(e.dir)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = e.close()
		go io.Copy(io.Discard, fromServer)
		if err := <-e.ended; err != nil && !strings.Contains(err.Error(), "closed pipe") {
			t.Error(err)
		}
	})
	return e
}

type testLog struct{ t testing.TB }

func (l testLog) Write(b []byte) (int, error) {
	l.t.Logf("%s", strings.TrimSpace(string(b)))
	return len(b), nil
}

func (e *editor) write(name, text string) {
	e.t.Helper()
	path := filepath.Join(e.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		e.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		e.t.Fatal(err)
	}
}

func (e *editor) uri(name string) string { return uriOf(filepath.Join(e.dir, name)) }

// open opens a file of the folder with a text; by default with the one it has.
func (e *editor) open(name string, text ...string) {
	e.t.Helper()
	if len(text) == 0 {
		b, err := os.ReadFile(filepath.Join(e.dir, name))
		if err != nil {
			e.t.Fatal(err)
		}
		text = append(text, string(b))
	}
	e.texts[name], e.versions[name] = text[0], 1
	if err := e.Open(e.uri(name), "aadl", text[0]); err != nil {
		e.t.Fatal(err)
	}
}

// where is the place of a text within a file, given as "before|after" the place.
func (e *editor) where(name, marked string) client.Position {
	e.t.Helper()
	before, after, _ := strings.Cut(marked, "|")
	i := strings.Index(e.texts[name], before+after)
	if i < 0 {
		e.t.Fatalf("%s has no %q:\n%s", name, before+after, e.texts[name])
	}
	t := newText(e.texts[name], false)
	p := t.position(i + len(before))
	return client.Position(p)
}

// change replaces a text in an open file.
func (e *editor) change(name, old, with string) {
	e.t.Helper()
	from, to := e.where(name, "|"+old), e.where(name, old+"|")
	e.texts[name] = strings.Replace(e.texts[name], old, with, 1)
	e.versions[name]++
	if err := e.Change(e.uri(name), e.versions[name], client.Range{Start: from, End: to}, with); err != nil {
		e.t.Fatal(err)
	}
}

// told waits until the server says of a file what has all those texts in it: "line:column-line:column code: message", a
// line each; with none, that nothing is wrong.
func (e *editor) told(name string, want ...string) {
	e.t.Helper()
	more := len(want) > 0 && want[len(want)-1] == "…" // after these
	if more {
		want = want[:len(want)-1]
	}
	_, err := e.Until(func(d client.Diagnostics) bool {
		all := len(d.List) == len(want) || more && len(d.List) > len(want)
		for i, x := range d.List {
			r := x.Range
			line := fmt.Sprintf("%d:%d-%d:%d %s: %s", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character, x.Code, x.Message)
			e.t.Logf("%s version %d: %s", filepath.Base(d.URI), d.Version, line)
			all = all && (i >= len(want) || strings.Contains(line, want[i]))
		}
		return all && d.URI == e.uri(name)
	})
	if err != nil {
		e.t.Fatal(err)
	}
}

// ask sends a request about a place, given as for where, and gives the answer.
func ask[R any](e *editor, method, name, marked string, more ...client.Object) (r R, err error) {
	e.t.Helper()
	params := client.Object{"textDocument": client.Object{"uri": e.uri(name)}}
	if marked != "" {
		params["position"] = e.where(name, marked)
	}
	for _, m := range more {
		for k, v := range m {
			params[k] = v
		}
	}
	err = e.Call("textDocument/"+method, params, &r)
	return r, err
}

// applied is a text with edits.
func applied(s string, edits []textEdit) string {
	var all []change
	for _, e := range slices.Backward(edits) {
		all = append(all, change{&e.Range, e.NewText})
	}
	t := newText(s, false)
	return t.changed(all).s
}

const rover = `-- The rover.
package Rover
public
    with Base_Types;

    -- What drives.
    system Drive
        features
            speed: in data port Base_Types::Float; -- in m/s
    end Drive;

    system implementation Drive.i
    end Drive.i;

    system Vehicle
    end Vehicle;

    system implementation Vehicle.i
        subcomponents
            left: system Drive.i;
            right: system Drive.i;
    end Vehicle.i;
end Rover;
`

func TestSyntaxAsOneTypes(t *testing.T) {
	e := edit(t, map[string]string{"rover.aadl": rover})
	e.open("rover.aadl")
	e.change("rover.aadl", "system Vehicle\n", "system \n")
	e.told("rover.aadl", "15:4-15:7 aadl-syntax: Rover: a name is expected")
	e.change("rover.aadl", "system \n", "system V𝄞\n")
	e.told("rover.aadl", "14:12-14:14 aadl-text", "15:8-15:15 aadl-end") // two units of UTF-16
	e.change("rover.aadl", "𝄞", "ehicle")
	e.told("rover.aadl")
}

func TestFormatting(t *testing.T) {
	const text = "PACKAGE P\npublic\r\n  system  S end S; -- end\nend P;"
	e := edit(t, map[string]string{"p.aadl": text})
	e.open("p.aadl")
	edits, err := ask[[]textEdit](e, "formatting", "p.aadl", "")
	if got := applied(text, edits); err != nil || got != "package P\npublic\n    system S\n    end S; -- end\nend P;\n" {
		t.Errorf("%q, %v", got, err)
	}
	for _, x := range edits {
		if x.Range.Start.Line == 0 && x.Range.Start.Character > 0 {
			t.Errorf("%v touches what is laid out already", x)
		}
	}
	e.change("p.aadl", "end S", "end")
	if _, err := ask[[]textEdit](e, "formatting", "p.aadl", ""); err == nil || !strings.Contains(err.Error(), "mend them first") {
		t.Error(err)
	}
}

func TestSymbols(t *testing.T) {
	e := edit(t, map[string]string{"rover.aadl": rover})
	e.open("rover.aadl")
	all, err := ask[[]documentSymbol](e, "documentSymbol", "rover.aadl", "")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var walk func(list []documentSymbol, indent string)
	walk = func(list []documentSymbol, indent string) {
		for _, s := range list {
			fmt.Fprintf(&b, "%s%s (%s) %d\n", indent, s.Name, s.Detail, s.Selection.Start.Line)
			walk(s.Children, indent+" ")
		}
	}
	walk(all, "")
	want := `Rover (package) 1
 Drive (system) 6
  speed (in data port) 8
 Drive.i (system implementation) 11
 Vehicle (system) 14
 Vehicle.i (system implementation) 17
  left (system) 19
  right (system) 20
`
	if b.String() != want {
		t.Errorf("%s\ninstead of\n%s", &b, want)
	}
}

func TestTints(t *testing.T) {
	const text = "-- 𝄞 ä\npackage P public\n    system S\n        annex a {**\n x\n**};\n    properties\n        Period => 1_0 ms; -- two\n    end S;\nend P;\n"
	e := edit(t, map[string]string{"p.aadl": text})
	e.open("p.aadl")
	all, err := ask[struct{ Data []int }](e, "semanticTokens/full", "p.aadl", "")
	if err != nil || len(all.Data)%5 != 0 {
		t.Fatal(all, err)
	}
	doc := newText(text, false)
	var got []string
	at := position{}
	for x := range slices.Chunk(all.Data, 5) {
		if x[0] > 0 {
			at = position{Line: at.Line + x[0]}
		}
		at.Character += x[1]
		end := position{at.Line, at.Character + x[2]}
		got = append(got, fmt.Sprintf("%s %s", text[doc.offset(at):doc.offset(end)], tints[x[3]]))
	}
	want := "-- 𝄞 ä comment|package keyword|P namespace|public keyword|system keyword|S class|annex keyword|{** string| x string|**} string|properties keyword|" +
		"Period decorator|1_0 number|ms enumMember|-- two comment|end keyword|S class|end keyword|P namespace"
	if said := strings.Join(got, "|"); said != want {
		t.Errorf("%s\ninstead of\n%s", said, want)
	}
}
