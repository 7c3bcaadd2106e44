package foxglove

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/live/web"
	"github.com/sinew-robotics/sinew/tool/view"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// plant counts at 1 kHz, moves a tool, and takes a goal and a gain.
type plant struct {
	reactor.Reactor
	Tick reactor.Timer
	Goal reactor.PhysicalAction[spatial.Vec3]
	Gain reactor.Parameter[float64]
	N    reactor.Out[int]
	Tool reactor.Out[spatial.Pose]
	Got  reactor.Out[spatial.Vec3]
	Film reactor.Out[[]byte] // 16 kB each
	n    int
}

// stage is a running plant with its hub behind a server.
type stage struct {
	url string
	bus *live.Bus
	hub *view.Hub
	srv *server
}

func newStage(t *testing.T) *stage { return newPatientStage(t, 0) }

// newPatientStage lets go of viewers that take nothing for so long.
func newPatientStage(t *testing.T, patience time.Duration) *stage {
	t.Helper()
	m := reactor.NewMain("main")
	r, film := &plant{}, make([]byte, 16<<10)
	reactor.Init(m, "plant", r)
	r.Tick.Set(0, time.Millisecond)
	r.Tick.OnOverrun(reactor.CatchUp(1 << 30)) // the watched values must not depend on the machine
	r.Gain.Define(2, reactor.ParamInfo{Min: 0, Max: 10})
	r.Reaction("count").On(&r.Tick).Sets(&r.N, &r.Tool, &r.Film).Do(func() {
		r.n++
		r.N.Set(r.n)
		r.Film.Set(film)
		r.Tool.Set(spatial.Pose{P: spatial.V(float64(r.n), 0, 0), R: spatial.IdentityRot()})
	})
	r.Reaction("go").On(&r.Goal).Sets(&r.Got).Do(func() { r.Got.Set(r.Goal.Get()) })
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := live.New(p)
	if err != nil {
		t.Fatal(err)
	}
	p.Observe(b)
	shape := func(k view.ShapeKind, size ...float64) view.Shape {
		s := view.Shape{Kind: k, At: spatial.Identity(), Colour: 0x336699}
		copy(s.Size[:], size)
		return s
	}
	hub, err := view.NewHub(view.Program{Name: "plant", Joints: []string{"J1", "J2"},
		Links: []view.Link{{Name: "base", Shapes: []view.Shape{shape(view.BoxShape, 1, 2, 3), shape(view.CapsuleShape, 0.1, 0.5)}}, {Name: "arm"}},
		Markers: []view.Marker{{Name: "goal", Shape: shape(view.SphereShape, 0.1)}, {Name: "eye", Shape: shape(view.BoxShape, 1, 1, 1), Kind: view.FrustumMarker},
			{Name: "axes", Shape: shape(view.BoxShape, 1, 1, 1), Kind: view.FrameMarker}},
		Paths: []view.Path{{Name: "plan", Colour: 0xff0000}}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	h, err := Handler(ctx, b, hub, Options{Name: "plant", Origins: []string{"https://app.foxglove.dev"}, patience: patience})
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(web.Allowed(h))
	ran, started := make(chan error), make(chan struct{})
	go func() {
		_, err := exec.Run(ctx, p, exec.Options{Clock: exec.Real, KeepAlive: true, Started: func(at int64) { b.Started(at); close(started) }})
		ran <- err
	}()
	<-started
	t.Cleanup(func() {
		cancel()
		srv.Close()
		http.DefaultClient.CloseIdleConnections()
		if err := <-ran; err != nil {
			t.Error(err)
		}
	})
	return &stage{srv.URL, b, hub, h.(*server)}
}

// viewer is the client's end.
type viewer struct {
	t        *testing.T
	ctx      context.Context
	ws       *websocket.Conn
	channels map[string]channel
	info     message
	time     uint64
}

// open connects a viewer by one of the protocols and reads what every client gets.
func (s *stage) open(t *testing.T, protocol string) *viewer {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	ws, _, err := websocket.Dial(ctx, s.url, &websocket.DialOptions{Subprotocols: []string{protocol}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.CloseNow() })
	ws.SetReadLimit(1 << 20)
	v := &viewer{t: t, ctx: ctx, ws: ws, channels: map[string]channel{}}
	if ws.Subprotocol() != protocol {
		t.Errorf("the subprotocol is %q", ws.Subprotocol())
	}
	v.info = v.text(opServerInfo)
	for _, c := range v.text(opAdvertise).Channels {
		v.channels[c.Topic] = c
	}
	return v
}

func (v *viewer) send(m message) {
	v.t.Helper()
	data, err := json.Marshal(m)
	if err != nil {
		v.t.Fatal(err)
	}
	if err := v.ws.Write(v.ctx, websocket.MessageText, data); err != nil {
		v.t.Fatal(err)
	}
}

// next reads one message: a JSON one, or the subscription and data of a value.
func (v *viewer) next() (m *message, sub uint32, time uint64, data []byte) {
	v.t.Helper()
	for {
		kind, in, err := v.ws.Read(v.ctx)
		if err != nil {
			v.t.Fatal(err)
		}
		if kind == websocket.MessageText {
			m := &message{}
			if err := json.Unmarshal(in, m); err != nil {
				v.t.Fatal(err)
			}
			return m, 0, 0, nil
		}
		k, sub, time, data, err := readServer(in)
		if err != nil {
			v.t.Fatal(err)
		}
		if k == binTime {
			v.time = time
			continue
		}
		return nil, sub, time, data
	}
}

// text reads until a JSON message of an op comes.
func (v *viewer) text(op string) message {
	v.t.Helper()
	for {
		if m, _, _, _ := v.next(); m != nil && m.Op == op {
			return *m
		} else if m != nil && m.Op == opStatus && *m.Level != levelInfo {
			v.t.Fatalf("%s is wanted, and came: %s", op, m.Message)
		}
	}
}

// value reads until a value of a subscription comes.
func (v *viewer) value(sub uint32, topic string) (protoreflect.Message, uint64) {
	v.t.Helper()
	for {
		m, got, at, data := v.next()
		if m != nil && m.Op == opStatus && *m.Level != levelInfo {
			v.t.Fatal(m.Message)
		}
		if m != nil || got != sub {
			continue
		}
		return v.decode(topic, data), at
	}
}

// decode decodes a value by the schema that was advertised.
func (v *viewer) decode(topic string, data []byte) protoreflect.Message {
	v.t.Helper()
	d := dynamicpb.NewMessage(v.describe(topic))
	if err := proto.Unmarshal(data, d); err != nil {
		v.t.Fatalf("%s: %v", topic, err)
	}
	if len(d.GetUnknown()) > 0 {
		v.t.Fatalf("%s: bytes that are not in the schema", topic)
	}
	return d
}

func (v *viewer) describe(topic string) protoreflect.MessageDescriptor {
	v.t.Helper()
	c, ok := v.channels[topic]
	if !ok || c.Encoding != "protobuf" {
		v.t.Fatalf("no channel %s: %v", topic, c)
	}
	raw, err := base64.StdEncoding.DecodeString(c.Schema)
	if err != nil {
		v.t.Fatal(err)
	}
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(raw, &set); err != nil {
		v.t.Fatal(err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		v.t.Fatal(err)
	}
	d, err := files.FindDescriptorByName(protoreflect.FullName(c.SchemaName))
	if err != nil {
		v.t.Fatal(err)
	}
	return d.(protoreflect.MessageDescriptor)
}

// number finds a number in a message by the names of fields; lists have their length.
func number(m protoreflect.Message, path ...string) float64 {
	f := m.Descriptor().Fields().ByName(protoreflect.Name(path[0]))
	x := m.Get(f)
	switch {
	case f.IsList():
		if len(path) > 1 && x.List().Len() > 0 {
			return number(x.List().Get(0).Message(), path[1:]...)
		}
		return float64(x.List().Len())
	case len(path) > 1:
		return number(x.Message(), path[1:]...)
	case f.Kind() == protoreflect.DoubleKind:
		return x.Float()
	case f.Kind() == protoreflect.EnumKind:
		return float64(x.Enum())
	case f.Kind() == protoreflect.BoolKind:
		if x.Bool() {
			return 1
		}
		return 0
	}
	return float64(x.Int())
}

func (v *viewer) subscribe(sub uint32, topic string) {
	v.t.Helper()
	v.send(message{Op: opSubscribe, Subscriptions: []subscription{{sub, v.channels[topic].ID}}})
}

func TestValuesAndTime(t *testing.T) {
	s := newStage(t)
	for _, protocol := range []string{ProtocolSDK, ProtocolV1} {
		v := s.open(t, protocol)
		if !strings.Contains(strings.Join(v.info.Capabilities, " "), "time") || v.info.Name != "plant" || v.info.SessionID == "" {
			t.Errorf("%+v", v.info)
		}
		v.subscribe(7, "plant.n")
		v.subscribe(8, "view/plant.tool")
		first, at := v.value(7, "plant.n")
		if drift := time.Since(time.Unix(0, int64(at))); drift < -time.Second || drift > time.Minute {
			t.Errorf("a value is %v old", drift)
		}
		second, later := v.value(7, "plant.n")
		steps := number(second, "value") - number(first, "value") // a client that is slow may miss values; those it gets keep their times
		if steps < 1 || later-at != uint64(steps)*1e6 {
			t.Errorf("%v at %d, then %v at %d", first, at, second, later)
		}
		pose, _ := v.value(8, "view/plant.tool")
		if number(pose, "pose", "position", "x") < 1 || number(pose, "pose", "orientation", "w") != 1 {
			t.Error(pose)
		}
		v.send(message{Op: opUnsubscribe, SubscriptionIDs: []uint32{7}})
		for v.time == 0 {
			v.value(8, "view/plant.tool")
		}
		if drift := time.Since(time.Unix(0, int64(v.time))); drift < -time.Second || drift > time.Minute {
			t.Errorf("the time is %v old", drift)
		}
	}
}

func TestParameters(t *testing.T) {
	s := newStage(t)
	v := s.open(t, ProtocolSDK)
	v.send(message{Op: opGetParameters, ID: "a"})
	m := v.text(opParameterValues)
	if m.ID != "a" || len(m.Parameters) != 1 || m.Parameters[0].Name != "plant.gain" || string(m.Parameters[0].Value) != "2" || m.Parameters[0].Type != "float64" {
		t.Errorf("%+v", m)
	}
	v.send(message{Op: opSubscribeParams})
	if m := v.text(opParameterValues); string(m.Parameters[0].Value) != "2" {
		t.Errorf("%+v", m)
	}
	v.send(message{Op: opSetParameters, ID: "b", Parameters: []parameter{{Name: "plant.gain", Value: json.RawMessage("3.5")}}})
	for range 2 { // the answer and the change itself, in either order: both have the new value
		if m := v.text(opParameterValues); string(m.Parameters[0].Value) != "3.5" {
			t.Errorf("%+v", m)
		}
	}
	v.send(message{Op: opSetParameters, Parameters: []parameter{{Name: "plant.gain", Value: json.RawMessage("35")}, {Name: "nosuch"}}})
	for {
		m, _, _, _ := v.next()
		if m != nil && m.Op == opStatus {
			if *m.Level != levelError || !strings.Contains(m.Message, "35 is out of range") || !strings.Contains(m.Message, "nosuch: a parameter cannot be removed") {
				t.Errorf("%+v", m)
			}
			break
		}
	}
}

func TestClientPublishes(t *testing.T) {
	s := newStage(t)
	v := s.open(t, ProtocolV1)
	v.subscribe(1, "plant.got")
	v.send(message{Op: opAdvertise, Channels: []channel{{ID: 9, Topic: "/plant/goal", Encoding: "json"}}})
	if err := v.ws.Write(v.ctx, websocket.MessageBinary, appendClientData(nil, 9, []byte(`{"X": 0.25}`))); err != nil {
		t.Fatal(err)
	}
	var answer *message
	var got protoreflect.Message
	for answer == nil || got == nil { // in either order
		switch m, sub, _, data := v.next(); {
		case m != nil && m.Op == opStatus:
			answer = m
		case m == nil && sub == 1:
			got = v.decode("plant.got", data)
		}
	}
	if *answer.Level != levelInfo || answer.ID != "taken /plant/goal" || !strings.Contains(answer.Message, "/plant/goal: taken at (") {
		t.Errorf("%+v", answer)
	}
	if number(got, "X") != 0.25 {
		t.Error(got)
	}
	for _, c := range []struct {
		channel uint32
		data    string
		want    string
	}{{9, `{"W": 1}`, "there is no such field"}, {9, `{`, "not JSON"}, {8, `{}`, "has not been advertised"}} {
		if err := v.ws.Write(v.ctx, websocket.MessageBinary, appendClientData(nil, c.channel, []byte(c.data))); err != nil {
			t.Fatal(err)
		}
		v.wantStatus(c.want)
	}
}

func (v *viewer) wantStatus(want string) {
	v.t.Helper()
	for {
		if m, _, _, _ := v.next(); m != nil && m.Op == opStatus {
			if !strings.Contains(m.Message, want) {
				v.t.Errorf("%q, want %q in it", m.Message, want)
			}
			return
		}
	}
}

func TestFaultsOfClients(t *testing.T) {
	s := newStage(t)
	v := s.open(t, ProtocolSDK)
	for _, c := range []struct{ text, want string }{
		{"{", "not understood"},
		{"{}", "it has no op"},
		{`{"op": "dance"}`, `"dance" is not among`},
		{`{"op": "subscribe", "subscriptions": [{"id": 1, "channelId": 9999}]}`, "there is no channel 9999"},
		{`{"op": "subscribe", "subscriptions": [{"id": 1, "channelId": 1}, {"id": 1, "channelId": 2}]}`, "subscription 1 is in use"},
		{`{"op": "unsubscribe", "subscriptionIds": [5]}`, "no subscription 5"},
		{`{"op": "advertise", "channels": [{"id": 1, "topic": "x", "encoding": "cdr"}]}`, "not as"},
	} {
		if err := v.ws.Write(v.ctx, websocket.MessageText, []byte(c.text)); err != nil {
			t.Fatal(err)
		}
		v.wantStatus(c.want)
	}
	if err := v.ws.Write(v.ctx, websocket.MessageBinary, []byte{77}); err != nil {
		t.Fatal(err)
	}
	v.wantStatus("binary messages of kind 77")
	v.send(message{Op: opSubscribeGraph})
	if g := v.text(opGraphUpdate); len(g.PublishedTopics) != 4 || g.PublishedTopics[0].PublisherIDs[0] != "plant.count" {
		t.Errorf("%+v", g)
	}
	_ = v.ws.Write(v.ctx, websocket.MessageText, make([]byte, maxClientMessage+1)) // it may be shut before the end of it
	for {
		if _, _, err := v.ws.Read(v.ctx); err != nil {
			if websocket.CloseStatus(err) != websocket.StatusMessageTooBig {
				t.Error("a message that is too large:", err)
			}
			break
		}
	}
	for _, h := range []http.Header{{}, {"Sec-WebSocket-Protocol": {"chat"}}, {"Origin": {"http://elsewhere.example"}, "Sec-WebSocket-Protocol": {ProtocolSDK}}} {
		if _, res, err := websocket.Dial(v.ctx, s.url, &websocket.DialOptions{HTTPHeader: h}); err == nil || res.StatusCode < 400 {
			t.Errorf("%v may connect", h)
		}
	}
	ws, _, err := websocket.Dial(v.ctx, s.url, &websocket.DialOptions{Subprotocols: []string{"chat", ProtocolSDK}, HTTPHeader: http.Header{"Origin": {"https://app.foxglove.dev"}}})
	if err != nil {
		t.Fatal(err)
	}
	_ = ws.CloseNow()
}

// TestWhoeverOnlyLooks sees everything and moves nothing.
func TestWhoeverOnlyLooks(t *testing.T) {
	s := newStage(t)
	srv := httptest.NewServer(s.srv)
	t.Cleanup(srv.Close)
	looker := &stage{srv.URL, s.bus, s.hub, s.srv}
	v := looker.open(t, ProtocolSDK)
	if strings.Contains(strings.Join(v.info.Capabilities, " "), "clientPublish") {
		t.Error(v.info.Capabilities)
	}
	v.subscribe(1, "plant.n")
	v.value(1, "plant.n")
	v.send(message{Op: opGetParameters, ID: "a"})
	v.text(opParameterValues)
	v.send(message{Op: opAdvertise, Channels: []channel{{ID: 9, Topic: "/plant/goal", Encoding: "json"}}})
	if err := v.ws.Write(v.ctx, websocket.MessageBinary, appendClientData(nil, 9, []byte(`{"X": 0.25}`))); err != nil {
		t.Fatal(err)
	}
	v.wantStatus("needs the token")
	v.send(message{Op: opSetParameters, ID: "b", Parameters: []parameter{{Name: "plant.gain", Value: json.RawMessage("3.5")}}})
	v.wantStatus("needs the token")
	if p := s.bus.Params(); string(p[0].Value) != "2" {
		t.Errorf("the gain is %s", p[0].Value)
	}
	for range maxClients/2 - 1 {
		looker.open(t, ProtocolSDK)
	}
	if _, res, err := websocket.Dial(v.ctx, srv.URL, &websocket.DialOptions{Subprotocols: []string{ProtocolSDK}}); err == nil || res.StatusCode != http.StatusServiceUnavailable {
		t.Error("those who only look take all places:", err)
	}
	s.open(t, ProtocolSDK)
}

// shown says which of the things that TestScene waits for a message shows.
func shown(topic string, m protoreflect.Message) string {
	switch topic {
	case "scene/transforms":
		return "transforms"
	case "scene/entities":
		n := number(m, "entities")
		if n == 5 && number(m, "entities", "cubes", "size", "y") == 2 && number(m, "entities", "spheres") == 2 &&
			number(m, "entities", "cylinders", "bottom_scale") == 1 {
			return "bodies"
		}
	case "scene/path/plan":
		if number(m, "entities") == 1 && number(m, "entities", "lines", "points") != 0 {
			return "plan"
		}
	case "scene/joints":
		if number(m, "joints", "position") == 0.5 {
			return "joints"
		}
	case "camera/image":
		if string(m.Get(m.Descriptor().Fields().ByName("data")).Bytes()) == "jpeg" {
			return "image"
		}
	case "scene/goal":
		if number(m, "pose", "position", "x") == 3 {
			return "goal"
		}
	case "log":
		return map[float64]string{3: "miss", 4: "alarm"}[number(m, "level")]
	}
	return ""
}

func TestScene(t *testing.T) {
	s := newStage(t)
	s.hub.Event(view.Event{Time: 5, Kind: "miss", What: "plant.count", Text: "2 ms late"})
	v := s.open(t, ProtocolSDK)
	all := []string{"scene/transforms", "scene/entities", "scene/joints", "camera/image", "scene/goal", "log", "scene/path/plan"}
	for i, topic := range all {
		v.subscribe(uint32(i), topic)
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() { // the program shows things, again and again until it is watched
		defer close(stopped)
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
			}
			s.hub.Links(time.Second, []spatial.Pose{spatial.Identity(), {P: spatial.V(0, 0, 2), R: spatial.IdentityRot()}})
			s.hub.Joints(time.Second, []float64{0.5, -0.5})
			s.hub.Pose("goal", spatial.Pose{P: spatial.V(3, 0, 0), R: spatial.IdentityRot()})
			s.hub.Path("plan", []spatial.Vec3{{X: 1}, {X: 2}, {X: 3}})
			s.hub.Image([]byte("jpeg"), view.Detection{})
			s.hub.Alarm("the robot stands still")
		}
	}()
	defer func() { close(stop); <-stopped }()
	want := map[string]bool{"bodies": true, "plan": true, "transforms": true, "joints": true, "image": true, "goal": true, "miss": true, "alarm": true}
	for len(want) > 0 {
		_, sub, _, data := v.next()
		if data == nil {
			continue
		}
		topic := all[sub]
		m := dynamicpb.NewMessage(v.describe(topic))
		if err := proto.Unmarshal(data, m); err != nil || len(m.GetUnknown()) > 0 {
			t.Fatal(topic, err)
		}
		delete(want, shown(topic, m))
	}
	v.send(message{Op: opUnsubscribe, SubscriptionIDs: []uint32{0, 1, 2, 3, 4, 5, 6}})
	for end := time.Now().Add(time.Minute); s.hub.Watched(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the hub is still watched")
		}
	}
}

// TestViewerThatNeverReads holds up neither the program nor other viewers, and is let go.
func TestViewerThatNeverReads(t *testing.T) {
	s := newPatientStage(t, 500*time.Millisecond)
	slow, quick := s.open(t, ProtocolSDK), s.open(t, ProtocolSDK)
	for i, c := range []string{"plant.film", "plant.tool", "view/plant.tool"} {
		slow.subscribe(uint32(i), c)
	}
	quick.subscribe(1, "plant.n")
	last, end := 0.0, time.Now().Add(time.Minute)
	for n := 0; n < 300 || s.srv.clients.Load() > 1; n++ {
		m, _ := quick.value(1, "plant.n")
		if n := number(m, "value"); last != 0 && n != last+1 {
			t.Fatalf("%v after %v", n, last)
		} else {
			last = n
		}
		if time.Now().After(end) {
			t.Fatal("the viewer that takes nothing is still there")
		}
	}
}

// flood sends messages and reads until an answer to each has come; it returns how many were refused for being too many.
func (v *viewer) flood(messages int, kind websocket.MessageType, text func(i int) []byte) (refused int) {
	v.t.Helper()
	go func() {
		for i := range messages {
			if v.ws.Write(v.ctx, kind, text(i)) != nil {
				return
			}
		}
		_ = v.ws.Write(v.ctx, websocket.MessageText, []byte(`{"op":"subscribeConnectionGraph"}`))
	}()
	for {
		switch m, _, _, _ := v.next(); {
		case m == nil:
		case m.Op == opStatus && *m.Level == levelError && strings.Contains(m.Message, "too many"):
			refused++
		case m.Op == opStatus && *m.Level == levelInfo: // taken
		case m.Op == opStatus:
			v.t.Fatal(m.Message)
		case m.Op == opGraphUpdate:
			return refused
		}
	}
}

// TestFlood: if a viewer sends or requests too much the rest is refused, and the viewer is notified.
func TestFlood(t *testing.T) {
	s := newStage(t)
	taken := 0
	s.bus.Through(func(context.Context, string, []byte) (reactor.Tag, error) { taken++; return reactor.Tag{}, nil })
	v := s.open(t, ProtocolSDK)
	v.send(message{Op: opAdvertise, Channels: []channel{{ID: 9, Topic: "/plant/goal", Encoding: "json"}}})
	begun := time.Now()
	refused := v.flood(3000, websocket.MessageBinary, func(int) []byte { return appendClientData(nil, 9, []byte("{}")) })
	most := web.MaxValues + 1 + int(web.MaxValues*time.Since(begun).Seconds())
	if taken > most || taken+refused != 3000 {
		t.Errorf("%d values were taken and %d refused, want at most %d", taken, refused, most)
	}
	begun, taken = time.Now(), 0
	refused = v.flood(10, websocket.MessageText, func(int) []byte {
		m := message{Op: opSetParameters}
		for range 300 {
			m.Parameters = append(m.Parameters, parameter{Name: "plant.gain", Value: json.RawMessage("1")})
		}
		data, _ := json.Marshal(m)
		return data
	})
	if most := web.MaxValues + 1 + int(web.MaxValues*time.Since(begun).Seconds()); taken > most || taken < 3000 && refused == 0 {
		t.Errorf("%d parameters were set with %d refusals, want at most %d", taken, refused, most)
	}
	begun = time.Now()
	refused = v.flood(600, websocket.MessageText, func(i int) []byte {
		data, _ := json.Marshal(message{Op: opSubscribe, Subscriptions: []subscription{{uint32(i), v.channels["log"].ID}}})
		return data
	})
	if least := 600 - maxAskings - 1 - int(maxAsking*time.Since(begun).Seconds()); refused < least {
		t.Errorf("%d changes of subscriptions were refused, want at least %d", refused, least)
	}
}

// TestHeldConnection: what is held goes out in one piece, and to a client that takes nothing not at all.
func TestHeldConnection(t *testing.T) {
	a, b := net.Pipe()
	defer a.Close()
	defer b.Close()
	c := &held{Conn: a, wait: time.Minute}
	c.begin()
	for _, part := range []string{"one ", "two ", "three"} {
		if n, err := c.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	got := make(chan string)
	go func() {
		buf := make([]byte, 100)
		n, _ := b.Read(buf)
		got <- string(buf[:n])
	}()
	if err := c.end(); err != nil {
		t.Fatal(err)
	}
	if text := <-got; text != "one two three" {
		t.Errorf("%q", text)
	}
	c.wait = time.Millisecond
	c.begin()
	_, _ = c.Write([]byte("nobody reads"))
	if err := c.end(); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
}

// FuzzClient: nothing that a client sends does harm.
func FuzzClient(f *testing.F) {
	for _, text := range []string{`{"op":"subscribe","subscriptions":[{"id":0,"channelId":3}]}`, `{"op":"setParameters","parameters":[{"name":"a","value":[1,2],"type":"float64_array"}],"id":"x"}`,
		`{"op":"advertise","channels":[{"id":1,"topic":"foo","encoding":"json","schemaName":"E"}]}`, `{"op":"status","level":null}`} {
		f.Add([]byte(text), []byte{1, 2, 0, 0, 0, '{', '}'})
	}
	fuzz.Run(f, func(t *testing.T, text, binary []byte) {
		if m, err := readClient(text); err == nil && m.Op == "" {
			t.Error("a message without op")
		}
		if ch, data, err := readClientData(binary); err == nil && string(appendClientData(nil, ch, data)) != string(binary) {
			t.Errorf("%d %x", ch, data)
		}
		kind, sub, at, data, err := readServer(binary)
		switch {
		case err != nil:
		case kind == binTime && string(appendTime(nil, at)) != string(binary):
			t.Error(at)
		case kind == binMessageData && string(appendMessageData(nil, sub, at, data)) != string(binary):
			t.Error(sub, at, data)
		}
	})
}

// appendClientData appends a value for a server.
func appendClientData(dst []byte, channel uint32, data []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(append(dst, binMessageData), channel), data...)
}

// readServer reads a binary message of a server: a value, or with kind binTime the time alone.
func readServer(msg []byte) (kind byte, subscription uint32, time uint64, data []byte, err error) {
	switch {
	case len(msg) >= messageDataHead && msg[0] == binMessageData:
		return binMessageData, binary.LittleEndian.Uint32(msg[1:]), binary.LittleEndian.Uint64(msg[5:]), msg[messageDataHead:], nil
	case len(msg) == timeSize && msg[0] == binTime:
		return binTime, 0, binary.LittleEndian.Uint64(msg[1:]), nil, nil
	}
	return 0, 0, 0, nil, fmt.Errorf("a binary message of %d bytes is not understood", len(msg))
}
