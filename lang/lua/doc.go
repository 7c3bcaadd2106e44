// Package lua is a Lua 5.4 whose memory is one arena of fixed size, collected in steps of bounded work.
package lua
