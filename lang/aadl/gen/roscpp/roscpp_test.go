package roscpp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/roscpp"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

const (
	labModel   = "testdata/lab.aadl"
	wheelchair = "../../../../examples/wheelchair/new/*.aadl"
)

// read builds a system from texts, with changes to them.
func read(t testing.TB, pattern, system string, changes ...string) *instance.Instance {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatal("no texts in "+pattern, err)
	}
	var files []*syntax.File
	changed := false
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		now := strings.NewReplacer(changes...).Replace(string(text))
		changed = changed || now != string(text)
		f, faults := syntax.Parse(name, now)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		files = append(files, f)
	}
	if len(changes) > 0 && !changed {
		t.Fatalf("%q changes nothing", changes)
	}
	m, faults := aadl.Link(files)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	i, faults := instance.Instantiate(m, system)
	if faults.Err() != nil {
		t.Fatal(faults)
	}
	return i
}

// lab makes the files of the small system, and expects no error.
func lab(t testing.TB, changes ...string) []roscpp.File {
	t.Helper()
	files, faults := roscpp.Generate(read(t, labModel, "Lab::Lab.impl", changes...), roscpp.Options{Origin: "Lab::Lab.impl"})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return files
}

// TestGolden keeps what is written of the small system, but for what all systems have.
func TestGolden(t *testing.T) {
	files, again := lab(t), lab(t)
	for k, f := range files {
		if string(f.Source) != string(again[k].Source) {
			t.Errorf("%s differs from run to run", f.Name)
		}
		if !strings.HasPrefix(f.Name, "lab_base/") {
			golden.Check(t, filepath.Join("testdata", "golden", filepath.FromSlash(f.Name)), f.Source)
		}
	}
}

// TestFaults: what ROS cannot have is told, with its place.
func TestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		changes []string
		want    string
	}{
		"a type that is none of ROS":     {[]string{`"geometry_msgs/PointStamped"`, `"Point"`}, `lab.aadl:15:5: Lab::Place: "Point" is no type of messages of ROS`},
		"a topic with a space":           {[]string{`"fresh"`, `"fresh air"`}, `ROS does not allow the topic "fresh air"`},
		"a topic of the whole":           {[]string{`"/report"`, `"/re-port"`}, `ROS does not allow the topic "/re-port"`},
		"a device and a node":            {[]string{"            report: port station.report", "            shown: port station.heat -> panel.heat;\n            report: port station.report", "            limit: out event data port Reading;\n            new: out", "            heat: in event data port Reading;\n            limit: out event data port Reading;\n            new: out"}, "station.heat: the port heat leads to a device, and to something else"},
		"ten topics together":            {[]string{"            limit: in event data port Reading;\n            new: in event data port Reading;\n            pair", "            " + ports("i: in event data port Reading;\n            ", 8) + "limit: in event data port Reading;\n            new: in event data port Reading;\n            pair"}, "the thread exact takes messages of 10 ports together"},
		"a fault of every target":        {[]string{"            Period => 10 ms;\n", ""}, "the thread watch has no Period"},
		"data of which nothing is known": {[]string{"            Data_Model::Dimension => (2, 3);\n", ""}, "nothing says how many elements it has"},
	} {
		t.Run(name, func(t *testing.T) {
			files, faults := roscpp.Generate(read(t, labModel, "Lab::Lab.impl", c.changes...), roscpp.Options{})
			var told []string
			for _, f := range faults {
				told = append(told, f.Error())
			}
			if all := strings.Join(told, "\n"); !strings.Contains(all, c.want) {
				t.Errorf("got %s, want %s", all, c.want)
			}
			if faults.Err() == nil || len(files) > 0 {
				t.Errorf("there are %d files with %v", len(files), faults)
			}
		})
	}
}

// ports repeats the declaration of a port, with numbers.
func ports(text string, n int) (all string) {
	for k := range n {
		all += strings.Replace(text, ":", string(rune('a'+k))+":", 1)
	}
	return all
}

// write writes files into a folder, and gives what it says.
func write(t *testing.T, dir string, files []roscpp.File, force bool) (written []string, notes string) {
	t.Helper()
	all, faults, err := roscpp.Write(dir, files, force)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		in, err := filepath.Rel(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		written = append(written, filepath.ToSlash(in))
	}
	var b strings.Builder
	for _, f := range faults {
		if f.Severity != diag.Warning {
			t.Error(f)
		}
		b.WriteString(strings.ReplaceAll(f.Error(), dir+"/", "") + "\n")
	}
	return written, b.String()
}

// TestWrite: a second time nothing is written; algorithms stay; an edited file is not lost; what the model does not need any more goes, and is
// told.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	files := lab(t)
	if written, notes := write(t, dir, files, false); len(written) != len(files) || notes != "" {
		t.Fatal(written, notes)
	}
	if written, notes := write(t, dir, files, false); len(written) != 0 || notes != "" {
		t.Fatal(written, notes)
	}
	own := filepath.Join(dir, "lab_station/include/lab_station/watch.h")
	mine, err := os.ReadFile("testdata/lab/watch.h")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(own, mine, 0o600); err != nil {
		t.Fatal(err)
	}
	changed := lab(t, "limit: in event data port Reading;\n            report", "bound: in event data port Reading;\n            report", "watch.limit", "watch.bound",
		"            near: thread Near;\n", "", "            here_near: port here -> near.here;\n            there_near: port there -> near.there;\n", "", "            middle_out: port near.middle -> middle;\n", "",
		`("low", "too high", "NULL")`, `("low", "high")`)
	written, notes := write(t, dir, changed, false)
	for _, want := range []string{
		"lab_station/include/lab_station/watch.h:27:10: WatchIn.limit is not there any more: it was boost::shared_ptr<const lab_msgs::Reading>; change the algorithm (gen-changed)\n",
		"lab_station: WatchIn.bound is new: boost::shared_ptr<const lab_msgs::Reading>; let the algorithm use it, if it is of use (gen-changed)\n",
		"lab_station/include/lab_station/near.h:21:3: the model has no near in lab_station any more: nothing calls this algorithm; take from it what is of use, and remove it (gen-unused)\n",
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("%s is missing in\n%s", want, notes)
		}
	}
	if now, _ := os.ReadFile(own); string(now) != string(mine) || strings.Contains(strings.Join(written, " "), "watch.h") {
		t.Error("the algorithm has been written again", written)
	}
	frames := filepath.Join(dir, "lab_station/include/lab_station/frames.h")
	src, err := os.ReadFile(frames)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(frames, append(src, "// mine\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := roscpp.Write(dir, files, false); err == nil || !strings.Contains(err.Error(), "frames.h was edited since it was made") {
		t.Error(err)
	}
	if written, _ := write(t, dir, files, true); len(written) == 0 {
		t.Error("--force has written nothing")
	}
	if err := os.WriteFile(own, []byte("// nothing\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	other := lab(t, "    process Station\n", "    process Post\n", "end Station;", "end Post;", "implementation Station.impl", "implementation Post.impl", "end Station.impl", "end Post.impl", "process Station.impl", "process Post.impl")
	_, notes = write(t, dir, other, false)
	if want := "lab_station/include/lab_station/keep.h:20:3: the model has no keep in lab_station any more"; !strings.Contains(notes, want) {
		t.Error(notes)
	}
	if _, err := os.Stat(frames); err == nil {
		t.Error("what was made of a node is still there")
	}
	if _, err := os.Stat(filepath.Join(dir, "lab_post/src/main.cpp")); err != nil {
		t.Error(err)
	}
	if _, notes := write(t, dir, files, false); !strings.Contains(notes, "watch.h: WatchState is not in it; declare it there: what is generated uses it (gen-lost)") {
		t.Error(notes)
	}
}

// TestBeside: the packages of another system stay where they are.
func TestBeside(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, lab(t), false)
	chair, faults := roscpp.Generate(read(t, wheelchair, "Wheelchair::Wheelchair.pmk"), roscpp.Options{Origin: "chair"})
	if faults.Err() != nil {
		t.Fatal(faults)
	}
	write(t, dir, chair, false)
	for _, name := range []string{"lab_station/src/main.cpp", "wheelchair_manual_mux/src/main.cpp"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}
