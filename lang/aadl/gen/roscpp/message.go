package roscpp

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// builtin are ROS's types for built-in types, and the messages of std_msgs that carry one.
var builtin = map[string][2]string{"bool": {"bool", "Bool"}, "int": {"int64", "Int64"}, "int8": {"int8", "Int8"}, "int16": {"int16", "Int16"},
	"int32": {"int32", "Int32"}, "int64": {"int64", "Int64"}, "uint": {"uint64", "UInt64"}, "uint8": {"uint8", "UInt8"}, "uint16": {"uint16", "UInt16"},
	"uint32": {"uint32", "UInt32"}, "uint64": {"uint64", "UInt64"}, "float32": {"float32", "Float32"}, "float64": {"float64", "Float64"},
	"rune": {"uint32", "UInt32"}, "string": {"string", "String"}, "struct{}": {"", "Empty"}}

// nameMessages gives each type of data a name in the one package of messages.
func (s *system) nameMessages() {
	all := gogen.NewNames("NotifyState", "NotifyStateRequest", "NotifyStateResponse")
	s.nameServices(all)
	for _, p := range s.Data {
		for _, d := range p.Types {
			if s.halves[d] {
				continue
			}
			if d.Source == "" {
				s.messages[d] = all.Unique(strings.ReplaceAll(gogen.Exported(d.Name), "_", ""))
				continue
			}
			s.messages[d] = d.Source
			if !typeName.MatchString(d.Source) {
				s.faults = append(s.faults, diag.Fault{Code: "roscpp-name", Path: d.Model, Pos: d.Pos, What: fmt.Sprintf("%q is no type of messages of ROS", d.Source),
					Do: "write Type_Source_Name as a package and a message, such as geometry_msgs/Twist"})
			}
		}
	}
}

// data is the data type of a type, nil for a built-in one.
func data(t plan.Type) *plan.DataType {
	if t.In == nil {
		return nil
	}
	return t.In.Types[slices.IndexFunc(t.In.Types, func(d *plan.DataType) bool { return d.Name == t.Name })]
}

// message is the message that carries a type, as package/Message.
func (s *system) message(t plan.Type) string {
	d := data(t)
	switch {
	case d == nil && builtin[t.Name][1] == "":
		s.unknown(t)
		return "std_msgs/Empty"
	case d == nil:
		return "std_msgs/" + builtin[t.Name][1]
	case d.Source != "":
		return d.Source
	}
	return s.title + "_msgs/" + s.messages[d]
}

// unknown reports a type without a message.
func (s *system) unknown(t plan.Type) {
	f := diag.Fault{Code: "roscpp-data", Path: t.Key(), What: "data of the type " + t.Name + " are not written for ROS", Do: "say their representation in the model, or name a message by Type_Source_Name"}
	if !slices.Contains(s.faults, f) {
		s.faults = append(s.faults, f)
	}
}

// cpp is a message's type in C++.
func (s *system) cpp(t plan.Type) string { return strings.Replace(s.message(t), "/", "::", 1) }

// field is how a type is written in a definition; aliases and arrays are resolved.
func (s *system) field(t plan.Type) (base string, number int) {
	d := data(t)
	if d == nil {
		if builtin[t.Name][0] == "" {
			s.unknown(t)
		}
		return builtin[t.Name][0], 1
	}
	if d.Source != "" {
		return d.Source, 1
	}
	switch d.Kind {
	case plan.PlainData:
		return s.field(d.Of)
	case plan.ArrayData:
		base, number = s.field(d.Of)
		for _, n := range d.Sizes {
			number *= n
		}
		return base, number
	case plan.BytesData:
		return "uint8", d.Sizes[0]
	}
	return s.messages[d], 1
}

// declaration is a field of a definition.
func (s *system) declaration(t plan.Type, name string) string {
	base, number := s.field(t)
	if d := data(t); number != 1 || d != nil && d.Source == "" && (d.Kind == plan.ArrayData || d.Kind == plan.BytesData) {
		return fmt.Sprintf("%s[%d] %s\n", base, number, name)
	}
	return base + " " + name + "\n"
}

// messageFiles are the package of messages.
func (s *system) messageFiles() (files []File) {
	pkg := s.title + "_msgs"
	var made []string
	var needs []string
	for _, p := range s.Data {
		for _, d := range p.Types {
			if d.Source != "" {
				needs = append(needs, path.Dir(d.Source))
			}
			if d.Source != "" || s.halves[d] {
				continue
			}
			made = append(made, s.messages[d]+".msg")
			files = append(files, File{Written: gogen.Written{Name: pkg + "/msg/" + s.messages[d] + ".msg", Source: []byte(s.definition(p, d))}})
		}
	}
	files = append(files, File{Written: gogen.Written{Name: pkg + "/srv/NotifyState.srv", Source: s.resource("NotifyState.srv")}})
	more, services := s.serviceFiles(pkg)
	files = append(files, more...)
	services = append(services, "NotifyState.srv")
	slices.Sort(made)
	slices.Sort(services)
	needs = unique(append(needs, "std_msgs"))
	var b strings.Builder
	fmt.Fprintf(&b, "cmake_minimum_required(VERSION 3.0.2)\nproject(%s)\n\nfind_package(catkin REQUIRED COMPONENTS\n%s)\n", pkg, lines("  ", append([]string{"message_generation"}, needs...)))
	if len(made) > 0 {
		fmt.Fprintf(&b, "\nadd_message_files(\n  FILES\n%s)\n", lines("  ", made))
	}
	fmt.Fprintf(&b, "add_service_files(\n  FILES\n%s)\ngenerate_messages(\n  DEPENDENCIES\n%s)\n\ncatkin_package(\n  CATKIN_DEPENDS\n%s)\n", lines("  ", services), lines("  ", needs), lines("  ", append([]string{"message_runtime"}, needs...)))
	return append(files,
		File{Written: gogen.Written{Name: pkg + "/CMakeLists.txt", Source: []byte(b.String())}},
		File{Written: gogen.Written{Name: pkg + "/package.xml", Source: s.manifest(pkg, "The messages of "+s.Root.Classifier.Qualified()+".",
			depends{"build_depend", []string{"message_generation"}}, depends{"exec_depend", []string{"message_runtime"}}, depends{"depend", needs})}})
}

// definition writes the definition of a message.
func (s *system) definition(p *plan.DataPackage, d *plan.DataType) string {
	var b strings.Builder
	b.WriteString(comment("# ", plan.Sentence(s.messages[d]+" is "+d.What(), d.Doc)))
	b.WriteByte('\n')
	switch d.Kind {
	case plan.EnumData:
		kind := "uint8"
		if len(d.Words) > 256 {
			kind = "uint32"
		}
		values := gogen.NewNames()
		for k, w := range d.Words {
			fmt.Fprintf(&b, "%s %s=%d\n", kind, values.Unique(constant(w)), k)
		}
		b.WriteString(kind + " data\n")
	case plan.StructData:
		b.WriteString(s.members(d))
	default:
		t := plan.Type{In: p, Name: d.Name}
		b.WriteString(dimensions(t) + s.declaration(t, "data"))
	}
	return b.String()
}

// members writes the fields of a struct.
func (s *system) members(d *plan.DataType) string {
	var b strings.Builder
	fields := gogen.NewNames()
	for _, m := range d.Members {
		if m.Doc != "" {
			b.WriteString(comment("# ", m.Doc))
		}
		b.WriteString(dimensions(m.Type) + s.declaration(m.Type, fields.Unique(snake(m.Name))))
	}
	return b.String()
}

// dimensions describes how the elements of a field with several dimensions are laid out.
func dimensions(t plan.Type) string {
	d := data(t)
	if d == nil || d.Kind != plan.ArrayData || len(d.Sizes) < 2 {
		return ""
	}
	return comment("# ", strings.Trim(strings.ReplaceAll(fmt.Sprint(d.Sizes), " ", " by "), "[]")+" elements, row after row.")
}

// unique sorts words and removes duplicates.
func unique(all []string) []string {
	slices.Sort(all)
	return slices.Compact(all)
}

// lines writes each word on a line.
func lines(before string, words []string) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(before + w + "\n")
	}
	return b.String()
}
