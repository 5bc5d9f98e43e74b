package verify

import (
	"cmp"
	"errors"
	"fmt"
)

// ErrTooLarge is the error of a proof that may be right, but takes more than a check may.
var ErrTooLarge = errors.New("beyond the limits of a check")

// mostProofJobs is the largest number of jobs of a step that a proof can be about.
const mostProofJobs = 64

// What a check may take: at most 256 MB, and some minutes.
const (
	mostProofBytes = 16 << 20 // of a field that is not compressed
	mostProofNodes = 1 << 20  // that are opened, 40 bytes each
	mostProofCells = 1 << 23  // numbers of 8 bytes of the nodes that are open and their prices
	mostProofWork  = 1 << 35  // numbers that are looked at, about 1 ns each
)

// take counts numbers that are held until they are given back, before there are any. It reports
// whether nothing is wrong.
func (c *checker) take(cells int) bool {
	c.cells += cells
	if c.cells > mostProofCells {
		return c.tooLarge(mostProofCells, "numbers of open nodes and their prices")
	}
	return c.spend(cells)
}

// spend counts work before it is done. It reports whether nothing is wrong.
func (c *checker) spend(work int) bool {
	c.work += work
	if c.work > mostProofWork {
		return c.tooLarge(mostProofWork, "steps of work")
	}
	return c.broken == nil
}

// tooLarge notes that the proof is beyond a limit, unless something was wrong before.
func (c *checker) tooLarge(most int, what string) bool {
	err := fmt.Errorf("%w: letter %d: more than %d %s", ErrTooLarge, c.at, most, what)
	c.broken = cmp.Or(c.broken, err)
	return false
}
