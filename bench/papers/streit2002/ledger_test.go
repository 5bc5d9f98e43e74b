package streit2002_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/papers/streit2002"
)

// printed judges the printed numbers of a set as if they were measured exactly.
func printed(t *testing.T, set string) []statement.Statement {
	t.Helper()
	p, ok := streit2002.ByName(set)
	if !ok {
		t.Fatal(set)
	}
	own := streit2002.Data{Numbers: []streit2002.Numbers{p.Numbers}, Printed: true}
	return streit2002.LedgerOf(p).Judge(statement.Case[streit2002.Data]{Measured: own, Printed: &own})
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
		for _, s := range printed(t, set) {
			switch s.Verdict {
			case statement.Contradiction:
				found = append(found, s.ID+": "+s.Measured)
			case statement.Holds, statement.NotJudged:
			default:
				t.Errorf("%s: %+v", set, s)
			}
		}
		if !slices.Equal(found, want) {
			t.Errorf("%s: found %q, expected %q", set, found, want)
		}
	}
}

// sets returns so many sets whose numbers are the printed ones, changed by change.
func sets(set string, n, jobs int, change func(k int, numbers *streit2002.Numbers)) streit2002.Data {
	p, _ := streit2002.ByName(set)
	var d streit2002.Data
	for k := range n {
		numbers := streit2002.Numbers{Values: maps.Clone(p.Values)}
		numbers.Values["jobs"] = float64(jobs)
		change(k, &numbers)
		d.Numbers = append(d.Numbers, numbers)
	}
	return d
}

// verdictOf judges one claim by measured data.
func verdictOf(t *testing.T, set, id string, d streit2002.Data) statement.Statement {
	t.Helper()
	p, _ := streit2002.ByName(set)
	for _, s := range streit2002.LedgerOf(p).Judge(statement.Case[streit2002.Data]{Measured: d}) {
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
	around := func(mean float64) func(int, *streit2002.Numbers) {
		return func(k int, n *streit2002.Numbers) { n.Values["same advanced_ARTwW 1"] = mean + float64(k%2) - 0.5 }
	}
	for _, c := range []struct {
		sets, jobs int
		mean       float64
		want       statement.Verdict
	}{
		{6, 10_000, 95, statement.Holds}, {6, 10_000, 85, statement.Differs}, {6, 10_000, 90.2, statement.Undecided},
		{4, 10_000, 95, statement.Undecided}, {1, 10_000, 95, statement.Undecided}, {6, 4_999, 95, statement.Undecided},
		{0, 10_000, 95, statement.NotJudged},
	} {
		s := verdictOf(t, "kth", "5.2-31", sets("kth", c.sets, c.jobs, around(c.mean)))
		if s.Verdict != c.want {
			t.Errorf("%+v: found %s, %s (%s)", c, s.Verdict, s.Measured, s.Reason)
		}
	}
}

// TestRareCases: no occurrence in ten sets is fewer than one in two sets, as the upper end of the
// interval is 5.3 / 10. In five sets it is 5.3 / 5, which says nothing.
func TestRareCases(t *testing.T) {
	times := func(count int) func(int, *streit2002.Numbers) {
		return func(_ int, n *streit2002.Numbers) { n.Values["case_8b advanced_ARTwW 1"] = float64(count) }
	}
	for _, c := range []struct {
		sets, count int
		want        statement.Verdict
	}{{5, 0, statement.Undecided}, {11, 0, statement.Holds}, {5, 3, statement.Differs}} {
		s := verdictOf(t, "ctc", "5.2-44", sets("ctc", c.sets, 10_000, times(c.count)))
		if s.Verdict != c.want {
			t.Errorf("%+v: found %s, %s", c, s.Verdict, s.Measured)
		}
	}
}
