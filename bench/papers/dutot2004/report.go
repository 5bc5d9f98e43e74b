package dutot2004

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/statement"
)

// Title describes the experiment in a line.
func (m *Measured) Title() string {
	return fmt.Sprintf("Dutot et al. (2004): %s on %s, %s at each point, seed %d",
		format.Count(len(m.Points()), "instance"), format.Count(m.Machine, "processor"),
		format.Count(m.Runs, "run"), m.Seed)
}

// Report returns the ledger, and what the text leaves open. A wide report has the figures as tables
// too.
func (m *Measured) Report(ctx context.Context, wide bool) (*statement.Report, error) {
	example, err := Check(context.WithoutCancel(ctx))
	if err != nil {
		return nil, err
	}
	m.numbers = m.data(example)
	all := m.Statements(example)
	r := statement.NewReport([]statement.Group{{Statements: all}}, lists.Anys(m.Results),
		experiment.Rows(m.Results), m.Figures())
	r.Tables = []table.Table{
		statement.Table(m.Basis().Under(m.Title()), all),
		statement.ReadingTable(file().Open),
	}
	if wide {
		r.Tables = append(r.Tables, m.Tables()...)
	}
	return r, nil
}

// Statements returns the ledger as judged.
func (m *Measured) Statements(x *Counterexample) []statement.Statement {
	return Ledger().Judge(statement.Case{
		Trace:    "reading formula",
		Basis:    m.Basis(),
		Doubt:    m.doubt(),
		Measured: m.numbers,
		Printed:  Printed(x),
	})
}

//go:embed ledger.yaml
var ledger []byte

// Head is that of the paper's command.
var Head = statement.Document[statement.Head](ledger, 0)

// file is the rest of the ledger's file.
var file = statement.Document[page](ledger, 1)

// A page is the claims, the whole experiment, and names for people.
type page struct {
	statement.File `yaml:",inline"`
	Whole          Experiment        // but for its models
	Titles         map[string]string // of the workloads
	Labels         map[string]string // of the algorithms
}

// Ledger returns every statement of the paper.
func Ledger() statement.Ledger { return file().Ledger("dutot2004", nil) }
