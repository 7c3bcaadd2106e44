package desk

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/sinew-robotics/sinew/lang/lua"
)

// Script runs a script in Lua with the functions that scripts of mocks have, and print, which writes to out. The table
// robot has a function for each word that begins a line; the function takes the line's other words, as in robot.push(0, 0,
// -20) and robot.wait("move"), and returns the line's answer. A line that fails is an error of the script, which pcall
// catches. Script returns why it ended: ErrEnd if the script asked for the robot's end.
func (d *Desk) Script(ctx context.Context, name, text string, out io.Writer) error {
	ended := false
	libs := append(lua.Closed(), lua.Lib{Name: "robot", Funcs: d.functions(&ended)})
	for _, l := range lua.Standard() {
		for _, f := range l.Funcs {
			if l.Name == "_G" && f.Name == "print" {
				libs[0].Funcs = append(libs[0].Funcs, f)
			}
		}
	}
	vm, err := lua.New(lua.Config{Heap: scriptHeap, Seed: 1, Libs: libs, Context: ctx, NoOffsets: true, Stdout: func(b []byte) { _, _ = out.Write(b) }})
	if err != nil {
		return fmt.Errorf("desk: %w", err)
	}
	if err = vm.Do("@"+name, text); ended {
		return ErrEnd
	}
	return err
}

const scriptHeap = 8 << 20 // bytes

// functions are the functions in the table robot.
func (d *Desk) functions(ended *bool) (funcs []lua.Func) {
	words := []string{"lead", "wait", "end", "state", "help"}
	for _, a := range actions() {
		words = append(words, a.word)
	}
	for _, g := range grips() {
		words = append(words, g.word)
	}
	for _, s := range settings() {
		words = append(words, s.word)
	}
	for _, word := range words {
		funcs = append(funcs, lua.Func{Name: word, Call: func(vm *lua.VM, n int) int {
			line := []byte(word)
			for i := range n {
				line = vm.AppendText(append(line, ' '), vm.Arg(i))
			}
			answer, err := d.line(string(line))
			if *ended = *ended || errors.Is(err, ErrEnd); err != nil {
				vm.Fail("%v", err)
			}
			vm.Push(vm.String(answer))
			return 1
		}})
	}
	return funcs
}
