package wheelchair

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/gen"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/sim/planar"
	"github.com/sinew-robotics/sinew/tool/launch"
	"github.com/sinew-robotics/sinew/tool/run"
)

// model reads the wheelchair's model.
func model(t *testing.T) *instance.Instance {
	t.Helper()
	names, err := filepath.Glob("../../examples/wheelchair/new/*.aadl")
	if err != nil || len(names) == 0 {
		t.Fatal("no model", err)
	}
	var files []*syntax.File
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, faults := syntax.Parse(name, string(text))
		if faults.Err() != nil {
			t.Fatal(faults)
		}
		files = append(files, f)
	}
	m, faults := aadl.Link(files)
	if faults.Err() != nil {
		t.Fatal(faults)
	}
	i, faults := instance.Instantiate(m, "Wheelchair::Wheelchair.pmk")
	if faults.Err() != nil {
		t.Fatal(faults)
	}
	return i
}

// TestGenerated generates the nodes again: what is not the developer's is the same to the byte.
func TestGenerated(t *testing.T) {
	files, faults := gen.Generate(model(t), gen.Options{Import: "github.com/sinew-robotics/sinew/app/wheelchair/nodes", Origin: "Wheelchair::Wheelchair.pmk",
		Models: []string{"../../../examples/wheelchair/new"}})
	if faults.Err() != nil {
		t.Fatal(faults)
	}
	for _, f := range files {
		if f.Once && f.Name != gen.OverseerFile { // the states that a launched system begins with are those of the model
			continue
		}
		is, err := os.ReadFile(filepath.Join("nodes", filepath.FromSlash(f.Name)))
		if err != nil || string(is) != string(f.Source) {
			t.Errorf("nodes/%s is stale: sinew gen examples/wheelchair/new --out app/wheelchair/nodes (%v)", f.Name, err)
		}
	}
}

// TestAsDesigned holds the program that runs against the model.
func TestAsDesigned(t *testing.T) {
	i, err := Spec{}.Make(run.Order{Replay: true})
	if err != nil {
		t.Fatal(err)
	}
	report, faults := launch.Compare(model(t), i.Program.Graph(), "the program")
	for _, f := range faults {
		t.Error(f)
	}
	t.Logf("%+v", report)
}

// TestChair holds what the nodes know of the wheelchair against the simulated one.
func TestChair(t *testing.T) {
	v := planar.Wheelchair()
	if v.Track != chair.Track || v.Radius != chair.Radius || planar.WheelchairScanners() != chair.Mounts() || len(v.Outline) != len(chair.Outline()) {
		t.Errorf("the simulated wheelchair is %+v", v)
	}
	for i, p := range chair.Outline() {
		if v.Outline[i] != p {
			t.Errorf("corner %d of the outline is %v, simulated %v", i, p, v.Outline[i])
		}
	}
}
