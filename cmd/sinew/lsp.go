package main

import (
	"context"
	"errors"
	"os"

	"github.com/sinew-robotics/sinew/tool/cli"
	"github.com/sinew-robotics/sinew/tool/lsp"
)

type lspCmd struct {
	Stdio bool `help:"Accepted because some editors pass it: standard input and output are the only way."`
}

// Help shows examples.
func (*lspCmd) Help() string {
	return "Serves one editor over the standard input and output, by the Language Server Protocol: editors start this themselves. It\n" +
		"ends when the editor does. docs/editors.md says how editors are set up.\n\nExamples:\n" +
		"  sinew lsp"
}

// Run serves the editor that started the program.
func (*lspCmd) Run() error {
	err := lsp.Serve(context.Background(), os.Stdin, os.Stdout, os.Stderr)
	if errors.Is(err, lsp.ErrNoShutdown) {
		return cli.ErrSaid // the protocol wants status 1
	}
	return err
}
