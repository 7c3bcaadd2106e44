package serve

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/show"
)

// open is a server that listens on every address, as a robot's would.
func open(t *testing.T, change func(*Config)) (s *Server, client *http.Client, dir string) {
	t.Helper()
	dir = t.TempDir()
	c := Config{Hub: show.New().Hub, Addr: "0.0.0.0:0", Dir: dir}
	if change != nil {
		change(&c)
	}
	s, err := Serve(c)
	if err != nil {
		t.Fatal(err)
	}
	pem, err := os.ReadFile(filepath.Join(c.Dir, "page-cert.pem"))
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	tr := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}
	t.Cleanup(func() {
		tr.CloseIdleConnections()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	client = &http.Client{Transport: tr, Timeout: time.Minute, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return s, client, dir
}

// near is the server's address on loopback.
func near(s *Server, path string) string {
	return fmt.Sprintf("https://127.0.0.1:%d/%s", s.ln.Addr().(*net.TCPAddr).Port, path)
}

func ask(t *testing.T, c *http.Client, url string, header ...string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(b)
}

// TestOffLoopback: from elsewhere the page is seen over TLS and with the token alone.
func TestOffLoopback(t *testing.T) {
	s, c, _ := open(t, nil)
	if !strings.HasPrefix(s.URL(), "https://") || !strings.HasSuffix(s.URL(), "?token="+s.Token()) || len(s.Token()) < minToken || len(s.Fingerprint()) != 95 {
		t.Error(s.URL(), s.Fingerprint())
	}
	plain, err := net.Dial("tcp", s.ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = plain.Close() }()
	fmt.Fprintf(plain, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	if b, _ := io.ReadAll(plain); !strings.Contains(string(b), "400 Bad Request") {
		t.Errorf("without TLS: %q", b)
	}
	for _, path := range []string{"", "app.js", "live", "?token=wrong", "?token=", "metrics"} {
		if res, body := ask(t, c, near(s, path)); res.StatusCode != 401 || strings.Contains(body, s.Token()) {
			t.Error(path, res.StatusCode, body)
		}
	}
	if res, _ := ask(t, c, near(s, "app.js"), "Authorization", "Bearer "+s.Token()); res.StatusCode != 200 {
		t.Error("with the header:", res.StatusCode)
	}
	if res, _ := ask(t, c, near(s, "app.js"), "Authorization", "Bearer "+s.Token()+"x"); res.StatusCode != 401 {
		t.Error("with a wrong header:", res.StatusCode)
	}
	res, _ := ask(t, c, near(s, "?token="+s.Token()))
	set := res.Header.Get("Set-Cookie")
	if res.StatusCode != 303 || res.Header.Get("Location") != "/" || !strings.HasPrefix(set, "__Host-sinew-") ||
		!strings.Contains(set, "HttpOnly") || !strings.Contains(set, "Secure") || !strings.Contains(set, "SameSite=Strict") {
		t.Error(res.StatusCode, res.Header)
	}
	c.Jar, _ = cookiejar.New(nil)
	ask(t, c, near(s, "?token="+s.Token()))
	if res, body := ask(t, c, near(s, "")); res.StatusCode != 200 || !strings.Contains(body, "app.js") {
		t.Error("with the cookie:", res.StatusCode)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for origin, want := range map[string]int{
		"": 101, strings.TrimSuffix(near(s, ""), "/"): 101, "https://evil.example": 403, strings.Replace(strings.TrimSuffix(near(s, ""), "/"), "https", "http", 1): 403,
		"null": 403, "https://127.0.0.1:1": 403,
	} {
		h := http.Header{}
		if origin != "" {
			h.Set("Origin", origin)
		}
		ws, res, err := websocket.Dial(ctx, near(s, "live"), &websocket.DialOptions{HTTPClient: c, HTTPHeader: h})
		if err == nil {
			_ = ws.CloseNow()
		}
		if res == nil || res.StatusCode != want {
			t.Error("origin", origin, err)
		}
	}
}

func TestTokenIsNotGuessed(t *testing.T) {
	s, c, _ := open(t, nil)
	codes, begun := map[int]int{}, time.Now()
	for range 200 {
		res, _ := ask(t, c, near(s, "?token=guess"))
		codes[res.StatusCode]++
		if !res.Close {
			t.Fatal("the connection stays open for the next guess")
		}
	}
	if most := 51 + int(20*time.Since(begun).Seconds()); codes[401] > most || codes[401]+codes[429] != 200 {
		t.Error(codes)
	}
	if res, _ := ask(t, c, near(s, "app.js"), "Authorization", "Bearer "+s.Token()); res.StatusCode != 200 {
		t.Error("who guesses locks the others out:", res.StatusCode)
	}
}

// TestCertificateIsKept: the self-made certificate is the same the next time, so that a browser need ask only once.
func TestCertificateIsKept(t *testing.T) {
	s, _, dir := open(t, nil)
	for _, name := range []string{"page-cert.pem", "page-key.pem"} {
		if i, err := os.Stat(filepath.Join(dir, name)); err != nil || i.Mode().Perm() != 0o600 {
			t.Error(err, i.Mode())
		}
	}
	again, _, _ := open(t, func(c *Config) { c.Dir = dir; c.Token = "a-token-of-my-own" })
	if again.Fingerprint() != s.Fingerprint() || again.Token() != "a-token-of-my-own" {
		t.Error("it changed")
	}
	if err := os.WriteFile(filepath.Join(dir, "page-cert.pem"), []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if third, _, _ := open(t, func(c *Config) { c.Dir = dir }); third.Fingerprint() == s.Fingerprint() {
		t.Error("the damaged one was used")
	}
	given, _, _ := open(t, func(c *Config) {
		c.Dir = dir
		c.Cert, c.Key = filepath.Join(dir, "page-cert.pem"), filepath.Join(dir, "page-key.pem")
	})
	if given.Fingerprint() != "" {
		t.Error("a given certificate needs no fingerprint")
	}
}

func TestConfigFaults(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		Config
		faults int
	}{
		{Config{Addr: "nonsense"}, 1},
		{Config{Addr: "127.0.0.1:0", Token: "short"}, 1},
		{Config{Addr: "127.0.0.1:0", Token: "sixteen letters and blanks"}, 1},
		{Config{Addr: "127.0.0.1:0", Cert: "x", Origins: []string{"*"}}, 2},
		{Config{Addr: "127.0.0.1:0", Cert: filepath.Join(dir, "no"), Key: filepath.Join(dir, "no")}, 1},
		{Config{Addr: "0.0.0.0:0", Dir: filepath.Join(dir, "no\x00folder")}, 1},
		{Config{Addr: "127.0.0.1:99999"}, 1},
		{Config{Addr: "127.0.0.1:0", NoToken: true, Token: "sixteen-or-more-x"}, 1},
		{Config{Addr: "0.0.0.0:0", NoToken: true}, 1},
	} {
		s, err := Serve(c.Config)
		if err == nil {
			_ = s.Close()
			t.Errorf("%+v was served", c.Config)
		} else if n := 1 + strings.Count(err.Error(), "\n"); n != c.faults {
			t.Errorf("want %d faults, got %v", c.faults, err)
		}
	}
}

// TestLoopbackToken: a token may be asked for on loopback too, without TLS.
func TestLoopbackToken(t *testing.T) {
	s, err := Serve(Config{Addr: "127.0.0.1:0", Token: "sixteen-or-more-x"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(); http.DefaultClient.CloseIdleConnections() })
	if res, _ := ask(t, http.DefaultClient, s.Address()); res.StatusCode != 401 {
		t.Error(res.StatusCode)
	}
	jar, _ := cookiejar.New(nil)
	c := &http.Client{Jar: jar}
	defer c.CloseIdleConnections()
	if res, body := ask(t, c, s.URL()); res.StatusCode != 200 || !strings.Contains(body, "app.js") {
		t.Error(res.StatusCode, body)
	}
}

func TestHandlersAreGuarded(t *testing.T) {
	ok := func(text string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, text) })
	}
	s, c, _ := open(t, func(c *Config) {
		c.Handlers = map[string]http.Handler{"/metrics": ok("figures"), "/topic/": ok("topic")}
		c.Subprotocols = map[string]http.Handler{"foxglove.sdk.v1": ok("fox")}
		c.Origins = []string{"https://app.example"}
	})
	token := "Bearer " + s.Token()
	if res, _ := ask(t, c, near(s, "metrics")); res.StatusCode != 401 {
		t.Error(res.StatusCode)
	}
	if _, body := ask(t, c, near(s, "metrics"), "Authorization", token); body != "figures" {
		t.Error(body)
	}
	if _, body := ask(t, c, near(s, "metrics?token="+s.Token())); body != "figures" {
		t.Error(body)
	}
	if _, body := ask(t, c, near(s, ""), "Authorization", token, "Sec-WebSocket-Protocol", "other, foxglove.sdk.v1"); body != "fox" {
		t.Error(body)
	}
	if _, body := ask(t, c, near(s, ""), "Authorization", token, "Sec-WebSocket-Protocol", "other"); !strings.Contains(body, "app.js") {
		t.Error(body)
	}
	if res, _ := ask(t, c, near(s, "metrics"), "Authorization", token, "Origin", "https://app.example"); res.StatusCode != 200 {
		t.Error("an allowed origin:", res.StatusCode)
	}
	if res, _ := ask(t, c, near(s, "metrics"), "Authorization", token, "Origin", "https://app.example.evil"); res.StatusCode != 403 {
		t.Error("another origin:", res.StatusCode)
	}
}

func TestTooManyConnections(t *testing.T) {
	srv := serve(t, show.New().Hub)
	dial := func() net.Conn {
		c, err := net.Dial("tcp", srv.ln.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		return c
	}
	answers := func(c net.Conn) bool {
		_ = c.SetDeadline(time.Now().Add(time.Minute))
		fmt.Fprintf(c, "GET /app.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
		line, _ := bufio.NewReader(c).ReadString('\n')
		return strings.Contains(line, "200")
	}
	var all []net.Conn
	for range maxConnections {
		c := dial()
		if !answers(c) {
			t.Fatal("connection", len(all), "gets no answer")
		}
		all = append(all, c)
	}
	if answers(dial()) {
		t.Error("one too many is answered")
	}
	_ = all[0].Close()
	for end := time.Now().Add(time.Minute); !answers(dial()); {
		if time.Now().After(end) {
			t.Fatal("there is no room again")
		}
	}
}

// crowd is a listener to which connections come from made-up addresses.
type crowd struct {
	net.Listener
	come []string
}

type comer struct {
	net.Conn
	from string
	shut bool
}

func (c *crowd) Accept() (net.Conn, error) {
	if len(c.come) == 0 {
		return nil, net.ErrClosed
	}
	x := &comer{from: c.come[0]}
	c.come = c.come[1:]
	return x, nil
}

func (c *comer) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(c.from))
}

func (c *comer) Close() error { c.shut = true; return nil }

// TestConnectionsOfOnePeer: nobody takes all places, whatever addresses of its own it uses.
func TestConnectionsOfOnePeer(t *testing.T) {
	in := &crowd{}
	l := newLimited(in)
	enter := func(n int, from ...string) (all []net.Conn) {
		t.Helper()
		for i := range 2 * maxConnections {
			in.come = append(in.come, from[i%len(from)])
		}
		for {
			c, err := l.Accept()
			if err != nil {
				break
			}
			all = append(all, c)
		}
		if len(all) != n {
			t.Errorf("%d of %v were let in, want %d", len(all), from, n)
		}
		return all
	}
	first := enter(16, "192.0.2.1:1", "192.0.2.1:2", "[::ffff:192.0.2.1]:3")
	enter(16, "192.0.2.2:1")
	enter(16, "[2001:db8::1]:1", "[2001:db8::2]:1", "[2001:db8:0:0:ffff::3%eth0]:1")
	enter(16, "[2001:db8:0:1::1]:1")
	for range 2 { // twice closed is one place
		_ = first[0].Close()
	}
	enter(1, "192.0.2.1:4")
	enter(64, "127.0.0.1:1", "[::1]:2")
	enter(0, "127.0.0.1:1", "192.0.2.3:1")
	for _, c := range first {
		_ = c.Close()
	}
	enter(15, "192.0.2.3:1")
}

// TestGarbage: whatever comes over a connection, it is answered or shut, and the next one is served.
func TestGarbage(t *testing.T) {
	srv := serve(t, show.New().Hub)
	host := "Host: localhost\r\n"
	upgrade := "GET /live HTTP/1.1\r\n" + host + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
	send := func(t interface{ Fatal(...any) }, data string) string {
		c, err := net.Dial("tcp", srv.ln.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		_ = c.SetDeadline(time.Now().Add(time.Minute))
		_, _ = io.WriteString(c, data)
		_ = c.(*net.TCPConn).CloseWrite()
		b, err := io.ReadAll(c)
		if n, ok := err.(net.Error); ok && n.Timeout() {
			t.Fatal(fmt.Sprintf("%.60q is neither answered nor shut", data))
		}
		return string(b)
	}
	for _, c := range []struct{ data, want string }{
		{"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "400"},
		{"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "403"},
		{"GET / HTTP/1.1\r\n\r\n", "400"},
		{"GET / HTTP/1.1\r\n" + host + "X: " + strings.Repeat("y", 2*maxHeader) + "\r\n\r\n", "431"},
		{"POST / HTTP/1.1\r\n" + host + "Content-Length: 5\r\n\r\nhello", "405"},
		{"POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nzz", "40"},
		{"GET /../../etc/passwd HTTP/1.1\r\n" + host + "\r\n", "307"},
		{"GET /%2e%2e/server.go HTTP/1.1\r\n" + host + "\r\n", "404"},
		{"GET /live HTTP/1.1\r\n" + host + "\r\n", "426"},
		{upgrade + "\x81\x05hello", "101"},                                    // not masked
		{upgrade + "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "101"},     // no such frame
		{upgrade + "\x82\x81\x00\x00\x00\x00x", "101"},                        // binary
		{upgrade + "\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00", "101"}, // endless
	} {
		if got, _, _ := strings.Cut(send(t, c.data), "\r\n"); !strings.HasPrefix(got, "HTTP/1.1 "+c.want) {
			t.Errorf("%.60q: %s", c.data, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		data := string(rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "bytes"))
		if rapid.Bool().Draw(t, "upgraded") {
			data = upgrade + data
		}
		send(t, data)
	})
	if code, _, _ := get(t, srv.Address(), ""); code != 200 {
		t.Error("afterwards:", code)
	}
}

// TestHugeMessage: a message over the limit ends the connection of that page, and no other.
func TestHugeMessage(t *testing.T) {
	srv := serve(t, show.New().Hub)
	a, b := browse(t, srv), browse(t, srv)
	a.tell(`{"id":1,"do":"cloud","on":true,"x":"` + wide(maxRequest-100) + `"}`)
	if m := a.until("reply", nil); m["error"] == nil {
		t.Error(m)
	}
	a.tell(`{"id":2,"do":"cloud","on":true,"x":"` + wide(maxRequest) + `"}`)
	for {
		if _, _, err := a.c.Read(a.ctx); err != nil {
			if websocket.CloseStatus(err) != websocket.StatusMessageTooBig {
				t.Error(err)
			}
			break
		}
	}
	b.must(`"do":"cloud","on":true`)
}

// TestFlood: a page that asks too much is refused, then let go; its emergency stops get through all the same.
func TestFlood(t *testing.T) {
	r := run(t, nil)
	b := browse(t, r.srv)
	go func() {
		for i := 0; b.c.Write(b.ctx, websocket.MessageText, fmt.Appendf(nil, `{"id":%d,"do":"cloud","on":true}`, i)) == nil; i++ {
			if i == 1000 {
				_ = b.c.Write(b.ctx, websocket.MessageText, []byte(`{"id":1000000,"do":"publish","path":"plant.goal","value":{}}`))
			}
		}
	}()
	refused := 0
	for {
		_, m, err := b.c.Read(b.ctx)
		if err != nil {
			break
		}
		switch s := string(m); {
		case strings.HasPrefix(s, `{"type":"reply","id":1000000`) && strings.Contains(s, "error"): // it may be let go before the tag is done
			t.Error(s)
		case strings.Contains(s, "too many requests"):
			refused++
		}
	}
	if refused < 1000 {
		t.Error(refused)
	}
	for done, end := 0, time.Now().Add(time.Minute); done != 1; {
		r.mu.Lock()
		done = len(r.plant.goals)
		r.mu.Unlock()
		if time.Now().After(end) {
			t.Fatalf("the program has taken %d", done)
		}
	}
}

// TestSlowBrowser: one that takes nothing is let go in time.
func TestSlowBrowser(t *testing.T) {
	s := show.New()
	srv, err := Serve(Config{Hub: s.Hub, Addr: "127.0.0.1:0", Patience: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = srv.Close() })
	browse(t, srv)
	jpeg := make([]byte, 16<<20) // more than the sockets take
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		s.Hub.Image(jpeg, view.Detection{})
		srv.mu.Lock()
		gone := srv.pages == 0
		srv.mu.Unlock()
		if gone {
			return
		}
		if time.Now().After(end) {
			t.Fatal("it is still there")
		}
	}
}

func TestTooManyPages(t *testing.T) {
	srv := serve(t, show.New().Hub)
	var all []*browser
	for range maxBrowsers {
		b := browse(t, srv)
		b.until("hello", nil)
		all = append(all, b)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	url := liveAt(srv, srv.Token())
	if _, res, err := websocket.Dial(ctx, url, nil); err == nil || res.StatusCode != 503 {
		t.Error("one too many:", err)
	}
	_ = all[0].c.CloseNow()
	for {
		c, _, err := websocket.Dial(ctx, url, nil)
		if err == nil {
			_ = c.CloseNow()
			return
		}
		if ctx.Err() != nil {
			t.Fatal("there is no room again")
		}
	}
}

// asked is a Control that notes who may have scripts run.
type asked struct{ may chan bool }

func (a *asked) Command(ctx context.Context, _ string) (view.Answer, error) {
	a.may <- live.MayScript(ctx)
	return view.Answer{}, nil
}
func (a *asked) Status() view.Status      { return view.Status{Breaks: []view.Break{}} }
func (a *asked) Changed() <-chan struct{} { return nil }

// TestCommandsCarryTheRightToScripts: a page with the token has it over TLS, and without TLS it has not.
func TestCommandsCarryTheRightToScripts(t *testing.T) {
	a := &asked{make(chan bool, 1)}
	b := browse(t, run(t, func(c *Config) { c.Control = a }).srv)
	b.tell(`{"id":1,"do":"command","line":"step"}`)
	if <-a.may {
		t.Error("without TLS it has")
	}
	s, client, _ := open(t, func(c *Config) { c.Control = a })
	c, _, err := websocket.Dial(b.ctx, near(s, "live?token="+s.Token()), &websocket.DialOptions{HTTPClient: client})
	if err != nil {
		t.Fatal(err)
	}
	(&browser{t: t, ctx: b.ctx, c: c}).tell(`{"id":1,"do":"command","line":"step"}`)
	if !<-a.may {
		t.Error("over TLS it has not")
	}
	_ = c.CloseNow()
}
