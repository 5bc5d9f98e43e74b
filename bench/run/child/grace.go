package child

import "time"

const (
	// StartLimit is how long a child may take to start and to read its task.
	StartLimit = 30 * time.Second
	// grace is by how much a child may be late in each phase. With two phases, an answer comes within
	// a second of the limits.
	grace = 300 * time.Millisecond
	// endless is a limit for which nobody waits.
	endless = 1000 * time.Hour
)

// WithGrace returns the time after which a child with the given limit of its own is killed; 0: the
// child may take any time, as with no limit or one for which nobody waits.
func WithGrace(limit time.Duration) time.Duration {
	if limit == 0 || limit > endless {
		return 0
	}
	return limit + grace
}
