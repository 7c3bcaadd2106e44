package dive

import (
	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view/plot"
)

// Result is what a run comes to: the contents of run.json.
type Result struct {
	run.Summary
	Model      string     `json:"model"`
	File       string     `json:"file,omitempty"`
	Vehicle    string     `json:"vehicle"`
	Link       string     `json:"link"`       // how the vehicle is reached
	Settling   *float64   `json:"settling_s"` // null without a step of the set-point, or where it did not settle
	Overshoot  *float64   `json:"overshoot_percent"`
	Steady     *float64   `json:"steady_error_deg"`
	Heading    *Step      `json:"heading"`
	Loops      []Row      `json:"loops"` // Table I
	Groups     []Group    `json:"compositions"`
	Atoms      []Timing   `json:"atoms,omitempty"` // what each took
	Thrusters  Thrusters  `json:"thrusters"`
	Events     []Event    `json:"events"` // flags, times exceeded, new periods
	LostEvents uint64     `json:"events_lost,omitempty"`
	Reasons    []string   `json:"reasons"`         // why these periods
	Notes      []string   `json:"notes,omitempty"` // of the link
	LinkStats  *hil.Stats `json:"link_stats,omitempty"`

	flight *flight
	tracks []Track
	groups map[string]Track // execution durations of whole compositions
	graph  *graph.Graph
	other  *plot.Series // heading of another run
}

// Group is one composition as it ran.
type Group struct {
	Name     string  `json:"name"`
	Period   float64 `json:"period_ms"`
	Allowed  string  `json:"allowed"`       // T_exe
	Worst    float64 `json:"t_comp_max_ms"` // as stated or measured before the run
	Core     int     `json:"core"`
	Priority int     `json:"priority"`
	Response float64 `json:"response_ms"` // by response-time analysis
	Offset   float64 `json:"offset_ms"`
	Duration float64 `json:"average_duration_ms"`
	P99      float64 `json:"duration_p99_ms"`
	Max      float64 `json:"duration_max_ms"`
}

// Timing is what the runs of one Atom, or of a driver, took.
type Timing struct {
	Path   string  `json:"path"`
	Loop   string  `json:"loop"`
	Stated float64 `json:"stated_us"` // the worst, 0: not stated
	Mean   float64 `json:"mean_us"`
	Max    float64 `json:"max_us"`
	Over   int64   `json:"over"` // runs beyond what is stated
}

// Thrusters says what stood between the law and the thrusters.
type Thrusters struct {
	Commands uint64  `json:"commands"`
	Limited  uint64  `json:"limited"`  // cycles in which a force was cut to the thruster's limits or its rate of change
	Rejected uint64  `json:"rejected"` // cycles in which a force was no number: zero instead
	Stops    uint64  `json:"stops"`    // times that all were told to stop, for however long; the end of the run is none
	Greatest float64 `json:"greatest_n"`
}

// Event is something that people should know of a run.
type Event struct {
	T    float64 `json:"t_s"`
	Text string  `json:"text"`
}

// take fills in what the step of the heading came to.
func (r *Result) take(s Step) {
	r.Heading, r.Overshoot, r.Steady = &s, &s.Overshoot, &s.Steady
	if s.Settling >= 0 {
		r.Settling = &s.Settling
	}
}
