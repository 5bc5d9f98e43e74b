package offline

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/binary"
	"io"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/engine"
)

// extra is what a job pays for each of its processors above the shared price, in buckets from first
// on.
type extra[T int64 | float64] struct {
	first int
	price []T
}

// at returns the extra of a bucket.
func (x extra[T]) at(b int) T {
	if b < x.first || b >= x.first+len(x.price) {
		return 0
	}
	return x.price[b-x.first]
}

// within returns what is left of the extra in the buckets from one to before another, counted from
// the first of these.
func (x extra[T]) within(from, to int) extra[T] {
	low := min(max(0, from-x.first), len(x.price))
	high := min(max(low, to-x.first), len(x.price))
	return extra[T]{max(0, x.first-from), x.price[low:high]}
}

// packed returns extras, which are in units, as Prices have them.
func packed(unit int64, all []extra[int64]) []byte {
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.DefaultCompression)
	b := binary.AppendUvarint(nil, uint64(unit))
	first := 0
	for _, x := range all {
		b = binary.AppendUvarint(b, uint64(len(x.price)))
		if len(x.price) == 0 {
			continue
		}
		b = binary.AppendVarint(b, int64(x.first-first))
		first = x.first
		before := int64(0)
		for _, v := range x.price {
			b = binary.AppendVarint(b, v-before)
			before = v
		}
	}
	w.Write(b) // a bytes.Buffer refuses nothing
	w.Close()
	return out.Bytes()
}

// extras returns what the jobs pay above the shared prices; nil: nothing. Extra is a DEFLATE stream
// of varints as Go writes them: a unit, and for each job the number of its buckets. If there are
// any, the first bucket follows, less that of the job before, and its extras in units, each less
// the one before. An extra is in the unit of Price.
func (p *Prices) extras(jobs int) (all []extra[int64], err error) {
	if p.Extra == nil {
		return nil, nil
	}
	r := bufio.NewReader(flate.NewReader(bytes.NewReader(p.Extra)))
	bad := optgap.BadField(
		"prices.extra",
		"a damaged list",
		"extras from 0, in buckets of the prices",
	)
	unit, err := binary.ReadUvarint(r)
	if err != nil || unit == 0 || unit > mostExtra {
		return nil, bad
	}
	first := int64(0)
	left := uint64(mostCells)
	for range jobs {
		n, err := binary.ReadUvarint(r)
		if err != nil || n > left {
			return nil, bad
		}
		x := extra[int64]{}
		left -= n
		if n > 0 {
			by, err := binary.ReadVarint(r)
			first += by
			if err != nil || first < 0 || first > int64(len(p.Price))-int64(n) {
				return nil, bad
			}
			x = extra[int64]{int(first), make([]int64, n)}
		}
		now := int64(0)
		for k := range x.price {
			by, err := binary.ReadVarint(r)
			now += by
			if err != nil || now < 0 || now > mostExtra/int64(unit) {
				return nil, bad
			}
			x.price[k] = now * int64(unit)
		}
		all = append(all, x)
	}
	if _, err := r.ReadByte(); err != io.EOF {
		return nil, bad
	}
	return all, nil
}

// mostExtra is the largest extra.
const mostExtra = 1 << 52

// mostUnits is the largest number of units in which knapsacks count the processors of the machine.
const mostUnits = 512

// unit returns the processors in a unit. Widths and the machine are rounded down to units: a set
// that fits then still does.
func (in *Instance) unit() int64 { return (in.Machine-1)/mostUnits + 1 }

// sets returns the most that sets of jobs can pay in extras, over all seconds. false: sums are too
// large.
func (in *Instance) sets(c *curve[int64], extras []extra[int64]) (total int64, ok bool) {
	if len(extras) == 0 {
		return 0, true
	}
	const most, exact = 1 << 60, 1 << 53 // exact: integers up to that are exact in the knapsacks
	paid := 0.0
	unit := in.unit()
	payers := make([][]int32, len(c.times))
	for _, i := range in.byWidth() {
		own := 0.0
		for k, x := range extras[i].price {
			b := extras[i].first + k
			own += float64(x) * float64(in.Jobs[i].Width) * float64(c.times[b+1]-c.times[b])
			if x > 0 {
				payers[b] = append(payers[b], int32(i))
			}
		}
		if own > most {
			return 0, false
		}
	}
	var k engine.Sack
	for b, jobs := range payers {
		if len(jobs) == 0 {
			continue
		}
		k.Clear()
		value := 0.0
		for _, i := range jobs {
			width := in.Jobs[i].Width
			pays := float64(extras[i].at(b)) * float64(width)
			k.Add(width/unit, pays)
			value += pays
		}
		worth := k.Best(in.Machine/unit, func(int) {})
		length := c.times[b+1] - c.times[b]
		paid += worth * float64(length)
		if value > exact || paid > most {
			return 0, false
		}
		total += int64(worth) * length
	}
	return total, true
}

// byWidth returns the jobs, the wide ones first.
func (in *Instance) byWidth() (order []int) {
	for i := range in.Jobs {
		order = append(order, i)
	}
	slices.SortStableFunc(
		order,
		func(a, b int) int { return cmp.Compare(in.Jobs[b].Width, in.Jobs[a].Width) },
	)
	return order
}
