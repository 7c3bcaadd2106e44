// Package grasp embeds the example's chart, so that a program with it runs from any folder.
package grasp

import "embed"

// Chart holds the files of the chart, from this folder.
//
//go:embed *.lua
var Chart embed.FS
