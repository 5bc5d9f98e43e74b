package statement

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
)

// A check is a number and where a claim has it.
type check struct {
	name     string // in the text of what was found; "": none
	estimate func(*Data) Estimate
	digits   int // after the point; below 0: how many numbers are within their limits stands in their place
	unit     string
	limit    *Limit // nil: the number is only shown
}

// checks returns those of a claim; none: it has no measure. printed are the paper's numbers, for
// limits about them.
func (m measures) checks(c Claim, printed *Data) (all []check) {
	if c.Measure == "" {
		return nil
	}
	for i, text := range Expanded(c.Measure) {
		name, measure, named := strings.Cut(text, " = ")
		if !named {
			name = ""
			measure = text
		}
		e := parsed(measure)
		k := check{
			name:     name,
			digits:   -1,
			estimate: func(d *Data) Estimate { return m.estimate(e, d, nil) },
		}
		if in := cmp.Or(at(c.In, i), m.in(e)); in != "" {
			digits, unit, _ := strings.Cut(in, " ")
			k.digits, _ = strconv.Atoi(digits)
			k.unit = unit
		}
		if c.Limit != "" {
			limit, err := ParseLimit(
				at(c.Limit, i),
				func() float64 { return k.estimate(printed).Value },
			)
			if err != nil {
				panic(fmt.Sprintf("%s: %v", c.ID, err))
			}
			k.limit = &limit
		}
		all = append(all, k)
	}
	return all
}

// at returns one of the texts with ";" between them; the last one stands for all that follow.
func at(texts string, i int) string {
	some := strings.Split(texts, ";")
	return strings.TrimSpace(some[min(i, len(some)-1)])
}

// Judge judges the rule that each number of the claim is within its limit. Without a limit the
// numbers are shown beside the reason why they cannot be judged. Nothing is measured where one is
// not known. Of several numbers those that surely are within their limits have no interval, and
// many are only counted.
func (e Entry) Judge(d *Data) Finding {
	const several, many = 2, 8
	var verdicts []Verdict
	var texts []string
	reason := e.Reason
	for _, k := range e.checks {
		m := k.estimate(d)
		if !m.known {
			return Finding{Verdict: NotJudged, Reason: m.reason}
		}
		v := NotJudged
		if k.limit != nil {
			v = m.Within(*k.limit)
		}
		reason = cmp.Or(reason, m.reason)
		if v == Holds && len(e.checks) > several {
			m.Low = m.Value
			m.High = m.Value
		}
		verdicts = append(verdicts, v)
		texts = append(texts, strings.TrimSpace(k.name+" "+m.Text(k.digits, k.unit)))
	}
	f := Finding{Verdict: All(verdicts...), Measured: strings.Join(texts, ", ")}
	if len(e.checks) > many || len(e.checks) > 0 && e.checks[0].digits < 0 {
		within := []said{{Holds, "do"}, {Differs, "not"}, {Undecided, "undecided"}}
		f.Measured = tally(verdicts, strconv.Itoa(len(verdicts)), within)
	}
	if f.Verdict == Undecided || f.Verdict == NotJudged {
		f.Reason = reason
	}
	return f
}

// Expanded returns the texts of measures with ";" between them. "{a,b}" stands for each of its
// choices, which "{}" behind it repeats: "a {b,c}" is "a b" and "a c".
func Expanded(measures string) (all []string) {
	for text := range strings.SplitSeq(measures, ";") {
		before, rest, some := strings.Cut(strings.TrimSpace(text), "{")
		choices, after, _ := strings.Cut(rest, "}")
		if !some {
			all = append(all, before)
			continue
		}
		for choice := range strings.SplitSeq(choices, ",") {
			all = append(all, Expanded(before+choice+strings.ReplaceAll(after, "{}", choice))...)
		}
	}
	return all
}

// A Limit is the range in which a claim has an estimate, with both of its ends.
type Limit struct{ low, high float64 }

// forms are the texts of limits with one number or two.
var forms = map[string]func(a, b float64) Limit{
	"below %g":    func(a, _ float64) Limit { return Limit{math.Inf(-1), math.Nextafter(a, math.Inf(-1))} },
	"above %g":    func(a, _ float64) Limit { return Limit{math.Nextafter(a, math.Inf(1)), math.Inf(1)} },
	"at most %g":  func(a, _ float64) Limit { return Limit{math.Inf(-1), a} },
	"at least %g": func(a, _ float64) Limit { return Limit{a, math.Inf(1)} },
	"%g to %g":    func(a, b float64) Limit { return Limit{a, b} },
	"%g +- %g":    func(a, b float64) Limit { return Limit{a - b, a + b} },
	"%g +- %g %%": func(a, b float64) Limit { return Limit{a - b*(a/100), a + b*(a/100)} },
	"%g by %g":    func(a, b float64) Limit { return Limit{a / b, a * b} }, // within this factor
}

// ParseLimit reads a limit, such as "below 6", "1 to 2" and "16 +- 5 %", see [forms], or several
// with commas between. "printed" stands for a number of the paper. The word "points" may end a
// text.
func ParseLimit(text string, printed func() float64) (Limit, error) {
	l := Limit{math.Inf(-1), math.Inf(1)}
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(part), " points"), " point")
		if after, ok := strings.CutPrefix(part, "printed"); ok {
			part = format.Exact(printed()) + after
		}
		known := false
		for form, of := range forms {
			var a, b float64
			numbers := []any{&a, &b}[:strings.Count(form, "%g")]
			if _, err := fmt.Sscanf(part+"\n", form+"\n", numbers...); err == nil {
				one := of(a, b)
				known = true
				l = Limit{max(l.low, one.low), min(l.high, one.high)}
			}
		}
		if !known {
			return l, optgap.BadText("limit", text, "such as \"below 6\" or \"1 to 2\"")
		}
	}
	return l, nil
}
