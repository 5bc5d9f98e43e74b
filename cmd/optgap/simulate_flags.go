package main

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
	"github.com/optgap/optgap/bench/schedulers"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
)

// list reads a flag that holds values between commas, each at most once.
func list[T comparable](c *cli.Context, flag, expected string, parse func(string) (T, error)) ([]T, error) {
	var values []T
	for text := range strings.SplitSeq(c.String(flag), ",") {
		v, err := parse(strings.TrimSpace(text))
		if err != nil {
			var use usageError
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

// schedulerOptions reads the flags about schedulers.
func schedulerOptions(c *cli.Context) (o schedulers.Options, err error) {
	o.DynP.Slack, o.DynP.FutureJobs, o.DynP.Running = c.Float64("slack"), c.Int("future-jobs"), c.Bool("running")
	o.DynP.Replan = dynp.Replan(c.String("replan"))
	if o.DynP.Quality, err = dynp.ParseQuality(c.String("quality")); err != nil {
		return o, named(c, err)
	}
	if o.DynP.FutureSeconds, err = seconds(c, "future-time"); err != nil {
		return o, err
	}
	if c.String("policies") != "" {
		names, err := list(c, "policies", "", func(name string) (string, error) { return name, nil })
		if err != nil {
			return o, err
		}
		for _, name := range names {
			p, err := heuristics.PolicyByName(name)
			if err != nil {
				return o, named(c, err)
			}
			o.DynP.Policies = append(o.DynP.Policies, p)
		}
	}
	if err := o.DynP.Validate(); err != nil {
		return o, named(c, err)
	}
	if o.BiCriteria, err = biCriteria(c); err != nil {
		return o, err
	}
	basic := dynp.BasicOptions{Lower: c.Duration("lower").Seconds(), Upper: c.Duration("upper").Seconds()}
	if err := basic.Validate(); err != nil {
		return o, named(c, err)
	}
	o.Basic = &basic
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
		return o, &optgap.FieldError{Field: "--slack-factor", Found: strconv.FormatFloat(o.SlackFactor, 'g', -1, 64), Expected: "a finite number above 0; conservative backfilling is the scheduler conservative"}
	}
	return o, nil
}
