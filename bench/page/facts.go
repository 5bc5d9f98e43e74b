package page

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/summary"
)

// fact is a row of what was asked and on what machine: a value for each study.
type fact struct {
	Name      string
	Values    []string
	Differs   bool // between the studies
	Secondary bool // shown on request
}

// facts returns what is known of the studies.
func facts(studies []Study) (all []fact) {
	add := func(name string, secondary bool, of func(Study) string) {
		f := fact{Name: name, Secondary: secondary}
		for _, s := range studies {
			f.Values = append(f.Values, of(s))
		}
		f.Differs = slices.ContainsFunc(f.Values, func(v string) bool { return v != f.Values[0] })
		if slices.ContainsFunc(f.Values, func(v string) bool { return v != "" }) {
			all = append(all, f)
		}
	}
	add("trace", false, func(s Study) string { return s.Info.Trace })
	add("methods", false, func(s Study) string { return s.Info.Arguments["method"] })
	add("steps, results", false, func(s Study) string {
		return format.Count(int64(len(s.Steps)), "step") + ", " + format.Count(int64(len(s.Results)), "result")
	})
	add("state", false, state)
	add("processors of the machine", false, func(s Study) string {
		if len(s.Steps) == 0 {
			return ""
		}
		return format.Integer(s.Steps[0].Machine)
	})
	add("time limit of a step", false, func(s Study) string { return s.Info.Arguments["time-limit"] })
	add("computer", false, func(s Study) string { return s.Info.System + ", " + format.Count(int64(s.Info.CPUs), "core") })
	add("started", false, func(s Study) string { return moment(s.Info.Started) })
	add("ended", false, func(s Study) string { return moment(s.Info.Ended) })
	for _, name := range keys(studies, func(s Study) map[string]string { return s.Info.Versions }) {
		add("version of "+name, false, func(s Study) string { return s.Info.Versions[name] })
	}
	for _, name := range keys(studies, func(s Study) map[string]string { return s.Info.MeasuredBy }) {
		add(name+" measured by", true, func(s Study) string { return s.Info.MeasuredBy[name] })
	}
	add("SHA-256 of the trace", true, func(s Study) string { return s.Info.SHA256 })
	for _, name := range keys(studies, func(s Study) map[string]string { return s.Info.Arguments }) {
		add("--"+name, true, func(s Study) string { return s.Info.Arguments[name] })
	}
	skipped := func(s Study) map[string]string {
		counts := map[string]string{}
		for reason, n := range s.Info.Skipped {
			counts[reason] = format.Integer(int64(n))
		}
		return counts
	}
	for _, reason := range keys(studies, skipped) {
		add("jobs left out: "+reason, true, func(s Study) string { return skipped(s)[reason] })
	}
	return all
}

func state(s Study) string {
	switch {
	case s.Info.Complete:
		return "complete"
	case s.Info.Ended.IsZero():
		return "under way, or killed"
	}
	return "interrupted"
}

func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}

// keys returns those of all studies, sorted.
func keys(studies []Study, of func(Study) map[string]string) []string {
	all := map[string]bool{}
	for _, s := range studies {
		for key := range of(s) {
			all[key] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// failure are results of one cause that have no schedule of the method's own.
type failure struct {
	Study, Method, Status, EndedBy, Cause string
	Count                                 int
	Number                                int   // of the study
	Steps                                 []int // the first of them
}

// shownSteps is how many steps of a cause are named.
const shownSteps = 12

// failures counts the unsolved results by cause, the most frequent first.
func failures(studies []Study) []failure {
	var all []failure
	for number, s := range studies {
		places := map[failureKey]int{}
		for i := range s.Results {
			r := &s.Results[i]
			if summary.Solved(r) {
				continue
			}
			key := failureKey{r.Method, string(r.Status), string(r.EndedBy), cause(r)}
			place, known := places[key]
			if !known {
				place = len(all)
				places[key] = place
				all = append(all, failure{Study: s.Name, Number: number, Method: key.method, Status: key.status, EndedBy: key.endedBy, Cause: key.cause})
			}
			if all[place].Count++; len(all[place].Steps) < shownSteps {
				all[place].Steps = append(all[place].Steps, r.Index)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b failure) int {
		return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(b.Count, a.Count))
	})
	return all
}

type failureKey struct{ method, status, endedBy, cause string }

// cause words why there is no schedule. Causes that differ in numbers alone, such as those of
// processes, are one.
func cause(r *record.Result) string {
	first, _, _ := strings.Cut(r.Error, "\n")
	if first == "" {
		return summary.Outcome(r)
	}
	words := strings.Fields(first)
	for i, w := range words {
		if _, err := strconv.Atoi(w); err == nil {
			words[i] = "N"
		}
	}
	return strings.Join(words, " ")
}
