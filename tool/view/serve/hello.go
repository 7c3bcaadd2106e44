package serve

import (
	"encoding/json"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/tool/view"
)

// The parts of a hello, described in docs/format/page.md.
type (
	jsonTopic struct {
		ID      int      `json:"id"`
		Name    string   `json:"name"`
		Kind    string   `json:"kind"`
		Type    string   `json:"type"`
		Columns []string `json:"columns"`
	}
	jsonParam struct {
		Path  string          `json:"path"`
		Type  string          `json:"type"`
		Value json.RawMessage `json:"value"`
		Unit  string          `json:"unit"`
		Help  string          `json:"help"`
		Min   float64         `json:"min"`
		Max   float64         `json:"max"`
	}
	jsonOrder struct {
		Path    string          `json:"path"`
		Type    string          `json:"type"`
		Example json.RawMessage `json:"example"`
		Label   string          `json:"label"`
		Kind    string          `json:"kind,omitempty"`
		Fields  []string        `json:"fields,omitempty"`
		Marker  string          `json:"marker,omitempty"`
	}
	jsonHello struct {
		Type string `json:"type"`
		view.Description
		Graph    *graph.Graph `json:"graph,omitempty"`
		Topics   []jsonTopic  `json:"topics,omitempty"`
		Critical []int        `json:"critical,omitempty"`
		Params   []jsonParam  `json:"params,omitempty"`
		Orders   []jsonOrder  `json:"orders,omitempty"`
		Clock    string       `json:"clock"`
		Control  bool         `json:"control"`
		Forward  bool         `json:"forward,omitempty"`
		Unable   string       `json:"unable,omitempty"`
		May      bool         `json:"may"`
	}
)
