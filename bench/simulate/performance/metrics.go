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
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/base/paired"
	"github.com/optgap/optgap/bench/record"
)

// Metrics are the performance metrics of a finished replay. Response and slowdown
// use the actual duration. Averages over time are over the window that trimming
// leaves (see [Options]), or over the makespan without trimming.
type Metrics struct {
	// Numbers are the values by the keys of [Table]. One that does not exist, such as the
	// utilisation of a replay that takes no time, is not there.
	Numbers        map[string]float64
	SlowdownBounds []int64                    // in seconds
	Confidence     map[string]paired.Interval // 95 % intervals of averages over jobs by key; see Options.Confidence
	Classes        []Class                    // the jobs by duration: up to 5 min, 10 min, 12 h, and longer
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

// Known returns the metrics that any of some replays has, in the order of [Table]. Those of other bounds follow.
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

const (
	classesKey    = "classes"
	confidenceKey = "ci95" // of the intervals
)

// Object returns the JSON form: the values under their keys, then the classes and the
// intervals. Without metrics it is empty.
func (m *Metrics) Object() (o record.Object) {
	if m == nil {
		return nil
	}
	for _, metric := range Known(m) {
		o = append(o, record.Member{Key: metric.Key, Value: m.Numbers[metric.Key]})
	}
	o = append(o, record.Member{Key: classesKey, Value: m.Classes})
	if len(m.Confidence) > 0 {
		o = append(o, record.Member{Key: confidenceKey, Value: m.Confidence})
	}
	return o
}

// ReadMetrics returns the metrics with the members that [Metrics.Object] returns.
func ReadMetrics(members record.Object) (*Metrics, error) {
	m := &Metrics{Numbers: map[string]float64{}}
	for _, member := range members {
		text, ok := strings.CutPrefix(member.Key, plainPrefix)
		if b, err := strconv.ParseInt(text, 10, 64); ok && err == nil && b > 0 {
			m.SlowdownBounds = append(m.SlowdownBounds, b)
		}
	}
	table := Table(m.SlowdownBounds)
	numbers, pointers := make([]float64, len(table)), map[string]any{classesKey: &m.Classes, confidenceKey: &m.Confidence}
	for i, metric := range table {
		pointers[metric.Key] = &numbers[i]
	}
	given, err := members.Read(pointers)
	if err != nil {
		return nil, err
	}
	for i, metric := range table {
		if given[metric.Key] {
			m.Numbers[metric.Key] = numbers[i]
		}
	}
	for _, metric := range table {
		needed := metric.exists == always || metric.exists == ifTimed && m.Numbers["makespan"] > 0
		if needed && !given[metric.Key] {
			return nil, optgap.BadField(metric.Key, "no value", "a number")
		}
		if v := m.Numbers[metric.Key]; metric.Whole && v != math.Trunc(v) {
			return nil, optgap.BadField(metric.Key, v, "a whole number")
		}
	}
	if !given[classesKey] {
		return nil, optgap.BadField(classesKey, "no value", "an array")
	}
	return m, nil
}
