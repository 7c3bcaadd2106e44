package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sinew-robotics/sinew/control/deploy"
	"github.com/sinew-robotics/sinew/reactor"
)

// DeploymentName is what recordings of deployments carry as their program.
const DeploymentName = "deployment"

// DeploymentParams are the parameters of a deployment that is run: its text, and those of the scripts and charts that it
// names. They are part of a recording, so a replay needs no file.
type DeploymentParams struct {
	File  string `yaml:"file"`  // what the text was called
	Texts string `yaml:"texts"` // the texts by the names of their files, as JSON
}

// Validate implements what CheckParams asks for.
func (p *DeploymentParams) Validate() error {
	_, err := p.texts()
	return err
}

func (p *DeploymentParams) texts() (map[string]string, error) {
	all := map[string]string{}
	if p.File == "" {
		return nil, errors.New("a deployment is run by the name of its file: sinew run cell.yaml")
	}
	if err := json.Unmarshal([]byte(p.Texts), &all); err != nil {
		return nil, fmt.Errorf("texts: %w", err)
	}
	return all, nil
}

// ReadDeployment reads the file of a deployment, in YAML or Lua, and the files that it names, which are looked for beside it.
func ReadDeployment(file string) (*DeploymentParams, error) {
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
	return &DeploymentParams{File: file, Texts: string(b)}, err
}

// Deployment is the program that runs deployments: of components of the library's kinds, scripts and charts. Its deployer
// is called like the deployment.
func Deployment(lib deploy.Library) Spec {
	return New(DeploymentName, DeploymentParams{}, func(main *reactor.Main, p *DeploymentParams) error {
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
			name = DeploymentName
		}
		_, err = deploy.New(main, name, lib, plan)
		return err
	})
}
