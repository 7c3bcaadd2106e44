package view

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
)

//go:generate go run ./build -page page -out dist

//go:embed dist/index.html dist/app.js dist/app.css dist/licences.txt
var dist embed.FS

const (
	framePeriod  = time.Second / 30
	writeTimeout = 5 * time.Second // after which a browser that takes nothing is let go
	maxBrowsers  = 16
)

// Server shows one hub's page to browsers on this machine.
type Server struct {
	hub    *Hub
	files  map[string]file // by path
	ln     net.Listener
	http   http.Server
	ctx    context.Context
	cancel context.CancelFunc
	done   sync.WaitGroup
	mu     sync.Mutex
	closed bool // no new browsers
}

type file struct {
	kind  string
	plain []byte
	gzip  []byte
}

// Serve opens the page of hub at addr, "127.0.0.1:8080" or with port 0 for any free one. Only loopback
// addresses are served: the page shows what the robot's camera sees and has no log-in.
func Serve(hub *Hub, addr string) (*Server, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("view: the address %q: %w: give host:port, as 127.0.0.1:8080", addr, err)
	}
	if !loopback(host) {
		return nil, fmt.Errorf("view: %q is not a loopback address: give 127.0.0.1:port, and reach it from elsewhere through an SSH tunnel", addr)
	}
	s := &Server{hub: hub}
	if s.files, err = pack(); err != nil {
		return nil, err
	}
	if s.ln, err = net.Listen("tcp", addr); err != nil {
		return nil, fmt.Errorf("view: %w: choose another port, 0 for any free one", err)
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	mux := http.NewServeMux()
	mux.HandleFunc("GET /live", s.live)
	mux.HandleFunc("GET /", s.static)
	s.http = http.Server{
		Handler: s.guard(mux), ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
	}
	s.done.Go(func() {
		if err := s.http.Serve(s.ln); !errors.Is(err, http.ErrServerClosed) {
			s.cancel()
		}
	})
	return s, nil
}

// URL is the address of the page.
func (s *Server) URL() string { return "http://" + s.ln.Addr().String() + "/" }

// Close ends all connections and waits until no goroutine of the server is left.
func (s *Server) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.cancel()
	err := s.http.Close()
	s.done.Wait()
	return err
}

func loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// pack reads the embedded page and compresses it once.
func pack() (map[string]file, error) {
	files := map[string]file{}
	for name, kind := range map[string]string{
		"index.html": "text/html; charset=utf-8", "app.js": "text/javascript; charset=utf-8",
		"app.css": "text/css; charset=utf-8", "licences.txt": "text/plain; charset=utf-8",
	} {
		plain, err := dist.ReadFile("dist/" + name)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := z.Write(plain); err != nil {
			return nil, err
		}
		if err := z.Close(); err != nil {
			return nil, err
		}
		files["/"+name] = file{kind, plain, b.Bytes()}
	}
	files["/"] = files["/index.html"]
	return files, nil
}

// guard refuses requests that did not mean this machine (DNS rebinding) and sets what browsers may do.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		if !loopback(strings.Trim(host, "[]")) {
			http.Error(w, "this page is for browsers on this machine: use "+s.URL(), http.StatusForbidden)
			return
		}
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		next.ServeHTTP(w, r)
	})
}

func (s *Server) static(w http.ResponseWriter, r *http.Request) {
	f, ok := s.files[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	body := f.plain
	w.Header().Set("Content-Type", f.kind)
	w.Header().Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		body = f.gzip
	}
	_, _ = w.Write(body) // the browser went away: nobody to tell
}

// enter counts a browser in, unless the server is closing.
func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.done.Add(1)
	}
	return !s.closed
}

// live serves one browser until it leaves, stalls or the server closes.
func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	if !s.enter() {
		return
	}
	defer s.done.Done()
	defer s.hub.watchers.Add(-1)
	if s.hub.watchers.Add(1) > maxBrowsers {
		http.Error(w, "too many pages are open: close one", http.StatusServiceUnavailable)
		return
	}
	c, err := websocket.Accept(w, r, nil) // refuses pages of other origins
	if err != nil {
		return
	}
	defer func() { _ = c.CloseNow() }()
	c.SetReadLimit(4 << 10)
	ctx, stop := context.WithCancel(c.CloseRead(s.ctx))
	defer stop()
	if send(ctx, c, websocket.MessageText, s.hub.hello()) != nil {
		return
	}
	rd := s.hub.reader()
	tick := time.NewTicker(framePeriod)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if m := rd.frame(); m != nil && send(ctx, c, websocket.MessageText, m) != nil {
			return
		}
		if head, jpeg := rd.picture(); head != nil {
			if send(ctx, c, websocket.MessageText, head) != nil || send(ctx, c, websocket.MessageBinary, jpeg) != nil {
				return
			}
		}
	}
}

func send(ctx context.Context, c *websocket.Conn, kind websocket.MessageType, m []byte) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	return c.Write(ctx, kind, m)
}
