package library

import (
	"maps"
	"slices"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/method"
)

// ProofEnumeration is the proof of bounds of small steps: all orders of the jobs.
const ProofEnumeration record.Proof = "enumeration"

// Certain reports whether a proof needs no search and no solver.
func Certain(p record.Proof) bool {
	return p == record.ProofCertificate || p == record.ProofRecomputed || p == ProofEnumeration
}

// boundsOf returns the bounds of a result, by name. One whose certificate proves less is two: what
// the certificate proves, and the whole without it.
func boundsOf(r *record.Result) (all []method.Bound) {
	for _, name := range slices.Sorted(maps.Keys(r.Bounds)) {
		b := method.Bound{Name: name, Value: r.Bounds[name], RestsOn: r.Proofs[name]}
		if b.RestsOn == record.ProofCertified || b.RestsOn == record.ProofCertificate {
			b.RestsOn = record.ProofSearch // derivations are not kept
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

// larger reports whether a bound is larger than another one, or as large and certain.
func larger(a, b method.Bound) bool {
	sure := Certain(a.RestsOn) && !Certain(b.RestsOn)
	return a.Value > b.Value || a.Value == b.Value && sure
}

// kept returns those of the bounds that the library keeps: the largest, and before it the largest
// that is certain, if it is another one. The first of equal ones counts.
func kept(all []method.Bound) (best []method.Bound, largest method.Bound) {
	var certain method.Bound
	for _, b := range all {
		if larger(b, largest) {
			largest = b
		}
		if Certain(b.RestsOn) && larger(b, certain) {
			certain = b
		}
	}
	if certain.Name != "" && !Certain(largest.RestsOn) {
		best = append(best, certain)
	}
	if largest.Name != "" {
		best = append(best, largest)
	}
	return best, largest
}
