package master

import (
	"maps"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/bridge/ros1/names"
	"github.com/sinew-robotics/sinew/bridge/ros1/xmlrpc"
)

// tree holds the parameters: a struct is a namespace.
type tree struct{ root xmlrpc.Struct }

func parts(key string) []string {
	return strings.FieldsFunc(key, func(r rune) bool { return r == '/' })
}

// get returns a copy of a value.
func (t *tree) get(key string) (v xmlrpc.Value, ok bool) {
	v = t.root
	for _, p := range parts(key) {
		space, is := v.(xmlrpc.Struct)
		if v, ok = space[p]; !is || !ok {
			return nil, false
		}
	}
	return clone(v), true
}

// clone copies what can change. Only structs can; other values are replaced as a whole.
func clone(v xmlrpc.Value) xmlrpc.Value {
	s, ok := v.(xmlrpc.Struct)
	if !ok {
		return v
	}
	c := make(xmlrpc.Struct, len(s))
	for k, x := range s {
		c[k] = clone(x)
	}
	return c
}

// set sets a value. Values on its path that are not namespaces are replaced. ok is false for a root that is not a
// namespace.
func (t *tree) set(key string, v xmlrpc.Value) (ok bool) {
	path := parts(key)
	v = nested(v)
	if len(path) == 0 {
		space, ok := v.(xmlrpc.Struct)
		if ok {
			t.root = space
		}
		return ok
	}
	at := t.root
	for _, p := range path[:len(path)-1] {
		next, ok := at[p].(xmlrpc.Struct)
		if !ok {
			next = xmlrpc.Struct{}
			at[p] = next
		}
		at = next
	}
	at[path[len(path)-1]] = v
	return true
}

// nested copies v with names such as a/b split into namespaces.
func nested(v xmlrpc.Value) xmlrpc.Value {
	s, ok := v.(xmlrpc.Struct)
	if !ok {
		return v
	}
	t := tree{xmlrpc.Struct{}}
	for _, k := range slices.Sorted(maps.Keys(s)) {
		if len(parts(k)) > 0 {
			t.set(k, s[k])
		}
	}
	return t.root
}

// remove deletes a value.
func (t *tree) remove(key string) bool {
	path := parts(key)
	if len(path) == 0 {
		return false
	}
	at := t.root
	for _, p := range path[:len(path)-1] {
		at, _ = at[p].(xmlrpc.Struct)
	}
	_, ok := at[path[len(path)-1]]
	delete(at, path[len(path)-1])
	return ok
}

// search finds key in the nearest enclosing namespace that contains its first part.
func (t *tree) search(space, key string) (found string, ok bool) {
	if strings.HasPrefix(key, "/") {
		_, ok = t.get(key)
		return names.Canonical(key), ok
	}
	path := parts(key)
	if len(path) == 0 {
		return "", false
	}
	for {
		if _, ok := t.get(names.Join(space, path[0])); ok {
			return names.Join(space, key), true
		}
		if len(parts(space)) == 0 {
			return "", false
		}
		space = names.Namespace(space)
	}
}

// keys lists all values that are not namespaces.
func (t *tree) keys() (all []string) {
	var walk func(prefix string, s xmlrpc.Struct)
	walk = func(prefix string, s xmlrpc.Struct) {
		for _, k := range slices.Sorted(maps.Keys(s)) {
			if inner, ok := s[k].(xmlrpc.Struct); ok && len(inner) > 0 {
				walk(prefix+k+"/", inner)
				continue
			}
			all = append(all, prefix+k)
		}
	}
	walk("/", t.root)
	return all
}
