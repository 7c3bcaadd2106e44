package serve

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/tool/view"
)

var goodRequests = []string{
	`{"id":1,"do":"command","line":"step 3"}`,
	`{"id":2,"do":"plot","topic":4,"column":"Pose.P.X"}`,
	` {"do":"unplot","series":7,"id":9007199254740991}` + "\n",
	`{"id":0,"do":"rates","on":true}`,
	`{"id":4,"do":"print","topic":0,"on":false}`,
	`{"id":5,"do":"cloud","on":true}`,
	`{"id":6,"do":"publish","path":"main.goal","value":{"X":[1,2,{"Y":null}]}}`,
	`{"id":7,"do":"param","path":"main.gain","value":-1.5e3}`,
	`{"id":8,"do":"layout","width":600,"height":400,"folded":[1,2]}`,
	`{"id":9,"do":"layout","width":600,"height":400,"folded":null}`,
}

func TestRequests(t *testing.T) {
	for _, text := range goodRequests {
		if r, err := parseRequest([]byte(text)); err != nil || r.id < 0 {
			t.Error(text, err)
		}
	}
	r, err := parseRequest([]byte(goodRequests[6]))
	if err != nil || r.path != "main.goal" || string(r.value) != `{"X":[1,2,{"Y":null}]}` || r.id != 6 {
		t.Error(r, err)
	}
	for text, want := range map[string]string{
		``:                                  "byte 0",
		`null`:                              "a JSON object",
		`[1]`:                               "a JSON object",
		`{"id":1`:                           "unexpected EOF",
		`{"id":1,"do":"rates","on":true}{}`: "follows",
		`{"id":1,"do":"rates","on":true,"on":false}`:                "twice",
		`{"id":1,"do":"rates","On":true}`:                           `it has no "on"`,
		`{"id":1,"do":"rates","on":1}`:                              "true or false",
		`{"id":1,"do":"rates","on":true,"path":"x"}`:                `takes no "path"`,
		`{"id":1,"do":"plot","topic":-1,"column":"X"}`:              "whole number",
		`{"id":1,"do":"plot","topic":1.0,"column":"X"}`:             "whole number",
		`{"id":1,"do":"plot","topic":"1","column":2}`:               "give a text",
		`{"id":"1","do":"rates","on":true}`:                         "id: give",
		`{"do":"rates","on":true}`:                                  `it has no "id"`,
		`{"id":1,"do":"format","disk":"c"}`:                         `"format" is nothing`,
		`{"id":1,"do":null}`:                                        "do: give a text",
		`{"id":1,"do":"layout","width":1,"height":1,"folded":[-1]}`: "list of whole numbers",
		`{"id":1,"do":"layout","width":1,"height":1,"folded":2}`:    "list of whole numbers",
		`{"id":1,"do":"publish","path":"x"}`:                        `no "value"`,
		`{"id":1,"do":"command","line":"step\nquit"}`:               "one line",
		`{"id":1,"do":"command","line":"` + wide(5000) + `"}`:       "one line",
		"{\"id\":1,\"do\":\"command\",\"line\":\"\xff\"}":           "UTF-8",
		`{"id":1,"do":"plot","topic":true,"colunm":"X"}`:            `takes no "colunm"`,
	} {
		if _, err := parseRequest([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %q", text, err, want)
		}
	}
	_, err = parseRequest([]byte(`{"id":1,"do":"plot","topic":true,"colunm":"X"}`))
	if strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("want three faults, got %v", err)
	}
}

func wide(n int) string { return strings.Repeat("x", n) }

func TestReplies(t *testing.T) {
	for _, c := range []struct {
		id   int64
		a    view.Answer
		err  error
		want string
	}{
		{1, view.Answer{}, nil, `{"type":"reply","id":1}`},
		{-1, view.Answer{Text: "x"}, errors.New("no"), `{"type":"reply","id":null,"error":"no"}`},
		{2, view.Answer{Text: "done", Data: []int{1}}, nil, `{"type":"reply","id":2,"text":"done","data":[1]}`},
		{3, view.Answer{Text: "NaN", Data: math.NaN()}, nil, `{"type":"reply","id":3,"text":"NaN"}`},
	} {
		if got := string(reply(c.id, c.a, c.err)); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	if got := reply(1, view.Answer{}, errors.New("no port "+strings.Repeat("x", 1e6))); len(got) > 1000 || !strings.Contains(string(got), "no port xxx") {
		t.Errorf("%d bytes: %.100s", len(got), got)
	}
}

// FuzzRequest: whatever a page sends, it is a request whose fields are all right, or an error.
func FuzzRequest(f *testing.F) {
	for _, text := range goodRequests {
		f.Add([]byte(text))
	}
	f.Add([]byte(`{"id":1,"do":"plot","topic":1e3,"column":"\ud800"}`))
	fuzz.Run(f, func(t *testing.T, m []byte) {
		r, err := parseRequest(m)
		if err != nil {
			if err.Error() == "" || len(err.Error()) > 4096 {
				t.Fatalf("an error of %d bytes", len(err.Error()))
			}
			return
		}
		if r.id < 0 || r.topic < 0 || r.series < 0 || len(r.line) > maxLine {
			t.Fatalf("%+v", r)
		}
		if fields, ok := wants(r.do); !ok || len(fields) == 2 && fields[1] == "value" && !json.Valid(r.value) {
			t.Fatalf("%+v", r)
		}
		if !json.Valid(reply(r.id, view.Answer{Text: r.line, Data: json.RawMessage(r.value)}, nil)) {
			t.Fatal("the reply is no JSON")
		}
	})
}
