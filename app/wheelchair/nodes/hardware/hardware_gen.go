// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal 864ab46a8bbe3fb7.

// Package hardware has the types of messages of the model's package Hardware.
//
// The devices of the wheelchair, its computer and what joins them. Where the paper gives no figure those of the
// makers' documentation stand here, and budgets of our own.
package hardware

// JoypadReport is 20 bytes, of which the model says no more.
type JoypadReport [20]byte

// ScanTelegram is 1762 bytes, of which the model says no more.
type ScanTelegram [1762]byte

// PMKMeasured is Hardware::PMK_Measured of the model.
//
// What the kit measures: two frames on its line, of the wheels and of all else.
type PMKMeasured struct {
	// In s, when it was measured, by the clock of the program.
	Time float64
	// In rad, how far the left wheel has turned.
	Left float64
	// In rad, how far the right wheel has turned.
	Right float64
	// In m/s, forward, as the wheels turn.
	V float64
	// In rad/s, counterclockwise.
	W float64
	// Of the stick on board, forward, from -1 to 1.
	StickX float64
	// Of the stick on board, to the left, from -1 to 1.
	StickY float64
	// Of the battery, a share.
	Charge float64
	// Of the kit: idle, native, remote, halted.
	Doing uint8
	// A set of the kit's faults.
	Faults uint16
	// That the kit has not been heard for some time.
	Mute bool
}

// PMKCommand is Hardware::PMK_Command of the model.
//
// What the kit is to do.
type PMKCommand struct {
	// That the stick on board is to drive, past this computer.
	Native bool
	// That the wheels are to stop as fast as the motors can, and to stand: an emergency stop.
	Halt bool
	// In m/s, forward.
	V float64
	// In rad/s, counterclockwise.
	W float64
}
