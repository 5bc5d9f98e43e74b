package console

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"

	"github.com/optgap/optgap"
)

// UsageError is an error in a call of the program.
type UsageError struct{ error }

func (u UsageError) Unwrap() error { return u.error }

// Usage returns a UsageError with the text.
func Usage(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// unknownCommand is the error about a command that is none of those of a group, or of the program for "".
func unknownCommand(group string, commands []*cli.Command, found string) error {
	var known, main []string
	for _, c := range commands {
		if known = append(known, c.Name); !c.Hidden && c.Name != "help" && c.Name != completionName {
			main = append(main, c.Name)
		}
	}
	prefix, help := "", "help"
	if group != "" {
		prefix, help = group+": ", "help "+group
	}
	return Usage("%sfound command %q, expected %s%s: see optgap %s",
		prefix, found, Alternatives("", main), DidYouMean("", found, known), help)
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

// NameFlags returns an error about a field as one about the flag with the same name. An error about
// a field without a flag stays as it is.
func NameFlags(c *cli.Command, err error) error {
	var wrong *optgap.FieldError
	if !errors.As(err, &wrong) {
		return err
	}
	flags := strings.Split(wrong.Field, " and ") // such as "warm-up and cut-drain"
	for i, flag := range flags {
		name, _, _ := strings.Cut(flag, " ") // of "set PARAMETER"
		if OptionOf(c, name) == nil {
			return err
		}
		flags[i] = "--" + flag
	}
	about := optgap.BadField(strings.Join(flags, " and "), given(c, wrong.Field, wrong.Found), wrong.Expected)
	return UsageError{errors.New(strings.Replace(err.Error(), wrong.Error(), about.Error(), 1))}
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

// checkUsage checks a command line before anything is read or written.
func checkUsage(c *cli.Context, s Streams) error {
	for _, o := range Options(c.Command) {
		if err := o.Option.Check(); err != nil {
			return NameFlags(c.Command, err)
		}
		for _, check := range o.checks {
			if err := check(); err != nil {
				return err
			}
		}
	}
	if err := checkEffects(c); err != nil {
		return err
	}
	return checkFiles(c, s)
}
