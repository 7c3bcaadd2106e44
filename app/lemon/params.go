package lemon

import (
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/sim"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Params are the program's parameters. DefaultParams gives the demo's; a YAML file overrides single ones.
type Params struct {
	Period     time.Duration `yaml:"period" json:"period"`           // of the control cycle, 4 ms
	StartAfter time.Duration `yaml:"start_after" json:"start_after"` // first cycle
	Deadline   time.Duration `yaml:"deadline" json:"deadline"`       // of the servo command, behind its cycle's tag
	Planner    string        `yaml:"planner" json:"planner"`         // servo, thesis (constant speed) or thesis-proportional
	Path       string        `yaml:"path" json:"path"`               // cartesian (the box does inverse kinematics) or joint (we do)
	Moderator  bool          `yaml:"moderator" json:"moderator"`     // off shows the thesis' bug: a register read twice
	Distance   float64       `yaml:"distance" json:"distance"`       // m, from camera to lemon
	Workers    int           `yaml:"workers" json:"workers"`         // of each enclave
	AutoResume bool          `yaml:"auto_resume" json:"auto_resume"` // go on by itself after a lost link or an error of the box

	Speed    float64 `yaml:"speed" json:"speed"`                               // m/s
	Acc      float64 `yaml:"acceleration" json:"acceleration"`                 // m/s²
	Jerk     float64 `yaml:"jerk" json:"jerk"`                                 // m/s³
	AngSpeed float64 `yaml:"angular_speed" json:"angular_speed"`               // rad/s
	AngAcc   float64 `yaml:"angular_acceleration" json:"angular_acceleration"` // rad/s²

	Low  [3]float64 `yaml:"workspace_low" json:"workspace_low"`   // m, corner of the box the tool may visit
	High [3]float64 `yaml:"workspace_high" json:"workspace_high"` // m

	FrameRate     float64       `yaml:"frame_rate" json:"frame_rate"`         // 1/s
	CameraLatency time.Duration `yaml:"camera_latency" json:"camera_latency"` // from exposure to the picture's arrival
	Lemon         string        `yaml:"lemon" json:"lemon"`                   // path: see sim.PathNames
	StalePeriod   time.Duration `yaml:"stale_period" json:"stale_period"`     // simulated box: refresh of the pose registers
	Registers     string        `yaml:"registers" json:"registers"`           // simulated box: they show the arm as measured, or as commanded (as the thesis' did)
	Plant         string        `yaml:"plant" json:"plant"`                   // sinew or mujoco (built with -tags mujoco)
	ImageJob      time.Duration `yaml:"image_job" json:"image_job"`           // extra work on every frame, to load the perception enclave
}

// DefaultParams returns the demo's parameters.
func DefaultParams() Params {
	return Params{
		Period: 4 * time.Millisecond, StartAfter: 200 * time.Millisecond, Deadline: 2 * time.Millisecond,
		Planner: "servo", Path: "cartesian", Moderator: true, Distance: 0.30, Workers: 1,
		Speed: 0.5, Acc: 2, Jerk: 100, AngSpeed: 1, AngAcc: 4,
		Low: [3]float64{0.15, -0.42, 0.02}, High: [3]float64{0.6, 0.42, 0.6},
		FrameRate: 30, CameraLatency: 20 * time.Millisecond, Lemon: "wander", StalePeriod: 10 * time.Millisecond, Registers: "measured", Plant: "sinew",
	}
}

// Limits returns what every command keeps.
func (p *Params) Limits() safety.Limits {
	return safety.Limits{
		Limits: motion.Limits{V: p.Speed, A: p.Acc, J: p.Jerk, AngV: p.AngSpeed, AngA: p.AngAcc},
		Workspace: motion.Workspace{
			Low:    spatial.V(p.Low[0], p.Low[1], p.Low[2]),
			High:   spatial.V(p.High[0], p.High[1], p.High[2]),
			Shells: []motion.Shell{{Center: spatial.V(0, 0, 0.267), Max: 0.66}, {Center: spatial.V(0, 0, 0), Min: 0.15}},
		},
		Floor: p.Low[2],
	}
}

// ParamError is a parameter out of its range.
type ParamError struct{ Key, Text string }

// Error says what is wrong and what to give.
func (e *ParamError) Error() string { return "parameters: " + e.Text }

// Validate reports all faults at once: a *ParamError for each, joined.
func (p *Params) Validate() error {
	var errs []error
	check := func(key string, ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, &ParamError{key, key + " is " + fmt.Sprintf(format, args...)})
		}
	}
	check("period", p.Period >= time.Millisecond && p.Period <= 100*time.Millisecond, "%v: give 1ms to 100ms", p.Period)
	check("start_after", p.StartAfter >= 0 && p.StartAfter <= time.Minute, "%v: give 0s to 1m", p.StartAfter)
	check("deadline", p.Deadline > 0, "%v: give more than 0s", p.Deadline)
	check("planner", p.Planner == "servo" || p.Planner == "thesis" || p.Planner == "thesis-proportional",
		"%q: give servo, thesis or thesis-proportional", p.Planner)
	check("path", p.Path == "cartesian" || p.Path == "joint", "%q: give cartesian or joint", p.Path)
	check("plant", p.Plant == "sinew" || p.Plant == "mujoco", "%q: give sinew or mujoco", p.Plant)
	check("registers", p.Registers == "measured" || p.Registers == "commanded", "%q: give measured or commanded", p.Registers)
	check("distance", p.Distance >= 0.2 && p.Distance <= 0.6, "%g m: give 0.2 to 0.6", p.Distance)
	check("workers", p.Workers >= 1 && p.Workers <= 64, "%d: give 1 to 64", p.Workers)
	check("frame_rate", p.FrameRate >= 0.1 && p.FrameRate <= 120, "%g/s: give 0.1 to 120", p.FrameRate)
	check("camera_latency", p.CameraLatency >= 0 && p.CameraLatency < time.Second, "%v: give less than 1s", p.CameraLatency)
	check("stale_period", p.StalePeriod >= 0 && p.StalePeriod <= time.Second, "%v: give up to 1s", p.StalePeriod)
	check("image_job", p.ImageJob >= 0 && p.ImageJob <= 10*time.Second, "%v: give up to 10s", p.ImageJob)
	p.checkMotion(check)
	if _, err := sim.NamedPath(p.Lemon, 0); err != nil {
		check("lemon", false, "%q: %v", p.Lemon, err)
	}
	if l := p.Limits(); len(errs) == 0 {
		if err := l.Validate(); err != nil {
			errs = append(errs, fmt.Errorf("parameters: %w", err))
		}
	}
	return errors.Join(errs...)
}

// checkMotion checks what the arm may do; the greatest values are the data sheet's.
func (p *Params) checkMotion(check func(key string, ok bool, format string, args ...any)) {
	for _, x := range []struct {
		key, unit string
		v, most   float64
	}{
		{"speed", "m/s", p.Speed, xarm.TCPSpeed}, {"acceleration", "m/s²", p.Acc, xarm.TCPAcc}, {"jerk", "m/s³", p.Jerk, 1e5},
		{"angular_speed", "rad/s", p.AngSpeed, math.Pi}, {"angular_acceleration", "rad/s²", p.AngAcc, 100},
	} {
		check(x.key, x.v > 0 && x.v <= x.most, "%g %s: give more than 0, up to %.4g", x.v, x.unit, x.most)
	}
	ok := true
	for i := range p.Low {
		ok = ok && p.Low[i] >= -2 && p.High[i] <= 2 && p.Low[i] < p.High[i]
	}
	check("workspace_low", ok, "%v with workspace_high %v: give corners within ±2 m, each number of low less than that of high", p.Low, p.High)
}

// ReadParams overrides the default parameters with those of a YAML file. An empty name gives the defaults. The error
// is diag.Faults, all of the file: names that do not exist, values of a wrong type and values
// out of range.
func ReadParams(file string) (Params, error) {
	p := DefaultParams()
	if file == "" {
		return p, p.Validate()
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return p, fmt.Errorf("parameters: %w", err)
	}
	return parseParams(file, text)
}

// paramFile is a parameter file being read.
type paramFile struct {
	name   string
	p      Params
	at     map[string]*token.Position // of the values that were understood
	faults diag.Faults
}

func parseParams(name string, text []byte) (Params, error) {
	f := &paramFile{name: name, p: DefaultParams(), at: map[string]*token.Position{}}
	tree, err := parser.ParseBytes(text, 0)
	if err != nil {
		return f.p, run.YAMLError(name, err)
	}
	for i, d := range tree.Docs {
		if i > 0 {
			f.fail(d.GetToken().Position, "a second document: give one")
		}
		f.document(d.Body)
	}
	f.ranges()
	return f.p, f.faults.Err()
}

func (f *paramFile) fail(at *token.Position, format string, args ...any) {
	f.faults = append(f.faults, diag.Fault{Pos: diag.Pos{File: f.name, Line: at.Line, Column: at.Column}, What: spelling.Clip(fmt.Sprintf(format, args...))})
}

func (f *paramFile) document(n ast.Node) {
	switch n := n.(type) {
	case nil, *ast.NullNode, *ast.CommentGroupNode:
	case *ast.MappingNode:
		for _, v := range n.Values {
			f.value(v)
		}
	case *ast.MappingValueNode:
		f.value(n)
	default:
		f.fail(n.GetToken().Position, "no parameters: write lines such as \"speed: 0.3\"")
	}
}

// value takes one line.
func (f *paramFile) value(n *ast.MappingValueNode) {
	key := n.Key.GetToken()
	field, ok := paramField(&f.p, key.Value)
	if !ok {
		f.fail(key.Position, "there is no parameter %q: %s", key.Value, suggestion(key.Value))
		return
	}
	at := n.Value.GetToken().Position
	if want := wanted(field, n.Value); want != "" {
		f.fail(at, "%s is %s: give %s", key.Value, strings.TrimSpace(n.Value.String()), want)
		return
	}
	f.at[key.Value] = at
}

// ranges checks the values together.
func (f *paramFile) ranges() {
	err := f.p.Validate()
	all := []error{err}
	if j, ok := err.(interface{ Unwrap() []error }); ok {
		all = j.Unwrap()
	}
	for _, err := range all {
		var p *ParamError
		if errors.As(err, &p) && f.at[p.Key] != nil {
			f.fail(f.at[p.Key], "%s", p.Text)
		} else if err != nil {
			f.fail(&token.Position{}, "%s", strings.TrimPrefix(err.Error(), "parameters: "))
		}
	}
}

// paramNames are the names of all parameters in their order.
func paramNames() []string {
	var names []string
	for f := range fields(reflect.TypeFor[Params]()) {
		names = append(names, f.Tag.Get("yaml"))
	}
	return names
}

func fields(t reflect.Type) func(yield func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if !yield(t.Field(i)) {
				return
			}
		}
	}
}

func paramField(p *Params, name string) (reflect.Value, bool) {
	i := slices.Index(paramNames(), name)
	if i < 0 {
		return reflect.Value{}, false
	}
	return reflect.ValueOf(p).Elem().Field(i), true
}

// suggestion names the parameter that was meant, or those there are.
func suggestion(name string) string {
	if best := spelling.Nearest(name, paramNames()); best != "" {
		return fmt.Sprintf("did you mean %q?", best)
	}
	return "take one of " + strings.Join(paramNames(), ", ")
}

// wanted decodes a value into a field; when that fails it says what should stand there.
func wanted(field reflect.Value, n ast.Node) string {
	seq, isList := n.(*ast.SequenceNode)
	_, isText := n.(*ast.StringNode)
	long := isList && field.Kind() == reflect.Array && len(seq.Values) > field.Len() // the library panics on these
	ok := !long && yaml.NodeToValue(n, field.Addr().Interface()) == nil && n.Type() != ast.NullType
	switch field.Type() {
	case reflect.TypeFor[time.Duration]():
		if !ok || !isText {
			return "a time with its unit such as 4ms"
		}
		return ""
	case reflect.TypeFor[[3]float64]():
		if !ok || !isList || len(seq.Values) != 3 {
			return "three numbers such as [0.2, -0.4, 0.1]"
		}
		return ""
	}
	switch field.Kind() {
	case reflect.Bool:
		if !ok || n.Type() != ast.BoolType {
			return "true or false"
		}
	case reflect.Int:
		if !ok || n.Type() != ast.IntegerType {
			return "a whole number"
		}
	case reflect.Float64:
		if isText { // such as 1e-1, which YAML 1.1 takes for a word
			x, err := strconv.ParseFloat(n.GetToken().Value, 64)
			if ok = err == nil; ok {
				field.SetFloat(x)
			}
		}
		if !ok || isList {
			return "a number"
		}
	default:
		if !ok || !isText {
			return "a word"
		}
	}
	return ""
}
