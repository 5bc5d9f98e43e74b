package moldable

// fall changes prices such that they do not rise. Neighbouring pieces of time whose prices
// rise get their mean price (pool adjacent violators). This is the least change in the mean
// square over time. length has the ticks of each piece.
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
			total := q.length + p.length
			p = pool{(q.price*q.length + p.price*p.length) / total, total, q.pieces + p.pieces}
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
