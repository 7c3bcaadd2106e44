package lua_test

import (
	"errors"
	"fmt"

	"github.com/sinew-robotics/sinew/lang/lua"
)

type point struct{ X, Y float64 }

type pose struct {
	Position point // metres
	Heading  float64
}

// A script moves a pose of the host's and calls a Go function with typed arguments.
func Example() {
	vm, err := lua.New(lua.Config{Heap: 256 << 10, Budget: 100_000, Stdout: func(b []byte) { fmt.Print(string(b)) }})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err1 := lua.Describe[pose](vm, "Pose")
	err2 := lua.Func1(vm, "robot.limit", func(speed float64) (float64, error) {
		if speed < 0 {
			return 0, errors.New("a speed below zero")
		}
		return min(speed, 0.25), nil // m/s
	})
	err3 := vm.Do("=job", `
		function update(dt, p)
			p.position.x = p.position.x + robot.limit(1) * dt
			return p
		end
		print(Pose{heading = 0.5})`)
	update, err4 := lua.Bind2[float64, pose, pose](vm, "update")
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		fmt.Println(err)
		return
	}
	p, err := update(2, pose{Position: point{X: 1}})
	fmt.Println(p.Position.X, err)
	_, err = vm.Call(vm.Global("robot.limit"), lua.Int(-1))
	fmt.Println(err)
	// Output:
	// Pose{position = {x = 0.0, y = 0.0}, heading = 0.5}
	// 1.5 <nil>
	// a speed below zero
}
