package lua

import "testing"

// barriers are ways to hide an object from a marking under way. setup makes what they need, hold.v being the object, in
// a table that is marked late; act takes it from there and stores it where it has perhaps been marked already, and get
// returns what has been stored. Within act tick() does a step of the collector. Each barrier of the machine (the calls
// of guard and touch) has a line here that fails without it; rest says which.
var barriers = map[string]struct{ setup, act, get string }{
	"an upvalue":                      {"local u set = function(x) u = x end get = function() return u end", "set(take())", "get()"},
	"a field":                         {"t = {f = {}}", "t.f = take()", "t.f"},
	"an element":                      {"t = {{}}", "t[1] = take()", "t[1]"},
	"an element under a computed key": {"t = {{}}", "local i = 1 t[i] = take()", "t[1]"},
	"a field where another table has another": {"s, t = {a = 1, f = 1}, {f = {}}", "for i = 1, 2 do local o = i == 1 and s or t o.f = i == 1 and 1 or take() end", "t.f"},
	"a field under a computed key":            {"t = {f = {}}", "t['' .. 'f'] = take()", "t.f"},
	"a new field":                             {"t = {}", "t['' .. 'f'] = take()", "t.f"},
	"a key":                                   {"t = {}", "t[take()] = 1", "next(t)"},
	"an element by rawset":                    {"t = {{}}", "rawset(t, 1, take())", "t[1]"},
	"an appended element":                     {"t = {{}}", "t[2] = take()", "t[2]"},
	"a constructor":                           {"", "finish() n = (n or 0) % 40 + 1 local function late() for i = 1, n do tick() end return take() end local function f() return {late()} end t = f() f()", "t[1]"},
	"an entry that moves to the array": {"t = {} for i = 2, 300 do t['k' .. i] = i end t[2] = hold.v hold = {v = hold.v}",
		"hold.v = nil tick() t[1] = 1", "t[2]"},
	"an upvalue that closes": {"", "local function f() local x local function g() return x end tick() tick() x = take() return g end g = f() f()", "g()"},
	"a metatable":            {"t = {}", "setmetatable(t, take())", "getmetatable(t)"},
	"a list in a metatable":  {"s = setmetatable({}, {__newindex = {{}}}) t = getmetatable(s).__newindex", "s[1] = take()", "t[1]"},
	"an environment":         {"f = function() return y end", "setfenv(f, take())", "getfenv(f)"},
	"a suspended coroutine": {"co = coroutine.wrap(function() local x while true do x = coroutine.yield(x) or x end end) co()",
		"co(take())", "co()"},
	"a coroutine that waits for another": {"co = coroutine.wrap(function() while true do local x = take() coroutine.wrap(finish)() coroutine.yield() give(x) x = nil coroutine.yield() end end)",
		"co()", "(co() or given)"},
	"a coroutine that closes another": {"co = coroutine.wrap(function() while true do local c = coroutine.create(function() local z <close> = setmetatable({}, {__close = finish}) coroutine.yield() end) coroutine.resume(c) for i = 1, 40 do tick() end local x = take() coroutine.close(c) give(x) x = nil coroutine.yield() end end)",
		"co()", "given"},
	"a weak table":            {"t, keep = setmetatable({}, {__mode = 'v'}), nil", "local x = take() t[1] = x x = nil", "(t[1] or {7, 'seven'})"},
	"what a weak table gives": {"w = setmetatable({hold.v}, {__mode = 'v'}) hold.v = nil t = {}", "t[1] = w[1] or {7, 'seven'} w[1] = nil", "t[1]"},
	"an ephemeron's value":    {"e = setmetatable({}, {__mode = 'k'}) do local k = {} e[k] = hold.v hold.v = k end t = {}", "local k = take() tick() t[1] = k k = nil tick() tick()", "e[t[1]]"},
	"a finaliser's object":    {"given = nil setmetatable(hold.v, {__gc = function(o) give(o) end}) t = {}", "t[1] = take()", "t[1]"},
}

// TestBarriers does each of these at every point of a cycle: afterwards the object is there, and the heap is whole.
func TestBarriers(t *testing.T) {
	for name, c := range barriers {
		t.Run(name, func(t *testing.T) {
			vm, err := New(Config{Heap: 96 << 10, Libs: []Lib{libBase(), libCoroutine()}})
			if err != nil {
				t.Fatal(err)
			}
			err = vm.Do("=barriers", `collectgarbage("stop") hold = {} order = {}
				function take() local v = hold.v hold.v = nil return v end
				function give(x) given = x end
				function tick() collectgarbage("step", 1) end
				function finish() repeat until collectgarbage("step", 1) end
				function setup() hold.v = {7, "sev" .. "en"} `+c.setup+` end
				function act() `+c.act+` end
				function check()
					local junk = {} for i = 1, 60 do junk[i] = {i, i} end
					local x = `+c.get+` given = nil
					return type(x) == "table" and x[1] == 7 and x[2] == "seven"
				end`)
			if err != nil {
				t.Fatal(err)
			}
			call := func(f string) bool {
				t.Helper()
				if _, err := vm.Call(vm.Global(f)); err != nil {
					t.Fatal(err)
				}
				return vm.Result(0).Truth()
			}
			steps := 1 << 20
			for k := 0; k < steps; k++ {
				call("setup")
				vm.fullCycle()
				for i := range k {
					if vm.gcWork(1) {
						steps = i
						break
					}
				}
				call("act")
				for vm.gc.state != gcPause {
					vm.gcWork(1)
				}
				if k%16 == 0 {
					if err := vm.verify(); err != nil {
						t.Fatalf("after %d steps: %v", k, err)
					}
				}
				if !call("check") {
					t.Fatalf("after %d steps of the collector what was stored is lost", k)
				}
			}
			if err := vm.verify(); err != nil {
				t.Fatal(err)
			}
		})
	}
}
