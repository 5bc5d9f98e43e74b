package statement_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/papers/dutot2004"
	"github.com/optgap/optgap/bench/papers/grothklags2004"
	"github.com/optgap/optgap/bench/papers/simulated"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/must"
)

// below is a ledger of one claim: a value is below 1.
func below(fixed bool) statement.Ledger {
	return statement.File{Claims: []statement.Claim{{
		ID: "1-1", Stated: statement.Stated{Where: "section 1", Text: "below 1", Rule: "the value is below 1"},
		Fixed: fixed, Measure: "value", Limit: "below 1", In: "1",
	}}}.Ledger("p", nil)
}

// data has a value.
func data(e statement.Estimate) *statement.Data {
	return statement.DataOf(map[string]statement.Estimate{"value": e})
}

// A claim holds, differs, is undecided or not judged by what is measured, and a contradiction where the paper's own
// number fails it. A doubt makes it undecided, and an interruption leaves it, but for a fixed one.
func TestVerdicts(t *testing.T) {
	good, bad, none := statement.Exact(0.5), statement.Exact(1.5), statement.Estimate{}
	part := statement.Basis{Done: 1, Planned: 2, Thing: "run"}
	for name, c := range map[string]struct {
		measured statement.Estimate
		printed  *statement.Estimate
		basis    statement.Basis
		doubt    string
		fixed    bool
		want     statement.Verdict
	}{
		"below":                         {measured: good, want: statement.Holds},
		"below as in the paper":         {measured: good, printed: &good, want: statement.Holds},
		"above":                         {measured: bad, printed: &good, want: statement.Differs},
		"the limit itself":              {measured: statement.Exact(1), want: statement.Differs},
		"the limit within":              {measured: statement.Between(0.9, 0.7, 1.1), want: statement.Undecided},
		"one value":                     {measured: statement.Mean([]float64{0.5}), want: statement.Undecided},
		"nothing":                       {measured: none, printed: &good, want: statement.NotJudged},
		"interrupted":                   {measured: good, basis: part, want: statement.NotJudged},
		"interrupted, fixed":            {measured: good, basis: part, fixed: true, want: statement.Holds},
		"doubt":                         {measured: good, doubt: "few runs", want: statement.Undecided},
		"doubt, fixed":                  {measured: good, doubt: "few runs", fixed: true, want: statement.Holds},
		"paper fails":                   {measured: good, printed: &bad, want: statement.Contradiction},
		"paper fails, nothing measured": {measured: none, printed: &bad, want: statement.Contradiction},
	} {
		of := statement.Case{Measured: data(c.measured), Basis: c.basis, Doubt: c.doubt}
		if c.printed != nil {
			of.Printed = data(*c.printed)
		}
		s := below(c.fixed).Judge(of)[0]
		if s.Verdict != c.want || c.doubt != "" && (s.Reason == c.doubt) == c.fixed {
			t.Errorf("%s: found %q, %q, expected %q", name, s.Verdict, s.Reason, c.want)
		}
		decided := s.Verdict == statement.Holds || s.Verdict == statement.Differs
		must.Hold(t, decided != (s.Reason != ""), name, "found the reason", s.Reason, "of", s.Verdict)
	}
}

// Three runs under two schedulers at two loads: a uses 1, 2, 3 and 2, 4, 6; b uses 1, 1, 1 and 2, 2, 5.
func TestLanguage(t *testing.T) {
	var rows []statement.Row
	for place, used := range map[[2]string][]float64{
		{"a", "0.5"}: {1, 2, 3}, {"a", "1"}: {2, 4, 6}, {"b", "0.5"}: {1, 1, 1}, {"b", "1"}: {2, 2, 5},
	} {
		for run, v := range used {
			at := map[string]string{"scheduler": place[0], "load": place[1]}
			rows = append(rows, statement.Row{Run: run, At: at, Values: map[string]float64{"used": v}})
		}
	}
	rows = append(rows, statement.Row{Run: statement.NoRun, Values: map[string]float64{"machine": 10}},
		statement.Row{Run: 2, At: map[string]string{"scheduler": "c", "load": "1"}, Values: map[string]float64{"used": 7}})
	d := statement.NewData(rows)
	d.Place = []string{"1"}
	d.Lists = map[string][]string{"load": {"0.5", "1"}, "both": {"a", "b"}, "empty": {}}
	d.Missing = map[string]string{"empty": "nothing there", "x": "no x"}
	file := statement.File{Measures: []statement.Measure{
		{Name: "over", Is: "ratio(used(of) - used(other), used(other))", Of: []string{"of", "other"}},
		{Name: "gain", Is: "peak(load, over(of, b))", Of: []string{"of"}},
	}}
	for text, want := range map[string]float64{
		"machine / 4 - 1": 1.5, "used(a)": 4, "used(a, 0.5)": 2, `used("a 0.5")`: 2, "used(c)": 7, "at(0.5, used(b))": 1,
		"mean(load, used(a))": 3, "max(both, used)": 4, "min(used(a), used(b))": 3, "sum(load, both, used)": 10,
		"first(load, used(a))": 2, "last(load, used(a))": 4, "log(exp(used(a)))": 4, "gamma(5)": 24,
		"ratio(used(a), used(b))": 12.0 / 9, "mean(load, ratio(used(a), used(b)))": (2 + 12.0/9) / 2,
		"gain(a)": 1, "ahead(gain(a), gain(b))": 1, "largest(load, used(a))": 4, "least(load, used(a))": 2,
		"best(both, used)": 3, "abs(est(used(b) - used(a)))": 1, "gap(both, used)": 1,
		"top(load, used(a))": 6, "share(load, used(a) < 4 && used(b) <= 2)": 400.0 / 6, "count(load, used(a) - used(b))": 6,
		"count(used(c))": 1, "alike(load, used(a), used(b))": 1, "rare(used(b))": 3, "mean(both, est(used))": 3.5,
		`noted(" of $run", 3, top(used(a)))`: 6, "bottom(used(a))": 2, "summed(both, used)": 21,
		"where(used(a) < 4, used(b))": 2, "sqrt(4) + ceil(0.5)": 3, "between(est(used(a)), machine)": 4,
		"needs(3, run, est(used(a)))": 4, "median(both, used)": 2,
	} {
		e := file.Estimate(text, d)
		must.Hold(t, e.Known() && math.Abs(e.Value-want) <= 1e-12, text, "found", e, "expected", want)
	}
	for text, reason := range map[string]string{
		"used(x)": "no x", "mean(empty, used(a))": "nothing there", "last(empty, used(a))": "nothing there",
		"100 * top(used(x))": "no x", `lacking("none", used(x))`: "none", `first("a", used)`: "", "other": "",
	} {
		if e := file.Estimate(text, d); e.Known() || reason != "" && e != statement.Unknown(reason) {
			t.Errorf("%s: found %v, expected nothing: %q", text, e, reason)
		}
	}
	// Differences of the runs, 0, 2 and 1, are paired; estimates are not, and a few runs may have a note.
	paired, mean := file.Estimate("used(a) - used(b)", d), statement.Mean([]float64{0, 2, 1})
	if alone := file.Estimate("est(used(a)) - est(used(b))", d); paired != mean || alone.High <= paired.High {
		t.Errorf("found %v paired, %v alone, expected %v", paired, alone, mean)
	}
	if text := file.Estimate("gain(a)", d).Text(1, "%"); !strings.HasSuffix(text, " at load 0.5") {
		t.Errorf("found %q", text)
	}
	seen := file.Estimate(`noted(", $run of $", count(used(a)), machine, top(used(a)))`, d)
	must.Equal(t, seen.Text(0, ""), "6, 3 runs of 10")
	inf := math.Inf(1)
	for text, want := range map[string][3]float64{
		"exact(machine, est(used(a)))": {4, 4, 4}, "between(top(used(b)), machine)": {5, 5, 10},
		`or_more("m", used(a), top(used(b)))`: {5, 5, inf}, `or_less("l", 1, top(used(b)))`: {5, -inf, 5},
		`doubted("d", machine, top(used(b)))`: {5, -inf, inf}, `doubted("d", 0, top(used(b)))`: {5, 5, 5},
	} {
		e := file.Estimate(text, d)
		must.Hold(t, [3]float64{e.Value, e.Low, e.High} == want, text, "found", e, "expected", want)
	}
	few := statement.File{Claims: []statement.Claim{{Measure: "needs(4, run, est(used(a)))", Limit: "above 1", In: "0 s"}}}
	want := statement.Finding{Verdict: statement.Undecided, Measured: "4 s", Reason: "3 runs, the rule needs 4"}
	must.Equal(t, few.Ledger("p", nil).Entries[0].Judge(d), want, "of three runs")
	d.Complete = true
	if e := file.Estimate("used(c)", d); e.Known() {
		t.Errorf("found %v of a number that two runs lack", e)
	}
	d.Doubt = map[string]string{"load": "too few loads"}
	if e := file.Estimate("mean(load, used(a))", d); !math.IsInf(e.High, 1) {
		t.Errorf("found %v in doubt", e)
	}
}

// ratio returns the sum of values over that of weights, run by run.
func ratio(values, weights []float64) statement.Estimate {
	var rows []statement.Row
	for run, v := range values {
		rows = append(rows, statement.Row{Run: run, Values: map[string]float64{"value": v, "weight": weights[run]}})
	}
	return statement.File{}.Estimate("ratio(value, weight)", statement.NewData(rows))
}

// An interval of independent normal values holds the mean in about 99 % of the cases, and so does one
// of a ratio.
func TestCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{2, 3, 10, 40} {
		const tries = 2000
		held, ratios := 0, 0
		for range tries {
			values, weights := make([]float64, n), make([]float64, n)
			for i := range values {
				values[i] = 5 + random.NormFloat64()
			}
			if e := statement.Mean(values); e.Low <= 5 && e.High >= 5 {
				held++
			}
			for i := range values {
				weights[i] = 1 + random.Float64()
				values[i] = 2*weights[i] + random.NormFloat64()/10
			}
			if e := ratio(values, weights); e.Low <= 2 && e.High >= 2 {
				ratios++
			}
		}
		if least := int(0.98 * tries); held < least || ratios < int(0.97*tries) || held == tries {
			t.Errorf("%d values: %d and %d of %d intervals hold the value, expected about 99 %%", n, held, ratios, tries)
		}
	}
}

// The interval of 1, 2, 3 by hand: the mean is 2, the deviation 1, t = 9.925 at 99 % with 2 degrees of
// freedom, so half the width is 9.925 / sqrt(3) = 5.730.
func TestMean(t *testing.T) {
	e := statement.Mean([]float64{1, 2, 3})
	must.Hold(t, e.Value == 2 && math.Abs(e.High-7.730) <= 0.001 && math.Abs(e.Low+3.730) <= 0.001,
		"found", e, "expected 2, from -3.730 to 7.730")
	// With t = 4.30265 half the interval of 95 % is 4.30265 / sqrt(3).
	if mean, half := statement.Interval([]float64{1, 2, 3}, 0.95); mean != 2 || math.Abs(half-2.48414) > 1e-5 {
		t.Errorf("found %g +- %g", mean, half)
	}
	if mean, half := statement.Interval([]float64{3}, 0.95); mean != 3 || !math.IsNaN(half) {
		t.Errorf("one value: found %g +- %g", mean, half)
	}
	one, below100 := statement.Mean([]float64{4}), must.Get(statement.ParseLimit("below 100", nil))
	if v := one.Within(below100); v != statement.Undecided || one.Text(0, "s") != "4 s" {
		t.Errorf("one value: found %q, %q", v, one.Text(0, "s"))
	}
	positive := must.Get(statement.ParseLimit("above 0", nil))
	none := statement.Mean(nil)
	must.Hold(t, !none.Known() && none.Within(positive) == statement.NotJudged, "no value: found", none)
	d := statement.Exact(3).Minus(statement.Between(1, 0, 2))
	must.Hold(t, d.Low == 1 && d.High == 3 && d.Within(positive) == statement.Holds,
		"3 minus 0 to 2: found", d)
}

// Of 10 trials none: the interval ends at 1 - 0.005^(1/10) = 0.4113. Of 10 all: it begins at 0.005^(1/10).
func TestShare(t *testing.T) {
	none, all := statement.Share(0, 10), statement.Share(10, 10)
	if none.Low != 0 || math.Abs(none.High-0.4113) > 1e-4 || math.Abs(all.Low-0.5887) > 1e-4 || all.High != 1 {
		t.Errorf("found %v and %v", none, all)
	}
	e := statement.Share(0, 0)
	must.Hold(t, !e.Known(), "found", e, "of no trials")
}

// Two ratios whose runs stray in opposite ways have an exact average, and with the same runs twice an interval as wide
// as one of them.
func TestMeanOfRatios(t *testing.T) {
	var rows []statement.Row
	for name, values := range map[string][]float64{"up": {1, 2, 3}, "down": {3, 2, 1}} {
		for run, v := range values {
			rows = append(rows, statement.Row{Run: run, Values: map[string]float64{name: v, "weight": 1}})
		}
	}
	of := func(a, b string) statement.Estimate {
		return statement.File{}.Estimate("(ratio("+a+", weight) + ratio("+b+", weight)) / 2", statement.NewData(rows))
	}
	if e := of("up", "down"); e.Value != 2 || math.Abs(e.High-e.Low) > 1e-12 {
		t.Errorf("found %v, expected 2 without an interval", e)
	}
	same, one := of("up", "up"), statement.Mean([]float64{1, 2, 3})
	must.Hold(t, math.Abs(same.High-one.High) <= 1e-12 && same.Value == 2,
		"found", same, "expected", one)
}

const docs = "../../../docs"

// TestLedgers: every claim has an id of its own, a place and a text, and either a rule in words and as a function, or
// the reason why it cannot be judged, maybe beside numbers. The ledgers of all sets of Streit have the same claims.
func TestLedgers(t *testing.T) {
	for _, p := range simulated.Papers() {
		check(t, p.Ledger())
	}
	check(t, dutot2004.Ledger())
	check(t, grothklags2004.Ledger())
	none := check(t, streit2002.LedgerOf(nil))
	for _, set := range streit2002.Names() {
		p, _ := streit2002.Choose(set, "")
		must.EqualSlices(t, check(t, streit2002.LedgerOf(p)), none, set)
	}
}

// check returns the ids of the claims.
func check(t *testing.T, l statement.Ledger) []string {
	t.Helper()
	ids := lists.Each(l.Entries, func(e statement.Entry) string { return e.ID })
	for i, e := range l.Entries {
		must.Hold(t, e.ID != "" && !slices.Contains(ids[:i], e.ID) && e.Where != "" && e.Text != "",
			l.Paper, "found id", e.ID, "of", e.Text, "in", e.Where, "expected all three, and each id once")
		must.Hold(t, (e.Measure == "") == (e.Rule == "") && (e.Limit == "") != (e.Reason == ""),
			l.Paper, e.ID, "found rule", e.Rule, "and reason", e.Reason,
			"expected a rule with its function, or a reason")
	}
	return ids
}

// TestDocsLedgers holds docs/reproductions.md against the files in docs/ledgers, and these against the ledgers as
// they are now. Each section of the page has the counts of its ledger, and the id of each statement that differs or
// contradicts itself. A file is what a full run of the command has printed:
//
//	optgap reproduce PAPER --format json | grep optgap-statement >docs/ledgers/PAPER.jsonl
func TestDocsLedgers(t *testing.T) {
	kth, _ := streit2002.Choose("kth", "")
	sections := strings.Split(string(must.Get(os.ReadFile(filepath.Join(docs, "reproductions.md")))), "\n## ")
	for paper, claims := range map[string][]statement.Statement{
		"aida2000": simulated.Aida2000().Ledger().Claims(), "mualem2001": simulated.MuAlem2001().Ledger().Claims(),
		"dutot2004":      dutot2004.Ledger().Claims(),
		"grothklags2004": grothklags2004.Ledger().Claims(), "streit2002": streit2002.LedgerOf(kth).Claims(),
	} {
		file := filepath.Join(docs, "ledgers", paper+".jsonl")
		stored := readLedger(t, file)
		checkClaims(t, file, claims, stored)
		for _, section := range sections {
			if !strings.Contains(section, "ledgers/"+paper+".jsonl") {
				continue
			}
			must.Contain(t, section, statement.Counted(stored), "docs/reproductions.md", paper)
			for _, s := range stored {
				stands := strings.Contains(section, "\n| `"+s.ID+"` ") || strings.Contains(section, "` `"+s.ID+"` ")
				must.Equal(t, s.Verdict == statement.Differs || s.Verdict == statement.Contradiction, stands,
					"docs/reproductions.md", paper, s.ID, "in the table", s.Verdict)
			}
			paper = ""
		}
		must.Equal(t, paper, "", "docs/reproductions.md has no section with a link to the ledger")
	}
}

func readLedger(t *testing.T, file string) (all []statement.Statement) {
	text := bytes.NewReader(must.Get(os.ReadFile(file)))
	for s, err := range record.Reader[statement.Statement](nil)(text, file) {
		must.Do(err)
		all = append(all, s)
	}
	return all
}

// checkClaims holds stored statements against the ledger of their paper as it is now.
func checkClaims(t *testing.T, file string, claims, stored []statement.Statement) {
	t.Helper()
	if len(claims) != len(stored) {
		t.Errorf("%s: found %d statements, expected %d: run the command again", file, len(stored), len(claims))
		return
	}
	for i, c := range claims {
		s := stored[i]
		if s.ID != c.ID || s.Where != c.Where || s.Text != c.Text || s.Rule != c.Rule || s.Tolerance != c.Tolerance {
			t.Errorf("%s: found %+v, expected %+v: run the command again", file, s, c)
		}
	}
}
