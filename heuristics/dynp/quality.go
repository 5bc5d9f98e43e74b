package dynp

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// Metric is a quality metric. It measures the plan of a self-tuning step, with
// estimates as durations. A smaller value is better.
type Metric string

// The quality metrics. Times are in seconds. Those of Streit 2002, section 3.2, are MS, ART
// and ARTwW.
const (
	MS     Metric = "MS"     // makespan: latest end after the step's moment
	ART    Metric = "ART"    // average response time
	ARTwW  Metric = "ARTwW"  // average response time weighted by width
	SLD    Metric = "SLD"    // average slowdown, each rounded down to 2^-20
	SLDwA  Metric = "SLDwA"  // average slowdown weighted by area: sum of width times response time over total area
	Wait   Metric = "wait"   // average wait time
	WaitwW Metric = "waitwW" // average wait time weighted by width
)

// QualityMetrics returns all quality metrics in a fixed order.
func QualityMetrics() []Metric { return []Metric{MS, ART, ARTwW, SLD, SLDwA, Wait, WaitwW} }

// Quality is a number by which a self-tuning step compares plans: one metric, or several
// combined. The nil Quality is ARTwW.
//
// The combined quality of a plan is the sum over the terms of the weight times
// the metric's value divided by its mean over the step's plans, so that seconds
// and ratios count alike. A metric that is 0 for every plan counts nothing.
type Quality []Term

// Term is a metric and its weight in a combined quality.
type Term struct {
	Metric Metric
	Weight int64 // at least 1
}

// ParseQuality reads a metric, or several joined by "+", in upper or lower case. A
// weight other than 1 stands before its metric: "artww", "2*artww+ms". Its errors
// are of type *optgap.FieldError.
func ParseQuality(text string) (Quality, error) {
	var q Quality
	for part := range strings.SplitSeq(text, "+") {
		t := Term{Weight: 1}
		name := part
		if weight, after, found := strings.Cut(part, "*"); found {
			name = after
			var err error
			t.Weight, err = strconv.ParseInt(weight, 10, 64)
			if err != nil {
				return nil, optgap.BadField("quality", fmt.Sprintf("weight %q", weight),
					"a whole number, as in 2*artww+ms")
			}
		}
		for _, m := range QualityMetrics() {
			if strings.EqualFold(string(m), name) {
				t.Metric = m
			}
		}
		if t.Metric == "" {
			return nil, unknownMetric(name)
		}
		q = append(q, t)
	}
	return q, q.Validate()
}

// String returns the quality in the form that ParseQuality reads.
func (q Quality) String() string {
	if len(q) == 0 {
		return string(ARTwW)
	}
	var parts []string
	for _, t := range q {
		if t.Weight == 1 {
			parts = append(parts, string(t.Metric))
		} else {
			parts = append(parts, fmt.Sprintf("%d*%s", t.Weight, t.Metric))
		}
	}
	return strings.Join(parts, "+")
}

// Validate returns a *optgap.FieldError for an unknown metric, one that occurs
// twice, or a weight below 1.
func (q Quality) Validate() error {
	seen := map[Metric]bool{}
	for _, t := range q {
		switch {
		case !slices.Contains(QualityMetrics(), t.Metric):
			return unknownMetric(string(t.Metric))
		case seen[t.Metric]:
			return optgap.BadField("quality", string(t.Metric)+" twice", "each metric once")
		case t.Weight < 1:
			return optgap.BadField("quality", fmt.Sprintf("weight %d", t.Weight), "at least 1")
		}
		seen[t.Metric] = true
	}
	return nil
}

// oneOf is such as "one of a, b".
func oneOf[S ~string](names []S) string {
	text := "one of "
	for i, name := range names {
		if i > 0 {
			text += ", "
		}
		text += string(name)
	}
	return text
}

func unknownMetric(name string) error {
	return optgap.BadText("quality", name, oneOf(QualityMetrics()))
}

// sums are sums over the jobs of a plan, from which every metric follows. Times are in
// seconds.
type sums struct {
	n, width, duration, area int64
	wait, weighted           int64 // wait time, and width times wait time
	delay                    int64 // wait time over estimate, in units of 2^-delayBits
	end                      int64 // no sum: the latest end after the step's moment
}

// delayBits is the number of binary digits behind the point of a slowdown. Waits of less than 2^43
// s, far above any of a trace, do not overflow.
const delayBits = 20

// add counts a job that starts in a second.
func (t *sums) add(now int64, w *heuristics.WaitingJob, start int64) {
	t.n++
	t.width += w.Width
	t.duration += w.Estimate
	t.area += w.Area()
	t.wait += start - w.Submit
	t.weighted += w.Width * (start - w.Submit)
	t.delay += ((start - w.Submit) << delayBits) / w.Estimate
	t.end = max(t.end, start+w.Estimate-now)
}

// value returns a metric of at least one job.
func (t *sums) value(m Metric) fraction {
	switch m {
	case MS:
		return fraction{t.end, 1}
	case ART:
		return fraction{t.wait + t.duration, t.n}
	case SLD:
		return fraction{t.delay + t.n<<delayBits, t.n << delayBits}
	case SLDwA:
		return fraction{t.weighted + t.area, t.area}
	case Wait:
		return fraction{t.wait, t.n}
	case WaitwW:
		return fraction{t.weighted, t.width}
	}
	return fraction{t.weighted + t.area, t.width} // ARTwW
}

// slackUnit is the denominator of a slackness: it counts to a millionth.
const slackUnit = 1_000_000

// rank writes into ranks, for each plan, how many plans are better by the quality.
// The value of the current policy's plan is multiplied by 1-slack/slackUnit.
func (q Quality) rank(plans []sums, current int, slack int64, ranks []int64) {
	if len(q) > 1 {
		q.rankCombined(plans, current, slack, ranks)
		return
	}
	m := ARTwW
	if len(q) == 1 {
		m = q[0].Metric
	}
	factor := func(p int) int64 {
		if p == current {
			return slackUnit - slack
		}
		return slackUnit
	}
	for a := range plans {
		ranks[a] = 0
		for b := range plans {
			if a != b &&
				compareScaled(plans[b].value(m), factor(b), plans[a].value(m), factor(a)) < 0 {
				ranks[a]++
			}
		}
	}
}

// rankCombined is rank for several terms. It allocates.
func (q Quality) rankCombined(plans []sums, current int, slack int64, ranks []int64) {
	total := make([]*big.Rat, len(plans))
	for p := range total {
		total[p] = new(big.Rat)
	}
	for _, t := range q {
		sum := new(big.Rat)
		for p := range plans {
			v := plans[p].value(t.Metric)
			sum.Add(sum, big.NewRat(v.num, v.den))
		}
		if sum.Sign() == 0 {
			continue
		}
		for p := range plans {
			v := plans[p].value(t.Metric)
			part := big.NewRat(v.num, v.den)
			part.Quo(part, sum) // the number of plans is a factor of all parts
			total[p].Add(total[p], part.Mul(part, new(big.Rat).SetInt64(t.Weight)))
		}
	}
	total[current].Mul(total[current], big.NewRat(slackUnit-slack, slackUnit))
	for a := range total {
		ranks[a] = 0
		for b := range total {
			if total[b].Cmp(total[a]) < 0 {
				ranks[a]++
			}
		}
	}
}

// fraction is the exact value of a metric, num at least 0 and den at least 1.
type fraction struct{ num, den int64 }

// compareScaled compares a*ka with b*kb, where both factors are at least 0. The
// products have 192 bits, so nothing is rounded and nothing overflows.
func compareScaled(a fraction, ka int64, b fraction, kb int64) int {
	left := product(a.num, b.den, ka)
	right := product(b.num, a.den, kb)
	return slices.Compare(left[:], right[:])
}

// product returns a*b*c, its most significant word first.
func product(a, b, c int64) [3]uint64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	upper, low := bits.Mul64(lo, uint64(c))
	high, middle := bits.Mul64(hi, uint64(c))
	middle, carry := bits.Add64(middle, upper, 0)
	return [3]uint64{high + carry, middle, low}
}
