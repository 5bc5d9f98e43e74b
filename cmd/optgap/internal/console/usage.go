package console

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
)

// UsageError is an error in a call of the program.
type UsageError struct{ error }

func (u UsageError) Unwrap() error { return u.error }

// Usage returns a UsageError with the text.
func Usage(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// unknownCommand is the error about a command that is none of those of a group, or of the program
// for "".
func unknownCommand(group string, commands []*cli.Command, found string) error {
	var known, main []string
	for _, c := range commands {
		known = append(known, c.Name)
		if !c.Hidden && c.Name != "help" && c.Name != completionName {
			main = append(main, c.Name)
		}
	}
	hint := didYouMean("", found, known)
	for _, c := range commands {
		is := func(sub *cli.Command) bool { return sub.HasName(found) }
		if hint == "" && slices.ContainsFunc(c.Subcommands, is) {
			hint = didYouMean(c.Name+" ", found, []string{found})
		}
	}
	return Usage(
		"%sfound command %q, expected %s%s: see %s",
		prefixed(group),
		found,
		Alternatives("", main),
		hint,
		strings.TrimSpace("optgap help "+group),
	)
}

// prefixed returns the name of a command before an error about it; "": none.
func prefixed(command string) string {
	if command == "" {
		return ""
	}
	return command + ": "
}

// didYouMean suggests the name that is most like the one found; "": none is.
func didYouMean(prefix, found string, names []string) string {
	const alike, boost, prefixSize = 0.85, 0.7, 4 // the last two are Winkler's
	best := alike
	nearest := ""
	for _, name := range names {
		likeness := smetrics.JaroWinkler(
			strings.ToLower(found),
			strings.ToLower(name),
			boost,
			prefixSize,
		)
		if likeness > best {
			best = likeness
			nearest = name
		}
	}
	if nearest == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s%s?)", prefix, nearest)
}

// named returns the error of a command with flags in the place of fields, and with the value that
// was perhaps meant. The fields of options have the names of flags. A field without a flag stays,
// and so does an error about input.
func (p *Program) named(c *cli.Command, err error) error {
	var wrong *optgap.FieldError
	if !errors.As(err, &wrong) || p.BadInput(err) {
		return err
	}
	name, _, _ := strings.Cut(wrong.Field, " ") // of "set PARAMETER"
	if OptionOf(c, name) == nil {
		return fmt.Errorf("%w%s", err, meant(c, wrong))
	}
	found := given(c, wrong.Field, wrong.Found)
	about := optgap.BadField("--"+wrong.Field, found, wrong.Expected)
	text := strings.Replace(err.Error(), wrong.Error(), about.Error(), 1)
	return UsageError{errors.New(text + meant(c, about))}
}

// meant suggests the value of a flag that was perhaps meant, where an error is about one that is no
// known name.
func meant(c *cli.Command, about *optgap.FieldError) string {
	name, isFlag := strings.CutPrefix(about.Field, "--")
	o := OptionOf(c, name)
	found, err := strconv.Unquote(about.Found)
	if !isFlag || o == nil || o.Option.Names == nil || err != nil ||
		slices.Contains(o.Option.Names(), found) {
		return ""
	}
	return didYouMean("", strings.TrimSpace(found), o.Option.Names())
}

// missing returns the error of a command with the argument or flag that names a file which does not
// exist.
func missing(files []file, err error) error {
	var path *fs.PathError
	if !errors.As(err, &path) || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, f := range files {
		if !f.writes && (path.Path == f.path || strings.HasPrefix(path.Path, f.path+"/")) {
			return fmt.Errorf("%s: %w", f.by, err)
		}
	}
	return err
}

// given returns the value of a flag where a number was found, as the number may be in another unit.
// For any other value it returns the value found.
func given(c *cli.Command, flag, found string) string {
	first, _, _ := strings.Cut(found, " ")
	if _, err := strconv.ParseFloat(first, 64); err != nil {
		return found
	}
	if o := OptionOf(c, flag); o != nil && o.Expected() != "" {
		return o.Text()
	}
	return found
}

// checkUsage checks a command line before anything is read or written. It returns the files that
// the line names.
func checkUsage(c *cli.Context, s Streams) ([]file, error) {
	for _, o := range Options(c.Command) {
		if err := o.Option.Check(); err != nil {
			return nil, err
		}
		for _, check := range o.checks {
			if err := check(); err != nil {
				return nil, err
			}
		}
	}
	for _, o := range Options(c.Command) {
		for _, n := range o.needs {
			if o.given && !n.Met(c) {
				return nil, Usage(
					"%s: found --%s, which has an effect only %s",
					FullName(c.Command),
					o.Name,
					n.Only,
				)
			}
		}
	}
	return checkFiles(c, s)
}

// Need is a condition under which a flag has an effect.
type Need struct {
	Only string                  // the condition, as it follows "only" in help and messages, such as "with --replay"
	Met  func(*cli.Context) bool // reports whether the condition holds
	mute bool                    // help does not mention the condition at the flag
}

// Only states that the flag has an effect only where all needs are met, beside earlier ones.
func (o *Option) Only(needs ...Need) *Option {
	o.needs = append(o.needs, needs...)
	return o
}

// Limit states that those of the flags have an effect only where the need is met that have one of
// the names, with blanks between. It returns all flags.
func Limit(flags Flags, names string, need Need) Flags {
	for name := range strings.FieldsSeq(names) {
		flags.Option(name).Only(need)
	}
	return flags
}

// needed returns the needs of the flag for help; "": there are none.
func (o *Option) needed() string {
	var parts []string
	for _, n := range o.needs {
		if !n.mute {
			parts = append(parts, n.Only)
		}
	}
	return strings.Join(parts, " and ")
}

// WithValue is the need that a flag has one of the values.
func WithValue(flag string, values ...string) Need {
	return Need{
		Only: "with --" + flag + " " + Alternatives("", values),
		Met: func(c *cli.Context) bool {
			return slices.Contains(values, OptionOf(c.Command, flag).Text())
		},
	}
}

// Unsaid is a need that help does not mention at the flag.
func Unsaid(n Need) Need {
	n.mute = true
	return n
}

// WithFlag is the need that one of the flags has a value other than false, 0 or "".
func WithFlag(flags ...string) Need {
	return Need{
		Only: "with " + Alternatives("--", flags),
		Met: func(c *cli.Context) bool {
			return slices.ContainsFunc(flags, func(name string) bool {
				none := []string{"", "0", "0s", "false"}
				return !slices.Contains(none, OptionOf(c.Command, name).Text())
			})
		},
	}
}

// Without is the need that none of the flags is given.
func Without(flags ...string) Need {
	with := WithFlag(flags...)
	return Need{
		Only: "without " + Alternatives("--", flags),
		Met:  func(c *cli.Context) bool { return !with.Met(c) },
	}
}

// Alternatives is such as "a, b or c", with the prefix before each name.
func Alternatives(prefix string, names []string) string {
	return format.Enumeration(
		"or",
		lists.Each(names, func(name string) string { return prefix + name }),
	)
}
