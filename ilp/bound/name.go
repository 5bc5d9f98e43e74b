package bound

// Name names a lower bound on the one-second problem. Result files use these names.
type Name string

// The bounds of this module. [All] computes the first three; the others come from the
// methods that search for a schedule.
const (
	NameFluid    Name = "fluid"    // mean busy times: Fluid, where the proof is
	NameMinsum   Name = "minsum"   // areas by interval of completion: Minsum; the proof is in the package's comment
	NameLP       Name = "lp"       // time-indexed linear program and its prices: LP; the proof is in the package's comment
	NameILP      Name = "ilp"      // HiGHS's bound on the integer program at one second, or on relaxing grids: ilp.Solve, ilp.Bracket
	NameExact    Name = "exact"    // the bound of the exact search: exact.Solution.Bound; docs/exact.md has the method
	NameLagrange Name = "lagrange" // the bound that the exact search's prices prove: exact.Solution.Root; docs/exact.md has the proof
)

// Names returns the names of all bounds, in the order in which reports list them.
func Names() []Name {
	return []Name{NameFluid, NameMinsum, NameLP, NameILP, NameExact, NameLagrange}
}
