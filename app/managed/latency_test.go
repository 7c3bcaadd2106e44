package managed

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/manager/mock"
)

// delayed is hardware whose commands take so many cycles to arrive.
type delayed struct {
	*mock.Driver
	way [][]float64
}

func (d *delayed) Write(command []float64) error {
	d.way = append(d.way, append([]float64(nil), command...))
	err := d.Driver.Write(d.way[0])
	if len(d.way) > onTheWay {
		d.way = d.way[1:]
	}
	return err
}

// onTheWay is how many cycles a command takes until it arrives; the reading of the cycle after shows it.
const onTheWay = 7

// TestTheDelayOfADriverIsMeasured: hardware of a known delay, and the simulated servos of a maker.
func TestTheDelayOfADriverIsMeasured(t *testing.T) {
	s := withDriver("test/delayed", func(d *mock.Driver) hw.Driver { return &delayed{Driver: d} })
	measured := regexp.MustCompile(`measured: joint2: (\S+) from a command`)
	for plugin, c := range map[string]struct {
		component, joint string
		most, least      time.Duration
	}{
		"test/delayed":    {"", "", (onTheWay + 2) * 2 * time.Millisecond, onTheWay * 2 * time.Millisecond},
		"sinew/dynamixel": {`<param name="port">sim</param>`, "id", 80 * time.Millisecond, 2 * time.Millisecond},
	} {
		p := Params{File: "a.urdf", Name: "a.yaml", Text: strings.Split(moved(2, "2ms"), "controllers:")[0] +
			"controllers:\n  - {name: delay, type: latency, start: active, parameters: {joints: [joint1, joint2]}}\n"}
		p.URDF = homemade(2, plugin, c.component, func(i int) string {
			if c.joint == "" {
				return ""
			}
			return `<param name="` + c.joint + `">` + string(rune('0'+i)) + `</param>`
		})
		events := strings.Join(driveSpec(t, s, p, 1).Events, "\n")
		m := measured.FindStringSubmatch(events)
		if m == nil || !strings.Contains(events, "delay has finished") {
			t.Fatalf("%s: nothing was measured:\n%s", plugin, events)
		}
		if d, err := time.ParseDuration(m[1]); err != nil || d < c.least || d > c.most {
			t.Errorf("%s: %v, want %v to %v", plugin, m[1], c.least, c.most)
		}
		t.Logf("%s:\n%s", plugin, events)
	}
}

// TestACalibrationTellsItsOutcome: it has no port, so the event of its end tells what it measured, with the spread of the repeats.
func TestACalibrationTellsItsOutcome(t *testing.T) {
	p := Params{File: "a.urdf", Name: "a.yaml", URDF: homemade(2, "sinew/mock", `<param name="calculate_dynamics">true</param>`, func(int) string { return "" }),
		Text: strings.Split(moved(2, "2ms"), "controllers:")[0] +
			"controllers:\n  - {name: c, type: calibration, start: active, parameters: {joints: [joint1, joint2], repeats: 2}}\n"}
	events := strings.Join(driveSpec(t, Spec{}, p, 1).Events, "\n")
	if !regexp.MustCompile(`c has finished: joint1: (2|1\.999)ms from .*\(mean of 2, spread \S+\).* \| joint2: (2|1\.999)ms from `).MatchString(events) {
		t.Error(events)
	}
}
