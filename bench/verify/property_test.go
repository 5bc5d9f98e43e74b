package verify_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
)

// drawStep draws a sane step of up to 4 jobs whose history rises and dips.
func drawStep(t *rapid.T) *optgap.Step {
	machine := rapid.Int64Range(1, 9).Draw(t, "machine")
	s := &optgap.Step{Format: optgap.StepFormat, Trace: "t.swf", Index: rapid.IntRange(0, 9).Draw(t, "index"), Now: 77,
		Machine: machine}
	second := int64(0)
	for range rapid.IntRange(0, 4).Draw(t, "changes") {
		s.History = append(s.History, optgap.Change{Time: second, Free: rapid.Int64Range(0, machine).Draw(t, "free")})
		second += rapid.Int64Range(1, 15).Draw(t, "apart")
	}
	s.History = append(s.History, optgap.Change{Time: second, Free: machine})
	for i := range rapid.IntRange(1, 4).Draw(t, "jobs") {
		s.Jobs = append(s.Jobs, optgap.Job{ID: int64(40 - i), Width: rapid.Int64Range(1, machine).Draw(t, "width"),
			Estimate: rapid.Int64Range(1, 12).Draw(t, "estimate"), Submit: -rapid.Int64Range(0, 3).Draw(t, "waited")})
	}
	return s
}

func drawResult(t *rapid.T, s *optgap.Step) record.Result {
	switch rapid.IntRange(0, 4).Draw(t, "kind") {
	case 0:
		return secondResult(s)
	case 1:
		return gridResult(s, rapid.Int64Range(1, 9).Draw(t, "scale"))
	case 2:
		return limitResult(s)
	case 3:
		return errorResult(s)
	}
	order := rapid.Permutation([]int{0, 1, 2, 3}[:len(s.Jobs)]).Draw(t, "order")
	return result(s, optgap.StatusFeasible, trivial(s, order, 1), nil)
}

// TestValidResultsPass shows that no result whose values another planner and
// another enumeration found has a fault.
func TestValidResultsPass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawStep(t)
		r := drawResult(t, s)
		report, err := verify.Results(one(r), one(*s), verify.Options{})
		if err != nil || len(report.Faults) > 0 {
			t.Fatalf("%v, faults %v\nstep %+v\nresult %+v", err, report.Faults, s, r)
		}
		if report.Results != 1 || report.Steps != 1 || report.Unanswered != 0 || report.Checks < 20 {
			t.Fatalf("report %+v", report)
		}
	})
}

// trusted are the numbers that nothing else in a result or step determines, and
// the time scale: an optimum may be the same on two grids.
var trusted = []string{"nodes", "mip_rel_gap", "mip_abs_gap", "time_scale"}

// TestEveryNumberIsGuarded changes one number of a valid result after the other
// and shows that each change is found, and named where the number follows from others.
func TestEveryNumberIsGuarded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawStep(t)
		r := secondResult(s)
		if rapid.Bool().Draw(t, "grid") {
			r = gridResult(s, rapid.Int64Range(2, 9).Draw(t, "scale"))
		}
		delete(r.Bounds, "minsum") // below the largest, a bound may be any number
		if len(r.Bounds) == 0 {
			r.Bound, r.Gap, r.RatioToBound = 0, nil, 0
		}
		text := must.Get(json.Marshal(r))
		var plain any
		must.Do(json.Unmarshal(text, &plain))
		for path, number := range numbers("", plain) {
			if slices.Contains(trusted, path) {
				continue
			}
			by := 1.0
			if isFloat.MatchString(path) {
				by = 1e-9
			}
			for _, value := range []float64{number + by, number - by} {
				changed := string(must.Get(json.Marshal(value)))
				var damaged record.Result
				must.Do(json.Unmarshal(worsened(text, path+" = "+changed), &damaged))
				report, err := verify.Results(one(damaged), one(*s), verify.Options{})
				isNamed := slices.ContainsFunc(report.Faults, func(f verify.Fault) bool { return f.Field == path })
				if err == nil && (len(report.Faults) == 0 || isDerived.MatchString(path) && !isNamed) {
					t.Fatalf("%s changed to %s: found %v\nstep %+v\nresult %+v", path, changed, report.Faults, s, damaged)
				}
			}
		}
	})
}

// numbers returns the numbers of a JSON value by their paths.
func numbers(path string, v any) map[string]float64 {
	all := make(map[string]float64)
	switch v := v.(type) {
	case map[string]any:
		for name, part := range v {
			maps.Copy(all, numbers(strings.TrimPrefix(path+"."+name, "."), part))
		}
	case []any:
		for i, part := range v {
			maps.Copy(all, numbers(fmt.Sprintf("%s[%d]", path, i), part))
		}
	case float64:
		all[path] = v
	}
	return all
}

var isDerived = regexp.MustCompile(`(^|\.)(now|jobs|accumulated_run_time|(grid_)?objective|makespan|artww|sldwa|` +
	`bound|gap|ratio_to_bound|loss_percent|power)$`)

var isFloat = regexp.MustCompile(`(artww|sldwa|seconds|power|percent|gap|ratio_to_bound)$`)
