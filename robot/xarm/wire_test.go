package xarm

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm/frames"
	"pgregory.net/rapid"
)

// script is a Conn that expects one request and gives one reply.
type script struct {
	t     *testing.T
	want  []byte
	reply []byte
}

func (s *script) SetTimeout(time.Duration) error { return nil }
func (s *script) Close() error                   { return nil }

func (s *script) Write(p []byte) (int, error) {
	if d := cmp.Diff(hex.EncodeToString(s.want), hex.EncodeToString(p)); d != "" {
		s.t.Errorf("request differs (-want +got):\n%s", d)
	}
	return len(p), nil
}

func (s *script) Read(p []byte) (int, error) {
	if len(s.reply) == 0 {
		return 0, os.ErrDeadlineExceeded
	}
	n := copy(p, s.reply)
	s.reply = s.reply[n:]
	return n, nil
}

func TestClientSpeaksTheDocumentedBytes(t *testing.T) {
	q := []float64{1, -0.5, 0.25, 0, 0, 0, 1}
	calls := map[string]func(c *Client) (any, error){
		"enable_all":    func(c *Client) (any, error) { return c.Status(), c.MotionEnable(8, true) },
		"set_state_0":   func(c *Client) (any, error) { return nil, c.SetState(StateMotion) },
		"get_state":     func(c *Client) (any, error) { return c.State() },
		"command_count": func(c *Client) (any, error) { return c.CommandCount() },
		"err_warn": func(c *Client) (any, error) {
			e, w, err := c.ErrWarn()
			return [2]int{int(e), int(w)}, err
		},
		"set_mode_1": func(c *Client) (any, error) { return nil, c.SetMode(ModeServo) },
		"get_pose":   func(c *Client) (any, error) { return c.WirePosition() },
		"joint_states": func(c *Client) (any, error) {
			var s [3][Joints]float64
			err := c.JointStates(s[0][:], s[1][:], s[2][:])
			return s, err
		},
		"servo_j": func(c *Client) (any, error) { return nil, c.ServoJoint(q) },
		"servo_cart": func(c *Client) (any, error) {
			return nil, c.servoWire(WirePose{400, 100.5, 0, 1, -0.5, 0.25})
		},
		"joint_velocity": func(c *Client) (any, error) {
			return nil, c.JointVelocity([]float64{1, -0.5, 0.25, 0, 0, 0, 0}, 250*time.Millisecond)
		},
		"version": func(c *Client) (any, error) {
			p, err := c.ask(RegVersion)
			if err != nil {
				return nil, err
			}
			return parseVersion(p)
		},
	}
	want := map[string]any{
		"enable_all": Status(0), "get_state": StateIdle, "command_count": 0, "err_warn": [2]int{21, 12},
		"get_pose": WirePose{400, 100.5, 0, 1, -0.5, 0.25},
		"joint_states": [3][Joints]float64{
			{1, -0.5, 0.25}, {}, {0: 0, 6: -0.5},
		},
		"version": Info{Text: "6,6,XI1202,AC1302,v1.12.10", Axes: 6, Type: 6, ArmSerial: "XI1202", BoxSerial: "AC1302", Major: 1, Minor: 12, Patch: 10},
	}
	js := want["joint_states"].([3][Joints]float64)
	js[1][6] = 1 // the fourteenth number
	want["joint_states"] = js
	for _, g := range frames.Documented(t) {
		t.Run(g.Name, func(t *testing.T) {
			call, ok := calls[g.Name]
			if !ok {
				t.Fatal("no such call")
			}
			c := NewClient(&script{t: t, want: g.Request, reply: g.Reply}, ClientConfig{})
			got, err := call(c)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want[g.Name], got); d != "" {
				t.Errorf("answer differs (-want +got):\n%s", d)
			}
		})
	}
}

func TestPosesCrossTheWireWithinHalfAUnit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		num := func(name string, r float64) float64 { return rapid.Float64Range(-r, r).Draw(t, name) }
		p := spatial.Pose{
			P: spatial.V(num("x", 1), num("y", 1), num("z", 1)),
			R: spatial.RPY{Roll: num("r", 3.1), Pitch: num("p", 1.5), Yaw: num("w", 3.1)}.Rot(),
		}
		in := CartTarget{Pose: ToWire(p), Speed: num("s", 100), Tool: 1}
		b := appendCartTarget(nil, &in)
		if len(b) != 36 {
			t.Fatalf("%d bytes", len(b))
		}
		var out CartTarget
		if err := ParseCartTarget(b, &out); err != nil {
			t.Fatal(err)
		}
		if d := out.Pose.Pose().P.Dist(p.P); d > math.Sqrt(3)*3.1e-8 {
			t.Fatalf("%g m lost", d)
		}
		if a := out.Pose.Pose().R.Mul(p.R.T()).Log().Norm(); a > 1e-6 {
			t.Fatalf("%g rad lost", a)
		}
	})
}

// filled is a report with another number in each field.
func filled() Report {
	r := Report{State: 2, Mode: 5, Commands: 3, Brakes: 0x7F, Enabled: 0x7E, Err: 31, Warn: 12, CollisionSens: 4, TeachSens: 2, Type: 7, Axes: 7}
	for i := range r.Q {
		r.Q[i], r.Tau[i], r.DQ[i] = 0.5+float64(i), 10+float64(i), -0.25*float64(i)
		r.ServoState[i], r.Temperature[i] = [2]byte{byte(i), byte(i + 1)}, int8(30+i)
	}
	r.Pose = WirePose{400, 100.5, 200, 3, -0.5, 0.25}
	r.Offset, r.Load = WirePose{1, 2, 3, 0.5, 0.25, 0.125}, [4]float64{0.5, 1, 2, 3}
	r.GravityDirection, r.AxisAngle = [3]float64{0, 0, -1}, [3]float64{1, 2, 3}
	r.LimitsTCP, r.LimitsJoint = [5]float64{1, 2, 3, 4, 5}, [5]float64{6, 7, 8, 9, 10}
	r.Speed = 123.5
	r.RotationLimits, r.ToolPins, r.Counter, r.World = [2]float64{11, 12}, [2]byte{13, 14}, 0x01020304, WirePose{1, 2, 3, 0.5, 0.25, 1}
	r.ClearOnStop, r.Simulated, r.SelfCollides, r.Tool = [2]bool{true, false}, true, true, 22
	r.ToolSize, r.Volts[6], r.Currents = [6]float64{20, 30, 50}, 24.5, [Joints]float64{1, 2, 3, 4, 5, 6, 7}
	r.Pins[0], r.Pins[PinsLen-1], r.Identified, r.Flags, r.ForceOn = 1, 2, 33, 3, true
	r.ForceExt, r.ForceRaw = [6]float64{1, 2, 3, 4, 5, 6}, [6]float64{7, 8, 9, 10, 11, 12}
	r.Reduced[0], r.Reduced[ReducedLen-1] = 1, 1
	copy(r.Version[:], "v1.12.10")
	return r
}

func TestReportsHaveTheDocumentedOffsets(t *testing.T) {
	r := filled()
	for k, size := range map[ReportKind]int{ReportNormal: 145, ReportRich: 587, ReportDev: 87} {
		b := AppendReport(nil, k, &r)
		if len(b) != size || int(binary.BigEndian.Uint32(b)) != size {
			t.Fatalf("port %d: %d bytes", k.Port(), len(b))
		}
		var got Report
		if err := DecodeReport(k, b, &got); err != nil {
			t.Fatalf("port %d: %v", k.Port(), err)
		}
		if k == ReportRich {
			if d := cmp.Diff(r, got); d != "" {
				t.Errorf("rich report differs:\n%s", d)
			}
		}
		if err := DecodeReport(k, append(b, 0), &got); err == nil {
			t.Errorf("port %d: a byte too many is taken", k.Port())
		}
	}
	b := AppendReport(nil, ReportRich, &r)
	float := func(off int) float64 { return f32(b[off:], 0) }
	type row struct {
		off  int
		want float64
	}
	for _, c := range []row{
		{7, 0.5}, {31, 6.5}, {35, 400}, {47, 3}, {59, 10}, {83, 16}, {91, 1}, {115, 0.5}, {119, 1}, {141, -1},
		{181, 1}, {197, 5}, {201, 6}, {217, 10}, {252, 123.5}, {260, -0.25}, {482, 1}, {490, 3},
		{221, 11}, {225, 12}, {288, 1}, {308, 1}, {317, 20}, {355, 1}, {379, 7}, {433, 1}, {457, 7}, {477, 12},
	} {
		if got := float(c.off); got != c.want {
			t.Errorf("offset %d: %g, want %g", c.off, got, c.want)
		}
	}
	for off, want := range map[int]byte{4: 0x52, 6: 3, 87: 0x7F, 88: 0x7E, 89: 31, 90: 12, 131: 4, 132: 2, 145: 7, 147: 0xAA, 148: 0x55, 151: 'v', 231: 1, 246: 31,
		243: 13, 284: 1, 287: 4, 312: 1, 313: 0, 314: 1, 315: 1, 316: 22, 353: 0x09, 354: 0x92, 383: 1, 432: 2, 481: 33, 494: 3, 495: 1, 573: 1, 578: 1} {
		if b[off] != want {
			t.Errorf("offset %d: %#x, want %#x", off, b[off], want)
		}
	}
}

func TestRealtimeReportOffsets(t *testing.T) {
	r := Realtime{Time: 0x0102030405060708, State: 1, Mode: 1, Commands: 9}
	for i, v := range r.joints() {
		v[0], v[6] = float64(i)+0.5, float64(i)+0.25
	}
	for i, v := range r.poses() {
		v[0], v[5] = float64(i)+10, float64(i)+20
	}
	b := AppendRealtime(nil, &r)
	if len(b) != 784 || b[4] != 1 || b[11] != 8 || b[12] != 0x11 || b[14] != 9 {
		t.Fatalf("%d bytes, % x", len(b), b[:16])
	}
	for i, off := range []int{32, 60, 88, 116, 144, 172, 200, 228} {
		if f32(b[off:], 0) != float64(i)+0.5 || f32(b[off+24:], 0) != float64(i)+0.25 {
			t.Errorf("joint block at %d is wrong", off)
		}
	}
	for i, off := range []int{424, 448, 472, 496} {
		if f32(b[off:], 0) != float64(i)+10 || f32(b[off+20:], 0) != float64(i)+20 {
			t.Errorf("tool block at %d is wrong", off)
		}
	}
	var got Realtime
	if err := DecodeRealtime(b, &got); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(r, got); d != "" {
		t.Error(d)
	}
	nan := append([]byte(nil), b...)
	binary.LittleEndian.PutUint32(nan[116:], math.Float32bits(float32(math.NaN())))
	if err := DecodeRealtime(nan, &got); err == nil {
		t.Error("NaN taken")
	}
}

func TestReportStreamSkipsBadReportsAndCountsThem(t *testing.T) {
	r := filled()
	good := AppendReport(nil, ReportRich, &r)
	bad := append([]byte(nil), good...)
	binary.LittleEndian.PutUint32(bad[7:], math.Float32bits(float32(math.Inf(1))))
	old := append([]byte(nil), good[:245]...) // firmware that announces 233 and sends 245
	binary.BigEndian.PutUint32(old, 233)
	all := strings.NewReader(string(good) + string(bad) + string(old) + string(good))
	s := newReportStream(ReportRich, all)
	var got Report
	for i := range 3 {
		if err := s.Next(&got); err != nil {
			t.Fatal(i, err)
		}
		if got.Q != r.Q {
			t.Fatal("joints differ")
		}
	}
	if s.Reports != 3 || s.Rejected != 1 {
		t.Errorf("%d taken, %d rejected", s.Reports, s.Rejected)
	}
}

func TestVersions(t *testing.T) {
	for text, ok := range map[string]bool{
		"7,7,XI1305,AC1305,v1.12.10": true, "7,7,XS1305,AC1304,v2.7.1-beta": true, "7,7,a,b,1.2.3": true,
		"": false, "7,7,a,b": false, "x,7,a,b,v1.2.3": false, "7,7,a,b,v1.2": false, "7,7,a\x01,b,v1.2.3": false,
	} {
		in, err := parseVersion(append([]byte(text), 0, 'x'))
		if (err == nil) != ok {
			t.Errorf("%q: %+v, %v", text, in, err)
		}
	}
	in, _ := parseVersion([]byte("7,7,a,b,v1.12.10"))
	if !in.AtLeast(1, 8, 6) || !in.AtLeast(1, 12, 10) || in.AtLeast(1, 12, 11) || in.AtLeast(2, 0, 0) {
		t.Error("versions compare wrongly")
	}
}
