package programs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/mapfile"
	"github.com/sinew-robotics/sinew/math/nav/route"
	"github.com/sinew-robotics/sinew/sim/planar"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/trace/folder"
)

type navPlan struct {
	Map     string  `arg:"" help:"YAML file of the map." placeholder:"MAP.yaml"`
	From    string  `help:"Where the vehicle is." required:"" placeholder:"X,Y,YAW" sep:"none"`
	To      string  `help:"Goal." required:"" placeholder:"X,Y,YAW" sep:"none"`
	Vehicle string  `help:"The vehicle's rectangle around BASE, the middle of its driven axle, in m. Default: the simulated wheelchair." placeholder:"BACK,FRONT,RIGHT,LEFT" sep:"none"`
	Room    float64 `help:"Clearance to keep on all sides where possible." default:"0.2" range:"0..10" placeholder:"METRES"`
	Tight   float64 `help:"Smallest clearance allowed." default:"0.03" range:"0..10" placeholder:"METRES"`
	Unknown bool    `help:"Allow the way to cross cells that are unknown in the map."`
	Work    int     `help:"Bound of the search: the most states to visit." default:"20000" range:"1..10000000" placeholder:"STATES"`
	Out     string  `help:"A picture of the way on the map: a new file." placeholder:"FILE.svg"`
	JSON    bool    `name:"json" help:"Print the way as a JSON object."`
}

func (c *navPlan) Help() string {
	return "The vehicle has two driven wheels: it drives forward and backward in curves and turns on the spot. Its speed and acceleration\nare comfortable for a person. The exit status is 1 if there is no way.\n\nExamples:\n" +
		"  sinew nav plan floor.yaml --from 1,2,0 --to 6.5,2,1.57 --out way.svg\n  sinew nav plan floor.yaml --from 0,0,0 --to -2,0.5,3.14 --vehicle -0.3,0.3,-0.2,0.2 --json"
}

// outline reads the rectangle of a vehicle.
func outline(text string) (nav.Outline, error) {
	if text == "" {
		return planar.Wheelchair().Outline, nil
	}
	var v [4]float64
	parts := strings.Split(text, ",")
	ok := len(parts) == len(v)
	for i := 0; ok && i < len(v); i++ {
		var err error
		v[i], err = strconv.ParseFloat(strings.TrimSpace(parts[i]), 64)
		ok = err == nil && v[i]-v[i] == 0
	}
	if !ok || !(v[0] < 0 && v[1] > 0 && v[2] < 0 && v[3] > 0) {
		return nil, fmt.Errorf("--vehicle %q: give BACK,FRONT,RIGHT,LEFT in m with BASE inside, such as -0.3,0.8,-0.33,0.33", text)
	}
	return nav.Outline{{X: v[0], Y: v[2]}, {X: v[1], Y: v[2]}, {X: v[1], Y: v[3]}, {X: v[0], Y: v[3]}}, nil
}

// navWay is a way in JSON.
type navWay struct {
	Length float64  `json:"length_m"`
	Time   float64  `json:"time_s"`
	Clear  float64  `json:"min_clearance_m"`
	Took   float64  `json:"search_ms"`
	Legs   []navLeg `json:"legs"`
}

type navLeg struct {
	Kind   string       `json:"kind"`
	Length float64      `json:"length"` // m; rad for a turn
	Ways   [][5]float64 `json:"ways"`   // x, y, yaw, curvature, clearance
}

func (c *navPlan) Run() error {
	from, err := pose(c.From)
	if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	to, err := pose(c.To)
	if err != nil {
		return fmt.Errorf("--to: %w", err)
	}
	o, err := outline(c.Vehicle)
	if err != nil {
		return err
	}
	if c.Out != "" {
		if err := folder.Free(c.Out); err != nil {
			return err
		}
	}
	g, err := mapfile.Open(c.Map)
	if err != nil {
		return err
	}
	p, err := route.New(g, route.Params{Outline: o, Limits: nav.Comfort(), Room: c.Room, Tight: c.Tight, Unknown: c.Unknown, Work: c.Work})
	if err != nil {
		return err
	}
	began := time.Now()
	path, err := p.Plan(from, to, nil)
	took := time.Since(began)
	if err != nil {
		var no *route.NoWay
		if errors.As(err, &no) && c.Out != "" {
			err = errors.Join(err, c.draw(g, o, []nav.Pose{from}, to, "no way: "+no.Why.String()))
		}
		return err
	}
	var poses []nav.Pose
	out := navWay{Length: path.Length, Time: path.Time, Clear: path.Clear(), Took: float64(took.Microseconds()) / 1000}
	for _, l := range path.Legs {
		leg := navLeg{Kind: l.Kind.String(), Length: l.Length()}
		for _, w := range l.Ways {
			poses = append(poses, w.Pose)
			leg.Ways = append(leg.Ways, [5]float64{w.X, w.Y, w.Yaw, w.Curvature, w.Clear})
		}
		out.Legs = append(out.Legs, leg)
	}
	title := fmt.Sprintf("%.2f m in %.1f s, %.3f m clear", out.Length, out.Time, out.Clear)
	if c.Out != "" {
		if err := c.draw(g, o, poses, to, title); err != nil {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(out)
	}
	fmt.Printf("%s, in %s; found in %.0f ms\n", title, spelling.Count(len(out.Legs), "leg"), out.Took)
	for _, l := range path.Legs {
		end, unit := l.Ways[len(l.Ways)-1], "m"
		if l.Kind == route.Turn {
			unit = "rad"
		}
		fmt.Printf("  %-8v %6.2f %-3s to %.2f, %.2f, %.3f\n", l.Kind, l.Length(), unit, end.X, end.Y, end.Yaw)
	}
	return nil
}

// draw draws the way.
func (c *navPlan) draw(g *nav.Grid, o nav.Outline, poses []nav.Pose, to nav.Pose, title string) error {
	return whole.Write(c.Out, func(w io.Writer) error {
		return plot.SVGFloor(w, plot.Floor{Title: title, Map: g, Drives: []plot.Drive{
			{Name: "way", Poses: poses, Outline: o}, {Name: "goal", Poses: []nav.Pose{to}, Outline: o},
		}}, 900)
	})
}
