package xmlrpc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// Handler serves calls: it calls answer for each, concurrently. An error becomes a fault.
func Handler(answer func(ctx context.Context, c Call) (Value, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.Header().Set("Allow", http.MethodPost)
			http.Error(w, "this is an XML-RPC server: calls are sent with POST", http.StatusMethodNotAllowed)
			return
		}
		body, err := read(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
			return
		}
		var b []byte
		c, err := ReadCall(bytes.NewReader(body))
		if err == nil {
			var v Value
			if c.Method == multicall {
				v, err = several(r.Context(), c, answer)
			} else {
				v, err = answer(r.Context(), c)
			}
			if err == nil {
				b, err = AppendAnswer(nil, v)
			}
		}
		if err != nil {
			f := &Fault{Code: -1, Text: err.Error()}
			errors.As(err, &f)
			b = AppendFault(nil, *f)
		}
		w.Header().Set("Content-Type", "text/xml")
		w.Header().Set("Content-Length", fmt.Sprint(len(b)))
		_, _ = w.Write(b) // if it fails the caller has gone
	})
}

// multicall is the method with which roslaunch sets many parameters at once.
const multicall = "system.multicall"

// several carries out several calls in one. The result of each is in an array of its own, or is a fault.
func several(ctx context.Context, c Call, answer func(ctx context.Context, c Call) (Value, error)) (Value, error) {
	var calls Array
	if len(c.Args) == 1 {
		calls, _ = c.Args[0].(Array)
	}
	all := Array{}
	for _, x := range calls {
		s, _ := x.(Struct)
		method, ok := s["methodName"].(string)
		args, ok2 := s["params"].(Array)
		if !ok || !ok2 || method == multicall {
			return nil, fmt.Errorf("%s: a call has a methodName, and params, and is not one of %[1]s", multicall)
		}
		v, err := answer(ctx, Call{method, args})
		if err != nil {
			all = append(all, Struct{"faultCode": int32(-1), "faultString": err.Error()})
			continue
		}
		all = append(all, Array{v})
	}
	return all, nil
}

// read reads a body of limited size.
func read(r io.Reader) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, MaxBody+1))
	if len(b) > MaxBody {
		return nil, fmt.Errorf("it is larger than %d bytes", MaxBody)
	}
	return b, err
}

// NewServer makes a server with time limits that suit a peer on a robot's network.
func NewServer(h http.Handler) *http.Server {
	return &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10}
}

// Client calls one server. Every call uses a new connection, because servers of other clients close theirs at any time.
type Client struct {
	url  string
	http http.Client
}

// NewClient makes a client of the server at url. A call without an answer fails after a time; 0 is ten seconds.
func NewClient(url string, patience time.Duration) *Client {
	if patience == 0 {
		patience = 10 * time.Second
	}
	d := net.Dialer{Timeout: patience}
	return &Client{url, http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true, DisableCompression: true, DialContext: d.DialContext}}}
}

// URL is the address of the server.
func (c *Client) URL() string { return c.url }

// Call calls a method.
func (c *Client) Call(ctx context.Context, method string, args ...Value) (Value, error) {
	b, err := AppendCall(nil, Call{method, args})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "text/xml")
	a, err := c.http.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = a.Body.Close() }()
	if a.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s of %s: %s", method, c.url, a.Status)
	}
	body, err := read(a.Body)
	if err != nil {
		return nil, fmt.Errorf("%s of %s: %w", method, c.url, err)
	}
	v, err := ReadAnswer(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%s of %s: %w", method, c.url, err)
	}
	return v, nil
}

// Ask calls a method of a ROS API, whose answers are [code, text, value]. It returns the value, or the text as an error if
// the code is not 1.
func (c *Client) Ask(ctx context.Context, method string, args ...Value) (Value, error) {
	v, err := c.Call(ctx, method, args...)
	if err != nil {
		return nil, err
	}
	a, ok := v.(Array)
	if !ok || len(a) != 3 {
		return nil, fmt.Errorf("%s of %s: an answer that is not [code, text, value]: is it a ROS node?", method, c.url)
	}
	code, ok := a[0].(int32)
	text, ok2 := a[1].(string)
	switch {
	case !ok || !ok2:
		return nil, fmt.Errorf("%s of %s: an answer that is not [code, text, value]: is it a ROS node?", method, c.url)
	case code != Success:
		return nil, &Refused{method, c.url, int(code), text}
	}
	return a[2], nil
}

// The codes in answers of ROS APIs.
const (
	Success = 1
	Failure = 0  // it was not possible
	Misused = -1 // the caller made a mistake
)

// Refused is an answer of a ROS API with a code other than Success.
type Refused struct {
	Method, URL string
	Code        int
	Text        string
}

// Error returns the server and its text.
func (r *Refused) Error() string { return fmt.Sprintf("%s of %s: %s", r.Method, r.URL, r.Text) }
