package child

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// Starter is the environment variable with the path of the program that became this one.
const Starter = "SINEW_STARTED_BY"

// Find returns the path of another of this project's programs: the one in this program's folder, or else the first on the
// PATH. build is the command that builds it in the source tree, with %s in place of the output path; the error quotes it.
func Find(name, build string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	beside := filepath.Join(filepath.Dir(self), name)
	if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
		return beside, nil
	}
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	return "", fmt.Errorf("%s is missing: it is neither beside this program, in %s, nor on the PATH; in Sinew's source tree `make build` makes it, or `%s`",
		name, filepath.Dir(self), strings.ReplaceAll(build, "%s", beside))
}

// Become replaces this process by a program, which finds this program's path in Starter and takes over signals,
// standard streams and exit status. It returns only with an error; systems other than Unix cannot do it.
func Become(path string, args ...string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	err = syscall.Exec(path, append([]string{path}, args...), append(os.Environ(), Starter+"="+self))
	return fmt.Errorf("%s does not start: %w", path, err)
}
