package field

import "reflect"

// Option is a variable that a user sets: by a flag, or by a value in a file. Before that it has its default.
type Option struct {
	Name     string
	Variable any    // a pointer to a string, a number, a bool, a time.Duration, a []string or Lines
	Usage    string // what it is for; the name of its value stands between backquotes
	Group    string // the heading of options that belong together
	Default  string // the default in words; "": as it is typed
	Reads    bool   // the value names a file that is read
	Need
	// Names returns the names that the value may have, or its parts between commas. nil: it is no name.
	Names func() []string
}

// Need is the condition under which an option has an effect. The zero value: always.
type Need struct {
	Only string // the condition in words, as it follows "only"
	Met  func() bool
}

// Fixed returns a function that returns names.
func Fixed[S ~string](names ...S) func() []string {
	return func() (all []string) {
		for _, name := range names {
			all = append(all, string(name))
		}
		return all
	}
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

// Read reads the value from text. On an error expected says in words which texts are right; "": the usage says it.
func (o *Option) Read(text string) (expected string, err error) {
	return set(reflect.ValueOf(o.Variable).Elem(), text)
}

// Expected says in words which texts are right; "": the usage says it.
func (o *Option) Expected() string {
	expected, _ := set(reflect.New(reflect.TypeOf(o.Variable).Elem()).Elem(), "")
	return expected
}
