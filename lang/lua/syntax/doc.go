// Package syntax reads the text of Lua 5.4 into a tree. It keeps no state between texts and knows nothing of values:
// a tree is what a compiler, a formatter or an editor works on.
//
// Source of the language: the Lua 5.4 reference manual, sections 3 and 9.
package syntax
