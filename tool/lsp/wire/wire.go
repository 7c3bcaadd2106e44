// Package wire speaks JSON-RPC 2.0 as language servers do, over a stream in each direction: messages after a header with
// their length, requests and their answers, notifications, and cancelled requests.
//
// Messages are handled one by one, in the order in which they come, so that an answer is about the text for which the
// request was made. A request that is cancelled before its turn is answered with that error. Rubbish is answered with an
// error, and the messages after it are read.
package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"runtime/debug"
	"sync"
)

// The error codes of JSON-RPC and of the Language Server Protocol.
const (
	ParseError     = -32700
	InvalidRequest = -32600
	MethodNotFound = -32601
	InvalidParams  = -32602
	InternalError  = -32603
	NotInitialized = -32002
	Cancelled      = -32800
	RequestFailed  = -32803
)

// Error is an answer that reports an error.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Errorf makes an Error.
func Errorf(code int, format string, args ...any) *Error {
	return &Error{code, fmt.Sprintf(format, args...)}
}

// Decode parses the parameters of a request or notification. It ignores unknown members.
func Decode(params json.RawMessage, into any) error {
	if len(params) == 0 {
		return Errorf(InvalidParams, "there are no parameters")
	}
	if err := json.Unmarshal(params, into); err != nil {
		return Errorf(InvalidParams, "the parameters cannot be read: %v", err)
	}
	return nil
}

// Handler handles messages. Its methods are called by one goroutine.
type Handler interface {
	// Call answers a request.
	Call(method string, params json.RawMessage) (any, error)
	// Notice handles a notification. The connection ends if over is true.
	Notice(method string, params json.RawMessage) (over bool, err error)
	// Idle is called when no message waits.
	Idle()
}

// message is any message.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// Conn is one end of a connection.
type Conn struct {
	in  *Reader
	out io.Writer
	log *log.Logger

	mu      sync.Mutex      // guards waiting, which the reading goroutine shares
	waiting map[string]bool // requests by their id: true once they are cancelled

	asked int   // number of our own requests
	lost  error // error of writing, which ends the connection
}

// New makes a connection. The log gets what cannot be answered.
func New(in io.Reader, out io.Writer, l *log.Logger) *Conn {
	return &Conn{in: NewReader(in), out: out, log: l, waiting: map[string]bool{}}
}

// backlog is the number of messages that may wait; then reading stops.
const backlog = 256

// Serve handles messages until the stream ends, a notification ends it, or ctx is done. The end of the stream is not an
// error. The goroutine that reads the stream continues until the stream ends.
func (c *Conn) Serve(ctx context.Context, h Handler) error {
	queue, end := make(chan message, backlog), make(chan error, 1)
	go func() {
		defer close(queue)
		end <- c.read(ctx, queue)
	}()
	for {
		var m message
		var open bool
		select {
		case m, open = <-queue:
		default:
			c.guard(h.Idle)
			select {
			case m, open = <-queue:
			case <-ctx.Done():
				return nil
			}
		}
		if !open {
			return errors.Join(<-end, c.lost)
		}
		if over := c.handle(h, m); over || c.lost != nil {
			return c.lost
		}
	}
}

// read puts messages into the queue.
func (c *Conn) read(ctx context.Context, queue chan<- message) error {
	for {
		body, err := c.in.Read()
		var m message
		var rubbish Rubbish
		switch {
		case errors.As(err, &rubbish):
			m.Error = &Error{ParseError, string(rubbish)}
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		default:
			m = parse(body)
		}
		if m.Method == "$/cancelRequest" && m.ID == nil {
			c.takeBack(m.Params)
			continue
		}
		if m.ID != nil && m.Method != "" {
			c.mu.Lock()
			c.waiting[string(m.ID)] = false
			c.mu.Unlock()
		}
		select {
		case queue <- m:
		case <-ctx.Done():
			return nil
		}
	}
}

// parse parses a message. An invalid one has an error and neither a method nor a result.
func parse(body []byte) message {
	var m message
	if err := json.Unmarshal(body, &m); err != nil {
		if !json.Valid(body) {
			return message{Error: Errorf(ParseError, "this is no JSON: %v", err)}
		}
		return message{Error: Errorf(InvalidRequest, "this is no message: %v", err)}
	}
	if string(m.ID) == "null" {
		m.ID = nil
	}
	var number json.Number
	if m.ID != nil && m.ID[0] != '"' && json.Unmarshal(m.ID, &number) != nil {
		return message{Error: Errorf(InvalidRequest, "an id is a number or a string, not %.80s", m.ID)}
	}
	if m.Method == "" && m.Result == nil && m.Error == nil {
		return message{ID: m.ID, Error: Errorf(InvalidRequest, "this message has no method")}
	}
	if m.Method != "" {
		m.Result, m.Error = nil, nil
	} else if m.ID != nil && m.Result == nil {
		m.Result = json.RawMessage("null") // an answer to one of our requests
	}
	return m
}

// takeBack notes that a request is cancelled, if it still waits.
func (c *Conn) takeBack(params json.RawMessage) {
	var p struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(params, &p) != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.waiting[string(p.ID)]; ok {
		c.waiting[string(p.ID)] = true
	}
}

// handle handles a message.
func (c *Conn) handle(h Handler, m message) (over bool) {
	switch {
	case m.Method == "" && m.Result != nil: // an answer
		if m.Error != nil {
			c.log.Printf("the editor refuses request %s: %v", m.ID, m.Error)
		}
	case m.Method == "":
		c.answer(m.ID, nil, m.Error)
	case m.ID == nil:
		var err error
		c.guard(func() { over, err = h.Notice(m.Method, m.Params) })
		if err != nil {
			c.log.Printf("%s: %v", m.Method, err)
		}
	default:
		c.mu.Lock()
		cancelled := c.waiting[string(m.ID)]
		delete(c.waiting, string(m.ID))
		c.mu.Unlock()
		var result any
		err := error(Errorf(Cancelled, "%s was taken back", m.Method))
		if !cancelled {
			err = Errorf(InternalError, "%s failed: the log of the server has more", m.Method) // if it panics
			c.guard(func() { result, err = h.Call(m.Method, m.Params) })
		}
		c.answer(m.ID, result, err)
	}
	return over
}

// guard keeps the server alive if a message makes it panic, so that the text being edited is not lost.
func (c *Conn) guard(f func()) {
	defer func() {
		if p := recover(); p != nil {
			c.log.Printf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	f()
}

// answer answers a request; with a nil id, it answers something that is not a request.
func (c *Conn) answer(id json.RawMessage, result any, err error) {
	m := message{ID: id}
	if id == nil {
		m.ID = json.RawMessage("null")
	}
	if err == nil {
		m.Result, err = json.Marshal(result)
	}
	if err != nil {
		var said *Error
		if !errors.As(err, &said) {
			said = &Error{RequestFailed, err.Error()}
		}
		m.Error, m.Result = said, nil
	}
	c.send(m)
}

// Notify sends a notification.
func (c *Conn) Notify(method string, params any) {
	p, err := json.Marshal(params)
	if err != nil {
		c.log.Printf("%s: %v", method, err)
		return
	}
	c.send(message{Method: method, Params: p})
}

// Ask sends a request. Its answer is only logged, if it is an error.
func (c *Conn) Ask(method string, params any) {
	p, err := json.Marshal(params)
	if err != nil {
		c.log.Printf("%s: %v", method, err)
		return
	}
	c.asked++
	c.send(message{ID: json.RawMessage(fmt.Sprintf(`"sinew-%d"`, c.asked)), Method: method, Params: p})
}

// send writes a message. After an error nothing more is written, and Serve returns it.
func (c *Conn) send(m message) {
	if c.lost != nil {
		return
	}
	m.Version = "2.0"
	body, err := json.Marshal(m)
	if err == nil {
		_, err = c.out.Write(Frame(body))
	}
	c.lost = err
}
