package aida2000

import (
	"context"
	"fmt"
	"sync"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/papers/statement"
)

// power2Entries are the statements of section 4.3.
func power2Entries() []entry {
	const where, analysis = "section 4.3, Figure 6", "section 4.3, Eq. 2 to 5"
	return []entry{
		higherThanUniform("4.3-1", where, "power2", largest),
		gained("4.3-2", where, "power2", largest),
		gained("4.3-3", where, "power2", firstFit),
		alikeGains("4.3-4", where, "power2", "LJF is close to FCFS/First-Fit", largest, firstFit),
		{
			ID: "4.3-5", Where: "section 4.3", Text: "consistent with ScanUp of Lo, Mache and Windisch",
			Reason: "another paper's data",
		},
		{
			ID: "4.3-6", Where: analysis, Printed: "always", Fixed: true,
			Text:  "LJF finds an integer multiple of the next job's size idle, all jobs there",
			Rule:  "of 10 000 jobs of Power2 at once every dispatch does, and no processor is idle while jobs wait",
			Judge: offlinePacking,
		},
		{
			ID: "4.3-7", Where: analysis, Text: "at high load many jobs are dispatched so too",
			Rule:      "share of the dispatches of LJF under Power2 at load 0.9",
			Tolerance: fmt.Sprintf("many: %g %% or more", 100*many),
			Judge: func(d Data) statement.Finding {
				e := d.at(pair{"power2", largest}, high, multiple).Scaled(100)
				return statement.Found(e.AtLeast(100*many), e.Text(1, "%"))
			},
		},
		fills("4.3-8", "section 4.3", "while enough jobs wait, LJF fills the idle processors perfectly"),
		{
			ID: "4.3-9", Where: "section 4.3, Figure 7", Text: "Power2: LJF is more slowed down than FCFS/First-Fit",
			Rule: "the geometric mean over the loads of its ratio over that one is above 1, paired",
			Judge: func(d Data) statement.Finding {
				e := d.slower(pair{"power2", largest}, pair{"power2", firstFit})
				return statement.Found(e.Above(1), e.Text(2, ""))
			},
		},
		{
			ID: "4.3-10", Where: "section 4.3, Figure 7",
			Text: "Power2: LJF/First-Fit is more slowed down than FCFS/First-Fit",
			Rule: "the geometric mean over the loads of its ratio over that one is above 1, paired",
			Judge: func(d Data) statement.Finding {
				e := d.slower(pair{"power2", fitLargest}, pair{"power2", firstFit})
				return statement.Found(e.Above(1), e.Text(2, ""))
			},
		},
		gainsLess("4.3-11", where, "power2", firstFit),
		gained("4.3-12", where, "power2", backfilling),
	}
}

func multiple(r Run) float64 { return valueOf(r.Multiple) }
func filled(r Run) float64   { return valueOf(r.Filled) }

// valueOf returns the value at p. There is none at a load without waiting jobs, which no rule has.
func valueOf(p *float64) float64 {
	if p == nil {
		return 0
	}
	return *p
}

// fills judges that LJF leaves no processor idle under Power2 at load 1.
func fills(id, where, text string) entry {
	return entry{
		ID: id, Where: where, Text: "Power2: " + text, Tolerance: fmt.Sprintf("perfectly: %g %% or more", 100*perfect),
		Rule: "share of the moments with a dispatch at load 1 that leave no processor idle, of those after which " +
			"jobs wait; the capacity that is idle while jobs wait stands beside it",
		Judge: func(d Data) statement.Finding {
			p := pair{"power2", largest}
			e, idle := d.at(p, 1, filled).Scaled(100), d.at(p, 1, lost).Scaled(100)
			text := e.Text(1, "%")
			if e.Known() {
				text += "; " + format.Decimal(idle.Value, 1) + " % idle while jobs wait"
			}
			return statement.Found(e.AtLeast(100*perfect), text)
		},
	}
}

func offlinePacking(d Data) statement.Finding {
	if d.offline == nil {
		return statement.Missing("")
	}
	p := d.offline
	return statement.Foundf(statement.If(*p.Multiple == 1 && *p.Filled == 1), "%s, %s",
		format.Share(*p.Multiple, 1), format.Share(*p.Filled, 1))
}

// offline returns the packing of LJF under Power2 where all jobs come at once, the assumption of Eq. 2
// to 5. nil: it could not be simulated.
var offline = sync.OnceValue(func() *Packing {
	s := Default()
	jobs, err := s.jobs(Problem{Model: "power2", Experiment: 1, Seed: 1}, 1)
	if err != nil {
		return nil
	}
	for i := range jobs {
		jobs[i].Submit = 0
	}
	o, err := s.replay(context.Background(), largest, jobs)
	if err != nil {
		return nil
	}
	p := s.measure(largest, 1, o).Packing
	return &p
})
