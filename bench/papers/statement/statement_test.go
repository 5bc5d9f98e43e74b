package statement_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/papers/statement"
)

// below is a ledger of one claim: a value is below 1.
func below() statement.Ledger[statement.Estimate] {
	return statement.Ledger[statement.Estimate]{Paper: "p", Entries: []statement.Entry[statement.Estimate]{{
		Claim: statement.Claim{ID: "1-1", Where: "section 1", Text: "below 1", Rule: "the value is below 1"},
		Judge: func(e statement.Estimate) statement.Finding { return statement.Found(e.Below(1), e.Text(1, "")) },
	}}}
}

// A claim holds, differs, is undecided or not judged by what is measured, and a contradiction where
// the paper's own number fails it.
func TestVerdicts(t *testing.T) {
	good, bad := statement.Exact(0.5), statement.Exact(1.5)
	for _, c := range []struct {
		name     string
		measured statement.Estimate
		printed  *statement.Estimate
		basis    statement.Basis
		want     statement.Verdict
	}{
		{"below", good, nil, statement.Basis{}, statement.Holds},
		{"below as in the paper", good, &good, statement.Basis{}, statement.Holds},
		{"above", bad, &good, statement.Basis{}, statement.Differs},
		{"the limit itself", statement.Exact(1), nil, statement.Basis{}, statement.Differs},
		{"the limit within", statement.Between(0.9, 0.7, 1.1), &good, statement.Basis{}, statement.Undecided},
		{"one value", statement.Mean([]float64{0.5}), &good, statement.Basis{}, statement.Undecided},
		{"nothing", statement.Estimate{}, &good, statement.Basis{}, statement.NotJudged},
		{"interrupted", good, &good, statement.Basis{Done: 1, Planned: 2, Thing: "run"}, statement.NotJudged},
		{"paper fails", good, &bad, statement.Basis{}, statement.Contradiction},
		{"paper fails, nothing measured", statement.Estimate{}, &bad, statement.Basis{}, statement.Contradiction},
	} {
		s := below().Judge(statement.Case[statement.Estimate]{Measured: c.measured, Printed: c.printed, Basis: c.basis})[0]
		if s.Verdict != c.want {
			t.Errorf("%s: found %q, expected %q", c.name, s.Verdict, c.want)
		}
		if decided := s.Verdict == statement.Holds || s.Verdict == statement.Differs; decided == (s.Reason != "") {
			t.Errorf("%s: found the reason %q of %q", c.name, s.Reason, s.Verdict)
		}
	}
}

// A fixed entry is judged after an interruption.
func TestFixed(t *testing.T) {
	l := below()
	l.Entries[0].Fixed = true
	c := statement.Case[statement.Estimate]{Measured: statement.Exact(0), Basis: statement.Basis{Done: 1, Planned: 2}}
	if s := l.Judge(c)[0]; s.Verdict != statement.Holds || s.Reason != "" {
		t.Errorf("found %q, %q, expected holds without a reason", s.Verdict, s.Reason)
	}
}

// A claim about all things differs by one example. Otherwise what is missing or undecided counts.
func TestAll(t *testing.T) {
	h, d, u, n := statement.Holds, statement.Differs, statement.Undecided, statement.NotJudged
	for _, c := range []struct {
		of   []statement.Verdict
		want statement.Verdict
	}{
		{nil, n}, {[]statement.Verdict{h, h}, h}, {[]statement.Verdict{h, d, u, n}, d}, {[]statement.Verdict{h, u}, u},
		{[]statement.Verdict{h, n, u}, n},
	} {
		if v := statement.All(c.of...); v != c.want {
			t.Errorf("%v: found %q, expected %q", c.of, v, c.want)
		}
	}
	for v, want := range map[statement.Verdict]statement.Verdict{h: d, d: h, u: u, n: n} {
		if found := statement.Not(v); found != want {
			t.Errorf("not %q: found %q, expected %q", v, found, want)
		}
	}
}

// A measure is one of two numbers, by its place. What a claim leaves out of its place is that of the one above.
func TestMeasures(t *testing.T) {
	words := statement.Words[[]statement.Estimate]{"number": {Digits: 1, Unit: "s",
		Of: func(all []statement.Estimate, words []string) statement.Estimate { return all[len(words[0])-1] }}}
	read := func(measure, limit string) statement.Ledger[[]statement.Estimate] {
		const claims = "claims: [{id: a, where: section 1, reason: none}, {id: b, measure: %q, limit: %q}]"
		file := statement.Read[statement.File]([]byte("\n---\n"+fmt.Sprintf(claims, measure, limit)), 1)
		printed := func(statement.Quantity[[]statement.Estimate]) float64 { return 5 }
		type rule = func([]statement.Estimate) statement.Finding
		return statement.NewLedger("p", file.Claims, func(c statement.Claim) rule {
			return statement.Rule(c, words.Quantity, printed)
		})
	}
	both := []statement.Estimate{statement.Between(1, 0.9, 1.1), statement.Between(2, 0.5, 3.5)}
	const first, two = "1.0 s (0.9 to 1.1)", "1.0 s (0.9 to 1.1), 2.0 s (0.5 to 3.5)"
	for _, c := range []struct {
		measure, limit string
		want           statement.Finding
	}{
		{"number i", "above 0.9", statement.Found(statement.Undecided, first)},
		{"number i", "2 +- 60 %", statement.Found(statement.Holds, first)},
		{"number i", "printed +- 1 points", statement.Found(statement.Differs, first)},
		{"number ii - number i", "0 to 3", statement.Found(statement.Undecided, "1.0 s (-0.6 to 2.6)")},
		{"number ii / number i", "1 to 4", statement.Found(statement.Undecided, "2.0 s (0.5 to 3.9)")},
		{"number {i,ii,i}", "above 0.6", statement.Found(statement.Undecided, "1.0 s, 2.0 s (0.5 to 3.5), 1.0 s")},
		{"number {i,ii}; last = number i", "above 0; above 0; above 2",
			statement.Found(statement.Differs, "1.0 s, 2.0 s, last 1.0 s (0.9 to 1.1)")},
		{"number {i,i,i,i,i,i,i,i,ii}", "above 0.6", statement.Found(statement.Undecided, "8 of 9 do, 1 undecided")},
		{"number i", "at least 0.9", statement.Found(statement.Holds, first)},
		{"number i", "at most 0.9", statement.Found(statement.Undecided, first)},
		{"number i", "1 +- 0.2", statement.Found(statement.Holds, first)},
		{"number i", "1 by 1.05", statement.Found(statement.Undecided, first)},
		{"number {i,ii}", "above 0", statement.Found(statement.Holds, two)},
		{"number i; number ii", "0.5 to 1", statement.Found(statement.Undecided, two)},
		{"number {i,ii}", "at least 0.5, below 1.5", statement.Found(statement.Undecided, two)},
		{"number {i,ii}", "below 0.4", statement.Found(statement.Differs, two)},
	} {
		l := read(c.measure, c.limit)
		if f := l.Entries[1].Judge(both); f != c.want || l.Entries[1].Where != "section 1" {
			t.Errorf("%s %s: found %v, expected %v", c.measure, c.limit, f, c.want)
		}
	}
	judge := read("number {i,ii}", "above 2").Entries[1].Judge
	if f := judge([]statement.Estimate{both[0], {}}); f != statement.Missing("") {
		t.Errorf("found %v, expected nothing", f)
	}
	for _, limit := range []string{"", "above", "above x", "1 to", "1 about 2", "x to 2", "at most", "1 2 3 4"} {
		if _, err := statement.ParseLimit(limit, nil); err == nil {
			t.Errorf("%q is a limit", limit)
		}
	}
	if e := statement.Extreme(both, math.Max); e != statement.Between(2, 0.9, 3.5) {
		t.Errorf("found %v, expected the largest ends", e)
	}
	if e := statement.Extreme(both, math.Min); e != statement.Between(1, 0.5, 1.1) {
		t.Errorf("found %v, expected the least ends", e)
	}
}

// A doubt makes a verdict undecided, but for a fixed entry.
func TestDoubt(t *testing.T) {
	for fixed, want := range map[bool]statement.Verdict{false: statement.Undecided, true: statement.Holds} {
		l := below()
		l.Entries[0].Fixed = fixed
		s := l.Judge(statement.Case[statement.Estimate]{Measured: statement.Exact(0), Doubt: "few runs"})[0]
		if s.Verdict != want || (s.Reason == "few runs") == fixed || s.Measured != "0.0" {
			t.Errorf("fixed %v: found %+v", fixed, s)
		}
	}
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
			if e := statement.Ratio(values, weights); e.Low <= 2 && e.High >= 2 {
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
	if e.Value != 2 || math.Abs(e.High-7.730) > 0.001 || math.Abs(e.Low+3.730) > 0.001 {
		t.Errorf("found %v, expected 2, from -3.730 to 7.730", e)
	}
	one := statement.Mean([]float64{4})
	if v := one.Below(100); v != statement.Undecided || one.Text(0, "s") != "4 s" {
		t.Errorf("one value: found %q, %q", v, one.Text(0, "s"))
	}
	if none := statement.Mean(nil); none.Known() || none.Above(0) != statement.NotJudged {
		t.Errorf("no value: found %v", none)
	}
	d := statement.Exact(3).Minus(statement.Between(1, 0, 2))
	if d.Low != 1 || d.High != 3 || d.Above(0) != statement.Holds {
		t.Errorf("3 minus 0 to 2: found %v", d)
	}
}

// Of 10 trials none: the interval ends at 1 - 0.005^(1/10) = 0.4113. Of 10 all: it begins at 0.005^(1/10).
func TestShare(t *testing.T) {
	none, all := statement.Share(0, 10), statement.Share(10, 10)
	if none.Low != 0 || math.Abs(none.High-0.4113) > 1e-4 || math.Abs(all.Low-0.5887) > 1e-4 || all.High != 1 {
		t.Errorf("found %v and %v", none, all)
	}
	if e := statement.Share(0, 0); e.Known() {
		t.Errorf("found %v of no trials", e)
	}
}

// Two ratios whose runs stray in opposite ways have an exact average, and with the same runs twice an interval as wide
// as one of them. Where they lack a run there is none.
func TestAverageRatio(t *testing.T) {
	ones := []float64{1, 1, 1}
	up, down := []float64{1, 2, 3}, []float64{3, 2, 1}
	e := statement.AverageRatio([][]float64{up, down}, [][]float64{ones, ones})
	if e.Value != 2 || math.Abs(e.High-e.Low) > 1e-12 {
		t.Errorf("found %v, expected 2 without an interval", e)
	}
	same, one := statement.AverageRatio([][]float64{up, up}, [][]float64{ones, ones}), statement.Mean(up)
	if math.Abs(same.High-one.High) > 1e-12 || same.Value != 2 {
		t.Errorf("found %v, expected %v", same, one)
	}
	if e := statement.AverageRatio([][]float64{up, down[:2]}, [][]float64{ones, ones[:2]}); e.Known() {
		t.Errorf("found %v of different numbers of runs", e)
	}
}

// Of too few things an estimate has no interval, and says why the verdict is open.
func TestNeeding(t *testing.T) {
	one := map[int]statement.Finding{
		3:  {Verdict: statement.Undecided, Measured: "5 s", Reason: "3 runs, the rule needs 10"},
		10: statement.Found(statement.Holds, "5 s"),
	}
	for seen, want := range one {
		words := statement.Words[int]{"v": {Unit: "s", Of: func(seen int, _ []string) statement.Estimate {
			return statement.Exact(5).Needing(10, seen, "run")
		}}}
		if f := words.Rule(statement.Claim{Measure: "v", Limit: "above 1"})(seen); f != want {
			t.Errorf("found %v, expected %v", f, want)
		}
	}
}

func TestCounts(t *testing.T) {
	var all []statement.Statement
	for _, some := range []struct {
		v statement.Verdict
		n int
	}{{statement.Holds, 17}, {statement.Differs, 5}, {statement.Undecided, 4}, {statement.Contradiction, 2}} {
		for range some.n {
			all = append(all, statement.Statement{Verdict: some.v})
		}
	}
	const want = "17 of 28 statements hold, 5 differ, 4 undecided, 2 contradict each other"
	if got := statement.Count(all).String(); got != want {
		t.Errorf("found %q, expected %q", got, want)
	}
}

// TestBrief: statements without a verdict are listed by their reasons.
func TestBrief(t *testing.T) {
	tables := statement.Brief("A paper", []statement.Statement{
		{ID: "1", Text: "a", Verdict: statement.Holds, Measured: "2 %", Printed: "1 %", Tolerance: "3 %"},
		{ID: "2", Text: "b", Verdict: statement.NotJudged, Reason: "no numbers"},
		{ID: "3", Text: "c", Verdict: statement.NotJudged, Reason: "no traces"},
		{ID: "4", Text: "d", Verdict: statement.NotJudged, Reason: "no numbers"},
	})
	if len(tables) != 2 {
		t.Fatalf("found %d tables, expected the ledger and what is not judged", len(tables))
	}
	want := []string{"1", "a", "1 % (3 %)", "2 %", "holds"}
	if rows := tables[0].Rows; len(rows) != 1 || !slices.Equal(rows[0][:5], want) {
		t.Errorf("found %q, expected %q alone", rows, want)
	}
	if want := [][]string{{"no numbers", "2, 4"}, {"no traces", "3"}}; !reflect.DeepEqual(tables[1].Rows, want) {
		t.Errorf("found %q, expected %q", tables[1].Rows, want)
	}
	if len(statement.Brief("A paper", nil)) != 1 {
		t.Error("expected the ledger alone")
	}
}
