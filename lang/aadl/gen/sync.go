package gen

import (
	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

const alignPath = "github.com/sinew-robotics/sinew/control/align"

// emitAligned writes the fields of a thread that takes messages together.
func (p *program) emitAligned(f *gogen.File, t *plan.Thread) {
	a := f.Import(alignPath)
	f.P("align %s.Aligner\nslots [%d]int\nmore %s.Action[bool] // another set may be there", a, len(t.Events()), f.Import(reactorPath))
	for _, q := range t.Events() {
		f.P("waiting%s [%s.Depth]%s", q.Field, a, p.write(f, nil, q.Type))
	}
}

// emitAlign writes how a thread takes its input, and the next set of messages, one at each tag.
func (p *program) emitAlign(f *gogen.File, t *plan.Thread) {
	for k, q := range t.Events() {
		at := "t.Elapsed()"
		if t.Sync.Stamped {
			at = f.Import("time") + ".Duration(v.Stamp)"
		}
		f.P("if v := t.%s.Ref(); v != nil {\nif slot, ok := t.align.Add(%d, %s); ok {\nt.waiting%s[slot] = *v\n}\n}", q.Field, k, at, q.Field)
	}
	f.P("if !t.align.Next(t.slots[:]) {\nreturn\n}\nt.more.Schedule(true, 0)")
	f.P("t.in.Dropped = t.align.Dropped()")
	for k, q := range t.Events() {
		f.P("t.in.%s = &t.waiting%s[t.slots[%d]]", q.Field, q.Field, k)
	}
}
