// Package keyframe takes images of everything that a program changes while it runs, and restores them in place, so that
// a debugger can go back in time.
//
// A Keeper has roots, pointers to the program and its surroundings. By reflection it finds all memory reachable from
// them: through pointers, slices (the whole array behind them, up to its capacity), maps, interfaces, and through
// fields that are not exported. Take copies that memory; Restore copies it back to the same addresses, so that every
// pointer stays valid. Memory that has not changed since the previous image is shared with that image, so an image
// costs memory only for changes.
//
// What a keyframe does not hold:
//
//   - what only a closure can see: a variable captured by a function literal cannot be found. State belongs in
//     fields. Function values themselves are data and are restored;
//   - the contents of channels, locks, and handles of things outside: files, connections, writers, timers, contexts.
//     They are left as they are;
//   - types that are Stateless, such as buffers that are refilled before they are read.
//
// A Saver saves itself instead. While Take and Restore run, no other code may touch the memory that they visit: take
// images between tags, on the thread that drives the program. Everything attached to a program, such as its observer,
// is part of the image.
package keyframe

// Saver is a component that saves its own state. A Keeper does not look inside it. SaveState returns something that
// the component does not change afterwards; RestoreState may be called with it more than once.
type Saver interface {
	SaveState() any
	RestoreState(state any)
}

// Stateless marks a type that keyframes leave out: it has no state, or only state that can be computed again. The
// method does nothing.
type Stateless interface{ StatelessInKeyframes() }
