package sim

import (
	"encoding/binary"
	"math"
)

// Noise is the error model of the camera; the zero value is an ideal camera except for quantisation. Depth is that of
// an active stereo camera, which measures the disparity f·B/z. A constant error in pixels becomes an error of depth
// that grows with z², and the disparity step of 1/32 pixel a quantisation that grows likewise (Keselman et al., "Intel
// RealSense Stereoscopic Depth Cameras", CVPRW 2017). Points that the second imager cannot see have no depth, which
// leaves a dark rim on the left of near objects.
type Noise struct {
	Disparity float64 // standard deviation of the disparity in pixels, at most 0.2
	Holes     float64 // share of random pixels without depth, 0 to 0.5
	Color     float64 // standard deviation of a colour channel in levels of 255, at most 3
	Occlusion bool    // no depth where the second imager sees nothing
}

// D435iNoise is the model of a RealSense D435i at short range: 0.08 pixel of disparity (0.9 mm of depth at
// 0.5 m, 3.8 mm at 1 m), a hole in 0.3 % of the pixels, two levels of colour noise.
func D435iNoise() Noise { return Noise{Disparity: 0.08, Holes: 0.003, Color: 2, Occlusion: true} }

const (
	tileBits  = 16
	tileLen   = 1 << tileBits
	tileSpare = 1 << 15 // room for the longest row, 3·MaxSide bytes, after any offset

	stereoFocal = 425.0 // px of the depth imager at 848×480
	stereoBase  = 0.050 // m between the imagers
	subpixel    = 32    // disparity steps per pixel
	fineBits    = 4
	fine        = 1 << fineBits // parts per step, the unit of the added noise
	zMin, zMax  = 0.17, 10.0
	dispScale   = stereoFocal * stereoBase * subpixel // steps·m: step = dispScale/z
	hole        = -128
)

// tiles are the random numbers from which a frame's noise is cut: row v of a frame starts at an offset hashed from the
// frame's seed and v.
type tiles struct {
	depth []int8 // in parts of a disparity step; hole = no data
	color []byte // two's complement, added to a channel
}

func newTiles(n Noise) tiles {
	t := tiles{depth: make([]int8, tileLen+tileSpare), color: make([]byte, tileLen+tileSpare)}
	sigma := min(n.Disparity, 0.2) * subpixel * fine
	scale := sigma / (bellSigma * math.Sqrt(6)) // the 1-2-1 window below adds three numbers with weights 1, 2, 1
	a, b := bell(mix(11, 0)), bell(mix(11, 1))
	for i := range t.depth {
		c := bell(mix(11, uint64(i)+2))
		t.depth[i] = int8(max(-127, min(127, math.Round(float64(a+2*b+c)*scale))))
		a, b = b, c
	}
	digHoles(t.depth, min(n.Holes, 0.5))
	c := min(n.Color, 3) / bellSigma
	for i := range t.color {
		v := math.Round(float64(bell(mix(17, uint64(i)))) * c)
		t.color[i] = byte(int8(max(-9, min(9, v))))
	}
	return t
}

// digHoles marks runs of 1 to 7 numbers, 4 on average, until about the given share is marked.
func digHoles(tile []int8, share float64) {
	for i := range tile {
		h := mix(13, uint64(i))
		if unitFloat(h) >= share/4 {
			continue
		}
		for j := i; j < min(len(tile), i+1+int(h%7)); j++ {
			tile[j] = hole
		}
	}
}

// addColor adds the row's noise to the colours, byte by byte without carry, eight at a time. Colours differ from 0 and
// 255 by more than the noise, so nothing wraps.
func (t *tiles) addColor(row []byte, seed uint64, v int) {
	const low = 0x7f7f7f7f7f7f7f7f
	noise := t.color[mix(seed, uint64(2*v))&(tileLen-1):][:len(row)]
	i := 0
	for ; i+8 <= len(row) && i+8 <= len(noise); i += 8 {
		a, b := binary.LittleEndian.Uint64(row[i:i+8]), binary.LittleEndian.Uint64(noise[i:i+8])
		binary.LittleEndian.PutUint64(row[i:i+8], (a&low+b&low)^(a^b)&^low)
	}
	for ; i < len(row); i++ {
		row[i] += noise[i]
	}
}

// depthTable returns the depth in mm for every disparity step, 0 if the camera reports none.
func depthTable() []uint16 {
	tab := make([]uint16, int(dispScale/zMin)+2)
	for i := range tab {
		if z := dispScale / float64(i); i > 0 && z >= zMin && z <= zMax {
			tab[i] = uint16(math.Round(z * 1000))
		}
	}
	return tab
}

// measureDepth converts the inverse depths of a row (1/m, 0 = nothing there) to the camera's readings. shadow is focal
// length times baseline in the picture's pixels, 0 for no occlusion: going from right to left, a point hides every
// later point whose column in the second imager is not left of its own.
func (t *tiles) measureDepth(out []uint16, inv []float64, table []uint16, seed uint64, v int, shadow float64) {
	noise := t.depth[mix(seed, uint64(2*v+1))&(tileLen-1):][:len(out)]
	inv = inv[:len(out)]
	edge := math.Inf(1)
	at := float64(len(out))
	for u := len(out) - 1; u >= 0; u-- {
		w := inv[u]
		at--
		col := at - float64(shadow*w)
		switch {
		case col < edge:
			edge = col
		case col >= edge:
			out[u] = 0
			continue
		default: // a point without a place hides nothing, nor does any point after it
			edge = math.NaN()
		}
		n := noise[u]
		step := (int(w*(dispScale*fine)) + int(n) + fine/2) >> fineBits
		if n == hole || uint(step) >= uint(len(table)) {
			out[u] = 0
		} else {
			out[u] = table[step]
		}
	}
}
