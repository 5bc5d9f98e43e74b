package command

import (
	"os"
	"path/filepath"
	"time"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/matrix"
)

// list returns what the studies would do. out may be "", or hold results.
func (m *studies) list(out string) (t table.Table, err error) {
	err = m.inTemporary(func() error {
		t, err = m.listed(out)
		return err
	})
	return t, err
}

// inTemporary does something with the workloads in a folder that is gone afterwards.
func (m *studies) inTemporary(do func() error) (err error) {
	if m.workloads, err = os.MkdirTemp("", "optgap"); err != nil {
		return err
	}
	defer os.RemoveAll(m.workloads)
	return do()
}

func (m *studies) listed(out string) (t table.Table, err error) {
	t.Columns = append(table.Words("study"), table.Numbers("steps", "solves", "known", "at most")...)
	var steps, solves, known int
	var longest time.Duration
	unlimited, uncounted := false, false
	for _, cell := range m.cells {
		p, k, err := m.plan(cell, out)
		if err != nil {
			return table.Table{}, m.placed(cell, err)
		}
		row := append([]string{cell.Name}, integers(p.steps, p.steps*p.methods, k)...)
		most := p.worst(k)
		switch {
		case p.steps == 0 && cell.Drive == study.DriveOptimum:
			row[1], row[2], uncounted = "", "", true
			row = append(row, "not known")
		case p.limit.all == 0 && m.searches(cell):
			unlimited = true
			row = append(row, "no limit")
		default:
			row = append(row, inWords(most))
		}
		t.Rows = append(t.Rows, row)
		steps, solves, known, longest = steps+p.steps, solves+p.steps*p.methods, known+k, longest+most
	}
	if t.Title = "1 study"; len(m.cells) != 1 {
		t.Title = format.Integer(int64(len(m.cells))) + " studies"
	}
	t.Footer = append([]string{"all"}, integers(steps, solves, known)...)
	switch {
	case unlimited:
		t.Footer = append(t.Footer, "no limit")
	case uncounted:
		t.Footer = append(t.Footer, "not known")
	default:
		t.Footer = append(t.Footer, inWords(longest))
	}
	return t, nil
}

// searches tells whether a study of the cell does what would be limited.
func (m *studies) searches(cell matrix.Cell) bool {
	c, err := m.context(cell, "none", "")
	return err != nil || seeded(c) || !withoutBounds(c)
}

// plan returns what a study is going to do, and how many results are there already.
func (m *studies) plan(cell matrix.Cell, out string) (p plan, known int, err error) {
	trace, err := m.workload(cell)
	if err != nil {
		return p, 0, err
	}
	c, err := m.context(cell, trace, "")
	if err != nil {
		return p, 0, err
	}
	st, end, err := newStudy(c)
	if err != nil {
		return p, 0, err
	}
	defer end()
	silence := newNotes(m.s, true)
	if _, _, err := loadStudy(c, m.s, st, silence); err != nil {
		return p, 0, err
	}
	p = plan{limit: limitOf(c), methods: len(st.Solvers), workers: st.Workers}
	if st.Trace.Drive != study.DriveOptimum { // whose steps are not known before they are solved
		chosen, err := st.Select.Choose(c.Context, st.Trace)
		if err != nil {
			return p, 0, err
		}
		p.steps = len(chosen.Indices)
	}
	if out == "" {
		return p, 0, nil
	}
	content, err := study.ReadFolder(filepath.Join(out, cell.Name))
	if err != nil { // there is nothing yet, or the run will say what is wrong
		return p, 0, nil
	}
	return p, len(content.Results), nil
}
