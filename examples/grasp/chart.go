// Package grasp is the example's chart as a program has it in itself, so that it runs from any folder.
package grasp

import "embed"

// Chart holds the files of the chart: those of this folder.
//
//go:embed *.lua
var Chart embed.FS
