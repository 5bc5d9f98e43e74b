package statement

import (
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/frame"
)

// A Limit judges whether an estimate is where a claim has it.
type Limit func(Estimate) Verdict

// ParseLimit reads a limit: "below 6", "at most 6", "above 0", "at least 20", "1 to 2", "16 +- 5", "16 +- 5 %", "1 by
// 1.5" (within this factor), or several with commas between. "printed" stands for a number of the paper.
func ParseLimit(text string, printed func() float64) (Limit, error) {
	var limits []Limit
	for part := range strings.SplitSeq(text, ",") {
		l, err := parseLimit(strings.Fields(part), printed)
		if err != nil {
			return nil, optgap.BadField("limit", strconv.Quote(text), "such as \"below 6\" or \"1 to 2\"")
		}
		limits = append(limits, l)
	}
	return func(e Estimate) Verdict {
		return All(frame.Each(limits, func(l Limit) Verdict { return l(e) })...)
	}, nil
}

func parseLimit(words []string, printed func() float64) (Limit, error) {
	if len(words) < 2 || len(words) > 4 {
		return nil, strconv.ErrSyntax
	}
	if middle := words[1]; middle == "to" || middle == "+-" || middle == "by" {
		return parseRange(words, printed)
	}
	last, err := strconv.ParseFloat(words[len(words)-1], 64)
	judge := map[string]func(Estimate, float64) Verdict{
		"below": Estimate.Below, "above": Estimate.Above, "at most": Estimate.AtMost, "at least": Estimate.AtLeast,
	}[strings.Join(words[:len(words)-1], " ")]
	if err != nil || judge == nil {
		return nil, strconv.ErrSyntax
	}
	return func(e Estimate) Verdict { return judge(e, last) }, nil
}

func parseRange(words []string, printed func() float64) (Limit, error) {
	if len(words) < 3 {
		return nil, strconv.ErrSyntax
	}
	last, err := strconv.ParseFloat(words[2], 64)
	if err != nil {
		return nil, err
	}
	first := 0.0
	if words[0] == "printed" {
		first = printed()
	} else if first, err = strconv.ParseFloat(words[0], 64); err != nil {
		return nil, err
	}
	if len(words) == 4 && words[3] == "%" {
		last *= first / 100
	}
	low, high := first, last
	switch words[1] {
	case "+-":
		low, high = first-last, first+last
	case "by":
		low, high = first/last, first*last
	}
	return func(e Estimate) Verdict { return e.Within(low, high) }, nil
}
