package main

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/box/desk"
)

// held is a robot that nobody lets go on.
type held struct{ r *box.Robot }

func (h held) Do(f func(*box.Robot)) { f(h.r) }

// TestFrankaPageAsksForItsToken, also on this machine, and obeys no other page.
func TestFrankaPageAsksForItsToken(t *testing.T) {
	r, err := box.New(box.Config{})
	if err != nil {
		t.Fatal(err)
	}
	c := &simFranka{Page: "127.0.0.1:0"}
	p, err := c.page(desk.New(held{r}))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	at, err := url.Parse(p.URL())
	if err != nil {
		t.Fatal(err)
	}
	token := at.Query().Get("token")
	ask := func(method, path, body string, header ...string) int {
		t.Helper()
		q, err := http.NewRequest(method, "http://"+at.Host+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(header); i += 2 {
			q.Header.Set(header[i], header[i+1])
		}
		a, err := http.DefaultTransport.RoundTrip(q)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		_, _ = io.Copy(io.Discard, a.Body)
		return a.StatusCode
	}
	for _, path := range []string{"/", "/desk.js", "/desk/state"} {
		if code := ask("GET", path, ""); code != 401 {
			t.Errorf("%s without the token: %d", path, code)
		}
	}
	if code := ask("POST", "/desk/do", "lock"); code != 401 {
		t.Errorf("an order without the token: %d", code)
	}
	if code := ask("GET", "/?token="+token, ""); code != 303 {
		t.Errorf("the printed address: %d", code)
	}
	cookie := "sinew-" + at.Port() + "=" + token
	if code := ask("POST", "/desk/do", "lock", "Cookie", cookie, "Origin", "http://elsewhere.example"); code != 403 {
		t.Errorf("an order from another page: %d", code)
	}
	if code := ask("GET", "/", "", "Cookie", cookie); code != 200 {
		t.Errorf("the page: %d", code)
	}
	if code := ask("POST", "/desk/do", "lock", "Cookie", cookie, "Origin", "http://"+at.Host); code != 200 {
		t.Errorf("an order: %d", code)
	}
	if none, err := (&simFranka{Page: "none"}).page(desk.New(held{r})); err != nil || none.URL() != "" {
		t.Errorf("none: %q, %v", none.URL(), err)
	}
}
