// Package names lists what sinew-app contains, so that sinew knows it without linking it.
package names

import (
	"os"
	"path/filepath"
	"strings"
)

// Programs are the programs of sinew-app.
func Programs() []string {
	return []string{"wheelchair", "grasp", "managed", "deployment", "franka-remote"}
}

// Commands are whole commands of sinew-app, as typed.
func Commands() []string {
	return []string{"nav", "link", "sim wheelchair", "sim cia402", "sim dynamixel"}
}

// Program returns the program for a folder or file: a robot's folder, with a controllers.yaml, or the file of a
// deployment, in YAML or Lua, that is not a model of Atoms; "" for everything else.
func Program(path string) string {
	if _, err := os.Stat(filepath.Join(path, "controllers.yaml")); err == nil {
		return "managed"
	}
	ext := strings.ToLower(filepath.Ext(path))
	if (ext == ".yaml" || ext == ".yml" || ext == ".lua") && !strings.HasSuffix(path, ".atoms"+ext) {
		return "deployment"
	}
	return ""
}
