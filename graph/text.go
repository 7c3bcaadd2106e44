package graph

import "math"

// All text of a diagram has one size, in pixels. Reactors' names are bold.
const (
	textSize = 12.0
	lineH    = 14.0 // of text below a symbol
)

// Anchor is the point of a text that its place refers to.
type Anchor uint8

// The anchors of a text.
const (
	Start Anchor = iota
	Middle
	End
)

// Text is a line of text in a diagram. Y is its baseline.
type Text struct {
	X, Y   float64
	S      string
	Anchor Anchor
}

// regular and bold are the widths of ' ' to '~' in thousandths of the size: those of DejaVu Sans, which is wider than
// other systems' sans-serif fonts, so that text stays within its room.
var (
	regular = [...]uint16{
		318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636, 636,
		636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
		603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635,
		634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
	}
	bold = [...]uint16{
		348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696, 696, 696, 696, 696, 696,
		696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775, 637, 995, 837, 850,
		733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716, 678, 435, 716,
		712, 343, 343, 665, 343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
	}
)

// TextWidth returns the width in pixels of s in a sans-serif font of 12 pixels, for the widest such font in use.
func TextWidth(s string) float64 { return width(s, regular) }

// titleWidth returns the width of s in bold.
func titleWidth(s string) float64 { return width(s, bold) }

func width(s string, table [95]uint16) float64 {
	w := 0
	for _, r := range s {
		switch {
		case r >= ' ' && r <= '~':
			w += int(table[r-' '])
		case r < 0x250:
			w += 850
		default:
			w += 1050
		}
	}
	return math.Ceil(float64(w) * textSize / 1000)
}
