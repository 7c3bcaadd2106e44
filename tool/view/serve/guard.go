package serve

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/tool/live"
)

const (
	minToken       = 16                 // characters
	maxConnections = 128                // at a time; further ones are closed immediately
	maxOfOne       = maxConnections / 8 // of them from one address off loopback
	maxHeader      = 16 << 10
	maxBody        = 1 << 20
	writeBuffer    = 256 << 10
)

// guard decides which requests get through to a server.
type guard struct {
	token   [sha256.Size]byte // of the token's text
	locked  bool              // a token is required
	look    bool              // but not for looking
	local   bool              // only requests to a loopback name are answered
	cookie  string
	secure  bool // cookies only over TLS
	origins []string
	known   *live.Bucket // limits requests that are admitted
	looking *live.Bucket // limits requests without a token that may look
	unknown *live.Bucket // limits requests that are refused
	url     string
}

// hostOf takes the port from a Host header.
func hostOf(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return strings.Trim(host, "[]")
}

// wrap refuses requests for another host name (DNS rebinding), from other pages (Origin), without the token, or too
// many, and sets headers that restrict what browsers do with the answers.
func (g *guard) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-cache")
		if g.local && !sock.Local(hostOf(r.Host)) {
			http.Error(w, "this page is for browsers on this machine: use "+g.url, http.StatusForbidden)
			return
		}
		if !g.sameOrigin(r) {
			http.Error(w, fmt.Sprintf("pages of %.80q may not use this one: allow their origin", r.Header.Get("Origin")), http.StatusForbidden)
			return
		}
		in, ok := g.let(w, r)
		if !ok {
			return
		}
		if in && g.secure && g.locked {
			r = r.WithContext(live.AllowScripts(r.Context()))
		} else if in {
			r = r.WithContext(live.Allow(r.Context()))
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}

// sameOrigin reports whether a request comes from a page of this server, of an allowed origin, or from no page.
func (g *guard) sameOrigin(r *http.Request) bool {
	o := r.Header.Values("Origin")
	if len(o) == 0 {
		return true
	}
	if len(o) > 1 {
		return false
	}
	for _, ok := range g.origins {
		if strings.EqualFold(o[0], ok) {
			return true
		}
	}
	u, err := url.Parse(o[0])
	return err == nil && strings.EqualFold(u.Host, r.Host) && (u.Scheme == "https") == g.secure
}

// let checks the token: in says that the request has it and may move something. ok is false for requests that have been
// answered: those without a token that need one, those with a wrong one, and those with the token in the page's
// address, which get a cookie and are redirected to the address without it.
func (g *guard) let(w http.ResponseWriter, r *http.Request) (in, ok bool) {
	now := time.Now()
	in, fresh, wrong := g.proof(r)
	known := g.known
	if !in && !wrong && g.look {
		known = g.looking
	} else if !in {
		w.Header().Set("Connection", "close") // frees its place for requests with the token
		if !g.unknown.Take(now) {
			http.Error(w, "too many requests", http.StatusTooManyRequests)
			return false, false
		}
		w.Header().Set("WWW-Authenticate", `Bearer realm="sinew"`)
		http.Error(w, "this page asks for a token: open the whole address that the program printed, with ?token=…", http.StatusUnauthorized)
		return false, false
	}
	if !known.Take(now) {
		w.Header().Set("Retry-After", "1")
		http.Error(w, "too many requests", http.StatusTooManyRequests)
		return false, false
	}
	if fresh && r.URL.Path == "/" && r.Method == http.MethodGet && r.Header.Get("Upgrade") == "" {
		http.SetCookie(w, &http.Cookie{Name: g.cookie, Value: r.URL.Query().Get("token"), Path: "/", HttpOnly: true, Secure: g.secure, SameSite: http.SameSiteStrictMode})
		w.Header().Set("Cache-Control", "no-store")
		if r.Header.Get("Sec-Fetch-Site") == "cross-site" { // browsers do not send the cookie on such a redirection
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, `<!doctype html><title>Sinew</title><meta http-equiv="refresh" content="0; url=/"><a href="/">the page</a>`)
			return false, false
		}
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return false, false
	}
	return in, true
}

// proof looks for the token in the cookie, the Authorization header and the address; fresh says that it came in the
// address, wrong that the header or the address has another one; a wrong cookie may be from an earlier program.
func (g *guard) proof(r *http.Request) (in, fresh, wrong bool) {
	if !g.locked {
		return true, false, false
	}
	for _, c := range r.CookiesNamed(g.cookie) {
		in = g.is(c.Value) || in
	}
	if t, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		good := g.is(t)
		in, wrong = in || good, !good
	}
	if q := r.URL.Query(); q.Has("token") {
		fresh = g.is(q.Get("token"))
		wrong = wrong || !fresh
	}
	return in || fresh, fresh, wrong
}

// is compares with the token in constant time.
func (g *guard) is(text string) bool {
	sum := sha256.Sum256([]byte(text))
	return subtle.ConstantTimeCompare(sum[:], g.token[:]) == 1
}

// newToken returns 26 random letters and digits.
func newToken() string { return rand.Text() }

// limited is a listener that immediately closes connections beyond a number, and beyond a smaller number those of one
// peer off loopback. They are counted before any authentication.
type limited struct {
	net.Listener
	mu    sync.Mutex
	all   int
	peers map[netip.Prefix]int
}

func newLimited(ln net.Listener) *limited {
	return &limited{Listener: ln, peers: map[netip.Prefix]int{}}
}

func (l *limited) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if t, ok := c.(*net.TCPConn); ok {
			_ = t.SetWriteBuffer(writeBuffer) // data for a slow browser wait here
		}
		if p := peerOf(c.RemoteAddr()); l.enter(p) {
			return &counted{Conn: c, leave: sync.OnceFunc(func() { l.leave(p) })}, nil
		}
		_ = c.Close() // without an answer: there are too many
	}
}

// peerOf is the network that is treated as one peer: for IPv6 addresses the 64 bits that a household gets. It is
// invalid for loopback addresses.
func peerOf(a net.Addr) netip.Prefix {
	t, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Prefix{}
	}
	ip := t.AddrPort().Addr().Unmap().WithZone("")
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	p, err := ip.Prefix(bits)
	if err != nil || ip.IsLoopback() {
		return netip.Prefix{}
	}
	return p
}

func (l *limited) enter(p netip.Prefix) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == maxConnections || p.IsValid() && l.peers[p] == maxOfOne {
		return false
	}
	l.all++
	if p.IsValid() {
		l.peers[p]++
	}
	return true
}

func (l *limited) leave(p netip.Prefix) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all--
	if l.peers[p]--; l.peers[p] <= 0 {
		delete(l.peers, p)
	}
}

// counted is a connection that frees its place when it is closed.
type counted struct {
	net.Conn
	leave func()
}

func (c *counted) Close() error {
	c.leave()
	return c.Conn.Close()
}
