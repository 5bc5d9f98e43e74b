// Package performance measures finished replays:
//
//	replay.Outcome -> Evaluate -> Metrics -> Known, JSON
//
// [Table] lists the performance metrics, each with its key, its unit, its meaning
// and its format. Tables, plots, CSV and JSON all read that list. The
// metrics are those of Streit, "A Self-Tuning Job Scheduler Family with Dynamic
// Policy Switching" (2002), section 5.1, and those of Zhang et al. (2000) for the
// loss of capacity. A quality metric, in contrast, is measured on the plan of one
// self-tuning step: see package dynp.
//
// The package may change at any time.
package performance

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
)

// Metrics are the performance metrics of a finished replay. Response and slowdown
// use the actual duration. Averages over time are over the window that trimming
// leaves (see [Options]), or over the makespan without trimming.
type Metrics struct {
	// Numbers are the values by the keys of [Table]. One that does not exist, such as the
	// utilisation of a replay that takes no time, is not there.
	Numbers        map[string]float64 `json:"-"`
	SlowdownBounds []int64            `json:"-"`       // in seconds
	Classes        []Class            `json:"classes"` // the jobs by duration: up to 5 min, 10 min, 12 h, and longer
	// Tenths holds ranges over tenths of the jobs, in order of submission, of averages over jobs by
	// key. Confidence holds 95 % intervals of averages over windows. See package confidence.
	Tenths     map[string]confidence.Interval `json:"tenths,omitempty"`
	Confidence map[string]confidence.Interval `json:"ci95,omitempty"`
}

// Class holds the averages over the jobs of similar duration: at most UpTo, and above UpTo
// of the class before (Streit 2002, section 5.2).
type Class struct {
	UpTo    int64   `json:"up_to,omitempty"` // seconds; 0: no limit
	Jobs    int     `json:"jobs"`
	ARTwW   float64 `json:"artww"`
	ART     float64 `json:"art"`
	Wait    float64 `json:"wait"`
	SLDwW60 float64 `json:"sldww_60"`
}

// Averages returns the averages of the class, in the order of [ClassMetrics].
func (c *Class) Averages() []*float64 { return []*float64{&c.ARTwW, &c.ART, &c.Wait, &c.SLDwW60} }

// ClassMetrics returns the metrics of which a class has averages.
func ClassMetrics() []Metric { return averaged(classed) }

// In returns the interval of the metric among some by key; nil: there is none.
func (m Metric) In(intervals map[string]confidence.Interval) *confidence.Interval {
	i, ok := intervals[m.Key]
	if !ok {
		return nil
	}
	return &i
}

// Text writes the value of a metric for tables; "": it does not exist.
func (m Metric) Text(of *Metrics) string {
	if of == nil {
		return ""
	}
	v, ok := of.Numbers[m.Key]
	if !ok {
		return ""
	}
	return m.Format(v)
}

// Known returns the metrics that any of some replays has, in the order of [Table]. Those of other
// bounds follow.
func Known(of ...*Metrics) (all []Metric) {
	known := map[string]bool{}
	for _, m := range of {
		if m == nil {
			continue
		}
		for _, metric := range Table(m.SlowdownBounds) {
			if _, ok := m.Numbers[metric.Key]; ok && !known[metric.Key] {
				known[metric.Key] = true
				all = append(all, metric)
			}
		}
	}
	return all
}

// Form is Metrics without methods, for the reading of JSON objects of which it is a part.
type Form Metrics

// MarshalJSON writes the values under their keys, then the classes and the intervals.
func (m *Metrics) MarshalJSON() ([]byte, error) {
	numbers := lists.Each(Known(m), func(metric Metric) record.Member {
		return record.Member{Key: metric.Key, Value: m.Numbers[metric.Key]}
	})
	return record.Join(record.Object(numbers), (*Form)(m))
}

// ReadNumbers reads the values from the members of an object that are no other part of metrics.
// Averages over several replays need not be whole.
func (m *Metrics) ReadNumbers(members record.Object, averaged bool) (err error) {
	for _, member := range members {
		text, ok := strings.CutPrefix(member.Key, plainPrefix)
		if b, err := strconv.ParseInt(text, 10, 64); ok && err == nil && b > 0 {
			m.SlowdownBounds = append(m.SlowdownBounds, b)
		}
	}
	table := Table(m.SlowdownBounds)
	m.Numbers, err = members.Numbers(func(key string) bool {
		return slices.ContainsFunc(table, func(metric Metric) bool { return metric.Key == key })
	})
	if err != nil {
		return err
	}
	for _, metric := range table {
		v, given := m.Numbers[metric.Key]
		if !given &&
			(metric.exists == always || metric.exists == ifTimed && m.Numbers["makespan"] > 0) {
			return optgap.BadField(metric.Key, "no value", "a number")
		}
		if metric.Whole && !averaged && v != math.Trunc(v) {
			return optgap.BadField(metric.Key, v, "a whole number")
		}
	}
	return nil
}
