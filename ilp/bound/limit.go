package bound

import (
	"context"
	"time"
)

// limited returns the context with a time limit; 0: none.
func limited(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, limit)
}

// affordable tells that the time left is enough to write and to presolve a linear program.
// size is its number of columns and entries. HiGHS looks at no limit during presolve.
func affordable(ctx context.Context, size int) bool {
	deadline, limited := ctx.Deadline()
	return ctx.Err() == nil && (!limited || time.Until(deadline) > time.Duration(size)*perEntry)
}

// perEntry is the most time that a column or an entry takes.
const perEntry = 2 * time.Microsecond
