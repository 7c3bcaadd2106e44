package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/sinew-robotics/sinew/control/deploy"
	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/lang/lua/syntax"
	"github.com/sinew-robotics/sinew/lang/rfsm"
	"github.com/sinew-robotics/sinew/tool/cli"
	"github.com/sinew-robotics/sinew/tool/repl"
)

type scriptCmd struct {
	REPL scriptREPL `cmd:"" name:"repl" default:"" help:"Talk to a machine: lines run as they are typed. This is what plain 'sinew script' does."`
	Run  scriptRun  `cmd:"" help:"Run a script in Lua 5.4 within a heap of fixed size."`
	Fmt  scriptFmt  `cmd:"" help:"Lay out scripts."`

	Attach cli.Attach `cmd:"" help:"Talk to a component's script in a running program."`
}

// Help shows examples.
func (c *scriptCmd) Help() string {
	return "Examples:\n  sinew script\n  sinew script run --heap 4M job.lua\n  sinew script fmt -l ."
}

// machine are the flags for a script's machine.
type machine struct {
	Heap   string   `default:"1M" help:"Fixed size of the script's heap: in bytes, or with K, M or G." placeholder:"SIZE"`
	Budget int64    `help:"Approximate number of instructions that the script, or each line in a conversation, may run; 0 for no bound." placeholder:"N" range:"0..1000000000000000"`
	Allow  []string `help:"A directory in which the script may open and load files. May be given several times." type:"existingdir" placeholder:"DIR"`
	Seed   uint64   `help:"Seed of the script's random numbers."`
}

// Validate refuses an invalid size.
func (c *machine) Validate() error {
	_, err := heapSize(c.Heap)
	return err
}

// heapSize reads the size of a heap.
func heapSize(s string) (int64, error) {
	n, err := deploy.ParseSize(s)
	if err != nil || n < 64<<10 || n > 4<<30 {
		return 0, fmt.Errorf("--heap %s: give a size from 64K to 4G, such as 1M", s)
	}
	return n, nil
}

// make makes a machine that writes to out and has rFSM's modules.
func (c *machine) make(ctx context.Context, out io.Writer) (*lua.VM, error) {
	vm, err := c.bare(ctx, out)
	if err != nil {
		return nil, err
	}
	_, err = rfsm.Open(vm, rfsm.Config{Host: console{}})
	return vm, err
}

// bare makes a machine without rFSM's modules.
func (c *machine) bare(ctx context.Context, out io.Writer) (*lua.VM, error) {
	size, err := heapSize(c.Heap)
	if err != nil {
		return nil, err
	}
	return lua.New(lua.Config{Heap: size, Budget: c.Budget, Allow: c.Allow, Seed: c.Seed, Context: ctx, Path: os.Getenv("LUA_PATH"),
		Stdout: func(b []byte) { _, _ = out.Write(b) },
		Warn:   func(b []byte) { fmt.Fprintf(os.Stderr, "Lua warning: %s\n", b) },
		Now: func() (int64, int64) {
			now := time.Now()
			return now.Unix(), int64(now.Nanosecond())
		}})
}

// console is the host of a script that runs alone: a clock, and the standard error.
type console struct{}

// Now implements rfsm.Host.
func (console) Now() int64 { return time.Now().UnixNano() }

// Log implements rfsm.Host.
func (console) Log(level, text string) { fmt.Fprintln(os.Stderr, level+": "+text) }

var errConsole = errors.New("this script is part of no component: deploy it in one")

// Raise implements rfsm.Host.
func (console) Raise(string) error { return errConsole }

// Read implements rfsm.Host.
func (console) Read(*lua.VM, string) (lua.Value, bool, error) { return lua.Nil, false, errConsole }

// Write implements rfsm.Host.
func (console) Write(*lua.VM, string, lua.Value) error { return errConsole }

// advice says what to do about an error that is not the script's own.
func (c *machine) advice(err error) string {
	switch {
	case errors.Is(err, lua.ErrBudget):
		return fmt.Sprintf(": --budget %d allows no more", c.Budget)
	case errors.Is(err, lua.ErrMemory):
		return fmt.Sprintf(": --heap %s is too small for it", c.Heap)
	case len(c.Allow) == 0 && strings.Contains(err.Error(), "no directory is allowed to this script"):
		return ": --allow names one"
	}
	return ""
}

type scriptRun struct {
	machine
	File string   `arg:"" help:"The script; - is the standard input." placeholder:"FILE.lua"`
	Args []string `arg:"" optional:"" passthrough:"" help:"What the script gets as ... and arg."`
}

// Help shows examples.
func (c *scriptRun) Help() string {
	return "Without --allow a script opens and loads no files. LUA_PATH says where require looks, inside the allowed directories.\n" +
		"The exit status is the script's (os.exit), or 1 with a traceback on an error.\n\nExamples:\n" +
		"  sinew script run hello.lua\n  sinew script run --heap 16M --budget 100000000 job.lua 1 2\n  sinew script run --allow . main.lua"
}

// Run runs the script.
func (c *scriptRun) Run(ctx context.Context) error {
	name, text, err := readScript(c.File)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	vm, err := c.make(ctx, out)
	if err != nil {
		return err
	}
	var exit lua.Exit
	if err = runScript(vm, name, text, c.Args); !errors.As(err, &exit) {
		err = errors.Join(err, vm.Close())
	}
	if e := out.Flush(); e != nil && err == nil {
		err = e
	}
	var fault *lua.Error
	switch {
	case errors.As(err, &exit):
		if exit.Status == 0 {
			return nil
		}
		os.Exit(exit.Status & 0xff)
	case errors.As(err, &fault):
		text := fault.Message + c.advice(err)
		if ctx.Err() != nil {
			text = "interrupted"
		}
		fmt.Fprintln(os.Stderr, "sinew: "+text)
		if fault.Traceback != "" {
			fmt.Fprintln(os.Stderr, fault.Traceback)
		}
		return cli.ErrSaid
	}
	return err
}

// readScript reads a script and returns the name that errors give it.
func readScript(file string) (name, text string, err error) {
	var b []byte
	if name = "@" + file; file == standardInput {
		name = "=stdin"
		b, err = io.ReadAll(os.Stdin)
	} else if b, err = os.ReadFile(file); err != nil {
		if info, e := os.Stat(file); e == nil && info.IsDir() {
			err = fmt.Errorf("%s is a directory: name a script in it", file)
		} else if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("there is no script %s", file)
		}
	}
	return name, string(b), err
}

// runScript calls the script with its arguments.
func runScript(vm *lua.VM, name, text string, args []string) error {
	if err := vm.SetArgs(name[1:], args); err != nil {
		return err
	}
	f, err := vm.Load(name, text)
	if err != nil {
		return err
	}
	values := make([]lua.Value, len(args))
	if err := vm.Try(func() {
		for i, a := range args {
			values[i] = vm.String(a) // kept by the global arg
		}
	}); err != nil {
		return err
	}
	_, err = vm.Call(f, values...)
	return err
}

type scriptREPL struct{ machine }

// Help shows examples.
func (c *scriptREPL) Help() string {
	return "An expression is shown, a statement is run; an incomplete one continues on the next line. Tab completes names and fields, the\n" +
		"arrows recall earlier lines from $XDG_STATE_HOME/sinew/script-history, Ctrl-C interrupts, Ctrl-D ends. :help lists\n" +
		"commands. Lines that do not come from a terminal are run the same way; the exit status is 1 if one of them fails.\n\nExamples:\n" +
		"  sinew script\n  sinew script repl --allow . --budget 100000000"
}

// Run holds the conversation.
func (c *scriptREPL) Run() error {
	vm, err := c.make(context.Background(), os.Stdout) // an interrupt ends a line, not the conversation
	if err != nil {
		return err
	}
	history, err := repl.StateFile("script-history")
	if err != nil {
		fmt.Fprintf(os.Stderr, "sinew: the lines of this conversation are not kept: %v\n", err)
	}
	err = repl.Run(repl.Config{VM: vm, In: os.Stdin, Out: os.Stdout, Faults: os.Stderr, History: history, Explain: c.advice, Exit: os.Exit})
	var exit lua.Exit
	switch {
	case errors.As(err, &exit) && exit.Status != 0:
		os.Exit(exit.Status & 0xff)
	case errors.As(err, &exit):
		err = nil
	case errors.Is(err, repl.ErrLines):
		err = cli.ErrSaid
	}
	return errors.Join(err, vm.Close())
}

type scriptFmt struct {
	Files []string `arg:"" optional:"" name:"file" help:"Scripts, or folders with .lua files. Default: the standard input." placeholder:"FILE"`
	List  bool     `short:"l" help:"List the files whose layout differs, instead of showing the layout."`
	Write bool     `short:"w" help:"Write the layout to the files instead of showing it."`
	Diff  bool     `short:"d" help:"Show how the layout differs."`
}

// Help shows examples.
func (c *scriptFmt) Help() string {
	return "The layout has the same words, signs and comments in the same order and lines, so its meaning is unchanged; it differs only in\n" +
		"spaces and empty lines. A script with a fault stays as it is, and the exit status is 1, as it is if -d shows a difference.\n\nExamples:\n" +
		"  sinew script fmt job.lua\n  sinew script fmt -l .\n  sinew script fmt -w -l scripts\n  sinew script fmt -d job.lua"
}

// Run lays out the scripts.
func (c *scriptFmt) Run() error {
	files, err := c.find()
	if err != nil {
		return err
	}
	var faults []error
	differ := false
	for _, file := range files {
		changed, err := c.layOut(file)
		if err != nil {
			faults = append(faults, err)
		}
		differ = differ || changed
	}
	if differ {
		faults = append(faults, cli.ErrSaid)
	}
	return errors.Join(faults...)
}

// find lists the named scripts, and those in named folders.
func (c *scriptFmt) find() (files []string, err error) {
	if len(c.Files) == 0 {
		if c.Write {
			return nil, errors.New("-w: the standard input cannot be written: name a file")
		}
		return []string{standardInput}, nil
	}
	for _, name := range c.Files {
		n := len(files)
		e := filepath.WalkDir(name, func(file string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && (file == name || strings.EqualFold(filepath.Ext(file), ".lua")) {
				files = append(files, file)
			}
			return err
		})
		switch {
		case errors.Is(e, fs.ErrNotExist):
			e = fmt.Errorf("there is no script or folder %s", name)
		case e == nil && len(files) == n:
			e = fmt.Errorf("there is no .lua file in %s", name)
		}
		err = errors.Join(err, e)
	}
	return files, err
}

// layOut lays out a script and reports whether -d has shown a difference.
func (c *scriptFmt) layOut(file string) (differs bool, err error) {
	name, text, err := readScript(file)
	if err != nil {
		return false, err
	}
	laid, err := syntax.Format(name[1:], text)
	if err != nil {
		return false, err
	}
	if !c.List && !c.Write && !c.Diff {
		_, err = os.Stdout.WriteString(laid)
		return false, err
	}
	if laid == text {
		return false, nil
	}
	if c.List {
		fmt.Println(name[1:])
	}
	if c.Write {
		err = whole.WriteFile(file, []byte(laid))
	}
	if c.Diff {
		_, _ = os.Stdout.Write(diff.Diff(name[1:]+".orig", []byte(text), name[1:], []byte(laid)))
	}
	return c.Diff, err
}
