package link

// Status is what became of a packet. Only OK has brought something new; other packets are counted and treated as
// lost.
type Status uint8

// The statuses.
const (
	OK          Status = iota
	Malformed          // wrong size, kind, direction or contents: not of this link
	Forged             // the MAC is not of this session's key
	Damaged            // the CRC or the check does not match
	Duplicate          // seen before
	Stale              // too old to know whether it was seen
	Undecodable        // coded against samples that are not stored: a keyframe is requested
	Early              // numbered beyond what Session.Until allows: damaged or forged
)

func (s Status) String() string {
	switch s {
	case OK:
		return "ok"
	case Malformed:
		return "malformed"
	case Forged:
		return "forged"
	case Damaged:
		return "damaged"
	case Duplicate:
		return "duplicate"
	case Stale:
		return "stale"
	case Undecodable:
		return "undecodable"
	case Early:
		return "early"
	}
	return "unknown"
}
