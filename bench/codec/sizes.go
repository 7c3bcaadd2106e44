package codec

import "github.com/sinew-robotics/sinew/bench"

// Size is the result of a general compressor for one vector.
type Size struct {
	Name           string
	Bytes          int
	Encode, Decode float64 // µs, the median
}

// Sizes has every peer code src n times.
func Sizes(src []byte, n int) ([]Size, error) {
	all, err := peers()
	if err != nil {
		return nil, err
	}
	images := make([][]byte, max(1, n))
	for i := range images {
		images[i] = src
	}
	var out []Size
	for i := range all {
		w, _, err := all[i].run(images)
		if err != nil {
			return nil, err
		}
		out = append(out, Size{all[i].name, int(w.bytes[0]), bench.Median(w.encode), bench.Median(w.decode)})
	}
	return out, nil
}
