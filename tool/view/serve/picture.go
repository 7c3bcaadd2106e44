package serve

import (
	"context"
	"errors"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/tool/view"
)

// Panes beyond these sizes, in pixels, are not laid out for.
const (
	leastPane = 40
	mostPane  = 20000
)

// laidOut is the diagram laid out for a pane.
type laidOut struct {
	Folded  []int          `json:"folded"`
	Drawing *graph.Drawing `json:"drawing"`
}

var (
	errNoGraph   = errors.New("this page shows no program that could be drawn")
	errDrawing   = errors.New("a layout is under way: ask again when it is answered")
	errPaneSizes = errors.New("width and height: give 40 to 20000 pixels")
)

// picture answers a request with the program's diagram, laid out for a pane. It is made in a goroutine of its own: nothing holds up
// an emergency stop.
func (p *page) picture(ctx context.Context, r request) error {
	g := p.s.hello.Graph
	switch {
	case g == nil:
		return errNoGraph
	case min(r.width, r.height) < leastPane || max(r.width, r.height) > mostPane:
		return errPaneSizes
	case !p.drawn.CompareAndSwap(false, true):
		return errDrawing
	}
	p.follow.Go(func() {
		made, err := p.lay(ctx, r)
		p.drawn.Store(false) // before it is answered: then the page may ask again
		if ctx.Err() == nil {
			p.answer(ctx, reply(r.id, view.Answer{Data: made}, err))
		}
	})
	return nil
}

// lay lays the program out when no other page's is, unless ctx is over.
func (p *page) lay(ctx context.Context, r request) (laidOut, error) {
	p.s.drawing.Lock()
	defer p.s.drawing.Unlock()
	if err := ctx.Err(); err != nil {
		return laidOut{}, err
	}
	return lay(p.s.hello.Graph, r)
}

// lay lays g out with what the page has folded, or with what leaves the text readable.
func lay(g *graph.Graph, r request) (made laidOut, err error) {
	o, w, h := graph.Options{Folded: r.folded, Live: true}, float64(r.width), float64(r.height)
	if made.Folded = r.folded; r.folded == nil {
		made.Drawing, made.Folded, err = g.FitFolded(o, w, h)
		return made, err
	}
	made.Drawing, err = g.Fit(o, w, h)
	return made, err
}
