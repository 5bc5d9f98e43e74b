package performance

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Value is a number with its name and its unit.
type Value struct {
	Key    string // as in JSON and CSV: artww, sldww_60, ...
	Unit   string // "s", "/h", "jobs" or "" for shares and ratios
	Number float64
}

// Values returns all numbers of the performance but those of its classes, in a
// fixed order. Values that do not exist, such as the utilisation of a replay
// that takes no time, are left out.
func (p *Performance) Values() []Value {
	v := []Value{
		{"jobs", "jobs", float64(p.Jobs)},
		{"artww", "s", p.ARTwW},
		{"art", "s", p.ART},
		{"wait", "s", p.Wait},
		{"run_time", "s", p.RunTime},
	}
	if p.SLDwA > 0 {
		v = append(v, Value{"sldwa", "", p.SLDwA})
	}
	if !p.bounded(60) {
		v = append(v, Value{"sldww_60", "", p.SLDwW60})
	}
	for _, s := range p.Slowdowns {
		v = append(v, Value{fmt.Sprintf("sldww_%d", s.Bound), "", s.Weighted}, Value{fmt.Sprintf("sld_%d", s.Bound), "", s.Plain})
	}
	if p.Makespan > 0 {
		v = append(v, Value{"util", "", p.Util}, Value{"loc", "", p.LOC}, Value{"idle", "", p.Idle},
			Value{"throughput", "/h", p.Throughput}, Value{"queue", "jobs", p.Queue})
	}
	if p.Reserved > 0 {
		v = append(v, Value{"reserved", "", p.Reserved})
	}
	v = append(v, Value{"queue_max", "jobs", float64(p.MaxQueue)}, Value{"makespan", "s", float64(p.Makespan)}, Value{"killed", "jobs", float64(p.Killed)})
	v = append(v, p.Waits.values("wait", "s")...)
	if len(p.Slowdowns) > 0 {
		v = append(v, p.Stretches.values(fmt.Sprintf("sld_%d", p.Slowdowns[0].Bound), "")...)
	}
	return v
}

func (p *Performance) bounded(by int64) bool {
	for _, s := range p.Slowdowns {
		if s.Bound == by {
			return true
		}
	}
	return false
}

func (s Spread) values(name, unit string) []Value {
	return []Value{
		{name + "_p50", unit, s.P50}, {name + "_p90", unit, s.P90}, {name + "_p95", unit, s.P95},
		{name + "_p99", unit, s.P99}, {name + "_max", unit, s.Max}, {name + "_stddev", unit, s.StdDev},
	}
}

// Value returns the number with the key, and whether it exists.
func (p *Performance) Value(key string) (Value, bool) {
	for _, v := range p.Values() {
		if v.Key == key {
			return v, true
		}
	}
	return Value{}, false
}

// MarshalJSON writes the values under their keys, then the classes, as one
// object.
func (p *Performance) MarshalJSON() ([]byte, error) {
	var b strings.Builder
	b.WriteByte('{')
	for _, v := range p.Values() {
		number, err := json.Marshal(v.Number)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.Key, err)
		}
		fmt.Fprintf(&b, "%q:%s,", v.Key, number)
	}
	classes, err := json.Marshal(p.Classes)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, `"classes":%s}`, classes)
	return []byte(b.String()), nil
}
