package lua

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// programs writes random programs: expressions over values of all kinds, assignments, branches, loops, closures and
// calls. Each prints what it has computed, and errors without their place and without the variable that the reference
// implementation names in more cases, so that two machines can be compared.
type programs struct {
	r     *rand.Rand
	b     strings.Builder
	names int
}

func (p *programs) pick(s ...string) string { return s[p.r.IntN(len(s))] }

func (p *programs) expr(d int) string {
	if d <= 0 || p.r.IntN(6) == 0 {
		return p.atom()
	}
	e := func() string { return p.expr(d - 1) }
	switch p.r.IntN(16) {
	case 0, 1, 2, 3:
		return "(" + e() + " " + p.pick("+", "-", "*", "/", "//", "%") + " " + e() + ")"
	case 4:
		return "(" + e() + " " + p.pick("&", "|", "~", "<<", ">>") + " " + e() + ")"
	case 5, 6:
		return "(" + e() + " " + p.pick("==", "~=", "<", "<=", ">", ">=") + " " + e() + ")"
	case 7, 8, 9:
		return "(" + e() + " " + p.pick("and", "or") + " " + e() + ")"
	case 10: // of powers only what is exact everywhere
		if p.r.IntN(3) == 0 {
			return "(" + e() + " ^ " + p.pick("2", "0.5", "1", "0") + ")"
		}
		return "(" + p.pick("not ", "- ", "#", "~ ") + e() + ")"
	case 11:
		return "(" + e() + " .. " + e() + ")"
	case 12:
		return "({" + e() + ", " + e() + ", x = " + e() + "})" + p.pick("[1]", "[2]", ".x", "[3]")
	case 13:
		return "(function(a, ...) local q = " + e() + " return " + p.pick("a", "q", "...", "select('#', ...)", e()) + " end)(" + e() + ", " + e() + ")"
	case 14:
		return p.pick("tostring", "type", "math.type", "tonumber") + "(" + e() + ")"
	}
	return p.pick("a", "b", "c", "t.x", "t[a]", "t[1]", "f("+e()+")")
}

func (p *programs) atom() string {
	return p.pick("a", "b", "c", "t.x", "t[2]", "nil", "true", "false", "0", "1", "-1", "2", "3", "7", "255", "0.5", "-0.0", "1e10", "2^53",
		"math.maxinteger", "math.mininteger", "math.huge", "\"10\"", "\"abc\"", "\"0x10\"", "\"\"", "1.5", "-3", "100")
}

func (p *programs) stmt(d int) {
	w := func(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }
	switch k := p.r.IntN(9); {
	case k == 0 && d > 0:
		w("if %s then", p.expr(2))
		p.stmt(d - 1)
		w("else")
		p.stmt(d - 1)
		w("end")
	case k == 1 && d > 0:
		w("for i = %s, %s, %s do", p.pick("1", "3", "a", "0.5"), p.pick("3", "1", "2.5"), p.pick("1", "-1", "0.5", "2"))
		w("n = n + 1 if n > 200 then break end local u = i c = function() u = u and i return u end")
		p.stmt(d - 1)
		w("c = c() end")
	case k == 2 && d > 0:
		w("do local a, b = %s, %s", p.expr(2), p.expr(1))
		p.stmt(d - 1)
		w("local function g() a, b = b, a return a end b = g() end")
	case k == 3 && d > 0:
		w("for k, v in ipairs({%s, %s, %s}) do n = n + 1 b = v", p.expr(1), p.expr(1), p.expr(1))
		p.stmt(d - 1)
		w("end")
	case k == 4 && d > 0:
		w("local i = 0 while i < 3 do i = i + 1 if %s then goto done%d end", p.expr(2), p.names)
		p.names++
		n := p.names - 1
		p.stmt(d - 1)
		w("::done%d:: end", n)
	case k == 5:
		w("t[%s] = %s", p.pick("1", "2", "3", "\"x\"", "a or 1"), p.expr(3))
	case k == 6:
		w("a, b, c = %s, %s, %s", p.expr(2), p.expr(2), p.expr(1))
	default:
		w("%s = %s", p.pick("a", "b", "c", "t.x"), p.expr(4))
	}
}

// write returns a text of n programs.
func (p *programs) write(n int) string {
	// Texts of tables and functions hold no addresses, which differ from run to run.
	p.b.WriteString(`local text, tostring = tostring tostring = function(v) local k = type(v) if k == "table" or k == "function" then return k end return text(v) end
local function show(v) if math.type(v) == "float" then if v ~= v then return "nan" end return string.format("%.17g", v) .. "f" end
local k = type(v) if k == "table" or k == "function" then return k end return k .. ":" .. tostring(v) end
local function run(id, f) local r = table.pack(pcall(f)) for i = 1, r.n do r[i] = show(r[i]) end
if r[1] == "boolean:false" then r = {"error", (r[2]:gsub("^string:", ""):gsub("^[^:]*:%d+: ", ""):gsub(" %(%a+ '[^']*'%)", ""))} end print(id, table.concat(r, " ")) end
`)
	for i := range n {
		fmt.Fprintf(&p.b, "run(%d, function() local a, b, c, n, t = %s, %s, %s, 0, {1, 2, x = 3} local function f(x) n = n + 1 return x, n end\n", i, p.atom(), p.atom(), p.atom())
		for range 1 + p.r.IntN(5) {
			p.stmt(2)
		}
		fmt.Fprintf(&p.b, "return a, b, c, t.x, t[1], t[2], %s end)\n", p.expr(4))
	}
	return p.b.String()
}
