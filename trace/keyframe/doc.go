// Package keyframe takes images of everything that a program changes while it runs, and puts them back in place: what
// a debugger needs in order to go back in time.
//
// A Keeper is given roots, pointers to the program and its surroundings. It finds by reflection what can be reached
// from them: through pointers, slices (the whole array behind them, up to its capacity), maps, interfaces, and
// through fields that are not exported. Take copies it; Restore copies it back to the same addresses, so that every
// pointer stays valid. What has not changed since the image before is shared with it, so that an image costs memory
// only for what changed.
//
// What a keyframe does not hold:
//
//   - what only a closure can see: a variable captured by a function literal cannot be found. State belongs into
//     fields. Function values themselves are data and are restored;
//   - the contents of channels, locks, and what stands for something outside: files, connections, writers, timers,
//     contexts. They are left as they are;
//   - what says that it is not state by being Stateless, such as buffers that are filled anew before they are read.
//
// A Saver saves itself instead. While Take and Restore run nothing else may touch what they walk through: take images
// between tags, on the thread that drives the program. What is attached to a program, such as its observer, is part
// of the image.
package keyframe

// Saver is a component that saves its own state. A Keeper does not look inside it. SaveState returns something that
// the component does not change afterwards; RestoreState may be called with it more than once.
type Saver interface {
	SaveState() any
	RestoreState(state any)
}

// Stateless marks a type of which a keyframe holds nothing: it has no state, or only such as can be had again. The
// method does nothing.
type Stateless interface{ StatelessInKeyframes() }
