package against

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/coder/websocket"

	"github.com/sinew-robotics/sinew/graph"
)

// IsPage reports whether the name of a run is the address of a running program's page.
func IsPage(name string) bool {
	return strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://")
}

// patience is how long a page may take to answer.
const patience = 10 * time.Second

// maxHello is the greatest size of a page's first message, in bytes.
const maxHello = 1 << 28

// Fetch gets the graph of a running program from its page. It does not watch the program, so latencies are not
// measured.
func Fetch(ctx context.Context, page string) (*Run, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	address, query, _ := strings.Cut(page, "?")
	at := "ws" + strings.TrimPrefix(strings.TrimSuffix(address, "/"), "http") + "/live"
	if query != "" {
		at += "?" + query
	}
	c, _, err := websocket.Dial(ctx, at, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: no program's page answers there: %w", address, err)
	}
	defer func() { _ = c.CloseNow() }() // nothing was sent that could be lost
	c.SetReadLimit(maxHello)
	for {
		_, text, err := c.Read(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: the page does not say what its program is: %w", address, err)
		}
		var hello struct {
			Type  string
			Graph *graph.Graph
		}
		if json.Unmarshal(text, &hello) != nil || hello.Type != "hello" {
			continue // it is for viewers
		}
		if hello.Graph == nil {
			return nil, fmt.Errorf("%s: the page shows a recording, not a program: give the recording's file or folder", address)
		}
		if err := whole(hello.Graph); err != nil {
			return nil, fmt.Errorf("%s: the page's graph is damaged: %w", address, err)
		}
		return &Run{Name: address, Graph: hello.Graph}, nil
	}
}
