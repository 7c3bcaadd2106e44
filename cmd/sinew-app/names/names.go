// Package names says what sinew-app has, for sinew, which must know it without linking it.
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

// Commands are whole commands of sinew-app, as they are typed.
func Commands() []string {
	return []string{"nav", "link", "sim wheelchair", "sim cia402", "sim dynamixel"}
}

// Program is the program that a folder or file is for: a robot's folder, with a controllers.yaml, or the file of a
// deployment, in YAML or Lua, that is no model of Atoms; "" for all else.
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
