package verify

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"math"
	"slices"
)

// above is what a job pays for each of its processors above the shared price, in pieces from one
// on.
type above struct {
	piece int
	price []int64
}

// mostAbove is the largest number of such prices in a result, and so limits the memory.
const mostAbove = 1 << 22

// above reads what the jobs pay above the shared prices: see docs/formats.md. false: it can't be
// read.
func (t *onTrace) above() (all []above, ok bool) {
	p := t.Prices
	if p.Extra == nil {
		return make([]above, len(t.jobs)), true
	}
	r := bufio.NewReader(flate.NewReader(bytes.NewReader(p.Extra)))
	fine := true
	natural := func() int64 {
		v, err := binary.ReadUvarint(r)
		fine = fine && err == nil && v <= math.MaxInt64
		return int64(v & math.MaxInt64)
	}
	change := func() int64 {
		v, err := binary.ReadVarint(r)
		fine = fine && err == nil
		return v
	}
	unit := natural()
	piece := int64(0)
	left := int64(mostAbove)
	for i := 0; i < len(t.jobs) && fine; i++ {
		a := above{}
		n := natural()
		if n > left || n > int64(len(p.Price)) {
			return nil, false
		}
		left -= n
		if n > 0 {
			piece = t.plus(piece, change())
			fine = fine && piece >= 0 && piece <= int64(len(p.Price))-n
			a.piece = int(piece)
		}
		for now := int64(0); n > 0 && fine; n-- {
			now = t.plus(now, change())
			fine = fine && now >= 0
			a.price = append(a.price, t.times(max(0, now), unit))
		}
		all = append(all, a)
	}
	_, err := r.ReadByte()
	return all, fine && err == io.EOF && unit > 0
}

// machineUnits is the largest number of units of a machine. Widths and the machine are rounded down
// to units, so that what fits still does.
const machineUnits = 512

// mostAbovePaid returns the most that jobs which fit together pay above the shared prices, over all
// seconds.
func (t *onTrace) mostAbovePaid(all []above) (sum int64) {
	times := t.Prices.Times
	unit := (t.Machine + machineUnits - 1) / machineUnits
	payers := make([][]int, len(t.Prices.Price))
	for i, a := range all {
		for k := range a.price {
			payers[a.piece+k] = append(payers[a.piece+k], i)
		}
	}
	for b, jobs := range payers {
		best := make([]int64, t.Machine/unit+1) // by room
		for _, i := range jobs {
			width := t.jobs[i].Width
			pays := t.times(width, all[i].price[b-all[i].piece])
			for room := len(best) - 1; room >= int(width/unit); room-- {
				best[room] = max(best[room], t.plus(best[room-int(width/unit)], pays))
			}
		}
		sum = t.plus(sum, t.times(best[len(best)-1], times[b+1]-times[b]))
	}
	return sum
}

// cheapest returns the least cost of a job, which pays more than the shared prices in some pieces.
func (t *onTrace) cheapest(shared *tariff, i int, a above, slope int64) int64 {
	p := t.Prices
	j := t.jobs[i]
	least := int64(math.MaxInt64)
	end := j.Submit // from then on a start pays shared prices alone
	if len(a.price) > 0 {
		end = max(end, p.Times[a.piece+len(a.price)])
		from, _ := slices.BinarySearch(p.Times, j.Submit+1)
		from = max(0, from-1)
		to, _ := slices.BinarySearch(p.Times, t.plus(end, j.Duration()))
		to = min(to, len(p.Price))
		price := []int64{0}
		for b := from; b < to; b++ {
			v := p.Price[b]
			if a.piece <= b && b < a.piece+len(a.price) {
				v = t.plus(v, a.price[b-a.piece])
			}
			price = append(price, v)
		}
		own := newTariff(&t.exact, 0, p.Times[from:to+1], price)
		least = own.cheapest(
			[]window{{j.Submit, end}},
			math.MaxInt64,
			slope,
			j.Width,
			j.Duration(),
		)
	}
	later := shared.cheapest(
		[]window{{end, math.MaxInt64}},
		math.MaxInt64,
		slope,
		j.Width,
		j.Duration(),
	)
	return min(least, t.plus(later, t.times(slope, end-j.Submit)))
}
