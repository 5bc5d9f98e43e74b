package statement

import (
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
)

// A Limit judges whether an estimate is where a claim has it.
type Limit func(Estimate) Verdict

// Below is the limit of [Estimate.Below]. The others are those of the methods with their names.
func Below(limit float64) Limit   { return func(e Estimate) Verdict { return e.Below(limit) } }
func Above(limit float64) Limit   { return func(e Estimate) Verdict { return e.Above(limit) } }
func AtMost(limit float64) Limit  { return func(e Estimate) Verdict { return e.AtMost(limit) } }
func AtLeast(limit float64) Limit { return func(e Estimate) Verdict { return e.AtLeast(limit) } }
func About(v, tolerance float64) Limit {
	return func(e Estimate) Verdict { return e.About(v, tolerance) }
}

// Both is the limit that an estimate is within two others.
func Both(a, b Limit) Limit { return func(e Estimate) Verdict { return All(a(e), b(e)) } }

// All judges whether each of several estimates is within the limit.
func (l Limit) All(estimates []Estimate) Verdict {
	return All(frame.Each(estimates, l)...)
}

// A Measure is a number of the data of a paper, with its interval.
type Measure[D any] func(D) Estimate

// Each returns the rule that each of several numbers is within a limit. They stand with their intervals. Nothing is
// measured where one is not known.
func Each[D any](limit Limit, digits int, unit string, of ...Measure[D]) func(D) Finding {
	return within(limit, of, func(all []Estimate) string {
		return strings.Join(frame.Each(all, func(e Estimate) string { return e.Text(digits, unit) }), ", ")
	})
}

// Every is as [Each]. Only the values stand, as a row of several has no room for intervals.
func Every[D any](limit Limit, digits int, unit string, of ...Measure[D]) func(D) Finding {
	return within(limit, of, func(all []Estimate) string { return strings.TrimSpace(Values(all, digits) + " " + unit) })
}

func within[D any](limit Limit, of []Measure[D], text func([]Estimate) string) func(D) Finding {
	return func(d D) Finding {
		all := frame.Each(of, func(m Measure[D]) Estimate { return m(d) })
		if !known(all) {
			return Missing("")
		}
		return Found(limit.All(all), text(all))
	}
}

// known tells whether all estimates are.
func known(all []Estimate) bool {
	return !slices.ContainsFunc(all, func(e Estimate) bool { return !e.known })
}

// Values writes the values of estimates: "1.40, 2.13". It is blank where one is not known.
func Values(all []Estimate, digits int) string {
	if !known(all) {
		return ""
	}
	return format.Decimals(frame.Each(all, func(e Estimate) float64 { return e.Value }), digits)
}

// Largest returns the largest of estimates, with the largest of each end: one that is not largest
// may still be so in truth. at is its place. It is not known where one of them is not.
func Largest(all []Estimate) (e Estimate, at int) {
	if len(all) == 0 || !known(all) {
		return e, at
	}
	e = all[0]
	for i, one := range all {
		if one.Value > e.Value {
			at = i
		}
		e = Between(max(e.Value, one.Value), max(e.Low, one.Low), max(e.High, one.High))
	}
	return e, at
}
