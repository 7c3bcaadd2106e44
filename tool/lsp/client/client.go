// Package client is the other end of package lsp: as much of an editor as tests and benches need. It sends messages, waits
// for answers, and stores what else the server sends in the meantime.
package client

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/sinew-robotics/sinew/tool/lsp/wire"
)

// Client is an editor. Its methods must be called by one goroutine.
type Client struct {
	in    *wire.Reader
	out   io.Writer
	id    int
	news  []Diagnostics
	Asked []string // methods of the server's requests, all of which are answered with null
}

// New makes a client of a server that reads from in and writes to out.
func New(in io.Reader, out io.Writer) *Client { return &Client{in: wire.NewReader(in), out: out} }

// Position is a place in a text.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range is a part of a text.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Diagnostics are the faults of a text.
type Diagnostics struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
	List    []struct {
		Range    Range  `json:"range"`
		Severity int    `json:"severity"`
		Code     string `json:"code"`
		Message  string `json:"message"`
	} `json:"diagnostics"`
}

// Object is a JSON object.
type Object map[string]any

// message is any message that is received.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *wire.Error     `json:"error"`
}

func (c *Client) send(m Object) error {
	m["jsonrpc"] = "2.0"
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	_, err = c.out.Write(wire.Frame(body))
	return err
}

// Notify sends a notification.
func (c *Client) Notify(method string, params any) error {
	return c.send(Object{"method": method, "params": params})
}

// Call sends a request and waits for the answer.
func (c *Client) Call(method string, params, result any) error {
	c.id++
	id := c.id
	if err := c.send(Object{"id": id, "method": method, "params": params}); err != nil {
		return err
	}
	for {
		m, err := c.next()
		switch {
		case err != nil:
			return err
		case m.Method != "" || string(m.ID) != fmt.Sprint(id):
			continue
		case m.Error != nil:
			return m.Error
		case result == nil:
			return nil
		}
		return json.Unmarshal(m.Result, result)
	}
}

// next reads a message and notes what it reports.
func (c *Client) next() (m message, err error) {
	body, err := c.in.Read()
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(body, &m); err != nil {
		return m, err
	}
	switch {
	case m.Method == "textDocument/publishDiagnostics":
		var d Diagnostics
		if err := json.Unmarshal(m.Params, &d); err != nil {
			return m, err
		}
		c.news = append(c.news, d)
	case m.Method != "" && m.ID != nil:
		c.Asked = append(c.Asked, m.Method)
		err = c.send(Object{"id": m.ID, "result": nil})
	}
	return m, err
}

// Until returns the next diagnostics for which wanted is true; earlier ones are dropped.
func (c *Client) Until(wanted func(Diagnostics) bool) (Diagnostics, error) {
	for {
		for len(c.news) > 0 {
			d := c.news[0]
			c.news = c.news[1:]
			if wanted(d) {
				return d, nil
			}
		}
		if _, err := c.next(); err != nil {
			return Diagnostics{}, err
		}
	}
}

// Start initializes the server for folders, given by their URIs.
func (c *Client) Start(capabilities Object, folders ...string) (result Object, err error) {
	list := []Object{}
	for _, f := range folders {
		list = append(list, Object{"uri": f, "name": f})
	}
	params := Object{"processId": nil, "rootUri": nil, "capabilities": capabilities, "workspaceFolders": list}
	if err := c.Call("initialize", params, &result); err != nil {
		return nil, err
	}
	return result, c.Notify("initialized", Object{})
}

// Open opens a text.
func (c *Client) Open(uri, language, text string) error {
	return c.Notify("textDocument/didOpen", Object{"textDocument": Object{"uri": uri, "languageId": language, "version": 1, "text": text}})
}

// Change replaces a part of a text.
func (c *Client) Change(uri string, version int, at Range, with string) error {
	return c.Notify("textDocument/didChange", Object{"textDocument": Object{"uri": uri, "version": version},
		"contentChanges": []Object{{"range": at, "text": with}}})
}

// Stop shuts the server down.
func (c *Client) Stop() error {
	if err := c.Call("shutdown", nil, nil); err != nil {
		return err
	}
	return c.Notify("exit", nil)
}
