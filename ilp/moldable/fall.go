package moldable

// fall makes prices not rise, by the least change in the mean square over time: pieces
// between which a price rises get their mean (pool adjacent violators).
func fall(price, length []float64) {
	type pool struct {
		price, length float64
		pieces        int
	}
	pools := make([]pool, 0, len(price))
	for b, v := range price {
		p := pool{v, length[b], 1}
		for n := len(pools); n > 0 && pools[n-1].price < p.price; n-- {
			q := pools[n-1]
			p = pool{(q.price*q.length + p.price*p.length) / (q.length + p.length), q.length + p.length, q.pieces + p.pieces}
			pools = pools[:n-1]
		}
		pools = append(pools, p)
	}
	b := 0
	for _, p := range pools {
		for range p.pieces {
			price[b] = p.price
			b++
		}
	}
}
