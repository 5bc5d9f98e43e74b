package recordtest

// Unwatched is a harness.Watch that does nothing.
type Unwatched struct{}

func (Unwatched) Tell(string, ...any)     {}
func (Unwatched) Start(int, int, string)  {}
func (Unwatched) Step()                   {}
func (Unwatched) Within(string, int, int) {}
func (Unwatched) Stop(error)              {}
