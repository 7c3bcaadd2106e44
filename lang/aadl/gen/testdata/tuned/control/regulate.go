package control

// RegulateState is what the algorithm of regulate keeps from one call to the next. Each Init begins with the zero value.
type RegulateState struct{ on bool }

// Validate reports all that is wrong with the state at the end of Init.
func (s *RegulateState) Validate() error { return nil }

// Run is the algorithm of the thread regulate: it heats below what is wanted.
//
//sinew:algorithm regulate
func (s *RegulateState) Run(in *RegulateIn, out *RegulateOut) error {
	in.Vars.Sum += in.Read.Degrees
	out.SendCount = true
	p := &in.Params
	low, high := p.Wanted.DegreesCelsius()-p.Hysteresis, p.Wanted.DegreesCelsius()+p.Hysteresis
	on := s.on
	switch is := in.Read.Degrees; {
	case is < low:
		on = true
	case is > high:
		on = false
	}
	if on != s.on {
		s.on = on
		in.Vars.Switched++
	}
	out.Heat, out.SendHeat = on, true
	return nil
}
