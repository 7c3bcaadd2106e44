package lua

// UserType is a type of values that the host gives to scripts.
type UserType struct {
	Name string
}

func (vm *VM) userGet(o, k Value, dst *Value) bool { return false }
func (vm *VM) userSet(o, k, v Value) bool          { return false }
