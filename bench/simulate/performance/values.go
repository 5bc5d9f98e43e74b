package performance

import (
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

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
