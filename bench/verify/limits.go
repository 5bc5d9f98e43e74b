package verify

import "fmt"

// The check of a certificate takes at most 256 MB, and the certificates of one result ten seconds.
// A certificate beyond these limits is not checked.
const (
	mostWork  = 1 << 33   // numbers that are looked at, about 1 ns each
	mostCells = 1_500_000 // jobs of a forest times pieces of time, 100 bytes each
	mostLinks = 10        // jobs of a chain
	mostTurns = 1 << 23   // ranges of starts of its jobs, times 2 to their number, 8 bytes each
)

// Where sets of jobs that fit would take more, less is proven; see affordable and newKnapsack.
const (
	mostRooms    = 12_000_000    // free processors in units that one knapsack tells apart, 8 bytes each
	mostFilled   = 50_000_000    // entries that one knapsack writes
	mostSums     = 1 << 28       // processors of which sums of widths are known, a bit each
	mostSumWords = 1_000_000_000 // words that finding sums of widths moves
)

// What one number costs that is looked at by more than one step: in a search for a piece, and in a
// sum of any length.
const (
	eachSearched = 32
	eachBig      = 256
)

// work counts what the certificates of one result take, before it is done, in numbers that are
// looked at.
type work int64

// spend counts so many numbers, so many times. It reports whether that is within the limit.
func (w *work) spend(numbers, times int) bool {
	if *w <= mostWork {
		*w += work(numbers) * work(times)
	}
	return !w.tired()
}

// tired reports whether that was beyond the limit.
func (w *work) tired() bool { return *w > mostWork }

// afford reports whether all that certificates took was within the limit of work.
func (l *ledger) afford(field string) bool {
	return l.hold(
		l.spent <= mostWork,
		field,
		fmt.Sprintf("not checked: more than %d steps of work", mostWork),
		"at most %d, with the certificates before it",
		mostWork,
	)
}
