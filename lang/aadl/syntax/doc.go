// Package syntax reads and lays out texts in AADL, the Architecture Analysis & Design Language of SAE AS5506, versions 2.2
// and 2.3. Parse returns a File with its tokens and its tree, and all faults of the text at once; Format returns the text
// in the standard layout.
//
// A file may have several packages and property sets. It also reads what other tools accept: connections without a name,
// as in AS5506A, a record without a semicolon after its last field, strings in single quotes, and \ as in C within
// strings. A string ends on its line. Annexes are kept unchanged.
//
// The tree has a struct for each construct, under the names of the standard. Every part has the span of its tokens;
// File.Position returns the place of a byte. Strings in the tree are parts of the text; names are spelled as in it, and
// compared with Same or Fold. The package does not check what a name refers to, or what a classifier of a category may
// contain.
//
// Time and memory are proportional to the length of the text. At most 200 faults are noted, and values, types and
// bindings nest at most 100 deep.
package syntax
