package lsp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/tool/lsp/client"
	"github.com/sinew-robotics/sinew/tool/lsp/wire"
)

func TestNamesOverTheWorkspace(t *testing.T) {
	e := edit(t, two)
	e.open("rover.aadl")
	e.open("parts/parts.aadl")
	e.change("parts/parts.aadl", "speed: in", "velocity: in")
	e.told("rover.aadl", "14:37-14:42 aadl-unresolved: Rover::Vehicle.i: left", "15:38-15:43 aadl-unresolved")
	e.change("parts/parts.aadl", "velocity: in", "velocity in") // what it declares is not known any more
	e.told("parts/parts.aadl", "8:21-8:23 aadl-syntax")
	e.told("rover.aadl")
	e.change("parts/parts.aadl", "velocity in", "speed: in")
	e.told("parts/parts.aadl")
	e.change("rover.aadl", "command -> left.speed", "left.speed -> command") // as sinew check says it
	e.told("rover.aadl", "14:12-14:14 aadl-connection-direction: Rover::Vehicle.i")
	e.change("rover.aadl", "left.speed -> command", "command -> left.speed")
	e.told("rover.aadl")
	e.change("rover.aadl", "with Parts;", "")
	e.told("rover.aadl", "11:25-11:39 aadl-with", "…")
}

func TestFilesThatComeAndGo(t *testing.T) {
	e := edit(t, map[string]string{"rover.aadl": two["rover.aadl"], "own.aadl": two["own.aadl"]})
	e.told("rover.aadl", "aadl-unresolved: Rover: ")
	changed := func(names ...string) {
		var list []client.Object
		for _, n := range names {
			list = append(list, client.Object{"uri": e.uri(n), "type": 1})
		}
		if err := e.Notify("workspace/didChangeWatchedFiles", client.Object{"changes": list}); err != nil {
			t.Fatal(err)
		}
	}
	e.write("parts/parts.aadl", two["parts/parts.aadl"])
	changed("parts/parts.aadl")
	e.told("rover.aadl")
	e.open("parts/parts.aadl", "package Parts public end Parts;") // as it is open, not as it is on disk
	e.told("rover.aadl", "aadl-unresolved", "aadl-unresolved")
	changed("parts/parts.aadl")
	if err := e.Notify("textDocument/didClose", client.Object{"textDocument": client.Object{"uri": e.uri("parts/parts.aadl")}}); err != nil {
		t.Fatal(err)
	}
	e.told("rover.aadl")
	e.write("rover.aadl", "package Rover public end;")
	changed("rover.aadl")
	e.told("rover.aadl", "aadl-end")
	if err := os.Remove(filepath.Join(e.dir, "rover.aadl")); err != nil {
		t.Fatal(err)
	}
	changed("rover.aadl")
	e.told("rover.aadl")

	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "a.aadl"), []byte("package"), 0o644); err != nil {
		t.Fatal(err)
	}
	folders := func(added, removed []client.Object) {
		if err := e.Notify("workspace/didChangeWorkspaceFolders", client.Object{"event": client.Object{"added": added, "removed": removed}}); err != nil {
			t.Fatal(err)
		}
	}
	until := func(n int) {
		if _, err := e.Until(func(d client.Diagnostics) bool {
			return d.URI == uriOf(filepath.Join(other, "a.aadl")) && len(d.List) == n
		}); err != nil {
			t.Fatal(err)
		}
	}
	here := []client.Object{{"uri": uriOf(other), "name": "other"}}
	folders(here, nil)
	until(1)
	folders(nil, here)
	until(0)
}

// A file outside the workspace has the models beside it.
func TestFileAlone(t *testing.T) {
	e := edit(t, nil)
	dir := t.TempDir()
	for _, name := range []string{"own.aadl", "parts/parts.aadl"} {
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), []byte(two[name]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	uri := uriOf(filepath.Join(dir, "rover.aadl"))
	if err := e.Open(uri, "aadl", strings.Replace(two["rover.aadl"], "left.speed", "left.sped", 1)); err != nil {
		t.Fatal(err)
	}
	d, err := e.Until(func(d client.Diagnostics) bool { return d.URI == uri })
	if err != nil || len(d.List) != 1 || !strings.Contains(d.List[0].Message, "has no sped") {
		t.Errorf("%v, %v", d, err)
	}
	if err := e.Open("untitled:1", "text", "package"); err != nil { // it is not looked at, and nothing ends
		t.Fatal(err)
	}
	if err := e.Call("textDocument/hover", client.Object{"textDocument": client.Object{"uri": "untitled:1"}}, nil); err == nil {
		t.Error("an unknown text has hovers")
	}
	if err := e.Open("untitled:2", "aadl", "package"); err != nil {
		t.Fatal(err)
	}
	if d, err := e.Until(func(d client.Diagnostics) bool { return d.URI == "untitled:2" }); err != nil || len(d.List) != 1 {
		t.Errorf("%v, %v", d, err)
	}
}

func TestActions(t *testing.T) {
	e := edit(t, two)
	e.open("rover.aadl")
	for _, c := range []struct{ old, with, marked, title string }{
		{"with Parts;", "with Base_Types;", "Parts::|Drive.i", "Add with Parts;"},
		{"public\n    with Base_Types;\n    with Parts;", "public", "Parts::|Drive.i", "Add with Parts;"},
		{"left.speed", "left.sped", "left.|sped", "Replace by speed"},
		{"Parts::Drive.i", "Parts::Drve.i", "|Parts::Drve.i", "Replace by Drive.i"},
	} {
		e.change("rover.aadl", c.old, c.with)
		at := e.where("rover.aadl", c.marked)
		list, err := ask[[]codeAction](e, "codeAction", "rover.aadl", "", client.Object{"range": client.Range{Start: at, End: at}, "context": client.Object{}})
		if err != nil || len(list) != 1 || list[0].Title != c.title {
			t.Fatalf("%s: %v, %v", c.marked, list, err)
		}
		e.told("rover.aadl", "Rover::Vehicle.i", "…")
		after := applied(e.texts["rover.aadl"], list[0].Edit.Changes[e.uri("rover.aadl")])
		e.change("rover.aadl", e.texts["rover.aadl"], after)
		e.told("rover.aadl")
	}
}

func TestPositionsAsTheEditorCounts(t *testing.T) {
	for encoding, want := range map[string]string{"utf-8": "0:37-0:38 aadl-syntax", "utf-16": "0:35-0:36 aadl-syntax"} {
		can := client.Object{"general": client.Object{"positionEncodings": []string{encoding}}}
		e := edit(t, map[string]string{"p.aadl": "package P public annex a {**𝄞**}; 7 end P;"}, can)
		e.told("p.aadl", want)
	}
}

func TestEncodings(t *testing.T) {
	text := newText("ä𝄞x\r\n\rß\n", false)
	for _, c := range []struct {
		bytes        bool
		line, at, to int // byte
	}{
		{false, 0, 0, 0}, {false, 0, 1, 2}, {false, 0, 2, 2}, {false, 0, 3, 6}, {false, 0, 4, 7}, {false, 0, 99, 7}, {false, 1, 0, 9}, {false, 2, 1, 12},
		{false, 3, 0, 13}, {false, 9, 0, 13}, {false, -1, 5, 0}, {false, 0, -1, 0},
		{true, 0, 2, 2}, {true, 0, 4, 2}, {true, 0, 6, 6}, {true, 0, 99, 7}, {true, 2, 2, 12}, {true, 2, 1, 10},
	} {
		text.bytes = c.bytes
		if got := text.offset(position{c.line, c.at}); got != c.to {
			t.Errorf("%d:%d is byte %d, not %d (%v)", c.line, c.at, got, c.to, c.bytes)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"a", "ä", "𝄞", "\n", "\r", "\r\n", "\xff"})).Draw(t, "text"), "")
		x := newText(s, rapid.Bool().Draw(t, "bytes"))
		for i := range s + "x" {
			inEnd := i > 0 && i < len(s) && s[i] == '\n' && s[i-1] == '\r'
			if p := x.position(i); x.offset(p) != i && !inEnd {
				t.Fatalf("%q: byte %d is %v, which is %d", s, i, p, x.offset(p))
			}
		}
	})
}

// A text that changes part by part is what the editor has, in whatever order it changes.
func TestChangesKeepTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.SampledFrom([]string{"a", "𝄞", "ß", "\n", "\r\n", ""})
		has := strings.Join(rapid.SliceOf(part).Draw(t, "text"), "")
		was := newText(has, false)
		var all []change
		for range rapid.IntRange(1, 6).Draw(t, "changes") {
			runes := []rune(has)
			from := rapid.IntRange(0, len(runes)).Draw(t, "from")
			to := rapid.IntRange(from, len(runes)).Draw(t, "to")
			a, b := len(string(runes[:from])), len(string(runes[:to]))
			if crlf(has, a) || crlf(has, b) {
				continue // no place of an editor
			}
			now, with := newText(has, false), part.Draw(t, "with")
			at := now.span(a, b)
			all = append(all, change{&at, with})
			has = has[:a] + with + has[b:]
		}
		if got := was.changed(all); got.s != has {
			t.Fatalf("%q instead of %q", got.s, has)
		}
	})
}

// crlf reports whether a byte is in the middle of an end of a line.
func crlf(s string, i int) bool { return i > 0 && i < len(s) && s[i] == '\n' && s[i-1] == '\r' }

// answers are what a server answers to messages, and how it ends.
func answers(t *testing.T, messages ...string) (string, error) {
	t.Helper()
	var in, out, notes bytes.Buffer
	for _, m := range messages {
		in.Write(wire.Frame([]byte(m)))
	}
	err := Serve(context.Background(), &in, &out, &notes)
	return out.String(), err
}

const hello = `{"id":1,"method":"initialize","params":{"processId":null,"capabilities":{"general":{"positionEncodings":["utf-8","utf-16"]}}}}`

func TestLife(t *testing.T) {
	for _, c := range []struct {
		name     string
		messages []string
		want     []string
		err      error
	}{
		{"too early", []string{`{"id":1,"method":"textDocument/hover","params":{}}`}, []string{`"code":-32002`}, nil},
		{"twice", []string{hello, hello}, []string{`"positionEncoding":"utf-8"`, `"code":-32600`}, nil},
		{"no method", []string{hello, `{"id":2,"method":"textDocument/paint","params":{}}`}, []string{`"code":-32601`}, nil},
		{"parameters", []string{hello, `{"id":2,"method":"textDocument/hover","params":[1]}`, `{"id":3,"method":"textDocument/hover"}`},
			[]string{`"id":2,"error":{"code":-32602`, `"id":3,"error":{"code":-32602`}, nil},
		{"unknown text", []string{hello, `{"id":2,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///a.aadl"}}}`}, []string{"open it first"}, nil},
		{"rubbish in notifications", []string{hello, `{"method":"textDocument/didOpen","params":7}`, `{"method":"textDocument/didChange","params":{}}`,
			`{"method":"$/unknown"}`, `{"id":2,"method":"shutdown"}`}, []string{`"id":2,"result":null`}, nil},
		{"well", []string{hello, `{"id":2,"method":"shutdown"}`, `{"method":"exit"}`}, []string{`"id":2,"result":null`}, nil},
		{"after shutdown", []string{hello, `{"id":2,"method":"shutdown"}`, `{"id":3,"method":"textDocument/hover","params":{}}`}, []string{`"id":3,"error":{"code":-32600`}, nil},
		{"without shutdown", []string{hello, `{"method":"exit"}`}, nil, ErrNoShutdown},
		{"end of the stream", []string{hello}, nil, nil},
	} {
		got, err := answers(t, c.messages...)
		if !errors.Is(err, c.err) || c.err == nil && err != nil {
			t.Errorf("%s: %v instead of %v", c.name, err, c.err)
		}
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %s in %s", c.name, want, got)
			}
		}
	}
}

// The server ends with the editor's process, also if its stream stays open.
func TestEditorGone(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parent := exec.Command(self) // the test program as another server, which waits for its input
	parent.Env = append(os.Environ(), asServer+"="+os.DevNull)
	stdin, err := parent.StdinPipe()
	if err == nil {
		err = parent.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	defer toServer.Close()
	s := newServer(in, out, testLog{t})
	beat := make(chan time.Time)
	s.beat = func() (<-chan time.Time, func()) { return beat, func() {} }
	ended := make(chan error, 1)
	go func() { ended <- s.serve(context.Background()) }()
	e := client.New(fromServer, toServer)
	if err := e.Call("initialize", client.Object{"processId": parent.Process.Pid}, nil); err != nil {
		t.Fatal(err)
	}
	beat <- time.Time{} // it is there: the next beat is waited for
	beat <- time.Time{}
	_ = stdin.Close()
	if err := parent.Wait(); err != nil {
		t.Fatal(err)
	}
	for over := false; !over; {
		select {
		case beat <- time.Time{}:
		case err := <-ended: // at this beat, or at the one before if that was looked into late
			if over = true; err != nil {
				t.Error(err)
			}
		}
	}
}
