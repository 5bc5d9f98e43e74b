package record

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
)

// table is a CSV table of integers, with a row for each job that waits or runs.
type stepTable struct {
	columns []string
	steps   map[int64]*tableStep // by index
}

// tableStep is a step of a table. It is read by way of its JSON form, which has the columns as fields of jobs.
type tableStep struct {
	optgap.Step
	Jobs []Object `json:"jobs"` // in place of those of Step

	first int   // line of its first row
	lines []int // of its jobs
}

// tableObjects yields the steps of a table in the order of their indices. With a bad row there is no step.
func tableObjects(r io.Reader) iter.Seq[Text] {
	return func(yield func(Text) bool) {
		t := stepTable{steps: map[int64]*tableStep{}}
		for line := range textLines(r) {
			if line.Failed == nil {
				line.Failed = t.read(line)
			}
			if line.Failed != nil {
				yield(line)
				return
			}
		}
		for _, index := range slices.Sorted(maps.Keys(t.steps)) {
			s := t.steps[index]
			text, err := json.Marshal(s)
			if !yield(Text{s.first, text, err, s.lines}) {
				return
			}
		}
	}
}

// read reads the names of the columns, or a row.
func (t *stepTable) read(line Text) error {
	cells := strings.Split(string(line.Text), ",")
	for i, cell := range cells {
		cells[i] = strings.Trim(cell, "\" \t\r\n")
	}
	if t.columns == nil {
		if t.columns = cells; !slices.Contains(cells, "machine") {
			return bad("columns", strings.Join(cells, ","), "machine,id,width,estimate,submit, and perhaps more")
		}
		return nil
	}
	if len(cells) != len(t.columns) {
		return fmt.Errorf("found %d cells, expected %d, one for each column", len(cells), len(t.columns))
	}
	var index, now, machine, end int64
	known := map[string]*int64{"index": &index, "now": &now, "machine": &machine, "end": &end}
	var job Object
	for i, cell := range cells {
		n, err := strconv.ParseInt(string(field.WholeNumbers([]byte(cell))), 10, 64)
		switch name := t.columns[i]; {
		case cell == "":
		case err != nil:
			return bad(name, strconv.Quote(cell), "an integer within 64 bits")
		case known[name] == nil:
			job = append(job, Member{name, n})
		case name == "end" && n < 1:
			return bad(name, cell, "at least 1, in seconds after now")
		default:
			*known[name] = n
		}
	}
	s := t.steps[index]
	if s == nil {
		all := optgap.History{{Time: 0, Free: machine}}
		s = &tableStep{optgap.Step{Index: int(index), Now: now, Machine: machine, History: all}, []Object{}, line.Line, nil}
		t.steps[index] = s
	}
	switch {
	case now != s.Now || machine != s.Machine:
		found := fmt.Sprintf("%d with another now or machine than in line %d", index, s.first)
		return bad("index", found, "equal ones in all rows of a step")
	case end > 0:
		return s.run(job, end)
	}
	s.Jobs, s.lines = append(s.Jobs, job), append(s.lines, line.Line)
	return nil
}

// run takes the processors of a running job from the history, up to its estimated end.
func (s *tableStep) run(job Object, end int64) error {
	if len(job) != 1 || job[0].Key != "width" {
		return bad("end", fmt.Sprint(end), "a blank cell for a waiting job; a running one has only width and end")
	}
	width, free := job[0].Value.(int64), s.History[0].Free
	if width < 1 || width > free {
		return bad("width", fmt.Sprint(width), fmt.Sprintf("1 to %d, which other running jobs leave", free))
	}
	before := func(c optgap.Change, t int64) int { return cmp.Compare(c.Time, t) }
	i, known := slices.BinarySearchFunc(s.History, end, before)
	if !known {
		s.History = slices.Insert(s.History, i, optgap.Change{Time: end, Free: s.History[i-1].Free})
	}
	for k := range i {
		s.History[k].Free -= width
	}
	return nil
}
