package cli

import (
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/tool/cli/plant"
	"github.com/sinew-robotics/sinew/tool/run"
)

// other is a command that replaces one of this package, and one that does not.
type other struct {
	Run  otherCmd `cmd:"" help:"Another run."`
	Wave otherCmd `cmd:"" help:"Something else."`
}

type otherCmd struct{ done *bool }

func (c *otherCmd) Run(t *Tool) error {
	*c.done = t.name() == "robot"
	return nil
}

func TestAToolsOwnCommands(t *testing.T) {
	for _, verb := range []string{"run", "wave"} {
		var done bool
		o := &other{otherCmd{&done}, otherCmd{&done}}
		if code := (Tool{Name: "robot", Programs: []run.Spec{plant.Spec()}, Commands: []any{o}}).Run([]string{verb}); code != 0 || !done {
			t.Errorf("%s: exit status %d, done %v", verb, code, done)
		}
	}
}

func TestProgramsAreFoundByName(t *testing.T) {
	none, one := &Tool{Name: "robot"}, &Tool{Name: "robot", Programs: []run.Spec{plant.Spec()}}
	two := &Tool{Name: "robot", Programs: []run.Spec{plant.Spec(), run.New("heater", struct{}{}, nil)}}
	for _, c := range []struct {
		t          *Tool
		name, want string
	}{
		{none, "", "robot has no program"}, {one, "", ""}, {one, "plant", ""}, {two, "plant", ""},
		{two, "", "which program? it knows plant, heater"}, {two, "hater", "did you mean heater?"}, {one, "boat", `robot has no program "boat": it knows plant`},
	} {
		if _, err := c.t.Program(c.name); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q among %v: %v, want %q", c.name, c.t.names(), err, c.want)
		}
	}
	if code := (Tool{Name: "robot", Programs: []run.Spec{plant.Spec(), plant.Spec()}}).Run([]string{"-h"}); code != 2 {
		t.Errorf("two programs of one name: exit status %d", code)
	}
}

func TestTheHelpSpeaksOfTheTool(t *testing.T) {
	tool := &Tool{Name: "robot", Programs: []run.Spec{plant.Spec()}}
	p, err := tool.Parser(t.Context(), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, n := range p.Model.Children {
		all += n.Detail + "\n"
	}
	if !strings.Contains(all, "robot debug plant") || strings.Contains(all, "sinew ") || strings.Contains(all, "PROGRAM") {
		t.Error(all)
	}
}
