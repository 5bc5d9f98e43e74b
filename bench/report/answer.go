package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/folder"
)

// Asked is what a study was to solve.
type Asked struct {
	Steps int // 0: those with results
	Conditions
	// Of is the number of steps of the trace over which those with results are evenly spread; 0:
	// not known.
	Of    int
	OwnBy string // how to take the steps of the one policy that was asked for; "": not known
}

// Conditions say which steps a study has solved, and whether it came to its end.
type Conditions struct {
	Drive       string `json:"drive,omitempty"`       // scheduler from whose replay the steps are
	Shard       string `json:"shard,omitempty"`       // such as `2/8`; absent: the whole study
	Hindsight   bool   `json:"hindsight,omitempty"`   // steps have run times in the place of estimates
	Interrupted bool   `json:"interrupted,omitempty"` // the run ended early, by Ctrl-C or an error
}

// InHindsight is said of steps that have run times in the place of estimates.
const InHindsight = ", in hindsight"

// AskedOf returns what a study was to solve, as its folder says.
func AskedOf(info folder.Info) Asked {
	methods := 1 + strings.Count(info.Arguments["method"], ",")
	of := info.Of
	if !info.Complete { // its steps are the first ones
		of = 0
	}
	return Asked{
		Steps: info.Asked / methods,
		Conditions: Conditions{
			Drive:     info.Arguments["drive"],
			Shard:     info.Arguments["shard"],
			Hindsight: info.Arguments["hindsight"] == "true",
		},
		Of: of,
	}
}

// Answer is the first thing to say of a study: what the policies that were asked for lose on
// average against the optimum, and how that stands to the best of the others. Where only policies
// of dynP were asked for, it is what the best of them loses, what the others do, and how far above
// the optimum the integer program stays.
func (r *StudyReport) Answer() string {
	losses := Named(r.Losses)
	asked := r.options.Asked
	all := losses.All
	if all.Steps == 0 {
		return NoAnswer(losses)
	}
	steps := max(asked.Steps, all.Steps+losses.Left.Steps())
	text := HaveFailed(losses) + "On "
	if steps > all.Steps {
		text += count(all.Steps) + " of "
	}
	text += format.Count(steps, "step")
	if asked.Shard != "" {
		text += " of shard " + asked.Shard
	}
	if asked.Hindsight {
		text += InHindsight
	}
	of, own := losses.Answered()
	first := losses.Schedulers[of[0]]
	text += fmt.Sprintf(", %s loses %s of %s against the optimum on average%s", leading(first),
		Within(all.Losses[of[0]].Average), losses.Objective.Average().Name, seen(all, of[0]))
	if !own {
		separator := "; "
		for _, k := range losses.Ranking() {
			if name := losses.Schedulers[k]; k != of[0] && name != loss.Best {
				text = text + separator + name + " " + Within(all.Losses[k].Average)
				separator = ", "
			}
		}
		text += aboveOptimum(r.Totals) + "." + overTrace(losses, of[:1])
		return text + " " + ProvenOn(losses)
	}
	const most = 4 // policies that a sentence lists
	listed := of[:min(len(of), most)]
	for _, k := range listed[1:] {
		text += ", " + losses.Schedulers[k] + " " + Within(all.Losses[k].Average)
	}
	if more := len(of) - most; more > 0 {
		text += ", " + count(more) + " others more"
	}
	said := false
	for _, k := range listed {
		if more := standing(losses, k, said); more != "" {
			text += more
			said = true
		}
	}
	return text + "." + overTrace(losses, listed) + r.aboutDrive() + " " + ProvenOn(losses)
}

// seen says what a scheduler loses on single steps, where these are too few for an interval of all;
// "": they are not.
func seen(r loss.Row, k int) string {
	d := r.Losses[k]
	switch {
	case r.Of == r.Steps || d.Confidence != nil:
		return ""
	case d.Largest.High > 0:
		return fmt.Sprintf(
			" (%s; an interval needs %d steps, %d of them with a loss)",
			between(
				format.Percentage(d.Least.Low),
				format.Percent(d.Largest.High),
			),
			confidence.Least,
			confidence.LeastOff,
		)
	case r.Steps < confidence.Least:
		return fmt.Sprintf(" (no loss on any of %d)", r.Steps)
	}
	const ruleOfThree = 3
	return fmt.Sprintf(
		" (no loss on any of %s; at most about %s of the steps lose: 3/n)",
		count(r.Steps),
		format.Percent(100*ruleOfThree/float64(r.Steps)),
	)
}

// overTrace says what schedulers lose over all steps of the trace, where these are not all known,
// and how much the loss of the first one varies over the trace.
func overTrace(losses loss.Table, of []int) (text string) {
	all := losses.All
	for _, k := range of {
		d := all.Losses[k]
		name := losses.Schedulers[k]
		switch {
		case d.Confidence == nil:
		case text == "":
			text = fmt.Sprintf(
				" Over all %s steps %s loses %s (95 %%)",
				count(losses.Of),
				name,
				OverAll(d, format.Percent),
			)
		default:
			text += ", " + name + " " + OverAll(d, format.Percent)
		}
	}
	if text != "" {
		text += "."
	}
	d := all.Losses[of[0]]
	if d.Tenths == nil {
		return text
	}
	stretch := "these steps"
	if losses.Of > 0 && all.Of == all.Steps {
		stretch = "the trace"
	}
	return text + fmt.Sprintf(
		" From tenth to tenth of %s %s loses %s.",
		stretch,
		losses.Schedulers[of[0]],
		Confident(d.Tenths, format.Percent),
	)
}

// aboutDrive says by which scheduler the steps came about on which a single policy was asked for.
func (r *StudyReport) aboutDrive() string {
	of, _ := r.Losses.Answered()
	asked := r.options.Asked
	name := figure.Name(r.Losses.Schedulers[of[0]])
	drive := figure.Name(asked.Drive)
	switch {
	case len(of) > 1 || drive == "":
		return ""
	case drive == name:
		return " The steps came about under " + name + " itself."
	case asked.OwnBy == "":
		return " The steps came about under " + drive + "."
	}
	return fmt.Sprintf(
		" The steps came about under %s; %s takes those of %s itself.",
		drive,
		asked.OwnBy,
		name,
	)
}

// standing says how the scheduler at index k stands to another, see loss.Table.Versus; "": there is
// no other, or the sentence says so of that one. next: such words stand before these.
func standing(losses loss.Table, k int, next bool) string {
	of, _ := losses.Answered()
	other, d := losses.Versus(k)
	if other < 0 || losses.Schedulers[k] == losses.Against && slices.Contains(of, other) {
		return ""
	}
	text := "; " + losses.Schedulers[k] + " loses "
	if next {
		text = ", " + losses.Schedulers[k] + " "
	}
	d, less := d.LessThan()
	switch points := percentages(d.Average) + " points "; {
	case d.Average == confidence.Interval{}:
		text += "as much as "
	case less:
		text += points + "less than "
	default:
		text += points + "more than "
	}
	text += losses.Schedulers[other]
	all := losses.All.Losses
	if !next && all[other].Average.High == all[losses.BestOther(k)].Average.High {
		text += ", the best of the others"
	}
	if d.Tenths != nil {
		text += " (by tenths " + Confident(d.Tenths, format.Percentage) + ")"
	}
	return text
}

// NoAnswer says that no losses of the studies are known, and why.
func NoAnswer(studies ...loss.Table) string {
	text := HaveFailed(studies...)
	text += "How much the policies lose against the optimum is not known. " + ProvenOn(studies...)
	unbound := func(t loss.Table) bool { return t.Left[loss.NoBound] > 0 }
	if slices.ContainsFunc(studies, unbound) {
		text += " A study with the method exact has lower bounds."
	}
	return text
}

// HaveFailed says which policies of the studies have no loss and why, with a blank after it; "":
// all have one.
func HaveFailed(studies ...loss.Table) (text string) {
	for _, t := range studies {
		for _, m := range t.Lost {
			text += m.String() + ". It has no loss. "
		}
	}
	return text
}

// leading names the scheduler of which a sentence is.
func leading(name string) string {
	if name == loss.DynP {
		return "the best of FCFS, SJF and LJF (dynP)"
	}
	return name
}

// aboveOptimum says how far the schedules of the integer program are above the best ones, where the
// search at one second has proven optima; "": it has not.
func aboveOptimum(totals []summary.Total) string {
	var program, search summary.Total
	for _, m := range totals {
		switch m.Method {
		case "ilp":
			program = m
		case "exact":
			search = m
		}
	}
	if search.Proven[summary.AtSecond] == 0 || len(program.Above) == 0 {
		return ""
	}
	above := format.Percent(program.Above.Mean())
	return "; the integer program at its time scale is " + above + " above the best schedule"
}

// AnswerFormat names the version of the JSON form of an answer.
const AnswerFormat = "optgap-answer/1"

// mostWorst is the number of steps or jobs that an answer lists of each scheduler.
const mostWorst = 10

// Answer holds the numbers of the answer of a study, for programs. It has no times of computation:
// the same results make the same answer.
type Answer struct {
	Format string `json:"format"`
	Trace  string `json:"trace,omitempty"`
	Conditions
	ObjectiveName optgap.Objective `json:"objective_name"`
	// those with losses, those that were to be solved, and those with losses whose optimum is
	// proven
	Steps      int `json:"steps"`
	AskedSteps int `json:"asked_steps"`
	Proven     int `json:"proven"`
	// those of the trace, over which the others are spread; absent: not known
	AllSteps int `json:"all_steps,omitempty"`
	// steps without losses, by what they lack
	LeftOut map[string]int `json:"left_out,omitempty"`
	// the policies that were asked for beside FCFS, SJF and LJF first; in each part the one that
	// loses least first
	Policies []PolicyAnswer `json:"policies"`
	Worst    []WorstStep    `json:"worst"`
}

// PolicyAnswer holds what a policy loses on average. Where optima are not proven, each number has
// two ends.
type PolicyAnswer struct {
	Name string `json:"name"` // of the policy; `dynP`: the best of FCFS, SJF and LJF at each step
	// steps on which it failed: it has no loss then; those of them where a decision took too long;
	// why on the first
	Failed int    `json:"failed,omitempty"`
	Late   int    `json:"late,omitempty"`
	Reason string `json:"reason,omitempty"`
	// steps on which it was left out for reasons that are not its own
	LeftOut map[string]int `json:"left_out,omitempty"`
	// average loss against the optimum at one second, and what it may be at most
	LossPercent     *float64 `json:"loss_percent,omitempty"`
	LossPercentMost *float64 `json:"loss_at_most_percent,omitempty"`
	// [%] 95 % interval of the average over all steps of the trace; absent: too little is known, or
	// all steps are there
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`
	// [%] range of the averages over the tenths of the trace; absent below 40 steps
	TenthsLow  *float64 `json:"tenths_low,omitempty"`
	TenthsHigh *float64 `json:"tenths_high,omitempty"`
	// without the waits that lie behind the steps
	FromNowPercent     *float64 `json:"from_now_percent,omitempty"`
	FromNowPercentMost *float64 `json:"from_now_at_most_percent,omitempty"`
	// in the unit of what is minimised, the average by which it is above the optimum
	Excess     *float64 `json:"excess,omitempty"`
	ExcessMost *float64 `json:"excess_at_most,omitempty"`
	// steps with losses, and those whose optimum is proven; 0: it has no loss
	Steps       int `json:"steps"`
	Proven      int `json:"proven"`
	loss.Versus     // the best of the others by default
}

// WorstStep is one of the ten steps on which a policy loses most.
type WorstStep struct {
	// as in `policies`; ten steps on which it loses most, and at least how much; their trace if
	// another than above
	Policy      string  `json:"policy"`
	Trace       string  `json:"trace,omitempty"`
	Index       int     `json:"index"`
	Now         int64   `json:"now"`
	Jobs        int     `json:"jobs"`
	LossPercent float64 `json:"loss_percent"`
}

// Numbers returns the numbers of the answer. Each policy that was asked for is among them.
func (r *StudyReport) Numbers() Answer {
	t := r.Losses
	a := Answer{
		Format:        AnswerFormat,
		Conditions:    r.options.Asked.Conditions,
		ObjectiveName: r.Comparison.Average.Objective,
		LeftOut:       t.Left,
		Steps:         t.All.Steps,
		AskedSteps:    max(r.options.Asked.Steps, t.All.Steps+t.Left.Steps()),
		Proven:        t.All.Proven,
		AllSteps:      t.Of,
		Policies:      []PolicyAnswer{},
		Worst:         []WorstStep{},
	}
	for _, known := range r.results {
		a.Trace = cmp.Or(a.Trace, known.Trace)
	}
	for _, k := range r.ranked() {
		if t.Schedulers[k] == loss.Best {
			continue
		}
		d := t.All.Losses[k]
		p := PolicyAnswer{
			Name: t.Schedulers[k], LossPercent: &d.Average.Low, LossPercentMost: &d.Average.High,
			Steps: t.All.Steps, Proven: t.All.Proven,
		}
		p.Low, p.High = d.Confidence.Ends()
		p.TenthsLow, p.TenthsHigh = d.Tenths.Ends()
		p.FromNowPercent, p.FromNowPercentMost = d.FromNow.Ends()
		p.Excess, p.ExcessMost = d.Excess.Ends()
		if other, minus := t.Versus(k); other >= 0 {
			p.Versus = minus.Versus(t.Schedulers[other])
		}
		a.Policies = append(a.Policies, p)
		a.Worst = append(a.Worst, worstSteps(t, k, a.Trace)...)
	}
	a.complete(record.Listed(r.results), r.Comparison.Missing)
	return a
}

// ranked returns the schedulers with losses, those that the study is about first.
func (r *StudyReport) ranked() []int {
	if r.Losses.All.Steps == 0 {
		return nil
	}
	of, _ := r.Losses.Answered()
	return lists.Unique(slices.Concat(of, r.Losses.Ranking()))
}

// complete adds the policies that were asked for and have no loss, and what each misses.
func (a *Answer) complete(asked []string, missing []summary.Missing) {
	place := func(name string) int {
		return slices.IndexFunc(a.Policies, func(p PolicyAnswer) bool { return p.Name == name })
	}
	for _, name := range asked {
		if place(name) < 0 {
			a.Policies = append(a.Policies, PolicyAnswer{Name: name})
		}
	}
	for _, m := range missing {
		p := &a.Policies[place(m.Policy)]
		p.Failed = m.Failed
		p.Late = m.Late
		p.Reason = m.Reason
		p.LeftOut = m.LeftOut
	}
}

// worstSteps returns the steps on which a scheduler loses most, of equal ones the first. trace is
// the name that is left out.
func worstSteps(t loss.Table, k int, trace string) (worst []WorstStep) {
	steps := lists.Where(t.Steps, func(o loss.Observation) bool { return o.Loss[k].Low != 0 })
	slices.SortFunc(steps, func(a, b loss.Observation) int {
		return cmp.Or(
			cmp.Compare(b.Loss[k].Low, a.Loss[k].Low),
			cmp.Compare(a.Trace, b.Trace),
			cmp.Compare(a.Index, b.Index),
		)
	})
	for _, o := range steps[:min(len(steps), mostWorst)] {
		if o.Trace == trace {
			o.Trace = ""
		}
		worst = append(
			worst,
			WorstStep{t.Schedulers[k], o.Trace, o.Index, o.Now, o.Jobs, o.Loss[k].Low},
		)
	}
	return worst
}

// TraceAnswer holds the numbers of an answer about schedulers of a whole trace, for programs.
type TraceAnswer struct {
	Format        string `json:"format"`
	Trace         string `json:"trace,omitempty"`
	Jobs          int    `json:"jobs"`                  // of the trace
	Interrupted   bool   `json:"interrupted,omitempty"` // the run ended early, by Ctrl-C
	ObjectiveName string `json:"objective_name"`
	// how far each is from the best possible, and why: see [Ladders](#ladders)
	Schedulers []*record.Ladder `json:"schedulers"`
	Failed     []FailedReplay   `json:"failed,omitempty"`
	Worst      []WorstJob       `json:"worst"`
}

// WorstJob is one of the ten jobs that wait longest beyond the best schedule found.
type WorstJob struct {
	// as in `schedulers`; ten jobs that start later than in the best schedule found, by most
	Scheduler string `json:"scheduler"`
	Job       int64  `json:"job"`
	// [s] of the trace; its start under the scheduler, in the best schedule, and how much later the
	// first is
	Submit    int64 `json:"submit"`
	Start     int64 `json:"start"`
	BestStart int64 `json:"best_start"`
	Later     int64 `json:"later"`
}

// FailedReplay is a replay that its scheduler has failed in.
type FailedReplay struct {
	// a replay that failed, so that the scheduler has no ladder, and why
	Scheduler string `json:"scheduler"`
	Reason    string `json:"reason"`
}

// FailedText says in lines which replays failed, and why; "": none.
func FailedText(failed []FailedReplay) (text string) {
	for _, f := range failed {
		text += table.Wrap(figure.Name(f.Scheduler)+" failed: "+f.Reason, table.Width) + "\n"
	}
	return text
}

// TraceNumbers returns the answer about a trace, whose jobs are by submission. best is the best
// schedule found, and starts those under the scheduler of each ladder.
func TraceNumbers(
	ladders []*record.Ladder, jobs []optgap.TraceJob, best *record.Offline, starts [][]int64,
) TraceAnswer {
	a := TraceAnswer{
		Format:        AnswerFormat,
		Trace:         best.Trace,
		Jobs:          len(jobs),
		ObjectiveName: best.ObjectiveName,
		Schedulers:    ladders,
		Worst:         []WorstJob{},
	}
	for k, l := range ladders {
		var late []WorstJob
		for i, j := range jobs {
			if later := starts[k][i] - best.Starts[i]; later > 0 {
				late = append(
					late,
					WorstJob{l.Scheduler, j.ID, j.Submit, starts[k][i], best.Starts[i], later},
				)
			}
		}
		slices.SortStableFunc(
			late,
			func(a, b WorstJob) int { return cmp.Compare(b.Later, a.Later) },
		)
		a.Worst = append(a.Worst, late[:min(len(late), mostWorst)]...)
	}
	return a
}
