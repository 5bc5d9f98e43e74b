package ilp

import (
	"context"
	"errors"
	"time"

	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/program"
)

// Statement names how much of the program is left to HiGHS. All statements have the same
// optimum.
type Statement string

const (
	StatementLiteral Statement = "literal" // as printed: a variable for each job and slot
	StatementEngine  Statement = "engine"  // starts that prices leave, with searches and parts beside the program
)

// Statements returns all statements, the largest program first.
func Statements() []Statement {
	return []Statement{StatementLiteral, StatementEngine}
}

// list lists the starts of the program of a statement. StatementEngine has only those that prices leave.
// No limit ends that but the one of memory.
func (o Options) list(scaled *grid.Scaled) (*program.Problem, error) {
	now := time.Now()
	if o.Statement == StatementLiteral {
		return o.listAll(scaled, now)
	}
	o.TimeLimit = 0
	most, _ := o.listable(now)
	p, _, err := exact.List(context.Background(), scaled, exact.Options{Limits: o.Limits}, int(most))
	return p, err
}

// listAll lists every start at which a job fits by itself. Each job has variables of its own, as in the paper's
// program as it is printed. begin is the beginning of all work. A problem that is too large for a limit is a
// *tooLarge error.
func (o Options) listAll(scaled *grid.Scaled, begin time.Time) (*program.Problem, error) {
	most, by := o.listable(begin)
	p, err := program.List(scaled, program.Options{Apart: true, Most: most})
	if errors.Is(err, grid.ErrTooLarge) {
		err = &tooLarge{by, err}
	}
	return p, err
}
