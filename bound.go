package optgap

// BoundName names a proven lower bound on the one-second problem.
type BoundName string

const (
	// BoundFluid is the mean busy time: areas poured into the free profile.
	BoundFluid BoundName = "fluid"
	// BoundMinsum is the relaxed minsum bound of Dutot et al. (2004), section 3.3. It
	// divides the areas of the jobs by interval of completion.
	BoundMinsum BoundName = "minsum"
	// BoundLP is that of prices of a processor over time, the same for all jobs.
	BoundLP BoundName = "lp"
	// BoundILP is that of HiGHS on the integer program, at one second or on relaxing
	// grids.
	BoundILP BoundName = "ilp"
	// BoundExact is that of the exact search.
	BoundExact BoundName = "exact"
	// BoundLagrange is that of the exact search's prices, before the search branches.
	BoundLagrange BoundName = "lagrange"
)

// BoundNames returns the names of all bounds, in the order in which tables show
// them.
func BoundNames() []BoundName {
	return []BoundName{BoundFluid, BoundMinsum, BoundLP, BoundILP, BoundExact, BoundLagrange}
}
