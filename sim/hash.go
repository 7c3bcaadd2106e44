package sim

// mix turns two numbers into one whose bits depend on all bits of both: the finaliser of SplitMix64 (Steele,
// Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014) over a Weyl step of b.
func mix(a, b uint64) uint64 {
	z := a + 0x9e3779b97f4a7c15*(b+1)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// unitFloat maps a hash to [0, 1).
func unitFloat(h uint64) float64 { return float64(h>>11) / (1 << 53) }

// bell returns an approximately normally distributed integer with mean 0 and standard deviation 148, the sum
// of four uniform bytes; it uses integer arithmetic, so it is the same on every machine.
func bell(h uint64) int {
	return int(h&255) + int(h>>8&255) + int(h>>16&255) + int(h>>24&255) - 510
}

const bellSigma = 148
