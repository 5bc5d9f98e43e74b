package exact

// finish prepares the tables of the best prices for a search. value is the bound of these
// prices, in units. finish narrows windows and restricts starts to those with which the
// bound stays below upper. It returns false where a kind has no start left. Where time is
// up, it returns true and the tables are of no use.
func (a *decomposition) finish(value, upper int64) bool {
	a.proven = value
	for _, c := range a.curves {
		c.sum()
	}
	least := make([]int64, len(a.problem.kinds))
	for i := range a.problem.kinds {
		k := &a.problem.kinds[i]
		if k.starts == nil && !a.narrow(i, value, upper) {
			return false
		}
		least[i], _ = a.tails[i].cheapest(k.earliest)
	}
	spare := func(kind int, start int64) int64 { return a.tails[kind].cost(start) - least[kind] }
	if !a.problem.restrict(spare, a.problem.below(upper)<<a.problem.unit-value) {
		return false
	}
	for i := range a.problem.kinds {
		if a.problem.watch.spend(cornerWork * len(a.tails[i].corners.list)) {
			return true
		}
		a.tails[i].fill(&a.problem.kinds[i])
	}
	a.pack.finish(a.curves)
	return true
}

// narrow narrows the window of kind i to the starts with which the bound stays below upper.
// It returns false where there are none.
func (a *decomposition) narrow(i int, value, upper int64) bool {
	k, t := &a.problem.kinds[i], a.tails[i]
	least, _ := t.cheapest(k.earliest)
	open := func(s int64) bool { return !a.problem.reached(value-least+t.cost(s), upper) }
	bends := t.bends(k.earliest)
	first, last := 0, len(bends)-1
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
		k.earliest = boundary(bends[first], bends[first-1], open)
	}
	if last+1 < len(bends) {
		k.latest = boundary(bends[last], bends[last+1], open)
	}
	t.latest = k.latest
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
