package analysis

// FlowLatency is the time from one end of a flow to the other, in milliseconds, rounded to thousandths.
type FlowLatency struct {
	Flow         string        `json:"flow"` // path
	Mode         string        `json:"mode,omitempty"`
	Min          float64       `json:"min_ms"`
	Max          float64       `json:"max_ms"`
	SpecifiedMin float64       `json:"specified_min_ms"` // sums of the Latency stated for the steps
	SpecifiedMax float64       `json:"specified_max_ms"`
	ExpectedMin  float64       `json:"expected_min_ms"` // the flow's own Latency, zero: none
	ExpectedMax  float64       `json:"expected_max_ms"`
	Contributors []Contributor `json:"contributors"`
}

// Contributor is a step that takes, or may take, time. One step of a flow may have several: waiting to sample, in a queue,
// at work.
type Contributor struct {
	Name         string        `json:"name"` // path of a component or connection; classifier of a required protocol
	Kind         string        `json:"kind"` // thread, device, …; partition, protocol; connection, immediate connection, delayed connection
	Flow         string        `json:"flow,omitempty"`
	MinMethod    string        `json:"min_method"` // meaning of the figure: processing time, sampling, queued, …
	MaxMethod    string        `json:"max_method"`
	Min          float64       `json:"min_ms"` // including those below
	Max          float64       `json:"max_ms"`
	SpecifiedMin float64       `json:"specified_min_ms,omitempty"`
	SpecifiedMax float64       `json:"specified_max_ms,omitempty"`
	Period       float64       `json:"sampling_period_ms,omitempty"`
	Offset       float64       `json:"offset_ms,omitempty"` // of a partition's window in its major frame
	Notes        []string      `json:"notes,omitempty"`
	Contributors []Contributor `json:"contributors,omitempty"` // media of a connection
}

// BusLoad is what a bus or virtual bus carries, in kilobytes (1000 bytes) per second.
type BusLoad struct {
	Bus         string           `json:"bus"`
	Kind        string           `json:"kind"` // bus, virtual bus
	Mode        string           `json:"mode,omitempty"`
	Capacity    float64          `json:"capacity_kbps"` // zero: not stated, as below
	Budget      float64          `json:"budget_kbps"`
	Required    float64          `json:"required_kbps"` // sum of the budgets of what is bound to it
	Actual      float64          `json:"actual_kbps"`
	Overhead    float64          `json:"overhead_bytes"` // bytes added to a message by this bus and those below it
	Virtual     []BusLoad        `json:"virtual,omitempty"`
	Connections []ConnectionLoad `json:"connections,omitempty"`
	Broadcasts  []BroadcastLoad  `json:"broadcasts,omitempty"`
}

// ConnectionLoad is what a connection sends over a bus.
type ConnectionLoad struct {
	Connection string  `json:"connection"`
	Budget     float64 `json:"budget_kbps"`
	Actual     float64 `json:"actual_kbps"`
}

// BroadcastLoad is what goes over a broadcasting bus once for all connections of a source.
type BroadcastLoad struct {
	Source      string           `json:"source"`
	Budget      float64          `json:"budget_kbps"`
	Actual      float64          `json:"actual_kbps"`
	Connections []ConnectionLoad `json:"connections"`
}

// ProcessorLoad is the load of a processor or virtual processor.
type ProcessorLoad struct {
	Processor   string       `json:"processor"` // the root stands for all of them together, including what is not bound
	Kind        string       `json:"kind"`      // processor, virtual processor, system
	Mode        string       `json:"mode,omitempty"`
	Capacity    float64      `json:"capacity_mips"` // zero: not stated
	Load        float64      `json:"load_mips"`
	Utilisation float64      `json:"utilisation"` // share of its time that its threads take; 1 is all of it
	Protocol    string       `json:"protocol,omitempty"`
	Method      string       `json:"method,omitempty"` // how deadlines were checked
	Threads     []ThreadLoad `json:"threads,omitempty"`
}

// ThreadLoad is a thread on a processor. Times are in milliseconds.
type ThreadLoad struct {
	Thread    string  `json:"thread"`
	Period    float64 `json:"period_ms"`
	Deadline  float64 `json:"deadline_ms"`
	Execution float64 `json:"execution_ms"`
	Jitter    float64 `json:"jitter_ms,omitempty"`
	Offset    float64 `json:"offset_ms,omitempty"`
	Priority  int     `json:"priority,omitempty"` // as stated
	Response  float64 `json:"response_ms,omitempty"`
	Misses    bool    `json:"misses,omitempty"`
	Note      string  `json:"note,omitempty"`
}

// MemoryLoad is the content of a memory, in kilobytes (1000 bytes).
type MemoryLoad struct {
	Memory   string       `json:"memory"` // the root stands for all of them together, including what is not bound
	Kind     string       `json:"kind"`   // RAM, ROM, memory
	Mode     string       `json:"mode,omitempty"`
	Capacity float64      `json:"capacity_kb"`
	Used     float64      `json:"used_kb"`
	Holds    []MemoryUser `json:"holds,omitempty"`
}

// MemoryUser is a component in a memory.
type MemoryUser struct {
	Component string  `json:"component"`
	Used      float64 `json:"used_kb"`   // including the budgets of parts with unknown sizes
	Actual    float64 `json:"actual_kb"` // known part
}

// WeightTotal is the weight of a component, in kilograms.
type WeightTotal struct {
	Component string  `json:"component"`
	Net       float64 `json:"net_kg"`   // without its parts
	Gross     float64 `json:"gross_kg"` // as stated
	Weight    float64 `json:"weight_kg"`
	Limit     float64 `json:"limit_kg"` // zero: none
}

// PowerBudget is the power that a source gives and that is drawn from it, in watts.
type PowerBudget struct {
	Source   string      `json:"source"`
	Mode     string      `json:"mode,omitempty"`
	Capacity float64     `json:"capacity_w"`
	Supply   float64     `json:"supply_w"` // that the source itself gets
	Budget   float64     `json:"budget_w"` // that is drawn from it
	Supplies []PowerFlow `json:"supplies,omitempty"`
	Draws    []PowerFlow `json:"draws,omitempty"`
}

// PowerFlow is power over a feature.
type PowerFlow struct {
	Feature string  `json:"feature"`
	Power   float64 `json:"power_w"`
}
