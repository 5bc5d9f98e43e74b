package dutot2004

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/statement"
)

// Title describes the experiment in a line.
func (m *Measured) Title() string {
	return fmt.Sprintf("Dutot et al. (2004): %s on %s, %s at each point, seed %d",
		format.Count(int64(len(m.Points())), "instance"), format.Count(m.Machine, "processor"),
		format.Count(int64(m.Runs), "run"), m.Seed)
}

// Report returns the ledger under the first reading, what was tried, and what the text leaves open. A wide report
// has the other ledgers, and the figures as tables too. Variants are tried unless the experiment was interrupted. A
// cancelled context leaves them out.
func (m *Measured) Report(ctx context.Context, workers int, wide bool) (*statement.Report, error) {
	example, err := Check(context.WithoutCancel(ctx))
	if err != nil {
		return nil, err
	}
	var tried *Tried
	if m.Basis().Whole() {
		if tried, err = m.Try(ctx, workers); err != nil && ctx.Err() == nil {
			return nil, err
		}
	}
	groups := m.Groups(example, tried)
	r := statement.NewReport(groups, statement.Lines(m.Cells()), m.Rows(), m.Figures())
	r.Tables = m.reportTables(groups, tried, wide)
	return r, err
}

func (m *Measured) reportTables(groups []statement.Group, tried *Tried, wide bool) (tables []table.Table) {
	for i, g := range groups {
		if i == 0 || wide {
			title := m.Title() + "\n" + readingWords(m.Readings[i])
			tables = append(tables, statement.Table(m.Basis().Under(title), g.Statements))
		}
	}
	if len(groups) > 1 {
		tables = append(tables, statement.Tally("Statements by the reading of X", "reading", groups))
		if wide {
			tables = append(tables, statement.Compared("Verdicts by the reading of X", groups))
		}
	}
	if tried != nil {
		tables = append(tables, tried.stageTable(), tried.onlineTable())
		if len(tried.Cirne) > 0 {
			tables = append(tables, tried.sensitivity(m))
		}
	}
	tables = append(tables, statement.ReadingTable("What the text leaves open", file().Open))
	if wide {
		tables = append(tables, m.Tables()...)
	}
	return tables
}

// stageTable returns a row for each form of the algorithm: what it saves of the starts of the batches.
func (t *Tried) stageTable() table.Table {
	title := fmt.Sprintf("What each form of the algorithm saves of the starts of the batches, %s at each point [%%]",
		format.Count(int64(t.Runs), "run"))
	names := table.Each(forms[1:], func(f form) string { return f.name })
	criteria := []string{"minsum", "makespan"}
	return statement.Grid(title, table.Words("form"), names, criteria, func(row, column int) string {
		return format.Decimal(t.saved(criteria[column], forms[row+1].key, forms[0].key).Value, 1)
	})
}

// onlineTable returns a row for each off-line algorithm in batches over time.
func (t *Tried) onlineTable() table.Table {
	out := table.Table{
		Title: fmt.Sprintf("Jobs that come over time, in batches (section 2.2): makespan over its bound, %s",
			format.Count(int64(len(t.Points)), "replay")),
		Columns: append(table.Words("off-line algorithm"), table.Numbers("mean", "most", "batches at most")...),
	}
	for i, name := range []string{"dual approximation, within 3/2", "bi-criteria"} {
		ratios := table.Each(t.Points, func(p TriedPoint) float64 { return p.Online[i] })
		row := []string{name, format.Decimal(stat.Mean(ratios, nil), 2), format.Decimal(slices.Max(ratios), 2), ""}
		if i == 0 {
			row[3] = strconv.Itoa(slices.Max(table.Each(t.Points, func(p TriedPoint) int { return p.Batches })))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// paperName is the name of the paper in statements.
const paperName = "dutot2004"

// Printed returns the numbers of the paper.
func Printed(x *Counterexample) Data {
	return Data{Measured: NewMeasured(Experiment{}), reading: experiment.AsPrinted, example: x}
}

// Groups returns the ledger as judged under each reading. tried may be nil.
func (m *Measured) Groups(x *Counterexample, tried *Tried) (groups []statement.Group) {
	printed := Printed(x)
	for _, r := range m.Readings {
		groups = append(groups, statement.Group{Name: string(r), Statements: Ledger().Judge(statement.Case[Data]{
			Trace: "reading " + string(r), Basis: m.Basis(), Doubt: m.doubt(), Measured: Data{m, r, tried, x}, Printed: &printed,
		})})
	}
	return groups
}

//go:embed ledger.yaml
var ledger []byte

// Head is that of the paper's command.
var Head = sync.OnceValue(func() statement.Head { return statement.Read[statement.Head](ledger, 0) })

// file is the rest of the ledger's file.
var file = sync.OnceValue(func() statement.File { return statement.Read[statement.File](ledger, 1) })

// Ledger returns every statement of the paper.
func Ledger() statement.Ledger[Data] {
	return statement.NewLedger(paperName, file().Claims, words.Rule)
}
