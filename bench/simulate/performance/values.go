package performance

import (
	"slices"
	"strconv"
	"strings"

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

// confidenceKey is the key of the intervals.
const confidenceKey = "ci95"

// Object returns the JSON form: the values under their keys, then the classes and the
// intervals.
func (m *Metrics) Object() record.Object {
	var o record.Object
	for _, v := range m.Values() {
		o = append(o, record.Member{Key: v.Key, Value: v.Number})
	}
	o = append(o, record.Member{Key: "classes", Value: m.Classes})
	if len(m.Confidence) > 0 {
		o = append(o, record.Member{Key: confidenceKey, Value: m.Confidence})
	}
	return o
}

// Take reads the members that Object returns from an object.
func (m *Metrics) Take(f *record.Fields) {
	*m = Metrics{}
	bounds := boundsIn(f)
	for _, b := range bounds {
		m.Slowdowns = append(m.Slowdowns, Slowdown{Bound: b})
	}
	given, table := make(map[string]bool), Table(bounds)
	for _, metric := range table {
		given[metric.Key] = f.Take(metric.Key, metric.at(m))
	}
	for _, metric := range table {
		if metric.exists(m) && !given[metric.Key] {
			f.Missing(metric.Key, "a number")
		}
	}
	if s := m.slowdown(mainBound); s != nil {
		s.Weighted = m.SLDwW60 // the JSON form has it once
	}
	f.Need("classes", &m.Classes)
	f.Take(confidenceKey, &m.Confidence)
}

// boundsIn returns the bounds of the slowdowns among the members of an object, in
// their order.
func boundsIn(f *record.Fields) (bounds []int64) {
	for key := range f.Keys() {
		text, ok := strings.CutPrefix(key, plainPrefix)
		if b, err := strconv.ParseInt(text, 10, 64); ok && err == nil && b > 0 {
			bounds = append(bounds, b)
		}
	}
	return bounds
}
