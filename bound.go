package optgap

// BoundName names a proven lower bound on the one-second problem.
type BoundName string

const (
	BoundFluid    BoundName = "fluid"    // mean busy time: areas poured into the free profile
	BoundMinsum   BoundName = "minsum"   // the relaxed minsum bound of Dutot et al. (2004), section 3.3
	BoundLP       BoundName = "lp"       // the linear relaxation of a program on a grid that relaxes the step
	BoundILP      BoundName = "ilp"      // the integer program's own, at one second or of a bracket
	BoundExact    BoundName = "exact"    // the exact search's
	BoundLagrange BoundName = "lagrange" // the exact search's before it branches: prices of capacity alone
)

// BoundNames returns the names of all bounds, in the order in which tables show
// them.
func BoundNames() []BoundName {
	return []BoundName{BoundFluid, BoundMinsum, BoundLP, BoundILP, BoundExact, BoundLagrange}
}
