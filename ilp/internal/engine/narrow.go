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
	alone := most // what starts may add together
	if a.joint != nil {
		alone += a.joint.least(a.Tails)
		a.joint.spread()
	}
	spares := make([]func(start int64) int64, len(a.Problem.Kinds))
	for i := range a.Problem.Kinds {
		k, t := &a.Problem.Kinds[i], a.Tails[i]
		least, _ := t.cheapest(k.Earliest)
		spares[i] = func(start int64) int64 { return t.Cost(start) - least }
		open := func(start int64) bool { return spares[i](start) <= most }
		if a.joint.has(i) {
			alone -= k.Count * least
			above, by := a.joint.above(i), spares[i]
			open = func(start int64) bool { return above(start) <= most }
			spares[i] = func(start int64) int64 {
				if !open(start) {
					return Never
				}
				return by(start)
			}
		}
		if k.Starts == nil && !a.narrow(i, open) {
			return false
		}
	}
	spare := func(kind int, start int64) int64 { return spares[kind](start) }
	if !a.Problem.Restrict(spare, alone) {
		return false
	}
	for i := range a.Problem.Kinds {
		if a.Problem.Watch.Spend(cornerWork * len(a.Tails[i].corners.list)) {
			return true
		}
		a.Tails[i].Fill(&a.Problem.Kinds[i])
	}
	a.Pack.finish(a.Curves)
	return true
}

// narrow narrows the window of kind i to its open starts. It returns false where there are none.
func (a *Decomposition) narrow(i int, open func(start int64) bool) bool {
	k, t := &a.Problem.Kinds[i], a.Tails[i]
	bends := t.bends(k.Earliest)
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
