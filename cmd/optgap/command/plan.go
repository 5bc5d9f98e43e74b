package command

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
)

// plan is what a study is going to do, and how much of it is done.
type plan struct {
	steps   int // 0: unknown
	methods int
	workers int
	limit   limit
	seen    map[int]int // results by the index of their step
}

// limit is the longest time that the results of one step may take.
type limit struct {
	all  time.Duration // by all methods
	each time.Duration // by the slowest of them
	text string        // what it is made of; "": there is no limit
}

// limitOf reads the limits of a study.
func limitOf(c *cli.Context) limit {
	l := limit{}
	per := c.Duration("time-limit")
	if per == 0 {
		return l
	}
	if per > 24*time.Hour*365 { // as good as none
		return l
	}
	bounds := time.Duration(0)
	if !c.Bool("no-bounds") {
		bounds = per // one limit for all of them together
	}
	searches := false
	for _, name := range c.StringSlice("method") {
		own := bounds
		if m, err := method.ByName(name); err != nil || !m.Instant {
			own += per
			searches = true
		}
		l.all, l.each = l.all+own, max(l.each, own)
	}
	switch {
	case searches && bounds > 0:
		l.text = fmt.Sprintf("up to %s for each step and method, and %s for its bounds", limitInWords(per), limitInWords(bounds))
	case searches:
		l.text = fmt.Sprintf("up to %s for each step and method", limitInWords(per))
	case bounds > 0:
		l.text = fmt.Sprintf("up to %s for the bounds of each step", limitInWords(bounds))
	}
	return l
}

// limitInWords writes a limit, which may be less than a second.
func limitInWords(d time.Duration) string {
	if d < time.Second {
		return strconv.FormatFloat(d.Seconds(), 'g', 3, 64) + " s"
	}
	return inWords(d)
}

// worst is the time that the study takes at most, where known results are there
// already.
func (p *plan) worst(known int) time.Duration {
	left := p.steps*p.methods - known
	all := float64(p.steps) * float64(p.limit.all)
	missing := float64(left) * float64(p.limit.each)
	return time.Duration(min(min(all, missing)/float64(min(p.workers, max(left, 1))), math.MaxInt64/2))
}

// shared is the plan of the largest of so many shards.
func (p plan) shared(shards int) *plan {
	p.steps = (p.steps + shards - 1) / shards
	return &p
}

// announce says how long the study may take.
func (p *plan) announce(n *notes, known int) {
	if worst := p.worst(known); p.limit.text != "" && worst > 0 {
		n.say("at most about %s: %s, %s", inWords(worst), p.limit.text, workersInWords(p.workers))
	}
}

func workersInWords(n int) string {
	if n == 1 {
		return "one after the other"
	}
	return fmt.Sprintf("%d at a time", n)
}

// progress counts the results of the study.
func (p *plan) progress(n *notes) counter {
	thing := "step"
	if p.methods > 1 {
		thing = "result"
	}
	return n.progress(p.steps*p.methods, thing)
}

// count counts a result.
func (p *plan) count(r record.Result) {
	if p.seen == nil {
		p.seen = make(map[int]int)
	}
	p.seen[r.Index]++
}

// soFar is such as "53 of 300 planned steps". A step counts once it has the results of
// all methods.
func (p *plan) soFar() string {
	done := 0
	for _, results := range p.seen {
		if results == p.methods {
			done++
		}
	}
	if p.steps == 0 {
		return "the first " + format.Count(int64(done), "step")
	}
	return fmt.Sprintf("%s of %s", format.Integer(int64(done)), format.Count(int64(p.steps), "planned step"))
}

// sayHowToGoOn says what an interrupted study leaves. dir is its folder; "": none.
func (p *plan) sayHowToGoOn(n *notes, dir string) {
	if dir == "" {
		n.say("%s done, none kept: with --out DIR they are kept, and the same command goes on with the others", p.soFar())
		return
	}
	n.say("%s done, kept in %s: the same command goes on with the others", p.soFar(), dir)
}
