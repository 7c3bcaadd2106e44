package feedback

// Handover leads from the outputs of one law to those of another without a jump: what the first one's were beyond the
// second one's fades evenly.
type Handover struct {
	offset []float64
	share  float64 // of the offsets that is left
}

// NewHandover reserves memory for n outputs.
func NewHandover(n int) *Handover { return &Handover{offset: make([]float64, n)} }

// Begin takes the outputs as they were, and as the new law has them. What is not finite has no offset.
func (h *Handover) Begin(was, now []float64) {
	h.share = 1
	for i := range h.offset {
		h.offset[i] = was[i] - now[i]
		if h.offset[i]-h.offset[i] != 0 {
			h.offset[i] = 0
		}
	}
}

// Add adds what is left to the outputs, and lets dt of in all span seconds pass.
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
