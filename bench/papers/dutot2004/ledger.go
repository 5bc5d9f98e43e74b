package dutot2004

import (
	_ "embed"
	"sync"

	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/papers/statement"
)

// paperName is the name of the paper in statements.
const paperName = "dutot2004"

// Printed returns the numbers of the paper.
func Printed(x *Counterexample) Data {
	return Data{Measured: NewMeasured(Experiment{}), reading: instances.AsPrinted, example: x}
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
	return statement.NewLedger(paperName, file().Claims, nil, words.Rule)
}
