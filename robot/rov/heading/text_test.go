package heading

import (
	"flag"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/robot/rov"
)

var rewrite = flag.Bool("rewrite", false, "write the example for the BlueROV2 Heavy anew")

// The example as a text, and the same for the BlueROV2 Heavy.
const (
	jackText  = "../../../examples/rov-heading/heading.atoms.yaml"
	heavyText = "../../../examples/rov-heading/heavy/heavy.atoms.yaml"
)

// mounted are the values of a Mounting.
func mounted(m rov.Mounting) []Value {
	return []Value{{"mount_roll", m.Angles.Roll}, {"mount_pitch", m.Angles.Pitch}, {"mount_yaw", m.Angles.Yaw},
		{"mount_x", m.Position.X}, {"mount_y", m.Position.Y}, {"mount_z", m.Position.Z}}
}

// known are the values that a text states of a vehicle, by External.
func known(v rov.Vehicle) map[string][]Value {
	return map[string][]Value{"ExpertiseIMU": mounted(v.IMU.Mounting), "ExpertiseLoch": mounted(v.Loch.Mounting),
		"ExpertiseDynamics": Dynamics(v), "ExpertiseThrusters": Thrusters(v)}
}

// stated is a line of values in a text: its name, and numbers with the same unit.
var stated = regexp.MustCompile(`^(      (\w+): )(\[?)([^\]#]*?)(\]?)$`)

// read gives the numbers of such a line and their unit.
func read(t *testing.T, list string) (xs []float64, unit string) {
	t.Helper()
	for item := range strings.SplitSeq(list, ", ") {
		number, u, _ := strings.Cut(item, " ")
		x, err := strconv.ParseFloat(number, 64)
		if number == "true" {
			x, err = 1, nil
		} else if number == "false" {
			err = nil
		}
		if err != nil {
			t.Fatal(err)
		}
		xs, unit = append(xs, x), u
	}
	return xs, unit
}

// values walks through all lines of a text that state values of a vehicle. each returns what the line becomes.
func values(text string, each func(instance, name string, line []string) string) string {
	lines, instance := strings.Split(text, "\n"), ""
	for k, l := range lines {
		if strings.HasPrefix(l, "  ") && !strings.HasPrefix(l, "   ") && strings.HasSuffix(l, ":") {
			instance = strings.Trim(l, " :")
		}
		if m := stated.FindStringSubmatch(l); m != nil && strings.HasPrefix(instance, "Expertise") && instance != "ExpertiseYawControl" {
			lines[k] = each(instance, m[2], m)
		}
	}
	return strings.Join(lines, "\n")
}

// The text of the example states the vehicle's values, all of them.
func TestTextStatesTheVehicle(t *testing.T) {
	for file, v := range map[string]rov.Vehicle{jackText: rov.JackLike(), heavyText: rov.BlueROV2Heavy()} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
			continue
		}
		got, of := map[string][]float64{}, known(v)
		values(string(text), func(instance, name string, m []string) string {
			got[instance+"."+name], _ = read(t, m[4])
			return m[0]
		})
		want := map[string][]float64{}
		for instance, vs := range of {
			for _, x := range vs {
				name, _, _ := strings.Cut(x.Product, "[")
				want[instance+"."+name] = append(want[instance+"."+name], x.SI)
			}
		}
		for name, xs := range want {
			same := slices.EqualFunc(xs, got[name], func(a, b float64) bool { return a-b < 1e-6 && b-a < 1e-6 })
			if !same {
				t.Errorf("%s: %s is %v, the vehicle's is %v", file, name, got[name], xs)
			}
			delete(got, name)
		}
		if len(got) > 0 {
			t.Errorf("%s states what no vehicle has: %v", file, got)
		}
	}
}

// The text for the Heavy is that for the Jack with other values.
func TestHeavyIsTheSameLaw(t *testing.T) {
	jack, err := os.ReadFile(jackText)
	if err != nil {
		t.Fatal(err)
	}
	want := heavy(t, string(jack))
	if *rewrite {
		if err := os.WriteFile(heavyText, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(heavyText); err != nil || string(got) != want {
		t.Errorf("%s is not %s with the Heavy's values any more (%v): go test ./robot/rov/heading -rewrite", heavyText, jackText, err)
	}
}

// heavy puts the Heavy's values into the text.
func heavy(t *testing.T, text string) string {
	of := known(rov.BlueROV2Heavy())
	text = values(text, func(instance, name string, m []string) string {
		_, unit := read(t, m[4])
		var list []string
		for _, x := range of[instance] {
			if n, _, _ := strings.Cut(x.Product, "["); n != name {
				continue
			}
			item := strconv.FormatFloat(x.SI, 'g', 7, 64)
			if strings.HasPrefix(name, "direction") {
				item = strconv.FormatFloat(x.SI, 'g', -1, 64)
			}
			if strings.HasPrefix(name, "control") {
				item = strconv.FormatBool(x.SI != 0)
			}
			list = append(list, strings.TrimSpace(item+" "+unit))
		}
		return m[1] + m[3] + strings.Join(list, ", ") + m[5]
	})
	for _, c := range [][2]string{
		{"# Heading control of an underwater robot: the example", "# The same law as ../heading.atoms.yaml with the values of the BlueROV2 Heavy, eight thrusters: written by\n# `go test ./robot/rov/heading -rewrite`.\n#\n# Heading control of an underwater robot: the example"},
		{"sinew check heading.atoms.yaml  ", "sinew check heavy.atoms.yaml          "}, {"sinew graph heading.atoms.yaml  ", "sinew graph heavy.atoms.yaml          "},
		{"examples/rov-heading  ", "examples/rov-heading/heavy  "},
		{"model: rov_heading", "model: rov_heading_heavy"}, {"vehicle: jack", "vehicle: bluerov2-heavy"},
		{"two that push down.", "four that push up."},
	} {
		if n := strings.Count(text, c[0]); n != 1 {
			t.Errorf("%s has %q %d times, want once", jackText, c[0], n)
		}
		text = strings.Replace(text, c[0], c[1], 1)
	}
	return text
}
