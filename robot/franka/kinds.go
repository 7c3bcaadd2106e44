package franka

import "fmt"

// DefaultPort is the TCP port for a robot's commands.
const DefaultPort = 1337

// Kind is the kind of a TCP message, independent of the number that a protocol version gives it.
type Kind uint8

// The commands of FCI.
const (
	Connect Kind = iota
	Move
	StopMove
	GetCartesianLimit // to version 5
	SetCollisionBehavior
	SetJointImpedance
	SetCartesianImpedance
	SetGuidingMode
	SetEEToK
	SetNEToEE // in version 3 it sets the end effector in the flange
	SetLoad
	SetFilters // to version 5
	AutomaticErrorRecovery
	LoadModelLibrary // to version 9
	GetRobotModel    // from version 8 on
	kindCount
)

// ID returns the number of k in v; ok is false when v does not have it.
func (k Kind) ID(v Version) (id uint32, ok bool) {
	if k >= kindCount || !v.Supported() {
		return 0, false
	}
	row := kindIDs[0]
	switch {
	case v >= Version10:
		row = kindIDs[2]
	case v.FR3():
		row = kindIDs[1]
	}
	if k == GetRobotModel && !v.hasModel() || row[k] < 0 {
		return 0, false
	}
	return uint32(row[k]), true
}

// kindOf is the reverse of Kind.ID.
func kindOf(id uint32, v Version) (k Kind, ok bool) {
	for k := range kindCount {
		if n, ok := k.ID(v); ok && n == id {
			return k, true
		}
	}
	return 0, false
}

// kindIDs are the numbers in versions 3 to 5, 6 to 9 and from 10 on; −1 for none.
var kindIDs = [3][kindCount]int8{
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, -1},
	{0, 1, 2, -1, 3, 4, 5, 6, 7, 8, 9, -1, 10, 11, 12},
	{0, 1, 2, -1, 3, 4, 5, 6, 7, 8, 9, -1, 10, -1, 11},
}

// String names k as FCI does.
func (k Kind) String() string {
	names := [kindCount]string{
		"Connect", "Move", "StopMove", "GetCartesianLimit", "SetCollisionBehavior", "SetJointImpedance",
		"SetCartesianImpedance", "SetGuidingMode", "SetEEToK", "SetNEToEE", "SetLoad", "SetFilters",
		"AutomaticErrorRecovery", "LoadModelLibrary", "GetRobotModel",
	}
	if k < kindCount {
		return names[k]
	}
	return fmt.Sprintf("command %d", uint8(k))
}

// Status is a robot's answer, independent of the number that a command and version give it.
type Status uint8

// The statuses of FCI. AppendResponse says which of them a command can have.
const (
	Success Status = iota
	MotionStarted
	Preempted
	PreemptedBySafety // this and RejectedBySafety from version 6 on
	RejectedBySafety
	NotPossible
	StartAtSingularPose
	InvalidArgument
	ReflexAborted
	EmergencyAborted
	InputErrorAborted
	Aborted
	ManualRecoveryRequired
	IncompatibleLibraryVersion
	Failed // LoadModelLibrary's Error
	statusCount
)

// String returns the status in words.
func (s Status) String() string {
	names := [statusCount]string{
		"success", "motion started", "preempted", "preempted by a safety function", "rejected by a safety function",
		"not possible in the robot's present mode", "rejected because the arm is near a singular pose",
		"invalid argument", "aborted by a reflex", "aborted by the user stop",
		"aborted by an error in the input", "aborted", "an error that must be cleared by hand (in Desk)",
		"incompatible library version", "failed",
	}
	if s < statusCount {
		return names[s]
	}
	return fmt.Sprintf("status %d", uint8(s))
}

// The statuses of each command in the order of their numbers on the wire (protocol notes, section 5).
var (
	connectStatuses = []Status{Success, IncompatibleLibraryVersion}
	libraryStatuses = []Status{Success, Failed}
	modelStatuses   = []Status{Success, NotPossible, RejectedBySafety}
	setterStatuses  = [2][]Status{
		{Success, NotPossible, InvalidArgument},
		{Success, NotPossible, InvalidArgument, RejectedBySafety},
	}
	moveStatuses = [2][]Status{
		{
			Success, MotionStarted, Preempted, NotPossible, StartAtSingularPose, InvalidArgument, ReflexAborted,
			EmergencyAborted, InputErrorAborted, Aborted,
		},
		{
			Success, MotionStarted, Preempted, PreemptedBySafety, RejectedBySafety, NotPossible, StartAtSingularPose,
			InvalidArgument, ReflexAborted, EmergencyAborted, InputErrorAborted, Aborted,
		},
	}
	stopStatuses = [2][]Status{
		{Success, NotPossible, EmergencyAborted, ReflexAborted, Aborted},
		{Success, NotPossible, RejectedBySafety, EmergencyAborted, ReflexAborted, Aborted},
	}
	recoveryStatuses = [2][]Status{
		{Success, NotPossible, ManualRecoveryRequired, ReflexAborted, EmergencyAborted, Aborted},
		{Success, NotPossible, RejectedBySafety, ManualRecoveryRequired, ReflexAborted, EmergencyAborted, Aborted},
	}
)

// statuses lists the statuses of k in v, by number.
func (k Kind) statuses(v Version) []Status {
	era := 0
	if v.FR3() {
		era = 1
	}
	switch {
	case k == Connect:
		return connectStatuses
	case k == Move:
		return moveStatuses[era]
	case k == StopMove:
		return stopStatuses[era]
	case k == AutomaticErrorRecovery:
		return recoveryStatuses[era]
	case k == LoadModelLibrary:
		return libraryStatuses
	case k == GetRobotModel:
		return modelStatuses
	}
	return setterStatuses[era]
}

// code returns the number of s on the wire. A status that k or v does not have is sent as the nearest one it has.
func (k Kind) code(v Version, s Status) uint8 {
	all := k.statuses(v)
	for _, try := range [...]Status{s, nearest(s), Aborted, NotPossible} {
		for i, x := range all {
			if x == try {
				return uint8(i)
			}
		}
	}
	return uint8(len(all) - 1) // Connect and LoadModelLibrary: their only failure
}

// nearest replaces a status that older versions or other commands lack.
func nearest(s Status) Status {
	switch s {
	case PreemptedBySafety:
		return Preempted
	case RejectedBySafety, StartAtSingularPose:
		return NotPossible
	case InputErrorAborted, ReflexAborted, EmergencyAborted:
		return Aborted
	case InvalidArgument:
		return NotPossible
	}
	return s
}
