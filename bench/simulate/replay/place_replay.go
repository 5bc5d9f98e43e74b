package replay

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// Place gives every job and every admitted reservation of a replay processors of its own, as [Step]
// does, or those that its scheduler has chosen. jobs[i] are the blocks of the i-th job, reserved[i]
// those of the i-th reservation. Blocks are in seconds of the trace. They end at the actual end of
// the job. A job that takes no time has no blocks. On a grid the processors of the sites follow
// each other, and a job stays within its site.
//
// The error is an *optgap.Violation where a job starts before its submission or
// where its processors are not left for it. The cost is O(n log n + n * free runs).
func Place(o *Outcome, machine int64) (jobs, reserved [][]Block, err error) {
	jobs = make([][]Block, len(o.Jobs))
	reserved = make([][]Block, len(o.Reservations))
	holdings := make([]holding, 0, len(o.Jobs))
	for i, j := range o.Jobs {
		if o.Starts[i] < j.Submit {
			return nil, nil, &optgap.Violation{
				Job:    j.ID,
				Second: o.Starts[i],
				Reason: "starts before its submission",
			}
		}
		h := holding{
			id:     j.ID,
			start:  o.Starts[i],
			end:    o.End(i),
			width:  j.Width,
			blocks: &jobs[i],
		}
		if o.SiteOf != nil {
			h.site = int(o.SiteOf[i])
		}
		if o.Processors != nil {
			h.chosen = o.Processors[i]
		}
		holdings = append(holdings, h)
	}
	for i, d := range o.Reservations {
		for _, p := range d.Parts() {
			holdings = append(holdings, holding{
				id:     d.Request.ID,
				start:  d.Start,
				end:    d.End(),
				width:  p.Width,
				site:   p.Site,
				blocks: &reserved[i],
			})
		}
	}
	return jobs, reserved, assignHoldings(holdings, newSites(o, machine), asGiven)
}

// holding is a job or a part of a reservation that holds processors of one site from start
// to end.
type holding struct {
	id, start, end, width int64
	site                  int
	top                   bool               // it takes the highest free processors, before others look for a place
	chosen                []heuristics.Range // what it takes; nil: any
	blocks                *[]Block
}

// site is a machine, or a site of a grid.
type site struct {
	free RangeSet
	left int64 // number of free processors
}

// newSite returns a site of n free processors.
func newSite(first, n int64) site { return site{RangeSet{{Low: first, High: first + n}}, n} }

// newSites returns the sites of an outcome, with all processors free.
func newSites(o *Outcome, machine int64) []site {
	if o.Sites == nil {
		return []site{newSite(0, machine)}
	}
	var sites []site
	first := int64(0)
	for _, n := range o.Sites {
		sites = append(sites, newSite(first, n))
		first += n
	}
	return sites
}

// eventKind is a kind of events, in the order of those of one second.
type eventKind int

const (
	ends eventKind = iota
	topStarts
	starts
)

// asGiven leaves holdings that start together in their order.
func asGiven(_, _ *holding) int { return 0 }

// assignHoldings gives the holdings their blocks. It goes through starts and ends in order of time.
// Of one second the ends come first. Of holdings that start together the first by together takes
// its processors first.
func assignHoldings(holdings []holding, sites []site, together func(a, b *holding) int) error {
	type event struct {
		time  int64
		kind  eventKind
		index int32
	}
	events := make([]event, 0, 2*len(holdings))
	for i, h := range holdings {
		if h.end > h.start {
			kind := starts
			if h.top {
				kind = topStarts
			}
			events = append(events, event{h.start, kind, int32(i)}, event{h.end, ends, int32(i)})
		}
	}
	slices.SortFunc(events, func(a, b event) int {
		order := cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.kind, b.kind))
		if order == 0 && a.kind != ends {
			order = together(&holdings[a.index], &holdings[b.index])
		}
		return cmp.Or(order, cmp.Compare(a.index, b.index))
	})
	held := make([][]heuristics.Range, len(holdings))
	for _, e := range events {
		h := &holdings[e.index]
		s := &sites[h.site]
		if e.kind == ends {
			for _, r := range held[e.index] {
				s.free.Add(r)
			}
			s.left += h.width
			held[e.index] = nil
			continue
		}
		s.left -= h.width
		if s.left < 0 {
			return &optgap.Violation{
				Job:    h.id,
				Second: e.time,
				Reason: "more processors in use than the machine has",
			}
		}
		take := s.free.TakeLow
		if h.top {
			take = s.free.TakeHigh
		}
		held[e.index] = h.chosen
		if h.chosen == nil {
			held[e.index] = take(h.width)
		} else if slices.ContainsFunc(h.chosen, func(r heuristics.Range) bool { return !s.free.Take(r) }) {
			return &optgap.Violation{
				Job:    h.id,
				Second: e.time,
				Reason: "processors that are in use",
			}
		}
		for _, r := range held[e.index] {
			*h.blocks = append(*h.blocks, Block{e.time, h.end, r.Low, r.High})
		}
	}
	return nil
}
