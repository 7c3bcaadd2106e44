package reactor

// Start enters the first events of every enclave. It must be called once, before the first Next: a program runs once.
func (p *Program) Start() {
	if p.started.Swap(true) {
		panic("reactor: the program " + p.Name + " has been started already: build it anew for every run")
	}
	for _, e := range p.Enclaves {
		e.start()
	}
}

// Started reports whether Start has been called.
func (p *Program) Started() bool { return p.started.Load() }

// SetClock gives the program its physical clock, in nanoseconds since the start. Without one, physical time is the logical time
// of the calling enclave, and everything is on time.
func (p *Program) SetClock(now func(e *Enclave) Time) {
	for _, e := range p.Enclaves {
		e.inbox.mu.Lock()
	}
	p.now = now
	for _, e := range p.Enclaves {
		e.inbox.mu.Unlock()
	}
}

// Observe makes o see every tag of every enclave, after the existing observers. With several enclaves o is called
// from several threads. It must be called before Start, or between tags by the thread that drives the program.
func (p *Program) Observe(o Observer) {
	for _, e := range p.Enclaves {
		switch was := e.observer.(type) {
		case nil:
			e.observer = o
		case Observers:
			e.observer = append(was[:len(was):len(was)], o)
		default:
			e.observer = Observers{was, o}
		}
	}
}

// OnMail sets the function that is called when an event arrives at e from another thread. Like SetClock it must be called before
// Start or by the thread that drives the program.
func (e *Enclave) OnMail(wake func()) {
	e.inbox.mu.Lock()
	e.inbox.wake = wake
	e.inbox.mu.Unlock()
}

// OnStop sets the function that is called, on the enclave's thread, when a reaction has requested the end of the
// program. It decides the stop tag, which is otherwise one microstep later.
func (e *Enclave) OnStop(stopped func(e *Enclave)) { e.stopped = stopped }

// HasDoors reports whether events that trigger something can reach the enclave from outside: if so, an empty queue is
// not the end.
func (e *Enclave) HasDoors() bool {
	for _, t := range e.triggers {
		if t.kind == physicalTrigger && !t.down.empty() {
			return true
		}
	}
	return false
}

// Link is a connection that enters an enclave from another.
type Link struct {
	From, To int // enclave ids
	Delay    Tag // the least delay it adds; Physical links add nothing and block no enclave
	Physical bool
}

// Links lists the connections between enclaves.
func (p *Program) Links() []Link {
	var ls []Link
	for _, c := range p.main.conns {
		b := c.base()
		from, to := int(b.from.owner.enclave), int(b.to.owner.enclave)
		if from == to || b.cut {
			continue
		}
		d := Tag{Time(b.delay), 0}
		if b.delay == 0 {
			d.Microstep = 1
		}
		ls = append(ls, Link{from, to, d, b.physical})
	}
	return ls
}

// Run drives a program with one thread and no clock until nothing is left to do or the stop tag has passed. It is the simplest
// executor, for tests and pure simulations. Enclaves take turns in the order of their tags.
func (p *Program) Run(stop Tag) {
	p.Start()
	for _, e := range p.Enclaves {
		e.StopAt(stop)
	}
	for len(p.Enclaves) == 1 && p.Enclaves[0].Step(nil) {
	}
	for p.Step(nil) {
	}
}

// Step runs the earliest tag of the program, in the enclave with the smallest id among those that share it, and
// reports whether there was one. When nothing is left it ends the program one microstep after the latest tag.
func (p *Program) Step(run LevelRunner) bool {
	e, tag := p.Earliest()
	for e == nil {
		if !p.Starve() {
			return false
		}
		e, tag = p.Earliest()
	}
	p.StepAt(e, tag, run)
	return true
}

// StepAt runs one tag of one enclave.
func (p *Program) StepAt(e *Enclave, tag Tag, run LevelRunner) {
	e.Begin(tag)
	e.RunLevels(run)
	e.End()
	if len(p.Enclaves) > 1 {
		p.spreadStop()
	}
}

// RequestStop ends the program one microstep after the latest tag that any enclave has begun. Only the thread that
// drives all enclaves may call it; to stop a program that package exec runs, cancel its context.
func (p *Program) RequestStop() {
	at := Tag{}
	for _, e := range p.Enclaves {
		if e.started {
			at = later(at, e.soon)
		}
	}
	for _, e := range p.Enclaves {
		if !e.done {
			e.Close(at)
		}
	}
}

// Earliest returns the enclave with the earliest tag, nil when nothing is left to do.
func (p *Program) Earliest() (first *Enclave, at Tag) {
	if len(p.Enclaves) == 1 {
		if tag, ok := p.Enclaves[0].Next(); ok {
			return p.Enclaves[0], tag
		}
		return nil, at
	}
	for _, e := range p.Enclaves {
		if tag, ok := e.Next(); ok && (first == nil || tag.Before(at)) {
			first, at = e, tag
		}
	}
	return first, at
}

// spreadStop sets the stop tag of all enclaves to the earliest tag that none of them has passed.
func (p *Program) spreadStop() {
	stop, reached := ForeverTag, Tag{}
	for _, e := range p.Enclaves {
		if e.stop.Before(stop) {
			stop = e.stop
		}
		if e.started {
			reached = later(reached, e.tag)
		}
	}
	if stop == ForeverTag {
		return
	}
	for _, e := range p.Enclaves {
		if !e.done {
			e.StopAt(later(stop, reached))
		}
	}
}

// Starve ends a program that has nothing left to do one microstep after the latest tag; a replay ends at the stop
// tag that it was given, because what ended the recorded run may have come from outside. It reports false when all
// enclaves are done.
func (p *Program) Starve() bool {
	over, given := true, p.replay
	for _, e := range p.Enclaves {
		over = over && e.done
		given = given && (e.done || e.stop != ForeverTag)
	}
	if over {
		return false
	}
	if !given {
		p.RequestStop()
		return true
	}
	for _, e := range p.Enclaves {
		e.closing = true
	}
	return true
}
