package check

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// large finds sizes of arrays whose elements would take long.
var large = regexp.MustCompile(`\d\d\d|#|[eE]`)

// FuzzCheck: no text makes the rules panic, and every fault has a code that is listed, and a place in the text.
func FuzzCheck(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "rules", "*.txtar"))
	if err != nil || len(files) == 0 {
		f.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range txtar.Parse(text).Files {
			f.Add(string(part.Data))
		}
	}
	f.Add("package L public feature group A extends B end A; feature group B extends A end B; feature group X inverse of Y end X; " +
		"feature group Y inverse of X end Y; process P features g: feature group A; x: feature group X; end P; system S end S; " +
		"system implementation S.i extends S.j subcomponents p: process P; q: process P; connections c: feature group p.g <-> q.x; end S.i; " +
		"system implementation S.j extends S.i end S.j; end L;")
	listed := map[string]bool{}
	for _, r := range Rules() {
		listed[r.Code] = true
	}
	arrays := regexp.MustCompile(`\[[^]]*\]`)
	fuzz.Run(f, func(t *testing.T, text string) {
		for _, size := range arrays.FindAllString(text, -1) {
			if large.MatchString(size) {
				return
			}
		}
		file, _ := syntax.Parse("fuzzed", text)
		m, _ := aadl.Link([]*syntax.File{file})
		faults := Model(m)
		for n, c := range instance.Systems(m) {
			if i, _ := instance.Instantiate(m, c.Qualified()); i != nil && n < 4 {
				faults = append(faults, Instance(i)...)
			}
		}
		for _, f := range faults {
			if !listed[f.Code] || f.File != "fuzzed" || f.Line == 0 {
				t.Errorf("%v", f)
			}
		}
	})
}
