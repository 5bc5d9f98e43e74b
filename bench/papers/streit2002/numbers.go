package streit2002

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/heuristics/dynp"
)

// Numbers are what the statements are about, of one job set: as the paper prints them, or of one
// set of jobs that was replayed. See compile for their names.
type Numbers struct {
	Values  map[string]float64
	Factors []float64 // of Figures 2 to 8, falling; nil: printed, or none were given
	CTC     *Numbers  // of the set with the same place beside CTC_syn, for the one statement that compares two; nil: none
}

// key is the key of a metric of a scheduler at a shrinking factor.
func key(metric, scheduler string, factor float64) string {
	return fmt.Sprintf("%s %s %g", metric, scheduler, factor)
}

// of returns a metric of a scheduler at a factor, or the number with the name; NaN: there is neither.
func (n *Numbers) of(name, scheduler string, factor float64) float64 {
	for _, k := range []string{name, name + " " + scheduler, key(name, scheduler, factor)} {
		if v, ok := n.Values[k]; ok {
			return v
		}
	}
	return math.NaN()
}

// numbersOf returns the numbers of a set of jobs that was replayed.
func numbersOf(m *Measured, s *Replays) Numbers {
	n := Numbers{Values: timesOf(cmp.Or(s.Set, m.Trace))}
	n.analysed("trace ", m.Trace)
	n.analysed("set ", s.Set)
	n.Values["jobs"] = float64(s.Runs[0].Jobs)
	if s.Step > 0 {
		n.Values["step"] = s.Step
	}
	for i := range s.Runs {
		n.replayed(&s.Runs[i])
	}
	slices.SortFunc(n.Factors, func(a, b float64) int { return cmp.Compare(b, a) })
	return n
}

// analysed adds the numbers of Table 2 or 3; nil: nothing was analysed.
func (n *Numbers) analysed(prefix string, a *analysis.Analysis) {
	if a != nil {
		for k, v := range a.Values() {
			n.Values[prefix+k] = v
		}
	}
}

// replayed adds the numbers of a replay, those of Tables 4 to 6 among them.
func (n *Numbers) replayed(r *sweep.Run) {
	scheduler, factor := nameOf(r.Name), r.ShrinkingFactor()
	if scheduler == "FCFS" {
		n.Factors = append(n.Factors, factor)
	}
	values := map[string]float64{
		"artww": r.ARTwW, "util": 100 * r.Util, "loc": r.LOC, "run_time": r.RunTime, "wait": r.Wait, "art": r.ART,
		"sldww_60": valueOf(r, "sldww_60"), "sldww_300": valueOf(r, "sldww_300"),
	}
	if s := r.Stats; s != nil {
		tries := float64(s.Tries)
		values["tries"], values["total"], values["backlog"] = tries, tries, s.Backlog
		values["same"] = 100 * float64(s.Same) / max(1, tries)
		for _, policy := range []string{"FCFS", "SJF", "LJF"} {
			values["by_"+policy] = float64(s.StartedWith[policy])
			values["to_"+policy] = 100 * float64(s.SwitchesTo[policy]) / max(1, tries)
		}
		for _, row := range printed().Rows.Table6 {
			for of := range strings.FieldsSeq(row.Cases) {
				values[row.Of] += float64(s.Cases[dynp.Case(of)])
			}
		}
	}
	for name, v := range values {
		n.Values[key(name, scheduler, factor)] = v
	}
}

// nameOf returns the name in numbers of a scheduler: "advanced_ARTwW", "SJF_perfect", "basic".
func nameOf(run string) string {
	return strings.NewReplacer(perfect, "_perfect", " dynP", "", ", ", "_").Replace(run)
}

// timesOf returns shares of the jobs by their times (Figure 1 and section 4): with a run time of 5 minutes or less,
// with one of the most common estimates, and with a multiple of 5 minutes; and by how much the highest stair of the
// distribution of estimates exceeds that of the run times. They are missing where no job has them.
func timesOf(a *analysis.Analysis) map[string]float64 {
	if a == nil || a.Estimate == nil || a.RunTime == nil {
		return map[string]float64{}
	}
	common := []float64{600, 1800, 7200}
	return map[string]float64{
		"times short":           a.RunTime.Distribution.Share(func(v float64) bool { return v <= 300 }),
		"times common_estimate": a.Estimate.Distribution.Share(func(v float64) bool { return slices.Contains(common, v) }),
		"times round_estimate":  a.Estimate.Distribution.Share(func(v float64) bool { return math.Mod(v, 300) == 0 }),
		"times smoother":        stair(a.Estimate) - stair(a.RunTime),
	}
}

// stair returns the share of the most frequent value: the highest stair of the distribution.
func stair(q *analysis.Quantity) float64 {
	return slices.Max(q.Distribution.Counts) / q.Distribution.Total()
}
