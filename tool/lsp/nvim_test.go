//go:build nvim

package lsp

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// session is what is edited, and laid how it is left.
var session = map[string]string{
	"rover.aadl": `package Rover
public
    with Parts;
    system Vehicle
        features
            command: in data port;
    end Vehicle;
    system implementation Vehicle.i
        subcomponents
            left:   system Parts::Drve.i;
        CONNECTIONS
            c1: port command -> left.speed;
    end Vehicle.i;
end Rover;
`,
	"parts.aadl": `package Parts
public
    -- It drives.
    system Drive
        features
            speed: in data port;
    end Drive;
    system implementation Drive.i
    end Drive.i;
end Parts;
`}

const laid = `package Rover
public
    with Parts;
    system Vehicle
        features
            command: in data port;
    end Vehicle;
    system implementation Vehicle.i
        subcomponents
            -- 𝄞 a clef
            port_side: system Parts::Drive.i;
        connections
            c1: port command -> port_side.velocity;
    end Vehicle.i;
end Rover;`

// TestNeovim is a session of Debian's Neovim with the server, by a script: testdata/session.lua.
func TestNeovim(t *testing.T) {
	dir := t.TempDir()
	models := filepath.Join(dir, "models")
	for name, text := range session {
		if err := os.MkdirAll(models, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(models, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out, ended := filepath.Join(dir, "seen.json"), filepath.Join(dir, "ended")
	cmd := exec.Command("nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "luafile testdata/session.lua")
	cmd.Env = append(os.Environ(), "DIR="+models, "OUT="+out, "SERVER="+self, "ENDED="+ended, asServer+"="+ended,
		"XDG_STATE_HOME="+dir, "XDG_CACHE_HOME="+dir, "XDG_DATA_HOME="+dir)
	said, err := cmd.CombinedOutput()
	b, failed := os.ReadFile(out)
	if err != nil || failed != nil {
		t.Fatalf("%v, %v\n%s\n%s", err, failed, said, b)
	}
	var seen struct {
		Diagnostic struct {
			Line, Column  int
			Message, Code string
		}
		Renamed, Laid, Hover, Declared string
		Completed                      []string
	}
	if err := json.Unmarshal(b, &seen); err != nil {
		t.Fatal(err)
	}
	d := seen.Diagnostic
	if d.Line != 9 || d.Column != 27 || d.Code != "aadl-unresolved" || !strings.Contains(d.Message, `did you mean "Drive.i"?`) {
		t.Errorf("diagnostic %+v", d)
	}
	if diff := cmp.Diff(laid, seen.Laid); diff != "" {
		t.Error(diff)
	}
	if strings.Contains(seen.Renamed, "speed") || !strings.Contains(seen.Hover, "system Drive") || !strings.Contains(seen.Hover, "It drives.") {
		t.Errorf("renamed:\n%s\nhover:\n%s", seen.Renamed, seen.Hover)
	}
	if len(seen.Completed) != 1 || seen.Completed[0] != "velocity" || !strings.Contains(seen.Declared, "velocity: in data port;") {
		t.Errorf("completed %v, declared %q", seen.Completed, seen.Declared)
	}
	if b, err := os.ReadFile(ended); err != nil || string(b) != "<nil>" {
		t.Errorf("the server ended with %s, %v", b, err)
	}
}
