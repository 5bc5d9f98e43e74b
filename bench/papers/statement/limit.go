package statement

import (
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
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

// ParseLimit reads a limit: "below 6", "at most 6", "above 0", "at least 20", "1 to 2", "16 +- 5", "1 by 1.5" (within
// this factor), or several with commas between.
func ParseLimit(text string) (Limit, error) {
	var limits []Limit
	for part := range strings.SplitSeq(text, ",") {
		l, err := parseLimit(strings.Fields(part))
		if err != nil {
			return nil, optgap.BadField("limit", strconv.Quote(text), "such as \"below 6\" or \"1 to 2\"")
		}
		limits = append(limits, l)
	}
	return func(e Estimate) Verdict {
		return All(frame.Each(limits, func(l Limit) Verdict { return l(e) })...)
	}, nil
}

func parseLimit(words []string) (Limit, error) {
	if len(words) < 2 || len(words) > 3 {
		return nil, strconv.ErrSyntax
	}
	last, err := strconv.ParseFloat(words[len(words)-1], 64)
	if err != nil {
		return nil, err
	}
	one := map[string]Limit{"below": Below(last), "above": Above(last), "at most": AtMost(last), "at least": AtLeast(last)}
	if l, ok := one[strings.Join(words[:len(words)-1], " ")]; ok {
		return l, nil
	}
	first, err := strconv.ParseFloat(words[0], 64)
	if err != nil || len(words) < 3 {
		return nil, strconv.ErrSyntax
	}
	switch words[1] {
	case "to":
		return func(e Estimate) Verdict { return e.Within(first, last) }, nil
	case "+-":
		return About(first, last), nil
	case "by":
		return func(e Estimate) Verdict { return e.Within(first/last, first*last) }, nil
	}
	return nil, strconv.ErrSyntax
}

// All judges whether each of several estimates is within the limit.
func (l Limit) All(estimates []Estimate) Verdict {
	return All(frame.Each(estimates, l)...)
}

// A Measure is a number of the data of a paper, with its interval.
type Measure[D any] func(D) Estimate

// Each returns the rule that each of several numbers is within a limit. Where there is one, it stands with its
// interval. Nothing is measured where one is not known.
func Each[D any](limit Limit, digits int, unit string, of ...Measure[D]) func(D) Finding {
	return func(d D) Finding {
		all := frame.Each(of, func(m Measure[D]) Estimate { return m(d) })
		if !known(all) {
			return Missing("")
		}
		text := strings.TrimSpace(Values(all, digits) + " " + unit)
		if len(all) == 1 {
			text = all[0].Text(digits, unit)
		}
		return Found(limit.All(all), text)
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
