package command

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
)

// wholeSeconds reads one value of a list of times.
func wholeSeconds(text string) (int64, error) {
	d, err := time.ParseDuration(text)
	if err == nil && d%time.Second != 0 {
		err = strconv.ErrRange
	}
	return int64(d / time.Second), err
}

// shrinkFlag is --shrink.
func shrinkFlag(factors *[]float64, initial, usage string) *console.Option {
	const expected = "numbers above 0, such as 1,0.9"
	return console.List(factors, "shrink", initial, usage, expected, func(text string) (float64, error) {
		f, err := field.ParseNumber(text)
		if err == nil && !(f > 0 && f < 1e9) {
			err = strconv.ErrRange
		}
		return f, err
	})
}

// timesFlag is a flag for a list of times, in seconds.
func timesFlag(seconds *[]float64, name string, initial float64, usage string) *console.Option {
	const expected = "times from 0 with a unit, such as 2h,3h"
	text := time.Duration(initial * float64(time.Second)).String()
	return console.List(seconds, name, text, usage, expected, func(text string) (float64, error) {
		d, err := time.ParseDuration(text)
		if d < 0 {
			err = strconv.ErrRange
		}
		return d.Seconds(), err
	})
}

// dynPFlags are those of the commands that replay self-tuning dynP.
func dynPFlags(d *schedulers.Deciding) []cli.Flag {
	replans := field.Fixed(dynp.Replans()...)
	return console.In(groupScheduler,
		console.Flag(&d.Slack, "slack", "the `SHARE` by which a new policy must be better, such as 5% or 0.05"),
		console.Flag(&d.FutureJobs, "future-jobs", "only the first `N` started jobs of a plan count; 0: all"),
		console.Flag(&d.FutureTime, "future-time", "only jobs that start within `TIME` count, such as 6h; 0: all"),
		console.Flag(&d.Replan, "replan", "`WHEN` plans are made and compared: "+strings.Join(replans(), ", ")).
			Takes(replans),
	)
}

// renamed returns an error about a field with another name of the field.
func renamed(err error, name string) error {
	var wrong *optgap.FieldError
	if !errors.As(err, &wrong) {
		return err
	}
	return optgap.BadField(name, wrong.Found, wrong.Expected)
}

// basicBounds returns all pairs of --lower and --upper in which upper is not below lower.
func (m *simulation) basicBounds() (all []dynp.BasicOptions, err error) {
	for _, lower := range m.lower {
		for _, upper := range m.upper {
			if lower <= upper {
				all = append(all, dynp.BasicOptions{Lower: lower, Upper: upper})
			}
		}
	}
	if len(all) == 0 {
		lower, upper := console.OptionOf(m.Command, "lower").Text(), console.OptionOf(m.Command, "upper").Text()
		return nil, optgap.BadField("--upper", strconv.Quote(upper), "at least --lower, "+lower)
	}
	return all, nil
}

// dynPPolicies reads the names of --dynp-policies; nil for "".
func dynPPolicies(names string) (all []heuristics.Policy, err error) {
	if names == "" {
		return nil, nil
	}
	for name := range strings.SplitSeq(names, ",") {
		p, err := heuristics.PolicyByName(strings.TrimSpace(name))
		if err != nil {
			return nil, renamed(err, "--dynp-policies")
		}
		if slices.ContainsFunc(all, func(other heuristics.Policy) bool { return other.Name == p.Name }) {
			found := strconv.Quote(name) + " twice"
			return nil, optgap.BadField("--dynp-policies", found, "each value once")
		}
		all = append(all, p)
	}
	return all, nil
}

// usesCommands tells whether each --scheduler-command is named.
func (m *simulation) usesCommands(*cli.Context) bool {
	return !slices.ContainsFunc(m.options.Commands, func(c batsim.Command) bool {
		return !slices.Contains(m.names, c.Name) && !strings.EqualFold(m.sweep.Against, c.Name)
	})
}

// batchBiCriteria is a scheduler with random choices.
const batchBiCriteria = "batch-bicriteria"

// withScheduler is the need of one of the schedulers.
func (m *simulation) withScheduler(names ...string) console.Need {
	return console.Need{Only: "with --scheduler " + console.Alternatives("", names), Met: func(*cli.Context) bool {
		return slices.ContainsFunc(m.names, func(name string) bool { return slices.Contains(names, name) })
	}}
}

// schedulersNamed returns the schedulers whose names begin so.
func schedulersNamed(prefix string) []string {
	return slices.DeleteFunc(schedulers.Names(), func(name string) bool { return !strings.HasPrefix(name, prefix) })
}
