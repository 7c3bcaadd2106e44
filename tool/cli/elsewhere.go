package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/internal/child"
)

// Elsewhere says which programs another command has, with all commands that look at programs: the one that is beside this
// one, or on the PATH. This command becomes it where a command line means one of them: `run NAME`, `run examples/NAME` and
// `sim NAME` by their words, all others by the recording or scenario that they are given.
type Elsewhere struct {
	Command  string   // the other command
	Build    string   // what builds it in the source tree, with %s in place of the output path
	Programs []string // their names
	// Commands are whole commands that it has, as they are typed: "nav", "sim dynamixel".
	Commands []string
	// Files names the program that a file or folder is for, "" if none; nil: there are none.
	Files func(path string) string
}

// named is the program of elsewhere that a command line runs or simulates; "" if none.
func (e Elsewhere) named(args []string) string {
	for _, c := range e.Commands {
		if words := strings.Fields(c); len(args) >= len(words) && slices.Equal(args[:len(words)], words) {
			return c
		}
	}
	_, name := position(args, e.Programs)
	return name
}

// Named puts the name of one of the tool's programs, or of its folder among the examples, behind the command `run` or `sim`,
// where its own flags can follow: `run --seed 2 examples/heater` becomes `run heater --seed 2`.
func (t *Tool) Named(args []string) []string {
	at, name := position(args, t.names())
	if name == "" {
		return args
	}
	rest := slices.Delete(slices.Clone(args[1:]), at-1, at)
	return slices.Insert(rest, 0, args[0], name)
}

// position finds the word of a command line that names one of some programs to be run or simulated.
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

// Take is Become for the program that a name, a file or a folder stands for.
func (e Elsewhere) Take(word string) error {
	if e.Files != nil && word != "" {
		if program := e.Files(word); program != "" {
			return e.Become(program)
		}
	}
	return e.Become(word)
}

// Become carries out the whole command line by the command that has the program. It returns nil where none is known, and
// otherwise only with an error.
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
