package sweep

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/optgap/optgap/bench/table"
	"github.com/optgap/optgap/heuristics/dynp"
)

// MarshalJSON writes the setting, the values of the performance under their
// keys, the classes, what became of reservations, the sites of a grid, and what
// the policies of a planning scheduler did, as one object. The time it took to
// compute is left out, so that equal runs give equal bytes.
func (r Run) MarshalJSON() ([]byte, error) {
	head, err := json.Marshal(struct {
		Trace     string    `json:"trace,omitempty"`
		Machine   int64     `json:"machine"`
		Name      string    `json:"name,omitempty"`
		Scheduler string    `json:"scheduler"`
		Factor    float64   `json:"factor"`
		Estimates Estimates `json:"estimates,omitempty"`
		Lower     float64   `json:"lower,omitempty"` // of basic dynP, seconds
		Upper     float64   `json:"upper,omitempty"`
	}{r.Trace, r.Machine, r.Name, r.Scheduler, r.factor(), r.Estimates, r.bounds().Lower, r.bounds().Upper})
	if err != nil {
		return nil, err
	}
	body, err := r.Performance.MarshalJSON()
	if err != nil {
		return nil, err
	}
	object := join(head, body)
	if extra, err := gridRecord(r); err != nil {
		return nil, err
	} else if extra != nil {
		object = join(object, extra)
	}
	if r.Stats == nil {
		return object, nil
	}
	tail, err := json.Marshal(map[string]any{"policies": policyRecord(r.Stats)})
	return join(object, tail), err
}

// bounds returns those of basic dynP, zero for other schedulers.
func (r Run) bounds() dynp.BasicOptions {
	switch {
	case r.Scheduler != Basic:
		return dynp.BasicOptions{}
	case r.Options.Basic == nil:
		return dynp.HiPC2001()
	}
	return *r.Options.Basic
}

// join makes one JSON object of two that are not empty.
func join(a, b []byte) []byte {
	return append(append(slices.Clip(a[:len(a)-1]), ','), b[1:]...)
}

// record is what the policies did, as in JSON.
type record struct {
	StartedWith map[string]int    `json:"started_with,omitempty"` // jobs, by policy
	Tries       int               `json:"tries"`                  // decisions
	SwitchesTo  map[string]int    `json:"switches_to,omitempty"`  // by policy
	Same        int               `json:"same"`                   // decisions that kept the policy
	Cases       map[dynp.Case]int `json:"cases,omitempty"`        // of Streit's Table 1
	Backlog     float64           `json:"backlog,omitempty"`      // average number of waiting jobs at a decision
}

func policyRecord(s *dynp.Stats) record {
	r := record{StartedWith: s.StartedWith, Tries: s.Tries, SwitchesTo: s.SwitchesTo, Same: s.Same, Cases: s.Cases}
	if s.Tries > 0 {
		r.Backlog = backlog(s)
	}
	return r
}

// Rows returns all values of runs for CSV, a row for each: nothing is rounded,
// and values that do not exist are blank.
func Rows(runs []Run) table.Table {
	t := table.Table{Columns: []table.Column{{Name: "trace"}, {Name: "machine"}, {Name: "name"}, {Name: "scheduler"}, {Name: "factor"}, {Name: "estimates"}}}
	keys := newNames()
	started, switches := map[string]bool{}, map[string]bool{}
	decided := false
	for _, r := range runs {
		for _, v := range r.Values() {
			keys.add(v.Key)
		}
		if r.Stats != nil {
			decided = decided || r.Stats.Tries > 0
			for p := range r.Stats.StartedWith {
				started[p] = true
			}
			for p := range r.Stats.SwitchesTo {
				switches[p] = true
			}
		}
	}
	add := func(name string) { t.Columns = append(t.Columns, table.Column{Name: name}) }
	for _, k := range keys.list {
		add(k)
	}
	startedNames, switchNames := slices.Sorted(maps.Keys(started)), slices.Sorted(maps.Keys(switches))
	for _, p := range startedNames {
		add("started_with_" + p)
	}
	if decided {
		for _, p := range switchNames {
			add("switches_to_" + p)
		}
		add("tries")
		add("same")
		add("backlog")
	}
	for _, r := range runs {
		row := []string{r.Trace, strconv.FormatInt(r.Machine, 10), r.name(), r.Scheduler, strconv.FormatFloat(r.factor(), 'g', -1, 64), string(r.Estimates)}
		for _, k := range keys.list {
			cell := ""
			if v, ok := r.Value(k); ok {
				cell = strconv.FormatFloat(v.Number, 'f', -1, 64)
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, append(row, policyCells(r.Stats, startedNames, switchNames, decided)...))
	}
	addGrid(&t, runs)
	return t
}

// addGrid appends the columns about reservations and sites to the rows of runs.
func addGrid(t *table.Table, runs []Run) {
	columns := newNames()
	values := make([]map[string]string, len(runs))
	for i, r := range runs {
		values[i] = map[string]string{}
		names, cells := gridCells(r)
		for k, name := range names {
			columns.add(name)
			values[i][name] = cells[k]
		}
	}
	for _, name := range columns.list {
		t.Columns = append(t.Columns, table.Column{Name: name})
		for i := range t.Rows {
			t.Rows[i] = append(t.Rows[i], values[i][name])
		}
	}
}

func policyCells(s *dynp.Stats, started, switches []string, decided bool) []string {
	var cells []string
	count := func(counts map[string]int, name string) {
		cell := ""
		if n, ok := counts[name]; ok {
			cell = strconv.Itoa(n)
		}
		cells = append(cells, cell)
	}
	if s == nil {
		s = &dynp.Stats{}
	}
	for _, p := range started {
		count(s.StartedWith, p)
	}
	if !decided {
		return cells
	}
	for _, p := range switches {
		count(s.SwitchesTo, p)
	}
	if s.Tries == 0 {
		return append(cells, "", "", "")
	}
	return append(cells, strconv.Itoa(s.Tries), strconv.Itoa(s.Same), strconv.FormatFloat(backlog(s), 'f', -1, 64))
}

// names is a list without repetitions, in the order of first appearance.
type names struct {
	list []string
	seen map[string]bool
}

func newNames() *names { return &names{seen: map[string]bool{}} }

func (n *names) add(name string) {
	if !n.seen[name] {
		n.seen[name] = true
		n.list = append(n.list, name)
	}
}
