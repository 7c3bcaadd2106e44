package feedback

// Handover leads from the outputs of one law to those of another without a jump: the offsets of the first law's
// outputs from the second's fade evenly.
type Handover struct {
	offset []float64
	share  float64 // remaining part of the offsets
}

// NewHandover reserves memory for n outputs.
func NewHandover(n int) *Handover { return &Handover{offset: make([]float64, n)} }

// Begin takes the outputs of the old law and of the new one. Outputs that are not finite have no offset.
func (h *Handover) Begin(was, now []float64) {
	h.share = 1
	for i := range h.offset {
		h.offset[i] = was[i] - now[i]
		if h.offset[i]-h.offset[i] != 0 {
			h.offset[i] = 0
		}
	}
}

// Add adds the remaining offsets to the outputs, and lets dt of the total span pass, both in seconds.
func (h *Handover) Add(u []float64, dt, span float64) {
	if h.share <= 0 {
		return
	}
	for i, o := range h.offset {
		u[i] += h.share * o
	}
	if h.share -= dt / span; !(h.share > 0) {
		h.share = 0
	}
}
