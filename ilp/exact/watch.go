package exact

// watch tells that time is up. Long loops count their work with spend, which asks over
// only now and then. What such a loop computed is worth nothing once time is up.
type watch struct {
	over  func() bool // asks the clock and the context
	every int         // work between two questions
	left  int         // work until over is asked again
	ended bool        // over was true
}

// clock tells which share of the time limit is used, and how much work a watch lets
// pass between two questions.
type clock struct {
	used  func() float64
	every int
}

// watched is the usual work between two questions: about a millisecond.
const watched = 1 << 20

// spend counts so many steps of a nanosecond or so, and tells that time is up. A watch
// that is nil never ends.
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

// late asks at once.
func (w *watch) late() bool {
	w.ended = w.ended || w.over()
	return w.ended
}

// up tells that time was up when it was asked last.
func (w *watch) up() bool { return w != nil && w.ended }
