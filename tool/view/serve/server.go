// Package serve shows a running program in a web page: the contents of its hub, the program's diagram with live rates,
// plots of any number in it, events and parameters. It lets people steer the program: publish to its physical actions, tune
// its parameters, and debug it if there is a Control.
//
// The page is built from tool/view/page and embedded. One WebSocket per browser carries the messages described in
// docs/format/page.md, at most 30 times a second. On loopback the page is open to the machine's own browsers; on any other
// address it uses TLS and requires a token.
package serve

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"os"
	"path"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/view"
)

//go:generate go run ../build -page ../page -out dist

//go:embed dist
var dist embed.FS

// Server shows a program's page to browsers.
type Server struct {
	hub      *view.Hub
	control  view.Control
	forward  bool // the control is a view.Forward
	commands chan command
	bus      *desk // nil if the program's values cannot be inspected
	hello    jsonHello
	took     func(reaction int) float64
	guard    guard
	token    string
	finger   string
	files    map[string]*file // by path
	ln       net.Listener
	http     http.Server
	ctx      context.Context
	cancel   context.CancelFunc
	done     sync.WaitGroup
	patience time.Duration          // with a browser that takes nothing
	state    atomic.Pointer[[]byte] // newest state message
	cloud    clouds
	drawing  sync.Mutex // one diagram is laid out at a time
	mu       sync.Mutex
	pages    int
	lookers  int  // number of those that may not move anything
	closed   bool // no new browsers are admitted
}

// file is one of the page's files; it is compressed when it is first requested.
type file struct {
	kind, tag string
	plain     []byte
	once      sync.Once
	packed    []byte
}

// Serve opens the page that c describes. All faults of c are reported together.
func Serve(c Config) (*Server, error) {
	host, err := c.validate()
	if err != nil {
		return nil, err
	}
	s := &Server{hub: c.Hub, control: c.Control, commands: make(chan command, maxCommands), patience: cmp.Or(c.Patience, writeTimeout)}
	if s.hub == nil {
		if s.hub, err = view.NewHub(view.Program{Name: c.name()}); err != nil {
			return nil, err
		}
	}
	if err := s.describe(&c); err != nil {
		return nil, err
	}
	if s.files, err = pack(); err != nil {
		return nil, err
	}
	cert, err := s.lock(&c, host)
	if err != nil {
		return nil, err
	}
	if s.ln, err = net.Listen("tcp", c.Addr); err != nil {
		return nil, fmt.Errorf("view: %w: choose another port, 0 for any free one", err)
	}
	s.guard.cookie = fmt.Sprintf("sinew-%d", s.ln.Addr().(*net.TCPAddr).Port)
	if s.guard.secure {
		s.guard.cookie = "__Host-" + s.guard.cookie
	}
	s.guard.url = s.Address()
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.listen(&c, cert)
	return s, nil
}

// lock sets what the guard requires: a token for moving something, unless that was given up. A token given by the user is
// required of everybody, and so is any token off loopback, where TLS is used.
func (s *Server) lock(c *Config, host string) (cert *tls.Certificate, err error) {
	g := &s.guard
	g.local, g.origins = sock.Local(host), c.Origins
	g.known, g.looking, g.unknown = live.NewBucket(500, 1000), live.NewBucket(100, 200), live.NewBucket(20, 50)
	s.token, g.look = c.Token, g.local && c.Token == ""
	if s.token == "" && !c.NoToken {
		s.token = newToken()
	}
	g.locked, g.token = s.token != "", sha256.Sum256([]byte(s.token))
	if g.local && c.Cert == "" && c.Key == "" {
		return nil, nil
	}
	g.secure = true
	pair, finger, err := c.certificate(host)
	s.finger = finger
	return &pair, err
}

// listen starts to answer.
func (s *Server) listen(c *Config, cert *tls.Certificate) {
	mux := http.NewServeMux()
	mux.HandleFunc("/live", s.live)
	mux.Handle("/", bySubprotocol(c.Subprotocols, http.HandlerFunc(s.static)))
	for pattern, h := range c.Handlers {
		mux.Handle(pattern, h)
	}
	var plain http.Protocols
	plain.SetHTTP1(true) // WebSockets need it
	s.http = http.Server{
		Handler: s.guard.wrap(mux), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: 30 * time.Second,
		IdleTimeout: time.Minute, MaxHeaderBytes: maxHeader, Protocols: &plain,
		ErrorLog: log.New(io.Discard, "", 0), // errors of clients are not logged
	}
	ln := net.Listener(newLimited(s.ln))
	if cert != nil {
		ln = tls.NewListener(ln, &tls.Config{Certificates: []tls.Certificate{*cert}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}})
	}
	if s.bus != nil {
		s.done.Go(func() { s.bus.run(s.ctx) })
	}
	if s.control != nil {
		if s.keeps() {
			s.hub.Enter()
		}
		s.done.Go(s.report)
		s.done.Go(s.obey)
	}
	s.done.Go(func() {
		if err := s.http.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
			s.cancel()
		}
	})
}

// keeps reports whether the hub takes everything even while no page is open, so that there is something to see when one is
// opened while the run is paused. On the real clock that would be useless work: there a run is only paused when a page has
// asked.
func (s *Server) keeps() bool { return s.control != nil && s.hello.Clock != "real" }

// bySubprotocol passes WebSockets that ask for one of the subprotocols to its handler.
func bySubprotocol(handlers map[string]http.Handler, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, list := range r.Header.Values("Sec-WebSocket-Protocol") {
			for p := range strings.SplitSeq(list, ",") {
				if h := handlers[strings.TrimSpace(p)]; h != nil {
					h.ServeHTTP(w, r)
					return
				}
			}
		}
		next.ServeHTTP(w, r)
	})
}

// Address is the page's address as seen from this machine, without the token.
func (s *Server) Address() string { return s.at(false) }

// URL is the address to open: with the token, unless there is none, and with a name that other machines know if the server
// listens on every address.
func (s *Server) URL() string {
	if s.token == "" {
		return s.at(true)
	}
	return s.at(true) + "?token=" + s.token
}

func (s *Server) at(outside bool) string {
	scheme := "http://"
	if s.guard.secure {
		scheme = "https://"
	}
	host, port, _ := net.SplitHostPort(s.ln.Addr().String())
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
		if outside {
			host = outsideHost(host)
		}
	}
	return scheme + net.JoinHostPort(host, port) + "/"
}

// outsideHost is an address of this machine that others can reach, otherwise its name.
func outsideHost(none string) string {
	addrs, err := net.InterfaceAddrs()
	for i := 0; err == nil && i < len(addrs); i++ {
		if n, ok := addrs[i].(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
			return n.IP.String()
		}
	}
	if name, err := os.Hostname(); err == nil {
		return name
	}
	return none
}

// Token is what the page requires, "" for nothing: for moving something, or of everybody. Programs send it in the header
// "Authorization: Bearer …".
func (s *Server) Token() string { return s.token }

// Fingerprint is the SHA-256 of the certificate when it is self-made, to be compared with what the browser shows
// before its warning is put aside; "" otherwise.
func (s *Server) Fingerprint() string { return s.finger }

// Close ends all connections and waits until no goroutine of the server is left.
func (s *Server) Close() error {
	s.mu.Lock()
	if s.keeps() && !s.closed {
		s.hub.Leave()
	}
	s.closed = true
	s.mu.Unlock()
	s.cancel()
	err := s.http.Close()
	s.done.Wait()
	return err
}

// pack reads the embedded page.
func pack() (map[string]*file, error) {
	files := map[string]*file{}
	list, err := dist.ReadDir("dist")
	if err != nil {
		return nil, err
	}
	for _, e := range list {
		data, err := dist.ReadFile("dist/" + e.Name())
		if err != nil {
			return nil, err
		}
		name, packed := strings.CutSuffix(e.Name(), ".gz")
		f := &file{kind: kindOf(name), plain: data}
		if packed { // large files are compressed, so that programs are smaller
			f.once.Do(func() { f.packed = data })
			if f.plain, err = unzip(data); err != nil {
				return nil, fmt.Errorf("dist/%s: %w", e.Name(), err)
			}
		}
		sum := sha256.Sum256(f.plain)
		f.tag = `"` + hex.EncodeToString(sum[:12]) + `"`
		files["/"+name] = f
	}
	files["/"] = files["/index.html"]
	return files, nil
}

func unzip(data []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// kindOf is a file's media type; for files of the page it does not depend on the machine's tables.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	if k := mime.TypeByExtension(path.Ext(name)); k != "" {
		return k
	}
	return "application/octet-stream"
}

// gzip returns the file compressed.
func (f *file) gzip() []byte {
	f.once.Do(func() {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write(f.plain) // a buffer never fails
		_ = z.Close()
		f.packed = b.Bytes()
	})
	return f.packed
}

// hashed matches the names that the build gives to files by their contents.
var hashed = regexp.MustCompile(`-[A-Z0-9]{8}\.js$`)

func (s *Server) static(w http.ResponseWriter, r *http.Request) {
	f, ok := s.files[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "the page can only be read", http.StatusMethodNotAllowed)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Vary", "Accept-Encoding")
	h.Set("ETag", f.tag)
	if hashed.MatchString(r.URL.Path) {
		h.Set("Cache-Control", "private, max-age=31536000, immutable")
	}
	if r.Header.Get("If-None-Match") == f.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := f.plain
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = f.gzip()
	}
	_, _ = w.Write(body) // the browser has gone: nobody to report to
}
