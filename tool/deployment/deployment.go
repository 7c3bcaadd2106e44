// Package deployment is the program that runs deployments of package deploy: a run.Spec, made from the texts of a
// deployment and of the scripts and charts that it names.
package deployment

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/control/deploy"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Name is what recordings of deployments carry as their program.
const Name = "deployment"

// Params are the parameters of a deployment that is run: its text, and those of the scripts and charts that it names. They
// are part of a recording, so a replay needs no files.
type Params struct {
	File  string `yaml:"file"`  // the name of the text
	Texts string `yaml:"texts"` // the texts in JSON, by the names of their files
}

// Validate implements the check of run.CheckParams.
func (p *Params) Validate() error {
	_, err := p.texts()
	return err
}

func (p *Params) texts() (map[string]string, error) {
	all := map[string]string{}
	if p.File == "" {
		return nil, errors.New("a deployment is run by the name of its file: sinew run cell.yaml")
	}
	if err := json.Unmarshal([]byte(p.Texts), &all); err != nil {
		return nil, fmt.Errorf("texts: %w", err)
	}
	return all, nil
}

// Read reads the file of a deployment, in YAML or Lua, and the files that it names, relative to its folder.
func Read(file string) (*Params, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	all := map[string]string{file: string(text)}
	_, err = deploy.Read(file, text, func(name string) ([]byte, error) {
		at := name
		if !filepath.IsAbs(name) {
			at = filepath.Join(filepath.Dir(file), name)
		}
		b, err := os.ReadFile(at)
		all[name] = string(b)
		return b, err
	})
	if err != nil {
		return nil, err
	}
	b, err := json.Marshal(all)
	return &Params{File: file, Texts: string(b)}, err
}

// Spec is the program that runs deployments with components of the library's kinds, scripts and charts. Its deployer has
// the name of the deployment.
func Spec(lib deploy.Library) run.Spec {
	return program{run.New(Name, Params{}, func(main *reactor.Main, p *Params) error {
		all, err := p.texts()
		if err != nil {
			return err
		}
		plan, err := deploy.Read(p.File, []byte(all[p.File]), func(name string) ([]byte, error) {
			if text, ok := all[name]; ok {
				return []byte(text), nil
			}
			return nil, fmt.Errorf("the text of %s is not there", name)
		})
		if err != nil {
			return err
		}
		name := plan.Name
		if name == "" {
			name = Name
		}
		_, err = deploy.New(main, name, lib, plan)
		return err
	})}
}

// program is the Spec of any deployment.
type program struct{ run.Spec }

// KeyFormat is the metadata key for the deploy.Format of a recording. Recordings from before formats had numbers lack it.
const KeyFormat = "deployment_format"

// Make implements run.Spec. On the real clock workshops have the priority just below the program's thread. Make refuses a
// recording of another format.
func (p program) Make(o run.Order) (*run.Instance, error) {
	if now := strconv.Itoa(deploy.Format); o.Replay && len(o.Run) > 0 && o.Run[KeyFormat] != now {
		was := "before formats had numbers"
		if f := o.Run[KeyFormat]; f != "" {
			was = "in format " + f
		}
		return nil, fmt.Errorf("the recording of this deployment was made %s, and this build runs format %s, which would not repeat it: replay it with the build that recorded it, or look at it with `sinew view`", was, now)
	}
	i, err := p.Spec.Make(o)
	if err != nil {
		return nil, err
	}
	describe := i.Describe
	i.Describe = func() map[string]string {
		about := describe()
		about[KeyFormat] = strconv.Itoa(deploy.Format)
		return about
	}
	i.Exec = func(x *exec.Options) {
		for _, e := range i.Program.Enclaves {
			if main := x.Threads[i.Program.Name]; deploy.IsWorkshop(e.Name) && main.Priority > 0 {
				x.Threads[e.Name] = rt.Options{Priority: max(main.Priority-1, 1), Budget: rt.MostBudget}
			}
		}
	}
	return i, nil
}

// Takes implements cli.FileProgram: it takes files in YAML or Lua that are not models of Atoms.
func (program) Takes(word string) bool {
	ext := strings.ToLower(filepath.Ext(word))
	return (ext == ".yaml" || ext == ".yml" || ext == ".lua") && !strings.HasSuffix(word, ".atoms"+ext)
}

// Load implements cli.FileProgram.
func (p program) Load(file string) (run.Spec, error) {
	params, err := Read(file)
	if err != nil {
		return nil, err
	}
	return loaded{p, params}, nil
}

// loaded is the deployment in a file.
type loaded struct {
	run.Spec
	params *Params
}

// Params implements run.Spec.
func (l loaded) Params() any {
	p := *l.params
	return &p
}

// Make implements run.Spec.
func (l loaded) Make(o run.Order) (*run.Instance, error) {
	if o.Params == nil {
		o.Params = l.Params()
	}
	return l.Spec.Make(o)
}
