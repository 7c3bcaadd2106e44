// Made by sinew gen from Tuned::House.impl and yours to edit: it is not written again once edited; seal 5cc37eeac0f5cbc1.

// Package tunedschema has the types that tuned.schema.json describes.
package tunedschema

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/param"
)

// Recall: Memory
// What a controller remembers.
type Recall struct {
	// How often it was switched.
	// A whole number from 0; 0 by default.
	Switched int64
	// Of all readings.
	// A number; 0 by default.
	Sum float64
	// A list of 0 to 3 elements, each a number; {} by default.
	Last []float64
}

// DefaultRecall gives the defaults; what has none is zero.
func DefaultRecall() Recall {
	var p Recall
	p.Switched = 0
	p.Sum = 0
	p.Last = make([]float64, 0)
	return p
}

// set takes a value that has been checked.
func (p *Recall) set(v *param.Value) {
	if x := v.Member("switched"); x != nil {
		p.Switched = x.Int
	}
	if x := v.Member("sum"); x != nil {
		p.Sum = x.Real
	}
	if x := v.Member("last"); x != nil {
		p.Last = make([]float64, len(x.Parts))
		for i := range x.Parts {
			p.Last[i] = x.Parts[i].Value.Real
		}
	}
}

// Validate reports all that is not as the type wants it, as diag.Faults.
func (p Recall) Validate() error { return p.faults("").Err() }

// faults are what is wrong; path leads to p.
func (p *Recall) faults(path string) (fs diag.Faults) {
	if !(p.Switched >= 0) {
		fs = append(fs, param.Wrong(param.Ranges, path+"switched", p.Switched, "a whole number from 0"))
	}
	if !(p.Sum >= -math.MaxFloat64 && p.Sum <= math.MaxFloat64) {
		fs = append(fs, param.Wrong(param.Ranges, path+"sum", p.Sum, "a number"))
	}
	if !(&param.Size{Min: 0, Max: 3}).Has(len(p.Last)) {
		fs = append(fs, param.Wrong(param.Sizes, path+"last", fmt.Sprint(len(p.Last), " long"), "a list of 0 to 3 elements, each a number"))
	}
	for i := range p.Last {
		if !(p.Last[i] >= -math.MaxFloat64 && p.Last[i] <= math.MaxFloat64) {
			fs = append(fs, param.Wrong(param.Ranges, fmt.Sprintf("%s[%d]", path+"last", i), p.Last[i], "a number"))
		}
	}
	return fs
}

// Clone returns a copy that shares nothing with p.
func (p Recall) Clone() Recall {
	p.Last = slices.Clone(p.Last)
	return p
}

// ReadRecall reads a text of values and checks it; what it leaves out has its default. The faults have their places in
// the text, which is called file.
func ReadRecall(n param.Notation, file string, text []byte) (Recall, diag.Faults) {
	v, faults := param.Read(RecallType(), n, file, text)
	if len(faults) > 0 {
		return Recall{}, faults
	}
	return RecallOf(&v), nil
}

// RecallOf takes a value that has been checked against RecallType.
func RecallOf(v *param.Value) (x Recall) {
	x.set(v)
	return x
}

// RecallType describes Recall.
func RecallType() *param.Type {
	return &param.Type{Kind: param.Record, Name: "Recall", Doc: "Memory\nWhat a controller remembers.", Members: []param.Member{
		{Name: "switched", Type: &param.Type{Kind: param.Integer, Doc: "How often it was switched.", Ints: &param.IntRange{Min: 0, Max: 9223372036854775807}}, Doc: "How often it was switched.", Default: &param.Value{Kind: param.Integer}},
		{Name: "sum", Type: &param.Type{Kind: param.Real, Doc: "Of all readings."}, Doc: "Of all readings.", Default: &param.Value{Kind: param.Real}},
		{Name: "last", Type: &param.Type{Kind: param.List, Elem: &param.Type{Kind: param.Real}, Size: &param.Size{Min: 0, Max: 3}}, Default: &param.Value{Kind: param.List}},
	}}
}
