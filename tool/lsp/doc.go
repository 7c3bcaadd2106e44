// Package lsp is an editor's companion for models in AADL (.aadl) and laws of Atoms (.atoms.yaml): a server of the Language
// Server Protocol, version 3.17.
//
// For AADL it knows every text in the workspace's folders, as the editor has it or as it is on disk. Only a text that has
// changed is parsed again; names in all texts are resolved, and the rules of package check applied to declarations, when
// the editor pauses or asks. Syntax errors are reported at once. No other faults are reported for a text with a syntax
// error, or for a text that uses such a text, because its names may refer to what could not be parsed.
//
// For Atoms it knows the texts that are open, and those that they include.
//
// Predeclared texts are copied into the user's cache folder when somebody wants to see a declaration in them. Nothing else
// is written.
//
// One goroutine handles all messages, in their order. The server ends when the editor tells it to, when its stream ends,
// and when the editor's process has gone.
package lsp
