package report

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/loss"
)

// AnswerFormat names the version of the JSON form of an answer.
const AnswerFormat = "optgap-answer/1"

// mostWorst is the number of steps or jobs that an answer lists of each scheduler.
const mostWorst = 10

// Answer holds the numbers of the answer of a study, for programs. It has no times of computation: the same results
// make the same answer.
type Answer struct {
	Format        string           `json:"format"`
	Trace         string           `json:"trace,omitempty"`
	Drive         string           `json:"drive,omitempty"`     // scheduler from whose replay the steps are
	Shard         string           `json:"shard,omitempty"`     // such as `2/8`; absent: the whole study
	Hindsight     bool             `json:"hindsight,omitempty"` // steps have run times in the place of estimates
	ObjectiveName optgap.Objective `json:"objective_name"`
	// those with losses, those that were to be solved, and those with losses whose optimum is proven
	Steps      int `json:"steps"`
	AskedSteps int `json:"asked_steps"`
	Proven     int `json:"proven"`
	// steps without losses, by what they lack
	LeftOut map[string]int `json:"left_out,omitempty"`
	// the policies that were asked for beside FCFS, SJF and LJF first; in each part the one that loses least first
	Policies []PolicyAnswer `json:"policies"`
	Worst    []WorstStep    `json:"worst"`
	// what the one policy that was asked for loses on the steps of its own replay; absent: not measured
	OwnSteps *OwnSteps `json:"own_steps,omitempty"`
}

// OwnSteps is what a policy loses on average on the steps that come about under itself.
type OwnSteps struct {
	Steps int `json:"steps"` // those with losses
	AverageLoss
}

// AverageLoss is what a policy loses on average.
type AverageLoss struct {
	// average loss against the optimum at one second, and what it may be at most
	LossPercent     float64 `json:"loss_percent"`
	LossPercentMost float64 `json:"loss_at_most_percent"`
	// [%] 95 % interval of it; absent: it can't be said
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`
}

func averageLoss(d loss.Distribution) AverageLoss {
	low, high := d.Confidence.Ends()
	return AverageLoss{d.Average.Low, d.Average.High, low, high}
}

// OnOwnSteps returns what a policy loses, which has brought about the steps; nil: that is not known.
func (r *StudyReport) OnOwnSteps(policy string) *OwnSteps {
	k := slices.Index(r.Losses.Schedulers, policy)
	if k < 0 || r.Losses.All.Steps == 0 {
		return nil
	}
	return &OwnSteps{r.Losses.All.Steps, averageLoss(r.Losses.All.Losses[k])}
}

// PolicyAnswer holds what a policy loses on average. Where optima are not proven, each number has two ends.
type PolicyAnswer struct {
	Name string `json:"name"` // of the policy; `dynP`: the best of FCFS, SJF and LJF at each step
	AverageLoss
	// [%] likewise, of all steps that were to be solved, of which a budget has left out some
	WholeLow  *float64 `json:"asked_steps_low,omitempty"`
	WholeHigh *float64 `json:"asked_steps_high,omitempty"`
	// without the waits that lie behind the steps
	FromNowPercent     *float64 `json:"from_now_percent,omitempty"`
	FromNowPercentMost *float64 `json:"from_now_at_most_percent,omitempty"`
	// in the unit of what is minimised, the average by which it is above the optimum
	Excess     *float64 `json:"excess,omitempty"`
	ExcessMost *float64 `json:"excess_at_most,omitempty"`
	// steps with losses, and those whose optimum is proven
	Steps       int `json:"steps"`
	Proven      int `json:"proven"`
	loss.Versus     // the best of the others by default
}

// WorstStep is one of the ten steps on which a policy loses most.
type WorstStep struct {
	// as in `policies`; ten steps on which it loses most, and at least how much; their trace if another than above
	Policy      string  `json:"policy"`
	Trace       string  `json:"trace,omitempty"`
	Index       int     `json:"index"`
	Now         int64   `json:"now"`
	Jobs        int     `json:"jobs"`
	LossPercent float64 `json:"loss_percent"`
}

// Numbers returns the numbers of the answer. Of no policy there are any where no step has losses.
func (r *StudyReport) Numbers() Answer {
	t := r.Losses
	a := Answer{
		Format: AnswerFormat, Drive: r.options.Asked.Drive, Shard: r.options.Asked.Shard,
		Hindsight: r.options.Asked.Hindsight, ObjectiveName: r.Comparison.Average.Objective, LeftOut: t.Left,
		Steps: t.All.Steps, AskedSteps: max(r.options.Asked.Steps, t.All.Steps+t.Left.Steps()), Proven: t.All.Proven,
		Policies: []PolicyAnswer{}, Worst: []WorstStep{}, OwnSteps: r.options.Asked.Own,
	}
	for _, known := range r.results {
		a.Trace = cmp.Or(a.Trace, known.Trace)
	}
	if t.All.Steps == 0 {
		return a
	}
	of, _ := t.Answered()
	for i, k := range lists.Distinct(slices.Concat(of, t.Ranking()), func(k int) int { return k }) {
		if t.Schedulers[k] == loss.Best {
			continue
		}
		d := t.All.Losses[k]
		p := PolicyAnswer{
			Name: t.Schedulers[k], AverageLoss: averageLoss(d), Steps: t.All.Steps, Proven: t.All.Proven,
		}
		p.FromNowPercent, p.FromNowPercentMost = d.FromNow.Ends()
		p.Excess, p.ExcessMost = d.Excess.Ends()
		if i == 0 {
			p.WholeLow, p.WholeHigh = r.options.Asked.Whole.Ends()
		}
		if other, minus := t.Versus(k); other >= 0 {
			p.Versus = minus.Versus(t.Schedulers[other])
		}
		a.Policies = append(a.Policies, p)
		a.Worst = append(a.Worst, worstSteps(t, k, a.Trace)...)
	}
	return a
}

// worstSteps returns the steps on which a scheduler loses most, of equal ones the first. trace is the name that is left
// out.
func worstSteps(t loss.Table, k int, trace string) (worst []WorstStep) {
	steps := slices.DeleteFunc(slices.Clone(t.Steps), func(o loss.Observation) bool { return o.Loss[k].Low == 0 })
	slices.SortFunc(steps, func(a, b loss.Observation) int {
		return cmp.Or(cmp.Compare(b.Loss[k].Low, a.Loss[k].Low), cmp.Compare(a.Trace, b.Trace), cmp.Compare(a.Index, b.Index))
	})
	for _, o := range steps[:min(len(steps), mostWorst)] {
		if o.Trace == trace {
			o.Trace = ""
		}
		worst = append(worst, WorstStep{t.Schedulers[k], o.Trace, o.Index, o.Now, o.Jobs, o.Loss[k].Low})
	}
	return worst
}

// TraceAnswer holds the numbers of an answer about schedulers of a whole trace, for programs.
type TraceAnswer struct {
	Format        string `json:"format"`
	Trace         string `json:"trace,omitempty"`
	Jobs          int    `json:"jobs"` // of the trace
	ObjectiveName string `json:"objective_name"`
	// how far each is from the best possible, and why: see [Ladders](#ladders)
	Schedulers []*record.Ladder `json:"schedulers"`
	Worst      []WorstJob       `json:"worst"`
}

// WorstJob is one of the ten jobs that wait longest beyond the best schedule found.
type WorstJob struct {
	// as in `schedulers`; ten jobs that start later than in the best schedule found, by most
	Scheduler string `json:"scheduler"`
	Job       int64  `json:"job"`
	// [s] of the trace; its start under the scheduler, in the best schedule, and how much later the first is
	Submit    int64 `json:"submit"`
	Start     int64 `json:"start"`
	BestStart int64 `json:"best_start"`
	Later     int64 `json:"later"`
}

// TraceNumbers returns the answer about a trace, whose jobs are by submission. best are the starts of the best schedule
// found, and starts those under the scheduler of each ladder.
func TraceNumbers(ladders []*record.Ladder, jobs []optgap.TraceJob, best []int64, starts [][]int64) TraceAnswer {
	a := TraceAnswer{AnswerFormat, ladders[0].Trace, len(jobs), ladders[0].ObjectiveName, ladders, []WorstJob{}}
	for k, l := range ladders {
		var late []WorstJob
		for i, j := range jobs {
			if later := starts[k][i] - best[i]; later > 0 {
				late = append(late, WorstJob{l.Scheduler, j.ID, j.Submit, starts[k][i], best[i], later})
			}
		}
		slices.SortStableFunc(late, func(a, b WorstJob) int { return cmp.Compare(b.Later, a.Later) })
		a.Worst = append(a.Worst, late[:min(len(late), mostWorst)]...)
	}
	return a
}
