// Package lua is a Lua 5.4 for programs that must be punctual and can be replayed. All memory of a script is one arena of
// fixed size, in which allocation takes constant time; a collector works in bounded steps, when memory is allocated or
// when the script or its host asks for it. The same inputs give the same bytes: tables are traversed in insertion order,
// hashes have no seed, random numbers and time come from the host.
//
// Sizes are in bytes in the exported API and in cells of 16 bytes internally. Times are those of the host's clock.
//
// Source of the language: the Lua 5.4 reference manual. The allocator is that of M. Masmano et al., "A constant-time
// dynamic storage allocator for real-time systems", 2008. docs/plans/0014-lua.md describes the parts.
package lua
