package verify

import (
	"bytes"
	"cmp"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/optgap/optgap"
)

// job is a job of the step.
type job struct{ width, duration, weight int64 }

// checker reads a proof.
type checker struct {
	jobs    []job
	equal   []int    // by job: the job before it that is equal, -1 where there is none
	lattice int64    // costs of the schedules of the tree are multiples of it
	below   int64    // the largest such cost that has to be impossible
	end     int64    // all jobs have ended before this second
	latest  *big.Int // more than any cost

	tree    []byte // letters
	at      int    // letters that were read
	numbers *bytes.Reader
	broken  error // the first that is wrong, nil if nothing is yet

	cells int // that are held now, of mostProofCells
	work  int // that was done, of mostProofWork

	root  *partial
	nodes []node    // by number
	force []*prices // for the children of the present node, the first given first
}

// node is a node that was opened: its parent's number, the job that is placed last, and the set of
// those placed.
type node struct {
	parent int
	placement
	jobs uint64
}

// Check returns nil where a proof shows that no schedule of a valid step, with the weights of its
// objective, has an objective below d.Bound. Otherwise the error tells what is wrong. It wraps
// ErrTooLarge where the proof was not read to its end.
func CheckDerivation(step *optgap.Step, d *optgap.Derivation) error {
	if err := step.Validate(); err != nil {
		return err
	}
	if n := len(step.Jobs); n < 1 || n > mostProofJobs {
		return fmt.Errorf("%d jobs, expected 1 to %d", n, mostProofJobs)
	}
	tree, err := inflate("tree", d.Tree)
	if err != nil {
		return err
	}
	numbers, err := inflate("numbers", d.Numbers)
	if err != nil {
		return err
	}
	if digest := DerivationDigest(step, d.Bound, tree, numbers); d.Digest != digest {
		return fmt.Errorf(
			"digest: found %q, expected %q, that of the step and this proof",
			d.Digest,
			digest,
		)
	}
	c := newChecker(step)
	c.tree, c.numbers = tree, bytes.NewReader(numbers)
	below := d.Bound - 1 - value(step, make([]int64, len(step.Jobs))).Int64()
	if below < 0 {
		return nil // no job starts before 0
	}
	if c.latest.Cmp(big.NewInt(below)) <= 0 {
		return fmt.Errorf(
			"bound: found %d, which is above the objective of some schedule",
			d.Bound,
		)
	}
	c.below = below - below%c.lattice
	c.children(c.root, 0)
	if c.at < len(c.tree) || c.numbers.Len() > 0 {
		c.fault("more letters or numbers than there are nodes")
	}
	return c.broken
}

// newChecker returns a checker of proofs about a valid step.
func newChecker(step *optgap.Step) *checker {
	c := &checker{latest: new(big.Int)}
	times := int64(0)
	weights := int64(0)
	for _, change := range step.History {
		times = gcd(change.Time, times)
		c.end = change.Time + 1
	}
	root := &partial{free: capacity(step.History)}
	for i, of := range step.Jobs {
		j := job{of.Width, of.Estimate, weight(of)}
		c.end += j.duration
		times = gcd(j.duration, times)
		weights = gcd(j.weight, weights)
		last := -1
		for k, other := range c.jobs {
			if other == j {
				last = k
			}
		}
		c.jobs = append(c.jobs, j)
		c.equal = append(c.equal, last)
		root.left = append(root.left, i)
		root.earliest = append(root.earliest, root.free.earliest(0, j.width, j.duration))
	}
	for _, j := range c.jobs {
		c.latest.Add(c.latest, product(j.weight, c.end))
	}
	root.later = root.earliest
	c.lattice = times * weights
	c.root = root
	c.nodes = []node{{-1, root.last(), 0}}
	return c
}

// gcd returns the greatest common divisor of a >= 0 and b >= 0.
func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// children checks what a proof says of each child of a node.
func (c *checker) children(p *partial, number int) {
	held := c.cells
	defer func() { c.cells = held }()
	if !c.take(2 * len(p.free)) {
		return
	}
	if c.at < len(c.tree) && c.tree[c.at] == 'p' {
		c.at++
		c.force = append(c.force, c.prices(p))
		defer func() { c.force = c.force[:len(c.force)-1] }()
	}
	for _, at := range c.next(p) {
		if !c.spend((2*len(p.left) + 1) * len(p.free)) {
			return
		}
		c.child(p.place(c.jobs, at), number)
	}
}

// next returns the placements that make children, in their order. The rules of the others need no
// witness.
func (c *checker) next(p *partial) (all []placement) {
	end := int64(math.MaxInt64) // the first at which a job left can end
	for i, k := range p.left {
		end = min(end, p.earliest[i]+c.jobs[k].duration)
	}
	for i, k := range p.left {
		at := placement{p.earliest[i], k}
		equal := c.equal[k] >= 0 && slices.Contains(p.left, c.equal[k])
		if !equal && p.last().before(at) && at.start < end {
			all = append(all, at)
		}
	}
	slices.SortFunc(
		all,
		func(a, b placement) int { return cmp.Or(cmp.Compare(a.start, b.start), a.job-b.job) },
	)
	return all
}

// child checks the letter of a child of a node that has this number.
func (c *checker) child(p *partial, parent int) {
	if c.at == len(c.tree) {
		c.fault("the tree ends here, expected a child")
		return
	}
	letter := c.tree[c.at]
	holds := false
	c.at++
	if !c.spend(c.costOf(p)) {
		return
	}
	switch letter {
	case 'd':
		switch {
		case len(p.left) == 0:
			c.fault("a schedule of cost %d, expected more than %d", p.cost, c.below)
		case len(c.nodes) == mostProofNodes:
			c.tooLarge(mostProofNodes, "nodes")
		default:
			c.nodes = append(c.nodes, node{parent, p.last(), c.nodes[parent].jobs | 1<<p.last().job})
			c.children(p, len(c.nodes)-1)
		}
		return
	case 'a':
		cost := p.cost
		for i, k := range p.left {
			cost += c.jobs[k].weight * p.later[i]
		}
		holds = cost > c.below
	case 'b', 'B':
		back := int64(0)
		if letter == 'B' {
			back = 1 + c.upTo(mostProofJobs)
		}
		if i := len(c.force) - 1 - int(back); i >= 0 {
			holds = c.force[i].bound(p) > c.below<<c.force[i].bits
		}
	case 'i', 'x':
		n := len(p.placed) - 1
		to := n - 1 - int(c.upTo(mostProofJobs))
		if to >= 0 {
			holds = c.moved(p, to, letter == 'x').replaces(p, c.jobs)
		}
	case 'm':
		n := len(c.nodes) - 1 - int(c.upTo(int64(len(c.nodes)-1)))
		if c.nodes[n].jobs == c.nodes[parent].jobs|1<<p.last().job {
			placed := c.node(n)
			holds = c.planned(placed, len(placed)).replaces(p, c.jobs)
		}
	default:
		c.fault("found %q, expected a letter of docs/proofs.md", letter)
	}
	if !holds {
		c.fault(
			"job %d at second %d can't be left out by %q",
			p.last().job,
			p.last().start,
			letter,
		)
	}
}

// costOf returns the work that a letter takes, at most. The free processors, and those of the node
// of prices, change at most that often.
func (c *checker) costOf(p *partial) int {
	seconds := 2 * (len(p.free) + mostProofJobs)
	for _, v := range c.force {
		seconds = max(seconds, 2*(len(p.free)+mostProofJobs)+len(v.borders))
	}
	return seconds * (len(p.placed) + 1)
}

// moved places the jobs of a node in another order, each as early as it fits: the last one comes to
// a place, and, where they change places, the one there to the end.
func (c *checker) moved(p *partial, to int, exchange bool) *partial {
	order := slices.Clone(p.placed)
	n := len(order) - 1
	if exchange {
		order[to], order[n] = order[n], order[to]
	} else {
		order = slices.Insert(order[:n], to, p.placed[n])
	}
	return c.planned(order, to)
}

// node returns the placements of a node by its number.
func (c *checker) node(number int) (placed []placement) {
	for n := c.nodes[number]; n.parent >= 0; n = c.nodes[n.parent] {
		placed = append(placed, n.placement)
	}
	slices.Reverse(placed)
	return placed
}

// planned places jobs in their order: the first ones, so many as known, at their starts, the others
// as early as they fit.
func (c *checker) planned(order []placement, known int) *partial {
	q := &partial{free: c.root.free}
	for i, a := range order {
		j := c.jobs[a.job]
		if i >= known {
			a.start = q.free.earliest(0, j.width, j.duration)
		}
		q.free = q.free.reserve(a.start, j.duration, j.width)
		q.cost += j.weight * a.start
		q.placed = append(q.placed, a)
	}
	return q
}

// number reads the next number.
func (c *checker) number() uint64 {
	n, err := binary.ReadUvarint(c.numbers)
	if err != nil {
		c.fault("the numbers end, or one is above the range of uint64")
	}
	return n
}

// upTo reads a number from 0 to most.
func (c *checker) upTo(most int64) int64 {
	n := c.number()
	if n > uint64(most) {
		c.fault("number %d, expected at most %d", n, most)
		return 0
	}
	return int64(n)
}

// fault notes what is wrong, unless something was before.
func (c *checker) fault(format string, args ...any) {
	if c.broken == nil {
		c.broken = fmt.Errorf("letter %d: "+format, append([]any{c.at}, args...)...)
	}
}

// inflate returns the bytes of a field.
func inflate(field, text string) ([]byte, error) {
	if text == "" {
		return nil, nil
	}
	packed, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", field, err)
	}
	rest := bytes.NewReader(packed)
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(rest), mostProofBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w, expected DEFLATE in base64", field, err)
	case len(data) > mostProofBytes:
		return nil, fmt.Errorf("%w: %s: more than %d bytes", ErrTooLarge, field, mostProofBytes)
	case rest.Len() > 0 || strings.ContainsAny(text, "\r\n"): // which base64 passes over
		return nil, fmt.Errorf("%s: found more than one stream in base64", field)
	}
	return data, nil
}

// Digest returns the SHA-256, in hexadecimal digits, of a step, the bound, and the letters and
// numbers of a proof.
func DerivationDigest(step *optgap.Step, bound int64, tree, numbers []byte) string {
	h := sha256.New()
	for _, c := range step.History {
		fmt.Fprintf(h, "free %d %d\n", c.Time, c.Free)
	}
	for _, j := range step.Jobs {
		fmt.Fprintf(h, "job %d %d %d %d\n", j.Width, j.Estimate, weight(j), j.Submit)
	}
	fmt.Fprintf(
		h,
		"bound %d\ntree %d\n%snumbers %d\n%s",
		bound,
		len(tree),
		tree,
		len(numbers),
		numbers,
	)
	return hex.EncodeToString(h.Sum(nil))
}
