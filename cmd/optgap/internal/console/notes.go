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

// Warn writes a remark, also where the notes are quiet. What a terminal would obey in names is
// escaped.
func (n *Notes) Warn(text string, args ...any) {
	io.WriteString(n.w, format.Printable("optgap: "+fmt.Sprintf(text, args...)+"\n"))
}

// Counter counts pieces of work, and shows how far the work is. Step is called at the end of each
// piece, and End at the end of all. A nil one shows nothing.
type Counter struct {
	total int
	thing string
	text  func() string // nil: none
	begin time.Time
	done  atomic.Int64
	quit  chan struct{}
	drawn chan struct{} // closed with the last line of a bar; nil: there is none
}

// Progress shows the progress of some work: on a terminal a bar, elsewhere a line from time to
// time. total is the number of pieces; 0: unknown. thing is the name of a piece, such as "step".
// text follows the count in the place of the time left, such as how far the pieces are that are
// under way; nil or blank: none.
func (n *Notes) Progress(total int, thing string, text func() string) *Counter {
	if n.quiet {
		return nil
	}
	f, ok := n.w.(*os.File)
	c := &Counter{
		total: total,
		thing: thing,
		text:  text,
		begin: time.Now(),
		quit:  make(chan struct{}),
	}
	switch {
	case ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb":
		c.draw(n.w)
	case n.every > 0:
		go c.tell(n)
	}
	return c
}

// Step counts a piece.
func (c *Counter) Step() {
	if c != nil {
		c.done.Add(1)
	}
}

// End ends what is shown.
func (c *Counter) End() {
	if c == nil {
		return
	}
	close(c.quit)
	if c.drawn != nil {
		<-c.drawn
	}
}

// tell writes a line of progress from time to time.
func (c *Counter) tell(n *Notes) {
	clock := time.NewTimer(interval(0, n.every))
	defer clock.Stop()
	for {
		select {
		case <-c.quit:
			return
		case <-clock.C:
			spent := time.Since(c.begin)
			n.Say("%s", c.line(spent))
			clock.Reset(interval(spent, n.every))
		}
	}
}

// line is such as "53 of 300 steps after 10 min, about 46 min left".
func (c *Counter) line(spent time.Duration) string {
	done := int(c.done.Load())
	more := ""
	text := format.Count(done, c.thing)
	if c.total > 0 {
		text = format.Integer(done) + " of " + format.Count(c.total, c.thing)
	}
	text += " after " + InWords(spent)
	if c.text != nil {
		more = c.text()
	}
	if more != "" || done == 0 || done >= c.total {
		return text + more
	}
	left := spent.Seconds() / float64(done) * float64(c.total-done)
	return text + ", about " + InWords(time.Duration(left*float64(time.Second))) + " left"
}

// update is the time between two looks at a bar.
const update = 250 * time.Millisecond

// draw shows a progress bar with the line behind it.
func (c *Counter) draw(to io.Writer) {
	w := progress.NewWriter()
	w.SetOutputWriter(to)
	w.SetUpdateFrequency(update)
	w.SetTrackerLength(30)
	w.Style().Visibility.Time = false
	w.Style().Visibility.Value = false // the line has them
	w.Style().Options.PercentFormat = "%3.0f %%"
	w.Style().Options.PercentIndeterminate = "    "
	w.Style().Options.Separator = " "
	w.Style().Options.DoneString = ""
	if os.Getenv("NO_COLOR") != "" {
		w.Style().Colors = progress.StyleColors{}
	}
	t := &progress.Tracker{Message: c.line(0), Total: int64(c.total), AutoStopDisabled: true}
	w.AppendTracker(t)
	c.drawn = make(chan struct{})
	go func() {
		w.Render()
		close(c.drawn)
	}()
	go c.follow(w, t)
}

// follow keeps a bar up to date.
func (c *Counter) follow(w progress.Writer, t *progress.Tracker) {
	clock := time.Tick(update)
	for more := true; more; {
		select {
		case <-c.quit:
			more = false
		case <-clock:
		}
		t.UpdateMessage(c.line(time.Since(c.begin)))
		t.SetValue(c.done.Load())
	}
	t.MarkAsDone()
	for { // a writer that has not begun yet does not hear of its end
		w.Stop()
		select {
		case <-c.drawn:
			return
		case <-clock:
		}
	}
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
