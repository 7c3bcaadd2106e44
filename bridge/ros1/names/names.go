// Package names handles the names of ROS 1 graphs: global /a/b, relative a/b and private ~a, and their remapping
// (wiki.ros.org/Names).
package names

import (
	"fmt"
	"strings"
)

// Check says what is wrong with a name of a topic, service, parameter or node, before it is resolved.
func Check(name string) error {
	rest := strings.TrimPrefix(name, "~")
	if name == "" || rest == "" && name != "~" {
		return fmt.Errorf("the name is empty")
	}
	for i, r := range strings.TrimPrefix(rest, "/") {
		if r != '_' && r != '/' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return fmt.Errorf("%q is no name of ROS: %q stands in it: write letters, digits, _ and /", clip(name), r)
		}
		if i == 0 && rest == name && (r == '_' || r == '/' || r >= '0' && r <= '9') && !strings.HasPrefix(name, "/_") {
			return fmt.Errorf("%q is no name of ROS: it begins with %q: write a letter first", clip(name), r)
		}
	}
	return nil
}

func clip(s string) string {
	if len(s) > 100 {
		return s[:100] + "…"
	}
	return s
}

// Canonical is a name without repeated slashes and without one at its end.
func Canonical(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '/' })
	if strings.HasPrefix(name, "/") {
		return "/" + strings.Join(parts, "/")
	}
	return strings.Join(parts, "/")
}

// Namespace is what precedes the last part of a global name: "/" of "/a", "/a" of "/a/b".
func Namespace(name string) string {
	name = Canonical(name)
	if cut := strings.LastIndexByte(name, '/'); cut > 0 {
		return name[:cut]
	}
	return "/"
}

// Join puts a name into a namespace, unless it is global.
func Join(space, name string) string {
	if strings.HasPrefix(name, "/") {
		return Canonical(name)
	}
	return Canonical("/" + space + "/" + name)
}

// Resolve returns the global name that a node means.
func Resolve(node, name string) string {
	if private, ok := strings.CutPrefix(name, "~"); ok {
		return Join(node, strings.TrimLeft(private, "/"))
	}
	return Join(Namespace(node), name)
}

// Remap contains a node's remappings, of global names to global names.
type Remap map[string]string

// Args extracts the arguments for the node from args: FROM:=TO remaps a name, __name:=NAME and __ns:=SPACE name the node,
// _NAME:=VALUE sets a parameter of the node. The other arguments are the program's.
type Args struct {
	Name, Space string            // "" if it is not given
	Remap       [][2]string       // as written
	Params      map[string]string // values of private parameters as YAML
	Special     map[string]string // __master, __ip, __hostname, __log
	Rest        []string
}

// ParseArgs parses a command line.
func ParseArgs(args []string) (a Args, err error) {
	a.Params, a.Special = map[string]string{}, map[string]string{}
	for _, s := range args {
		from, to, ok := strings.Cut(s, ":=")
		switch {
		case !ok:
			a.Rest = append(a.Rest, s)
		case from == "__name":
			if a.Name = to; strings.Contains(to, "/") {
				err = fmt.Errorf("%s: a name of a node has no slash: give its namespace with __ns:=", s)
			}
		case from == "__ns":
			a.Space = to
		case strings.HasPrefix(from, "__"):
			a.Special[from] = to
		case strings.HasPrefix(from, "_"):
			a.Params[from[1:]] = to
		default:
			for _, n := range []string{from, to} {
				if bad := Check(n); bad != nil {
					return a, fmt.Errorf("%s: %w", s, bad)
				}
			}
			a.Remap = append(a.Remap, [2]string{from, to})
		}
	}
	return a, err
}

// For resolves replacements for a node.
func For(node string, written [][2]string) Remap {
	m := Remap{}
	for _, w := range written {
		m[Resolve(node, w[0])] = Resolve(node, w[1])
	}
	return m
}

// Resolve returns the global name that a node means, after remapping.
func (m Remap) Resolve(node, name string) string {
	name = Resolve(node, name)
	if to, ok := m[name]; ok {
		return to
	}
	return name
}
