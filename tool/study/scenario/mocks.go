package scenario

import (
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/sinew-robotics/sinew/tool/mock"
	"github.com/sinew-robotics/sinew/tool/run"
)

// fileKinds are the kinds of mocks that read a file.
var fileKinds = []string{"csv", "topic", "lua"}

// fileOf splits a mock's source into its file's name and what surrounds that.
func fileOf(source string) (before, file, after string) {
	kind, rest, ok := strings.Cut(source, ":")
	if !ok || !slices.Contains(fileKinds, kind) {
		return source, "", ""
	}
	end := len(rest)
	switch kind {
	case "csv":
		if i := strings.Index(rest, ";base="); i >= 0 {
			end = i
		}
	case "topic":
		if i := strings.LastIndexByte(rest, '#'); i >= 0 {
			end = i
		}
	}
	return kind + ":", rest[:end], rest[end:]
}

// MockFile is the file that a run's mock reads, "" if it reads none.
func MockFile(text string) string {
	_, source, _ := strings.Cut(text, "=")
	_, file, _ := fileOf(source)
	return file
}

// whole makes the path of a source's file, which may be relative to a folder, absolute.
func whole(dir, source string) string {
	before, file, after := fileOf(source)
	if file == "" {
		return source
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	if abs, err := filepath.Abs(file); err == nil {
		file = abs
	}
	return before + file + after
}

// relative makes the path of a source's file relative to a folder, if possible.
func relative(dir, source string) string {
	before, file, after := fileOf(source)
	abs, err := filepath.Abs(dir)
	if file == "" || err != nil {
		return source
	}
	if rel, err := filepath.Rel(abs, file); err == nil {
		file = filepath.ToSlash(rel)
	}
	return before + file + after
}

// makeMocked makes the instance with the run's mocks: it determines the connections to cut, and installs the mocks.
func makeMocked(r *Run, spec run.Spec, order run.Order, from *Scenario, fail func(part, int, error)) *run.Instance {
	var mocks []mock.Mock
	for i, text := range r.Mocks {
		if text == "" {
			continue
		}
		m, err := mock.Parse(text)
		if err != nil {
			fail(ofMock, i, err)
			continue
		}
		if i < len(from.Mocks) {
			m.At, m.SourceAt = from.Mocks[i].Path.at, from.Mocks[i].Source.at
			m.At.File, m.SourceAt.File = from.File, from.File
			if strings.Contains(from.Mocks[i].Source.Text, "$") { // columns are those after resolving references
				m.SourceAt.Line = 0
			}
		}
		mocks = append(mocks, m)
	}
	inst, err := spec.Make(order)
	fail(ofProgram, 0, err)
	if err != nil || len(mocks) == 0 {
		return inst
	}
	cuts, err := mock.Cuts(inst.Program, mocks)
	if err == nil && len(cuts) > 0 {
		if err = shut(inst); err == nil {
			order.Cut = cuts
			inst, err = spec.Make(order)
		}
	}
	if err == nil {
		err = mock.Install(inst.Program, mocks)
	}
	fail(ofMock, 0, err)
	return inst
}

func shut(inst *run.Instance) error {
	if inst == nil || inst.Close == nil {
		return nil
	}
	return inst.Close()
}

// mocks resolves a run's mocks, and returns them with hashes instead of their files.
func (p *planner) mocks(r *Run, values settings) (essence []string) {
	for _, m := range p.s.Mocks {
		source, err := values.text(m.Source)
		if err != nil {
			p.pass(codeValue, m.Source.at, "", err)
			r.Mocks = append(r.Mocks, "") // it could not be resolved
			continue
		}
		source = whole(filepath.Dir(p.s.File), source)
		text := m.Path.Text + "=" + source
		r.Mocks = append(r.Mocks, text)
		before, file, after := fileOf(source)
		if file != "" {
			file = p.hash(file)
		}
		essence = append(essence, m.Path.Text+"="+before+file+after)
	}
	return essence
}

// hash identifies the contents of a file, or of the files in a folder. A file that cannot be read is found when it is
// used.
func (p *planner) hash(file string) string {
	if h, ok := p.files[file]; ok {
		return h
	}
	h := xxh3.New()
	_ = filepath.WalkDir(file, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil
		}
		if text, err := os.ReadFile(path); err == nil {
			fmt.Fprintf(h, "%s %d\n", d.Name(), len(text))
			_, _ = h.Write(text) // a hash never fails
		}
		return nil
	})
	sum := h.Sum128().Bytes()
	p.files[file] = hex.EncodeToString(sum[:])
	return p.files[file]
}
