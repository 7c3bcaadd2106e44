// Made by sinew gen from Relay::House.impl and yours to edit: it is not written again once edited; seal 0c4b5cbec9c9e887.

// Package relay has the types of messages of the model's package Relay.
//
// A small system with each kind of thread, of data and of neighbour.
package relay

import (
	"strconv"
)

// Warmth is Relay::Warmth of the model.
//
// How warm it is, in degrees Celsius.
type Warmth float64

// Report is Relay::Report of the model.
//
// What the guard has seen.
type Report struct {
	Level  Level
	Number uint32
	Rows   Row
}

// Level is one of low, too_high.
type Level uint8

// The values of Level.
const (
	LevelLow Level = iota
	LevelTooHigh
)

// String is the value as the model spells it.
func (v Level) String() string {
	if int(v) >= 2 {
		return "Level " + strconv.Itoa(int(v))
	}
	return [...]string{"low", "too_high"}[v]
}

// Row is Relay::Row of the model.
type Row [2][3]Warmth
