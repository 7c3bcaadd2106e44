package franka

// Total computes MTotal, FxCtotal and ITotal from the end effector and the load: masses add up, the centre of mass is
// their weighted mean, and both tensors move to it by the parallel-axis theorem. Both tensors are along the flange's
// axes. Without any mass all three are zero.
func (s *State) Total() {
	s.MTotal, s.FxCtotal, s.ITotal = s.MEE+s.MLoad, [3]float64{}, [9]float64{}
	if s.MTotal <= 0 {
		return
	}
	for i := range s.FxCtotal {
		s.FxCtotal[i] = (float64(s.MEE*s.FxCee[i]) + float64(s.MLoad*s.FxCload[i])) / s.MTotal
	}
	s.ITotal = addTensors(parallel(s.IEE, s.MEE, s.FxCee, s.FxCtotal),
		parallel(s.ILoad, s.MLoad, s.FxCload, s.FxCtotal))
}

// parallel returns the tensor about point p of a body of mass m whose tensor about its centre of mass c is i.
func parallel(i [9]float64, m float64, c, p [3]float64) [9]float64 {
	var d [3]float64
	for k := range d {
		d[k] = c[k] - p[k]
	}
	square := float64(d[0]*d[0]) + float64(d[1]*d[1]) + float64(d[2]*d[2])
	for col := range 3 {
		for row := range 3 {
			x := -float64(d[row] * d[col])
			if row == col {
				x += square
			}
			i[3*col+row] += float64(m * x)
		}
	}
	return i
}

func addTensors(a, b [9]float64) [9]float64 {
	for k := range a {
		a[k] += b[k]
	}
	return a
}
