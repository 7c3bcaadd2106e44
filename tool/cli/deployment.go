package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/tool/deployment"
	"github.com/sinew-robotics/sinew/tool/run"
)

// IsDeployment reports whether a word of the command line names the file of a deployment, rather than a program or a model.
func IsDeployment(word string) bool {
	ext := strings.ToLower(filepath.Ext(word))
	return (ext == ".yaml" || ext == ".yml" || ext == ".lua") && !strings.HasSuffix(word, ".atoms"+ext)
}

// deployed is the program that runs deployments, with the one of a file.
type deployed struct {
	run.Spec
	params *deployment.Params
}

// Params implements run.Spec.
func (d deployed) Params() any {
	p := *d.params
	return &p
}

// Make implements run.Spec.
func (d deployed) Make(o run.Order) (*run.Instance, error) {
	if o.Params == nil {
		o.Params = d.Params()
	}
	return d.Spec.Make(o)
}

// deployment is the program that runs the deployment in a file.
func (t *Tool) deployment(file string) (run.Spec, error) {
	spec := t.find(deployment.Name)
	if spec == nil {
		return nil, fmt.Errorf("%s runs no deployments: give cli.Main deployment.Spec with a library of types and kinds", t.name())
	}
	p, err := deployment.Read(file)
	if err != nil {
		return nil, err
	}
	return deployed{spec, p}, nil
}
