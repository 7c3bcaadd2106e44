package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/tool/lsp/wire"
)

// ErrNoShutdown is what Serve returns if the editor ends it without having asked it to shut down.
var ErrNoShutdown = errors.New("the editor sent exit without shutdown")

// server is the server of one editor.
type server struct {
	conn *wire.Conn
	log  *log.Logger
	workspace
	client clientCapability

	ready, down, exited bool
	end                 func()                            // ends serve
	over                <-chan struct{}                   // it has ended
	beat                func() (<-chan time.Time, func()) // the next check whether the editor's process exists, and what stops the checks
}

// Serve serves an editor until it sends exit, its stream ends, its process has gone, or ctx is done. Only messages are
// written to out; remarks go to notes.
func Serve(ctx context.Context, in io.Reader, out, notes io.Writer) error {
	s := newServer(in, out, notes)
	if cache, err := os.UserCacheDir(); err == nil {
		s.shelf = filepath.Join(cache, "sinew", "predeclared")
	}
	return s.serve(ctx)
}

func newServer(in io.Reader, out, notes io.Writer) *server {
	l := log.New(notes, "sinew lsp: ", 0)
	return &server{conn: wire.New(in, out, l), log: l, workspace: workspace{docs: map[string]*document{}, library: atoms.Standard(), log: l.Printf},
		beat: func() (<-chan time.Time, func()) {
			t := time.NewTicker(3 * time.Second)
			return t.C, t.Stop
		}}
}

func (s *server) serve(ctx context.Context) error {
	ctx, s.end = context.WithCancel(ctx)
	defer s.end()
	s.over = ctx.Done()
	err := s.conn.Serve(ctx, s)
	if err == nil && s.exited && !s.down {
		return ErrNoShutdown
	}
	return err
}

// watch ends Serve when the editor's process has gone.
func (s *server) watch(pid int) {
	beat, stop := s.beat()
	p, err := os.FindProcess(pid)
	if err != nil || pid <= 0 {
		stop()
		return
	}
	go func() {
		defer stop()
		for {
			select {
			case <-s.over:
				return
			case <-beat:
			}
			if err := p.Signal(syscall.Signal(0)); errors.Is(err, os.ErrProcessDone) || errors.Is(err, syscall.ESRCH) {
				s.end()
			}
		}
	}()
}

// Call answers a request.
func (s *server) Call(method string, params json.RawMessage) (any, error) {
	switch {
	case method == "initialize" && s.ready:
		return nil, wire.Errorf(wire.InvalidRequest, "this server is initialized already")
	case method == "initialize":
		return with(params, s.initialize)
	case !s.ready:
		return nil, wire.Errorf(wire.NotInitialized, "%s comes before initialize", method)
	case s.down:
		return nil, wire.Errorf(wire.InvalidRequest, "%s comes after shutdown", method)
	}
	switch method {
	case "shutdown":
		s.down = true
		return nil, nil
	case "textDocument/hover":
		return with(params, s.hover)
	case "textDocument/definition":
		return with(params, s.definition)
	case "textDocument/references":
		return with(params, s.references)
	case "textDocument/completion":
		return with(params, s.completion)
	case "textDocument/prepareRename":
		return with(params, s.prepareRename)
	case "textDocument/rename":
		return with(params, s.rename)
	case "textDocument/formatting":
		return with(params, s.formatting)
	case "textDocument/documentSymbol":
		return with(params, s.symbols)
	case "textDocument/semanticTokens/full":
		return with(params, s.tinted)
	case "textDocument/codeAction":
		return with(params, s.actions)
	}
	return nil, wire.Errorf(wire.MethodNotFound, "%s is not supported", method)
}

// with decodes the parameters of a request and calls what answers it.
func with[P any](params json.RawMessage, answer func(*P) (any, error)) (any, error) {
	p := new(P)
	if err := wire.Decode(params, p); err != nil {
		return nil, err
	}
	return answer(p)
}

// Notice handles a notification.
func (s *server) Notice(method string, params json.RawMessage) (over bool, err error) {
	switch {
	case method == "exit":
		s.exited = true
		return true, nil
	case !s.ready || s.down:
		return false, nil
	}
	switch method {
	case "initialized":
		s.begin()
	case "textDocument/didOpen":
		err = take(params, s.opened)
	case "textDocument/didChange":
		err = take(params, s.changed)
	case "textDocument/didClose":
		err = take(params, s.closed)
	case "workspace/didChangeWatchedFiles":
		err = take(params, s.filesChanged)
	case "workspace/didChangeWorkspaceFolders":
		err = take(params, s.foldersChanged)
	}
	return false, err
}

// take decodes the parameters of a notification and calls what handles it.
func take[P any](params json.RawMessage, do func(*P) error) error {
	p := new(P)
	if err := wire.Decode(params, p); err != nil {
		return err
	}
	return do(p)
}

// initialize answers what the server can do.
func (s *server) initialize(p *initializeParams) (any, error) {
	s.ready, s.client = true, p.Capabilities
	encoding := "utf-16"
	if slices.Contains(p.Capabilities.General.PositionEncodings, "utf-8") {
		s.bytes, encoding = true, "utf-8"
	}
	for _, f := range p.WorkspaceFolders {
		s.folders = append(s.folders, pathOf(f.URI))
	}
	if len(p.WorkspaceFolders) == 0 && p.RootURI != "" {
		s.folders = []string{pathOf(p.RootURI)}
	}
	if p.ProcessID != nil {
		s.watch(*p.ProcessID)
	}
	return object{
		"serverInfo": object{"name": "sinew lsp"},
		"capabilities": object{
			"positionEncoding":           encoding,
			"textDocumentSync":           object{"openClose": true, "change": 2},
			"hoverProvider":              true,
			"definitionProvider":         true,
			"referencesProvider":         true,
			"completionProvider":         object{"triggerCharacters": []string{".", ":", ">"}},
			"renameProvider":             s.renaming(),
			"documentFormattingProvider": true,
			"documentSymbolProvider":     true,
			"codeActionProvider":         object{"codeActionKinds": []string{"quickfix"}},
			"semanticTokensProvider":     object{"legend": object{"tokenTypes": tints, "tokenModifiers": []string{}}, "full": true},
			"workspace":                  object{"workspaceFolders": object{"supported": true, "changeNotifications": true}},
		},
	}, nil
}

// renaming describes renaming in the form that the client understands.
func (s *server) renaming() any {
	if s.client.TextDocument.Rename.Prepare {
		return object{"prepareProvider": true}
	}
	return true
}

// begin reads the workspace.
func (s *server) begin() {
	if s.client.Workspace.Watched.Dynamic {
		s.conn.Ask("client/registerCapability", object{"registrations": []object{{"id": "watched", "method": "workspace/didChangeWatchedFiles",
			"registerOptions": object{"watchers": []object{{"globPattern": "**/*.aadl"}, {"globPattern": "**/*.atoms.yaml"}}}}}})
	}
	s.look(s.folders)
}

// look reads the models in folders, and reports to the user what cannot be read.
func (s *server) look(folders []string) {
	if err := s.scan(folders); err != nil {
		s.log.Print(err)
		s.conn.Notify("window/showMessage", object{"type": 2, "message": err.Error()})
	}
}

func (s *server) opened(p *openParams) error {
	path := pathOf(p.Document.URI)
	in := languageOf(path)
	if in == noLanguage && p.Document.Language == "aadl" { // a new text without a name
		in = inAADL
	}
	if in == noLanguage {
		return fmt.Errorf("%s is neither .aadl nor .atoms.yaml: it is not looked at", path)
	}
	d := s.set(path, p.Document.URI, p.Document.Text, in)
	d.uri, d.open, d.version = p.Document.URI, true, p.Document.Version
	if d.tree == nil || d.given || !filepath.IsAbs(path) || s.within(path) {
		return nil
	}
	entries, err := os.ReadDir(filepath.Dir(path)) // for a file outside the workspace, the models in its folder are read
	for _, e := range entries {
		beside := filepath.Join(filepath.Dir(path), e.Name())
		if !e.IsDir() && languageOf(beside) == inAADL && s.docs[beside] == nil {
			_, more := s.read(beside)
			err = errors.Join(err, more)
		}
	}
	return err
}

func (s *server) changed(p *changeParams) error {
	d := s.docs[pathOf(p.Document.URI)]
	if d == nil || !d.open {
		return fmt.Errorf("%s is not open", p.Document.URI)
	}
	d.version = p.Document.Version
	s.set(d.path, d.uri, d.text.changed(p.Changes).s, d.language)
	if len(d.faults) > 0 { // these are reported at once, because linking may take long
		d.names = nil
		s.tell(d)
	}
	return nil
}

// closed returns to the text on disk.
func (s *server) closed(p *documentParams) error {
	d := s.docs[pathOf(p.Document.URI)]
	if d == nil {
		return nil
	}
	d.open = false
	if d.tree == nil || !filepath.IsAbs(d.path) {
		s.forget(d.path)
		return nil
	}
	_, err := s.read(d.path)
	return err
}

func (s *server) filesChanged(p *watchedParams) (err error) {
	for _, f := range p.Changes {
		path := pathOf(f.URI)
		switch d := s.docs[path]; {
		case d != nil && d.open:
		case languageOf(path) == inAADL:
			_, more := s.read(path)
			err = errors.Join(err, more)
		case languageOf(path) == inAtoms:
			s.checkUsers(path)
		}
	}
	return err
}

func (s *server) foldersChanged(p *foldersParams) error {
	for _, f := range p.Event.Removed {
		s.folders = slices.DeleteFunc(s.folders, func(other string) bool { return other == pathOf(f.URI) })
	}
	for _, d := range s.sorted() {
		if !d.open && !s.within(d.path) {
			s.forget(d.path)
		}
	}
	var more []string
	for _, f := range p.Event.Added {
		more = append(more, pathOf(f.URI))
	}
	s.folders = append(s.folders, more...)
	s.look(more)
	return nil
}

// Idle links names and reports their faults when no message waits, so a text that is being typed is linked when its writer
// pauses.
func (s *server) Idle() {
	if !s.ready || s.down {
		return
	}
	s.link()
	for _, d := range s.sorted() {
		s.tell(d)
	}
	for _, d := range s.gone {
		if len(d.shown) > 0 && s.docs[d.path] == nil {
			s.conn.Notify("textDocument/publishDiagnostics", publishParams{URI: d.uri, Diagnostics: []diagnostic{}})
		}
	}
	s.gone = nil
}

// tell sends the editor a text's diagnostics if they have changed.
func (s *server) tell(d *document) {
	list := d.diagnostics()
	if slices.Equal(list, d.shown) {
		return
	}
	d.shown = list
	p := publishParams{URI: d.uri, Diagnostics: list}
	if d.open {
		p.Version = &d.version
	}
	s.conn.Notify("textDocument/publishDiagnostics", p)
}
