package streit2002

import (
	"testing"

	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
)

// judged judges the printed numbers of a set as if they were measured exactly.
func judged(set string) []statement.Statement {
	p := must.Get(Choose(set, ""))
	return LedgerOf(p).Judge(statement.Case{Measured: p.Data(), Printed: p.Data()})
}

// TestPrintedNumbersFailTheirText lists the claims that fail on the numbers that the paper prints.
// All others that its numbers can judge hold.
func TestPrintedNumbersFailTheirText(t *testing.T) {
	for set, want := range map[string][]string{
		"ctc": {
			"4-2: 0.82",             // 60 s * Gamma(1 + 1/0.35) = 302 s, the trace has 369 s
			"4-4: 3 of 4 do, 1 not", // interarrival times of 287 s in the set, 369 s in the trace
			"5.2-17: ARTwW 0.34 %, ART 0.94 %, MS -0.56 %",
			"5.2-26: 29.1 %", // 35 % in the text, 3178 / 10,927 = 29 % in Table 5
			"5.2-41: 63.0 %", // 10,669 of 16,946 = 63 %
			"5.2-47: 37 more",
		},
		"kth": {
			"5.2-31: 87.92 %",
			"5.2-44: 8b 1, 10a 0", // 8b once
			"5.2-47: 26 more",
			"5.2-48: 59 more",
		},
		"pc2": {
			"4-2: 1.10",                // 40 s * Gamma(5) = 960 s, the trace has 870 s
			"4-4: 3 of 4 do, 1 not",    // interarrival times of 1013 s in the set, 870 s in the trace
			"5.2-16: 5 of 6 do, 1 not", // 90 jobs too many with ART, advanced
			"5.2-17: ARTwW -0.11 %, ART -0.02 %, MS 0.00 %",
			"5.2-26: 103.0 %", // 91 % in the text, 4577 / 4442 = 103 % in Table 5
			"5.2-47: 17 more",
		},
		"sdsc": {
			"5.2-33: 39.2 %", // 39 % of the jobs
			"5.2-34: 210.26", // 4206 jobs in 20 switches to FCFS
			"5.2-41: 29.5 %", // 150 of 509 = 29 %
			"5.2-47: 1 more",
		},
	} {
		var found []string
		for _, s := range judged(set) {
			switch s.Verdict {
			case statement.Contradiction:
				found = append(found, s.ID+": "+s.Measured)
			case statement.Holds, statement.NotJudged:
			default:
				t.Errorf("%s: %+v", set, s)
			}
		}
		must.EqualSlices(t, found, want, set)
	}
}

// verdict judges a claim by replays of the scheduler of Tables 5 and 6 on so many sets of jobs.
func verdict(t *testing.T, set, id string, sets, jobs int, stats func(k int) dynp.Stats) statement.Statement {
	t.Helper()
	m := &Measured{Trace: &analysis.Analysis{}}
	m.Published = must.Get(Choose(set, ""))
	for k := range sets {
		own := stats(k)
		metrics := &performance.Metrics{Numbers: map[string]float64{"jobs": float64(jobs)}}
		m.Sets = append(m.Sets, Replays{Set: &analysis.Analysis{}, Runs: []sweep.Run{{
			Setting: sweep.Setting{Name: "advanced, ARTwW"}, Metrics: metrics, Further: sweep.Further{Stats: &own},
		}}})
	}
	m.numbers = m.data(nil)
	ledger := LedgerOf(m.Published)
	for _, s := range ledger.Judge(statement.Case{Measured: m.numbers}) {
		if s.ID == id {
			return s
		}
	}
	t.Fatalf("there is no claim %s", id)
	return statement.Statement{}
}

// TestVerdicts: more than 90 % of the decisions keep the policy. The verdict follows from the
// interval, and needs five sets of 5 000 jobs.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		sets, jobs int
		mean       int // of 1000 decisions
		want       statement.Verdict
	}{
		{6, 10_000, 950, statement.Holds}, {6, 10_000, 850, statement.Differs}, {6, 10_000, 902, statement.Undecided},
		{4, 10_000, 950, statement.Undecided}, {1, 10_000, 950, statement.Undecided},
		{6, 4_999, 950, statement.Undecided}, {0, 10_000, 950, statement.NotJudged},
	} {
		s := verdict(t, "kth", "5.2-31", c.sets, c.jobs, func(k int) dynp.Stats {
			return dynp.Stats{Tries: 1000, Same: c.mean + 10*(k%2) - 5}
		})
		must.Equal(t, s.Verdict, c.want, c, s.Measured, s.Reason)
	}
}

// TestRareCases: no occurrence in ten sets is fewer than one in two sets, as the upper end of the
// interval is 5.3 / 10. In five sets it is 5.3 / 5, which says nothing.
func TestRareCases(t *testing.T) {
	for _, c := range []struct {
		sets, count int
		want        statement.Verdict
	}{{5, 0, statement.Undecided}, {11, 0, statement.Holds}, {5, 3, statement.Differs}} {
		s := verdict(t, "ctc", "5.2-44", c.sets, 10_000, func(int) dynp.Stats {
			return dynp.Stats{Cases: map[dynp.Case]int{"8b": c.count}}
		})
		must.Equal(t, s.Verdict, c.want, c, s.Measured)
	}
}
