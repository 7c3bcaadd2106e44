package convert

import (
	"bytes"
	"testing"

	"github.com/sinew-robotics/sinew/bridge/ros1/msg/rosgraphmsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/lang/rosmsg"
	"github.com/sinew-robotics/sinew/trace"
)

// FuzzBody: whatever a bag says of a type and has as a message of it, it is refused or comes to protobuf and back.
func FuzzBody(f *testing.F) {
	l := &rosgraphmsgs.Log{Header: stdmsgs.Header{Seq: 1, FrameId: "f"}, Topics: []string{"a", "b"}}
	f.Add(l.Describe().Text, l.Append(nil))
	u := &stdmsgs.UInt8MultiArray{Data: []byte{1, 2}, Layout: stdmsgs.MultiArrayLayout{Dim: []stdmsgs.MultiArrayDimension{{Label: "x"}}}}
	f.Add(u.Describe().Text, u.Append(nil))
	f.Add("int16[] a\nfloat64[2] b\ntime t\nduration[] d\nbool c\n", append([]byte{1, 0, 0, 0, 0xff, 0xff}, make([]byte, 29)...))
	fuzz.Run(f, func(t *testing.T, text string, body []byte) {
		m, faults := rosmsg.Full("a/B", text)
		if faults.Err() != nil || len(text) > 2000 {
			return
		}
		if size, _ := m.Size(); size > 1<<16 {
			return
		}
		s, err := schema(m)
		if err != nil {
			t.Fatal(err)
		}
		d, err := trace.Describe(s)
		if err != nil {
			t.Fatal(err)
		}
		if !fits(m, d, true) {
			t.Fatalf("%s does not fit its own schema", text)
		}
		x := shape{m, d}
		data, err := x.toProto(nil, body)
		if err != nil {
			return
		}
		back, err := x.toROS(nil, data)
		if err != nil || len(back) != len(body) {
			t.Fatalf("%x, then %x, %v", body, back, err)
		}
		again, err := x.toProto(nil, back)
		if err != nil || !bytes.Equal(again, data) { // a bool other than 0 or 1 may change once
			t.Fatalf("%x, then %x, %v", data, again, err)
		}
	})
}
