// Package foxglove serves a running program to Foxglove, Lichtblick and other viewers that speak the Foxglove WebSocket
// protocol (https://github.com/foxglove/ws-protocol), under both of its names: foxglove.sdk.v1 and
// foxglove.websocket.v1. Every topic of the bus is a channel with its protobuf schema; the hub's contents (the robot in
// space, the camera's image, joints, log) come as Foxglove's own messages; parameters can be read, set and subscribed
// to; JSON that a client publishes to the name of a physical action becomes an event of that action.
//
// Times are nanoseconds of the program's logical time, counted from 1970 or, on the real clock, from the wall time of
// the program's start. Lengths are metres, poses are seen from the frame "world".
package foxglove

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
)

// The protocol's two names; they do not differ in anything used here.
const (
	ProtocolSDK = "foxglove.sdk.v1"
	ProtocolV1  = "foxglove.websocket.v1"
)

// Names of the messages that are JSON objects.
const (
	opServerInfo        = "serverInfo"
	opStatus            = "status"
	opAdvertise         = "advertise" // from both ends
	opUnadvertise       = "unadvertise"
	opParameterValues   = "parameterValues"
	opGraphUpdate       = "connectionGraphUpdate"
	opSubscribe         = "subscribe"
	opUnsubscribe       = "unsubscribe"
	opGetParameters     = "getParameters"
	opSetParameters     = "setParameters"
	opSubscribeParams   = "subscribeParameterUpdates"
	opUnsubscribeParams = "unsubscribeParameterUpdates"
	opSubscribeGraph    = "subscribeConnectionGraph"
	opUnsubscribeGraph  = "unsubscribeConnectionGraph"
)

// First bytes of the messages that are binary.
const (
	binMessageData   = 1 // to the client: subscription, time, data; to the server: channel, data
	binTime          = 2 // to the client
	messageDataHead  = 1 + 4 + 8
	clientDataHead   = 1 + 4
	timeSize         = 1 + 8
	levelInfo        = 0
	levelWarning     = 1
	levelError       = 2
	maxClientMessage = 256 << 10
	maxListed        = 4096 // items in one message of a client
)

// message is a JSON message of either end; each op uses some of the fields.
type message struct {
	Op string `json:"op"`

	// serverInfo
	Name               string            `json:"name,omitempty"`
	Capabilities       []string          `json:"capabilities,omitempty"`
	SupportedEncodings []string          `json:"supportedEncodings,omitempty"`
	Metadata           map[string]string `json:"metadata,omitempty"`
	SessionID          string            `json:"sessionId,omitempty"`

	// status
	Level   *int   `json:"level,omitempty"`
	Message string `json:"message,omitempty"`

	ID string `json:"id,omitempty"` // of a status or a request for parameters

	Channels   []channel `json:"channels,omitempty"`   // advertise
	ChannelIDs []uint32  `json:"channelIds,omitempty"` // unadvertise

	Subscriptions   []subscription `json:"subscriptions,omitempty"`
	SubscriptionIDs []uint32       `json:"subscriptionIds,omitempty"`

	Parameters     []parameter `json:"parameters,omitempty"`
	ParameterNames []string    `json:"parameterNames,omitempty"`

	PublishedTopics  []graphTopic `json:"publishedTopics,omitempty"`
	SubscribedTopics []graphTopic `json:"subscribedTopics,omitempty"`
}

type channel struct {
	ID             uint32 `json:"id"`
	Topic          string `json:"topic"`
	Encoding       string `json:"encoding"`
	SchemaName     string `json:"schemaName"`
	Schema         string `json:"schema"`
	SchemaEncoding string `json:"schemaEncoding,omitempty"`
}

type subscription struct {
	ID        uint32 `json:"id"`
	ChannelID uint32 `json:"channelId"`
}

type parameter struct {
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value,omitempty"`
	Type  string          `json:"type,omitempty"` // "float64", "float64_array", "byte_array" or ""
}

type graphTopic struct {
	Name          string   `json:"name"`
	PublisherIDs  []string `json:"publisherIds,omitempty"`
	SubscriberIDs []string `json:"subscriberIds,omitempty"`
}

// readClient reads a JSON message of a client.
func readClient(data []byte) (m message, err error) {
	if err := json.Unmarshal(data, &m); err != nil {
		return m, fmt.Errorf("a message is not understood: %w", err)
	}
	if m.Op == "" {
		return m, errors.New("a message is not understood: it has no op")
	}
	if len(m.Channels)+len(m.ChannelIDs)+len(m.Subscriptions)+len(m.SubscriptionIDs)+len(m.Parameters)+len(m.ParameterNames) > maxListed {
		return m, fmt.Errorf("%s: more than %d things at once", m.Op, maxListed)
	}
	return m, nil
}

// appendMessageData appends a value for a client.
func appendMessageData(dst []byte, subscription uint32, time uint64, data []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(append(dst, binMessageData), subscription)
	return append(binary.LittleEndian.AppendUint64(dst, time), data...)
}

// appendTime appends the program's time for a client.
func appendTime(dst []byte, time uint64) []byte {
	return binary.LittleEndian.AppendUint64(append(dst, binTime), time)
}

// readClientData reads a binary message of a client; data lies in msg.
func readClientData(msg []byte) (channel uint32, data []byte, err error) {
	if len(msg) == 0 {
		return 0, nil, errors.New("a binary message is empty")
	}
	if msg[0] != binMessageData {
		return 0, nil, fmt.Errorf("this server does not support binary messages of kind %d", msg[0])
	}
	if len(msg) < clientDataHead {
		return 0, nil, errors.New("a binary message is cut short")
	}
	return binary.LittleEndian.Uint32(msg[1:]), msg[clientDataHead:], nil
}
