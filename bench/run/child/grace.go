package child

import "time"

const (
	// StartLimit is how long a child may take to start and to read its task.
	StartLimit = 30 * time.Second
	// grace is by how much a child may be late in each phase. With two phases an answer
	// comes within a second of the limits.
	grace   = 300 * time.Millisecond
	endless = 1000 * time.Hour
)

// WithGrace returns after how long a child is killed whose own limit is the given one; 0: none,
// as for a limit that nobody waits for.
func WithGrace(limit time.Duration) time.Duration {
	if limit == 0 || limit > endless {
		return 0
	}
	return limit + grace
}
