package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/internal/child"
)

// Elsewhere describes the programs of another command that has all commands of this package; it is looked for next to this
// one and on the PATH. This command becomes the other if a command line means one of its programs: `run NAME`, `run
// examples/NAME` and `sim NAME` name it, all other commands have its recording or scenario as an argument.
type Elsewhere struct {
	Command  string   // the other command
	Build    string   // what builds it in the source tree, with %s for the output path
	Programs []string // their names
	// Commands are whole commands that it has, as they are typed, such as "nav" or "sim dynamixel".
	Commands []string
	// Files returns the program to which a file or folder belongs, "" if there is none. It may be nil.
	Files func(path string) string
}

// named is the program or command of elsewhere that a command line means; "" if there is none.
func (e Elsewhere) named(args []string) string {
	for _, c := range e.Commands {
		if words := strings.Fields(c); len(args) >= len(words) && slices.Equal(args[:len(words)], words) {
			return c
		}
	}
	_, name := position(args, e.Programs)
	return name
}

// Named moves the name of one of the tool's programs, or of its folder among the examples, to the place after the command
// `run` or `sim`, where its own flags can follow: `run --seed 2 examples/heater` becomes `run heater --seed 2`.
func (t *Tool) Named(args []string) []string {
	at, name := position(args, t.names())
	if name == "" {
		return args
	}
	rest := slices.Delete(slices.Clone(args[1:]), at-1, at)
	return slices.Insert(rest, 0, args[0], name)
}

// position finds the word of a `run` or `sim` command line that is one of some names.
func position(args, names []string) (at int, name string) {
	if len(args) == 0 || args[0] != "run" && args[0] != "sim" {
		return 0, ""
	}
	for i, a := range args[1:] {
		clean := filepath.Clean(a)
		base, folder := filepath.Base(clean), filepath.Base(filepath.Dir(clean))
		if slices.Contains(names, base) && (clean == base || args[0] == "run" && folder == "examples") {
			return i + 1, base
		}
	}
	return 0, ""
}

// Take is Become for the program that is named by a word or that a file or folder belongs to.
func (e Elsewhere) Take(word string) error {
	if e.Files != nil && word != "" {
		if program := e.Files(word); program != "" {
			return e.Become(program)
		}
	}
	return e.Become(word)
}

// Become replaces this process by the other command, with the same arguments, if that has the program or command. It
// returns nil if it does not, and otherwise only with an error.
func (e Elsewhere) Become(program string) error {
	if !slices.Contains(e.Programs, program) && !slices.Contains(e.Commands, program) {
		return nil
	}
	path, err := child.Find(e.Command, e.Build)
	if err != nil {
		return fmt.Errorf("%s is another command's: %w", program, err)
	}
	return child.Become(path, os.Args[1:]...)
}
