package command

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/cmd/optgap/console"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
)

// list reads a flag that holds values between commas, each at most once.
func list[T comparable](c *cli.Context, flag, expected string, parse func(string) (T, error)) ([]T, error) {
	var values []T
	for text := range strings.SplitSeq(c.String(flag), ",") {
		v, err := parse(strings.TrimSpace(text))
		if err != nil {
			var use console.UsageError
			if errors.As(err, &use) { // says it already
				return nil, err
			}
			return nil, &optgap.FieldError{Field: "--" + flag, Found: fmt.Sprintf("%q", text), Expected: expected}
		}
		if slices.Contains(values, v) {
			return nil, &optgap.FieldError{Field: "--" + flag, Found: fmt.Sprintf("%q twice", text), Expected: "each value once"}
		}
		values = append(values, v)
	}
	return values, nil
}

// wholeSeconds reads one value of a list of times.
func wholeSeconds(text string) (int64, error) {
	d, err := time.ParseDuration(text)
	if err == nil && d%time.Second != 0 {
		err = strconv.ErrRange
	}
	return int64(d / time.Second), err
}

// duration returns a time that is given in seconds.
func duration(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }

// seconds reads a duration that is a whole number of seconds and not below 0.
func seconds(c *cli.Context, flag string) (int64, error) {
	d := c.Duration(flag)
	if d < 0 || d%time.Second != 0 {
		return 0, &optgap.FieldError{Field: "--" + flag, Found: d.String(), Expected: "whole seconds, at least 0"}
	}
	return int64(d / time.Second), nil
}

// shrinkingFactors reads --shrink.
func shrinkingFactors(c *cli.Context) ([]float64, error) {
	return list(c, "shrink", "numbers above 0, such as 1,0.9", func(text string) (float64, error) {
		f, err := field.ParseNumber(text)
		if err == nil && !(f > 0 && f < 1e9) {
			err = strconv.ErrRange
		}
		return f, err
	})
}

// dynPFlags are those of the commands that replay self-tuning dynP. replan is the
// default of --replan.
func dynPFlags(replan dynp.Replan) []cli.Flag {
	var replans []string
	for _, r := range dynp.Replans() {
		replans = append(replans, string(r))
	}
	sched := categoryScheduler
	return []cli.Flag{
		&cli.Float64Flag{
			Category: sched, Name: "slack", Usage: "the `SHARE` by which a new policy must be better, such as 5% or 0.05",
		},
		&cli.IntFlag{Category: sched, Name: "future-jobs", Usage: "only the first `N` started jobs of a plan count; 0: all"},
		&cli.DurationFlag{
			Category: sched, Name: "future-time", Usage: "only jobs that start within `TIME` count, such as 6h; 0: all",
		},
		&cli.StringFlag{
			Category: sched, Name: "replan", Value: string(replan),
			Usage: "`WHEN` plans are made and compared: " + strings.Join(replans, ", "),
		},
		&cli.BoolFlag{Category: sched, Name: "running", Usage: "running jobs count for a plan's quality too"},
	}
}

// dynPOptions reads the flags of dynPFlags.
func dynPOptions(c *cli.Context) (o dynp.Options, err error) {
	var d schedulers.Deciding
	if err := console.Fill(c, &d); err != nil {
		return o, err
	}
	o, err = d.Options()
	return o, named(c, err)
}

// renamed returns an error about a field with another name of the field.
func renamed(err error, name string) error {
	var wrong *optgap.FieldError
	if !errors.As(err, &wrong) {
		return err
	}
	return &optgap.FieldError{Field: name, Found: wrong.Found, Expected: wrong.Expected}
}

// schedulerOptions reads the flags about schedulers.
func schedulerOptions(c *cli.Context) (o schedulers.Options, err error) {
	if o.DynP, err = dynPOptions(c); err != nil {
		return o, err
	}
	if o.DynP.Quality, err = dynp.ParseQuality(c.String("quality")); err != nil {
		return o, named(c, err)
	}
	if o.DynP.Policies, err = dynPPolicies(c); err != nil {
		return o, err
	}
	if err := o.DynP.Validate(); err != nil {
		return o, named(c, err)
	}
	if o.BiCriteria, err = biCriteria(c); err != nil {
		return o, err
	}
	if o.Aging, err = seconds(c, "aging"); err != nil {
		return o, err
	}
	if o.IVS.Interactive, err = seconds(c, "interactive"); err != nil {
		return o, err
	}
	if o.IVS.Interactive == 0 {
		return o, &optgap.FieldError{Field: "--interactive", Found: "0s", Expected: "at least 1s"}
	}
	if o.SlackFactor = c.Float64("slack-factor"); !(o.SlackFactor > 0) || math.IsInf(o.SlackFactor, 1) {
		return o, &optgap.FieldError{
			Field: "--slack-factor", Found: strconv.FormatFloat(o.SlackFactor, 'g', -1, 64),
			Expected: "a finite number above 0; conservative backfilling is the scheduler conservative",
		}
	}
	return o, nil
}

// basicBounds reads --lower and --upper: all pairs in which upper is not below lower.
func basicBounds(c *cli.Context) (all []dynp.BasicOptions, err error) {
	var bounds [2][]float64
	for i, name := range []string{"lower", "upper"} {
		bounds[i], err = list(c, name, "times from 0 with a unit, such as 2h,3h", func(text string) (float64, error) {
			d, err := time.ParseDuration(text)
			if d < 0 {
				err = strconv.ErrRange
			}
			return d.Seconds(), err
		})
		if err != nil {
			return nil, err
		}
	}
	for _, lower := range bounds[0] {
		for _, upper := range bounds[1] {
			if lower <= upper {
				all = append(all, dynp.BasicOptions{Lower: lower, Upper: upper})
			}
		}
	}
	if len(all) == 0 {
		expected := "at least --lower, " + c.String("lower")
		return nil, &optgap.FieldError{Field: "--upper", Found: strconv.Quote(c.String("upper")), Expected: expected}
	}
	return all, nil
}

// dynPPolicies reads --dynp-policies; nil without it.
func dynPPolicies(c *cli.Context) ([]heuristics.Policy, error) {
	if c.String(dynPPoliciesName) == "" {
		return nil, nil
	}
	names, err := list(c, dynPPoliciesName, "", func(name string) (string, error) { return name, nil })
	if err != nil {
		return nil, err
	}
	var all []heuristics.Policy
	for _, name := range names {
		p, err := heuristics.PolicyByName(name)
		if err != nil {
			return nil, renamed(err, "--"+dynPPoliciesName)
		}
		all = append(all, p)
	}
	return all, nil
}

func simulateEffects() []console.Effect {
	deciding := withScheduler(schedulers.SelfTuningNames()...)
	return []console.Effect{
		console.Only("rejects", console.Without("strict")),
		console.Only("machine", console.Without("sites")),
		console.Only("slack future-jobs future-time dynp-policies replan running quality", deciding),
		console.Only("lower upper", withScheduler(sweep.Basic)),
		console.Only("aging", withScheduler(schedulersNamed("first-fit")...)),
		console.Only("interactive", withScheduler("ivs")),
		console.Only("slack-factor", withScheduler("slack")),
		console.Only("seed shuffles", withScheduler(batchBiCriteria)),
		console.Only("reservations-out", console.WithFlag("reservations")),
		console.Only("draw-from draw-to", console.WithFlag("gantt", "timeline")),
	}
}

// batchBiCriteria is a scheduler with random choices.
const batchBiCriteria = "batch-bicriteria"

// withScheduler is the need of one of the schedulers.
func withScheduler(names ...string) console.Need {
	return console.Need{Only: "with --scheduler " + console.Alternatives("", names), Met: func(c *cli.Context) bool {
		for name := range strings.SplitSeq(c.String("scheduler"), ",") {
			name = strings.ToLower(strings.TrimSpace(name))
			if name == allSchedulers || slices.Contains(names, name) || schedulers.Known(name) != nil { // refused elsewhere
				return true
			}
		}
		return false
	}}
}

// schedulersNamed returns the schedulers whose names begin so.
func schedulersNamed(prefix string) []string {
	return slices.DeleteFunc(schedulers.Names(), func(name string) bool { return !strings.HasPrefix(name, prefix) })
}
