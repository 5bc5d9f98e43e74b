package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/jedib0t/go-pretty/v6/progress"
	"golang.org/x/term"
)

// notes writes remarks and progress to standard error.
type notes struct {
	w     io.Writer
	quiet bool
}

func newNotes(w io.Writer, quiet bool) *notes { return &notes{w, quiet} }

func (n *notes) say(format string, args ...any) {
	if !n.quiet {
		fmt.Fprintf(n.w, "optgap: "+format+"\n", args...)
	}
}

// bar returns a progress bar with rate and time left; on anything but a terminal
// it shows nothing. things are what is counted.
func (n *notes) bar(total int, things string) *bar {
	f, ok := n.w.(*os.File)
	if n.quiet || !ok || !term.IsTerminal(int(f.Fd())) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	w := progress.NewWriter()
	w.SetOutputWriter(n.w)
	w.SetUpdateFrequency(250 * time.Millisecond)
	w.SetTrackerLength(30)
	w.Style().Visibility.ETA = true
	w.Style().Visibility.Speed = true
	w.Style().Options.Separator = ""
	if os.Getenv("NO_COLOR") != "" {
		w.Style().Colors = progress.StyleColors{}
	}
	t := &progress.Tracker{Message: things, Total: int64(total), Units: progress.UnitsDefault}
	w.AppendTracker(t)
	go w.Render()
	return &bar{w, t}
}

// bar is a progress bar; nil shows nothing.
type bar struct {
	writer  progress.Writer
	tracker *progress.Tracker
}

func (b *bar) step() {
	if b != nil {
		b.tracker.Increment(1)
	}
}

func (b *bar) end() {
	if b != nil {
		b.tracker.MarkAsDone()
		time.Sleep(300 * time.Millisecond) // one more update
		b.writer.Stop()
	}
}
