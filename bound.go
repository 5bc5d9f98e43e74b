package optgap

// BoundName names a proven lower bound on the one-second problem.
type BoundName string

const (
	BoundFluid    BoundName = "fluid"    // mean busy time: areas poured into the free profile
	BoundMinsum   BoundName = "minsum"   // areas by interval of completion: the relaxed minsum bound of Dutot et al. (2004), section 3.3
	BoundLP       BoundName = "lp"       // the time-indexed linear program on a grid that relaxes the step, and its prices
	BoundILP      BoundName = "ilp"      // HiGHS's bound on the integer program at one second, or on relaxing grids
	BoundExact    BoundName = "exact"    // of the exact search
	BoundLagrange BoundName = "lagrange" // of the exact search's prices, before it branches
)

// BoundNames returns the names of all bounds, in the order in which tables show
// them.
func BoundNames() []BoundName {
	return []BoundName{BoundFluid, BoundMinsum, BoundLP, BoundILP, BoundExact, BoundLagrange}
}
