package console

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
)

// UsageError is an error in a call of the program.
type UsageError struct{ error }

func (u UsageError) Unwrap() error { return u.error }

// Usage returns a UsageError with the text.
func Usage(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// The errors of the flag and cli packages about a command line that they cannot read.
var (
	unknownFlag  = regexp.MustCompile(`^flag provided but not defined: -(.+)$`)
	missingValue = regexp.MustCompile(`^flag needs an argument: -(.+)$`)
	invalidValue = regexp.MustCompile(`^invalid (?:boolean )?value (".*") for (?:flag )?-([^\s:]+): `)
)

// explain returns an error of the cli package about a command line in this program's words.
func explain(c *cli.Context, err error) error {
	text := err.Error()
	if m := unknownFlag.FindStringSubmatch(text); m != nil {
		return Usage("%sfound --%s, which is no flag of %s%s", prefix(c), m[1], caller(c), suggestion(c, m[1]))
	}
	if m := missingValue.FindStringSubmatch(text); m != nil {
		return &optgap.FieldError{Field: "--" + m[1], Found: "no value", Expected: ExpectedBy(c, m[1])}
	}
	if m := invalidValue.FindStringSubmatch(text); m != nil {
		return &optgap.FieldError{Field: "--" + m[2], Found: m[1], Expected: ExpectedBy(c, m[2])}
	}
	return UsageError{err}
}

// prefix begins messages about a command; "": the message is about the program.
func prefix(c *cli.Context) string {
	if isCommand(c) {
		return FullName(c.Command) + ": "
	}
	return ""
}

// caller is the program with the name of the command, if there is one.
func caller(c *cli.Context) string {
	return strings.TrimSpace(ProgramName + " " + FullName(c.Command))
}

// isCommand tells whether the context is that of a command, not of the program.
func isCommand(c *cli.Context) bool { return FullName(c.Command) != "" }

// suggestion names the commands that have a flag, or else the known flag that is most like it.
func suggestion(c *cli.Context, name string) string {
	var others []string
	has := func(f cli.Flag) bool { return slices.Contains(f.Names(), name) }
	for _, other := range Leaves(c.App.VisibleCommands()) {
		if other != c.Command && slices.ContainsFunc(other.Flags, has) {
			others = append(others, FullName(other))
		}
	}
	if others != nil {
		return ", but of " + Alternatives("", others)
	}
	flags := c.App.Flags
	if isCommand(c) {
		flags = c.Command.Flags
	}
	var names []string
	for _, f := range flags {
		names = append(names, f.Names()...)
	}
	return DidYouMean("--", name, names)
}

// commandNames returns the names of the program's visible commands.
func commandNames(c *cli.Context) []string {
	var names []string
	for _, command := range c.App.VisibleCommands() {
		names = append(names, command.Names()...)
	}
	return names
}

// mainCommands returns the names of the commands that work on traces and steps.
func mainCommands(c *cli.Context) []string {
	others := []string{"help", "h", completionName}
	return slices.DeleteFunc(commandNames(c), func(name string) bool { return slices.Contains(others, name) })
}

// DidYouMean suggests the name that is most like the one found; "": none is.
func DidYouMean(prefix, found string, names []string) string {
	const alike, boost, prefixSize = 0.85, 0.7, 4 // the last two are Winkler's
	best, nearest := alike, ""
	for _, name := range names {
		if likeness := smetrics.JaroWinkler(found, name, boost, prefixSize); likeness > best {
			best, nearest = likeness, name
		}
	}
	if nearest == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s%s?)", prefix, nearest)
}

// ExpectedBy describes the values of a flag.
func ExpectedBy(c *cli.Context, name string) string {
	i := slices.IndexFunc(c.Command.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) })
	if i < 0 {
		return "a value"
	}
	return expectedBy(c.Command.Flags[i])
}

// expectedBy describes the values of the flag.
func expectedBy(f cli.Flag) string {
	switch f := Bare(f).(type) {
	case *cli.DurationFlag:
		return field.Duration
	case *cli.BoolFlag:
		return field.Bool
	case *cli.IntFlag, *cli.Int64Flag:
		return field.Integer
	case *cli.Uint64Flag:
		return field.Natural
	case *cli.Float64Flag:
		return field.Number
	case cli.DocGenerationFlag:
		return cmp.Or(Placeholder(f.GetUsage()), "a value")
	}
	return "a value"
}

// NameFlags returns an error about a field as one about the flag with the same name. An error about
// a field without a flag stays as it is.
func NameFlags(c *cli.Context, err error) error {
	var wrong *optgap.FieldError
	if !errors.As(err, &wrong) {
		return err
	}
	flags := strings.Split(wrong.Field, " and ") // such as "warm-up and cut-drain"
	for i, flag := range flags {
		name, _, _ := strings.Cut(flag, " ") // of "set PARAMETER"
		if !HasFlag(c, name) {
			return err
		}
		flags[i] = "--" + flag
	}
	about := &optgap.FieldError{
		Field: strings.Join(flags, " and "), Found: given(c, wrong.Field, wrong.Found), Expected: wrong.Expected,
	}
	return UsageError{errors.New(strings.Replace(err.Error(), wrong.Error(), about.Error(), 1))}
}

// given returns the value of a flag where a number was found, as the number may be in another unit.
// For any other value it returns the value found.
func given(c *cli.Context, flag, found string) string {
	first, _, _ := strings.Cut(found, " ")
	if _, err := strconv.ParseFloat(first, 64); err != nil {
		return found
	}
	for _, f := range c.Command.Flags {
		if f.Names()[0] != flag {
			continue
		}
		switch Bare(f).(type) {
		case *cli.IntFlag, *cli.Int64Flag, *cli.Float64Flag, *cli.DurationFlag:
			return fmt.Sprint(c.Value(flag))
		}
	}
	return found
}

// checkUsage checks a command line before anything is read or written.
func checkUsage(c *cli.Context, s Streams) error {
	if err := checkEffects(c); err != nil {
		return err
	}
	if err := checkWidth(c); err != nil {
		return err
	}
	return checkFiles(c, s)
}

// Arguments checks how many arguments follow the flags. what describes the expected ones.
func Arguments(c *cli.Context, least, most int, what string) error {
	if n := c.NArg(); n < least || n > most {
		return Usage("%s: found %s, expected %s", FullName(c.Command), format.Count(int64(n), "argument"), what)
	}
	return nil
}
