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

// checks returns those of a claim; none: it has no measure. printed are the paper's numbers, for limits about them.
func (m measures) checks(c Claim, printed *Data) (all []check) {
	if c.Measure == "" {
		return nil
	}
	for i, text := range Expanded(c.Measure) {
		name, measure, named := strings.Cut(text, " = ")
		if !named {
			name, measure = "", text
		}
		e := parsed(measure)
		k := check{name: name, digits: -1, estimate: func(d *Data) Estimate { return m.estimate(e, d) }}
		if in := cmp.Or(at(c.In, i), m.in(e)); in != "" {
			digits, unit, _ := strings.Cut(in, " ")
			k.digits, _ = strconv.Atoi(digits)
			k.unit = unit
		}
		if c.Limit != "" {
			limit, err := ParseLimit(at(c.Limit, i), func() float64 { return k.estimate(printed).Value })
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

// Judge judges the rule that each number of the claim is within its limit. Without a limit the numbers are shown beside
// the reason why they cannot be judged. Nothing is measured where one is not known. Of several numbers those that
// surely are within their limits have no interval, and many are only counted.
func (e Entry) Judge(d *Data) Finding {
	const several, many = 2, 8
	var verdicts []Verdict
	var texts []string
	reason := e.Reason
	for _, k := range e.checks {
		m := k.estimate(d)
		if !m.known {
			return Missing(m.reason)
		}
		v := NotJudged
		if k.limit != nil {
			v = m.Within(*k.limit)
		}
		reason = cmp.Or(reason, m.reason)
		if v == Holds && len(e.checks) > several {
			m.Low, m.High = m.Value, m.Value
		}
		verdicts, texts = append(verdicts, v), append(texts, strings.TrimSpace(k.name+" "+m.Text(k.digits, k.unit)))
	}
	f := Found(All(verdicts...), strings.Join(texts, ", "))
	if len(e.checks) > many || len(e.checks) > 0 && e.checks[0].digits < 0 {
		f.Measured = counted(verdicts)
	}
	if f.Verdict == Undecided || f.Verdict == NotJudged {
		f.Reason = reason
	}
	return f
}

// counted writes how many verdicts hold, such as "5 of 18 do, 3 not, 10 undecided".
func counted(verdicts []Verdict) string {
	text := fmt.Sprintf("%d of %d do", times(Holds, verdicts), len(verdicts))
	if n := times(Differs, verdicts); n > 0 {
		text += fmt.Sprintf(", %d not", n)
	}
	if n := times(Undecided, verdicts); n > 0 {
		text += fmt.Sprintf(", %d undecided", n)
	}
	return text
}

// times counts a verdict.
func times(v Verdict, among []Verdict) int {
	return Number(among, func(w Verdict) bool { return v == w })
}

// Expanded returns the texts of measures with ";" between them. "{a,b}" stands for each of its choices, which "{}"
// behind it repeats: "a {b,c}" is "a b" and "a c".
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

// ParseLimit reads a limit: "below 6", "at most 6", "above 0", "at least 20", "1 to 2", "16 +- 5", "16 +- 5 %", "1 by
// 1.5" (within this factor), or several with commas between. "printed" stands for a number of the paper.
func ParseLimit(text string, printed func() float64) (Limit, error) {
	l := Limit{math.Inf(-1), math.Inf(1)}
	for part := range strings.SplitSeq(text, ",") {
		one, err := parseLimit(strings.Fields(part), printed)
		if err != nil {
			return l, optgap.BadField("limit", strconv.Quote(text), "such as \"below 6\" or \"1 to 2\"")
		}
		l = Limit{max(l.low, one.low), min(l.high, one.high)}
	}
	return l, nil
}

func parseLimit(words []string, printed func() float64) (Limit, error) {
	if len(words) < 2 || len(words) > 4 {
		return Limit{}, strconv.ErrSyntax
	}
	if last, err := strconv.ParseFloat(words[len(words)-1], 64); err == nil {
		switch strings.Join(words[:len(words)-1], " ") {
		case "below":
			return Limit{math.Inf(-1), math.Nextafter(last, math.Inf(-1))}, nil
		case "above":
			return Limit{math.Nextafter(last, math.Inf(1)), math.Inf(1)}, nil
		case "at most":
			return Limit{math.Inf(-1), last}, nil
		case "at least":
			return Limit{last, math.Inf(1)}, nil
		}
	}
	if len(words) < 3 {
		return Limit{}, strconv.ErrSyntax
	}
	if words[0] == "printed" {
		words[0] = format.Exact(printed())
	}
	first, err := strconv.ParseFloat(words[0], 64)
	last, wrong := strconv.ParseFloat(words[2], 64)
	if len(words) == 4 && words[3] == "%" {
		last *= first / 100
	}
	switch err = cmp.Or(err, wrong); words[1] {
	case "to":
		return Limit{first, last}, err
	case "+-":
		return Limit{first - last, first + last}, err
	case "by":
		return Limit{first / last, first * last}, err
	}
	return Limit{}, strconv.ErrSyntax
}
