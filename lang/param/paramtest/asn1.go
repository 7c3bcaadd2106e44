package paramtest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/lang/param"
)

// ASN1 writes a type as in an ASN.1 module.
func ASN1(k *param.Type) string {
	switch k.Kind {
	case param.Record, param.Choice:
		s := map[param.Kind]string{param.Record: "SEQUENCE {\n", param.Choice: "CHOICE {\n"}[k.Kind]
		for i, m := range k.Members {
			s += strings.TrimSuffix("-- "+m.Doc, "-- ") + "\n" + m.Name + " " + ASN1(m.Type)
			if m.Optional {
				s += " OPTIONAL"
			}
			if m.Default != nil {
				line, _ := param.FormatLine(m.Default, param.ASN1)
				s += " DEFAULT " + line
			}
			if i < len(k.Members)-1 {
				s += ","
			}
			inner := m.Type
			for inner.Kind == param.List {
				inner = inner.Elem
			}
			if inner.Unit != "" {
				s += " -- unit: " + inner.Unit
			}
			s += "\n"
		}
		return s + "}"
	case param.List:
		return "SEQUENCE " + sized(k.Size) + "OF " + ASN1(k.Elem)
	case param.Enumeration:
		var names []string
		for _, i := range k.Items {
			names = append(names, i.Name)
		}
		return "ENUMERATED { " + strings.Join(names, ", ") + " }"
	case param.Integer:
		if k.Ints == nil {
			return "INTEGER"
		}
		return fmt.Sprintf("INTEGER (%d..%d)", k.Ints.Min, k.Ints.Max)
	case param.Real:
		if k.Reals == nil {
			return "REAL"
		}
		return fmt.Sprintf("REAL (%s%s..%s%s)", strconv.FormatFloat(k.Reals.Min, 'f', -1, 64), map[bool]string{true: "<"}[k.Reals.MinOpen],
			map[bool]string{true: "<"}[k.Reals.MaxOpen], strconv.FormatFloat(k.Reals.Max, 'f', -1, 64))
	case param.Boolean:
		return "BOOLEAN"
	}
	return k.Alphabet.String() + " " + strings.TrimSuffix("("+sized(k.Size)+")", "()")
}

// sized is a SIZE followed by a space, "" for none.
func sized(s *param.Size) string {
	if s == nil {
		return ""
	}
	return fmt.Sprintf("SIZE (%d..%d) ", s.Min, s.Max)
}
