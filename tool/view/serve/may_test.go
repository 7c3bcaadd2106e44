package serve

import (
	"context"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/show"
)

// TestWhoeverOnlyLooks: on loopback a page without the token sees everything and moves nothing.
func TestWhoeverOnlyLooks(t *testing.T) {
	for _, control := range []view.Control{nil, newDriver()} {
		r := run(t, func(c *Config) { c.Control = control })
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		c, _, err := websocket.Dial(ctx, liveAt(r.srv, ""), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.CloseNow() }()
		c.SetReadLimit(8 << 20)
		b := &browser{t: t, ctx: ctx, c: c}
		h := b.until("hello", nil)
		if h["may"] != false || h["orders"] != nil || h["control"] != false || h["params"] == nil {
			t.Errorf("may %v, orders %v, control %v", h["may"], h["orders"], h["control"])
		}
		b.must(`"do":"rates","on":true`)
		b.must(fmt.Sprintf(`"do":"print","topic":%d,"on":true`, topicOf(t, h, "plant.place")))
		for _, deed := range []string{`"do":"publish","path":"plant.goal","value":{"X":1}`, `"do":"param","path":"plant.gain","value":3`,
			`"do":"command","line":"pause"`, `"do":"command","line":"set plant.goal {}"`} {
			if e, _ := b.ask(deed)["error"].(string); !strings.Contains(e, "needs the token") {
				t.Errorf("%s: %q", deed, e)
			}
		}
		if p := r.bus.Params(); string(p[0].Value) != "2" {
			t.Errorf("the gain is %s", p[0].Value)
		}
		if h := browse(t, r.srv).until("hello", nil); h["may"] != true || h["orders"] == nil || h["control"] != (control != nil) {
			t.Errorf("with the token: may %v, orders %v, control %v", h["may"], h["orders"], h["control"])
		}
	}
}

// TestTokenOnLoopback: what can be had without it, with it and with a wrong one.
func TestTokenOnLoopback(t *testing.T) {
	may := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, live.MayMove(r.Context())) })
	s, err := Serve(Config{Addr: "127.0.0.1:0", Handlers: map[string]http.Handler{"/may": may}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(); http.DefaultClient.CloseIdleConnections() })
	token, at := s.Token(), s.Address()
	if len(token) < minToken || s.URL() != at+"?token="+token {
		t.Error(s.URL())
	}
	for _, c := range []struct {
		path, name, value string
		code              int
		body              string
	}{
		{"", "", "", 200, "app.js"},
		{"may", "", "", 200, "false"},
		{"may?token=" + token, "", "", 200, "true"},
		{"may", "Authorization", "Bearer " + token, 200, "true"},
		{"may", "Cookie", s.guard.cookie + "=" + token, 200, "true"},
		{"may", "Cookie", s.guard.cookie + "=" + "of-the-program-before", 200, "false"},
		{"may?token=" + token + "x", "", "", 401, ""},
		{"may", "Authorization", "Bearer x", 401, ""},
		{"may?token=" + token, "Origin", "https://evil.example", 403, ""},
		{"may", "Origin", "null", 403, ""},
	} {
		header := []string{c.name, c.value}
		if c.name == "" {
			header = nil
		}
		res, body := ask(t, http.DefaultClient, at+c.path, header...)
		if res.StatusCode != c.code || !strings.Contains(body, c.body) {
			t.Errorf("%s with %s %s: %d %.40q", c.path, c.name, c.value, res.StatusCode, body)
		}
	}
	req, _ := http.NewRequest("GET", at+"may?token="+token, nil)
	req.Host = "robot.evil.example"
	if res, err := http.DefaultClient.Do(req); err != nil || res.StatusCode != 403 {
		t.Error("a name of somebody else's for this machine:", err)
	} else {
		_ = res.Body.Close()
	}
	jar, _ := cookiejar.New(nil)
	c := &http.Client{Jar: jar}
	defer c.CloseIdleConnections()
	res, _ := ask(t, c, s.URL())
	if res.Request.URL.String() != at {
		t.Error("the token stays in the address:", res.Request.URL)
	}
	if _, body := ask(t, c, at+"may"); body != "true" {
		t.Error("the cookie moves nothing")
	}
}

// TestNoToken: without a token everyone on the machine can move the robot.
func TestNoToken(t *testing.T) {
	r := run(t, func(c *Config) { c.NoToken = true })
	if r.srv.Token() != "" || r.srv.URL() != r.srv.Address() {
		t.Error(r.srv.URL())
	}
	browse(t, r.srv).must(`"do":"param","path":"plant.gain","value":3`)
}

// TestLookersLeaveRoom: those who only look do not keep out those who can stop the robot.
func TestLookersLeaveRoom(t *testing.T) {
	srv := serve(t, show.New().Hub)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	let := 0
	for range maxBrowsers {
		c, _, err := websocket.Dial(ctx, liveAt(srv, ""), nil)
		if err == nil {
			let++
			defer func() { _ = c.CloseNow() }()
		}
	}
	if let != maxBrowsers/2 {
		t.Errorf("%d pages without the token are let in", let)
	}
	for range maxBrowsers / 2 {
		browse(t, srv).until("hello", nil)
	}
	for range 300 { // they have a share of the requests
		res, err := http.Get(srv.Address() + "app.js")
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
	}
	http.DefaultClient.CloseIdleConnections()
	if res, _ := ask(t, http.DefaultClient, srv.Address()+"app.js", "Authorization", "Bearer "+srv.Token()); res.StatusCode != 200 {
		t.Error("there is no share left for others:", res.StatusCode)
	}
}

// waiter is a program whose one order takes long to come through, and whose other must not wait for it.
type waiter struct {
	reactor.Reactor
	Slow reactor.PhysicalAction[int]
	Stop reactor.PhysicalAction[bool]
}

// TestAnOrderHoldsUpNoOther: a page that waits for one order's tag has its emergency stop answered meanwhile.
func TestAnOrderHoldsUpNoOther(t *testing.T) {
	m := reactor.NewMain("main")
	x := &waiter{}
	reactor.Init(m, "x", x)
	x.Slow.MinDelay(time.Hour)
	x.Reaction("slow").On(&x.Slow).Do(func() {})
	x.Reaction("stop").On(&x.Stop).Do(func() {})
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	bus, err := live.New(p)
	if err != nil {
		t.Fatal(err)
	}
	p.Observe(bus)
	s, err := Serve(Config{Program: p, Bus: bus, Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	p.Start()
	b := browse(t, s)
	b.tell(`{"id":1,"do":"publish","path":"x.slow","value":1}`)
	b.tell(`{"id":2,"do":"publish","path":"x.stop","value":true}`)
	e := p.Enclaves[0]
	for tag, ok := e.Next(); ; tag, ok = e.Next() { // until the stop is next
		if ok && tag.Time < reactor.Time(time.Minute) {
			break
		}
	}
	p.Step(nil)
	if r := b.until("reply", nil); r["id"] != 2.0 || r["error"] != nil || list(r, "tag") == nil {
		t.Error(r)
	}
	e.Close(e.Tag().After(0))
	for p.Step(nil) {
	}
	if r := b.until("reply", nil); r["id"] != 1.0 || !strings.Contains(fmt.Sprint(r["error"]), "the program is over") {
		t.Error(r)
	}
}
