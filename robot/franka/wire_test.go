package franka

import (
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

var rewrite = flag.Bool("rewrite", false, "write testdata/v*.txt anew with the present codec")

// versions are all that are spoken.
var versions = []Version{Version3, Version4, Version5, Version6, Version7, Version8, Version9, Version10}

// goldenMembers are the members of a datagram in the order of the protocol notes, section 6.1: their number there
// makes their values.
func goldenMembers(s *State) []struct {
	name string
	x    []float64
} {
	type m = struct {
		name string
		x    []float64
	}
	return []m{
		{"message_id", nil}, {"O_T_EE", s.OTEE[:]}, {"O_T_EE_d", s.OTEEd[:]}, {"F_T_EE", s.FTEE[:]},
		{"EE_T_K", s.EETK[:]}, {"F_T_NE", s.FTNE[:]}, {"NE_T_EE", s.NETEE[:]}, {"m_ee", nil}, {"I_ee", s.IEE[:]},
		{"F_x_Cee", s.FxCee[:]}, {"m_load", nil}, {"I_load", s.ILoad[:]}, {"F_x_Cload", s.FxCload[:]},
		{"elbow", s.Elbow[:]}, {"elbow_d", s.ElbowD[:]}, {"tau_J", s.TauJ[:]}, {"tau_J_d", s.TauJd[:]},
		{"dtau_J", s.DTauJ[:]}, {"q", s.Q[:]}, {"q_d", s.Qd[:]}, {"dq", s.DQ[:]}, {"dq_d", s.DQd[:]},
		{"ddq_d", s.DDQd[:]}, {"joint_contact", s.JointContact[:]}, {"cartesian_contact", s.CartesianContact[:]},
		{"joint_collision", s.JointCollision[:]}, {"cartesian_collision", s.CartesianCollision[:]},
		{"tau_ext_hat_filtered", s.TauExtHatFiltered[:]}, {"O_F_ext_hat_K", s.OFExtHatK[:]},
		{"K_F_ext_hat_K", s.KFExtHatK[:]}, {"O_dP_EE_d", s.ODPEEd[:]}, {"O_ddP_O", s.ODDPO[:]},
		{"elbow_c", s.ElbowC[:]}, {"delbow_c", s.DelbowC[:]}, {"ddelbow_c", s.DDelbowC[:]},
		{"O_T_EE_c", s.OTEEc[:]}, {"O_dP_EE_c", s.ODPEEc[:]}, {"O_ddP_EE_c", s.ODDPEEc[:]},
		{"theta", s.Theta[:]}, {"dtheta", s.DTheta[:]},
		{"accelerometer_top", flat(&s.AccelerometerTop)}, {"accelerometer_bottom", flat(&s.AccelerometerBottom)},
	}
}

// flat is a view of a state's accelerometers as one slice.
func flat(x *[6][3]float64) []float64 { return unsafe.Slice(&x[0][0], 18) }

// goldenState has a value of its own in every member that v has.
func goldenState(v Version) *State {
	s := &State{
		ID: 0x0102030405060708, MEE: 7, MLoad: 10, SuccessRate: 47,
		MotionGenerator: GenerateJointVelocity, Controller: CartesianImpedance, Mode: ModeReflex,
	}
	for n, m := range goldenMembers(s) {
		for i := range m.x {
			m.x[i] = float64(n) + float64(i)/100
			if v.single() {
				m.x[i] = float64(float32(m.x[i]))
			}
		}
	}
	for e := range v.Errors() {
		if e%3 == 0 {
			s.CurrentErrors = s.CurrentErrors.With(Error(e))
		}
		if e%5 == 1 {
			s.LastErrors = s.LastErrors.With(Error(e))
		}
	}
	if !v.hasNE() {
		s.FTNE, s.NETEE = Pose{}, Pose{}
	}
	if !v.hasBaseAcceleration() {
		s.ODDPO = [3]float64{}
	}
	if v < Version10 {
		s.AccelerometerTop, s.AccelerometerBottom = [6][3]float64{}, [6][3]float64{}
	}
	s.Total()
	return s
}

func goldenCommand(v Version) *Command {
	c := &Command{ID: 0x1112131415161718, ValidElbow: true, TorqueFinished: v >= Version7}
	for n, x := range [][]float64{c.QC[:], c.DQC[:], c.OTEEc[:], c.ODPEEc[:], c.ElbowC[:], c.TauJd[:]} {
		for i := range x {
			x[i] = float64(n+1) + float64(i)/100
		}
	}
	return c
}

// goldenRequest has values that count from 1000.25 through the payload.
func goldenRequest(k Kind, v Version) *Request {
	r := &Request{Kind: k, ID: 100 + uint32(k)}
	var x []float64
	switch k {
	case Connect:
		r.Version, r.Port = v, 0xabcd
	case Move:
		r.Move = MoveRequest{
			Generator: GenerateCartesianPose, Controller: CartesianImpedance,
			Path: Deviation{1000.25, 1001.25, 1002.25}, Goal: Deviation{1003.25, 1004.25, 1005.25},
		}
		if r.Move.Async = v >= Version10; r.Move.Async {
			count(r.Move.MaxVelocity[:], 1006.25)
		}
	case GetCartesianLimit:
		r.Limit = -3
	case SetCollisionBehavior:
		c, n := &r.Collision, 1000.25
		for _, x := range [][]float64{
			c.LowerTorqueAcceleration[:], c.UpperTorqueAcceleration[:], c.LowerTorque[:], c.UpperTorque[:],
			c.LowerForceAcceleration[:], c.UpperForceAcceleration[:], c.LowerForce[:], c.UpperForce[:],
		} {
			n = count(x, n)
		}
	case SetJointImpedance:
		x = r.JointImpedance[:]
	case SetCartesianImpedance:
		x = r.CartesianImpedance[:]
	case SetGuidingMode:
		r.Guiding = GuidingMode{[6]bool{true, false, false, true, true, false}, true}
	case SetEEToK, SetNEToEE:
		x = r.Frame[:]
	case SetLoad:
		r.Load.Mass = 1000.25
		count(r.Load.Inertia[:], count(r.Load.FxCload[:], 1001.25))
	case SetFilters:
		r.Filters = Filters{1000.25, 1001.25, 1002.25, 1003.25, 1004.25}
	case LoadModelLibrary:
		r.Library = Library{3, 1}
	}
	count(x, 1000.25)
	return r
}

func count(x []float64, from float64) (next float64) {
	for i := range x {
		x[i] = from
		from++
	}
	return from
}

func goldenResponse(k Kind, s Status, v Version) *Response {
	r := &Response{Kind: k, ID: 200 + uint32(k), Status: s}
	switch {
	case k == Connect:
		r.Version = v
	case k == GetCartesianLimit:
		count(r.Limit.Frame[:], count(r.Limit.Size[:], 1000.25))
		r.Limit.Active = true
	case (k == LoadModelLibrary || k == GetRobotModel) && s == Success:
		r.Data = []byte("blob")
	}
	return r
}

// goldenLine is one line of a golden file: its words without the bytes, and the bytes.
type goldenLine struct {
	section string
	words   []string
	bytes   []byte
}

func goldenLines(t *testing.T, v Version) (lines []goldenLine, text string) {
	t.Helper()
	raw, err := os.ReadFile(goldenFile(v))
	if err != nil {
		t.Fatal(err)
	}
	section := ""
	for n, line := range strings.Split(string(raw), "\n") {
		switch {
		case line == "" || line[0] == '#':
			continue
		case line[0] == '[':
			section = strings.Trim(line, "[]")
			continue
		}
		l := goldenLine{section: section}
		for _, w := range strings.Fields(line) {
			least := map[string]int{"state": 2, "command": 2, "request": 1, "response": 2}[section]
			if len(l.words) < least {
				l.words = append(l.words, w)
				continue
			}
			b, err := hex.DecodeString(strings.Trim(w, "-"))
			if err != nil {
				t.Fatalf("%s:%d: %v", goldenFile(v), n+1, err)
			}
			l.bytes = append(l.bytes, b...)
		}
		lines = append(lines, l)
	}
	return lines, string(raw)
}

func goldenFile(v Version) string { return fmt.Sprintf("testdata/v%d.txt", v) }

// TestGoldens compares every byte of every version with the golden files, both ways. Those were made from the
// tables of the protocol notes by a program of their own.
func TestGoldens(t *testing.T) {
	for _, v := range versions {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			lines, text := goldenLines(t, v)
			var state, command []byte
			seen := map[string]int{}
			for _, l := range lines {
				seen[l.section]++
				switch l.section {
				case "state":
					wantOffset(t, l, len(state))
					state = append(state, l.bytes...)
				case "command":
					wantOffset(t, l, len(command))
					command = append(command, l.bytes...)
				case "request":
					goldenRequestLine(t, v, l)
				case "response":
					goldenResponseLine(t, v, l)
				}
			}
			goldenDatagrams(t, v, state, command)
			if seen["state"] < 43 || seen["command"] < 9 || seen["request"] < 12 || seen["response"] < 40 {
				t.Errorf("lines: %v", seen)
			}
			if *rewrite {
				if err := os.WriteFile(goldenFile(v), []byte(rewritten(t, v, text)), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func wantOffset(t *testing.T, l goldenLine, at int) {
	t.Helper()
	if l.words[0] != strconv.Itoa(at) {
		t.Errorf("%s: at %d, written down for %s", l.words[1], at, l.words[0])
	}
}

func goldenDatagrams(t *testing.T, v Version, state, command []byte) {
	t.Helper()
	if got := AppendState(nil, v, goldenState(v)); !bytes.Equal(got, state) {
		t.Errorf("state:\n%x, want\n%x", got, state)
	}
	s := State{FTNE: Pose{1}, ODDPO: [3]float64{1}, AccelerometerTop: [6][3]float64{{1}}} // what v lacks is cleared
	if err := ReadState(state, v, &s); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(goldenState(v), &s); d != "" {
		t.Error(d)
	}
	if got := AppendCommand(nil, v, goldenCommand(v)); !bytes.Equal(got, command) {
		t.Errorf("command:\n%x, want\n%x", got, command)
	}
	c := Command{TorqueFinished: true}
	if err := ReadCommand(command, v, &c); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(goldenCommand(v), &c); d != "" {
		t.Error(d)
	}
}

func kindNamed(t *testing.T, name string) Kind {
	t.Helper()
	for k := range kindCount {
		if k.String() == name {
			return k
		}
	}
	t.Fatalf("no command %q", name)
	return 0
}

// statusNames are the names in the golden files, in the order of the constants.
var statusNames = strings.Fields("Success MotionStarted Preempted PreemptedBySafety RejectedBySafety NotPossible " +
	"StartAtSingularPose InvalidArgument ReflexAborted EmergencyAborted InputErrorAborted Aborted " +
	"ManualRecoveryRequired IncompatibleLibraryVersion Failed")

func statusNamed(t *testing.T, name string) Status {
	t.Helper()
	for s := range statusCount {
		if statusNames[s] == name {
			return s
		}
	}
	t.Fatalf("no status %q", name)
	return 0
}

func goldenRequestLine(t *testing.T, v Version, l goldenLine) {
	t.Helper()
	r := goldenRequest(kindNamed(t, l.words[0]), v)
	got, err := AppendRequest(nil, v, r)
	if err != nil || !bytes.Equal(got, l.bytes) {
		t.Errorf("%v: %v\n%x, want\n%x", l.words, err, got, l.bytes)
	}
	var back Request
	if n, err := ReadRequest(l.bytes, v, &back); n != len(l.bytes) || err != nil || back != *r {
		t.Errorf("%v: %d, %v, %s", l.words, n, err, cmp.Diff(r, &back))
	}
	for n := range l.bytes {
		if _, err := ReadRequest(l.bytes[:n], v, &back); !errors.Is(err, ErrShort) {
			t.Errorf("%v: first %d bytes: %v", l.words, n, err)
		}
	}
}

func goldenResponseLine(t *testing.T, v Version, l goldenLine) {
	t.Helper()
	r := goldenResponse(kindNamed(t, l.words[0]), statusNamed(t, l.words[1]), v)
	got, err := AppendResponse(nil, v, r)
	if err != nil || !bytes.Equal(got, l.bytes) {
		t.Errorf("%v: %v\n%x, want\n%x", l.words, err, got, l.bytes)
	}
	var back Response
	if n, err := ReadResponse(l.bytes, v, &back); n != len(l.bytes) || err != nil || !cmp.Equal(r, &back, cmpopts.EquateEmpty()) {
		t.Errorf("%v: %d, %v, %s", l.words, n, err, cmp.Diff(r, &back))
	}
	for n := range l.bytes {
		if _, err := ReadResponse(l.bytes[:n], v, &back); !errors.Is(err, ErrShort) {
			t.Errorf("%v: first %d bytes: %v", l.words, n, err)
		}
	}
}

// rewritten puts the present codec's bytes into a golden file's lines.
func rewritten(t *testing.T, v Version, text string) string {
	t.Helper()
	datagrams := map[string][]byte{
		"state": AppendState(nil, v, goldenState(v)), "command": AppendCommand(nil, v, goldenCommand(v)),
	}
	section, at := "", 0
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		w := strings.Fields(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			section, at = strings.Trim(line, "[]"), 0
		case section == "request":
			b, _ := AppendRequest(nil, v, goldenRequest(kindNamed(t, w[0]), v))
			lines[i] = fmt.Sprintf("%s %x %s", w[0], b[:HeaderSize], orDash(b[HeaderSize:]))
		case section == "response":
			b, _ := AppendResponse(nil, v, goldenResponse(kindNamed(t, w[0]), statusNamed(t, w[1]), v))
			lines[i] = fmt.Sprintf("%s %s %x %s", w[0], w[1], b[:HeaderSize+1], orDash(b[HeaderSize+1:]))
		default:
			n := len(w[2]) / 2
			lines[i] = fmt.Sprintf("%d %s %x", at, w[1], datagrams[section][at:at+n])
			at += n
		}
	}
	return strings.Join(lines, "\n")
}

func orDash(b []byte) string {
	if len(b) == 0 {
		return "-"
	}
	return hex.EncodeToString(b)
}

// TestMeasuredBytes are those of libfranka's own mock server, protocol notes, section 5.
func TestMeasuredBytes(t *testing.T) {
	var k [Joints]float64
	for i := range k {
		k[i] = 3000
	}
	for _, c := range []struct {
		r    Request
		want string
	}{
		{Request{Kind: Connect, Version: 5, Port: 0x1234}, "00000000000000001000000005003412"},
		{
			Request{Kind: SetJointImpedance, ID: 1, JointImpedance: k},
			"050000000100000044000000" + strings.Repeat("000000000070a740", 7),
		},
	} {
		b, err := AppendRequest(nil, Version5, &c.r)
		if got := hex.EncodeToString(b); err != nil || got != c.want {
			t.Errorf("%v: %v, %v, want %v", c.r.Kind, got, err, c.want)
		}
	}
	for _, c := range []struct {
		r    Response
		want string
	}{
		{Response{Kind: Connect, Version: 5}, "00000000000000000f000000000500"},
		{Response{Kind: SetJointImpedance, ID: 1}, "05000000010000000d00000000"},
	} {
		b, err := AppendResponse(nil, Version5, &c.r)
		if got := hex.EncodeToString(b); err != nil || got != c.want {
			t.Errorf("%v: %v, %v, want %v", c.r.Kind, got, err, c.want)
		}
	}
}

// TestLayout checks names, order and sizes of the report's figure 1.2.1, and that images come back.
func TestLayout(t *testing.T) {
	figure := "O_T_EE 128 O_T_EE_d 128 F_T_EE 128 EE_T_K 128 m_ee 8 I_ee 72 F_x_Cee 24 m_load 8 I_load 72 F_x_Cload 24 " +
		"m_total 8 I_total 72 F_x_Ctotal 24 elbow 16 elbow_d 16 elbow_c 16 delbow_c 16 ddelbow_c 16 tau_J 56 tau_J_d 56 " +
		"dtau_J 56 q 56 q_d 56 dq 56 dq_d 56 ddq_d 56 joint_contact 56 cartesian_contact 48 joint_collision 56 " +
		"cartesian_collision 48 tau_ext_hat_filtered 56 O_F_ext_hat_K 48 K_F_ext_hat_K 48 O_dP_EE_d 48 O_T_EE_c 128 " +
		"O_dP_EE_c 48 O_ddP_EE_c 48 theta 56 dtheta 56 current_errors 37 last_motion_errors 37 " +
		"control_command_success_rate 8 robot_mode 1 time 8"
	var got []string
	for _, f := range Layout(Version3) {
		got = append(got, f.Name, strconv.Itoa(f.Size()))
	}
	if d := cmp.Diff(strings.Fields(figure), got); d != "" {
		t.Error(d)
	}
	for _, v := range versions {
		l, want := Layout(v), map[Version]int{3: 44, 4: 46, 10: 49}[v]
		if want == 0 {
			want = 47
		}
		if len(l) != want || l.Size() != membersSize(v) || l.Validate() != nil || CommandLayout(v).Validate() != nil {
			t.Errorf("version %d: %d members of %d bytes, want %d of %d; %v", v, len(l), l.Size(), want, membersSize(v), l.Validate())
		}
		s := goldenState(v)
		b := AppendMembers(nil, v, s)
		back := State{MotionGenerator: s.MotionGenerator, Controller: s.Controller}
		if err := ReadMembers(b, v, &back); err != nil || back != *s {
			t.Errorf("version %d: %v, %s", v, err, cmp.Diff(s, &back))
		}
		double := min(v, Version9) // in which states have the numbers as members do
		if i, ok := l.Find("q_d"); !ok || !bytes.Equal(b[l.Offset(i):][:8], AppendState(nil, double, s)[offsetOfQd(v):][:8]) {
			t.Errorf("version %d: q_d is not where its name says", v)
		}
		if CommandLayout(v).Size() != CommandSize(v) {
			t.Errorf("version %d: a command of %d bytes", v, CommandLayout(v).Size())
		}
		if ReadMembers(b[1:], v, &back) == nil {
			t.Errorf("version %d: short image taken", v)
		}
	}
}

func offsetOfQd(v Version) int {
	if v == Version3 {
		return 984
	}
	return 1240
}

// TestStatusesOfOthers sends statuses that a command or version does not have: they go out as something it has.
func TestStatusesOfOthers(t *testing.T) {
	for _, v := range versions {
		for k := range kindCount {
			for s := range statusCount {
				b, err := AppendResponse(nil, v, &Response{Kind: k, Status: s})
				if _, has := k.ID(v); !has {
					if err == nil {
						t.Errorf("version %d: %v sent", v, k)
					}
					continue
				}
				var r Response
				if _, err := ReadResponse(b, v, &r); err != nil || (r.Status == Success) != (s == Success) {
					t.Errorf("version %d: %v, %v is read as %v, %v", v, k, s, r.Status, err)
				}
			}
		}
	}
	if MotionStarted.String() == Success.String() || Status(99).String() == "" || Kind(99).String() == "" {
		t.Error("names")
	}
}

func TestBadDatagrams(t *testing.T) {
	for _, v := range versions {
		b := AppendState(nil, v, goldenState(v))
		var s State
		if err := ReadState(b[:len(b)-1], v, &s); !errors.Is(err, ErrSize) {
			t.Error(err)
		}
		for _, x := range []struct {
			at int
			to byte
		}{{robotModeAt(v), 7}, {modesAt(v), 6}, {modesAt(v) + 1, 4}} {
			bad := bytes.Clone(b)
			bad[x.at] = x.to
			if err := ReadState(bad, v, &s); !errors.Is(err, ErrMode) {
				t.Errorf("version %d, byte %d: %v", v, x.at, err)
			}
		}
		bad := bytes.Clone(b)
		bad[modesAt(v)] = byte(GenerateNone)
		if err := ReadState(bad, v, &s); (err == nil) != (v >= Version7) {
			t.Errorf("version %d: generator None: %v", v, err)
		}
		if err := ReadCommand(b, v, new(Command)); !errors.Is(err, ErrSize) {
			t.Error(err)
		}
	}
}

func modesAt(v Version) int {
	switch {
	case v >= Version10:
		return 1288
	case v >= Version5:
		return 2280
	}
	return map[Version]int{3: 2000, 4: 2256}[v]
}

func robotModeAt(v Version) int {
	if v >= Version10 {
		return 1372
	}
	return StateSize(v) - 9
}

// TestDatagramsComeBack writes and reads random states and commands, every float a bit pattern of its own.
func TestDatagramsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SampledFrom(versions).Draw(t, "version")
		b := rapid.SliceOfN(rapid.Byte(), CommandSize(v), CommandSize(v)).Draw(t, "bytes")
		var c, back Command
		if err := ReadCommand(b, v, &c); err != nil {
			t.Fatal(err)
		}
		again := AppendCommand(nil, v, &c)
		if err := ReadCommand(again, v, &back); err != nil || !sameBits(c, back) {
			t.Fatalf("%v: %+v, %+v", err, c, back)
		}
	})
}

// sameBits compares with NaN equal to itself.
func sameBits[T any](a, b T) bool {
	if n := unsafe.Sizeof(a); string(unsafe.Slice((*byte)(unsafe.Pointer(&a)), n)) == string(unsafe.Slice((*byte)(unsafe.Pointer(&b)), n)) {
		return true // and quickly
	}
	return cmp.Equal(a, b, cmp.Comparer(func(x, y float64) bool {
		return math.Float64bits(x) == math.Float64bits(y)
	}))
}

func TestTotal(t *testing.T) {
	s := State{
		MEE: 0.73, FxCee: [3]float64{-0.01, 0, 0.03}, IEE: [9]float64{0.001, 0, 0, 0, 0.0025, 0, 0, 0, 0.0017},
		MLoad: 0.73, FxCload: [3]float64{0.01, 0, 0.03}, ILoad: [9]float64{0.001, 0, 0, 0, 0.0025, 0, 0, 0, 0.0017},
	}
	s.Total()
	if s.MTotal != 1.46 || s.FxCtotal != [3]float64{0, 0, 0.03} {
		t.Error(s.MTotal, s.FxCtotal)
	}
	d := 1.46 * 0.01 * 0.01 // both are 1 cm from the middle, along x
	want := [9]float64{0.002, 0, 0, 0, 0.005 + d, 0, 0, 0, 0.0034 + d}
	if !cmp.Equal(want, s.ITotal, cmpopts.EquateApprox(0, 1e-15)) {
		t.Error(cmp.Diff(want, s.ITotal))
	}
	s.MEE, s.MLoad = 0, 0
	if s.Total(); s.MTotal != 0 || s.ITotal != [9]float64{} || s.FxCtotal != [3]float64{} {
		t.Error("something of nothing")
	}
}

func TestErrorNames(t *testing.T) {
	seen := map[string]bool{}
	for e := range errorCount {
		if n := e.String(); n == "" || seen[n] {
			t.Errorf("bit %d: %q", e, n)
		}
		seen[e.String()] = true
	}
	e := Errors(0).With(CommunicationConstraintsViolation).With(JointReflex)
	if got := e.String(); got != `["joint_reflex", "communication_constraints_violation"]` {
		t.Error(got)
	}
	if int(errorCount) != Version5.Errors() || CommunicationConstraintsViolation != 25 || ControllerTorqueDiscontinuity != 32 {
		t.Error("bits")
	}
	if (VersionError{5, 7}).Error() != "libfranka: Incompatible library version (server version: 5, library version: 7)" {
		t.Error(VersionError{5, 7})
	}
}

func TestCodecAllocatesNothing(t *testing.T) {
	s, c := goldenState(Version5), goldenCommand(Version5)
	buf := make([]byte, 0, 4096)
	image := AppendMembers(nil, Version5, s)
	if n := testing.AllocsPerRun(100, func() {
		_ = ReadState(AppendState(buf, Version5, s), Version5, s)
		_ = ReadCommand(AppendCommand(buf, Version5, c), Version5, c)
		_ = ReadMembers(image, Version5, s)
		_ = AppendMembers(buf, Version5, s)
		_ = ReadCommandMembers(AppendCommandMembers(buf, Version5, c), Version5, c)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func BenchmarkReadState(b *testing.B) {
	s := goldenState(Version5)
	d := AppendState(nil, Version5, s)
	for b.Loop() {
		_ = ReadState(d, Version5, s)
	}
}
