package mock

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// wants checks that an error says all of it.
func wants(t *testing.T, err error, all ...string) {
	t.Helper()
	for _, want := range all {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error\n%v\ndoes not say %q", err, want)
		}
	}
}

func TestParseFaults(t *testing.T) {
	for spec, want := range map[string]string{
		"":                    "PATTERN=SOURCE",
		"a":                   "PATTERN=SOURCE",
		"=csv:x":              "PATTERN=SOURCE",
		"a=":                  "PATTERN=SOURCE",
		"a b=csv:x":           "no pattern",
		"a=b":                 "no source",
		"a=CSV:x":             "no source",
		"a=csv:":              "file's name",
		"a=csv:x;base={":      "base value is not JSON",
		"a=topic:#x":          "file's name",
		"a=topic:x#":          "topic's name",
		"a=const:":            "not JSON",
		"a=const:{":           "not JSON",
		"a=const:1@":          "no period",
		"a=const:1@-3ms":      "no period",
		"a=const:\"@\"@hello": "no period",
		"a=lua:":              "file's name",
	} {
		_, err := Parse(spec)
		wants(t, err, want)
	}
	_, err := ParseAll([]string{"a", "b=const:1", "c=x:"})
	wants(t, err, `"a"`, "mock c")
	m, err := Parse(" a.* = const:\"x@5ms\"@10ms")
	if err != nil || m.Pattern != "a.*" || m.json != `"x@5ms"` || m.period != 10*time.Millisecond {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestNames(t *testing.T) {
	_, _, err := mocked(t, "robot.raeding=const:{}", "plannr.in=const:{}", "zzz=const:1", "robot.gain=const:1")
	wants(t, err, "mock robot.raeding", "is robot.reading", "mock plannr.in", "is planner.in", "mock zzz: the program has no such door or connected port; `sinew graph")
	_, _, err2 := mocked(t, "zzz=const:1", "planner.in=const:{\"W\":1}", "servo=const:3", "reading=lua:nowhere.lua")
	wants(t, err2, "mock zzz", "planner.in takes mock.reading", "robot.servo takes mock.ack", "nowhere.lua: cannot be read")
	if strings.Contains(fmt.Sprint(err), "gain") {
		t.Errorf("what is right is reported: %v", err)
	}
}

func TestTableFaults(t *testing.T) {
	bad := write(t, "bad.csv", "time,X,Qq[1],Count,Y,X\n")
	_, _, err := mocked(t, "reading=csv:"+bad)
	wants(t, err, "bad.csv:1:8: mock.reading has no column \"Qq[1]\"; is Q[1]", "bad.csv:1:20: mock.reading has no column \"Y\"; is X", `bad.csv:1:22: the name "X" stands twice`)

	bad = write(t, "rows.csv", "time,X,Count,Ok\n0,1,1,1\n0,x,1.5,yes\n1,2\n-1,,,\n2,\"3\"x,,\n")
	_, _, err = mocked(t, "reading=csv:"+bad)
	wants(t, err, "rows.csv:3:1: time 0 is not after", `rows.csv:3:3: X: "x" is no number`, `rows.csv:3:5: Count: "1.5" is no whole`, `rows.csv:3:9: Ok: "yes" is neither`,
		"rows.csv:4:1: 2 cells where the first line has 4", `rows.csv:5:1: time "-1"`, "rows.csv:6:")

	many := write(t, "many.csv", "time,X\n"+strings.Repeat("0,x\n", 100))
	_, _, err = mocked(t, "reading=csv:"+many)
	wants(t, err, "more faults")
	for text, want := range map[string]string{"": "the file is empty", "X\n1\n": "no column time", "time,X\n": "no line below"} {
		_, _, err = mocked(t, "reading=csv:"+write(t, "x.csv", text))
		wants(t, err, want)
	}
	_, _, err = mocked(t, "reading=csv:nowhere.csv", "servo=csv:"+filepath.Dir(bad), "bump=csv:"+bad+`;base={}`)
	wants(t, err, "mock reading: nowhere.csv: cannot be read", "the folder has no robot.servo.csv", "mock bump: base:1:1")
}

func TestConstFaults(t *testing.T) {
	_, _, err := mocked(t, `reading=const:{"X":1,"Y":2,"Q":[1]}`, "servo=const:{}@5ms", "robot.*=const:{}")
	wants(t, err, "robot.bump takes float64")
	_, _, err = mocked(t, `reading=const:{"X":1,"Y":2,"Q":[1]}`, "servo=const:{}@5ms")
	wants(t, err, `const:{"X":1,"Y":2,"Q":[1]}:1:`, "Y", "(robot.reading takes mock.reading)", "leave out @5ms")
}

func TestParametersStayInRange(t *testing.T) {
	_, _, err := mocked(t, "gain=const:9@5ms")
	wants(t, err, "mock robot.gain at", "9 is out of range; give a number from 0 to 8")
	_, _, err = mocked(t, `gain=const:"NaN"`)
	wants(t, err, "NaN is out of range")
	script := filepath.Join(t.TempDir(), "gain.lua")
	if err := os.WriteFile(script, []byte("period = 0.01\nfunction value(t, n) return 10 * n end\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, err = mocked(t, "gain=lua:"+script)
	wants(t, err, "gain.lua: robot.gain: value(0, 1): 10 is out of range")
}

func TestTopicFaults(t *testing.T) {
	dir := t.TempDir()
	recordTo(t, mustMock(t, "robot.*=const:{}", "robot.bump=const:1"), filepath.Join(dir, "trace.mcap"), 20*ms)
	_, _, err := mocked(t, "reading=topic:"+dir+"#robot.servo", "servo=topic:"+dir+"#sevo", "planner.in=topic:"+dir, "bump=topic:nowhere")
	wants(t, err, "topic door/robot.servo", "holds mock.ack, and robot.reading takes mock.reading", "has nothing of sevo or door/sevo; is ", "has nothing of door/planner.in", "nowhere")
}

func TestScriptFaults(t *testing.T) {
	for text, want := range map[string]string{
		"function value( return 1 end":           "s.lua:1:17: <name> expected near 'return'",
		"value = ":                               "s.lua",
		"x = 1":                                  "no function value",
		"while true do end":                      "s.lua:1: the call takes too long",
		"local x\nx.y = 1":                       "s.lua:2: attempt to index",
		"function value() while true do end end": "s.lua:1: robot.reading: the call takes too long",
		"function value()\n local function f() return f() + 1 end\n f() end": "s.lua:2: robot.reading: stack overflow",
		"function value() while true do pcall(error) end end":                "s.lua:1: robot.reading: the call takes too long",
		"function value() local s = 'x' while true do s = s .. s end end":    "s.lua:1: robot.reading: the text is longer than 64 KiB",
		"function value() return {X = ('x'):rep(1e9)} end":                   "the text is longer",
		"function value() return {X = string.format('%999999d', 1)} end":     "invalid conversion specification: '%999999d'",
		"function value() return {Y = 1, X = 'a', Q = {1}} end":              "value(0, 1) returned something that is no mock.reading: Q",
		"function value() return 'x' end":                                    "an object",
		"function value() return {Names = {f = 1}} end":                      "gaps or names",
		"function value() return value end":                                  "a function is no value",
		"function value() return {[true] = 1} end":                           "key true",
		"function value() local t = {} t.X = t return t end":                 "too large",
		"function value() return os.time() end":                              "s.lua:1: robot.reading: attempt to index a nil value (global 'os')",
		"function value() return io.open('x') end":                           "s.lua:1:",
		"function value() return loadstring('return 1')() end":               "s.lua:1:",
		"function value() return require('os') end":                          "s.lua:1:",
		"function value() error('my word') end":                              "s.lua:1: robot.reading: my word",
		"function value() error({}) end":                                     "s.lua",
		"base = {X = 'a'} function value() end":                              "base: X",
		"--" + strings.Repeat("x", maxScript):                                "longer than 128 KiB",
	} {
		_, _, err := mocked(t, "robot.reading=lua:"+write(t, "s.lua", text))
		wants(t, err, want)
	}
	for text, want := range map[string]string{
		"function value() return 1 end":                                                 "s.lua: the global period is nil; set it to seconds between events, for robot.bump is sent events",
		"period = -1 function value() return 1 end":                                     "period is -1",
		"period = 0/0 function value() return 1 end":                                    "period is NaN",
		"period = 1 offset = 'a' function value() return 1 end":                         "offset is a",
		"period = 1 function value(t, n) if n == 2 then error('late') end return 1 end": "",
		"period = 1 function value(t, n) return 'x' end":                                "robot.bump: ",
	} {
		_, _, err := mocked(t, "robot.bump=lua:"+write(t, "s.lua", text))
		if want != "" {
			wants(t, err, want)
		} else if err != nil {
			t.Error(err)
		}
	}
}

// TestScriptFails: a script that goes wrong later ends the program safely, and the error says where.
func TestScriptFails(t *testing.T) {
	x := mustMock(t, "robot.reading=lua:"+write(t, "s.lua", "function value(t, n)\n if t > 0.015 then error('my word') end\n return {} end"))
	_, err := exec.Run(t.Context(), x.p, exec.Options{Timeout: time.Second})
	wants(t, err, "reaction robot.tick panicked at (20ms, 0)", "s.lua:2: robot.reading: my word (mock-script)")
}

// TestScriptRepeats: scripts are deterministic, and have no addresses.
func TestScriptRepeats(t *testing.T) {
	text := `period = 0.001
		local t = {c = 1, a = 2, b = 3}
		function value(time, n)
			local s = tostring(t) .. tostring(value) .. string.format("%s %5.2f", t, 1)
			for k, v in pairs(t) do s = s .. k .. v end
			local sum = math.random() + math.random(5, 9) + #s
			for i = 1, #s do sum = sum + s:byte(i) * i end
			if n % 3 == 0 then return nil end
			return sum
		end`
	var logs [2]string
	for i := range logs {
		x := mustMock(t, "robot.bump=lua:"+write(t, "s.lua", text))
		logs[i] = strings.Join(x.run(t, 10*ms), "\n")
	}
	if logs[0] != logs[1] || strings.Count(logs[0], "bump") != 8 {
		t.Errorf("%s\nand\n%s", logs[0], logs[1])
	}
}

// TestTableAgain: what a codec writes as a table comes back as it was, at the times of its lines.
func TestTableAgain(t *testing.T) {
	cd, err := codec.For(reflect.TypeFor[reading](), "")
	if err != nil {
		t.Fatal(err)
	}
	d := &place{Door: reactor.Door{Path: "r", Kind: kindSensor, Type: reflect.TypeFor[reading]()}, codec: cd}
	rapid.Check(t, func(t *rapid.T) {
		file := "time,microstep," + strings.Join(cd.Columns(), ",") + "\n"
		var want []reading
		var tags []reactor.Tag
		for range rapid.IntRange(1, 5).Draw(t, "rows") {
			r := reading{X: rapid.Float64().Draw(t, "x"), Count: rapid.Int().Draw(t, "n"), Ok: rapid.Bool().Draw(t, "ok"),
				Names: rapid.SliceOfN(rapid.StringMatching(`[a-z"]{1,3}`), 0, 8).Draw(t, "names")}
			tag := reactor.Tag{Time: reactor.Time(rapid.Int64Range(0, 1e12).Draw(t, "dt")), Microstep: rapid.Uint32().Draw(t, "m")}
			if n := len(tags); n > 0 {
				tag.Time += tags[n-1].Time + 1
			}
			want, tags = append(want, r), append(tags, tag)
			file += fmt.Sprintf("%d.%09d,%d,%s\n", tag.Time/1e9, tag.Time%1e9, tag.Microstep, cd.AppendCSV(nil, reflect.ValueOf(&r).UnsafePointer()))
		}
		l, err := readTable("t.csv", strings.NewReader(file), d, reflect.New(d.Type))
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			var got reading
			tag, ok := l.Next(reflect.ValueOf(&got).UnsafePointer())
			if !ok || tag != tags[i] || !reflect.DeepEqual(got.Names, want[i].Names) && len(want[i].Names) > 0 || got.X != want[i].X || got.Count != want[i].Count {
				t.Fatalf("line %d is %+v at %v, want %+v at %v", i, got, tag, want[i], tags[i])
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a=csv:b", "a.*=topic:x#y", `r=const:{"X":1}@5ms`, "r=lua:x.lua", "r=csv:x;base={}"} {
		f.Add(s)
	}
	fuzz.Run(f, func(t *testing.T, spec string) {
		m, err := Parse(spec)
		if err != nil {
			return
		}
		again, err := Parse(m.String())
		if err != nil || again != m {
			t.Errorf("%+v, then %+v, %v", m, again, err)
		}
	})
}

func FuzzTable(f *testing.F) {
	f.Add([]byte("time,X,Q[1],Names.len\n0,1,2,3\n"))
	f.Add([]byte("time,Names[7],Count,Ok\n0,\"a\n\",1e3,true\n"))
	cd, err := codec.For(reflect.TypeFor[reading](), "")
	if err != nil {
		f.Fatal(err)
	}
	d := &place{Door: reactor.Door{Path: "r", Kind: kindSensor, Type: reflect.TypeFor[reading]()}, codec: cd}
	fuzz.Run(f, func(t *testing.T, text []byte) {
		l, err := readTable("f.csv", strings.NewReader(string(text)), d, reflect.New(d.Type))
		if err != nil {
			return
		}
		var v reading
		for n := 0; ; n++ {
			if _, ok := l.Next(reflect.ValueOf(&v).UnsafePointer()); !ok {
				if n == 0 {
					t.Error("a table without lines is no table")
				}
				return
			}
		}
	})
}

func FuzzScript(f *testing.F) {
	f.Add("period = 0.1 function value(t, n) return t * n end")
	f.Add("function value(t) return ('x'):rep(t) .. {} end")
	f.Add("base = 1 function value() return {a = {1, 2}, b = nil} end")
	cd, err := codec.For(reflect.TypeFor[reading](), "")
	if err != nil {
		f.Fatal(err)
	}
	d := &place{Door: reactor.Door{Path: "r", Kind: kindSensor, Type: reflect.TypeFor[reading]()}, codec: cd}
	fuzz.Run(f, func(t *testing.T, text string) {
		s, err := loadScript("f.lua", text, 256<<10)
		if err != nil {
			return
		}
		x, err := s.prepare(d)
		if err != nil {
			return
		}
		var v reading
		for n := range 3 {
			if _, err := x.ask(reactor.Tag{Time: reactor.Time(n)}, reflect.ValueOf(&v).UnsafePointer(), nil); err != nil {
				wants(t, err, "f.lua")
			}
		}
	})
}
