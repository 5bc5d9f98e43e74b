package verify

import (
	"cmp"
	"encoding/json"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// ledger enters the checks of one result into a report.
type ledger struct {
	report *Report
	about  Fault // line, trace, index and method of all faults, and what comes before the name of each field
	before int   // faults of the report before those of the result

	rests record.Proof // the proof of the largest bound; "": there is none
	spent work         // on certificates
	weak  bool         // the largest bound is below what is computed here
}

// ledger returns the ledger of another result of a problem.
func (r *Report) ledger(about Fault, line int, method string) ledger {
	r.Results++
	about.Line = line
	about.Method = method
	return ledger{report: r, about: about, before: len(r.Faults)}
}

// hold counts a check and returns ok. Where ok is false, the report gets a fault.
func (l *ledger) hold(ok bool, field string, found any, expected string, args ...any) bool {
	return l.report.Hold(ok, l.about, field, found, expected, args...)
}

// sound reports whether no check of the result has failed yet.
func (l *ledger) sound() bool { return len(l.report.Faults) == l.before }

// largest counts the proof of the largest bound of the result.
func (l *ledger) largest() {
	l.report.Largest.add(l.rests)
	if l.weak {
		l.report.Largest.add(Weaker)
	}
}

// again holds a result against the same derived again; see [Report.compare]. No number is below 0
// or infinite.
func (l *ledger) again(found, derived any, most float64, why string, free ...string) {
	found = Parts(found)
	l.measured(found)
	l.report.compare(l.about, found, Parts(derived), most, why, free...)
}

// measured checks all numbers of a result in its JSON form: none is below 0 or infinite.
func (l *ledger) measured(result any) {
	walk("", result, result, func(path string, v, _ any) {
		if path == "" {
			l.hold(false, "result", v, "numbers that JSON has")
		}
		name := beginning(path)
		mayBeNegative := name == "now" || name == "gap" || name == "difference" ||
			name == "ci95" ||
			strings.HasSuffix(path, "loss_percent")
		if x, isNumber := v.(json.Number); isNumber && !mayBeNegative {
			v, _ := x.Float64()
			l.hold(v >= 0 && !math.IsInf(v, 1), path, v, "a finite number, at least 0")
		}
	})
}

// word checks that a text is one of those that are known.
func (l *ledger) word(field, found string, known []string) {
	names := strings.TrimPrefix(strings.Join(known, ", "), ", ") // "" is no name
	l.hold(slices.Contains(known, found), field, found, "one of %s", names)
}

// endings are the reasons for which a run of each status may end. That of a run that failed may
// have no name. Infeasible is no status, as every problem has a schedule.
var endings = map[optgap.Status]string{
	optgap.StatusOptimal:  "finished",
	optgap.StatusFeasible: "finished gap " + cut,
	optgap.StatusLimit:    cut,
	optgap.StatusMemory:   cut,
	optgap.StatusCrashed:  cut + " none",
	optgap.StatusError:    "finished " + cut + " none",
}

const cut = "time_limit memory_limit node_limit signal interrupt"

// ended checks the status, the reason for which a run ended, and its error.
func (l *ledger) ended(status optgap.Status, by optgap.EndedBy, reason string) {
	allowed, known := endings[status]
	l.hold(known, "status", status, "optimal, feasible, limit, memory, crashed or error")
	l.hold(
		!known || slices.Contains(strings.Fields(allowed), string(cmp.Or(by, "none"))),
		"ended_by",
		by,
		"one of %s, as the status is %s",
		allowed,
		status,
	)
	l.hold(
		status != optgap.StatusError || reason != "",
		"error",
		reason,
		"the reason, as the status is error",
	)
}

// rest notes the proof that a bound rests on. largest tells that no bound of the result
// is larger.
func (l *ledger) rest(proof record.Proof, largest bool) {
	l.report.Bounds.add(proof)
	if largest && rank(proof) > rank(l.rests) {
		l.rests = proof
	}
}

// proofs are all proofs that a bound may rest on. Each needs less trust than the one
// before it.
var proofs = []record.Proof{
	"", record.ProofSolver, record.ProofSearch, record.ProofRecomputed, record.ProofCertified,
	record.ProofCertificate,
}

// rank returns the place of a proof among proofs; -1: unknown.
func rank(p record.Proof) int { return slices.Index(proofs, p) }

// sorted yields the entries of a map in the order of their names.
func sorted[K ~string, V any](m map[K]V) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			if !yield(name, m[name]) {
				return
			}
		}
	}
}
