package console

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
)

// Need is a condition under which a flag has an effect.
type Need struct {
	Only string                  // the condition, as it follows "only" in help and messages, such as "with --replay"
	Met  func(*cli.Context) bool // tells whether the condition holds
	mute bool                    // help does not mention the condition at the flag
}

// NeedOf returns the need of an option as one of its flag.
func NeedOf(n field.Need) Need {
	return Need{Only: n.Only, Met: func(*cli.Context) bool { return n.Met() }}
}

// Only states that the flag has an effect only where all needs are met, beside earlier ones.
func (o *Option) Only(needs ...Need) *Option {
	o.needs = append(o.needs, needs...)
	return o
}

// Limit states that those of the flags have an effect only where the need is met that have one of the names, with
// blanks between. It returns all flags.
func Limit(flags []cli.Flag, names string, need Need) []cli.Flag {
	c := &cli.Command{Flags: flags}
	for name := range strings.FieldsSeq(names) {
		OptionOf(c, name).Only(need)
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

// checkEffects refuses flags that are given and have no effect.
func checkEffects(c *cli.Context) error {
	for _, o := range Options(c.Command) {
		for _, n := range o.needs {
			if o.given && !n.Met(c) {
				return Usage("%s: found --%s, which has an effect only %s", FullName(c.Command), o.Name, n.Only)
			}
		}
	}
	return nil
}

// WithValue is the need that a flag has the value.
func WithValue(flag, value string) Need {
	return Need{Only: "with --" + flag + " " + value, Met: func(c *cli.Context) bool {
		return OptionOf(c.Command, flag).Text() == value
	}}
}

// Unsaid is a need that help does not mention at the flag.
func Unsaid(n Need) Need {
	n.mute = true
	return n
}

// WithFlag is the need that one of the flags is given.
func WithFlag(flags ...string) Need {
	return Need{Only: "with " + Alternatives("--", flags), Met: func(c *cli.Context) bool { return AnyOf(c, flags) }}
}

// Without is the need that none of the flags is given.
func Without(flags ...string) Need {
	return Need{Only: "without " + Alternatives("--", flags), Met: func(c *cli.Context) bool { return !AnyOf(c, flags) }}
}

// AnyOf tells whether one of the flags has a value other than false, 0 or "".
func AnyOf(c *cli.Context, flags []string) bool {
	return slices.ContainsFunc(flags, func(name string) bool {
		return !slices.Contains([]string{"", "0", "false"}, OptionOf(c.Command, name).Text())
	})
}

// Alternatives is such as "a, b or c", with the prefix before each name.
func Alternatives(prefix string, names []string) string {
	return format.Enumeration("or", frame.Each(names, func(name string) string { return prefix + name }))
}
