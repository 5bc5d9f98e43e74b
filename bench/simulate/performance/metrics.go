// Package performance measures finished replays:
//
//	replay.Outcome -> Evaluate -> Metrics -> Values, JSON
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
	"slices"
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
	Jobs       int
	ARTwW      float64 // average response time weighted by width, seconds
	ART        float64 // average response time, seconds
	Wait       float64 // average wait time, seconds
	RunTime    float64 // average duration, seconds
	SLDwA      float64 // average slowdown weighted by area: sum of width times response over total area
	SLDwW60    float64 // average slowdown weighted by width, run and response time at least 60 s
	Slowdowns  []Slowdown
	Util       float64                    // share of machine times the seconds measured that jobs use
	LOC        float64                    // loss of capacity (Zhang et al. 2000): share that is idle while a job waits
	Idle       float64                    // share that is idle while no job waits: Util + LOC + Idle + Reserved = 1
	Throughput float64                    // jobs ended per hour
	Reserved   float64                    // share that reservations hold: neither used by a job nor idle
	Queue      float64                    // waiting jobs, average over time
	MaxQueue   int                        // most jobs waiting at once
	Makespan   int64                      // seconds from first submission to last end, with what is trimmed
	Window     int64                      // seconds that trimming leaves; 0: nothing is trimmed
	Killed     int                        // jobs killed at their estimate
	Waits      Spread                     // of the wait times, seconds
	Stretches  Spread                     // of the slowdowns with the first of the bounds
	Confidence map[string]paired.Interval // 95 % intervals of averages over jobs by key; nil: see Options.Confidence
	Classes    []Class                    // the jobs by duration: up to 5 min, 10 min, 12 h, and longer
}

// Slowdown is an average slowdown: response time over duration, both raised to
// the bound.
type Slowdown struct {
	Bound    int64   // seconds
	Plain    float64 // average over the jobs
	Weighted float64 // weighted by width
}

// slowdown returns the slowdown with a bound; nil: it was not measured.
func (m *Metrics) slowdown(bound int64) *Slowdown {
	for i := range m.Slowdowns {
		if m.Slowdowns[i].Bound == bound {
			return &m.Slowdowns[i]
		}
	}
	return nil
}

// Spread describes a distribution. A percentile P50 to P99 is the smallest value that at
// least so many percent of the jobs do not exceed. StdDev is the standard deviation.
type Spread struct{ P50, P90, P95, P99, Max, StdDev float64 }

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

// Value is a performance metric and its value for a replay.
type Value struct {
	Metric
	Number float64
}

// Text writes the value for tables.
func (v Value) Text() string { return v.Format(v.Number) }

// Values returns all values but those of the classes, in the order of [Table].
// Values that do not exist, such as the utilisation of a replay that takes no
// time, are left out.
func (m *Metrics) Values() []Value {
	bounds := make([]int64, len(m.Slowdowns))
	for i, s := range m.Slowdowns {
		bounds[i] = s.Bound
	}
	var values []Value
	for _, metric := range Table(bounds) {
		if number, ok := metric.number(m); ok {
			values = append(values, Value{metric, number})
		}
	}
	return values
}

// Value returns the value of the metric with the key, and whether it exists.
func (m *Metrics) Value(key string) (Value, bool) {
	values := m.Values()
	i := slices.IndexFunc(values, func(v Value) bool { return v.Key == key })
	if i < 0 {
		return Value{}, false
	}
	return values[i], true
}

// Text writes the value of the metric with the key for tables; blank: the value does not
// exist.
func (m *Metrics) Text(key string) string {
	v, ok := m.Value(key)
	if !ok {
		return ""
	}
	return v.Text()
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
	for _, v := range m.Values() {
		o = append(o, record.Member{Key: v.Key, Value: v.Number})
	}
	o = append(o, record.Member{Key: classesKey, Value: m.Classes})
	if len(m.Confidence) > 0 {
		o = append(o, record.Member{Key: confidenceKey, Value: m.Confidence})
	}
	return o
}

// ReadMetrics returns the metrics with the members that [Metrics.Object] returns.
func ReadMetrics(members record.Object) (*Metrics, error) {
	m, bounds := &Metrics{}, []int64(nil)
	for _, member := range members {
		text, ok := strings.CutPrefix(member.Key, plainPrefix)
		if b, err := strconv.ParseInt(text, 10, 64); ok && err == nil && b > 0 {
			bounds, m.Slowdowns = append(bounds, b), append(m.Slowdowns, Slowdown{Bound: b})
		}
	}
	table := Table(bounds)
	pointers := map[string]any{classesKey: &m.Classes, confidenceKey: &m.Confidence}
	for _, metric := range table {
		pointers[metric.Key] = metric.at(m)
	}
	given, err := members.Read(pointers)
	if err != nil {
		return nil, err
	}
	for _, metric := range table {
		if metric.exists(m) && !given[metric.Key] {
			return nil, optgap.BadField(metric.Key, "no value", "a number")
		}
	}
	if !given[classesKey] {
		return nil, optgap.BadField(classesKey, "no value", "an array")
	}
	if s := m.slowdown(mainBound); s != nil {
		s.Weighted = m.SLDwW60 // the JSON form has it once
	}
	return m, nil
}
