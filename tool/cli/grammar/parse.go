package grammar

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/internal/spelling"
)

// ErrHelp says that a command line asks for help.
var ErrHelp = errors.New("help is asked for")

// parser parses a command line.
type parser struct {
	node  *Node    // the command so far
	rest  []string // the words not parsed yet
	plain bool     // all that follows are arguments, after --
	at    int      // which argument comes next
	path  []*Node  // the nodes from the program to the command
	given []*Value
	is    map[*Value]reflect.Value // the values given, in their order
	help  bool
}

// Parse parses a command line, sets the fields of its command and of the commands above it, and returns the command. With
// an error it returns the command recognised so far, which may be the program itself. The error is ErrHelp if help is asked
// for.
func (n *Node) Parse(args []string) (*Node, error) {
	p := &parser{node: n, rest: args, path: []*Node{n}, is: map[*Value]reflect.Value{}}
	err := p.read()
	if err == nil && p.help {
		err = ErrHelp
	}
	if err == nil {
		err = p.apply()
	}
	if err == nil {
		err = p.validate()
	}
	return p.node, err
}

// read parses all words.
func (p *parser) read() (err error) {
	for len(p.rest) > 0 && err == nil {
		arg := p.rest[0]
		switch p.plain = p.plain || p.node.passthrough; {
		case p.plain || arg == "-" || !strings.HasPrefix(arg, "-"):
			err = p.argument(arg)
		case arg == "--":
			p.plain, p.rest = true, p.rest[1:]
		case strings.HasPrefix(arg, "--"):
			p.rest = p.rest[1:]
			name, value, has := strings.Cut(arg, "=")
			err = p.long(name, value, has)
		default:
			p.rest = p.rest[1:]
			err = p.short(arg[1:])
		}
	}
	if p.node.meant != nil && !p.help && err == nil {
		p.enter(p.node.meant)
	}
	return err
}

// enter goes on with a subcommand.
func (p *parser) enter(c *Node) {
	p.node, p.at = c, 0
	p.path = append(p.path, c)
}

// argument parses an argument or the name of a subcommand.
func (p *parser) argument(arg string) error {
	if p.at < len(p.node.Positional) {
		v := p.node.Positional[p.at]
		p.at++
		n := 1
		for v.several() && n < len(p.rest) && (p.plain || isValue(p.rest[n])) {
			n++
		}
		for _, a := range p.rest[:n] {
			if err := p.give(v, a); err != nil {
				return err
			}
		}
		p.rest = p.rest[n:]
		if p.at < len(p.node.Positional) {
			_, through := p.node.Positional[p.at].Tag.Lookup("passthrough")
			p.plain = p.plain || through
		}
		return nil
	}
	var names []string
	for _, c := range p.node.Children {
		if c.Name == arg {
			p.enter(c)
			p.rest = p.rest[1:]
			return nil
		}
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return like("unexpected argument "+arg, arg, names)
}

// find finds a flag by its name, and reports whether the name negates it.
func (p *parser) find(name string) (v *Value, denied bool, err error) {
	var names []string
	for _, f := range p.node.flags() {
		if slices.Contains(f.names(), name) {
			return f, name != "--"+f.Name && strings.HasPrefix(name, "--"), nil
		}
		names = append(names, "--"+f.Name)
		if f.short != 0 {
			names = append(names, "-"+string(rune(f.short)))
		}
	}
	if p.node.meant != nil {
		p.enter(p.node.meant)
		return p.find(name)
	}
	return nil, false, like("unknown flag "+name, name, names)
}

// long parses a flag by its long name.
func (p *parser) long(name, value string, has bool) error {
	v, denied, err := p.find(name)
	switch {
	case err != nil:
		return err
	case v.isBool():
		on := true
		if has {
			if on, err = truth(value); err != nil {
				return fmt.Errorf("%v: %w", v, err)
			}
		}
		return p.give(v, strconv.FormatBool(on != denied))
	case has:
		return p.give(v, value)
	}
	return p.next(v)
}

// short parses flags of one letter, and the value of the last.
func (p *parser) short(letters string) error {
	for i := range len(letters) {
		v, _, err := p.find("-" + letters[i:i+1])
		switch {
		case err != nil:
			return err
		case v.isBool():
			if err := p.give(v, "true"); err != nil {
				return err
			}
		case i+1 < len(letters):
			return p.give(v, letters[i+1:])
		default:
			return p.next(v)
		}
	}
	return nil
}

// isValue reports whether a word may be a flag's value: a negative number is one, since no flag begins with a digit.
func isValue(arg string) bool {
	return arg == "-" || !strings.HasPrefix(arg, "-") || arg[1] >= '0' && arg[1] <= '9' || arg[1] == '.'
}

// next takes the next word as a flag's value.
func (p *parser) next(v *Value) error {
	if len(p.rest) == 0 {
		return fmt.Errorf("%v: %s", v, v.missing())
	}
	arg := p.rest[0]
	if !isValue(arg) {
		kind := "short flag"
		if strings.HasPrefix(arg, "--") {
			kind = "long flag"
		}
		return fmt.Errorf("%v: expected %s value but got %q (%s); perhaps try %v=%q?", v, v.word(), arg, kind, v, arg)
	}
	p.rest = p.rest[1:]
	return p.give(v, arg)
}

// give sets a value, or appends to it. Its field is set when all words have been parsed.
func (p *parser) give(v *Value, text string) error {
	if v.Name == "help" && v.short == 'h' {
		p.help = true
		return nil
	}
	x, ok := p.is[v]
	if !ok {
		x = reflect.New(v.Target.Type()).Elem()
		p.is[v] = x
		p.given = append(p.given, v)
	}
	return v.decode(x, text)
}

// apply sets the fields of the command and of those above it, from the command line, the environment or their defaults.
func (p *parser) apply() error {
	for _, n := range p.path {
		for _, v := range slices.Concat(n.Flags, n.Positional) {
			x, given := p.is[v]
			if v.set = given; given {
				v.Target.Set(x)
				continue
			}
			v.Target.SetZero()
			if err := v.otherwise(); err != nil {
				return err
			}
		}
	}
	return nil
}

// otherwise sets a field that the command line does not set.
func (v *Value) otherwise() error {
	v.set = true
	for _, name := range v.Env {
		if text, ok := os.LookupEnv(name); ok {
			if err := v.decode(v.Target, text); err != nil {
				return fmt.Errorf("%w (from envar %s=%q)", err, name, text)
			}
			return nil
		}
	}
	if v.set = v.HasDefault; !v.set {
		return nil
	}
	return v.decode(v.Target, v.Default)
}

// validate finds missing flags and arguments, and calls the method Validate() error of the command and those above it.
func (p *parser) validate() error {
	for _, n := range p.path {
		for _, v := range slices.Concat(n.Flags, n.Positional) {
			if v.Enum != "" && (v.set || !v.Required) {
				if err := v.oneOf(v.Target); err != nil {
					return err
				}
			}
		}
	}
	for _, n := range p.path {
		if c, ok := n.Target.(interface{ Validate() error }); ok {
			if err := c.Validate(); err != nil {
				return fmt.Errorf("%s%w", strings.TrimPrefix(n.path()+": ", ": "), err)
			}
		}
	}
	for _, n := range p.path {
		var missing []string
		for _, f := range n.Flags {
			if f.Required && !f.set {
				missing = append(missing, f.summary())
			}
		}
		if sort.Strings(missing); len(missing) > 0 {
			return fmt.Errorf("missing flags: %s", strings.Join(missing, ", "))
		}
	}
	return p.node.whole()
}

// whole finds missing arguments and a missing subcommand.
func (n *Node) whole() error {
	var missing, args []string
	for _, a := range n.Positional {
		if a.Required && !a.set {
			args = append(args, a.String())
		}
	}
	if len(args) > 0 {
		missing = append(missing, strconv.Quote(strings.Join(args, " ")))
	}
	for _, c := range n.Children {
		if !c.Hidden {
			missing = append(missing, strconv.Quote(c.Name))
		}
	}
	switch {
	case len(missing) == 0:
		return nil
	case len(missing) == 1:
		return fmt.Errorf("expected %s", missing[0])
	case len(missing) > 5:
		missing = append(missing[:5], "...")
	}
	return fmt.Errorf("expected one of %s", strings.Join(missing, ", "))
}

// like is an error that suggests similar words.
func like(what, word string, among []string) error {
	var near []string
	for _, a := range among {
		if strings.HasPrefix(a, word) || spelling.Distance(a, word) <= 2 {
			near = append(near, strconv.Quote(a))
		}
	}
	switch len(near) {
	case 0:
		return errors.New(what)
	case 1:
		return fmt.Errorf("%s, did you mean %s?", what, near[0])
	}
	return fmt.Errorf("%s, did you mean one of %s?", what, strings.Join(near, ", "))
}
