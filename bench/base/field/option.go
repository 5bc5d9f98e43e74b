package field

import (
	"reflect"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
)

// Option is a variable that a user sets: by a flag, or by a value in a file. Before that it has its
// default.
type Option struct {
	Name     string
	Variable any    // a pointer to a string, a number, a bool, a time.Duration, a []string or Lines
	Usage    string // what it is for; the name of its value stands between backquotes
	Group    string // the heading of options that belong together
	Default  string // the default in words; "": as it is typed
	Reads    bool   // the value names a file that is read
	Least    string // the least number or time, as it is typed; "": any value
	Need
	// Names returns the names that the value may have, or its parts between commas. nil: it is no
	// name.
	Names func() []string
	// Spelt returns the one spelling of a name that Names lacks, such as one with parameters; nil:
	// it stays.
	Spelt func(name string) string
	// Paths returns the paths of the files that the value names, of an option that Reads, nil if
	// the value is the path.
	Paths  func(value string) ([]string, error)
	Stored Stored
}

// Stored says how the value stands among the arguments of a run that keeps its results.
type Stored int

// The ways in which values are stored.
const (
	Always   Stored = iota
	WhereSet        // unless it is zero
	AsLimit         // always; a run that goes on may have another value
	Never           // no result depends on it
)

// Need is the condition under which an option has an effect. The zero value: always.
type Need struct {
	Only string // the condition in words, as it follows "only"
	Met  func() bool
}

// Fixed returns a function that returns names.
func Fixed[S ~string](names ...S) func() []string {
	return func() []string { return lists.Each(names, func(name S) string { return string(name) }) }
}

// Grouped puts options under a heading.
func Grouped(heading string, options []Option) []Option {
	for i := range options {
		options[i].Group = heading
	}
	return options
}

// Text returns the value as it is typed. Commas stand between the values of a list.
func (o *Option) Text() string { return text(reflect.ValueOf(o.Variable).Elem()) }

// Read reads the value from text. On an error expected says in words which texts are right; "": the
// usage says it.
func (o *Option) Read(text string) (expected string, err error) {
	return set(reflect.ValueOf(o.Variable).Elem(), text)
}

// Expected says in words which texts are right; "": the usage says it.
func (o *Option) Expected() string {
	expected, _ := set(reflect.New(reflect.TypeOf(o.Variable).Elem()).Elem(), "")
	return expected
}

// Canonical returns a text with the names in the case in which Names has them. Commas stand between
// several, and a list has no blanks around them. What is no known name stays as it is.
func (o *Option) Canonical(text string) string {
	_, list := o.Variable.(*[]string)
	var names []string
	if o.Names != nil {
		names = o.Names()
	}
	parts := strings.Split(text, ",")
	for i, part := range parts {
		bare := strings.TrimSpace(part)
		if list {
			parts[i] = bare
		}
		at := slices.IndexFunc(
			names,
			func(name string) bool { return strings.EqualFold(name, bare) },
		)
		switch {
		case at >= 0 && !slices.Contains(names, part):
			parts[i] = names[at]
		case at < 0 && o.Spelt != nil:
			parts[i] = o.Spelt(parts[i])
		}
	}
	return strings.Join(parts, ",")
}

// Check returns an *optgap.FieldError unless the value is at least Least.
func (o *Option) Check() error {
	if o.Least == "" {
		return nil
	}
	value := reflect.ValueOf(o.Variable).Elem()
	least := reflect.New(value.Type()).Elem()
	if _, err := set(least, o.Least); err != nil {
		panic("field: the least value of " + o.Name + ": " + err.Error())
	}
	if number(value) >= number(least) {
		return nil
	}
	return optgap.BadField(o.Name, o.Text(), "at least "+o.Least)
}

// Argument returns the value as a run stores it; false: it stores none.
func (o *Option) Argument() (text string, stored bool) {
	text = o.Text()
	zero := slices.Contains([]string{"", "0", "false"}, text)
	return text, o.Stored != Never && (o.Stored != WhereSet || !zero)
}

// CheckAll returns the error of the first option whose value is below its least one.
func CheckAll(options []Option) error {
	for _, o := range options {
		if err := o.Check(); err != nil {
			return err
		}
	}
	return nil
}

func number(v reflect.Value) float64 {
	if v.CanFloat() {
		return v.Float()
	}
	return float64(v.Int())
}

// Placeholder returns the name of the value, which stands between backquotes in the usage; "":
// there is none.
func (o *Option) Placeholder() string {
	_, rest, _ := strings.Cut(o.Usage, "`")
	value, _, ok := strings.Cut(rest, "`")
	if !ok {
		return ""
	}
	return value
}
