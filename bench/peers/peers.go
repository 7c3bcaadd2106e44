// Package peers holds programs in C++ that do with established libraries what Sinew does itself, so that
// both can be measured in one run on the same inputs. They are built when first needed, with the machine's
// compiler and Debian's libraries.
package peers

import "embed"

// FS holds the sources, in the folder src.
//
//go:embed src
var FS embed.FS
