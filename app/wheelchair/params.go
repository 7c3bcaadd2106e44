package wheelchair

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/mapfile"
	"github.com/sinew-robotics/sinew/robot/joypad"
	"github.com/sinew-robotics/sinew/sim/planar"
	"github.com/sinew-robotics/sinew/sim/planar/rooms"
)

// Params describe the wheelchair's task and its surroundings.
type Params struct {
	Mode  string      `yaml:"mode" json:"mode"`   // initial mode: native, manual (or mediated), assisted or auto
	Map   string      `yaml:"map" json:"map"`     // a room's name, or a YAML file as for map_server
	Trip  uint64      `yaml:"trip" json:"trip"`   // in a room: number that determines start, goal and people; 0: the run's seed
	Start *Place      `yaml:"start" json:"start"` // where it begins instead; nil: according to the trip
	Goal  *Place      `yaml:"goal" json:"goal"`   // where it is to go in the mode auto; nil: according to the trip
	Known bool        `yaml:"known" json:"known"` // the start is known; otherwise the whole map is searched for it
	Off   [3]float64  `yaml:"off" json:"off"`     // error of the start that it is given: x, y, yaw
	Walks bool        `yaml:"people" json:"people"`
	Boxes [][]float64 `yaml:"boxes" json:"boxes"` // boxes that the map lacks: x, y, yaw, length, width each
	// Joypad is the text of a script (package joypad) that plays a joypad, or in the mode native the stick on board; "" for
	// none.
	Joypad string        `yaml:"joypad" json:"-"`
	Begin  time.Duration `yaml:"begin" json:"begin"` // when the goal is given
	Pad    bool          `yaml:"pad" json:"pad"`     // on the real clock: the first game controller of this machine drives
	// True is the map of the world if it differs from the wheelchair's: a room's name or a file; "" for the same.
	True    string `yaml:"true" json:"true"`
	Stay    bool   `yaml:"stay" json:"stay"` // the program continues at the goal
	Workers int    `yaml:"workers" json:"workers"`
}

// Place is a pose in MAP: x and y in m, yaw in rad.
type Place [3]float64

// Pose returns the place as package nav has it.
func (p *Place) Pose() nav.Pose { return nav.Pose{X: p[0], Y: p[1], Yaw: p[2]} }

// DefaultParams returns parameters for driving through a door.
func DefaultParams() Params {
	return Params{Mode: "auto", Map: "doors", Known: true, Walks: true, Begin: 200 * time.Millisecond}
}

// Modes returns the names of the modes.
func Modes() []string { return []string{"native", "manual", "mediated", "assisted", "auto"} }

// state returns the driving state in which a mode begins.
func (p *Params) state() messages.DrivingState {
	switch p.Mode {
	case "native":
		return messages.DrivingStateNative
	case "assisted":
		return messages.DrivingStateAssisted
	case "auto":
		return messages.DrivingStateAutonomous
	}
	return messages.DrivingStateManual
}

// Validate reports every fault.
func (p *Params) Validate() error {
	var errs []error
	if !slices.Contains(Modes(), p.Mode) {
		errs = append(errs, fmt.Errorf("mode is %q: give one of %s", p.Mode, strings.Join(Modes(), ", ")))
	}
	for _, x := range []struct {
		name string
		at   *Place
	}{{"start", p.Start}, {"goal", p.Goal}} {
		if x.at != nil && !(math.Abs(x.at[0]) < 1e4 && math.Abs(x.at[1]) < 1e4 && math.Abs(x.at[2]) < 100) {
			errs = append(errs, fmt.Errorf("%s is %v: give x and y in m, and yaw in rad", x.name, *x.at))
		}
	}
	for i, b := range p.Boxes {
		if len(b) != 5 {
			errs = append(errs, fmt.Errorf("box %d has %d numbers: give x, y, yaw, length and width", i, len(b)))
		}
	}
	if p.Begin < 0 {
		errs = append(errs, fmt.Errorf("begin is %v: give a time after the start", p.Begin))
	}
	if p.Joypad != "" {
		if _, err := joypad.ParseScript("joypad", p.Joypad); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// setting is where the wheelchair is, and what it knows about that.
type setting struct {
	grid, truth *nav.Grid // the wheelchair's map, and that of the world
	start, goal nav.Pose
	has         bool // there is a goal
	told        *nav.Pose
	walks       []planar.Walk
}

// setting reads map and trip.
func (p *Params) setting(seed uint64) (*setting, error) {
	s := &setting{}
	trip := p.Trip
	if trip == 0 {
		trip = seed
	}
	var room *rooms.Room
	if slices.Contains(rooms.Names(), p.Map) {
		var err error
		if room, err = rooms.New(p.Map); err != nil {
			return nil, err
		}
		s.grid = room.Grid
		s.start, s.goal = room.Trip(trip)
		s.has = true
		if p.Walks {
			s.walks = room.Walks(trip)
		}
	} else {
		g, err := read(p.Map)
		if err != nil {
			return nil, err
		}
		if p.Start == nil {
			return nil, fmt.Errorf("map %s is a file, so nothing says where the wheelchair begins: give start as x,y,yaw", p.Map)
		}
		s.grid = g
	}
	if s.truth = s.grid; p.True != "" {
		g, err := read(p.True)
		if err != nil {
			return nil, err
		}
		s.truth = g
	}
	if p.Start != nil {
		s.start = p.Start.Pose()
	}
	if p.Goal != nil {
		s.goal, s.has = p.Goal.Pose(), true
	}
	if p.Known {
		told := nav.Pose{X: s.start.X + p.Off[0], Y: s.start.Y + p.Off[1], Yaw: nav.Angle(s.start.Yaw + p.Off[2])}
		s.told = &told
	}
	return s, nil
}

// read reads a room's map, or a file.
func read(name string) (*nav.Grid, error) {
	if slices.Contains(rooms.Names(), name) {
		r, err := rooms.New(name)
		if err != nil {
			return nil, err
		}
		return r.Grid, nil
	}
	if _, err := os.Stat(name); err != nil {
		return nil, fmt.Errorf("map %q is neither a room (%s) nor a file: %w", name, strings.Join(rooms.Names(), ", "), err)
	}
	return mapfile.Open(name)
}
