package rfsm

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/model/chart"
)

// pieces are what a fuzzed script is made of, a byte for each: parts of models, calls, and damage.
var pieces = []string{
	"", "f = rfsm.init(t) ", "run(f) ", "step(f, 3) ", `send(f, "e1") `, `send(f, "e2", 7, true) `, `send(f, {}, print) `, "rfsm.reset(f) ",
	`t.a = S { entry = F } `, `t.b = S { exit = F, doo = D } `, `t.c = C {} `, `t.d = S { x = S {}, y = S { doo = D }, T { src = "initial", tgt = "x" }, T { src = "x", tgt = "y", events = { "e_done" } } } `,
	`t[#t + 1] = T { src = "initial", tgt = "a" } `, `t[#t + 1] = T { src = "a", tgt = "b", events = { "e1" } } `,
	`t[#t + 1] = T { src = "b", tgt = "c", events = { "e2" }, guard = G } `, `t[#t + 1] = T { src = "c", tgt = "d", effect = F } `,
	`t[#t + 1] = T { src = "d.x", tgt = "a", events = { 7, "e1" }, pn = 3 } `, `t[#t + 1] = T { src = ".d", tgt = "root.b", events = "e_error" } `,
	`t[#t + 1] = T { src = "d", tgt = "d", events = { P } } `, `t[#t + 1] = T {} `, `t = S {} `, `t.initial = C {} `, `t.getevents = function() return { "e1" } end `,
	`t.pre_step_hook = F `, `t.idle_hook = function(x) x.idle_hook = nil F() end `, `mode = mode + 1 `, `f = f and f.d or f `, `f._act_leaf = mode `,
	`for k in pairs(f) do f[k] = nil end `, `f.a = nil f[1] = nil `, `rfsm.fsm_merge(f, f, S { entry = F }, "m" .. mode) `,
	`rfsm.fsm_merge(f, f, T { src = f.a, tgt = f.b, events = { "e3" } }) `, `rfsm.exit_state(f, f) `, `require("rfsm.timeevent") `, `require("rfsm.emem") `,
	`require("rfsm.await") `, `print(#require("rfsm.marsh").model2tab(f)) `, `print(rfsm.get_actleaf_fqn(f), #rfsm.get_active_conf(f)) `, `collectgarbage() `,
	`print(#rfsm.failures(f)) `, `for i = 1, 300 do send(f, "u" .. i) end `, `t.queue_limit = 3 `, `t.safe_mode = false `, `setmetatable(t, nil) `, `f = {} `, `t.d = t `,
}

const fuzzed = `local rfsm = require("rfsm")
local S, T, C, run, step, send = rfsm.state, rfsm.trans, rfsm.conn, rfsm.run, rfsm.step, rfsm.send_events
mode = 0
local t, f = S { err = false, warn = false }, {}
local function F(...)
   if mode % 5 == 1 then error("F") elseif mode % 5 == 2 then while true do end elseif mode % 5 == 3 then local x = {} while true do x[#x + 1] = {} end
   elseif mode % 5 == 4 and type(f) == "table" then rfsm.step(f) end
end
local function D() rfsm.yield() F() rfsm.yield(true) end
local function G() F() return mode % 2 == 0 end
local function P(e) F() return e == "e1" end
`

// choice is the end of a script that runs pieces by their numbers, which are its arguments.
func choice() string {
	text := strings.Builder{}
	text.WriteString("local function piece(n) if n < 0 then\n")
	for i, p := range pieces {
		fmt.Fprintf(&text, "elseif n == %d then %s\n", i, p)
	}
	text.WriteString("end end for i = 1, select('#', ...) do pcall(piece, (select(i, ...))) end")
	return text.String()
}

// FuzzBridge makes scripts of pieces and runs them: nothing panics, hangs, or loses more than the script's own call.
func FuzzBridge(f *testing.F) {
	f.Add([]byte{8, 9, 12, 13, 1, 2, 4, 2, 5, 2})
	f.Add([]byte{8, 9, 10, 11, 12, 13, 14, 15, 16, 1, 2, 4, 5, 2, 25, 4, 5, 3, 25, 4, 5, 3, 7, 2})
	f.Add([]byte{8, 9, 12, 13, 22, 23, 24, 42, 1, 3, 25, 25, 25, 25, 3, 39})
	f.Add([]byte{33, 34, 35, 8, 12, 1, 2, 27, 28, 4, 2, 32, 7, 2, 30, 31, 38})
	code, err := lua.Compile("=fuzz", fuzzed+choice())
	if err != nil {
		f.Fatal(err)
	}
	u := used{config: lua.Config{Heap: 128 << 10, Budget: 6500}, roomy: 256 << 10, library: Config{Budget: 300, Memory: 1 << 20}, code: code}
	var args [32]lua.Value
	fuzz.Run(f, func(t *testing.T, program []byte) {
		vm, _ := u.machine(t)
		program = program[:min(len(program), len(args))]
		for i, b := range program {
			args[i] = lua.Int(int64(b) % int64(len(pieces)))
		}
		_, _ = vm.Call(vm.Global("fuzzed"), args[:len(program)]...)
		if err := vm.Do("=after", "assert(1 + 1 == 2)"); err != nil {
			t.Fatalf("the VM is of no use any more: %v", err)
		}
	})
}

// TestHeapStaysSound runs scripts of such pieces in a heap that is hardly large enough, and looks at all of it after each:
// Restore refuses a heap that is not sound.
func TestHeapStaysSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := used{config: lua.Config{Heap: 128 << 10, Budget: 6000}, library: Config{Budget: 300, Memory: 1 << 20}}
		vm, _ := u.machine(t)
		for _, program := range rapid.SliceOfN(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 10), 1, 8).Draw(t, "programs") {
			_ = vm.Do("=fuzz", fuzzed+"pcall(function() "+strings.Join(program, "end)\npcall(function() ")+"end)\n")
			state, err := vm.Save(nil)
			if err == nil {
				err = vm.Restore(state)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

// used is a VM that takes 64 executions, since a new one costs as much as many of them.
type used struct {
	config  lua.Config
	roomy   int64 // the heap of two VMs of three, which then collect less garbage; 0: as config says
	library Config
	vm      *lua.VM
	lib     *Library
	code    *lua.Code // the global function fuzzed, if there is one
	times   int
}

func (u *used) machine(t interface{ Fatal(...any) }) (*lua.VM, *Library) {
	if u.times++; u.vm != nil && u.times%64 != 0 {
		return u.vm, u.lib
	}
	var err error
	config := u.config
	if u.roomy > 0 && u.times/64%3 > 0 {
		config.Heap = u.roomy
	}
	if u.vm, err = lua.New(config); err != nil {
		t.Fatal(err)
	}
	if u.lib, err = Open(u.vm, u.library); err != nil {
		t.Fatal(err)
	}
	if err := u.vm.Do("=warm", `require("rfsm")`); err != nil {
		t.Fatal(err)
	}
	if u.code != nil {
		f, err := u.vm.LoadCode(u.code)
		if err != nil {
			t.Fatal(err)
		}
		if err := u.vm.SetGlobal("fuzzed", f); err != nil {
			t.Fatal(err)
		}
	}
	return u.vm, u.lib
}

// FuzzLoad reads texts as models.
func FuzzLoad(f *testing.F) {
	f.Add(grasping)
	f.Add(coordinating)
	f.Add(`local rfsm = require("rfsm") return rfsm.csta:new{ a = rfsm.sista:new{}, rfsm.trans:new{ src = "initial", tgt = "a" } }`)
	u := used{config: lua.Config{Heap: 128 << 10, Budget: 5000, MaxText: 1 << 12}, library: Config{Budget: 300}}
	fuzz.Run(f, func(t *testing.T, text string) {
		_, lib := u.machine(t)
		c, err := Load(lib, "@fuzz.lua", text)
		if err != nil {
			return
		}
		m, err := c.Machine(chart.Config{Passes: 20})
		if err != nil {
			t.Fatalf("a model that Load has checked has no machine: %v", err)
		}
		m.Run()
		_ = m.SendName("e_contact")
		m.Run()
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
