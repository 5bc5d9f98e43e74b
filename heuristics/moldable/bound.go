package moldable

// BoundName names a proven lower bound on a criterion.
type BoundName string

const (
	// BoundDual bounds the makespan: by the guesses that Dual has refuted.
	BoundDual BoundName = "dual"
	// BoundRelaxed bounds minsum: by areas divided by interval of completion. It is the
	// bound of Dutot et al. (2004), section 3.3, repaired.
	BoundRelaxed BoundName = "relaxed"
)
