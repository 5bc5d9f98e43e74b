package statement

import (
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
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
	var verdicts []Verdict
	for _, e := range estimates {
		verdicts = append(verdicts, l(e))
	}
	return All(verdicts...)
}

// Each judges that each of several estimates is within a limit. They stand with their intervals. Nothing is
// measured where one is not known.
func Each(all []Estimate, limit Limit, digits int, unit string) Finding {
	var texts []string
	for _, e := range all {
		texts = append(texts, e.Text(digits, unit))
	}
	return within(all, limit, strings.Join(texts, ", "))
}

// Every judges as [Each] does. Only the values stand, as a row of several has no room for intervals.
func Every(all []Estimate, limit Limit, digits int, unit string) Finding {
	return within(all, limit, strings.TrimSpace(Values(all, digits)+" "+unit))
}

func within(all []Estimate, limit Limit, text string) Finding {
	if slices.ContainsFunc(all, func(e Estimate) bool { return !e.known }) {
		return Missing("")
	}
	return Found(limit.All(all), text)
}

// Values writes the values of estimates: "1.40, 2.13". It is blank where one is not known.
func Values(all []Estimate, digits int) string {
	var values []float64
	for _, e := range all {
		if !e.known {
			return ""
		}
		values = append(values, e.Value)
	}
	return format.Decimals(values, digits)
}

// Largest returns the largest of estimates, with the largest of each end: one that is not largest
// may still be so in truth. at is its place. It is not known where one of them is not.
func Largest(all []Estimate) (e Estimate, at int) {
	for i, one := range all {
		if !one.known {
			return Estimate{}, 0
		}
		if i == 0 || one.Value > e.Value {
			at = i
		}
		if i == 0 {
			e = one
		}
		e = Between(max(e.Value, one.Value), max(e.Low, one.Low), max(e.High, one.High))
	}
	return e, at
}
