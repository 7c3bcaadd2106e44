// Package lsp is an editor's companion for models in AADL (.aadl) and laws of Atoms (.atoms.yaml): a server of the Language
// Server Protocol, version 3.17.
//
// Of AADL it knows every text in the workspace's folders, as the editor has it or as it is on disk. A text that changes is
// read again, alone; what the names in all of them mean, and what package check finds in declarations, is found out when the
// editor pauses, or asks. Faults of syntax are told at once. Nothing else is said about a text with a fault of syntax, or
// about one that uses such a text: what its names lead to is perhaps only what could not be read.
//
// Of Atoms it knows the texts that are open, and what they include.
//
// What is predeclared is copied into the user's cache folder when somebody wants to see where it is declared. Nothing else is
// written.
//
// One goroutine handles all messages, in their order. The server ends when the editor says so, with its stream, and when its
// process is gone.
package lsp
