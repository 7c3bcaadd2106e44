package chart

import "github.com/sinew-robotics/sinew/diag"

// Check finds the faults of a model, all at once. With faults of severity diag.Error New refuses it.
func (m *Model) Check() diag.Faults {
	return nil
}
