//go:build browser

package serve

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/sinew-robotics/sinew/robot/franka/box"
	arm "github.com/sinew-robotics/sinew/robot/franka/box/desk"
)

// simulated is a robot whose time passes when it is used.
type simulated struct {
	mu sync.Mutex
	r  *box.Robot
}

func (s *simulated) Do(f func(*box.Robot)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.r.Step(nil)
	f(s.r)
}

// TestFrankaPage carries out a line once, however long the page has been open, and says why it does not.
func TestFrankaPage(t *testing.T) {
	r, err := box.New(box.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var lines []string
	mux := http.NewServeMux()
	for pattern, h := range arm.New(&simulated{r: r}).Handlers() {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, q *http.Request) {
			if q.Method == "POST" {
				line, _ := io.ReadAll(q.Body)
				mu.Lock()
				lines = append(lines, string(line))
				mu.Unlock()
				q.Body = io.NopCloser(strings.NewReader(string(line)))
			}
			h.ServeHTTP(w, q)
		})
	}
	s := httptest.NewServer(mux)
	defer s.Close()
	b := newChrome(t, s.URL)
	b.arrive("the page", `document.querySelectorAll("#joints tr").length === 7`)
	b.eval(`window.shown = 0, new MutationObserver(() => shown++).observe(document.getElementById("mode"), { childList: true })`)
	b.until("the robot", `shown > 3 && document.getElementById("mode").textContent === "Panda: Idle"`)
	for _, c := range []struct{ line, want string }{{"push 0 0 -20", ""}, {"table 99", "table: at most 10 m from the base"}, {"stop", ""}} {
		b.eval(fmt.Sprintf(`document.getElementById("said").textContent = "…", document.getElementById("words").value = %q, document.querySelector("#line button").click()`, c.line))
		b.until(c.line, fmt.Sprintf(`document.getElementById("said").textContent === %q`, c.want))
	}
	b.until("the user stop", `document.getElementById("mode").textContent === "Panda: User stopped"`)
	mu.Lock()
	defer mu.Unlock()
	if got := strings.Join(lines, "; "); got != "help; push 0 0 -20; table 99; stop" {
		t.Errorf("the page sent %q", got)
	}
	for _, e := range b.errors {
		if strings.Contains(e, "exceptionDetails") {
			t.Error(e)
		}
	}
}
