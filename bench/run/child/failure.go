package child

import "github.com/optgap/optgap"

// Failure is the reason why a child has not answered.
type Failure struct {
	Status  optgap.Status // Limit, Memory, Crashed or Error
	EndedBy optgap.EndedBy
	Err     error   // nil: a limit ended the child, and Status tells which
	Seconds float64 // wall time of the phase that has not ended
}
