package console

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/jedib0t/go-pretty/v6/progress"
	"golang.org/x/term"

	"github.com/optgap/optgap/bench/base/format"
)

// ProgressInterval is the longest time between lines of progress, where no terminal shows a bar.
const ProgressInterval = 5 * time.Minute

// interval returns the time to the next line of progress after so much time: lines are frequent at
// first, and do not fill the log of a long run.
func interval(spent, longest time.Duration) time.Duration {
	return min(max(10*time.Second, spent/10), longest)
}

// Notes writes remarks and progress to standard error.
type Notes struct {
	w     io.Writer
	quiet bool          // remarks and progress are left out; warnings are not
	every time.Duration // longest time between lines of progress; 0: there are none
}

// Say writes a remark, unless the notes are quiet.
func (n *Notes) Say(format string, args ...any) {
	if !n.quiet {
		n.Warn(format, args...)
	}
}

// SayAll writes remarks, but for blank ones.
func (n *Notes) SayAll(remarks ...string) {
	for _, text := range remarks {
		if text != "" {
			n.Say("%s", text)
		}
	}
}

// Warn writes a remark, also where the notes are quiet.
func (n *Notes) Warn(format string, args ...any) { fmt.Fprintf(n.w, "optgap: "+format+"\n", args...) }

// SayKnown says how many of the things an earlier run has left. thing is such as "step".
func (n *Notes) SayKnown(known, total int, thing string) {
	if known > 0 {
		n.Say("%d of %s are there from an earlier run", known, format.Count(int64(total), thing))
	}
}

// SayInterrupted says how to go on after an interruption. kept tells that results are kept.
func (n *Notes) SayInterrupted(kept bool) {
	if kept {
		n.Say("interrupted: the same command goes on with the others")
		return
	}
	n.Say("interrupted: with --out DIR results are kept, and the same command goes on with the others")
}

// Counter counts pieces of work. Step is called at the end of each piece, and End at the end of
// all.
type Counter interface {
	Step()
	End()
}

// Progress shows the progress of some work: on a terminal a bar with rate and time left, elsewhere
// a line from time to time. total is the number of pieces; 0: unknown. thing is the name of a
// piece, such as "step".
func (n *Notes) Progress(total int, thing string) Counter { return n.ProgressWith(total, thing, nil) }

// ProgressWith is Progress with a text that follows the count in the place of the time left, such as how far the pieces
// are that are under way; nil: none.
func (n *Notes) ProgressWith(total int, thing string, text func() string) Counter {
	f, ok := n.w.(*os.File)
	switch {
	case n.quiet:
		return Silent{}
	case ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb":
		return newBar(n.w, total, thing, text)
	}
	return newTicker(n, total, thing, text)
}

// Silent is a Counter that shows nothing.
type Silent struct{}

func (Silent) Step() {}
func (Silent) End()  {}

// bar is a Counter that shows a progress bar.
type bar struct {
	writer  progress.Writer
	tracker *progress.Tracker
	quit    chan struct{}
}

func newBar(to io.Writer, total int, thing string, text func() string) *bar {
	w := progress.NewWriter()
	w.SetOutputWriter(to)
	w.SetUpdateFrequency(250 * time.Millisecond)
	w.SetTrackerLength(30)
	w.Style().Visibility.ETA = text == nil
	w.Style().Visibility.Speed = true
	w.Style().Options.Separator = ""
	if os.Getenv("NO_COLOR") != "" {
		w.Style().Colors = progress.StyleColors{}
	}
	t := &progress.Tracker{Message: thing + "s", Total: int64(total), Units: progress.UnitsDefault}
	w.AppendTracker(t)
	go w.Render()
	b := &bar{w, t, make(chan struct{})}
	if text != nil {
		go b.tell(thing+"s", text)
	}
	return b
}

// tell keeps the text beside the bar up to date.
func (b *bar) tell(things string, text func() string) {
	for clock := time.Tick(time.Second); ; {
		select {
		case <-b.quit:
			return
		case <-clock:
			b.tracker.UpdateMessage(things + text())
		}
	}
}

func (b *bar) Step() { b.tracker.Increment(1) }

func (b *bar) End() {
	close(b.quit)
	b.tracker.MarkAsDone()
	time.Sleep(300 * time.Millisecond) // one more update
	b.writer.Stop()
}

// ticker is a Counter that writes a line of progress from time to time.
type ticker struct {
	notes *Notes
	total int
	thing string
	text  func() string // nil: none
	begin time.Time
	quit  chan struct{}
	done  atomic.Int64
}

func newTicker(n *Notes, total int, thing string, text func() string) *ticker {
	t := &ticker{notes: n, total: total, thing: thing, text: text, begin: time.Now(), quit: make(chan struct{})}
	if n.every > 0 {
		go t.run()
	}
	return t
}

func (t *ticker) run() {
	clock := time.NewTimer(interval(0, t.notes.every))
	defer clock.Stop()
	for {
		select {
		case <-t.quit:
			return
		case <-clock.C:
			spent := time.Since(t.begin)
			t.notes.Say("%s", t.line(int(t.done.Load()), spent))
			clock.Reset(interval(spent, t.notes.every))
		}
	}
}

// line is such as "53 of 300 steps after 10 min, about 46 min left".
func (t *ticker) line(done int, spent time.Duration) string {
	after := InWords(spent)
	if t.total == 0 {
		return fmt.Sprintf("%s after %s", format.Count(int64(done), t.thing), after)
	}
	text := fmt.Sprintf("%s of %s after %s", format.Integer(int64(done)), format.Count(int64(t.total), t.thing), after)
	switch {
	case t.text != nil:
		return text + t.text()
	case done == 0:
		return text
	}
	left := spent.Seconds() / float64(done) * float64(t.total-done)
	return text + ", about " + InWords(time.Duration(left*float64(time.Second))) + " left"
}

// InWords writes a time, rounded to minutes from ten minutes on.
func InWords(d time.Duration) string {
	unit := time.Second
	switch {
	case d < unit:
		return strconv.FormatFloat(d.Seconds(), 'g', 3, 64) + " s"
	case d >= 10*time.Minute:
		unit = time.Minute
	}
	return format.Duration(int64(d.Round(unit) / time.Second))
}

func (t *ticker) Step() { t.done.Add(1) }
func (t *ticker) End()  { close(t.quit) }
