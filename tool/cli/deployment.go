package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/tool/run"
)

// IsDeployment reports whether a word of the command line names the file of a deployment, rather than a program or a model.
func IsDeployment(word string) bool {
	ext := strings.ToLower(filepath.Ext(word))
	return (ext == ".yaml" || ext == ".yml" || ext == ".lua") && !strings.HasSuffix(word, ".atoms"+ext)
}

// Deployment is the program that runs deployments, and the parameters with which it runs the one in a file.
func (t *Tool) Deployment(file string) (run.Spec, *run.DeploymentParams, error) {
	spec := t.find(run.DeploymentName)
	if spec == nil {
		return nil, nil, fmt.Errorf("%s runs no deployments: give cli.Main run.Deployment with a library of types and kinds", t.name())
	}
	p, err := run.ReadDeployment(file)
	return spec, p, err
}
