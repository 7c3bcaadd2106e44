// Made by sinew gen from Depot::Site.impl and yours to edit: it is not written again once edited; seal c7ca7c6c012fda5d.

// Package depot has the types of messages of the model's package Depot.
//
// A depot, in which nodes ask each other, and share.
package depot

import (
	"strconv"
)

// Gate is one of closed, open.
type Gate uint8

// The values of Gate.
const (
	GateClosed Gate = iota
	GateOpen
)

// String is the value as the model spells it.
func (v Gate) String() string {
	if int(v) >= 2 {
		return "Gate " + strconv.Itoa(int(v))
	}
	return [...]string{"closed", "open"}[v]
}

// Boxes is Depot::Boxes of the model.
//
// How many boxes there are.
type Boxes int32

// FetchRequest is what is asked of Depot::Fetch of the model.
//
// It takes boxes out of the store, if there are enough.
type FetchRequest struct {
	// How many are wanted.
	Wanted Boxes
}

// FetchReply is what is answered by Depot::Fetch of the model.
type FetchReply struct {
	Left Boxes
}

// PingRequest is what is asked of Depot::Ping of the model.
type PingRequest struct {
}

// PingReply is what is answered by Depot::Ping of the model.
type PingReply struct {
}

// WeighRequest is what is asked of Depot::Weigh of the model.
//
// It weighs what is on the scales.
type WeighRequest struct {
	Boxes Boxes
}

// WeighReply is what is answered by Depot::Weigh of the model.
type WeighReply struct {
	Boxes  Boxes
	Weight float64
}
