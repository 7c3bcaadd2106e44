package atom

import "github.com/sinew-robotics/sinew/diag"

// Rules says what the codes of a model's faults mean.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: "type", Text: "the datatypes of a link's ends have different types"},
		{Code: "frame", Text: "the datatypes of a link's ends have different frames"},
		{Code: "axis", Text: "the datatypes of a link's ends have different axes"},
		{Code: "constraint", Text: "Ctr(n) ≢ Ctr(p), a constraint that is not stated, or properties that do not fit it"},
		{Code: "fan-in", Text: "a Need with two links"},
		{Code: "missing", Text: "a Need without a link"},
		{Code: "length", Text: "a bank without a length, with an absurd one, or linked to one of another length"},
		{Code: "link", Text: "a link into nowhere"},
		{Code: "scope", Text: "a link past an interface"},
		{Code: "direction", Text: "a link the wrong way"},
		{Code: "parameter", Text: "an interface parameter that is unknown, unvalued, or no axis"},
		{Code: "name", Text: "a name that is not there, or cannot be written"},
		{Code: "duplicate", Text: "two things that cannot be told apart"},
		{Code: "range", Text: "a value that may be, or is, what a Need or an interface on its way does not take"},
		{Code: "time", Text: "a time below 0 or longer than every period"},
		{Code: "value", Text: "a value that is missing or not valid"},
		{Code: "driver", Text: "an External without a driver, or with one that does not fit"},
		{Code: "condition", Text: "nothing says when a sporadic Physics runs"},
		{Code: "alternative", Text: "an Alternative whose laws do not fit it"},
		{Code: "definition", Text: "a definition that is not sound"},
		{Code: "loop", Text: "a loop that is not declared, spans compositions, or needs another that needs it"},
		{Code: "cycle", Text: "Atoms coupled in a circle"},
		{Code: "period", Text: "T_exe is empty, or not kept by a wish or a T_Need"},
		{Code: "schedule", Text: "there is no schedule on the given cores"},
		{Code: "budget", Text: "more power or data than the budget allows, or figures that cannot be"},
		{Code: "criticality", Text: "something critical depends on what is stated to be less so"},
	}
}
