package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/tool/cli"
)

type scriptCmd struct {
	Run scriptRun `cmd:"" help:"Run a script in Lua 5.4 within a heap of fixed size."`
}

// Help shows examples.
func (c *scriptCmd) Help() string { return "Examples:\n  sinew script run --heap 4M job.lua" }

type scriptRun struct {
	Heap   string   `default:"1M" help:"Size of the heap, of which the script never gets more: bytes, or with K, M or G." placeholder:"SIZE"`
	Budget int64    `help:"How many instructions the script may run, about; 0 for no bound." placeholder:"N" range:"0..1000000000000000"`
	Allow  []string `help:"A directory in which the script may open and load files. May be given several times." type:"existingdir" placeholder:"DIR"`
	Seed   uint64   `help:"Of the script's random numbers."`
	File   string   `arg:"" help:"The script." placeholder:"FILE.lua"`
	Args   []string `arg:"" optional:"" passthrough:"" help:"What the script gets as ... and arg."`
}

// Help shows examples.
func (c *scriptRun) Help() string {
	return "Without --allow a script opens and loads no files. LUA_PATH says where require looks, inside the directories that are allowed.\n" +
		"The exit status is the script's (os.exit), or 1 with a traceback on an error.\n\nExamples:\n" +
		"  sinew script run hello.lua\n  sinew script run --heap 16M --budget 100000000 job.lua 1 2\n  sinew script run --allow . main.lua"
}

// Validate refuses a size that is none.
func (c *scriptRun) Validate() error {
	_, err := heapSize(c.Heap)
	return err
}

// heapSize reads a number of bytes with a unit.
func heapSize(s string) (int64, error) {
	digits := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(s), "B"), "I")
	shift := 0
	if n := len(digits); n > 0 {
		if i := strings.IndexByte("KMG", digits[n-1]); i >= 0 {
			digits, shift = digits[:n-1], 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 || n > 1<<36>>shift || n<<shift < 64<<10 {
		return 0, fmt.Errorf("--heap %s: give a size from 64K to 64G, such as 1M", s)
	}
	return n << shift, nil
}

// Run runs the script.
func (c *scriptRun) Run(ctx context.Context) error {
	text, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	size, err := heapSize(c.Heap)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	vm, err := lua.New(lua.Config{Heap: size, Budget: c.Budget, Allow: c.Allow, Seed: c.Seed, Context: ctx, Path: os.Getenv("LUA_PATH"),
		Stdout: func(b []byte) { _, _ = out.Write(b) },
		Now: func() (int64, int64) {
			now := time.Now()
			return now.Unix(), int64(now.Nanosecond())
		}})
	if err != nil {
		return err
	}
	err = runScript(vm, c.File, string(text), c.Args)
	if e := out.Flush(); e != nil && err == nil {
		err = e
	}
	var exit lua.Exit
	var fault *lua.Error
	switch {
	case errors.As(err, &exit):
		if exit.Status == 0 {
			return nil
		}
		os.Exit(exit.Status & 0xff)
	case errors.As(err, &fault):
		fmt.Fprintf(os.Stderr, "sinew: %s\n", fault.Message)
		if fault.Traceback != "" {
			fmt.Fprintln(os.Stderr, fault.Traceback)
		}
		return cli.ErrSaid
	}
	return err
}

// runScript calls the script with its arguments.
func runScript(vm *lua.VM, file, text string, args []string) error {
	if err := vm.SetArgs(file, args); err != nil {
		return err
	}
	f, err := vm.Load("@"+file, text)
	if err != nil {
		return err
	}
	values := make([]lua.Value, len(args))
	for i, a := range args {
		values[i] = vm.String(a)
	}
	_, err = vm.Call(f, values...)
	return err
}
