package managed

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/internal/golden"
)

// TestPageOfControllers keeps the tables of docs/controllers.md equal to what the controllers say of themselves; -rewrite makes
// them anew.
func TestPageOfControllers(t *testing.T) {
	const file, mark = "../../docs/controllers.md", "<!-- generated -->\n"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, _, found := strings.Cut(string(text), mark)
	if !found {
		t.Fatalf("%s has no line %q", file, mark)
	}
	var b bytes.Buffer
	b.WriteString(head + mark)
	for _, k := range Types() {
		if !strings.Contains(head, "`"+k.Name+"`") {
			t.Errorf("%s says nothing of %s", file, k.Name)
		}
		fmt.Fprintf(&b, "\n### %s\n\n| parameter | default | range | |\n|---|---|---|---|\n", k.Name)
		for _, p := range k.New().Parameters() {
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", p.Name, standard(p), span(p), about(p))
		}
	}
	golden.Check(t, file, b.Bytes())
}

// standard is a parameter's default.
func standard(p manager.Parameter) string {
	v := reflect.ValueOf(p.At).Elem()
	if v.Kind() == reflect.Slice {
		xs := make([]string, v.Len())
		for i := range xs {
			xs[i] = fmt.Sprint(v.Index(i))
		}
		return strings.Join(xs, ", ")
	}
	return fmt.Sprint(v.Interface())
}

// span is what values it may have.
func span(p manager.Parameter) string {
	switch {
	case len(p.OneOf) > 0:
		return strings.Join(p.OneOf, ", ")
	case p.Min == p.Max:
		return ""
	}
	return fmt.Sprintf("%g to %g", p.Min, p.Max)
}

// about is its unit, whether it is live, and its help.
func about(p manager.Parameter) string {
	var parts []string
	if p.Unit != "" {
		parts = append(parts, p.Unit)
	}
	if p.Live {
		parts = append(parts, "*live*")
	}
	if p.Help != "" {
		parts = append(parts, p.Help)
	}
	return strings.ReplaceAll(strings.Join(parts, "; "), "|", `\|`)
}
