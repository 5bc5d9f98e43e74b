package streit2002

import (
	"cmp"
	_ "embed"
	"math"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/papers/statement"
)

//go:embed ledger.yaml
var ledger []byte

// Head is that of the paper's command.
var Head = statement.Document[statement.Head](ledger, 0)

// file is the rest of the ledger's file.
var file = statement.Document[statement.File](ledger, 1)

// LedgerOf returns every claim of the paper as it is about one of its sets, or about a trace that
// is none of them: nil. A claim about another set is not judged. "(*)" in a measure is each column
// of Table 4.
func LedgerOf(p *Published) statement.Ledger {
	variants := lists.GroupBy(file().Claims, func(c statement.Claim) string { return c.ID })
	of := statement.File{Claims: lists.Each(variants, p.claim)}
	columns := "({" + strings.Join(printed().Lists["columns"], ",") + "})"
	for i := range of.Claims {
		of.Claims[i].Measure = strings.ReplaceAll(of.Claims[i].Measure, "(*)", columns)
	}
	return of.Ledger("streit2002", p.Data())
}

// claim returns a claim of the ledger's file as it is about the set. Those of one id are its
// variants: the last one that is about the set counts, and has what it leaves out from the one
// above.
func (p *Published) claim(variants []statement.Claim) statement.Claim {
	var own, above statement.Claim
	for _, c := range variants {
		above = inherited(c, above)
		if c.Only == "" || slices.Contains(strings.Fields(c.Only), cmp.Or(p.key(), None)) {
			own = above
		}
	}
	claim := statement.Claim{ID: variants[0].ID}
	claim.Where = variants[0].Where
	claim.Text = variants[0].Text
	switch within, printed := strings.CutPrefix(own.Limit, "printed +- "); {
	case own.ID == "":
		claim.Reason = "about another set of the paper"
	case printed && p == nil:
		claim.Reason = "the trace stands beside no set of the paper"
	case printed:
		own.Rule = "each number lies within " + within + " of the printed one"
		own.Tolerance = within
		return own
	default:
		return own
	}
	return claim
}

// inherited returns a claim with what it leaves out from the one above.
func inherited(c, above statement.Claim) statement.Claim {
	c.Where = cmp.Or(c.Where, above.Where)
	c.Text = cmp.Or(c.Text, above.Text)
	c.Rule = cmp.Or(c.Rule, above.Rule)
	c.Tolerance = cmp.Or(c.Tolerance, above.Tolerance)
	c.Printed = cmp.Or(c.Printed, above.Printed)
	c.Fixed = c.Fixed || above.Fixed
	c.Measure = cmp.Or(c.Measure, above.Measure)
	c.Limit = cmp.Or(c.Limit, above.Limit)
	c.In = cmp.Or(c.In, above.In)
	return c
}

// another says that a trace of so many jobs is not that of the set; "": it may be.
func (p *Published) another(jobs float64) string {
	const most = 0.05 // relative difference
	if p != nil && math.Abs(jobs/p.Trace["jobs"]-1) <= most {
		return ""
	}
	return "the trace is another one, of " + format.Count(int64(jobs), "job")
}

// narrow says that the factors do not have the range that the paper has for the set; "": they have.
func (p *Published) narrow(factors []float64) string {
	const near = 0.051
	wanted := p.FigureFactors()
	if factors[0] < wanted[0]-near || factors[len(factors)-1] > wanted[len(wanted)-1]+near {
		return "the factors do not have the range of the paper's figure"
	}
	return ""
}
