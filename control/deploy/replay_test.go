package deploy_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/control/deploy"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/debug"
	"github.com/sinew-robotics/sinew/tool/deployment"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
)

const ms = time.Millisecond

// ordered is the program of deployments with orders that come at their times, from outside.
type ordered struct {
	run.Spec
	at     []time.Duration
	orders []deploy.Order
}

// Make implements run.Spec.
func (s *ordered) Make(o run.Order) (*run.Instance, error) {
	i, err := s.Spec.Make(o)
	if err != nil || o.Replay {
		return i, err
	}
	door := -1
	for k, d := range i.Program.Doors() {
		if d.Path == "deployment.command" {
			door = k
		}
	}
	var events []run.Event
	for k, order := range s.orders {
		order.ID = uint64(k + 1)
		events = append(events, run.Event{At: s.at[k], Do: func() error {
			i.Program.Submit(door, func(v unsafe.Pointer) { *(*deploy.Order)(v) = order })
			return nil
		}})
	}
	i.Script(events...)
	return i, nil
}

func (s *ordered) add(at time.Duration, o deploy.Order) {
	s.at, s.orders = append(s.at, at), append(s.orders, o)
}

const plan = `
room: 1
components:
  - {name: source, script: source.lua, period: 1ms}
  - {name: sink, script: sink.lua}
connections:
  - source.out -> sink.in
`

const source = `
local sinew = require "sinew"
local out = sinew.output("out", "int")
local step = sinew.property("step", 1, {type = "int"})
n, version = 0, 1
function updateHook()
  n = n + step:get()
  out:write(n)
end
`

const sink = `
local sinew = require "sinew"
local input = sinew.input("in", "int", {event = true, buffer = 8, full = "drop oldest"})
got, last, wrong, sum = 0, 0, 0, {}
function updateHook()
  while true do
    local flow, x = input:read()
    if flow ~= "NewData" then break end
    got = got + 1
    if x ~= last + 1 then wrong = wrong + 1 end
    last = x
    sum[x % 10 + 1] = {x, tostring(x)}
  end
end
`

// params are those of the plan.
func params(t testing.TB, texts map[string]string) *deployment.Params {
	t.Helper()
	b, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	return &deployment.Params{File: "plan.yaml", Texts: string(b)}
}

func spec() *ordered { return &ordered{Spec: deployment.Spec(deploy.Library{Types: deploy.Types()})} }

// TestReplay records a run with changes of every kind, twice, and replays it: the three are the same.
func TestReplay(t *testing.T) {
	s := spec()
	for k := range 20 {
		text := strings.ReplaceAll(source, "version = 0, 1", fmt.Sprintf("version = 0, %d", k))
		if k%4 == 3 {
			text += "\nfunction checkHook() return false, 'not good enough' end"
		}
		s.add(time.Duration(10+k)*ms, deploy.Order{Do: "update", On: "source", Text: text})
	}
	s.add(40*ms, deploy.Order{Do: "create", On: "tap", To: "tap.lua", Text: `n = 0 p = require "sinew".input("p", "int", {event = true}) o = sinew.output("o", "Vec3")
function updateHook() n = n + 1 o:write(Vec3{x = n}) end`})
	s.add(41*ms, deploy.Order{Do: "connect", On: "source.out", To: "tap.p"})
	s.add(50*ms, deploy.Order{Do: "eval", On: "sink", Text: "for i = 1, 3 do print(i, sum[i][2]) end"})
	s.add(51*ms, deploy.Order{Do: "eval", On: "sink", Text: "got = got + 1000 return got"})
	s.add(52*ms, deploy.Order{Do: "replace", On: "sink", To: "sink2.lua", Text: sink + "\nfunction startHook() last = -1 end"})
	s.add(53*ms, deploy.Order{Do: "replace", On: "sink", To: "sink3.lua", Text: sink + "\nfunction startHook() error('not today') end"})
	s.add(54*ms, deploy.Order{Do: "replace", On: "sink", To: "sink4.lua", Text: "sinew.input('in', 'float')"})
	s.add(60*ms, deploy.Order{Do: "set", On: "source.step", Text: "2"})
	s.add(70*ms, deploy.Order{Do: "write", On: "sink.in", Text: "5"})
	var hash string
	for range 2 {
		dir := t.TempDir()
		out, err := run.Do(t.Context(), s, run.Options{Order: run.Order{Params: params(t, map[string]string{"plan.yaml": plan, "source.lua": source, "sink.lua": sink})},
			For: 100 * ms, Out: folder.Place{Dir: dir}, Trace: []string{"*"}})
		if err != nil {
			t.Fatal(err)
		}
		if hash == "" {
			hash = out.Summary.OutputHash
		}
		r, err := run.Replay(t.Context(), []run.Spec{deployment.Spec(deploy.Library{Types: deploy.Types()})}, dir)
		if err != nil || !r.Same() || r.Hash != hash {
			t.Errorf("recorded %s, before %s, replayed: %+v, %v", out.Summary.OutputHash, hash, r, err)
		}
	}
}

// TestRecordingsOfOtherFormats are refused with their version, and not replayed to something else.
func TestRecordingsOfOtherFormats(t *testing.T) {
	dir := t.TempDir()
	texts := map[string]string{"plan.yaml": plan, "source.lua": source, "sink.lua": sink}
	if _, err := run.Do(t.Context(), spec(), run.Options{Order: run.Order{Params: params(t, texts)}, For: 5 * ms, Out: folder.Place{Dir: dir}}); err != nil {
		t.Fatal(err)
	}
	for format, want := range map[string]string{"": "before formats had numbers", "9999": "in format 9999", strconv.Itoa(deploy.Format): ""} {
		r, err := run.Open([]run.Spec{deployment.Spec(deploy.Library{Types: deploy.Types()})}, dir)
		if err != nil {
			t.Fatal(err)
		}
		if r.Order.Run[deployment.KeyFormat] != strconv.Itoa(deploy.Format) {
			t.Fatalf("the recording says of itself: %v", r.Order.Run)
		}
		r.Order.Run[deployment.KeyFormat] = format
		if _, err := r.Make(); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("format %q: %v", format, err)
		}
	}
}

// boss gives one order after the other, each when the one before is answered, and then ends the program.
type boss struct {
	reactor.Reactor
	Answer reactor.In[deploy.Answer]
	Next   reactor.Action[int]
}

func newBoss(main *reactor.Main, d *deploy.Deployer, orders []deploy.Order, told *[]string) {
	b := &boss{}
	reactor.Init(main, "boss", b)
	b.Reaction("begin").On(b.Startup()).Sets(&b.Next).Do(func() { b.Next.Schedule(0, 5*ms) })
	b.Reaction("give").On(&b.Next).Do(func() {
		k := b.Next.Get()
		if k == len(orders) {
			b.RequestStop()
			return
		}
		o := orders[k]
		o.ID = uint64(k + 1)
		d.Command.Schedule(o, 0)
	})
	b.Reaction("hear").On(&b.Answer).Sets(&b.Next).Do(func() {
		if a := b.Answer.Get(); a.ID != 0 {
			*told = append(*told, a.Fault)
			b.Next.Schedule(int(a.ID), time.Duration(a.ID*377%1000)*time.Microsecond) // at another place of the cycle each time
		}
	})
	reactor.Connect(&d.Answer, &b.Answer)
}

// TestUpdatesBesideTheClock puts texts of scripts and of a chart in place on the real clock, where the workshop has a thread of
// its own, while another component calls an operation of what rests. No event is lost, and the replay, on no clock and in one
// thread, is the same to the bit.
func TestUpdatesBesideTheClock(t *testing.T) {
	const hand = `local rfsm, seen = require "rfsm", 0
	sinew.operation("seen", {}, "int", function() return seen end)
	local function see() seen = seen + 1 end
	return rfsm.state{ a = rfsm.state{entry = see}, b = rfsm.state{entry = see}, rfsm.trans{src = "initial", tgt = "a"},
		rfsm.trans{src = "a", tgt = "b", events = {"e_1"}}, rfsm.trans{src = "b", tgt = "a", events = {"e_0"}} }`
	const source = `local out, event = sinew.output("out", "int"), sinew.output("event", "string")
	n, asked = 0, 0
	function updateHook()
		n = n + 1
		out:write(n)
		event:write("e_" .. n % 2)
		if n % 3 == 0 then asked = sinew.call("hand", "seen") end
	end`
	files := map[string]string{"source": source, "sink": strings.Replace(sink, "buffer = 8", "buffer = 512", 1), "hand": hand}
	var orders []deploy.Order
	for k := range 63 {
		on := []string{"source", "sink", "hand"}[k%3]
		text := fmt.Sprintf("version = %d ", k) + files[on]
		if k%7 == 6 {
			text = "error('no good') " + text
		}
		orders = append(orders, deploy.Order{Do: "update", On: on, Text: text})
	}
	orders = append(orders, deploy.Order{Do: "eval", On: "sink", Text: "assert(wrong == 0 and got == last)"},
		deploy.Order{Do: "replace", On: "sink", To: "other.lua", Text: files["sink"]})
	var told []string
	spec := run.New("cell", struct{}{}, func(main *reactor.Main, _ *struct{}) error {
		p := &deploy.Plan{Components: []deploy.Spec{
			{Name: "source", Script: deploy.Script{File: "source.lua", Text: source}, Run: true, Activity: deploy.Activity{Period: ms}},
			{Name: "sink", Script: deploy.Script{File: "sink.lua", Text: files["sink"]}, Run: true},
			{Name: "hand", Script: deploy.Script{File: "hand.lua", Text: hand, Chart: true}, Run: true}},
			Connections: []deploy.Link{{From: "source.out", To: "sink.in"}, {From: "source.event", To: "hand.events"}}}
		dep, err := deploy.New(main, "deployer", deploy.Library{Types: deploy.Types()}, p)
		if err == nil {
			newBoss(main, dep.Deployers[0], orders, &told)
		}
		return err
	})
	dir := t.TempDir()
	out, err := run.Do(t.Context(), spec, run.Options{Order: run.Order{Real: true}, For: time.Minute, Out: folder.Place{Dir: dir}, Trace: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	refused := slices.DeleteFunc(slices.Clone(told), func(f string) bool { return f == "" })
	if len(told) != len(orders) || len(refused) != 9 || strings.Count(fmt.Sprint(refused), "no good") != 9 {
		t.Errorf("%d of %d orders have their answers, and these faults: %q", len(told), len(orders), refused)
	}
	r, err := run.Replay(t.Context(), []run.Spec{spec}, dir)
	if err != nil || !r.Same() || r.Hash != out.Summary.OutputHash {
		t.Errorf("recorded %s, replayed: %+v, %v", out.Summary.OutputHash, r, err)
	}
}

// TestGoingBack steps a run with scripts forth and back in the debugger: the machines' memory is part of its keyframes.
func TestGoingBack(t *testing.T) {
	s := spec()
	s.add(35*ms, deploy.Order{Do: "update", On: "source", Text: strings.ReplaceAll(source, "n + step:get()", "n + 1 * step:get()")})
	s.add(60*ms, deploy.Order{Do: "replace", On: "sink", To: "sink2.lua", Text: sink + "\nfunction startHook() got, last = 0, n end"})
	// A script with a chart of its own, besides.
	const hand = `local rfsm, out = require "rfsm", sinew.output("leaf", "string")
	local n, seen = 0, 0
	local function see() seen = seen + 1 end
	local chart = rfsm.init(rfsm.state{ a = rfsm.state{entry = see}, b = rfsm.state{ doo = function() while true do see() rfsm.yield(true) end end },
		rfsm.trans{src = "initial", tgt = "a"}, rfsm.trans{src = "a", tgt = "b", events = {"e_b"}}, rfsm.trans{src = "b", tgt = "a", events = {"e_a"}} })
	rfsm.run(chart)
	function updateHook()
		n = n + 1
		if n % 5 == 0 then rfsm.send_events(chart, n % 10 == 0 and "e_a" or "e_b") end
		rfsm.step(chart)
		out:write(chart._act_leaf._fqn .. " " .. seen)
	end`
	plan := strings.Replace(plan, "connections:", "  - {name: hand, script: hand.lua, period: 1ms}\nconnections:", 1)
	order := run.Order{Params: params(t, map[string]string{"plan.yaml": plan, "source.lua": source, "sink.lua": sink, "hand.lua": hand}), Seed: 1}
	said := map[string]string{}
	for name, every := range map[string]int{"keyframes": 7, "from the start": 1 << 30} {
		d, err := debug.Open(debug.Simulated(s, order, reactor.Tag{Time: reactor.Time(100 * ms)}, nil), debug.Options{Every: every})
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"goto 0.09", "goto 0.033", "print deployment.source.out", "goto 0.07", "back 5", "goto 0.05", "print deployment.sink.stats", "print deployment.hand.leaf", "goto 0.067", "print deployment.hand.leaf", "goto 0.095", "print deployment.hand.leaf", "print deployment.sink.stats", "print deployment.source.out"} {
			_, err := d.Command(t.Context(), line)
			a, e := d.Wait(t.Context())
			if err != nil || e != nil || strings.Contains(a.Text, "keyframes do not hold") {
				t.Fatal(line, err, e, a.Text)
			}
			if strings.HasPrefix(line, "print") {
				a, err = d.Command(t.Context(), line)
				said[name] += fmt.Sprintln(a.Text, err)
			}
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
	if !strings.Contains(said["keyframes"], "root.b ") || !strings.Contains(said["keyframes"], "root.a ") {
		t.Errorf("the chart of a script has not been in both states:\n%s", said["keyframes"])
	}
	if said["keyframes"] != said["from the start"] || !strings.Contains(said["keyframes"], "95") && !strings.Contains(said["keyframes"], "96") {
		t.Errorf("with keyframes:\n%s\nfrom the start:\n%s", said["keyframes"], said["from the start"])
	}
}
