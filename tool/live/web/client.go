package web

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/coder/websocket"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
)

// Client is a connection to a running program.
type Client struct {
	base     *url.URL
	token    string
	http     *http.Client
	patience time.Duration // with a program that says nothing
}

// patience is how long a program may take to answer, or to begin to.
const patience = 10 * time.Second

// ErrSilent says that a program does not answer.
var ErrSilent = errors.New("does not answer")

// NewClient makes a client for the program whose page is at address, http://127.0.0.1:8080. token is the server's, ""
// for none; ca names a file with the certificate of a server that the system does not trust, "" for none.
func NewClient(address, token, ca string) (*Client, error) {
	if path := SocketOf(address); path != "" {
		return overSocket(path)
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("live: %q is no address of a page: give http://HOST:PORT or https://HOST:PORT", address)
	}
	if t := u.Query().Get("token"); t != "" && token == "" {
		token = t
	}
	u.RawQuery, u.Fragment = "", ""
	tr := http.DefaultTransport.(*http.Transport).Clone()
	if ca != "" {
		pem, err := os.ReadFile(ca)
		if err != nil {
			return nil, err
		}
		pool, err := x509.SystemCertPool()
		if err != nil {
			pool = x509.NewCertPool()
		}
		if !pool.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("live: %s holds no certificate in PEM form", ca)
		}
		tr.TLSClientConfig = &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
	}
	return &Client{base: u, token: token, http: &http.Client{Transport: tr}, patience: patience}, nil
}

// overSocket makes a client for the program behind a socket of this user's.
func overSocket(path string) (*Client, error) {
	if err := CheckSocket(path); err != nil {
		return nil, err
	}
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.Proxy = nil
	tr.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", path)
	}
	return &Client{base: &url.URL{Scheme: "http", Host: "socket"}, http: &http.Client{Transport: tr}, patience: patience}, nil
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

func (c *Client) header() http.Header {
	h := http.Header{}
	if c.token != "" {
		h.Set("Authorization", "Bearer "+c.token)
	}
	return h
}

// List requests the list of topics, parameters and orders.
func (c *Client) List(ctx context.Context) (*Listing, error) {
	ctx, cancel := context.WithTimeout(ctx, c.patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base.JoinPath("topics").String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header = c.header()
	res, err := c.http.Do(req)
	if err != nil {
		return nil, c.silent(err)
	}
	defer res.Body.Close()
	if err := c.refused(res); err != nil {
		return nil, err
	}
	var l Listing
	if err := json.NewDecoder(io.LimitReader(res.Body, maxAnswer)).Decode(&l); err != nil {
		if ctx.Err() != nil {
			return nil, c.silent(err)
		}
		return nil, fmt.Errorf("live: what %s says is no list of topics: %w", c.base, err)
	}
	return &l, nil
}

// silent explains why there is no answer.
func (c *Client) silent(err error) error {
	var unknown x509.UnknownAuthorityError
	if errors.As(err, &unknown) {
		return fmt.Errorf("live: the certificate of %s is not known here: give it with --ca; a self-made one is page-cert.pem in the folder sinew of the program's user's cache folder: %w", c.base, err)
	}
	return fmt.Errorf("live: the program at %s %w: %w", c.base, ErrSilent, err)
}

func (c *Client) refused(res *http.Response) error {
	if res.StatusCode == http.StatusOK || res.StatusCode == http.StatusSwitchingProtocols {
		return nil
	}
	text, _ := io.ReadAll(io.LimitReader(res.Body, 200))
	switch res.StatusCode {
	case http.StatusUnauthorized:
		return fmt.Errorf("live: the program at %s wants a token: give --token", c.base)
	case http.StatusNotFound:
		return fmt.Errorf("live: %s is not a Sinew program, or cannot be watched", c.base)
	}
	return fmt.Errorf("live: %s refuses: %s: %s", c.base, res.Status, strings.TrimSpace(string(text)))
}

// dial opens a connection for one request.
func (c *Client) dial(ctx context.Context) (*conn, error) {
	ctx, cancel := context.WithTimeout(ctx, c.patience)
	defer cancel()
	ws, res, err := websocket.Dial(ctx, c.base.JoinPath("topic").String(), &websocket.DialOptions{HTTPClient: c.http, HTTPHeader: c.header()})
	if err != nil {
		if res != nil {
			if err := c.refused(res); err != nil {
				return nil, err
			}
		}
		return nil, c.silent(err)
	}
	ws.SetReadLimit(maxAnswer)
	return &conn{ws: ws}, nil
}

// ask sends a request and calls got with everything that comes back, until it, the server or ctx ends that. The first
// answer must come soon, otherwise the error is ErrSilent.
func (c *Client) ask(ctx context.Context, req request, got func(kind websocket.MessageType, data []byte) error) error {
	k, err := c.dial(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = k.ws.CloseNow() }()
	if err := k.send(ctx, req); err != nil {
		return err
	}
	soon, cancel := context.WithTimeout(ctx, c.patience)
	kind, data, err := k.ws.Read(soon)
	late := soon.Err() != nil
	cancel()
	if err != nil && late {
		return c.silent(err)
	}
	for ; err == nil; kind, data, err = k.ws.Read(ctx) {
		if err := got(kind, data); err != nil {
			_ = k.ws.Close(websocket.StatusNormalClosure, "")
			return err
		}
	}
	return c.ended(ctx, err)
}

// ErrEnded says that the program has ended while it was watched.
var ErrEnded = errors.New("the program has ended")

func (c *Client) ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("live: %s: %w: %w", c.base, ErrEnded, err)
}

// read parses an answer.
func read(data []byte) (a answer, err error) {
	if err := json.Unmarshal(data, &a); err != nil {
		return a, fmt.Errorf("live: an answer is not understood: %w", err)
	}
	if a.Type == "error" {
		return a, errors.New(a.Error)
	}
	return a, nil
}

// Stats calls got with statistics of topics, by names and patterns, at intervals of every (100 ms at least): what is
// "hz", "bw" or "delay". Each call gets the topics, in the order of the rows.
func (c *Client) Stats(ctx context.Context, what string, topics []string, every time.Duration, got func([]Listed, *Stats) error) error {
	var of []Listed
	return c.ask(ctx, request{Do: what, Topics: topics, Every: int(every.Milliseconds())}, func(_ websocket.MessageType, data []byte) error {
		a, err := read(data)
		switch {
		case err != nil:
			return err
		case a.Type == "topics":
			of = a.Topics
		case a.Type == "stats" && a.Stats != nil && len(a.Stats.Rows) == len(of):
			return got(of, a.Stats)
		default:
			return errors.New("live: an answer is not understood")
		}
		return nil
	})
}

// Echo calls got with the values of topics, a batch at a time, and how many were lost before them. begin is called
// once with the topics, with their schemas.
func (c *Client) Echo(ctx context.Context, topics []string, begin func([]Listed) error, got func(batch []live.Message, lost uint64) error) error {
	var batch []live.Message
	return c.ask(ctx, request{Do: doEcho, Topics: topics}, func(kind websocket.MessageType, data []byte) error {
		if kind == websocket.MessageText {
			a, err := read(data)
			if err != nil {
				return err
			}
			return begin(a.Topics)
		}
		var lost uint64
		var err error
		if batch, lost, err = readBatch(batch[:0], data); err != nil {
			return fmt.Errorf("live: %w", err)
		}
		return got(batch, lost)
	})
}

// Publisher sends values to a program.
type Publisher struct {
	c *Client
	k *conn
	n int
}

// Publisher opens a connection for values.
func (c *Client) Publisher(ctx context.Context) (*Publisher, error) {
	k, err := c.dial(ctx)
	if err != nil {
		return nil, err
	}
	return &Publisher{c: c, k: k}, nil
}

// Publish sends a value, as JSON, to a physical action or parameter, waits until the tag that takes it is done, and
// returns that tag. The error says why no tag has; a program that does not answer is ErrSilent.
func (p *Publisher) Publish(ctx context.Context, name string, value []byte) (reactor.Tag, error) {
	var none reactor.Tag
	if !json.Valid(value) {
		var v any
		return none, fmt.Errorf("the value %.60s is not JSON: %w", value, json.Unmarshal(value, &v))
	}
	p.n++
	soon, cancel := context.WithTimeout(ctx, p.c.patience)
	defer cancel()
	err := p.k.send(soon, request{ID: p.n, Do: doPub, Name: name, Value: value})
	var data []byte
	if err == nil {
		_, data, err = p.k.ws.Read(soon)
	}
	switch {
	case err != nil && ctx.Err() == nil && soon.Err() != nil:
		return none, p.c.silent(err)
	case err != nil:
		return none, p.c.ended(ctx, err)
	}
	a, err := read(data)
	switch {
	case err != nil:
		return none, err
	case a.Error != "":
		return none, errors.New(a.Error)
	case a.ID != p.n || a.Tag == nil:
		return none, errors.New("live: an answer is not understood")
	}
	return a.Tag.Tag(), nil
}

// Close ends the connection.
func (p *Publisher) Close() error { return p.k.ws.Close(websocket.StatusNormalClosure, "") }
