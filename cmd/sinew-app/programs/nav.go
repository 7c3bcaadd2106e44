package programs

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/bridge/ros1/bag"
	"github.com/sinew-robotics/sinew/bridge/ros1/drive"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/locate"
	"github.com/sinew-robotics/sinew/math/nav/mapfile"
	"github.com/sinew-robotics/sinew/math/nav/mapping"
	"github.com/sinew-robotics/sinew/math/nav/match"
	"github.com/sinew-robotics/sinew/trace/folder"
)

type navCmd struct {
	Map      navMap      `cmd:"" help:"Make a map of a recorded drive: a picture in PGM and a YAML file, as for ROS's map_server."`
	Localise navLocalise `cmd:"" help:"Find where on a map a recorded drive went."`
	Plan     navPlan     `cmd:"" help:"Find a way across a map for a vehicle with two driven wheels."`
}

func (c *navCmd) Help() string {
	return "Examples:\n  sinew nav map drive.bag --out floor\n  sinew nav localise --map floor.yaml drive.bag --out poses.csv\n  sinew nav plan floor.yaml --from 1,2,0 --to 6.5,2,1.57 --out way.svg"
}

// navBag are the flags that say what to read from a bag.
type navBag struct {
	File     string   `arg:"" help:"Bag with nav_msgs/Odometry and sensor_msgs/LaserScan." type:"existingfile" placeholder:"FILE.bag"`
	Odometry string   `help:"Topic of the odometry, if there are several." placeholder:"TOPIC"`
	Scan     []string `help:"Topic of a scanner. May be given several times. Default: all." placeholder:"TOPIC"`
	Base     string   `help:"Frame of the vehicle. Default: that of the odometry." placeholder:"FRAME"`
	Mount    []string `help:"Pose of a scanner in the vehicle's frame, in m and rad, instead of the one from /tf_static. May be given several times." placeholder:"TOPIC=X,Y,YAW" sep:"none"`
}

// pose reads x, y and yaw.
func pose(text string) (nav.Pose, error) {
	parts := strings.Split(text, ",")
	var v [3]float64
	if len(parts) == len(v) {
		var err error
		for i := range v {
			if v[i], err = strconv.ParseFloat(strings.TrimSpace(parts[i]), 64); err != nil || v[i]-v[i] != 0 {
				break
			}
			if i == len(v)-1 {
				return nav.Pose{X: v[0], Y: v[1], Yaw: nav.Angle(v[2])}, nil
			}
		}
	}
	return nav.Pose{}, fmt.Errorf("%q is no pose: give X,Y,YAW in m and rad, such as 1.5,-2,0.78", text)
}

// open finds the drive in the bag.
func (c *navBag) open() (*bag.Reader, *drive.Drive, error) {
	if ext := filepath.Ext(c.File); ext == ".mcap" {
		return nil, nil, fmt.Errorf("%s is a recording, but this command reads bags: make one with: sinew ros1 bag from-trace %s --out drive.bag", c.File, c.File)
	}
	o := drive.Options{Odometry: c.Odometry, Scans: c.Scan, Base: c.Base, Mounts: map[string]nav.Pose{}}
	for _, m := range c.Mount {
		topic, at, _ := strings.Cut(m, "=")
		p, err := pose(at)
		if err != nil {
			return nil, nil, fmt.Errorf("--mount %s: %w", m, err)
		}
		o.Mounts[topic] = p
	}
	r, err := bag.Open(c.File, bag.Options{})
	if err != nil {
		return nil, nil, err
	}
	d, err := drive.Read(r, o)
	if err != nil {
		r.Close()
		return nil, nil, fmt.Errorf("%s: %w", c.File, err)
	}
	return r, d, nil
}

// navLog counts what was not used.
type navLog struct {
	odometry int // refused, or treated as a new start
	first    error
	scans    [][5]int // by verdict, of each scanner
}

func (l *navLog) move(err error) {
	if err != nil {
		if l.odometry++; l.first == nil {
			l.first = err
		}
	}
}

func (l *navLog) see(verdicts []match.Verdict, scans []nav.Scan) {
	for len(l.scans) < len(verdicts) {
		l.scans = append(l.scans, [5]int{})
	}
	for i, v := range verdicts {
		if scans[i].Ranges != nil {
			l.scans[i][v]++
		}
	}
}

// print reports what was not used, and why.
func (l *navLog) print(w io.Writer, d *drive.Drive) {
	for i, n := range l.scans {
		var why []string
		for v := match.Blind; int(v) < len(n); v++ {
			if n[v] > 0 {
				why = append(why, fmt.Sprintf("%d %v", n[v], v))
			}
		}
		if why != nil {
			fmt.Fprintf(w, "sinew: %s: scans not used: %s\n", d.Scanners[i].Topic, strings.Join(why, ", "))
		}
	}
	if l.odometry > 0 {
		fmt.Fprintf(w, "sinew: %s: %s; the first: %v\n", d.Odometry, spelling.Count(l.odometry, "fault"), l.first)
	}
}

// nothing is the error for a drive without a usable scan.
func (l *navLog) nothing() error {
	for _, n := range l.scans {
		if n[match.Used] > 0 {
			return nil
		}
	}
	return errors.New("no scan could be used: without one there is neither a map nor a place on it")
}

type navMap struct {
	navBag
	Out  string  `help:"The map: NAME.yaml and NAME.pgm, new files." required:"" placeholder:"NAME"`
	Cell float64 `help:"Size of a cell." default:"0.05" placeholder:"METRES" range:"0.01..1"`
	JSON bool    `name:"json" help:"Print the result as a JSON object."`
}

func (c *navMap) Help() string {
	return "The map's frame is the vehicle's at the first scan used. When the vehicle comes back to a place, the loop is closed.\n\nExamples:\n  sinew nav map drive.bag --out floor\n  sinew nav map drive.bag --out floor --scan /front --mount /front=0.3,0,0 --cell 0.02"
}

func (c *navMap) Run() error {
	name := strings.TrimSuffix(c.Out, ".yaml")
	if err := errors.Join(folder.Free(name+".yaml"), folder.Free(name+".pgm")); err != nil {
		return err
	}
	r, d, err := c.open()
	if err != nil {
		return err
	}
	defer r.Close()
	m, err := mapping.New(mapping.Params{Cell: c.Cell})
	if err != nil {
		return err
	}
	var log navLog
	err = d.Play(func(time float64, p nav.Pose) error {
		log.move(m.Move(time, p))
		return nil
	}, func(scans []nav.Scan) error {
		verdicts, err := m.Add(scans)
		log.see(verdicts, scans)
		return err
	})
	log.print(os.Stderr, d)
	if err = errors.Join(err, log.nothing()); err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	g, err := m.Grid()
	if err != nil {
		return err
	}
	pgm, yaml, err := mapfile.Encode(g, filepath.Base(name)+".pgm", mapfile.Trinary)
	if err = errors.Join(err, whole.WriteFile(name+".pgm", pgm), whole.WriteFile(name+".yaml", yaml)); err != nil {
		return err
	}
	rep := m.Report()
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(map[string]any{"map": name + ".yaml", "width": g.Width, "height": g.Height, "cell_m": g.Cell, "scans": rep.Scans,
			"kept": rep.Kept, "unfitted": rep.Unfitted, "loops": rep.Loops, "worst_loop_m": rep.Worst})
	}
	fmt.Printf("%s.yaml: %.1f by %.1f m, of %s; %s closed\n", name, float64(g.Width)*g.Cell, float64(g.Height)*g.Cell, spelling.Count(rep.Kept, "scan"), spelling.Count(rep.Loops, "loop"))
	if rep.Unfitted > 0 {
		fmt.Fprintf(os.Stderr, "sinew: %s fitted nothing: there the way is known from odometry alone\n", spelling.Count(rep.Unfitted, "scan"))
	}
	return nil
}

type navLocalise struct {
	navBag
	Map  string `help:"YAML file of the map." required:"" placeholder:"NAME.yaml"`
	From string `help:"Approximate start of the drive. Default: anywhere on the map." placeholder:"X,Y,YAW"`
	Seed uint64 `help:"Of the particles." default:"1"`
	Out  string `help:"Poses as CSV: a new file." placeholder:"FILE.csv"`
	JSON bool   `name:"json" help:"Print how well the drive fits as a JSON object."`
}

func (c *navLocalise) Help() string {
	return "A row of the CSV has the time in s since the first odometry, the pose in the map's frame, its deviations in m and rad, the state\n" +
		"(searching, lost, ambiguous, doubtful, converged) and the fraction of the beams that end at walls of the map. The exit status is 1 if\nthe pose was never known.\n\nExamples:\n" +
		"  sinew nav localise --map floor.yaml drive.bag\n  sinew nav localise --map floor.yaml drive.bag --from 1.5,2,0 --out poses.csv"
}

// navFound says how well a drive fits.
type navFound struct {
	Scans     int      `json:"scans"`
	Converged int      `json:"converged"`   // of the scans
	First     *float64 `json:"converged_s"` // since the first odometry
	State     string   `json:"state"`
	X         float64  `json:"x_m"`
	Y         float64  `json:"y_m"`
	Yaw       float64  `json:"yaw_rad"`
	Fit       float64  `json:"fit"`
}

func (c *navLocalise) Run() error {
	g, err := mapfile.Open(c.Map)
	if err != nil {
		return err
	}
	if c.Out != "" {
		if err := folder.Free(c.Out); err != nil {
			return err
		}
	}
	l, err := locate.New(g, locate.Params{}, c.Seed)
	if err != nil {
		return err
	}
	if c.From != "" {
		at, err := pose(c.From)
		if err != nil {
			return fmt.Errorf("--from: %w", err)
		}
		if err := l.Start(at, 0.5, 0.3); err != nil {
			return err
		}
	}
	r, d, err := c.open()
	if err != nil {
		return err
	}
	defer r.Close()
	var found navFound
	if c.Out == "" {
		err = c.follow(l, d, io.Discard, &found)
	} else {
		err = whole.Write(c.Out, func(w io.Writer) error { return c.follow(l, d, w, &found) })
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if c.JSON {
		err = json.NewEncoder(os.Stdout).Encode(found)
	} else {
		fmt.Printf("%s at %.3f, %.3f, %.4f; %d of %s converged; fit %.2f\n", found.State, found.X, found.Y, found.Yaw, found.Converged, spelling.Count(found.Scans, "scan"), found.Fit)
	}
	if found.Converged == 0 {
		err = errors.Join(err, fmt.Errorf("the pose was never known on %s: is it the map of this drive?", c.Map))
	}
	return err
}

// follow localises along the drive.
func (c *navLocalise) follow(l *locate.Locator, d *drive.Drive, to io.Writer, found *navFound) error {
	w := bufio.NewWriter(to)
	fmt.Fprintln(w, "time_s,x_m,y_m,yaw_rad,sd_m,sd_rad,state,fit")
	var log navLog
	var now float64
	err := d.Play(func(time float64, p nav.Pose) error {
		err := l.Move(time, p)
		log.move(err)
		now = time
		return nil
	}, func(scans []nav.Scan) error {
		log.see(l.See(scans), scans)
		e := l.Estimate()
		found.Scans++
		if e.State == locate.Converged {
			if found.Converged++; found.First == nil {
				first := now
				found.First = &first
			}
		}
		fmt.Fprintf(w, "%.3f,%.4f,%.4f,%.5f,%.4f,%.5f,%v,%.3f\n", now, e.Pose.X, e.Pose.Y, e.Pose.Yaw,
			math.Sqrt(max(e.Cov[0][0], e.Cov[1][1])), math.Sqrt(e.Cov[2][2]), e.State, e.Fit)
		return nil
	})
	log.print(os.Stderr, d)
	e := l.Estimate()
	found.State, found.X, found.Y, found.Yaw, found.Fit = e.State.String(), e.Pose.X, e.Pose.Y, e.Pose.Yaw, e.Fit
	return errors.Join(err, log.nothing(), w.Flush())
}
