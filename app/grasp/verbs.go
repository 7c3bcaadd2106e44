package grasp

import (
	"maps"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// troubles are mistakes of scripts, which failures trigger on purpose.
const troubles = `
trouble = {
  error = function() error("a mistake in the script, made on purpose") end,
  loop = function() while true do end end,
  memory = function() local t = {} while true do t[#t + 1] = ("x"):rep(1000) .. #t end end,
  litter = function() for i = 1, 40 do local s = { i, i, i, i } end end,
}`

// verbs gives the scripts the table robot, which docs/tutorial-grasp.md describes.
func (r *Coordinator) verbs() error {
	if err := r.vm.Do("=trouble", troubles); err != nil {
		return err
	}
	commands, senses := r.commands(), r.senses()
	for _, name := range slices.Sorted(maps.Keys(commands)) {
		call := commands[name]
		err := r.vm.SetFunction("robot."+name, func(vm *lua.VM, n int) int {
			if t := r.trouble; t != "" {
				r.trouble = ""
				if _, err := vm.Call(vm.Global("trouble." + t)); err != nil {
					vm.Fail("%s", err)
				}
			}
			return call(vm, n)
		})
		if err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(senses)) {
		if err := r.vm.SetFunction("robot."+name, senses[name]); err != nil {
			return err
		}
	}
	return nil
}

// spoil makes the scripts make a mistake at the next command, or produce garbage from now on.
func (r *Coordinator) spoil() {
	switch name := r.Trouble.Get(); name {
	case "litter":
		r.litter = true
		_ = r.vm.Do("=trouble", `collectgarbage("stop")`)
	case "error", "loop", "memory":
		r.trouble = name
	default:
		r.trouble, r.litter = "", false
	}
}

// number returns an argument that must be a number within bounds.
func number(vm *lua.VM, i int, what string, low, high float64) float64 {
	x, ok := vm.Arg(i).AsFloat()
	if !ok || !(x >= low && x <= high) {
		vm.Fail("%s is %s: give a number from %g to %g", what, describe(vm, vm.Arg(i)), low, high)
	}
	return x
}

func describe(vm *lua.VM, v lua.Value) string {
	if t := vm.Text(v); t != "" {
		return t
	}
	return "a " + v.Type()
}

// commands are the scripts' commands.
func (r *Coordinator) commands() map[string]lua.Function {
	plain := func(do func(vm *lua.VM)) lua.Function {
		return func(vm *lua.VM, _ int) int {
			do(vm)
			return 0
		}
	}
	return map[string]lua.Function{
		"halt": plain(func(*lua.VM) { r.want(Wish{Way: Halt}) }),
		"move": plain(func(vm *lua.VM) {
			to := spatial.V(number(vm, 0, "x", -1, 1), number(vm, 1, "y", -1, 1), number(vm, 2, "z", -0.1, 1))
			r.want(Wish{Way: Move, To: to, Yaw: number(vm, 3, "yaw", -10, 10), Speed: number(vm, 4, "speed", 0, r.p.Speed)})
		}),
		"descend": plain(func(vm *lua.VM) {
			w := Wish{Way: Descend, Speed: number(vm, 0, "speed", 0, r.p.Speed)}
			w.Soft = w.Speed
			if !vm.Arg(1).IsNil() {
				w.Soft = number(vm, 1, "soft speed", 0.001, r.p.Speed)
			}
			if !vm.Arg(2).IsNil() {
				w.Top = number(vm, 2, "height", 0, 1)
			}
			r.want(w)
		}),
		"press": plain(func(vm *lua.VM) { r.want(Wish{Way: Press, Force: number(vm, 0, "force", 0, 20)}) }),
		"open": plain(func(vm *lua.VM) {
			r.grip(Hand{Width: number(vm, 0, "width", 0.005, 0.084), Speed: maxGripSpeed, Force: maxGripForce})
		}),
		"close": plain(func(vm *lua.VM) {
			r.grip(Hand{Speed: number(vm, 1, "speed", 0, maxGripSpeed), Force: number(vm, 0, "force", 1, maxGripForce)})
		}),
		"bias": plain(func(*lua.VM) {
			r.wish.Bias++
			r.seen.biased = false
			r.seen.felt.Known = false
			r.Wish.Set(r.wish)
		}),
		"timeout": plain(func(vm *lua.VM) {
			r.alarm = r.Elapsed() + time.Duration(number(vm, 0, "time", 0.001, 600)*float64(time.Second))
		}),
		"restart": plain(func(*lua.VM) { r.Restart.Set(true) }),
		"attempt": plain(func(*lua.VM) { r.Attempts++ }),
		"recovered": plain(func(vm *lua.VM) {
			r.Recovered++
			r.say(Note{Text: "recovered: " + vm.Text(vm.Arg(0))})
		}),
		"fault": plain(func(vm *lua.VM) {
			r.Faults++
			r.say(Note{Text: vm.Text(vm.Arg(0))})
		}),
		"say":     plain(func(vm *lua.VM) { r.say(Note{Text: vm.Text(vm.Arg(0))}) }),
		"done":    plain(func(vm *lua.VM) { r.say(Note{Text: vm.Text(vm.Arg(0)), End: true, Done: true}) }),
		"give_up": plain(func(vm *lua.VM) { r.say(Note{Text: "given up: " + vm.Text(vm.Arg(0)), End: true}) }),
		"why": func(vm *lua.VM, _ int) int {
			vm.Push(vm.String(r.why()))
			return 1
		},
	}
}

// why returns what is wrong with devices or scripts.
func (r *Coordinator) why() string {
	s := &r.seen
	switch f := r.Machine().Failures(); {
	case s.reading.Error != 0:
		return boxError(s.reading.Error)
	case s.reading.Fault != xarm.FaultNone:
		return "the box does not answer: " + s.reading.Fault.String()
	case s.state.Stopped:
		return "the safety check has stopped the arm"
	case !s.good:
		return "the force-torque sensor is " + s.felt.Why.String()
	case !s.sound:
		return "the gripper's readings cannot be true"
	case len(f) > 0:
		return f[len(f)-1].Err.Error()
	}
	return "nothing is wrong"
}

// push pushes numbers.
func push(vm *lua.VM, all ...float64) int {
	for _, x := range all {
		vm.Push(lua.Float(x))
	}
	return len(all)
}

// inside is how far inside the workspace the tool's goals must be, m.
const inside = 0.01

// senses are the scripts' queries.
func (r *Coordinator) senses() map[string]lua.Function {
	flag := func(is func(s *seen) bool) lua.Function {
		return func(vm *lua.VM, _ int) int {
			vm.Push(lua.Bool(is(&r.seen)))
			return 1
		}
	}
	return map[string]lua.Function{
		"at": func(vm *lua.VM, _ int) int {
			p, yaw := r.at()
			return push(vm, p.X, p.Y, p.Z, yaw)
		},
		"touch":    func(vm *lua.VM, _ int) int { return push(vm, r.seen.felt.At[0], r.seen.felt.At[1]) },
		"force":    func(vm *lua.VM, _ int) int { f := &r.seen.felt.Force; return push(vm, f.X, f.Y, f.Z) },
		"width":    func(vm *lua.VM, _ int) int { return push(vm, r.seen.reading.Width) },
		"expected": func(vm *lua.VM, _ int) int { t := &r.task; return push(vm, t.X, t.Y, t.Yaw, t.Height) },
		"target":   func(vm *lua.VM, _ int) int { return push(vm, r.task.To[0], r.task.To[1]) },
		"within": func(vm *lua.VM, _ int) int {
			limits := r.p.limits()
			at := spatial.V(number(vm, 0, "x", -10, 10), number(vm, 1, "y", -10, 10), reach+inside)
			vm.Push(lua.Bool(limits.Clearance(at) > inside/2))
			return 1
		},
		"holding": flag(func(s *seen) bool { return s.gripped && !s.slip }),
		"sensor":  flag(func(s *seen) bool { return s.good }),
		"gripper": flag(func(s *seen) bool { return s.sound }),
		"ready":   flag(func(s *seen) bool { return s.ready }),
		"estop":   flag(func(s *seen) bool { return s.reading.Error == uint8(xarm.ErrorEmergencyStop) }),
	}
}
