package remote

// Wanted is how many commands Tick, called now, asks the motion for. It serves those who cannot make a command at the
// moment they are asked: with so many made beforehand, Tick does not wait. Only Smooth says; the others give 0.
func (a *Application) Wanted() int {
	if s, ok := a.scheme.(interface{ wanted() int }); ok {
		return s.wanted()
	}
	return 0
}

// wanted foresees what tick will do.
func (x *farSmooth) wanted() int {
	now := x.a.wire.Now()
	if !x.some || now < x.due || x.last || x.a.phase == Stopped || x.a.phase == Stopping || x.a.phase == Ended {
		return 0
	}
	return int(x.wants(now, !x.odd))
}
