package gen_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/lang/aadl/gen"
	"github.com/sinew-robotics/sinew/lang/asn1"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/lang/param/paramtest"
)

// tuning is a node of a random type of parameters, variables and messages.
const tuning = `package Chance
public
    with Sinew;

    data P
        properties
            Source_Text => ("%[1]s.asn1");
            Type_Source_Name => "Parameters";
    end P;

    thread First
        features
            got: in event data port P;
            sent: out event data port P;
        properties
            Dispatch_Protocol => Sporadic;
    end First;

    thread Second
        features
            got: in data port P;
        properties
            Dispatch_Protocol => Periodic;
            Period => 10 ms;
    end Second;

    process Whole
        features
            got: in event data port P;
    end Whole;

    process implementation Whole.impl
        subcomponents
            second: thread Second;
            first: thread First;
            own: data P {
                Sinew::Holds => Parameters;
                Sinew::Live => (%[2]s);
                Sinew::Start_Values => "%[1]s.yaml";
            };
            shared: data P {
                Sinew::Holds => Variables;
                Sinew::Start_Values => "%[1]s.json";
            };
        connections
            came: port got -> first.got;
            passed: port first.sent -> second.got;
    end Whole.impl;

    process Outside
        features
            sends: out event data port P;
    end Outside;

    system House
    end House;

    system implementation House.impl
        subcomponents
            outside: process Outside;
            whole: process Whole.impl;
        connections
            sent: port outside.sends -> whole.got;
    end House.impl;
end Chance;
`

// draw is a type with two values.
type draw struct {
	k        *param.Type
	one, two param.Value
}

// TestRandomParameters generates systems of random types, with whatever of them can be live: they compile, and each begins with the
// values that the model names. Package param/gen has 200 such types under vet.
func TestRandomParameters(t *testing.T) {
	const systems = 3 // each costs two seconds of the compiler
	dir := t.TempDir()
	module(t, dir, "example.org/chance")
	draws := rapid.Custom(func(r *rapid.T) draw {
		k := paramtest.Record(r, 3)
		return draw{k, paramtest.Value(r, k), paramtest.Value(r, k)}
	})
	main := "package main\n\nimport (\n\t\"fmt\"\n\n\t\"github.com/sinew-robotics/sinew/lang/param\"\n\t\"github.com/sinew-robotics/sinew/tool/run\"\n"
	body := "func main() {\n"
	for seed := range systems {
		d, name := draws.Example(seed), fmt.Sprintf("s%d", seed)
		for file, n := range map[string]param.Notation{".yaml": param.YAML, ".json": param.JSON} {
			v := map[string]*param.Value{".yaml": &d.one, ".json": &d.two}[file]
			text, err := param.Format(v, n)
			if err != nil {
				t.Fatal(err)
			}
			write1(t, filepath.Join(dir, name+file), string(text))
		}
		module := "M DEFINITIONS ::= BEGIN\nParameters ::= " + paramtest.ASN1(d.k) + "\nEND\n"
		write1(t, filepath.Join(dir, name+".asn1"), module)
		text := fmt.Sprintf(tuning, name, alive(t, module))
		model := filepath.Join(dir, name+".aadl")
		files, _ := generate(t, read(t, "Chance::House.impl", map[string]string{model: text}, model), gen.Options{Import: "example.org/chance/" + name, Origin: "chance"})
		if _, _, err := gen.Write(filepath.Join(dir, name), files, false); err != nil {
			t.Fatal(err)
		}
		main += fmt.Sprintf("\t%s \"example.org/chance/%[1]s/system\"\n", name)
		line, _ := param.FormatLine(&d.one, param.JSON)
		body += fmt.Sprintf("\tbegin(%q, %s.Spec(%[2]s.Drivers{}), `%s`)\n", name, name, strings.ReplaceAll(line, "`", "` + \"`\" + `"))
	}
	main += ")\n\n" + body + `}

func begin(name string, s run.Spec, want string) {
	i, err := s.Make(run.Order{})
	if err != nil {
		panic(fmt.Sprint(name, err))
	}
	if w := i.Program.Warnings(); len(w) > 0 {
		panic(fmt.Sprint(name, w))
	}
	got := s.Params().(*run.Values).Of("whole")
	line, err := param.FormatLine(&got, param.JSON)
	fmt.Println(name, err != nil, line != want)
}
`
	if err := os.Mkdir(filepath.Join(dir, "all"), 0o700); err != nil {
		t.Fatal(err)
	}
	write1(t, filepath.Join(dir, "all/main.go"), main)
	if out := tool(t, dir, "go", "run", "./all"); strings.Count(out, "false false") != systems {
		t.Error(out)
	}
}

func write1(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// alive lists what of a module's type can be live, as a model has it.
func alive(t *testing.T, module string) string {
	t.Helper()
	set, faults := asn1.Parse(asn1.Source{Name: "m", Text: []byte(module)})
	if len(faults) > 0 {
		t.Fatal(faults, module)
	}
	k := set.Modules[0].Types[0]
	var all []string
	for i := range k.Members {
		all = append(all, k.Members[i].Name)
	}
	leaves, _ := k.Alive(all)
	var can []string
	for _, path := range slices.Sorted(maps.Keys(leaves)) {
		if leaves[path] {
			can = append(can, fmt.Sprintf("%q", path))
		}
	}
	return strings.Join(can, ", ")
}
