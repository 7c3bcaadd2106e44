package playback

import (
	"slices"
	"sort"
	"sync/atomic"
	"unsafe"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Recorded is a reactor of the recorded program, made from its topics.
//
//	action played (physical), the numbers of the tags at which its topics have values
//	out    one for each topic
type Recorded struct {
	reactor.Reactor
	played *reactor.PhysicalAction[int]
	ports  []*reactor.Dynamic
}

// part is what a reactor plays.
type part struct {
	self   *Recorded
	topics []*topic
	rows   rows
}

// row holds the messages of one tag.
type row struct {
	tag  reactor.Tag
	does []message
}

// message is message k of topic t.
type message struct{ t, k int }

// rows are the rows of a reactor, and the event source that goes through them.
type rows struct {
	all  []row
	next int
}

// Next implements reactor.EventSource.
func (r *rows) Next(v unsafe.Pointer) (reactor.Tag, bool) {
	if r.next == len(r.all) {
		return reactor.Tag{}, false
	}
	*(*int)(v) = r.next
	r.next++
	return r.all[r.next-1].tag, true
}

// SaveState implements keyframe.Saver. The recorded messages never change.
func (r *rows) SaveState() any { return r.next }

// RestoreState implements keyframe.Saver.
func (r *rows) RestoreState(state any) { r.next = state.(int) }

// Make implements debug.Maker.
func (r *Recording) Make() (*run.Instance, error) {
	main := reactor.NewMain(r.name)
	hub := &atomic.Pointer[view.Hub]{} // only functions refer to it, so that keyframes do not contain it
	parts := r.parts()
	made := map[string]reactor.Parent{"": main}
	for _, path := range sortedPaths(parts) {
		owner, name := split(path)
		p := parts[path]
		p.self = &Recorded{}
		reactor.Init(made[owner], name, p.self)
		made[path] = p.self
		p.declare(hub)
	}
	prog, err := reactor.Build(main, reactor.Options{Replay: true})
	if err != nil {
		return nil, err
	}
	for id, d := range prog.Doors() {
		owner, _ := split(d.Path)
		if err := prog.FeedEvents(id, &parts[owner].rows); err != nil {
			return nil, err
		}
	}
	return &run.Instance{Program: prog, Scene: r.scene.program(r.name), Describe: func() map[string]string { return r.about.Run },
		Watch: func(_ *record.Recorder, h *view.Hub) error {
			hub.Store(h)
			return nil
		}}, nil
}

// parts groups the topics by their reactors.
func (r *Recording) parts() map[string]*part {
	parts := map[string]*part{}
	for _, t := range r.topics {
		owner := owned(t.path)
		if owner == "" { // the main reactor has no topics itself
			owner = "recording"
		}
		for at := owner; at != "" && parts[at] == nil; at = owned(at) {
			parts[at] = &part{}
		}
		parts[owner].topics = append(parts[owner].topics, t)
	}
	for _, p := range parts {
		slices.SortStableFunc(p.topics, byLevel)
		p.rows.all = rowsOf(p.topics)
	}
	return parts
}

func sortedPaths(parts map[string]*part) (all []string) {
	for path := range parts {
		all = append(all, path)
	}
	slices.Sort(all) // a reactor before its children
	return all
}

// rowsOf lists the tags at which some of the topics have values.
func rowsOf(topics []*topic) (all []row) {
	at := map[reactor.Tag]int{}
	for i, t := range topics {
		for k, tag := range t.tags {
			n, ok := at[tag]
			if !ok {
				n = len(all)
				at[tag], all = n, append(all, row{tag: tag})
			}
			all[n].does = append(all[n].does, message{i, k})
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].tag.Before(all[j].tag) })
	return all
}

// declare gives the reactor its ports, and a reaction for each reaction that wrote them.
func (p *part) declare(hub *atomic.Pointer[view.Hub]) {
	if len(p.topics) == 0 {
		return
	}
	self, all, topics := p.self, p.rows.all, p.topics
	self.played = &reactor.PhysicalAction[int]{}
	played := "played"
	for slices.ContainsFunc(topics, func(t *topic) bool { _, name := split(t.path); return name == played }) {
		played += "_"
	}
	self.Declare(played, self.played)
	ports := make([]*reactor.Dynamic, len(topics))
	writes := map[string][]int{} // reaction → topics
	var order []string
	for i, t := range topics {
		name := t.writer
		if name == "" {
			name = "play"
		}
		if writes[name] == nil {
			order = append(order, name)
		}
		writes[name] = append(writes[name], i)
		if t.draw != nil {
			continue
		}
		ports[i] = reactor.NewDynamic(t.typ)
		_, port := split(t.path)
		self.Declare(port, ports[i])
		self.ports = append(self.ports, ports[i])
	}
	for _, name := range order {
		mine := writes[name]
		d := self.Reaction(name).On(self.played)
		for _, i := range mine {
			if ports[i] != nil {
				d = d.Sets(ports[i])
			}
		}
		d.Do(func() {
			for _, m := range all[self.played.Get()].does {
				switch t := topics[m.t]; {
				case !slices.Contains(mine, m.t):
				case ports[m.t] != nil:
					ports[m.t].Write(t.value(m.k))
				default:
					if h := hub.Load(); h != nil {
						t.draw(h, t.tags[m.k].Time.Duration(), t.data[m.k])
					}
				}
			}
		})
	}
}
