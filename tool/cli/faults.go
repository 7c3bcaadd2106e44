package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/vbauerster/mpb/v8/cwriter"

	"github.com/sinew-robotics/sinew/control/deploy"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/diag/sarif"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/lang/asn1"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/lang/schema"
	"github.com/sinew-robotics/sinew/tool/cli/grammar"
	"github.com/sinew-robotics/sinew/tool/mock"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

// maxFaults is how many faults are shown at once.
const maxFaults = 100

// Printer prints faults on a file: in colour and with the source line if a person reads them.
func Printer(to *os.File) diag.Printer {
	return diag.PrinterFor(cwriter.IsTerminal(int(to.Fd())), os.Getenv)
}

// FaultFlags are the flags of commands that check their input, such as parameters, mocks and scenarios. A command embeds
// them; Tool.Run writes what they ask for when the command has ended.
type FaultFlags struct {
	JSON bool `name:"json" help:"Print what is wrong as one JSON object: faults (code, message, hint, severity, file, line, column, path)."`
	SARIFFlag
}

// SARIFFlag is FaultFlags for commands that use --json for something else.
type SARIFFlag struct {
	SARIF string `name:"sarif" help:"Write what is wrong as SARIF 2.1.0, as editors and code hosts read it; - is the standard output." placeholder:"FILE"`

	warnings diag.Faults    // of a command that succeeded
	also     map[string]any // further members of the JSON object
}

func (f *FaultFlags) json() bool        { return f.JSON }
func (f *SARIFFlag) report() *SARIFFlag { return f }

// reporter is implemented by commands with these flags.
type reporter interface {
	json() bool
	report() *SARIFFlag
}

// Rules explains the codes of the faults that commands can find in any program.
func Rules() []diag.Rule {
	return slices.Concat(run.ParamRules(), param.Rules(), asn1.Rules(), schema.Rules(), mock.Rules(), scenario.Rules(), deploy.Rules())
}

// end reports how a command has ended: its faults to people, or where its flags want them, then other errors. It returns
// the exit status.
func (t *Tool) end(c *grammar.Node, err error) int {
	faults, others := diag.Of(err)
	for i := range faults {
		faults[i].File = local(faults[i].File)
	}
	quiet := false
	if f, ok := c.Target.(reporter); ok {
		r := f.report()
		all := append(slices.Clone(r.warnings), faults...)
		quiet = f.json() || r.SARIF == "-"
		if f.json() && (len(faults) > 0 || r.also != nil) {
			others = append(others, r.writeJSON(all))
		}
		if r.SARIF != "" {
			others = append(others, r.writeSARIF(c.FullPath(), all))
		}
		others = slices.DeleteFunc(others, func(err error) bool { return err == nil })
	}
	if !quiet {
		_ = Printer(os.Stderr).Print(os.Stderr, faults.First(maxFaults, "", 0))
		if len(faults) > 0 && len(others) == 0 {
			others = []error{errors.New(faults.Count())}
		}
	}
	rest := unsaid(errors.Join(others...))
	if rest != nil {
		fmt.Fprintf(os.Stderr, "%s: %s\n", t.name(), spelling.Clip(rest.Error()))
	}
	switch {
	case errors.Is(err, ErrUnusable):
		return 2
	case err != nil || rest != nil:
		return 1
	}
	return 0
}

// unsaid is the part of an error that has not been reported: without ErrSaid and errors that wrap only it.
func unsaid(err error) error {
	if !errors.Is(err, ErrSaid) {
		return err
	}
	all, joined := err.(interface{ Unwrap() []error })
	if !joined {
		return nil
	}
	var rest []error
	for _, e := range all.Unwrap() {
		rest = append(rest, unsaid(e))
	}
	return errors.Join(rest...)
}

// local makes the path of a file below the working directory relative to it, since flags give absolute paths.
func local(file string) string {
	if dir, err := os.Getwd(); err == nil && filepath.IsAbs(file) {
		if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return file
}

// writeJSON prints the faults as 'sinew check --json' does.
func (f *SARIFFlag) writeJSON(faults diag.Faults) error {
	object := map[string]any{"faults": append(diag.Faults{}, faults.Clipped()...)}
	for key, v := range f.also {
		object[key] = v
	}
	e := json.NewEncoder(os.Stdout)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(object)
}

// writeSARIF writes the faults of a command to the file that --sarif names.
func (f *SARIFFlag) writeSARIF(command string, faults diag.Faults) error {
	write := func(w io.Writer) error { return sarif.Write(w, sarif.Tool{Name: command, Rules: Rules()}, faults) }
	if f.SARIF == "-" {
		return write(os.Stdout)
	}
	return whole.Write(f.SARIF, write)
}
