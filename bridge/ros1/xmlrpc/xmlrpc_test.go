package xmlrpc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

func values() *rapid.Generator[Value] {
	text := rapid.StringMatching(`[ -~\t\nä世]{0,12}`)
	var of func(depth int) *rapid.Generator[Value]
	of = func(depth int) *rapid.Generator[Value] {
		return rapid.Custom(func(t *rapid.T) Value {
			most := 7
			if depth == 0 {
				most = 5
			}
			switch rapid.IntRange(0, most).Draw(t, "kind") {
			case 0:
				return rapid.Bool().Draw(t, "bool")
			case 1:
				return rapid.Int32().Draw(t, "int")
			case 2:
				return rapid.Float64().Draw(t, "float")
			case 3:
				return text.Draw(t, "text")
			case 4:
				return rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "bytes")
			case 5:
				return time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "time"), 0).UTC()
			case 6:
				return Array(rapid.SliceOfN(of(depth-1), 0, 4).Draw(t, "array"))
			}
			return Struct(rapid.MapOfN(text, of(depth-1), 0, 4).Draw(t, "struct"))
		})
	}
	return of(3)
}

func TestValuesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := values().Draw(t, "value")
		b, err := AppendAnswer(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadAnswer(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err, string(b))
		}
		if d := cmp.Diff(v, got); d != "" {
			t.Fatal(d, string(b))
		}
	})
}

// TestAsOthersWrite: what Python's and the C++ client's libraries send.
func TestAsOthersWrite(t *testing.T) {
	for text, want := range map[string]Value{
		"<value>plain</value>":                                        "plain",
		"<value></value>":                                             "",
		"<value/>":                                                    "",
		"<value><string/></value>":                                    "",
		"<value> <int> 7 </int> </value>":                             int32(7),
		"<value>\n<boolean>1</boolean>\n</value>":                     true,
		"<value><double>1</double></value>":                           1.0,
		"<value><base64>\nAQ\nID\n</base64></value>":                  []byte{1, 2, 3},
		"<value><string>a&lt;&#98;<![CDATA[<c>]]></string></value>":   "a<b<c>",
		"<value><array><data></data></array></value>":                 Array{},
		"<value><array><data><value>a</value></data></array></value>": Array{"a"},
		"<value><struct>\n<member>\n<name>x</name>\n<value><i4>1</i4></value>\n</member>\n</struct></value>": Struct{"x": int32(1)},
	} {
		got, err := ReadAnswer(strings.NewReader("<?xml version='1.0'?>\n<methodResponse>\n<params>\n<param>\n" + text + "\n</param></params></methodResponse>"))
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%s: %v, %v, %s", text, got, err, d)
		}
	}
	c, err := ReadCall(strings.NewReader("<methodCall><methodName>getPid</methodName></methodCall>"))
	if err != nil || c.Method != "getPid" || c.Args != nil {
		t.Error(c, err)
	}
}

func TestRefused(t *testing.T) {
	deep := strings.Repeat("<value><array><data>", 100)
	for text, want := range map[string]string{
		"<value><i4>2147483648</i4></value>":              `"2147483648" is no integer of 32 bits`,
		"<value><double>nan</double></value>":             `"nan" is no double`,
		"<value><float>1</float></value>":                 "<float> is no type of XML-RPC",
		"<value><i4>1</i4><i4>2</i4></value>":             "<i4> where </value> belongs",
		"<value><array><value/></array></value>":          "<value> where <data> belongs",
		"<value><struct><x/></struct></value>":            "<x> in a struct",
		"<value><boolean>2</boolean></value>":             `"2" is no boolean`,
		"<value><string>":                                 "closed by",
		"<value>&unknown;</value>":                        "entity",
		deep:                                              "more than 64 deep",
		"<value>1</value></param><param><value>2</value>": "2 values, not one",
	} {
		_, err := ReadAnswer(strings.NewReader("<methodResponse><params><param>" + text + "</param></params></methodResponse>"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v instead of %s", text, err, want)
		}
	}
	for v, want := range map[Value]string{1 << 40: "does not fit into 32 bits", uint8(1): "XML-RPC has no uint8", "a\x00": "cannot hold"} {
		if _, err := AppendAnswer(nil, Struct{"x": Array{v}}); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "x[0]") {
			t.Errorf("%v: %v", v, err)
		}
	}
}

func TestCalls(t *testing.T) {
	s := httptest.NewServer(Handler(func(_ context.Context, c Call) (Value, error) {
		switch c.Method {
		case "add":
			return Array{int32(Success), "", c.Args[0].(int32) + c.Args[1].(int32)}, nil
		case "refuse":
			return Array{int32(Failure), "not today", int32(0)}, nil
		case "odd":
			return "odd", nil
		}
		return nil, fmt.Errorf("there is no method %s", c.Method)
	}))
	defer s.Close()
	c, ctx := NewClient(s.URL, 0), t.Context()
	if v, err := c.Ask(ctx, "add", 1, 2); err != nil || v != int32(3) {
		t.Error(v, err)
	}
	var r *Refused
	if _, err := c.Ask(ctx, "refuse"); !errors.As(err, &r) || r.Text != "not today" || r.Code != Failure {
		t.Error(err)
	}
	var f *Fault
	if _, err := c.Ask(ctx, "none"); !errors.As(err, &f) || f.Text != "there is no method none" {
		t.Error(err)
	}
	if _, err := c.Ask(ctx, "odd"); err == nil || !strings.Contains(err.Error(), "is it a ROS node?") {
		t.Error(err)
	}
	one := Struct{"methodName": "add", "params": Array{1, 2}}
	if v, err := c.Call(ctx, "system.multicall", Array{one, Struct{"methodName": "none", "params": Array{}}}); err != nil ||
		fmt.Sprint(v) != "[[[1  3]] map[faultCode:-1 faultString:there is no method none]]" {
		t.Error(v, err)
	}
	if v, err := c.Call(ctx, "system.multicall", Array{Struct{"methodName": "system.multicall", "params": Array{}}}); err == nil {
		t.Error(v)
	}
	if a, err := http.Get(s.URL); err != nil || a.StatusCode != http.StatusMethodNotAllowed {
		t.Error(a, err)
	}
	if a, err := http.Post(s.URL, "text/xml", bytes.NewReader(make([]byte, MaxBody+1))); err == nil && a.StatusCode != http.StatusRequestEntityTooLarge {
		t.Error(a.Status)
	}
	if a, err := http.Post(s.URL, "text/xml", strings.NewReader("<x>")); err != nil || a.StatusCode != http.StatusOK {
		t.Error(err)
	} else if _, err := ReadAnswer(a.Body); !errors.As(err, &f) || !strings.Contains(f.Text, "<x> where <methodCall> belongs") {
		t.Error(err)
	}
}

func FuzzCall(f *testing.F) {
	b, _ := AppendCall(nil, Call{"m", Array{true, 1, 0.5, "a", []byte("b"), Array{"c"}, Struct{"d": ""}}})
	f.Add(string(b))
	f.Add("<methodCall><methodName>x</methodName><params><param><value>1</value></param></params></methodCall>")
	f.Add("<methodCall>")
	fuzz.Run(f, func(t *testing.T, text string) {
		c, err := ReadCall(strings.NewReader(text))
		if err != nil {
			return
		}
		b, err := AppendCall(nil, c)
		if err != nil { // characters that no text may have
			return
		}
		again, err := ReadCall(bytes.NewReader(b))
		if d := cmp.Diff(c, again); err != nil || d != "" && !strings.Contains(text, "\r") {
			t.Fatal(err, d)
		}
	})
}
