package desk

import (
	"encoding/json"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
)

// stepped is a robot whose time passes when it is used.
type stepped struct{ r *box.Robot }

func (s stepped) Do(f func(*box.Robot)) {
	for range 10 {
		s.r.Step(nil)
	}
	f(s.r)
}

func newDesk(t *testing.T) (*Desk, *box.Robot) {
	t.Helper()
	r, err := box.New(box.Config{})
	if err != nil {
		t.Fatal(err)
	}
	d := New(stepped{r})
	d.pause = func() {}
	return d, r
}

// said is what the desk answers to lines.
func said(t *testing.T, d *Desk, lines ...string) string {
	t.Helper()
	var out strings.Builder
	if err := d.Lines(strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestAJointFarBeyondItsLimitsComesBack by hand, and by the brakes.
func TestAJointFarBeyondItsLimitsComesBack(t *testing.T) {
	for _, back := range [][]string{
		{"guide", "lead 4 to -0.1", "release", "recover"},
		{"lock", "unlock"},
	} {
		d, r := newDesk(t)
		if s := said(t, d, "guide", "lead 4 to -0.05", "release"); s != "" {
			t.Fatal(s)
		}
		if s := said(t, d, "", "recover"); !strings.Contains(s, "guide it back") {
			t.Errorf("recovery beyond the limits: %q", s)
		}
		if s := d.State().String(); !strings.Contains(s, "Reflex, errors: joint_position_limits_violation") || strings.Count(s, "beyond its limits") != 1 {
			t.Errorf("beyond the limits: %s", s)
		}
		if s := said(t, d, back...); s != "" {
			t.Errorf("%q: %s", back, s)
		}
		for range 30 {
			d.State() // recovery takes its time
		}
		if r.Mode() != franka.ModeIdle || r.State().CurrentErrors != 0 {
			t.Errorf("after %q: %v, %v", back, r.Mode(), r.State().CurrentErrors)
		}
	}
}

func TestTheDeskSaysWhatToDo(t *testing.T) {
	d, _ := newDesk(t)
	for line, want := range map[string]string{
		"lead 4 to 1": "guide first", "release": "guide first", "unlock": "lock closes", "resume": "not pressed",
		"dance": "see help", "guide now": "nothing after it", "lead": "write it as", "lead 9 to 0": "write it as",
		"lead 1 to NaN": "write it as", "lead x by y": "write it as",
		"push": "write it as: push 0 0 -20", "push 1 2": "write it as", "push 1 2 NaN": "write it as", "push 0 0 1e9": "10 kN",
		"table": "write it as: table 0.4", "table 99": "10 m", "wall 0 0 0 1 1 1 1": "write it as: wall", "wall 0 0 0 to 1 1": "write it as",
		"wall 0 0 1 to 1 1 0": "second corner", "error": "write it as: error", "error spilt_milk": "there are joint_position_limits_violation, ",
	} {
		if _, err := d.Do(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", line, err)
		}
	}
	for _, row := range []struct{ line, want string }{
		{"guide", ""}, {"guide", "see state"}, {"lead 4 to 2", "ends at"}, {"lock", "release"}, {"lead 4 by 0.1", ""}, {"release", ""},
		{"stop", ""}, {"stop", "resume"}, {"recover", "see state"}, {"lock", ""}, {"unlock", ""}, {"help", "lead 4 to"}, {"", ""},
	} {
		if s := strings.TrimSpace(said(t, d, row.line)); row.want == "" && s != "" || !strings.Contains(s, row.want) {
			t.Errorf("%q: %q, want %q", row.line, s, row.want)
		}
	}
}

// TestTheStopHoldsLockedBrakes: they do not open while it is pressed.
func TestTheStopHoldsLockedBrakes(t *testing.T) {
	d, r := newDesk(t)
	if s := said(t, d, "lock", "stop"); s != "" {
		t.Fatal(s)
	}
	if s := said(t, d, "unlock"); !strings.Contains(s, "resume") {
		t.Errorf("unlock with the stop pressed: %q", s)
	}
	if s := said(t, d, "resume"); s != "" || r.Mode() != franka.ModeOther {
		t.Errorf("released: %q, %v", s, r.Mode())
	}
	q, _ := r.Joints()
	if said(t, d, "unlock"); r.Mode() != franka.ModeIdle {
		t.Errorf("unlocked: %v", r.Mode())
	}
	for i, x := range r.State().Q {
		if math.Abs(x-q[i]) > 1e-3 {
			t.Errorf("joint %d has sunk by %g", i+1, x-q[i])
		}
	}
}

func TestPage(t *testing.T) {
	d, r := newDesk(t)
	mux := http.NewServeMux()
	for pattern, h := range d.Handlers() {
		mux.Handle(pattern, h)
	}
	s := httptest.NewServer(mux)
	defer s.Close()
	ask := func(method, path, body string) (int, string) {
		t.Helper()
		q, err := http.NewRequest(method, s.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		a, err := s.Client().Do(q)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		b, err := io.ReadAll(a.Body)
		if err != nil {
			t.Fatal(err)
		}
		return a.StatusCode, string(b)
	}
	if code, b := ask("GET", "/", ""); code != 200 || !strings.Contains(b, `src="desk.js"`) {
		t.Errorf("page: %d", code)
	}
	if code, b := ask("GET", "/desk.js", ""); code != 200 || !strings.Contains(b, "desk/state") {
		t.Errorf("program: %d", code)
	}
	if code, _ := ask("POST", "/desk/do", "guide"); code != 200 || r.Mode() != franka.ModeGuiding {
		t.Errorf("guide: %d, %v", code, r.Mode())
	}
	if code, b := ask("POST", "/desk/do", "unlock"); code != 409 || !strings.Contains(b, "brakes are open") {
		t.Errorf("unlock: %d %s", code, b)
	}
	if code, _ := ask("GET", "/desk/do", ""); code != 405 {
		t.Errorf("a read that acts: %d", code)
	}
	if code, _ := ask("POST", "/desk/do", strings.Repeat("x", 5000)); code != 413 {
		t.Errorf("a long line: %d", code)
	}
	var now State
	_, b := ask("GET", "/desk/state", "")
	if err := json.Unmarshal([]byte(b), &now); err != nil || !now.Guided || len(now.Joints) != 7 || now.Arm != "Panda" {
		t.Errorf("state: %s, %v", b, err)
	}
}

// TestSurroundings come by lines: what pushes, holds and bounds the arm, and its errors.
func TestSurroundings(t *testing.T) {
	d, r := newDesk(t)
	if s := said(t, d, "push 0 0 -10", "wait 0.5"); s != "" {
		t.Fatal(s)
	}
	if f := d.State().Force; math.Abs(f[2]-10) > 1 {
		t.Errorf("pushed down with 10 N the arm presses with %g N", f)
	}
	if s := said(t, d, "push off", "wait 0.5", "table here", "table off", "wait 0.1"); s != "" || r.State().CurrentErrors != 0 {
		t.Errorf("a table put there and taken away: %q, %v", s, r.State().CurrentErrors)
	}
	if s := said(t, d, "wall 0.2 -0.5 0 to 0.8 0.5 1", "wait 0.1"); s != "" || r.State().CurrentErrors != 0 {
		t.Errorf("within the walls: %q, %v", s, r.State().CurrentErrors)
	}
	if s := said(t, d, "wall off", "error base_acceleration_invalid_reading", "wait 0.1", "wait rest"); s != "" || !r.State().CurrentErrors.Has(franka.BaseAccelerationInvalidReading) {
		t.Errorf("an error: %q, %v", s, r.State().CurrentErrors)
	}
	if s := said(t, d, "recover", "wait 0.5", "state"); !strings.Contains(s, "Panda: Idle\n") || !strings.Contains(s, "presses with 0.0") {
		t.Errorf("recovered: %s", s)
	}
	if err := d.Lines(strings.NewReader("end\nlock\n"), io.Discard); err != ErrEnd || r.Mode() != franka.ModeIdle {
		t.Errorf("after the end: %v, %v", err, r.Mode())
	}
	if _, err := d.Do("end"); err == nil {
		t.Error("the page ends the robot")
	}
	for _, line := range []string{"wait", "wait for it", "wait -1", "wait NaN"} {
		if s := said(t, d, line); !strings.Contains(s, "wait: write it as") {
			t.Errorf("%q: %q", line, s)
		}
	}
	// Waiting for a motion sees it begin and end.
	r.Move(franka.MoveRequest{Generator: franka.GenerateJointVelocity, Path: franka.DefaultDeviation, Goal: franka.DefaultDeviation})
	if s := said(t, d, "wait move", "wait rest", "state"); !strings.Contains(s, "communication_constraints_violation") {
		t.Errorf("a motion without commands: %s", s)
	}
	if s := said(t, d, "lock", "error joint_reflex"); !strings.Contains(s, "brakes are closed") {
		t.Errorf("an error behind closed brakes: %q", s)
	}
}

// TestScript: what lines do, functions of the same names do, one after the other, and errors are the script's.
func TestScript(t *testing.T) {
	d, r := newDesk(t)
	var out strings.Builder
	err := d.Script(t.Context(), "arm.lua", `
		robot.push(0, 0, -15)
		robot.wait(0.5)
		print(robot.state())
		robot.push("off")
		robot.guide()
		local before = robot.state()
		robot.lead(4, "by", 0.1)
		robot.release()
		print(before ~= robot.state())
		print(pcall(robot.lead, 4, "to", 0))
		robot.error("joint_reflex")
		robot.wait(0.1)
		for i = 1, 2 do robot.recover() robot.wait(0.5) end
		robot.table("here")
		robot["end"]()
		robot.stop()`, &out)
	if err != ErrEnd || r.Mode() != franka.ModeIdle {
		t.Errorf("%v, mode %v", err, r.Mode())
	}
	got := out.String()
	for _, want := range []string{"Panda: Idle", "true\n", "false\t", "lead: the arm is not guided"} {
		if !strings.Contains(got, want) {
			t.Errorf("it says %q, not %q", got, want)
		}
	}
	for _, bad := range []string{"robot.lead(9, 'to', 1)", "robot.nothing()", "robot.wait()", "os.exit()", "x ="} {
		if err := d.Script(t.Context(), "bad.lua", bad, io.Discard); err == nil || !strings.Contains(err.Error(), "bad.lua") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// TestScriptsKnowEveryLine: help lists what lines there are, and a script has a function for each.
func TestScriptsKnowEveryLine(t *testing.T) {
	d, _ := newDesk(t)
	have := map[string]bool{}
	for _, f := range d.functions(new(bool)) {
		have[f.Name] = true
	}
	for _, line := range strings.Split(Help(), "\n") {
		if word := strings.Fields(line)[0]; !have[word] {
			t.Errorf("no function %q", word)
		}
	}
}
