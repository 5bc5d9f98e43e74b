package grothklags2004

import (
	_ "embed"
	"sync"

	"github.com/optgap/optgap/bench/papers/statement"
)

//go:embed ledger.yaml
var ledger []byte

// Head is that of the paper's command.
var Head = sync.OnceValue(func() statement.Head { return statement.Read[statement.Head](ledger, 0) })

// file is the rest of the ledger's file.
var file = sync.OnceValue(func() statement.File { return statement.Read[statement.File](ledger, 1) })

// Ledger returns every claim of the paper.
func Ledger() statement.Ledger[Data] {
	return statement.NewLedger("grothklags2004", file().Claims, nil, words.Rule)
}
