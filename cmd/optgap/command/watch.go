package command

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// watch shows how replays and the experiments of papers go on; see harness.Watch.
type watch struct {
	*console.Call
	kept   bool // results are kept
	silent bool // about an interruption
	*console.Counter

	mu    sync.Mutex
	all   int            // parts of a thing
	ended map[string]int // parts that have ended, by the name of the thing that is under way
}

func (w *watch) Tell(format string, args ...any) { w.Say(format, args...) }

func (w *watch) Start(known, total int, thing string) {
	if known > 0 {
		w.Say("%d of %s are there from an earlier run", known, format.Count(total, thing))
	}
	w.mu.Lock()
	w.ended = map[string]int{}
	w.mu.Unlock()
	w.Counter = w.Progress(total-known, thing, w.text)
}

func (w *watch) Within(name string, done, all int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = all
	w.ended[name] = done
	if done == all {
		delete(w.ended, name)
	}
}

func (w *watch) Stop(err error) {
	w.End()
	w.Counter = nil
	if err == nil || w.Context.Err() == nil || w.silent {
		return
	}
	how := "with --out DIR results are kept, and "
	if w.kept {
		how = ""
	}
	w.Say("interrupted: %sthe same command goes on with the others", how)
}

// text is such as "; easy: 3 of 5,000 jobs".
func (w *watch) text() (text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(w.ended)) {
		done := format.Integer(w.ended[name])
		text += fmt.Sprintf("; %s: %s of %s", name, done, format.Count(w.all, "job"))
	}
	return text
}
