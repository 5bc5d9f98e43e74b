package performance

import (
	"github.com/optgap/optgap/bench/base/confidence"
)

// Averaged returns the averages of metrics over several replays of parts of a trace that are drawn
// at random, each with its 95 % interval over all parts where there are enough replays. A replay
// without a metric does not count for it. There are no classes.
func Averaged(all []*Metrics) *Metrics {
	m := &Metrics{
		Numbers:        map[string]float64{},
		SlowdownBounds: all[0].SlowdownBounds,
		Classes:        []Class{},
	}
	for _, metric := range Known(all...) {
		var values confidence.Values
		for _, one := range all {
			if v, ok := one.Numbers[metric.Key]; ok {
				values = append(values, v)
			}
		}
		m.Numbers[metric.Key] = values.Mean()
		if i := confidence.Sample(values, confidence.Endless); i != nil {
			if m.Confidence == nil {
				m.Confidence = map[string]confidence.Interval{}
			}
			m.Confidence[metric.Key] = *i
		}
	}
	return m
}

// AveragedDifferences returns the averages over several replays minus those of others, by key.
// Replays are pairs by their places. A metric that one of them lacks has no difference.
func AveragedDifferences(all, others []*Metrics) map[string]Difference {
	found := map[string]Difference{}
	for _, metric := range Known(all...) {
		var values confidence.Values
		for i, one := range all {
			own, ok := one.Numbers[metric.Key]
			other, too := others[i].Numbers[metric.Key]
			if ok && too {
				values = append(values, own-other)
			}
		}
		if len(values) == len(all) {
			found[metric.Key] = Difference{Value: values.Mean()}
		}
	}
	return found
}
