package transform

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/optgap/optgap/bench/trace/swf"
)

// PerfectEstimates returns the step that makes the run time the requested time, where the
// run time is known (Streit 2002, section 5.2). The requested time is at least 1 s, as a
// request of 0 is unknown.
func PerfectEstimates() Step {
	return Step{
		Text: "perfect-estimates", Note: "requested times are the run times, at least 1 s",
		apply: func(t Trace) (Trace, error) {
			return t.each(func() func(*swf.Record) error {
				return func(rec *swf.Record) error {
					if rec.RunTime >= 0 {
						rec.RequestedTime = max(rec.RunTime, 1)
					}
					return nil
				}
			}), nil
		},
	}
}

// Sort returns the step that sorts the records by submission. Records of equal submission
// keep their order. The step holds all records, 160 bytes each.
func Sort() Step {
	return Step{
		Text: "sort", Note: "jobs sorted by submission",
		apply: func(t Trace) (Trace, error) {
			in := t.Records
			t.Records = func(yield func(swf.Record, error) bool) {
				var all pile
				for rec, err := range in {
					if err != nil {
						yield(rec, err)
						return
					}
					all.add(rec)
				}
				for _, i := range all.bySubmission() {
					if !yield(*all.at(i), nil) {
						return
					}
				}
			}
			return t, nil
		},
	}
}

// A pile holds records in blocks of one size. No record is copied when the pile grows.
type pile struct {
	blocks [][]swf.Record
	size   int
}

const blockSize = 1024

func (p *pile) add(rec swf.Record) {
	if p.size%blockSize == 0 {
		p.blocks = append(p.blocks, make([]swf.Record, blockSize))
	}
	p.size++
	*p.at(p.size - 1) = rec
}

func (p *pile) at(i int) *swf.Record { return &p.blocks[i/blockSize][i%blockSize] }

// bySubmission returns the places of the records in the order of submission.
func (p *pile) bySubmission() []int {
	order := make([]int, p.size)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(p.at(i).Submit, p.at(j).Submit), cmp.Compare(i, j))
	})
	return order
}

// Renumber returns the step that numbers the jobs from 1 on. Preceding jobs get their new
// numbers. A preceding job without an earlier line becomes unknown.
func Renumber() Step {
	return Step{
		Text: "renumber", Note: "jobs numbered from 1 on",
		apply: func(t Trace) (Trace, error) {
			return t.each(func() func(*swf.Record) error {
				numbers := numbering{}
				return func(rec *swf.Record) error {
					old := rec.ID
					rec.ID, rec.Preceding = numbers.next(), numbers.of(rec.Preceding)
					numbers.name(old, rec.ID)
					return nil
				}
			}), nil
		},
	}
}

// A numbering gives jobs new numbers from 1 on.
type numbering struct {
	last int64
	new  map[int64]int64 // new numbers by old ones
}

func (n *numbering) next() int64 {
	n.last++
	return n.last
}

// name stores the new number of a job.
func (n *numbering) name(old, new int64) {
	if n.new == nil {
		n.new = map[int64]int64{}
	}
	n.new[old] = new
}

// of returns the new number of a job, or swf.Unknown.
func (n *numbering) of(old int64) int64 {
	if id, ok := n.new[old]; ok {
		return id
	}
	return swf.Unknown
}

// Until yields the records until the context ends. The last thing is then the error of the
// context.
func Until(ctx context.Context, records iter.Seq2[swf.Record, error]) iter.Seq2[swf.Record, error] {
	const every = 1024 // number of records between checks of the context
	return func(yield func(swf.Record, error) bool) {
		n := 0
		for rec, err := range records {
			if n++; n%every == 0 && ctx.Err() != nil {
				yield(swf.Record{}, ctx.Err())
				return
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}
