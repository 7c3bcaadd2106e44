package rfsm

import (
	"cmp"
	"embed"
	"fmt"
	"strings"

	"github.com/sinew-robotics/sinew/lang/lua"
)

// Config configures a library.
type Config struct {
	Host   Host  // behind the module sinew; nil for none
	Budget int64 // instructions for one call of a user's function; 0 for what the activation has
	Memory int   // bytes that the machines of all charts may occupy in addition to the heap; 0 for 16 MiB
	Queue  int   // events that wait for a chart's step, unless root.queue_limit says otherwise; 0 for 256
}

// Library is rFSM's modules in one VM, and the charts that its scripts make.
type Library struct {
	vm     *lua.VM
	cfg    Config
	handle lua.Handle[number]
	charts map[number]*Chart
	last   number
	used   int // bytes of their machines
	k      [keyCount]lua.Value
	core   lua.Value // the library's table, which the VM keeps
	enter  lua.Value // calls Library.entered
	task   task      // of the activation that a host's machine has begun
	inside int       // calls of the library's Go functions under way
	abort  error     // the error that ends the activation, on its way out of a machine
	text   []byte
}

// number identifies a script's chart.
type number uint64

// key numbers the strings that the library's table holds.
type key int

const (
	kEntry key = iota
	kExit
	kDoo
	kGuard
	kEffect
	kEvents
	kPredicates
	kMode
	kActLeaf
	kActChild
	kInactive
	kActive
	kDone
	kGetEvents
	kPre
	kPost
	kIdle
	kErr
	kWarn
	kDbg
	kEnter
	kLeave
	kTake
	kRaised
	kNodes
	kTransitions
	kValues
	kIDs
	kHandle
	kStep
	kEmpty
	kWork
	kStop
	kTick
	kSilent
	kFqn
	kSrc
	kTgt
	kPn
	kWhere
	kID
	kSafe
	kLimit
	kRfsm
	kType
	kQueue
	kKinds
	kState
	kConnector
	kTransition
	keyCount
)

// keyTexts are the strings, by number: fields of rFSM and of the user, then those of records.
var keyTexts = [keyCount]string{"entry", "exit", "doo", "guard", "effect", "events", "_pred_events", "_mode", "_act_leaf",
	"_actchild", "inactive", "active", "done", "getevents", "pre_step_hook", "post_step_hook", "idle_hook", "err", "warn",
	"dbg", "STATE_ENTER", "STATE_EXIT", "EFFECT", "RAISED", "nodes", "transitions", "values", "ids", "handle", "step",
	"empty", "work", "stop", "tick", "silent", "_fqn", "src", "tgt", "pn", "_where", "_id", "safe_mode", "queue_limit",
	"rfsm", "type", "_intq", "kinds", "state", "connector", "transition"}

//go:embed lib/*.lua
var sources embed.FS

// modules are the names under which scripts may require the files of lib: today's and those of rFSM before 2022.
var modules = []struct{ file, name, old string }{
	{"rfsm", "rfsm", "rfsm.rfsm"},
	{"timeevent", "rfsm.timeevent", "rfsm_timeevent"},
	{"emem", "rfsm.emem", "rfsm_emem"},
	{"await", "rfsm.await", "rfsm_await"},
	{"checkevents", "rfsm.checkevents", "rfsm_checkevents"},
	{"preview", "rfsm.preview", "rfsm_preview"},
	{"ext", "rfsm.ext", "rfsm_ext"},
	{"marsh", "rfsm.marsh", "rfsm_marsh"},
	{"rfsm2json", "rfsm.rfsm2json", "rfsm2json"},
	{"plantuml", "rfsm.plantuml", "rfsm_plantuml"},
	{"pp", "rfsm.pp", "rfsmpp"},
	{"sinew", "sinew", "rfsm.sinew"},
}

// kept is the name under which the VM keeps the library's table.
const kept = "rfsm"

// Open lets the scripts of a VM require rFSM's modules. A VM has one library.
func Open(vm *lua.VM, cfg Config) (*Library, error) {
	cfg.Memory, cfg.Queue = cmp.Or(cfg.Memory, 16<<20), cmp.Or(cfg.Queue, 256)
	l := &Library{vm: vm, cfg: cfg, charts: map[number]*Chart{}}
	var err error
	if l.handle, err = lua.DescribeHandle(vm, "RfsmChart", l.release); err != nil {
		return nil, err
	}
	const global = "rfsm" // while the library is set up
	for _, f := range []lua.Func{{Name: "make", Call: l.make}, {Name: "step", Call: l.step}, {Name: "send", Call: l.send},
		{Name: "reset", Call: l.reset}, {Name: "check", Call: l.check}, {Name: "merge", Call: l.merge},
		{Name: "failures", Call: l.failures}, {Name: "leaf", Call: l.leaf}, {Name: "queued", Call: l.queued},
		{Name: "module", Call: l.module}, {Name: "enter", Call: l.entered}, {Name: "now", Call: l.now},
		{Name: "log", Call: l.log}, {Name: "raise", Call: l.raise}, {Name: "read", Call: l.read}, {Name: "write", Call: l.write}} {
		if err := vm.SetFunction(global+"."+f.Name, l.guarded(f.Call)); err != nil {
			return nil, err
		}
	}
	core := vm.Global(global)
	err = vm.Try(func() { vm.Keep(kept, core) })
	if err == nil {
		err = l.boot(core)
	}
	if err == nil {
		err = vm.SetGlobal(global, lua.Nil)
	}
	if err == nil {
		err = l.find()
	}
	if err != nil {
		return nil, fmt.Errorf("rfsm: %w", err)
	}
	return l, nil
}

// boot makes the library's tables.
func (l *Library) boot(core lua.Value) error {
	f, err := l.vm.Load("=rfsm", `local core, keys, modules = ...
		core.charts, core.threads = setmetatable({}, {__mode = "k"}), setmetatable({}, {__mode = "k"})
		core.keys, core.kinds = keys, {}
		for _, name in ipairs(modules) do package.preload[name] = core.module end`)
	if err != nil {
		return err
	}
	var keys, names lua.Value
	texts := keyTexts
	if err := l.vm.Try(func() {
		keys = l.list(texts[:])
		l.vm.Set(core, l.vm.String("keys"), keys)
		var all []string
		for _, m := range modules {
			all = append(all, m.name, m.old)
		}
		names = l.list(all)
	}); err != nil {
		return err
	}
	_, err = l.vm.Call(f, core, keys, names)
	return err
}

// list makes a list of strings.
func (l *Library) list(texts []string) lua.Value {
	t := l.vm.NewTable(len(texts), 0)
	l.vm.Push(t)
	for i, text := range texts {
		l.vm.Set(t, lua.Int(int64(i)+1), l.vm.String(text))
	}
	return t
}

// find looks up what the library's table holds.
func (l *Library) find() error {
	return l.vm.Try(func() {
		l.core = l.vm.Kept(kept)
		core := l.core
		keys := l.vm.Get(core, l.vm.String("keys"))
		for i := range l.k {
			l.k[i] = l.vm.Get(keys, lua.Int(int64(i)+1))
		}
		l.enter = l.vm.Get(core, l.vm.String("enter"))
	})
}

// guarded counts calls of the library's functions, so that bodies know whether they are part of an activation.
func (l *Library) guarded(f lua.Function) lua.Function {
	return func(vm *lua.VM, n int) int {
		l.inside++
		defer func() { l.inside-- }()
		return f(vm, n)
	}
}

// within runs Go code as part of an activation, which it begins if there is none.
func (l *Library) within(do func()) error {
	if l.inside > 0 {
		do()
		return nil
	}
	return l.begin(&task{chart: &Chart{lib: l}, do: func(*Chart, lua.Value) error {
		do()
		return nil
	}}).err
}

// module returns what a module's file returns; package.preload calls it with the name.
func (l *Library) module(vm *lua.VM, n int) int {
	name := vm.Text(vm.Arg(0))
	for _, m := range modules {
		if name != m.name && name != m.old {
			continue
		}
		core := l.core
		v := vm.Get(core, vm.String("module "+m.file))
		if v.IsNil() {
			text, err := sources.ReadFile("lib/" + m.file + ".lua")
			if err != nil {
				vm.Fail("%s", err)
			}
			f, err := vm.Load("=rfsm/"+m.file, string(text))
			if err != nil {
				vm.Fail("%s", err)
			}
			if _, err := vm.Call(f, core); err != nil {
				vm.Pass(err)
			}
			v = vm.Result(0)
			vm.Set(core, vm.String("module "+m.file), v)
		}
		vm.Push(v)
		if !strings.Contains(name, ".") && vm.Global(name).IsNil() { // as rFSM did before 2022
			if err := vm.SetGlobal(name, v); err != nil {
				vm.Pass(err)
			}
		}
		return 1
	}
	vm.Fail("rfsm has no module %s", name)
	return 0
}

// release forgets a chart that scripts can no longer reach.
func (l *Library) release(n number) {
	if c := l.charts[n]; c != nil {
		l.used -= c.bytes
		delete(l.charts, n)
	}
}
