package exact

// watch tells that time is up. Long loops count their work with spend, which calls over
// only now and then. A loop that ends because time is up leaves results that are of no use.
// Work is counted in steps of about a nanosecond.
type watch struct {
	over  func() bool // looks at the clock and the context
	every int         // work between two calls of over
	left  int         // work until the next call of over
	ended bool        // over has returned true
}

// watched is the usual work between two looks of a watch: about a millisecond.
const watched = 1 << 20

// spend counts work and tells whether time is up. For a nil watch it never is.
func (w *watch) spend(work int) (ended bool) {
	if w == nil {
		return false
	}
	if w.left -= work; w.left < 0 {
		w.late()
		w.left = w.every
	}
	return w.ended
}

// late looks at the clock and tells whether time is up.
func (w *watch) late() bool {
	w.ended = w.ended || w.over()
	return w.ended
}

// up tells whether time was up at the last look. It does not look at the clock.
func (w *watch) up() bool { return w != nil && w.ended }
