// Package wheelchair has the models of a wheelchair's architecture, for programs that compare them.
package wheelchair

import "embed"

//go:embed old.aadl new/*.aadl new/*.asn1
var models embed.FS

// Models are the texts of the models: old.aadl, and those in the folder new.
func Models() embed.FS { return models }
