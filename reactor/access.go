package reactor

import "strings"

// Values used instead of a reaction's id.
const (
	idle      = -1 // a worker between reactions
	several   = -2 // more than one reaction may set the port or schedule the action
	none      = -3 // no reaction may
	observing = -4 // the worker is showing the tag to the Observer, which may read everything
)

// oneMore counts another reaction among those that may set a port or schedule an action: it returns the id of the only
// one, or several.
func oneMore(who, id int32) int32 {
	if who == none || who == id {
		return id
	}
	return several
}

// bit is the number of a reaction's bit in its cell. All reactions beyond the 63rd share the last bit.
func (rx *reaction) bit() uint8 { return uint8(min(rx.number-1, 63)) }

// admits reports whether the running reaction may read something of the cell's reactor. It is the slow path, called
// only when the bits do not decide. While a reaction of the reactor runs, no state of another thread is read.
func (c *cell) admits(declared func(rx *reaction) bool) bool {
	if c.runs != 0 {
		return declared(c.w.e.prog.reactions[c.w.cur])
	}
	return c.w.cur == observing
}

// checkReader panics unless a port may be read now.
func checkReader(p *portBase) {
	declared := func(rx *reaction) bool { return rx.tied(p, triggers, reads) }
	if p.reader.admits(declared) || p.reader.runs == 0 && p.root.owner.cell.w.cur == observing {
		return
	}
	if c := p.cell; c != nil && c.runs != 0 && c.w.e.prog.reactions[c.w.cur].tied(p, sets) { // it may read what is set already
		return
	}
	panic("reactor: port " + pathOf(p) + " is read " + p.reader.whileRunning(
		"a reaction reads its reactor's inputs and the outputs of reactors contained in it: connect this port to one of those"))
}

func (t *trigger) checkReader() {
	c := t.cell
	if !c.admits(func(rx *reaction) bool { return rx.has(t, triggers, reads) }) {
		panic("reactor: action " + t.path() + " is read " + c.whileRunning(
			"a reaction reads its own reactor's actions: send the value through a port"))
	}
}

// whileRunning names the reaction that reads something undeclared and says what to do. With several workers it may be
// the running reaction of any of them.
func (c *cell) whileRunning(foreign string) string {
	if c.w.e == nil {
		return "before the program runs: it has a value only in a reaction that declares it with On or Uses"
	}
	if c.runs != 0 {
		return "by reaction " + c.w.e.prog.reactions[c.w.cur].path() +
			", which does not declare it; name it in the reaction's Uses, or in On if it is to trigger the reaction"
	}
	var names []string
	for _, x := range c.w.e.workers {
		if x.cur >= 0 {
			names = append(names, x.e.prog.reactions[x.cur].path())
		}
	}
	if len(names) == 0 {
		return "outside of a reaction: read it in a reaction that declares it with On or Uses, or in an Observer"
	}
	return "by reaction " + strings.Join(names, " or ") + ", which does not declare it; " + foreign
}

// checkOwn is called when no reaction of the cell's reactor runs. It permits observers, and reads while the program
// does not run.
func (c *cell) checkOwn(what string, read bool) {
	w := c.w
	running := w.e != nil && w.e.started && !w.e.done
	switch {
	case read && (!running || w.cur == observing):
		return
	case !running:
		panic("reactor: " + what + " while the program does not run: call it in a reaction")
	}
	by := "outside of a reaction"
	if w.cur >= 0 {
		by = "while reaction " + w.e.prog.reactions[w.cur].path() + " of another reactor runs"
	}
	panic("reactor: " + what + " " + by + ": only its own reactor's reactions may; elsewhere take the value from a port, " +
		"and stop a program by cancelling its context or through a physical action")
}
