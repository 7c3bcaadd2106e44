package report

import (
	"fmt"
	"strconv"
	"strings"
)

// Table is a table of figures. The first cell of a row names it.
type Table struct {
	Caption string
	Columns []string
	Rows    []Row
}

// Row is one line of a Table, with as many cells as there are columns.
type Row struct {
	Cells   []string
	Verdict Verdict
}

// table writes t. Columns of nothing but numbers are aligned right.
func (p *page) table(t Table) {
	p.f("<div class=\"figures\" tabindex=\"0\" role=\"group\" aria-label=\"%s\"><table><caption>%s</caption>\n<thead><tr>", esc(t.Caption), esc(t.Caption))
	for i, c := range t.Columns {
		class := ""
		if t.numbers(i) {
			class = " class=\"number\""
		}
		p.f("<th scope=\"col\"%s>%s</th>", class, esc(c))
	}
	p.f("</tr></thead>\n<tbody>\n")
	for i, r := range t.Rows {
		if len(r.Cells) != len(t.Columns) {
			p.faults = append(p.faults, fmt.Errorf("table %q: row %d has %d cells for %d columns", t.Caption, i+1, len(r.Cells), len(t.Columns)))
			continue
		}
		class, mark := r.Verdict.class()
		p.f("<tr class=\"%s\">", class)
		for k, c := range r.Cells {
			switch {
			case k == 0:
				p.f("<th scope=\"row\">%s%s</th>", mark, esc(c))
			case t.numbers(k):
				p.f("<td class=\"number\">%s</td>", esc(c))
			default:
				p.f("<td>%s</td>", strings.ReplaceAll(esc(c), "_", "_<wbr>")) // long names break there
			}
		}
		p.f("</tr>\n")
	}
	p.f("</tbody></table></div>\n")
}

// numbers reports whether column k holds nothing but numbers.
func (t Table) numbers(k int) bool {
	for _, r := range t.Rows {
		if k >= len(r.Cells) || !isNumber(r.Cells[k]) {
			return false
		}
	}
	return k > 0 && len(t.Rows) > 0
}

// isNumber reports whether s is a number, one with a percent sign, or a dash for none.
func isNumber(s string) bool {
	s = strings.TrimSpace(strings.TrimSuffix(s, "%"))
	_, err := strconv.ParseFloat(strings.ReplaceAll(s, "−", "-"), 64)
	return err == nil || s == "–"
}
