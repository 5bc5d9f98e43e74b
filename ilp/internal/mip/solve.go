//go:build cgo

package mip

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/lanl/highs"
)

// Model statuses of HiGHS (highs_c_api.h) that are told apart here.
const (
	highsSolveError            = 4
	highsEmpty                 = 6
	highsOptimal               = 7
	highsInfeasible            = 8
	highsUnboundedOrInfeasible = 9
	highsUnbounded             = 10
	highsTimeLimit             = 13
	highsIterationLimit        = 14
	highsSolutionLimit         = 16 // also the node limit
	highsInterrupt             = 17
)

// parallelRowsAndColumns is the bit of the presolve rule that merges columns with
// proportional entries. HiGHS 1.10.0 undoes a merge of integer columns wrongly where
// the factor is negative, and then reports an optimum that is none: see
// TestWrongMerge.
const parallelRowsAndColumns = 1 << 13

// Why the monitor stopped the solve (bridge.h).
const (
	monitorCancelled = 1
	monitorDeadline  = 2
	monitorMemory    = 3
	monitorIteration = 4
)

// task is a model with what is known of it before HiGHS is called.
type task struct {
	*Model
	begin   time.Time // of Solve
	integer bool
	unit    float64 // HiGHS's costs are divided by it
}

// Solve minimises m, whose numbers are numbers. A limit, a cancelled context, an infeasible or an
// unbounded model are results; errors mean that the model or the options are wrong or that HiGHS
// failed. Solves may run at the same time.
func Solve(ctx context.Context, m *Model, o Options) (Result, error) {
	t := task{Model: m, begin: time.Now(), integer: m.isInteger(), unit: 1}
	none := Result{Status: StatusError, Objective: math.NaN(), Bound: math.Inf(-1)}
	if largest := max(m.Columns(), m.Rows(), m.Nonzeros()); largest > math.MaxInt32 {
		const text = "mip: %d columns, rows or entries: HiGHS counts to %d"
		return none, fmt.Errorf(text, largest, math.MaxInt32)
	}
	violation := 0.0
	if o.Start != nil || m.Columns() == 0 { // then all rows are empty sums
		violation = m.Violation(o.Start)
	}
	if o.Start != nil && violation > FeasibilityTolerance {
		return none, fmt.Errorf("mip: the start solution violates the model by %g", violation)
	}
	if o.Start != nil && !(t.integer && o.interesting(m.Objective(o.Start))) {
		o.Start = nil
	}
	if t.integer {
		t.unit = m.unit()
	}
	out, err := solveHiGHS(ctx, t, &o, violation)
	if err != nil {
		return none, err
	}
	r := interpret(ctx, t, &o, out)
	if r.Status == StatusError {
		return r, fmt.Errorf("mip: HiGHS ended with model status %d", out.status)
	}
	return r, nil
}

// solveHiGHS solves the model by HiGHS, with a second attempt where the first one fails.
// violation is that of a model without columns.
func solveHiGHS(ctx context.Context, t task, o *Options, violation float64) (*outcome, error) {
	if t.Columns() == 0 {
		return solveEmpty(t, violation), nil
	}
	if ctx.Err() != nil {
		return &outcome{
			status: highsInterrupt,
			reason: monitorCancelled,
			bound:  math.Inf(-1),
		}, nil
	}
	out, err := attempt(ctx, t, o)
	if !t.integer || (err == nil && out.status != highsSolveError) {
		return out, err
	}
	// HiGHS 1.10 fails on rare models: when its presolve "solves" an infeasible
	// one, or when a cutoff lies just below the optimum. The plain search takes
	// longer, but answers the same.
	plain := *o
	plain.Cutoff = nil
	plain.HiGHS = maps.Clone(o.HiGHS)
	if plain.HiGHS == nil {
		plain.HiGHS = map[string]any{}
	}
	plain.HiGHS["presolve"] = "off"
	return attempt(ctx, t, &plain)
}

// attempt solves the model by HiGHS once.
func attempt(ctx context.Context, t task, o *Options) (*outcome, error) {
	h, err := newHandle()
	if err != nil {
		return nil, err
	}
	defer h.free()
	h.unit = t.unit
	if err := pass(h.raw, t); err != nil {
		return nil, fmt.Errorf("mip: passing the model: %w", err)
	}
	if t.integer && o.Report != nil {
		h.report = func(p Progress) {
			p.Objective *= h.unit
			p.Bound *= h.unit
			o.report(p)
		}
	}
	left := remaining(ctx, t.begin, o.TimeLimit)
	if err := setOptions(h.raw, t, o, left); err != nil {
		return nil, fmt.Errorf("mip: setting options: %w", err)
	}
	if o.Start != nil {
		if err := h.setStart(o.Start); err != nil {
			return nil, err
		}
	}
	return h.run(ctx, t.Columns(), t.Rows(), limits{left, o.MemoryLimit, o.IterationLimit})
}

// solveEmpty solves a model without columns.
func solveEmpty(t task, violation float64) *outcome {
	if violation > FeasibilityTolerance {
		return &outcome{status: highsInfeasible}
	}
	return &outcome{
		status:  highsOptimal,
		x:       []float64{},
		rowDual: make([]float64, t.Rows()),
		bound:   t.Offset,
	}
}

// remaining returns the seconds until the first deadline, or -1 without one.
func remaining(ctx context.Context, begin time.Time, limit time.Duration) float64 {
	deadline, ok := ctx.Deadline()
	if limit > 0 && (!ok || begin.Add(limit).Before(deadline)) {
		deadline = begin.Add(limit)
		ok = true
	}
	if !ok {
		return -1
	}
	return max(0, time.Until(deadline).Seconds())
}

// pass hands the model over, with costs in units. The output goes off first, for HiGHS writes to
// the standard output from the start.
func pass(raw *highs.RawModel, t task) error {
	costs := slices.Clone(t.Cost)
	for j := range costs {
		costs[j] /= t.unit
	}
	if err := raw.SetBoolOption("output_flag", false); err != nil {
		return err
	}
	// HiGHS warns of values that it treats as zero or infinite: no failure.
	steps := []func() error{
		func() error { return raw.AddColumnBounds(t.Lower, t.Upper) },
		func() error { return raw.SetColumnCosts(costs) },
		func() error { return raw.SetOffset(t.Offset / t.unit) },
	}
	if t.Rows() > 0 && t.Nonzeros() > 0 {
		steps = append(steps, func() error {
			return raw.AddCompSparseRows(
				t.RowLower,
				t.Start[:t.Rows()],
				wide(t.Index),
				t.Value,
				t.RowUpper,
			)
		})
	} else {
		steps = append(steps, func() error { return passEmptyRows(raw, t.Model) })
	}
	if t.integer {
		steps = append(steps, func() error { return raw.SetIntegrality(types(t.Integer)) })
	}
	for _, step := range steps {
		if err := unlessWarning(step()); err != nil {
			return err
		}
	}
	return nil
}

// passEmptyRows adds rows without entries, each with an explicit zero because
// lanl/highs cannot pass an empty matrix.
func passEmptyRows(raw *highs.RawModel, m *Model) error {
	for i := range m.RowLower {
		err := raw.AddCompSparseRows(
			m.RowLower[i:i+1],
			[]int{0},
			[]int{0},
			[]float64{0},
			m.RowUpper[i:i+1],
		)
		if err := unlessWarning(err); err != nil {
			return err
		}
	}
	return nil
}

// unlessWarning returns the error, or nil where it is a warning of HiGHS.
func unlessWarning(err error) error {
	var status highs.CallStatus
	if errors.As(err, &status) && status.IsWarning() {
		return nil
	}
	return err
}

func wide(index []int32) []int {
	w := make([]int, len(index))
	for k, j := range index {
		w[k] = int(j)
	}
	return w
}

func types(integer []bool) []highs.VariableType {
	t := make([]highs.VariableType, len(integer))
	for j, b := range integer {
		t[j] = highs.ContinuousType
		if b {
			t[j] = highs.IntegerType
		}
	}
	return t
}

// setOptions sets HiGHS's options. Costs are in units. seconds is the time left; below 0: no limit.
func setOptions(raw *highs.RawModel, t task, o *Options, seconds float64) error {
	set := map[string]any{
		"threads":     1,
		"parallel":    "off",
		"random_seed": o.Seed,
		"mip_rel_gap": o.RelGap,
		"mip_abs_gap": o.AbsGap / t.unit,
	}
	if seconds >= 0 {
		set["time_limit"] = seconds
	}
	if o.NodeLimit > 0 {
		set["mip_max_nodes"] = int(min(o.NodeLimit, math.MaxInt32))
	}
	if t.integer && o.Cutoff != nil {
		set["objective_bound"] = widened(*o.Cutoff) / t.unit
	}
	if t.integer {
		set["presolve_rule_off"] = parallelRowsAndColumns
		set["mip_allow_restart"] = false // HiGHS 1.10.0 has lost an optimum: see "Wrong answers"
	}
	if err := setAll(raw, set); err != nil {
		return err
	}
	return setAll(raw, o.HiGHS)
}

func setAll(raw *highs.RawModel, set map[string]any) error {
	for name, value := range set {
		var err error
		switch v := value.(type) {
		case bool:
			err = raw.SetBoolOption(name, v)
		case int:
			err = raw.SetIntOption(name, v)
		case float64:
			err = raw.SetFloat64Option(name, v)
		case string:
			err = raw.SetStringOption(name, v)
		default:
			err = fmt.Errorf("type %T", value)
		}
		if err != nil {
			return fmt.Errorf("%s = %v: %w", name, value, err)
		}
	}
	return nil
}
