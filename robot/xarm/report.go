package xarm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"
)

// ReportKind is one of the box's report streams.
type ReportKind uint8

// The report streams, by port.
const (
	ReportRealtime ReportKind = iota // port 30000, 250 Hz: time stamp, target and actual values
	ReportNormal                     // port 30001, 5 Hz
	ReportRich                       // port 30002, 5 Hz
	ReportDev                        // port 30003, 100 Hz
)

// ReportKinds is their number.
const ReportKinds = 4

// Port is the TCP port the vendor assigns to the stream.
func (k ReportKind) Port() int { return 30000 + int(k) }

// Period is the time between reports.
func (k ReportKind) Period() time.Duration {
	switch k {
	case ReportRealtime:
		return 4 * time.Millisecond
	case ReportDev:
		return 10 * time.Millisecond
	}
	return 200 * time.Millisecond
}

// Size is the length of a report as this package writes it, in bytes; ReportDev has 48 more with a force-torque
// sensor. Reports that it reads may be longer.
func (k ReportKind) Size() int {
	switch k {
	case ReportRealtime:
		return 784
	case ReportNormal:
		return 145
	case ReportRich:
		return 587
	}
	return 87
}

// Lengths from which on a reader gets more fields.
const (
	MaxReport      = 2048
	richBase       = 245 // old firmware: up to the temperatures
	richWithSpeeds = 284
	richWithTurn   = 494
	richWhole      = 587
	devWithForce   = 135
)

// Lengths of two replies of the box that are also part of a report.
const (
	PinsLen    = 50 // state, error, inputs, outputs and their functions
	ReducedLen = 79 // reduced mode: switch, fence, speeds, joints' ranges, switches of fence and rebound
)

// ErrBadReport says that a report's length, state or numbers are impossible.
var ErrBadReport = errors.New("xarm: report with an impossible length, state or number")

// Report is the content of a report on ports 30001, 30002 and 30003 (vendor's "data description of TCP port"). Fields
// beyond Tau are set by the kinds named there and zero otherwise.
type Report struct {
	State    State
	Mode     Mode
	Commands uint16          // moves waiting in the buffer
	Q        [Joints]float64 // rad
	Pose     WirePose        // mm, rad: the TCP in the base frame
	Tau      [Joints]float64 // N·m

	// Normal and rich.
	Brakes, Enabled  byte // bit i: joint i+1 has its brake released, is enabled
	Err              ErrorCode
	Warn             WarnCode
	Offset           WirePose   // of the TCP in the flange
	Load             [4]float64 // kg, then the centre of mass in mm
	CollisionSens    byte       // 0 off … 5
	TeachSens        byte       // 1 … 5
	GravityDirection [3]float64

	// Rich.
	Type, Axes  byte
	Version     [30]byte
	ServoState  [Joints][2]byte // status, code
	Temperature [Joints]int8    // °C
	Speed       float64         // of the TCP, mm/s (from 284 B)
	DQ          [Joints]float64 // rad/s (from 284 B)
	LimitsTCP   [5]float64      // jerk, least and most acceleration, least and most speed; mm
	LimitsJoint [5]float64      // the same; rad
	AxisAngle   [3]float64      // rotation vector of Pose (from 494 B)

	// Rich, from 587 B.
	RotationLimits          [2]float64 // jerk, acceleration: rad
	ToolPins                [2]byte    // status, error of the tool's module
	Counter                 uint32
	World                   WirePose // of the base in the user's coordinates
	ClearOnStop             [2]bool  // outputs of the box, of the tool
	Simulated, SelfCollides bool
	Tool                    byte
	ToolSize                [6]float64      // mm
	Volts, Currents         [Joints]float64 // V, A
	Pins                    [PinsLen]byte
	Identified              byte // progress of an identification, percent
	Flags                   byte // bit 0 reduced mode, 1 fence, 2 currents instead of torques, 3 approximate, 4 continuous
	Reduced                 [ReducedLen]byte
	ForceOn                 bool

	// Of a force-torque sensor: rich from 587 B, dev where HasForce.
	HasForce           bool
	ForceExt, ForceRaw [6]float64 // N, N·m
}

// Realtime is the content of a report on port 30000, sent 250 times a second.
type Realtime struct {
	Time                     uint64 // µs since the box started
	State                    State
	Mode                     Mode
	Commands                 uint16
	TargetQ, TargetDQ        [Joints]float64 // rad, rad/s
	TargetDDQ                [Joints]float64 // rad/s²
	Q, DQ, DDQ               [Joints]float64 // actual
	Current, Tau             [Joints]float64 // A, N·m
	TargetPose, Pose         [6]float64      // mm and a rotation vector (rad)
	TargetSpeed, ActualSpeed [6]float64      // of the TCP, mm/s and rad/s: target, actual
	ForceRaw, ForceExt       [6]float64      // N, N·m: of the force-torque sensor
}

// AppendReport appends a report of kind Normal, Rich or Dev.
func AppendReport(dst []byte, k ReportKind, r *Report) []byte {
	start, size := len(dst), k.Size()
	if k == ReportDev && r.HasForce {
		size = devWithForce
	}
	dst = binary.BigEndian.AppendUint32(dst, uint32(size))
	dst = append(dst, byte(r.Mode)<<4|byte(r.State)&15)
	dst = binary.BigEndian.AppendUint16(dst, r.Commands)
	dst = AppendFloats(dst, r.Q[:])
	dst = AppendFloats(dst, r.Pose[:])
	dst = AppendFloats(dst, r.Tau[:])
	if k == ReportDev {
		if r.HasForce {
			dst = AppendFloats(AppendFloats(dst, r.ForceExt[:]), r.ForceRaw[:])
		}
		return dst
	}
	dst = append(dst, r.Brakes, r.Enabled, byte(r.Err), byte(r.Warn))
	dst = AppendFloats(dst, r.Offset[:])
	dst = AppendFloats(dst, r.Load[:])
	dst = append(dst, r.CollisionSens, r.TeachSens)
	dst = AppendFloats(dst, r.GravityDirection[:])
	if k == ReportRich {
		dst = appendRich(dst, start, r)
	}
	return dst
}

// appendRich appends bytes 145…586 of a report that starts at start.
func appendRich(dst []byte, start int, r *Report) []byte {
	dst = append(dst, r.Type, r.Axes, 0xAA, 0x55, 0, 0)
	dst = append(dst, r.Version[:]...)
	dst = AppendFloats(dst, r.LimitsTCP[:])
	dst = AppendFloats(dst, r.LimitsJoint[:])
	dst = AppendFloats(dst, r.RotationLimits[:])
	for _, s := range r.ServoState {
		dst = append(dst, s[0], s[1])
	}
	dst = append(dst, r.ToolPins[:]...)
	for _, t := range r.Temperature {
		dst = append(dst, byte(t))
	}
	dst = AppendFloat(dst, r.Speed)
	dst = AppendFloats(dst, r.DQ[:])
	dst = binary.BigEndian.AppendUint32(dst, r.Counter)
	dst = AppendFloats(dst, r.World[:])
	dst = append(dst, bit(r.ClearOnStop[0]), bit(r.ClearOnStop[1]), bit(r.Simulated), bit(r.SelfCollides), r.Tool)
	dst = AppendFloats(dst, r.ToolSize[:])
	for _, v := range r.Volts {
		dst = binary.BigEndian.AppendUint16(dst, uint16(100*v))
	}
	dst = AppendFloats(dst, r.Currents[:])
	dst = append(dst, r.Pins[:]...)
	dst = AppendFloats(AppendFloats(dst, r.ForceExt[:]), r.ForceRaw[:])
	dst = append(dst, r.Identified)
	dst = AppendFloats(dst, r.AxisAngle[:])
	dst = append(append(dst, r.Flags), r.Reduced[:]...)
	dst = append(dst, 0, 0, 0, 0, bit(r.ForceOn)) // alarm of the box's I/O
	return PadZeros(dst, start+ReportRich.Size()) // monitored device: none
}

// PadZeros pads dst to length n.
func PadZeros(dst []byte, n int) []byte {
	for len(dst) < n {
		dst = append(dst, 0)
	}
	return dst
}

// DecodeReport reads one whole report, its length field included, into r. It accepts any length at which the known
// fields are complete and refuses NaN, infinite and absurd numbers; r is then unchanged.
func DecodeReport(k ReportKind, b []byte, r *Report) error {
	least := k.Size()
	if k == ReportRich {
		least = richBase
	}
	if k == ReportRealtime || len(b) < least || len(b) > MaxReport {
		return fmt.Errorf("%w: %d bytes for port %d", ErrBadReport, len(b), k.Port())
	}
	if n := int(binary.BigEndian.Uint32(b)); n != len(b) && !(n == 233 && len(b) == 245) {
		return fmt.Errorf("%w: it announces %d bytes and has %d", ErrBadReport, n, len(b))
	}
	var v Report
	if err := decodeCommon(b, &v); err != nil {
		return err
	}
	if k != ReportDev {
		if err := decodeNormal(b, &v); err != nil {
			return err
		}
	}
	if k == ReportRich {
		if err := decodeRich(b, &v); err != nil {
			return err
		}
	}
	if k == ReportDev && len(b) >= devWithForce {
		if v.HasForce = true; ParseFloats(v.ForceExt[:], b[87:]) != nil || ParseFloats(v.ForceRaw[:], b[111:]) != nil {
			return fmt.Errorf("%w: force", ErrBadReport)
		}
	}
	*r = v
	return nil
}

func decodeCommon(b []byte, v *Report) error {
	v.State, v.Mode = State(b[4]&15), Mode(b[4]>>4)
	if v.State > 9 || v.Mode > 11 {
		return fmt.Errorf("%w: state %d, mode %d", ErrBadReport, v.State, v.Mode)
	}
	v.Commands = binary.BigEndian.Uint16(b[5:])
	if ParseFloats(v.Q[:], b[7:]) != nil || ParseFloats(v.Pose[:], b[35:]) != nil || ParseFloats(v.Tau[:], b[59:]) != nil ||
		!Within(v.Q[:], MaxAngle) || !PlausiblePose(v.Pose) || !Within(v.Tau[:], maxTorque) {
		return fmt.Errorf("%w: joint or pose", ErrBadReport)
	}
	return nil
}

// PlausiblePose reports whether a pose is possible for an arm.
func PlausiblePose(p WirePose) bool { return Within(p[:3], MaxReach) && Within(p[3:], MaxAngle) }

func decodeNormal(b []byte, v *Report) error {
	v.Brakes, v.Enabled, v.Err, v.Warn = b[87], b[88], ErrorCode(b[89]), WarnCode(b[90])
	if ParseFloats(v.Offset[:], b[91:]) != nil || ParseFloats(v.Load[:], b[115:]) != nil || ParseFloats(v.GravityDirection[:], b[133:]) != nil {
		return fmt.Errorf("%w: offset, load or gravity", ErrBadReport)
	}
	v.CollisionSens, v.TeachSens = b[131], b[132]
	if v.CollisionSens > 5 || v.TeachSens > 5 {
		return fmt.Errorf("%w: sensitivity %d, %d", ErrBadReport, v.CollisionSens, v.TeachSens)
	}
	return nil
}

func decodeRich(b []byte, v *Report) error {
	v.Type, v.Axes = b[145], b[146]
	copy(v.Version[:], b[151:])
	if ParseFloats(v.LimitsTCP[:], b[181:]) != nil || ParseFloats(v.LimitsJoint[:], b[201:]) != nil {
		return fmt.Errorf("%w: limits", ErrBadReport)
	}
	for i := range v.ServoState {
		copy(v.ServoState[i][:], b[229+2*i:])
	}
	if len(b) >= richWithSpeeds {
		for i := range v.Temperature {
			v.Temperature[i] = int8(b[245+i])
		}
		var speed [1]float64
		if ParseFloats(speed[:], b[252:]) != nil || ParseFloats(v.DQ[:], b[256:]) != nil || !Within(v.DQ[:], maxRate) {
			return fmt.Errorf("%w: speeds", ErrBadReport)
		}
		v.Speed = speed[0]
	}
	if len(b) >= richWithTurn && ParseFloats(v.AxisAngle[:], b[482:]) != nil {
		return fmt.Errorf("%w: axis and angle", ErrBadReport)
	}
	if len(b) >= richWhole {
		return decodeWhole(b, v)
	}
	return nil
}

// decodeWhole reads bytes 221…586.
func decodeWhole(b []byte, v *Report) error {
	for _, f := range [...]struct {
		to []float64
		at int
	}{
		{v.RotationLimits[:], 221}, {v.World[:], 288}, {v.ToolSize[:], 317}, {v.Currents[:], 355}, {v.ForceExt[:], 433}, {v.ForceRaw[:], 457},
	} {
		if ParseFloats(f.to, b[f.at:]) != nil {
			return fmt.Errorf("%w: numbers from byte %d on", ErrBadReport, f.at)
		}
	}
	copy(v.ToolPins[:], b[243:])
	v.Counter = binary.BigEndian.Uint32(b[284:])
	v.ClearOnStop = [2]bool{b[312] != 0, b[313] != 0}
	v.Simulated, v.SelfCollides, v.Tool = b[314] != 0, b[315] != 0, b[316]
	for i := range v.Volts {
		v.Volts[i] = float64(binary.BigEndian.Uint16(b[341+2*i:])) / 100
	}
	copy(v.Pins[:], b[383:])
	v.Identified, v.Flags = b[481], b[494]
	copy(v.Reduced[:], b[495:])
	v.ForceOn = b[578]&1 != 0
	return nil
}

// AppendRealtime appends a report of port 30000, 784 bytes.
func AppendRealtime(dst []byte, r *Realtime) []byte {
	start := len(dst)
	dst = binary.BigEndian.AppendUint32(dst, uint32(ReportRealtime.Size()))
	dst = binary.BigEndian.AppendUint64(dst, r.Time)
	dst = append(dst, byte(r.Mode)<<4|byte(r.State)&15)
	dst = binary.BigEndian.AppendUint16(dst, r.Commands)
	dst = PadZeros(dst, start+32)
	for _, v := range r.joints() {
		dst = AppendFloats(dst, v[:])
	}
	dst = PadZeros(dst, start+424)
	for _, v := range r.poses() {
		dst = AppendFloats(dst, v[:])
	}
	dst = PadZeros(dst, start+realtimeForce)
	return PadZeros(AppendFloats(AppendFloats(dst, r.ForceRaw[:]), r.ForceExt[:]), start+ReportRealtime.Size())
}

// realtimeForce is the position of the force-torque sensor's numbers on port 30000.
const realtimeForce = 688

// joints lists the joint blocks in the order of the wire, from byte 32 on.
func (r *Realtime) joints() [8]*[Joints]float64 {
	return [...]*[Joints]float64{&r.TargetQ, &r.TargetDQ, &r.TargetDDQ, &r.Q, &r.DQ, &r.DDQ, &r.Current, &r.Tau}
}

// poses lists the Cartesian blocks in the order of the wire, from byte 424 on.
func (r *Realtime) poses() [4]*[6]float64 {
	return [...]*[6]float64{&r.TargetPose, &r.TargetSpeed, &r.Pose, &r.ActualSpeed}
}

// DecodeRealtime reads one whole report of port 30000 into r, with the checks of DecodeReport.
func DecodeRealtime(b []byte, r *Realtime) error {
	if len(b) < ReportRealtime.Size() || len(b) > MaxReport || int(binary.BigEndian.Uint32(b)) != len(b) {
		return fmt.Errorf("%w: %d bytes for port %d", ErrBadReport, len(b), ReportRealtime.Port())
	}
	var v Realtime
	v.Time = binary.BigEndian.Uint64(b[4:])
	v.State, v.Mode, v.Commands = State(b[12]&15), Mode(b[12]>>4), binary.BigEndian.Uint16(b[13:])
	if v.State > 9 || v.Mode > 11 {
		return fmt.Errorf("%w: state %d, mode %d", ErrBadReport, v.State, v.Mode)
	}
	bounds := [...]float64{MaxAngle, maxRate, math.MaxFloat32, MaxAngle, maxRate, math.MaxFloat32, maxTorque, maxTorque}
	for i, d := range v.joints() {
		if ParseFloats(d[:], b[32+28*i:]) != nil || !Within(d[:], bounds[i]) {
			return fmt.Errorf("%w: joints", ErrBadReport)
		}
	}
	for i, d := range v.poses() {
		if ParseFloats(d[:], b[424+24*i:]) != nil || !Within(d[:], maxTwistLin) {
			return fmt.Errorf("%w: tool", ErrBadReport)
		}
	}
	if ParseFloats(v.ForceRaw[:], b[realtimeForce:]) != nil || ParseFloats(v.ForceExt[:], b[realtimeForce+24:]) != nil {
		return fmt.Errorf("%w: force", ErrBadReport)
	}
	*r = v
	return nil
}
