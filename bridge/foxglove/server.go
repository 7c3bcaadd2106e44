package foxglove

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/live/web"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/film"
	"github.com/sinew-robotics/sinew/trace/codec"
	"github.com/sinew-robotics/sinew/trace/wellknown"
)

// Options of a Handler.
type Options struct {
	Name    string   // of the program
	Frame   string   // the frame of topics' poses, points and pictures; "" is "world"
	Origins []string // other servers whose pages may connect, as in serve.Config

	patience time.Duration // with a client that takes nothing; 0 is writeTimeout
}

const (
	maxClients   = 16
	writeTimeout = 5 * time.Second // after which a client that takes nothing is disconnected
	queueSize    = 4 << 20         // bytes of values that wait for a client, per enclave; the rest is lost and reported
	maxAsking    = 20              // changes of a client's subscriptions a second
	maxAskings   = 200             // and so many at once: opening a layout subscribes to every topic that it shows
)

// server is the state shared by all clients.
type server struct {
	ctx      context.Context
	b        *live.Bus
	hub      *view.Hub // nil for none
	o        Options
	sources  []source // of channel id−1
	channels []channel
	session  string
	clients  atomic.Int32
	lookers  atomic.Int32 // number of those that may only look
}

// source is the origin of a channel's messages.
type source struct {
	kind  sourceKind
	topic live.Topic  // busTopic, topicView
	view  *codec.View // topicView
	at    int         // markerPose, path: number of the marker, of the path
}

type sourceKind uint8

const (
	busTopic   sourceKind = iota // a topic's own messages
	topicView                    // a topic as the message that viewers draw
	transforms                   // where the links and markers are
	entities                     // their bodies
	path
	picture
	joints
	markerPose
	logLines
)

// Handler serves a bus, and the hub if it is not nil, to Foxglove's viewers. When ctx ends, so do all connections. It
// fails if a schema cannot be described.
func Handler(ctx context.Context, b *live.Bus, hub *view.Hub, o Options) (http.Handler, error) {
	if o.Frame == "" {
		o.Frame = film.World
	}
	o.patience = cmp.Or(o.patience, writeTimeout)
	s := &server{ctx: ctx, b: b, hub: hub, o: o, session: strconv.FormatInt(time.Now().UnixNano(), 36)}
	for _, t := range b.Topics() {
		s.topic(t)
	}
	if hub != nil {
		if err := s.scene(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *server) topic(t live.Topic) {
	name, encoding, schema := t.Codec.Schema()
	s.add(source{kind: busTopic, topic: t}, t.Name, name, encoding, schema)
	if v, ok := codec.Display(t.Codec.Type(), codec.Scene{Frame: s.o.Frame}); ok {
		name, encoding, schema = v.Schema()
		s.add(source{kind: topicView, topic: t, view: v}, "view/"+t.Name, name, encoding, schema)
	}
}

func (s *server) scene() error {
	type shown struct {
		source
		topic, message string
	}
	all := []shown{
		{source{kind: transforms}, film.Transforms, "FrameTransforms"},
		{source{kind: entities}, film.Entities, "SceneUpdate"},
		{source{kind: picture}, film.Image, "CompressedImage"},
		{source{kind: joints}, film.Joints, "JointStates"},
		{source{kind: logLines}, film.Log, "Log"},
	}
	r := s.hub.Read()
	defer r.Close()
	for i, m := range r.Program().Markers {
		all = append(all, shown{source{kind: markerPose, at: i}, film.Marker(m.Name), "PoseInFrame"})
	}
	for i, l := range r.Program().Paths {
		all = append(all, shown{source{kind: path, at: i}, film.Path(l.Name), "SceneUpdate"})
	}
	for _, x := range all {
		known, err := wellknown.For(x.message)
		if err != nil {
			return err
		}
		name, encoding, schema := known.Schema()
		s.add(x.source, x.topic, name, encoding, schema)
	}
	return nil
}

func (s *server) add(src source, topic, schemaName, encoding string, schema []byte) {
	s.sources = append(s.sources, src)
	s.channels = append(s.channels, channel{ID: uint32(len(s.sources)), Topic: topic, Encoding: encoding, SchemaName: schemaName,
		Schema: base64.StdEncoding.EncodeToString(schema), SchemaEncoding: encoding})
}

// ServeHTTP serves one client until it leaves, stalls or the server's context ends.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	leave, ok := web.Enter(r, maxClients, &s.clients, &s.lookers)
	defer leave()
	if !ok {
		http.Error(w, "too many viewers are connected: close one", http.StatusServiceUnavailable)
		return
	}
	if !asks(r) {
		http.Error(w, "viewers connect here by WebSocket with the subprotocol "+ProtocolSDK+" or "+ProtocolV1, http.StatusBadRequest)
		return
	}
	hold := &holder{ResponseWriter: w, wait: s.o.patience}
	ws, err := websocket.Accept(hold, r, &websocket.AcceptOptions{Subprotocols: []string{ProtocolSDK, ProtocolV1}, OriginPatterns: s.o.Origins})
	if err != nil {
		return
	}
	defer func() { _ = ws.CloseNow() }()
	ws.SetReadLimit(maxClientMessage)
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	newClient(s, ws, hold.conn, live.MayMove(r.Context())).serve(ctx, cancel)
}

// asks reports whether a request names one of the protocols.
func asks(r *http.Request) bool {
	for _, list := range r.Header.Values("Sec-WebSocket-Protocol") {
		for p := range strings.SplitSeq(list, ",") {
			if p = strings.TrimSpace(p); p == ProtocolSDK || p == ProtocolV1 {
				return true
			}
		}
	}
	return false
}

// info is the first message to every client.
func (s *server) info(may bool) message {
	can := []string{"time", "parameters", "parametersSubscribe", "connectionGraph"}
	if may {
		can = append(can, "clientPublish")
	}
	return message{Op: opServerInfo, Name: s.o.Name, SessionID: s.session, SupportedEncodings: []string{"json"},
		Capabilities: can, Metadata: map[string]string{"program": s.o.Name}}
}

// graph lists the writers and readers of each topic.
func (s *server) graph() message {
	m := message{Op: opGraphUpdate}
	for _, t := range s.b.Topics() {
		if len(t.Writers) > 0 {
			m.PublishedTopics = append(m.PublishedTopics, graphTopic{Name: t.Name, PublisherIDs: t.Writers})
		}
		if len(t.Readers) > 0 {
			m.SubscribedTopics = append(m.SubscribedTopics, graphTopic{Name: t.Name, SubscriberIDs: t.Readers})
		}
	}
	return m
}

// origin is the viewers' time at the program's time 0.
func (s *server) origin() int64 {
	if wall, ok := s.b.Origin(); ok {
		return wall
	}
	return 0
}

// parameters returns the parameters with the given names, or all if none are given.
func (s *server) parameters(names []string) []parameter {
	want := map[string]bool{}
	for _, n := range names {
		want[n] = true
	}
	all := []parameter{}
	for _, p := range s.b.Params() {
		if len(names) > 0 && !want[p.Path] {
			continue
		}
		x := parameter{Name: p.Path, Value: p.Value}
		switch p.Type {
		case "float64", "float32":
			x.Type = "float64"
		case "[]float64":
			x.Type = "float64_array"
		case "[]uint8":
			x.Type = "byte_array"
		}
		all = append(all, x)
	}
	return all
}

// set sends new values of parameters within the limit values; the error reports those it refuses. wait waits until the
// others have been taken, and reports those that were not.
func (s *server) set(ctx context.Context, ps []parameter, values *live.Bucket) (wait func() error, err error) {
	var errs []error
	var sent []*live.Sent
	for _, p := range ps {
		if len(p.Value) == 0 {
			errs = append(errs, fmt.Errorf("%s: a parameter cannot be removed: give it a value", p.Name))
			continue
		}
		if !values.Take(time.Now()) {
			errs = append(errs, fmt.Errorf("%s: %w", p.Name, web.ErrTooMany))
			break
		}
		x, err := s.b.Send(ctx, p.Name, p.Value)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		sent = append(sent, x)
	}
	return func() error {
		var errs []error
		for _, x := range sent {
			_, err := x.Wait(ctx)
			errs = append(errs, err)
		}
		return errors.Join(errs...)
	}, errors.Join(errs...)
}

// order sends a client's value to the physical action that its topic names, with dots or slashes. told is called with
// the outcome.
func (s *server) order(ctx context.Context, topic string, value []byte, told func(reactor.Tag, error)) error {
	name := strings.TrimPrefix(topic, "/")
	if !strings.HasPrefix(name, "door/") {
		name = strings.ReplaceAll(name, "/", ".")
	}
	if !json.Valid(value) {
		return fmt.Errorf("%s: the published message is not JSON", topic)
	}
	s.b.Follow(ctx, name, value, told)
	return nil
}
