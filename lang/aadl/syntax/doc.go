// Package syntax reads and lays out texts in AADL, the Architecture Analysis & Design Language of SAE AS5506, versions 2.2
// and 2.3: Parse gives a File with its tokens and its tree, and all faults of the text at once; Format gives the text as it
// is laid out everywhere.
//
// A file may have several packages and property sets. What other tools read is read too: connections without a name, as
// AS5506A has them, a record whose last field has no semicolon, strings in single quotes, and \ as in C within strings. A
// string ends on its line. Annexes are kept as they are.
//
// The tree has a struct for each construct, under the names of the standard. Every part says at which tokens it stands;
// File.Position has the place of a byte. Strings of the tree are parts of the text, names are spelled as in it, and
// compared by Same or Fold. What a name refers to, and what a classifier of a category may contain, is not looked at here.
//
// Time and memory grow with the length of the text. At most 200 faults are noted, and values, types and bindings nest at
// most 100 deep.
package syntax
