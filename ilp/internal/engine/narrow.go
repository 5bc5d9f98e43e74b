package engine

// Finish prepares the tables of the best prices for a search. value is the bound of these
// prices, in units. finish narrows windows and restricts starts to those with which the
// bound stays below upper. It returns false where a kind has no start left. Where time is
// up, it returns true and the tables are of no use.
func (a *Decomposition) Finish(value, upper int64) bool {
	a.Proven = value
	for _, c := range a.Curves {
		c.sum()
	}
	most := a.Problem.Below(upper)<<a.Problem.Unit - value
	alone := most
	// alone: most, where each job's cost is found by itself.
	least := make([]int64, len(a.Problem.Kinds))
	if a.joint != nil {
		alone += a.joint.least(a.Tails)
		a.joint.spread()
	}
	spare := func(kind int, start int64) int64 { return a.Tails[kind].Cost(start) - least[kind] }
	for i := range a.Problem.Kinds {
		k := &a.Problem.Kinds[i]
		adds := spare
		least[i], _ = a.Tails[i].cheapest(k.Earliest)
		if a.joint.has(i) {
			alone -= k.Count * least[i]
			adds = a.joint.above
		}
		if k.Starts == nil &&
			!a.narrow(i, func(start int64) bool { return adds(i, start) <= most }) {
			return false
		}
	}
	if !a.Problem.Restrict(func(kind int, start int64) int64 {
		if a.joint.has(kind) && a.joint.above(kind, start) > most {
			return Never
		}
		return spare(kind, start)
	}, alone) {
		return false
	}
	for i := range a.Problem.Kinds {
		if a.Problem.Watch.Spend(cornerWork * len(a.Tails[i].corners.list)) {
			return true
		}
		a.Tails[i].Fill(&a.Problem.Kinds[i])
	}
	a.Pack.finish(a.Problem.Watch, a.Curves)
	return true
}

// narrow narrows the window of kind i to its open starts. It returns false where there are none.
func (a *Decomposition) narrow(i int, open func(start int64) bool) bool {
	k := &a.Problem.Kinds[i]
	t := a.Tails[i]
	bends := t.bends(k.Earliest)
	first := 0
	last := len(bends) - 1
	for first <= last && !open(bends[first]) {
		first++
	}
	if first > last {
		return false
	}
	for !open(bends[last]) {
		last--
	}
	if first > 0 {
		k.Earliest = boundary(bends[first], bends[first-1], open)
	}
	if last+1 < len(bends) {
		k.Latest = boundary(bends[last], bends[last+1], open)
	}
	t.Latest = k.Latest
	return true
}

// boundary returns the last second from in towards out at which open is true. open is true
// at in, false at out, and changes once in between. out may be before in.
func boundary(in, out int64, open func(int64) bool) int64 {
	for out-in > 1 || in-out > 1 {
		if middle := in + (out-in)/2; open(middle) {
			in = middle
		} else {
			out = middle
		}
	}
	return in
}
