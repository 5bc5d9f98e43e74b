package engine

import "sync/atomic"

// Watch tells that time is up. Long loops count their work with spend, which calls over
// only now and then. A loop that ends because time is up leaves results that are of no use.
// Work is counted in steps of about a nanosecond.
type Watch struct {
	Over  func() bool // looks at the clock and the context
	Every int         // work between two calls of over
	Left  int         // work until the next call of over
	ended bool        // over has returned true

	// Spent is all work up to the last looks, that of forks too. Nil: it is not counted.
	Spent *atomic.Int64
}

// Watched is the usual work between two looks of a watch: about a millisecond.
const Watched = 1 << 20

// Spend counts work and reports whether time is up. For a nil watch it never is.
func (w *Watch) Spend(work int) (ended bool) {
	if w == nil {
		return false
	}
	w.Left -= work
	if w.Left < 0 {
		if w.Spent != nil {
			w.Spent.Add(int64(w.Every - w.Left))
		}
		w.Late()
		w.Left = w.Every
	}
	return w.ended
}

// Late looks at the clock and reports whether time is up.
func (w *Watch) Late() bool {
	w.ended = w.ended || w.Over()
	return w.ended
}

// Fork returns a watch for another goroutine. It asks the same Over, which has to bear that.
func (w *Watch) Fork() *Watch {
	if w == nil {
		return nil
	}
	return &Watch{Over: w.Over, Every: w.Every, Left: w.Every, ended: w.ended, Spent: w.Spent}
}

// Uncounted is Fork without a count: its work is not Spent.
func (w *Watch) Uncounted() *Watch {
	f := w.Fork()
	if f != nil {
		f.Spent = nil
	}
	return f
}

// Join tells w that time was up for a fork.
func (w *Watch) Join(fork *Watch) {
	if fork.Up() {
		w.ended = true
	}
}

// Up reports whether time was up at the last look. It does not look at the clock.
func (w *Watch) Up() bool { return w != nil && w.ended }
