// Package derivation writes proofs of lower bounds that anyone can check without a search:
//
//	step, bound -> a second search, with rules alone that have a witness -> optgap.Derivation
//
// docs/proofs.md states the rules. Package bench/verify checks the proofs, with code of its own.
//
// The package may change at any time.
package derivation

import (
	"bytes"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/engine"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// writer searches, and writes down what it leaves out.
type writer struct {
	step    *optgap.Step
	jobs    []optgap.Job // their widths, estimates and weights alone
	equal   []int        // by job: the equal job before it, -1 where there is none
	order   []int        // jobs in the order of the known schedule
	lattice int64        // costs are multiples of it
	below   int64        // the largest cost that has to be impossible
	bits    uint         // the most that prices can have, so that no sum overflows
	stop    func() bool

	tree, numbers []byte
	opened        []*node
	memo          map[uint64][]*node // opened, by jobs left
	force         []*prices
	limit         int // nodes that may be opened
}

// Efforts.
const (
	tried     = 200 // nodes below a node before it gets prices of its own
	buckets   = 32
	steps     = 300
	precision = 1 << 13 // rounding prices may take such a part of the bound

	rootTried   = 8
	rootBuckets = 128
	rootSteps   = 1000

	reordered = 3  // places before the last job at which it is tried
	recalled  = 32 // nodes with the same jobs placed that are tried
)

// mostBytes is the limit of the fields Tree and Numbers.
const mostBytes = 1 << 20

// mostJobs is the largest number of jobs of a step that a proof can be about.
const mostJobs = 64

// bytesOfNode sets how many nodes are opened: most proofs take 2 to 8 bytes for each.
const bytesOfNode = 8

// shortfalls are the parts of a bound that may be missed, in turn.
var shortfalls = []int64{math.MaxInt64, 10_000, 1000, 100}

// Best returns a proof of a bound of a valid step, or where that would be too large, of 99.99 %,
// 99.9 % or 99 % of it; nil if there is none within the limits, or the context ends. Each may take
// half of the time left. known is a good schedule.
func Best(
	ctx context.Context,
	step *optgap.Step,
	bound int64,
	known optgap.Schedule,
) *optgap.Derivation {
	for _, part := range shortfalls {
		within := ctx
		cancel := context.CancelFunc(func() {})
		if end, ok := ctx.Deadline(); ok {
			within, cancel = context.WithTimeout(ctx, time.Until(end)/2)
		}
		d := Write(within, step, bound-bound/part, known)
		if cancel(); d != nil {
			return d
		}
	}
	return nil
}

// Write returns a proof that no schedule of a valid step has an objective below bound, nil if none
// is found within the limits. known is a good schedule.
func Write(
	ctx context.Context,
	step *optgap.Step,
	bound int64,
	known optgap.Schedule,
) *optgap.Derivation {
	if n := len(step.Jobs); n < 1 || n > mostJobs {
		return nil
	}
	// Digits above those of the costs.
	spare := 60 - bits.Len64(uint64(step.TotalWeight()*step.SafeEnd()))
	if spare < 0 {
		return nil
	}
	w, root := newWriter(ctx, step, known)
	w.bits = uint(spare)
	w.limit = 1 + mostBytes/bytesOfNode
	below := bound - 1 - make(optgap.Schedule, len(step.Jobs)).Objective(step)
	w.below = below - below%w.lattice
	if below >= 0 && !w.deepen(root) {
		return nil
	}
	if d := w.derivation(bound); len(d.Tree)+len(d.Numbers) <= mostBytes {
		return d
	}
	return nil
}

func newWriter(ctx context.Context, step *optgap.Step, known optgap.Schedule) (*writer, *node) {
	w := &writer{
		step: step,
		stop: func() bool { return ctx.Err() != nil },
		memo: make(map[uint64][]*node),
	}
	root := &node{free: step.History, last: placement{-1, -1}, left: 1<<len(step.Jobs) - 1}
	times := int64(0)
	weights := int64(0)
	for _, c := range step.History {
		times = ledger.GCD(c.Time, times)
	}
	for i := range step.Jobs {
		j := optgap.Job{
			Width:    step.Jobs[i].Width,
			Estimate: step.Jobs[i].Estimate,
			Weight:   step.Weight(i),
		}
		times, weights = ledger.GCD(j.Estimate, times), ledger.GCD(j.Weight, weights)
		last := len(w.jobs) - 1
		for last >= 0 && w.jobs[last] != j {
			last--
		}
		w.jobs = append(w.jobs, j)
		w.equal = append(w.equal, last)
		root.earliest = append(root.earliest, engine.Earliest(root.free, 0, j.Width, j.Estimate))
	}
	for _, k := range known.Order() {
		w.order = append(w.order, int(k))
	}
	root.later = root.earliest
	w.lattice, w.opened = times*weights, []*node{root}
	return w, root
}

// explore writes down the children of a node. It returns false where it meets the limit.
func (w *writer) explore(n *node) bool {
	for _, at := range w.next(n) {
		m := w.place(n, at.job)
		if w.leaveOut(m) {
			continue
		}
		if m.left == 0 || len(w.opened) >= w.limit || w.stop() {
			return false
		}
		w.tree = append(w.tree, 'd')
		m.number = len(w.opened)
		w.opened = append(w.opened, m)
		w.memo[m.left] = append(w.memo[m.left], m)
		if !w.deepen(m) {
			return false
		}
	}
	return true
}

// deepen explores a node: with the prices in force if few nodes are enough, else with prices of its
// own.
func (w *writer) deepen(n *node) bool {
	tree := len(w.tree)
	numbers := len(w.numbers)
	opened := len(w.opened)
	limit := w.limit
	tried := tried
	if n.depth == 0 {
		tried = rootTried
	}
	w.limit = min(limit, opened+tried)
	done := w.explore(n)
	w.limit = limit
	if done || len(w.opened) >= limit || w.stop() {
		return done
	}
	for _, m := range w.opened[opened:] {
		same := w.memo[m.left]
		w.memo[m.left] = same[:len(same)-1]
	}
	w.tree = append(w.tree[:tree], 'p')
	w.numbers = w.numbers[:numbers]
	w.opened = w.opened[:opened]
	v := w.priceAt(n)
	w.numbers = v.numbers(w.numbers, w, n)
	w.force = append(w.force, v)
	defer func() { w.force = w.force[:len(w.force)-1] }()
	return w.explore(n)
}

// next returns the placements that make children, in their order.
func (w *writer) next(n *node) (all []placement) {
	end := int64(1<<63 - 1)
	for k := range w.each(n.left) {
		end = min(end, n.earliest[k]+w.jobs[k].Estimate)
	}
	for k := range w.each(n.left) {
		at := placement{n.earliest[k], k}
		if (w.equal[k] < 0 || n.left>>w.equal[k]&1 == 0) && n.last.before(at) && at.start < end {
			all = append(all, at)
		}
	}
	slices.SortFunc(all, compare)
	return all
}

// leaveOut writes down why a child is left out, if it can be.
func (w *writer) leaveOut(n *node) bool {
	cost := n.cost
	weight := int64(0)
	for k := range w.each(n.left) {
		cost += w.jobs[k].Weight * n.later[k]
		weight += w.jobs[k].Weight
	}
	if cost > w.below {
		return w.letter('a')
	}
	for i := len(w.force) - 1; i >= 0; i-- {
		if v := w.force[i]; v.bound(w, n) > w.below<<v.bits {
			if back := len(w.force) - 1 - i; back > 0 {
				return w.letter('B', back-1)
			}
			return w.letter('b')
		}
	}
	if weight == 0 {
		return false
	}
	first := w.first(n)
	for back := range min(reordered, n.depth-1) {
		if w.moved(n, back, false).replaces(n, weight, first, false) {
			return w.letter('i', back)
		}
		if back > 0 && w.moved(n, back, true).replaces(n, weight, first, false) {
			return w.letter('x', back)
		}
	}
	same := w.memo[n.left]
	for i := len(same) - 1; i >= max(0, len(same)-recalled); i-- {
		if same[i].replaces(n, weight, first, true) {
			return w.letter('m', len(w.opened)-1-same[i].number)
		}
	}
	return false
}

// letter writes down a letter and its numbers.
func (w *writer) letter(letter byte, numbers ...int) bool {
	w.tree = append(w.tree, letter)
	for _, n := range numbers {
		w.numbers = binary.AppendUvarint(w.numbers, uint64(n))
	}
	return true
}

// moved places the jobs of a node in another order, each as early as it fits: the last comes before
// so many others and one more; with exchange the first of these comes to the end.
func (w *writer) moved(n *node, back int, exchange bool) *node {
	order := n.placed()
	last := len(order) - 1
	to := last - 1 - back
	q := n.parent
	for range back + 1 {
		q = q.parent
	}
	moved := append([]placement{order[last]}, order[to:last]...)
	if exchange {
		moved = append(append([]placement{order[last]}, order[to+1:last]...), order[to])
	}
	for _, a := range moved {
		q = w.place(q, a.job)
	}
	return q
}

// derivation returns the proof that is written.
func (w *writer) derivation(bound int64) *optgap.Derivation {
	deflated := func(data []byte) string {
		var text bytes.Buffer
		to, _ := flate.NewWriter(&text, flate.BestCompression)
		to.Write(data)
		to.Close()
		return base64.StdEncoding.EncodeToString(text.Bytes())
	}
	h := sha256.New()
	for _, c := range w.step.History {
		fmt.Fprintf(h, "free %d %d\n", c.Time, c.Free)
	}
	for i, j := range w.step.Jobs {
		fmt.Fprintf(h, "job %d %d %d %d\n", j.Width, j.Estimate, w.jobs[i].Weight, j.Submit)
	}
	fmt.Fprintf(
		h,
		"bound %d\ntree %d\n%snumbers %d\n%s",
		bound,
		len(w.tree),
		w.tree,
		len(w.numbers),
		w.numbers,
	)
	return &optgap.Derivation{
		Bound:   bound,
		Digest:  hex.EncodeToString(h.Sum(nil)),
		Tree:    deflated(w.tree),
		Numbers: deflated(w.numbers),
	}
}
