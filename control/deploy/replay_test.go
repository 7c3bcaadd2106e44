package deploy_test

import (
	"encoding/json"
	"fmt"
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

// TestGoingBack steps a run with scripts forth and back in the debugger: the machines' memory is part of its keyframes.
func TestGoingBack(t *testing.T) {
	s := spec()
	s.add(35*ms, deploy.Order{Do: "update", On: "source", Text: strings.ReplaceAll(source, "n + step:get()", "n + 1 * step:get()")})
	s.add(60*ms, deploy.Order{Do: "replace", On: "sink", To: "sink2.lua", Text: sink + "\nfunction startHook() got, last = 0, n end"})
	order := run.Order{Params: params(t, map[string]string{"plan.yaml": plan, "source.lua": source, "sink.lua": sink}), Seed: 1}
	said := map[string]string{}
	for name, every := range map[string]int{"keyframes": 7, "from the start": 1 << 30} {
		d, err := debug.Open(debug.Simulated(s, order, reactor.Tag{Time: reactor.Time(100 * ms)}, nil), debug.Options{Every: every})
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"goto 0.09", "goto 0.033", "print deployment.source.out", "goto 0.07", "back 5", "goto 0.05", "print deployment.sink.stats", "goto 0.095", "print deployment.sink.stats", "print deployment.source.out"} {
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
	if said["keyframes"] != said["from the start"] || !strings.Contains(said["keyframes"], "95") && !strings.Contains(said["keyframes"], "96") {
		t.Errorf("with keyframes:\n%s\nfrom the start:\n%s", said["keyframes"], said["from the start"])
	}
}
