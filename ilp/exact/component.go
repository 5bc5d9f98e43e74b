package exact

// component is a part of the method that can be left out. The optimum stays the same.
type component string

const (
	planning  component = "plans"    // search over the orders of the jobs
	pricing   component = "prices"   // price steps by kind of job; shared prices stay
	listing   component = "starts"   // lists of possible starts; windows stay
	searching component = "search"   // depth-first searches
	merging   component = "diagrams" // of merged nodes
	programs  component = "programs" // for HiGHS
	probing   component = "probing"  // of windows, before the tree
	recalling component = "memo"     // nodes that were explored before
)

// components are all that can be left out.
func components() []component {
	return []component{planning, pricing, listing, searching, merging, programs, probing, recalling}
}
