package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// echo answers "echo" by its parameters, "fail" by an error, "panic" not at all, and ends at the notification "over".
type echo struct {
	noticed []string
	idle    int
}

func (e *echo) Call(method string, params json.RawMessage) (any, error) {
	switch method {
	case "echo":
		return params, nil
	case "fail":
		return nil, errors.New("as you wish")
	case "panic":
		panic("as you wish")
	}
	return nil, Errorf(MethodNotFound, "there is no %s", method)
}

func (e *echo) Notice(method string, params json.RawMessage) (bool, error) {
	e.noticed = append(e.noticed, method+string(params))
	return method == "over", nil
}

func (e *echo) Idle() { e.idle++ }

// talk sends a text and gives what is answered to it, a line each.
func talk(t testing.TB, text string) (answers []string, e *echo, err error) {
	t.Helper()
	var out bytes.Buffer
	e = &echo{}
	err = New(strings.NewReader(text), &out, log.New(io.Discard, "", 0)).Serve(context.Background(), e)
	r := NewReader(&out)
	for {
		body, err := r.Read()
		if err == io.EOF {
			break
		} else if err != nil || !json.Valid(body) {
			t.Fatalf("the server wrote %q: %v", body, err)
		}
		answers = append(answers, string(body))
	}
	return answers, e, err
}

func framed(bodies ...string) string {
	s := ""
	for _, b := range bodies {
		s += string(Frame([]byte(b)))
	}
	return s
}

const (
	ping = `{"jsonrpc":"2.0","id":1,"method":"echo","params":[1]}`
	pong = `{"jsonrpc":"2.0","id":1,"result":[1]}`
)

func TestConversation(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string // parts of the answers
	}{
		"request":          {framed(ping), []string{pong}},
		"id of letters":    {framed(`{"id":"a","method":"echo","params":{}}`), []string{`"id":"a","result":{}`}},
		"two":              {framed(ping, `{"id":2,"method":"echo","params":2}`), []string{pong, `"id":2,"result":2`}},
		"content type":     {"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: 53\r\n\r\n" + ping, []string{pong}},
		"line feeds alone": {"Content-Length: 53\n\n" + ping, []string{pong}},
		"error":            {framed(`{"id":3,"method":"fail"}`), []string{`"id":3,"error":{"code":-32803,"message":"as you wish"}`}},
		"panic":            {framed(`{"id":3,"method":"panic"}`, ping), []string{`"id":3,"error":{"code":-32603`, pong}},
		"no such method":   {framed(`{"id":3,"method":"x"}`, ping), []string{`"code":-32601`, pong}},
		"no method":        {framed(`{"id":3}`, ping), []string{`"id":3,"error":{"code":-32600`, pong}},
		"answer":           {framed(`{"id":"sinew-1","result":null}`, `{"id":"sinew-2","error":{"code":1,"message":"no"}}`, ping), []string{pong}},
		"no JSON":          {framed(`{"id":`, ping), []string{`"id":null,"error":{"code":-32700`, pong}},
		"list":             {framed(`[1]`, ping), []string{`"id":null,"error":{"code":-32600`, pong}},
		"id of the wrong kind": {framed(`{"id":[1],"method":"echo"}`, ping),
			[]string{`"id":null,"error":{"code":-32600`, pong}},
		"rubbish":             {"hello\nhow are you\n\n\x00\xff\n" + framed(ping), []string{`"id":null,"error":{"code":-32700,"message":"\"hello\" is no header`, pong}},
		"rubbish twice":       {"hello\n" + framed(ping) + "hello\n" + framed(ping), []string{`-32700`, pong, `-32700`, pong}},
		"long rubbish":        {strings.Repeat("x", 3*maxLine) + "\n" + framed(ping), []string{`-32700`, pong}},
		"length that is none": {"Content-Length: many\r\n\r\n" + framed(ping), []string{`\"many\" is no length`, pong}},
		"negative length":     {"Content-Length: -1\r\n\r\n" + framed(ping), []string{`-32700`, pong}},
		"taken back": {framed(ping, `{"method":"$/cancelRequest","params":{"id":1}}`, `{"method":"$/cancelRequest","params":7}`),
			[]string{`"id":1`}}, // answered or taken back: which, the time decides
		"notification ends it": {framed(`{"method":"over"}`, ping), nil},
		"nothing":              {"", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, _, err := talk(t, c.text)
			if err != nil || len(got) != len(c.want) {
				t.Fatalf("%d answers instead of %d, %v:\n%s", len(got), len(c.want), err, strings.Join(got, "\n"))
			}
			for i, want := range c.want {
				if !strings.Contains(got[i], want) {
					t.Errorf("%s instead of %s", got[i], want)
				}
			}
		})
	}
}

func TestEndWithinAMessage(t *testing.T) {
	text := framed(ping)
	if _, _, err := talk(t, text[:len(text)-3]); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
}

func TestNoMemoryForWhatNeverComes(t *testing.T) {
	const times = 100
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range times {
		_, _ = NewReader(strings.NewReader("Content-Length: 67108864\r\n\r\nx")).Read()
	}
	runtime.ReadMemStats(&after)
	if allocated := (after.TotalAlloc - before.TotalAlloc) / times; allocated > 1<<17 {
		t.Errorf("%d bytes for a message that ends after one", allocated)
	}
}

// slow is a handler whose first request waits until request 2 is taken back.
type slow struct {
	echo
	c *Conn
}

func (s *slow) Call(method string, params json.RawMessage) (any, error) {
	for back := method != "slow"; !back; runtime.Gosched() {
		s.c.mu.Lock()
		back = s.c.waiting["2"]
		s.c.mu.Unlock()
	}
	return params, nil
}

func TestTakenBackBeforeItsTurn(t *testing.T) {
	var out bytes.Buffer
	text := framed(`{"id":1,"method":"slow","params":1}`, `{"id":2,"method":"echo","params":2}`, `{"method":"$/cancelRequest","params":{"id":2}}`,
		`{"id":3,"method":"echo","params":3}`)
	h := &slow{c: New(strings.NewReader(text), &out, log.New(io.Discard, "", 0))}
	if err := h.c.Serve(context.Background(), h); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"id":1,"result":1`, `"id":2,"error":{"code":-32800`, `"id":3,"result":3`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in %s", want, &out)
		}
	}
	if len(h.c.waiting) > 0 {
		t.Errorf("%v still wait", h.c.waiting)
	}
}

func TestNotices(t *testing.T) {
	_, e, err := talk(t, framed(`{"method":"a","params":{"x":1}}`, `{"method":"b"}`))
	if got := fmt.Sprint(e.noticed); err != nil || got != `[a{"x":1} b]` {
		t.Errorf("%s, %v", got, err)
	}
}

// resting is a handler that says when it was idle, and a stream that ends then.
type resting struct {
	echo
	rested chan struct{}
}

func (r *resting) Idle() {
	if r.idle++; r.idle == 1 {
		close(r.rested)
	}
}

func (r *resting) Read([]byte) (int, error) {
	<-r.rested
	return 0, io.EOF
}

func TestIdle(t *testing.T) {
	h := &resting{rested: make(chan struct{})}
	in := io.MultiReader(strings.NewReader(framed(`{"method":"a"}`, `{"method":"b"}`)), h)
	if err := New(in, io.Discard, log.New(io.Discard, "", 0)).Serve(context.Background(), h); err != nil || len(h.noticed) != 2 {
		t.Errorf("%v, %v", h.noticed, err)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("the pipe is broken") }

func TestBrokenPipe(t *testing.T) {
	c := New(strings.NewReader(framed(ping, ping, ping)), broken{}, log.New(io.Discard, "", 0))
	if err := c.Serve(context.Background(), &echo{}); err == nil || !strings.Contains(err.Error(), "broken") {
		t.Error(err)
	}
}

// Whatever comes before it, a message is answered that stands behind a line's end.
func TestRubbishBeforeAMessage(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rubbish := rapid.SliceOf(rapid.SampledFrom([]string{"x", "\n", "\r\n", ":", "Content-", "Type: a", "\x00", "{}", "\xff", " 12"})).Draw(r, "rubbish")
		got, _, err := talk(t, strings.Join(rubbish, "")+"\n"+framed(ping))
		if err != nil || len(got) == 0 || got[len(got)-1] != pong {
			r.Fatalf("%v, %v", got, err)
		}
	})
}

func FuzzServe(f *testing.F) {
	for _, s := range []string{"", framed(ping), framed(`{"id":`, ping), "Content-Length: 3\r\n\r\n{}", "Content-Length: 99999999999999999999\r\n\r\n",
		"Content-Length: 9223372036854775807\n\n", framed(`{"id":1,"method":"panic"}`), framed(`{"id":null}`), framed(`null`), framed(`{"id":1,"method":"echo","params":"\ud800"}`)} {
		f.Add(s)
	}
	fuzz.Run(f, func(t *testing.T, text string) {
		_, _, err := talk(t, text)
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatal(err)
		}
	})
}
