package child

import "github.com/optgap/optgap"

// Failure says why a child has not answered.
type Failure struct {
	Status  optgap.Status // Limit, Memory, Crashed or Error
	EndedBy optgap.EndedBy
	Err     error   // nil: a limit, which Status tells
	Seconds float64 // that were spent on what has not ended
}
