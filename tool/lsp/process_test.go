package lsp

import (
	"context"
	"fmt"
	"os"
	"testing"
)

// asServer is set where the test program is the server: to the file that says how it ended.
const asServer = "SINEW_LSP_SERVER"

func TestMain(m *testing.M) {
	ended := os.Getenv(asServer)
	if ended == "" {
		os.Exit(m.Run())
	}
	err := Serve(context.Background(), os.Stdin, os.Stdout, os.Stderr)
	if err := os.WriteFile(ended, []byte(fmt.Sprint(err)), 0o644); err != nil {
		panic(err)
	}
}
