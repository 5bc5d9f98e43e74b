package exact

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/engine"
	"github.com/optgap/optgap/ilp/internal/mip"
)

// Proof names what has proven the optimum of a step.
type Proof string

const (
	ProofPrices  Proof = "prices"  // a bound by prices meets the schedule, or no start is left
	ProofSearch  Proof = "search"  // of the whole problem, depth first
	ProofDiagram Proof = "diagram" // of the whole problem, layer by layer
	ProofProgram Proof = "program" // of the whole problem, by HiGHS
	ProofParts   Proof = "parts"   // each part of the tree is closed, by prices, a search or HiGHS
)

// Effort says what it took to solve a step.
type Effort struct {
	// Starts is the number of starts at which a job of each group fits by itself, such that
	// all jobs can follow one after the other. Listed is how many of them were left when the
	// whole problem was looked at last; 0: too many to list.
	Starts, Listed int64
	// Programs is the number of programs that HiGHS was given, of the whole problem and of
	// parts. Ended is the number of those that it solved.
	Programs, Ended int64
	// Columns, Rows and Nonzeros are those of the largest program by nonzeros; 0: none was
	// needed.
	Columns, Rows, Nonzeros int
	ProvenBy                Proof // "": the optimum is not proven
}

// count counts a program of HiGHS.
func (e *Effort) count(m *mip.Model, ended bool) {
	one := Effort{Programs: 1, Columns: m.Columns(), Rows: m.Rows(), Nonzeros: m.Nonzeros()}
	if ended {
		one.Ended = 1
	}
	e.add(one)
}

// add adds the programs of another effort.
func (e *Effort) add(o Effort) {
	e.Programs += o.Programs
	e.Ended += o.Ended
	if o.Nonzeros >= e.Nonzeros {
		e.Columns = o.Columns
		e.Rows = o.Rows
		e.Nonzeros = o.Nonzeros
	}
}

// startsOf returns the number of starts, by group of equal jobs, at which a job fits by
// itself and ends by the time at which all jobs, one after the other behind the history,
// have ended.
func startsOf(p *engine.Problem, step *optgap.Step) int64 {
	n := int64(0)
	end := step.SafeEnd()
	for _, k := range p.Kinds {
		for first, last := range step.History.Openings(k.Width, k.Duration) {
			n += max(0, min(last, end-k.Duration)-first+1)
		}
	}
	return n
}
