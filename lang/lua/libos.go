package lua

import (
	"fmt"
	"strings"
	"time"
)

// Exit is the error of a script that called os.exit.
type Exit struct{ Status int }

func (e Exit) Error() string {
	return fmt.Sprintf("lua: the script ended itself with status %d", e.Status)
}

// libOS gives access to the host's clock and to the end of the script, but not to the operating system.
func libOS() Lib {
	return Lib{Name: "os", Funcs: []Func{
		{Name: "time", Call: osTime},
		{Name: "clock", Call: func(vm *VM, _ int) int {
			sec, nsec := vm.now()
			vm.Push(Float(float64(sec) + float64(nsec)/1e9))
			return 1
		}},
		{Name: "date", Call: osDate},
		{Name: "difftime", Call: func(vm *VM, n int) int {
			vm.Push(Float(vm.floatArg(0, n) - vm.floatArg(1, n)))
			return 1
		}},
		{Name: "getenv", Call: func(vm *VM, n int) int {
			vm.stringArg(0, n)
			vm.Push(Nil)
			return 1
		}},
		{Name: "exit", Call: func(vm *VM, n int) int {
			vm.exit = &Exit{}
			if v := vm.Arg(0); n > 0 && v.t == tFalse {
				vm.exit.Status = 1
			} else if isNumeric(v) && n > 0 {
				vm.exit.Status = int(vm.intArg(0, n))
			}
			vm.broken = true // nothing in the script may catch it
			vm.fail("os.exit")
			return 0
		}},
	}}
}

func (vm *VM) now() (sec, nsec int64) {
	if vm.config.Now == nil {
		return 0, 0
	}
	return vm.config.Now()
}

func osTime(vm *VM, n int) int {
	if n == 0 || vm.Arg(0).t == tNil {
		sec, _ := vm.now()
		vm.Push(Int(sec))
		return 1
	}
	t := vm.tableArg(0, n)
	field := func(name string, otherwise int64) int {
		v := vm.get(t, vm.String(name))
		x, ok := vm.number(v)
		i, whole := x.AsInt()
		switch {
		case v.t == tNil && otherwise >= 0:
			return int(otherwise)
		case v.t == tNil:
			vm.fail("field '%s' missing in date table", name)
		case !ok || !whole:
			vm.fail("field '%s' is not an integer", name)
		case i > 1<<31 || i < -1<<31:
			vm.fail("field '%s' is out-of-bound", name)
		}
		return int(i)
	}
	date := time.Date(field("year", -1), time.Month(field("month", -1)), field("day", -1), field("hour", 12), field("min", 0),
		field("sec", 0), 0, time.UTC)
	vm.setDate(t, date)
	vm.Push(Int(date.Unix()))
	return 1
}

func (vm *VM) setDate(t uint32, d time.Time) {
	set := func(name string, v Value) { vm.set(t, vm.String(name), v) }
	set("year", Int(int64(d.Year())))
	set("month", Int(int64(d.Month())))
	set("day", Int(int64(d.Day())))
	set("hour", Int(int64(d.Hour())))
	set("min", Int(int64(d.Minute())))
	set("sec", Int(int64(d.Second())))
	set("wday", Int(int64(d.Weekday())+1))
	set("yday", Int(int64(d.YearDay())))
	set("isdst", Bool(false))
}

// dateForms are the conversions of os.date that Go's formats can express. Times are UTC.
var dateForms = map[byte]string{'a': "Mon", 'A': "Monday", 'b': "Jan", 'B': "January", 'c': "Mon Jan _2 15:04:05 2006",
	'd': "02", 'D': "01/02/06", 'e': "_2", 'F': "2006-01-02", 'h': "Jan", 'H': "15", 'I': "03", 'm': "01", 'M': "04", 'p': "PM",
	'r': "03:04:05 PM", 'R': "15:04", 'S': "05", 'T': "15:04:05", 'x': "01/02/06", 'X': "15:04:05", 'y': "06", 'Y': "2006",
	'z': "-0700", 'Z': "MST", 'n': "\n", 't': "\t", '%': "%"}

// datePart writes one conversion of os.date.
func datePart(d time.Time, c byte) ([]byte, bool) {
	if form, ok := dateForms[c]; ok {
		return d.AppendFormat(nil, form), true
	}
	year, week := d.ISOWeek()
	monday := (int(d.Weekday()) + 6) % 7
	form, v := "%02d", 0
	switch c {
	case 'j':
		form, v = "%03d", d.YearDay()
	case 'w':
		form, v = "%d", int(d.Weekday())
	case 'u':
		form, v = "%d", monday+1
	case 'C':
		v = d.Year() / 100
	case 'G':
		form, v = "%d", year
	case 'g':
		v = year % 100
	case 'V':
		v = week
	case 'U':
		v = (d.YearDay() + 6 - int(d.Weekday())) / 7
	case 'W':
		v = (d.YearDay() + 6 - monday) / 7
	default:
		return nil, false
	}
	return fmt.Appendf(nil, form, v), true
}

func osDate(vm *VM, n int) int {
	format := string(vm.stringArg(0, n, "%c"))
	sec, _ := vm.now()
	d := time.Unix(vm.intArg(1, n, sec), 0).UTC()
	if len(format) > 0 && format[0] == '!' {
		format = format[1:]
	}
	if len(format) >= 2 && format[:2] == "*t" {
		t := vm.newTable(0, 9)
		vm.Push(ref(t, tTable))
		vm.setDate(t, d)
		return 1
	}
	var out []byte
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			out = append(out, format[i])
			continue
		}
		i++
		begin := i
		if i+1 < len(format) && (format[i] == 'E' && strings.IndexByte("cCxXyY", format[i+1]) >= 0 ||
			format[i] == 'O' && strings.IndexByte("deHImMSuUVwWy", format[i+1]) >= 0) { // other calendars and digits: the same here
			i++
		}
		part, ok := []byte(nil), false
		if i < len(format) {
			part, ok = datePart(d, format[i])
		}
		if !ok {
			end := begin + 1
			if begin < len(format) && (format[begin] == 'E' || format[begin] == 'O') {
				end++
			}
			vm.argFault(0, fmt.Sprintf("invalid conversion specifier '%%%s'", format[begin:min(end, len(format))]))
		}
		out = append(out, part...)
	}
	vm.Push(vm.intern(out))
	return 1
}
