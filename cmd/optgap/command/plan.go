package command

import (
	"fmt"
	"strconv"
	"time"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// announce says how long each step of a study may take. Where a whole study, and not a shard, could take long, it says
// so, and what makes it shorter: the longest time tells little of the one to expect, which progress tells.
func announce(n *console.Notes, p study.Plan, known int, whole bool) {
	worst := p.Worst(known)
	if worst > 0 {
		n.Say("%s, %s", stepLimitText(p.Limit), workersInWords(p.Workers))
	}
	if whole && worst > longStudy {
		n.Say("should each step meet its limits, that is %s; for less: --max-steps N takes N steps, evenly spread; "+
			"--time-limit TIME bounds each; --shard I/N or --slurm DIR shares them out to several machines",
			console.InWords(worst))
	}
}

// longStudy is a time after which nobody waits any more.
const longStudy = time.Hour

// stepLimitText says of what the longest time of a step is made.
func stepLimitText(l spec.Limit) string {
	method, bounds := limitInWords(l.Method), limitInWords(l.Bounds)
	switch {
	case l.Method > 0 && l.Bounds > 0:
		return fmt.Sprintf("up to %s for each step and method, and %s for its bounds", method, bounds)
	case l.Method > 0:
		return fmt.Sprintf("up to %s for each step and method", method)
	}
	return fmt.Sprintf("up to %s for the bounds of each step", bounds)
}

// limitInWords writes a limit, which may be less than a second.
func limitInWords(d time.Duration) string {
	if d < time.Second {
		return strconv.FormatFloat(d.Seconds(), 'g', 3, 64) + " s"
	}
	return console.InWords(d)
}

func workersInWords(n int) string {
	if n == 1 {
		return "one after the other"
	}
	return fmt.Sprintf("%d at a time", n)
}

// soFar is such as "53 of 300 planned steps". seen counts results by the index of their step.
// A step counts once it has the results of all methods.
func soFar(p study.Plan, seen map[int]int) string {
	done := 0
	for _, results := range seen {
		if results == p.Methods {
			done++
		}
	}
	if p.Steps == 0 {
		return "the first " + format.Count(int64(done), "step")
	}
	return fmt.Sprintf("%s of %s", format.Integer(int64(done)), format.Count(int64(p.Steps), "planned step"))
}
