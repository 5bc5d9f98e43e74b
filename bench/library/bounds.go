package library

import (
	"cmp"
	"maps"
	"slices"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
)

// EnumeratedJobs is the largest number of jobs of steps whose optimum Check finds by enumeration.
const EnumeratedJobs = 8

// alone reports whether the bound can be checked without a search and a solver.
func alone(b method.Bound) bool {
	return b.RestsOn == record.ProofRecomputed || b.Certificate != nil
}

// boundsOf returns the bounds of a result. One whose certificate proves less is two: what the
// certificate proves, and the whole without it.
func boundsOf(r *record.Result) (all []method.Bound) {
	for _, name := range slices.Sorted(maps.Keys(r.Bounds)) {
		b := method.Bound{Name: name, Value: r.Bounds[name], RestsOn: r.Proofs[name]}
		if b.RestsOn == record.ProofCertified { // derivations are not kept
			b.RestsOn = record.ProofSearch
		}
		c, ok := r.Certificates[name]
		if ok {
			certified := b
			certified.Value = min(c.Bound, b.Value)
			certified.RestsOn = record.ProofCertificate
			certified.Certificate = &c
			all = append(all, certified)
		}
		if !ok || c.Bound < b.Value {
			all = append(all, b)
		}
	}
	return all
}

// kept returns those of the bounds that the library keeps, ascending: the largest, and before it
// the largest that needs no search, if it is another one.
func kept(all []method.Bound) (best []method.Bound) {
	slices.SortStableFunc(all, compareBounds)
	for i, b := range all {
		if alone(b) {
			best = nil
		}
		if alone(b) || i == len(all)-1 {
			best = append(best, b)
		}
	}
	return best
}

// compareBounds orders bounds by value. Of equal ones, the one that can be checked is the last.
func compareBounds(a, b method.Bound) int {
	if a.Value == b.Value && alone(a) != alone(b) {
		if alone(a) {
			return 1
		}
		return -1
	}
	return cmp.Compare(a.Value, b.Value)
}

// largestOf returns the largest of kept bounds; the zero value: there is none.
func largestOf(kept []method.Bound) (b method.Bound) {
	if len(kept) > 0 {
		b = kept[len(kept)-1]
	}
	return b
}
