package names

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestResolve: the table of wiki.ros.org/Names.
func TestResolve(t *testing.T) {
	for _, c := range []struct{ node, name, want string }{
		{"/node1", "bar", "/bar"}, {"/node1", "/bar", "/bar"}, {"/node1", "~bar", "/node1/bar"},
		{"/wg/node2", "bar", "/wg/bar"}, {"/wg/node2", "/bar", "/bar"}, {"/wg/node2", "~bar", "/wg/node2/bar"},
		{"/wg/node3", "foo/bar", "/wg/foo/bar"}, {"/wg/node3", "/foo/bar", "/foo/bar"}, {"/wg/node3", "~foo/bar", "/wg/node3/foo/bar"},
		{"/n", "a//b/", "/a/b"}, {"/n", "~/a", "/n/a"}, {"/n", "/", "/"},
	} {
		if got := Resolve(c.node, c.name); got != c.want {
			t.Errorf("%s in %s is %s, not %s", c.name, c.node, got, c.want)
		}
	}
}

func TestArgs(t *testing.T) {
	a, err := ParseArgs([]string{"file", "chatter:=/other", "~in:=out", "__name:=n", "__ns:=/wg", "_rate:=5", "__ip:=10.0.0.1", "-v"})
	if err != nil || a.Name != "n" || a.Space != "/wg" || a.Params["rate"] != "5" || a.Special["__ip"] != "10.0.0.1" || strings.Join(a.Rest, " ") != "file -v" {
		t.Errorf("%+v, %v", a, err)
	}
	m := For("/wg/n", a.Remap)
	for name, want := range map[string]string{"chatter": "/other", "/wg/chatter": "/other", "~in": "/wg/out", "/chatter": "/chatter"} {
		if got := m.Resolve("/wg/n", name); got != want {
			t.Errorf("%s is %s, not %s", name, got, want)
		}
	}
	for _, bad := range []string{"a b:=c", "a:=", ":=a", "__name:=a/b", "1a:=b"} {
		if _, err := ParseArgs([]string{bad}); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}

func TestCheck(t *testing.T) {
	for name, ok := range map[string]bool{"a": true, "/a/b_1": true, "~a": true, "/": true, "": false, "a-b": false, "1a": false, "//a": false, "/1": false, "ä": false} {
		if err := Check(name); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestResolvedIsGlobal: what is resolved is global, and resolved again the same.
func TestResolvedIsGlobal(t *testing.T) {
	name := rapid.StringMatching(`[~/]?[a-c/]{1,8}`)
	rapid.Check(t, func(t *rapid.T) {
		node := Canonical("/" + rapid.StringMatching(`[a-c]{1,2}(/[a-c]){0,2}`).Draw(t, "node"))
		got := Resolve(node, name.Draw(t, "name"))
		if !strings.HasPrefix(got, "/") || strings.Contains(got, "//") || Resolve(node, got) != got {
			t.Fatal(got)
		}
	})
}
