package offline

// row is where a job has prices of its own: in buckets from first on, a cell for each.
type row struct{ first, from, to int }

func (r row) bucket(cell int) int { return r.first + cell - r.from }

// A job has own prices in all buckets in which it runs from a start that costs at most the share
// near more than the cheapest. The share is halved until there are at most mostCells, and at most
// perJob for each job.
const (
	near      = 0.3
	perJob    = 144
	mostCells = 1 << 22
)

// within returns the rows of the jobs; nil: there would be too many cells.
func (in *Instance) within(c *curve[float64]) []row {
	rows := make([]row, len(in.Jobs))
	released := releases(in, c)
	for share := near; ; share /= 2 {
		total := 0
		for i, at := range released {
			j := &in.Jobs[i]
			if j.Duration == 0 {
				continue
			}
			last := c.latest(j, at, share)
			to := min(c.bucket(last+j.Duration), len(c.times)-2)
			rows[i] = row{first: int(at.from), to: max(0, to+1-int(at.from))}
			total += rows[i].to
		}
		if total <= min(mostCells, perJob*len(in.Jobs)) {
			return rows
		}
		if share < leastNear {
			return nil
		}
	}
}

// leastNear is the share below which there are no own prices.
const leastNear = 1e-3

// latest returns the latest start of a job that costs at most a share more than the cheapest, of
// its release, the cheapest, and all starts with a border of buckets.
func (c *curve[T]) latest(j *Job, released place, share float64) int64 {
	weight := float64(j.Weight)
	cheapest, best := c.cheapest(j, released, T(j.Weight))
	most := float64(cheapest) + share*(float64(cheapest)+weight*float64(j.Duration))
	last := best.start
	k := int(released.to)
	for i := int(released.from) + 1; i < len(c.times); i++ {
		t := c.times[i]
		wait := weight * float64(t-j.Release)
		if wait > most {
			break
		}
		for k+1 < len(c.times) && c.times[k+1] <= t+j.Duration {
			k++
		}
		pays := c.until[k] + c.price[k]*T(t+j.Duration-c.times[k]) - c.until[i]
		if wait+float64(j.Width)*float64(pays) <= most {
			last = max(last, t)
		}
	}
	return last
}

// rowsOf returns the rows of extras.
func rowsOf(extras []extra[int64]) (rows []row) {
	for _, x := range extras {
		rows = append(rows, row{first: x.first, to: len(x.price)})
	}
	return rows
}
