-- debug.getinfo by its options, local variables and upvalues from outside, warn.
local function p(...) print(pcall(...)) end
local function show(t) if type(t) ~= "table" then return tostring(t) end local k = {} for n, v in pairs(t) do k[#k + 1] = n .. "=" .. (type(v) == "function" and "F" or type(v) == "table" and "T" or tostring(v)) end table.sort(k) return table.concat(k, " ") end
local function f(a, b, ...) local c = a local d <const> = 1 return debug.getinfo(1, "Slu"), c end
print(show((f(1, 2)))) for _, o in ipairs {"S", "l", "u", "n", "t", "L", "f", "r", ""} do print(o, show(debug.getinfo(f, o))) end
local lines = {} for k in pairs(debug.getinfo(f, "L").activelines) do lines[#lines + 1] = k end table.sort(lines) print(table.concat(lines, " "))
local function named() return debug.getinfo(1, "n") end print(show(named())) local t = {m = named} print(show((t.m()))) print(show((t:m()))) g = named print(show((g())))
print(show(debug.getinfo(100)), show(debug.getinfo(1, "l")), debug.getinfo(1, "f").func ~= nil, debug.getinfo(print, "S").what, debug.getinfo(print, "u").isvararg, debug.getinfo(1, "S").what)
p(debug.getinfo) p(debug.getinfo, 1, "x") p(debug.getinfo, 1, ">") p(debug.getinfo, "x") p(debug.getinfo, -1) p(debug.getinfo, {}) p(debug.getinfo, 1.5)
local co = coroutine.create(function(x) local y = x * 2 coroutine.yield(y) return y end) coroutine.resume(co, 21) print(show(debug.getinfo(co, 1, "l")), show(debug.getinfo(co, 5)), debug.getlocal(co, 1, 1)) print(debug.getlocal(co, 1, 2)) print(debug.setlocal(co, 1, 2, "changed"), coroutine.resume(co))
local function h(one, two, ...) local three = 3 do local hidden = 4 end local four = 4 local r = {} for i = 1, 10 do local n, v = debug.getlocal(1, i) if not n then break end if n:sub(1, 1) ~= "(" and n ~= "r" then r[#r + 1] = n .. "=" .. tostring(v) end end return table.concat(r, " "), debug.getlocal(1, -1), select(2, debug.getlocal(1, -2)), debug.getlocal(1, -3) end print(h(1, 2, "va1", "va2"))
local function s() local v = 1 debug.setlocal(1, 1, 99) return v end print(s()) print(debug.getlocal(h, 1), debug.getlocal(h, 2), debug.getlocal(h, 3), debug.getlocal(print, 1)) p(debug.getlocal, 100, 1) p(debug.getlocal, 1) p(debug.setlocal, 1, 1)
local up, down = 1, {} local function u() return up, down end print(debug.getupvalue(u, 1)) print((debug.getupvalue(u, 2))) print(debug.getupvalue(u, 3), debug.getupvalue(u, 0)) print(debug.setupvalue(u, 1, "new"), up, debug.setupvalue(u, 9, 1)) print((debug.getupvalue(load("return x"), 1))) p(debug.getupvalue, 1, 1) p(debug.setupvalue, u, 1)
print(debug.getmetatable("").__index == string, debug.getmetatable({}), debug.traceback("x"):match("^x\nstack traceback:\n\t[^\n]+debugging.lua:%d+: in ") ~= nil)
p(warn) p(warn, {}) p(warn, "a", {}) print(select("#", warn("@off")), select("#", warn("off", "now"))) print(debug.gethook())
