package folder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sinew-robotics/sinew/trace"
)

// Belongs returns an error if a recording and the run.json in the same folder, if any, are of different runs. hash
// is the recording's output hash, empty if it was cut off; about is the recording's description of the run, or nil
// if that does not matter.
func Belongs(file, hash string, about map[string]string) error {
	beside := filepath.Join(filepath.Dir(file), RunFile)
	if filepath.Base(file) != TraceFile {
		return nil
	}
	b, err := os.ReadFile(beside)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var run map[string]json.RawMessage
	if err == nil {
		err = json.Unmarshal(b, &run)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be read, so nothing says whether %s is of the same run: %w; remove it to do without", beside, file, err)
	}
	for _, x := range []struct{ name, want string }{{trace.KeyHash, hash}, {"program", about["program"]}, {"seed", about["seed"]}} {
		got, ok := run[x.name]
		var text string
		if json.Unmarshal(got, &text) != nil {
			text = string(got) // a number
		}
		if ok && x.want != "" && text != "" && text != x.want {
			return fmt.Errorf("%s and %s are not of the same run: %s is %.80s there and %.80s here; put together what belongs together, or remove %s",
				beside, file, x.name, text, x.want, RunFile)
		}
	}
	return nil
}
