package deploy

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/reactor"
)

var rewrite = flag.Bool("rewrite", false, "write testdata/format.golden anew, if Format has grown")

// shape writes a type with all that is in it.
func shape(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct:
		var b strings.Builder
		for i := range t.NumField() {
			fmt.Fprintf(&b, " %s %s;", t.Field(i).Name, shape(t.Field(i).Type))
		}
		return "{" + b.String() + " }"
	case reflect.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), shape(t.Elem()))
	}
	return t.Kind().String()
}

// TestFormat compares what a recording of a deployment depends on with what it was when Format was last raised: the doors
// with the types of their values, and a hash of all that a deployment with components of each kind puts out over orders of each
// verb. Whatever changes it makes recordings from before fail, so Format is to grow.
func TestFormat(t *testing.T) {
	const plan = `
room: 1
components:
  - {name: plant, kind: plant, period: 1ms}
  - {name: control, script: control.lua, period: 1ms, collector: {mode: controlled, after: 300us}}
  - {name: task, chart: grasp.lua, deadline: 5ms}
  - {name: seen, kind: counting}
  - {name: apart, script: apart.lua, thread: other, period: 2ms}
connections:
  - plant.position -> control.measured
  - control.force -> plant.force
  - task.leaf -> seen.in
  - {from: plant.position, to: apart.p, after: 1ms}
`
	const apart = `local p, sum = sinew.input("p", "float"), 0 local out = sinew.output("sum", "float")
function updateHook() local _, x = p:read() sum = sum + x out:write(sum) end`
	orders := []at{ask(2, "update", "control", "version = 2 "+control), ask(3, "write", "task.events", `"e_contact"`), ask(4, "update", "task", "version = 2 "+grasp),
		ask(5, "set", "plant.mass", "2"), {6 * ms, Order{Do: "call", On: "plant", To: "place", Text: "[0.5]"}},
		{7 * ms, Order{Do: "create", On: "late", To: "late.lua", Text: `o = sinew.output("o", "float") function startHook() o:write(1) end`}},
		{8 * ms, Order{Do: "disconnect", On: "task.leaf", To: "seen.in"}}, {9 * ms, Order{Do: "connect", On: "task.raised", To: "seen.in"}},
		ask(10, "update", "control", "error('no')"), ask(11, "eval", "control", "version"), ask(12, "read", "task.leaf", ""), ask(13, "stop", "control", ""),
		{14 * ms, Order{Do: "replace", On: "control", To: "other.lua", Text: control}}, ask(15, "start", "control", ""), ask(16, "list", "", ""), ask(17, "info", "plant", ""),
		ask(18, "eval", "task", "error('here')"), ask(19, "stop", "late", ""), ask(20, "cleanup", "late", ""), ask(21, "remove", "late", "")}
	r := newRig(t, plan, texts{"control.lua": control, "grasp.lua": grasp, "apart.lua": apart}, reactor.Options{}, orders...).run(t, 30*ms)
	var b strings.Builder
	for _, d := range r.p.Doors() {
		fmt.Fprintf(&b, "%d %s: %s, %s\n", d.Enclave, d.Path, d.Kind, shape(d.Type))
	}
	is := fmt.Sprintf("format %d\n%soutputs %s\n", Format, b.String(), r.rec.Hash())
	const file = "testdata/format.golden"
	golden, err := os.ReadFile(file)
	if err != nil && !*rewrite {
		t.Fatal(err)
	}
	was := string(golden)
	if is == was {
		return
	}
	grown := !strings.HasPrefix(was, fmt.Sprintf("format %d\n", Format))
	switch {
	case !grown:
		t.Errorf("recordings of deployments from before would not repeat: raise Format, and run this test with -rewrite. It is\n%s\nand was\n%s", is, was)
	case !*rewrite:
		t.Errorf("Format has grown: run this test with -rewrite")
	default:
		if err := os.WriteFile(file, []byte(is), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
