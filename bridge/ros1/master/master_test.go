package master

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/bridge/ros1/xmlrpc"
)

func start(t *testing.T) *Master {
	m, err := Listen(Config{Addr: "127.0.0.1:0", Params: xmlrpc.Struct{"a/b": 1}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- m.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return m
}

// listener is the API of a node; what it is told comes as texts.
func listener(t *testing.T) (api string, told chan string) {
	told = make(chan string, 100)
	s := httptest.NewServer(xmlrpc.Handler(func(_ context.Context, c xmlrpc.Call) (xmlrpc.Value, error) {
		told <- fmt.Sprint(c.Method, c.Args[1:])
		return xmlrpc.Array{int32(1), "", int32(0)}, nil
	}))
	t.Cleanup(s.Close)
	return s.URL, told
}

func next(t *testing.T, told chan string, want string) {
	t.Helper()
	select {
	case got := <-told:
		if got != want {
			t.Errorf("%s instead of %s", got, want)
		}
	case <-time.After(time.Minute):
		t.Fatalf("%s does not come", want)
	}
}

// TestAPI goes through the whole API: method, arguments, and what is answered or why it is refused.
func TestAPI(t *testing.T) {
	m := start(t)
	one, told := listener(t)
	two, _ := listener(t)
	c := xmlrpc.NewClient(m.URI(), 0)
	for _, x := range []struct {
		call string
		args xmlrpc.Array
		want string // what is answered, or after ! why not
		told string // to node one
	}{
		{"registerSubscriber", xmlrpc.Array{"/one", "/t", "*", one}, "[]", ""},
		{"getTopicTypes", xmlrpc.Array{"/x"}, "[]", ""},
		{"registerPublisher", xmlrpc.Array{"/two", "t", "p/T", two}, "[" + one + "]", "publisherUpdate[/t [" + two + "]]"},
		{"getTopicTypes", xmlrpc.Array{"/x"}, "[[/t p/T]]", ""},
		{"getPublishedTopics", xmlrpc.Array{"/x", ""}, "[[/t p/T]]", ""},
		{"getPublishedTopics", xmlrpc.Array{"/x", "/other"}, "[]", ""},
		{"registerService", xmlrpc.Array{"/two", "/s", "rosrpc://h:1", two}, "1", ""},
		{"lookupService", xmlrpc.Array{"/x", "/s"}, "rosrpc://h:1", ""},
		{"unregisterService", xmlrpc.Array{"/two", "/s", "rosrpc://h:2"}, "0", ""},
		{"getSystemState", xmlrpc.Array{"/x"}, "[[[/t [/two]]] [[/t [/one]]] [[/s [/two]]]]", ""},
		{"unregisterService", xmlrpc.Array{"/two", "/s", "rosrpc://h:1"}, "1", ""},
		{"lookupService", xmlrpc.Array{"/x", "/s"}, "!no provider", ""},
		{"lookupNode", xmlrpc.Array{"/x", "/two"}, two, ""},
		{"unregisterPublisher", xmlrpc.Array{"/two", "/t", two}, "1", "publisherUpdate[/t []]"},
		{"unregisterPublisher", xmlrpc.Array{"/two", "/t", two}, "0", ""},
		{"lookupNode", xmlrpc.Array{"/x", "/two"}, "!unknown node [/two]", ""},
		{"getParam", xmlrpc.Array{"/x", "/a"}, "map[b:1]", ""},
		{"subscribeParam", xmlrpc.Array{"/one", one, "/a"}, "map[b:1]", ""},
		{"setParam", xmlrpc.Array{"/x", "/a/c", "text"}, "0", "paramUpdate[/a/c/ text]"},
		{"setParam", xmlrpc.Array{"/x", "/", xmlrpc.Struct{"a": xmlrpc.Struct{"d": true}, "e": 2}}, "0", "paramUpdate[/a/ map[d:true]]"},
		{"getParamNames", xmlrpc.Array{"/x"}, "[/a/d /e]", ""},
		{"setParam", xmlrpc.Array{"/x", "/", 1}, "!root of the parameters is a struct", ""},
		{"hasParam", xmlrpc.Array{"/x", "/a/c"}, "false", ""},
		{"searchParam", xmlrpc.Array{"/a/x/y", "d"}, "/a/d", ""},
		{"searchParam", xmlrpc.Array{"/a/x/y", "d/none"}, "/a/d/none", ""},
		{"searchParam", xmlrpc.Array{"/a/x/y", "none"}, "!Cannot find", ""},
		{"searchParam", xmlrpc.Array{"/a/x/y", "~d"}, "!cannot be searched", ""},
		{"deleteParam", xmlrpc.Array{"/x", "/a"}, "0", "paramUpdate[/a/ map[]]"},
		{"deleteParam", xmlrpc.Array{"/x", "/a"}, "!is not set", ""},
		{"unsubscribeParam", xmlrpc.Array{"/one", one, "/a"}, "1", ""},
		{"setParam", xmlrpc.Array{"/x", "/a", 1}, "0", ""},
		{"getParam", xmlrpc.Array{"/x", "/a/none"}, "!is not set", ""},
		{"getParam", xmlrpc.Array{"/x"}, "!getParam has 2 arguments, caller_id key: 1 came", ""},
		{"lookupNode", xmlrpc.Array{"/x", 1}, "!argument 2, node, is no text", ""},
		{"registerPublisher", xmlrpc.Array{"/x", "/t", "T", "nowhere"}, `!"nowhere" is no address of a node`, ""},
		{"registerPublisher", xmlrpc.Array{"/x", "a-b", "T", one}, "!is no name of ROS", ""},
		{"getUri", xmlrpc.Array{"/x"}, m.URI(), ""},
	} {
		v, err := c.Ask(t.Context(), x.call, x.args...)
		switch why, refused := strings.CutPrefix(x.want, "!"); {
		case refused && (err == nil || !strings.Contains(err.Error(), why)):
			t.Errorf("%s%v: %v, %v instead of %s", x.call, x.args, v, err, why)
		case !refused && (err != nil || fmt.Sprint(v) != x.want):
			t.Errorf("%s%v: %v, %v instead of %s", x.call, x.args, v, err, x.want)
		}
		if x.told != "" {
			next(t, told, x.told)
		}
	}
	var f *xmlrpc.Fault
	if _, err := c.Ask(t.Context(), "none", "/x"); !errors.As(err, &f) {
		t.Error(err)
	}
	if len(told) > 0 {
		t.Error(<-told)
	}
}

// TestANodeThatWasNotReachedIsToldAgain: its first connection ends without an answer.
func TestANodeThatWasNotReachedIsToldAgain(t *testing.T) {
	m := start(t)
	api, told := listener(t)
	lost := atomic.Bool{}
	door := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !lost.Swap(true) {
			panic(http.ErrAbortHandler)
		}
		to, err := url.Parse(api)
		if err != nil {
			panic(err)
		}
		httputil.NewSingleHostReverseProxy(to).ServeHTTP(w, r)
	}))
	t.Cleanup(door.Close)
	c := xmlrpc.NewClient(m.URI(), 0)
	for _, call := range []xmlrpc.Array{{"registerSubscriber", "/one", "/t", "p/T", door.URL}, {"registerPublisher", "/two", "/t", "p/T", "http://127.0.0.1:1/"}} {
		if _, err := c.Ask(t.Context(), call[0].(string), call[1:]...); err != nil {
			t.Fatal(err)
		}
	}
	next(t, told, "publisherUpdate[/t [http://127.0.0.1:1/]]")
	if !lost.Load() {
		t.Error("nothing was lost")
	}
}

// TestSecondNodeOfAName: it takes over, and what the first had is gone.
func TestSecondNodeOfAName(t *testing.T) {
	m := start(t)
	c := xmlrpc.NewClient(m.URI(), 0)
	two, gone := listener(t)
	three, _ := listener(t)
	for _, args := range []xmlrpc.Array{{"/same", "/u", "T", two}, {"/same", "/v", "T", three}} {
		if _, err := c.Ask(t.Context(), "registerPublisher", args...); err != nil {
			t.Fatal(err)
		}
	}
	next(t, gone, "shutdown[[/same] Reason: new node registered with same name]")
	if v, err := c.Ask(t.Context(), "getSystemState", "/x"); err != nil || !strings.HasPrefix(fmt.Sprint(v), "[[[/v [/same]]]") {
		t.Error(v, err)
	}
}

func TestShutdown(t *testing.T) {
	m, err := Listen(Config{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- m.Serve(context.Background()) }()
	_, _ = xmlrpc.NewClient(m.URI(), 0).Ask(t.Context(), "shutdown", "/x", "enough") // it may be gone before it answers
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestParams: the tree of parameters does what a flat list of them does.
func TestParams(t *testing.T) {
	key := rapid.StringMatching(`(/[ab]){1,4}`)
	rapid.Check(t, func(t *rapid.T) {
		tr, flat := tree{xmlrpc.Struct{}}, map[string]int{}
		without := func(k string) {
			for have := range flat {
				if have == k || strings.HasPrefix(have, k+"/") || strings.HasPrefix(k, have+"/") {
					delete(flat, have)
				}
			}
		}
		for i := range rapid.IntRange(0, 20).Draw(t, "steps") {
			k := key.Draw(t, "key")
			_, has := tr.get(k)
			if rapid.Bool().Draw(t, "set") {
				tr.set(k, i)
				without(k)
				flat[k] = i
			} else if tr.remove(k) != has {
				t.Fatal(k)
			} else if has {
				without(k)
			}
			for have, v := range flat {
				if got, ok := tr.get(have); !ok || got != v {
					t.Fatalf("%s is %v, not %v", have, got, v)
				}
			}
			for _, name := range tr.keys() {
				v, _ := tr.get(name)
				if _, ok := flat[name]; !ok && fmt.Sprint(v) != "map[]" {
					t.Fatalf("%s is %v", name, v)
				}
			}
		}
	})
}
