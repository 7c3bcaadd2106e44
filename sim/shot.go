package sim

import (
	"time"

	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Shot is everything about one frame of the wrist camera that the static scene does not determine: Renderer.Render
// turns it into the same pixels every time, so recordings contain Shots.
type Shot struct {
	Seq     uint64        // frame number, counted by the caller of World.Shot
	Time    time.Duration // when the frame was taken
	Camera  spatial.Pose  // optical frame (x right, y down, z forward) in the base frame
	Lemon   spatial.Pose  // the lemon's frame in the base frame
	Visible bool          // the lemon is visible
	Fault   Failure       // the camera's failure
	Seed    uint64        // of this frame's noise
}

// Failure is a failure of a camera.
type Failure uint8

// The failures.
const (
	NoFailure Failure = iota // no failure
	Frozen                   // repeats the last good frame, including its noise, under new numbers
	Black                    // colour black, no depth
	Garbage                  // random bytes in both pictures
	NoDepth                  // colour good, no depth
)

// String returns the failure's name.
func (f Failure) String() string {
	switch f {
	case Frozen:
		return "frozen"
	case Black:
		return "black"
	case Garbage:
		return "garbage"
	case NoDepth:
		return "no-depth"
	}
	return "none"
}

// FailureSpan is a failure for an interval of time.
type FailureSpan struct {
	Interval
	Failure Failure
}

// Apply changes the pictures according to the failure; seed determines the bytes of Garbage. NoFailure and Frozen
// change nothing: a frozen frame is a Shot that repeats an earlier one.
func (f Failure) Apply(img *perception.Image, depth *perception.Depth, seed uint64) {
	switch f {
	case Black:
		clear(img.Pix)
		clear(depth.Pix)
	case NoDepth:
		clear(depth.Pix)
	case Garbage:
		for i := range img.Pix {
			img.Pix[i] = byte(mix(seed, uint64(i)))
		}
		for i := range depth.Pix {
			depth.Pix[i] = uint16(mix(seed, uint64(i)) >> 32)
		}
	}
}
