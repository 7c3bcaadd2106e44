package report

import (
	"bytes"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	var b bytes.Buffer
	good := Table{Caption: "sizes & times", Columns: []string{"method", "bytes", "note", "value"},
		Rows: []Row{{Cells: []string{"RLE", "24", "as the seed's <b>", "–"}, Verdict: Good}, {Cells: []string{"zlib", "−3.5 %", "1.28 %", "7"}}}}
	if err := Write(&b, Report{Title: "r", Parts: []Part{{Title: "p", Tables: []Table{good}}}}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<caption>sizes &amp; times</caption>`, `<th scope="col" class="number">bytes</th>`, `<tr class="good"><th scope="row">✓ RLE</th>`,
		`<td class="number">24</td>`, `<td>as the seed&#39;s &lt;b&gt;</td>`, `<td class="number">−3.5 %</td>`, `<td class="number">–</td>`, `<td>1.28 %</td>`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in the page", want)
		}
	}
	bad := Table{Caption: "c", Columns: []string{"a", "b"}, Rows: []Row{{Cells: []string{"1"}}, {}}}
	err := Write(&b, Report{Title: "r", Parts: []Part{{Title: "p", Tables: []Table{bad}}}})
	if err == nil || !strings.Contains(err.Error(), "row 1") || !strings.Contains(err.Error(), "row 2") {
		t.Errorf("rows of the wrong length: %v", err)
	}
}
