// Package syntax reads the text of Lua 5.4 into a tree. It keeps no state between texts and knows nothing of values;
// compilers, formatters and editors work on its trees.
//
// Source of the language: the Lua 5.4 reference manual, sections 3 and 9.
package syntax
