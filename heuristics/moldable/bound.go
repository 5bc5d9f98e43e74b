package moldable

// BoundName names a proven lower bound on a criterion.
type BoundName string

const (
	BoundDual     BoundName = "dual"     // makespan: guesses that Dual has refuted
	BoundRelaxed  BoundName = "relaxed"  // minsum: areas by interval of completion (Dutot et al. 2004, section 3.3), repaired
	BoundLagrange BoundName = "lagrange" // minsum: prices of processors over time
	BoundILP      BoundName = "ilp"      // of HiGHS on the time-indexed program
	BoundExact    BoundName = "exact"    // of a search
)

// BoundNames returns the names of all bounds, in the order in which tables show them.
func BoundNames() []BoundName {
	return []BoundName{BoundDual, BoundRelaxed, BoundLagrange, BoundILP, BoundExact}
}
