package console

import (
	"cmp"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
)

// Option is a flag of a command. It implements the interfaces of flags of the cli package.
type Option struct {
	field.Option
	File    *fileRole // use of the file that the value names, nil if the value names no file
	aliases []string
	Initial string         // the default as it is typed
	given   bool           // the command line has the flag
	wrong   error          // of the value on the command line
	common  bool           // help shows the flag without its heading
	hidden  bool           // help does not show the flag
	repeats bool           // it may be given several times
	needs   []Need         // conditions, all of which must hold for the flag to have an effect
	checks  []func() error // called before a command does anything
}

// Flag is a flag that sets a variable, see field.Option. In the usage, the name of the value stands
// between backquotes. With "..." at its end, the flag may be given several times.
func Flag(variable any, name, usage string) *Option {
	return Of(field.Option{Name: name, Variable: variable, Usage: usage})
}

// Of is the flag of an option.
func Of(o field.Option) *Option {
	f := &Option{Option: o, Initial: o.Text()}
	if o.Reads {
		f.Reads().Each(o.Paths)
	}
	if o.Met != nil {
		f.Only(Need{Only: o.Need.Only, Met: func(*cli.Context) bool { return o.Need.Met() }})
	}
	return f
}

// All are the flags of options.
func All(options []field.Option) []*Option { return lists.Each(options, Of) }

// Flags are the flags of a command, in order: each is an *Option, an []*Option, or Flags. A string
// before flags is the heading of help for those that have none of their own.
type Flags []any

// all returns the flags in the form of the cli package.
func (f Flags) all() (flags []cli.Flag) {
	heading := ""
	for _, part := range f {
		switch part := part.(type) {
		case string:
			heading = part
		case *Option:
			flags = append(flags, part.Under(heading))
		case []*Option:
			for _, o := range part {
				flags = append(flags, o.Under(heading))
			}
		case Flags:
			flags = append(flags, part.all()...)
		default:
			panic(fmt.Sprintf("found %T among the flags, expected a heading or flags", part))
		}
	}
	return flags
}

// Option returns the flag that has the name, or nil if there is none.
func (f Flags) Option(name string) *Option { return OptionOf(&cli.Command{Flags: f.all()}, name) }

// Under puts the flag under a heading of help, unless it has one.
func (o *Option) Under(group string) *Option {
	o.Group = cmp.Or(o.Group, group)
	return o
}

// Alias gives the flag other names.
func (o *Option) Alias(names ...string) *Option {
	o.aliases = names
	return o
}

// Repeats says that the flag may be given several times, as those may whose value has "..." at the
// end.
func (o *Option) Repeats() *Option {
	o.repeats = true
	return o
}

// Takes says which names the value may have. They are completed, and may be typed in any case.
func (o *Option) Takes(names func() []string) *Option {
	o.Option.Names = names
	return o
}

// OneOf says that a value that is given is one of the names.
func (o *Option) OneOf(expected string, names func() []string) *Option {
	return o.Takes(names).
		Must(expected, func() bool { return !o.given || slices.Contains(names(), o.Text()) })
}

// Must states when a value is right.
func (o *Option) Must(expected string, right func() bool) *Option {
	return o.Check(func() error {
		if right() {
			return nil
		}
		found := o.Text()
		if o.Expected() == "" {
			found = strconv.Quote(found)
		}
		return optgap.BadField("--"+o.Name, found, expected)
	})
}

// AtLeast refuses values below the least one, which is typed so.
func (o *Option) AtLeast(least string) *Option {
	o.Least = least
	return o
}

// NotBlank refuses a blank value, which stands for a flag that is not given.
func (o *Option) NotBlank() *Option {
	return o.Must(o.expected(), func() bool { return !o.given || o.Text() != "" })
}

// Check has a function called before the command does anything. Its error is that of the command.
func (o *Option) Check(check func() error) *Option {
	o.checks = append(o.checks, check)
	return o
}

// set reads the value of the flag. A flag that is given again adds to a list, or has the same value
// again.
func (o *Option) set(text string) error {
	before := o.Text()
	text = o.Canonical(text)
	if _, lines := o.Variable.(*field.Lines); lines {
		text = field.Line(text)
		if o.given {
			text = before + "\n" + text
		}
	} else if o.given && o.isList() {
		text = before + "," + text
	}
	if expected, err := o.Read(text); err != nil {
		return optgap.BadText("--"+o.Name, text, cmp.Or(expected, o.expected()))
	}
	if now := o.Text(); o.given && !o.isList() && now != before {
		return optgap.BadField("--"+o.Name, fmt.Sprintf("%q and %q", before, now), "one value")
	}
	o.given = true
	return nil
}

// value is the value of a flag for the flag package, which keeps the text of an error alone.
type value struct{ *Option }

func (v value) String() string { return v.Text() }

func (v value) Set(text string) error {
	v.wrong = v.set(text)
	return v.wrong
}

// expected describes the values of the flag.
func (o *Option) expected() string { return cmp.Or(o.Expected(), o.Placeholder(), "a value") }

// isList reports whether the flag may be given several times.
func (o *Option) isList() bool {
	_, lines := o.Variable.(*field.Lines)
	return lines || o.repeats || strings.HasSuffix(o.Placeholder(), "...")
}

func (o *Option) Names() []string { return append([]string{o.Name}, o.aliases...) }

// Apply tells the flag package of the flag by its main name, as permuted does.
func (o *Option) Apply(set *flag.FlagSet) error {
	set.Var(value{o}, o.Name, "")
	set.Usage = func() {} // errors have one line
	return nil
}

func (o *Option) IsSet() bool          { return o.given }
func (o *Option) IsVisible() bool      { return !o.hidden }
func (o *Option) String() string       { return flagHelp(o) }
func (o *Option) GetValue() string     { return o.Text() }
func (o *Option) GetEnvVars() []string { return nil }
func (o *Option) TakesValue() bool     { _, is := o.Variable.(*bool); return !is }

func (o *Option) GetCategory() string {
	if o.common {
		return ""
	}
	return o.Group
}

func (o *Option) GetUsage() string {
	if needed := o.needed(); needed != "" {
		return o.Usage + "; only " + needed
	}
	return o.Usage
}

// GetDefaultText returns the default, unless it says nothing.
func (o *Option) GetDefaultText() string {
	text := cmp.Or(o.Default, o.Initial)
	if _, is := o.Variable.(*[]string); is {
		text = cmp.Or(o.Default, strings.ReplaceAll(o.Initial, ",", ", "))
	}
	if !o.TakesValue() || text == "0" || text == "0s" {
		return ""
	}
	return text
}

// Options returns the flags of a command.
func Options(c *cli.Command) (all []*Option) {
	for _, f := range c.Flags {
		if o, ok := f.(*Option); ok {
			all = append(all, o)
		}
	}
	return all
}

// OptionOf returns the flag of a command that has the name, or nil if there is none.
func OptionOf(c *cli.Command, name string) *Option {
	for _, o := range Options(c) {
		if slices.Contains(o.Names(), name) {
			return o
		}
	}
	return nil
}

// List is a flag that holds values between commas, each at most once. initial is its default; "":
// no values. expected says which texts parse reads; "": its errors do.
func List[T comparable](
	values *[]T, name, initial, usage, expected string, parse func(string) (T, error),
) *Option {
	o := Flag(&initial, name, usage)
	return o.Check(func() error {
		*values = nil
		if initial == "" && !o.given {
			return nil
		}
		for text := range strings.SplitSeq(initial, ",") {
			v, err := parse(strings.TrimSpace(text))
			wrong := optgap.BadText("--"+name, text, expected)
			switch {
			case err != nil && expected == "": // the error says it
				return err
			case err != nil:
				return wrong
			case slices.Contains(*values, v):
				wrong.Found += " twice"
				wrong.Expected = "each value once"
				return wrong
			}
			*values = append(*values, v)
		}
		return nil
	})
}

// Sizes of help in characters: the width of a line, the indent of flags, and the column at which
// the description of a flag begins.
const (
	HelpWidth  = 100
	HelpIndent = 3
	HelpColumn = 28
)

// plainHelp is the text of a flag as the cli package has it: names, a tab, and the description.
var plainHelp = cli.FlagStringer

// flagHelp is the text of a flag in help: its name, and its description beside.
func flagHelp(f cli.Flag) string {
	name, text, _ := strings.Cut(plainHelp(f), "\t")
	room := HelpColumn - HelpIndent
	if utf8.RuneCountInString(name) >= room {
		name += "\n" + strings.Repeat(" ", HelpColumn)
		room = 0
	}
	return fmt.Sprintf("%-*s%s", room, name, Wrapped(text, HelpWidth-HelpColumn, HelpColumn))
}

// Listed lists names in a column of the width, with what is said about them beside, for a
// description.
func Listed[T any](width int, all []T, entry func(T) (name, about string)) string {
	var b strings.Builder
	for _, one := range all {
		name, about := entry(one)
		for line := range strings.SplitSeq(about, "\n") {
			fmt.Fprintf(
				&b,
				"   %-*s %s\n",
				width,
				name,
				Wrapped(line, HelpWidth-2*HelpIndent-width-1, HelpIndent+width+1),
			)
			name = ""
		}
	}
	return b.String()
}

// Wrapped breaks a text into lines of at most width characters, of which all but the first are
// indented.
func Wrapped(text string, width, indent int) string {
	return strings.ReplaceAll(table.Wrap(text, width), "\n", "\n"+strings.Repeat(" ", indent))
}
