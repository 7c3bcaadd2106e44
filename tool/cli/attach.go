package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/sinew-robotics/sinew/control/deploy"
	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/tool/repl"
)

// Attach is a conversation with a component's script in a running program.
type Attach struct {
	Words []string `arg:"" name:"program-component" help:"Component; before it, if need be, the address of the program's page (https://HOST:PORT) or its name or process id." placeholder:"[PROGRAM] COMPONENT"`
	where
}

// Help shows examples.
func (c *Attach) Help() string {
	return "Lines of Lua run in the component's machine, between its activations, with the budget of one: look at and change its globals, read ports,\n" +
		"raise events (sinew.raise), call operations (sinew.call), give orders (sinew.ask). Each line is recorded as an input, so the run can be\n" +
		"replayed. The program runs with a page (--web) or with its socket alone (--attach). The conversation goes over the socket, which is its\n" +
		"user's alone, or over a page with TLS and a token. Lines that do not come from a terminal are run the same way.\n\n" +
		"Examples:\n  sinew script attach control\n  sinew script attach https://robot:8080 control --token TEXT\n  echo 'return ticks' | sinew script attach control"
}

// Run carries on the conversation.
func (c *Attach) Run(ctx context.Context) error {
	component := c.Words[len(c.Words)-1]
	switch {
	case len(c.Words) > 2:
		return errors.New("attach takes a program and a component")
	case len(c.Words) == 2 && strings.Contains(c.Words[0], ":"):
		c.URL = c.Words[0]
	case len(c.Words) == 2:
		c.Program = c.Words[0]
	}
	return c.attached(ctx, func(ctx context.Context, a *asker) error {
		m, err := newRemote(ctx, a, component)
		if err != nil {
			return err
		}
		history, err := repl.StateFile("attach-history")
		if err != nil {
			fmt.Fprintf(os.Stderr, "sinew: the lines of this conversation are not kept: %v\n", err)
		}
		err = repl.Run(repl.Config{Machine: m, In: os.Stdin, Out: os.Stdout, Faults: os.Stderr, History: history, Exit: os.Exit})
		var exit lua.Exit
		switch {
		case errors.As(err, &exit):
			return nil
		case errors.Is(err, repl.ErrLines):
			return ErrSaid
		}
		return err
	})
}

// remote is a component's machine in another process. A local machine knows what can be compiled.
type remote struct {
	ctx       context.Context
	a         *asker
	component string
	compiler  *lua.VM
	text      string // loaded
}

var _ repl.Machine = (*remote)(nil)

func newRemote(ctx context.Context, a *asker, component string) (*remote, error) {
	r := &remote{ctx: ctx, a: a, component: component}
	d, err := r.info()
	if err == nil && d.Machine == nil {
		err = fmt.Errorf("%s is a %s in Go: only a script can be talked with", component, d.Kind)
	}
	if err == nil {
		r.compiler, err = lua.New(lua.Config{})
	}
	return r, err
}

func (r *remote) info() (d deploy.Detail, err error) {
	text, err := r.a.ask(r.ctx, deploy.Order{Do: "info", On: r.component})
	if err == nil {
		err = json.Unmarshal([]byte(text), &d)
	}
	return d, err
}

// Load implements repl.Machine.
func (r *remote) Load(text string, expression bool) error {
	compiled := text
	if expression {
		compiled = "return " + text
	}
	_, err := r.compiler.Load("=attach", compiled)
	r.text = text
	return err
}

// Run implements repl.Machine.
func (r *remote) Run(ctx context.Context) error {
	out, err := r.eval(ctx, r.text)
	if out != "" {
		fmt.Println(out)
	}
	return err
}

func (r *remote) eval(ctx context.Context, text string) (string, error) {
	return r.a.ask(ctx, deploy.Order{Do: "eval", On: r.component, Text: text})
}

// fields lists the fields of the value at a path.
const fields = `local v = _G
for n in (%q):gmatch("[^.]+") do v = type(v) == "table" and rawget(v, n) or nil end
for k, w in pairs(type(v) == "table" and v or {}) do if type(k) == "string" and (%t or type(w) == "function") then print(k) end end`

// Names implements repl.Machine.
func (r *remote) Names(path string, methods bool) []string {
	out, err := r.eval(r.ctx, fmt.Sprintf(fields, path, !methods))
	if err != nil {
		return nil
	}
	return strings.Split(out, "\n")
}

// Memory implements repl.Machine.
func (r *remote) Memory() (lua.Usage, error) {
	d, err := r.info()
	if err != nil || d.Machine == nil {
		return lua.Usage{}, err
	}
	return lua.Usage{Size: d.Machine.Size, Used: d.Machine.Used, High: d.Machine.High, Largest: d.Machine.Largest}, nil
}
