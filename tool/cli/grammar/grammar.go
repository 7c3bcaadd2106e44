// Package grammar parses command lines. A command is a struct. Its fields are its flags, its arguments and its subcommands,
// according to their tags:
//
//	cmd:""            a struct: a command of the field's name
//	arg:""            an argument; optional:"" may be left out. A slice takes all that follow. arg:"-" is none of these
//	help:"…"          the text in the list of commands or flags; ${enum} is replaced by enum. A method Help() string adds details
//	name:"n"          its name, otherwise derived from the field's: FreeRun is --free-run
//	short:"n"         its one-letter name
//	default:"v"       its value if none is given
//	env:"A,B"         environment variables; the first that is set gives the value if the command line does not
//	enum:"a,b"        the values that are allowed
//	required:""       a flag that may not be left out
//	negatable:""      --no-x, of a bool
//	placeholder:"X"   stands for its value in the help
//	type:"existingfile", "existingdir", "path"   a text is a path, and is made absolute
//	sep:"none"        a flag's value is one element of its slice, not several between commas; mapsep is the same for maps and semicolons
//	hidden:""         it is left out of the help
//	passthrough:""    everything after the command is its arguments; on an argument, everything after the previous argument
//	default:""        on a command: it is the one that is meant if none of its siblings is named
//
// Fields may be texts, bools, numbers, times, types with UnmarshalText, and pointers to, slices of and maps of these. The
// fields of an embedded struct are treated as fields of the outer struct.
//
// No method is looked up by name: if reflection did that, the linker would keep all exported methods of the program.
package grammar

import (
	"context"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Node is a command, or the whole program.
type Node struct {
	Name, Help, Detail string
	Hidden             bool
	Parent             *Node // nil for the program
	Children           []*Node
	Flags, Positional  []*Value // of its own
	Target             any      // points to its struct

	passthrough bool
	meant       *Node // the subcommand that is meant if none is named
}

// Value is a flag or an argument.
type Value struct {
	Name, Help, Default, Enum, Placeholder string
	Flag, Required, HasDefault, Hidden     bool
	Env                                    []string
	Tag                                    reflect.StructTag
	Target                                 reflect.Value // the field

	short     byte // 0 if there is none
	negatable bool
	set       bool // by the command line, the environment or its default
}

// New describes a program by structs to which roots point; their fields are its commands and flags. A command replaces
// commands of the same name in later structs.
func New(name, help string, roots ...any) (*Node, error) {
	n := &Node{Name: name, Help: help}
	asks := false
	n.Flags = []*Value{{Name: "help", Help: "Show context-sensitive help.", Flag: true, short: 'h', Target: reflect.ValueOf(&asks).Elem()}}
	for _, r := range roots {
		if d, ok := r.(interface{ Help() string }); ok && len(roots) == 1 {
			n.Target, n.Detail = r, d.Help()
		}
		before := n.Children
		n.Children = nil
		if err := n.fields(reflect.ValueOf(r).Elem()); err != nil {
			return nil, err
		}
		known := func(c *Node) bool {
			return slices.ContainsFunc(before, func(b *Node) bool { return b.Name == c.Name })
		}
		n.Children = append(before, slices.DeleteFunc(n.Children, known)...)
	}
	return n, n.check(nil)
}

// fields adds the fields of a struct.
func (n *Node) fields(s reflect.Value) error {
	for i := range s.NumField() {
		f, x := s.Type().Field(i), s.Field(i)
		_, command := f.Tag.Lookup("cmd")
		switch {
		case f.Tag.Get("arg") == "-" || !f.Anonymous && !f.IsExported():
		case f.Anonymous && x.Kind() == reflect.Struct:
			if err := n.fields(x); err != nil {
				return err
			}
		case command && x.Kind() == reflect.Struct:
			if err := n.command(f, x.Addr().Interface()); err != nil {
				return err
			}
		case command || !readable(x.Type()):
			return fmt.Errorf("grammar: field %s of %v: no command line has values of %v", f.Name, s.Type(), f.Type)
		default:
			n.value(f, x)
		}
	}
	return nil
}

// command adds a field that is a command.
func (n *Node) command(f reflect.StructField, target any) error {
	_, hidden := f.Tag.Lookup("hidden")
	_, through := f.Tag.Lookup("passthrough")
	c := &Node{Name: nameOf(f), Help: f.Tag.Get("help"), Hidden: hidden, passthrough: through, Parent: n, Target: target}
	if d, ok := target.(interface{ Help() string }); ok {
		c.Detail = d.Help()
	}
	n.Children = append(n.Children, c)
	if _, ok := f.Tag.Lookup("default"); ok {
		n.meant = c
	}
	return c.fields(reflect.ValueOf(target).Elem())
}

// value adds a field that is a flag or an argument.
func (n *Node) value(f reflect.StructField, x reflect.Value) {
	v := &Value{Name: nameOf(f), Enum: f.Tag.Get("enum"), Placeholder: f.Tag.Get("placeholder"), Tag: f.Tag, Target: x}
	v.Help = strings.ReplaceAll(f.Tag.Get("help"), "${enum}", v.Enum)
	v.Default, v.HasDefault = f.Tag.Lookup("default")
	for name := range strings.SplitSeq(f.Tag.Get("env"), ",") {
		if name = strings.TrimSpace(name); name != "" {
			v.Env = append(v.Env, name)
		}
	}
	_, v.Hidden = f.Tag.Lookup("hidden")
	_, v.negatable = f.Tag.Lookup("negatable")
	if _, argument := f.Tag.Lookup("arg"); argument {
		_, optional := f.Tag.Lookup("optional")
		v.Required = !optional
		n.Positional = append(n.Positional, v)
		return
	}
	_, v.Required = f.Tag.Lookup("required")
	if s := f.Tag.Get("short"); s != "" {
		v.short = s[0]
	}
	v.Flag = true
	n.Flags = append(n.Flags, v)
}

// check finds names that a command line could not tell apart; taken are the flags of the commands above.
func (n *Node) check(taken []string) error {
	var errs []error
	add := func(list *[]string, name string) {
		if slices.Contains(*list, name) {
			errs = append(errs, fmt.Errorf("grammar: %s: there are two of %s", n.FullPath(), name))
		}
		*list = append(*list, name)
	}
	taken = slices.Clone(taken)
	for _, f := range n.Flags {
		for _, name := range f.names() {
			add(&taken, name)
		}
	}
	var commands []string
	for _, c := range n.Children {
		add(&commands, c.Name)
		errs = append(errs, c.check(taken))
	}
	for i, p := range n.Positional {
		if i > 0 && (p.Required && !n.Positional[i-1].Required || n.Positional[i-1].several()) {
			errs = append(errs, fmt.Errorf("grammar: %s: <%s> cannot be told from <%s>", n.FullPath(), p.Name, n.Positional[i-1].Name))
		}
	}
	if len(n.Positional) > 0 && len(n.Children) > 0 {
		errs = append(errs, fmt.Errorf("grammar: %s has arguments and commands", n.FullPath()))
	}
	return errors.Join(errs...)
}

// nameOf is the name of a field on a command line.
func nameOf(f reflect.StructField) string {
	if n := f.Tag.Get("name"); n != "" {
		return n
	}
	return dashed(f.Name)
}

// dashed puts dashes between the words of a name: FreeRun is free-run.
func dashed(text string) string {
	var b strings.Builder
	class := func(r rune) int {
		switch {
		case unicode.IsLower(r):
			return 1
		case unicode.IsUpper(r):
			return 2
		case unicode.IsDigit(r):
			return 3
		}
		return 4
	}
	name := []rune(text)
	for i, r := range name {
		if i > 0 {
			was, is := class(name[i-1]), class(r)
			acronym := was == 2 && is == 2 && i+1 < len(name) && class(name[i+1]) == 1
			if was != is && !(was == 2 && is == 1) || acronym {
				b.WriteByte('-')
			}
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// readable reports whether values of a type can be parsed.
func readable(t reflect.Type) bool {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return true
	}
	switch k := t.Kind(); k {
	case reflect.Pointer, reflect.Slice:
		return readable(t.Elem())
	case reflect.Map:
		return t.Key().Kind() == reflect.String && t.Elem().Kind() == reflect.String
	default:
		return k == reflect.String || k >= reflect.Bool && k <= reflect.Float64 && k != reflect.Uintptr
	}
}

// path is the command as it is typed, without the program's name.
func (n *Node) path() string {
	if n.Parent == nil {
		return ""
	}
	return strings.TrimPrefix(n.Parent.path()+" "+n.Name, " ")
}

// FullPath is the command as it is typed.
func (n *Node) FullPath() string {
	root := n
	for root.Parent != nil {
		root = root.Parent
	}
	return strings.TrimSpace(root.Name + " " + n.path())
}

// flags are the flags that a command accepts, its parents' first.
func (n *Node) flags() (all []*Value) {
	if n.Parent != nil {
		all = n.Parent.flags()
	}
	return append(all, n.Flags...)
}

// names are all names of a flag.
func (v *Value) names() []string {
	all := []string{"--" + v.Name}
	if v.short != 0 {
		all = append(all, "-"+string(rune(v.short)))
	}
	if v.negatable {
		all = append(all, "--no-"+v.Name)
	}
	return all
}

// several reports whether a flag may be given several times.
func (v *Value) several() bool {
	return v.Target.Kind() == reflect.Slice || v.Target.Kind() == reflect.Map
}

func (v *Value) isBool() bool {
	t := v.Target.Type()
	return t.Kind() == reflect.Bool || t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Bool
}

// String is the name of a value in messages: --flag or <argument>.
func (v *Value) String() string {
	if v.Flag {
		return "--" + v.Name
	}
	s := "<" + v.Name + ">"
	if v.several() {
		s += " ..."
	}
	if !v.Required {
		s = "[" + s + "]"
	}
	return s
}

var durationType = reflect.TypeFor[time.Duration]()

// Run calls the method Run of a command, which may take ctx, or tool, or both in this order.
func Run[T any](ctx context.Context, n *Node, tool T) error {
	switch c := n.Target.(type) {
	case interface{ Run() error }:
		return c.Run()
	case interface{ Run(context.Context) error }:
		return c.Run(ctx)
	case interface{ Run(T) error }:
		return c.Run(tool)
	case interface {
		Run(context.Context, T) error
	}:
		return c.Run(ctx, tool)
	}
	return fmt.Errorf("%s has no method Run that takes a context or %T", n.FullPath(), tool)
}
