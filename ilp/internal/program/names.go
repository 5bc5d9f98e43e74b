package program

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/optgap/optgap/ilp/internal/mip"
)

// Name names all columns and rows of the model, as files need it.
func (g *Program) Name() {
	m := g.Model
	m.ColumnNames = nil
	m.RowNames = nil
	for k := range g.problem.Kinds {
		g.columns.name(m, &g.problem.Kinds[k])
	}
	for _, c := range g.capacity {
		m.RowNames = append(m.RowNames, fmt.Sprintf("capacity_%d", c.time))
	}
}

func (pulse) name(m *mip.Model, kd *Kind) {
	for k := range kd.Starts {
		m.ColumnNames = append(m.ColumnNames, nameAt("x", kd, k))
	}
	m.RowNames = append(m.RowNames, name("start", kd))
}

func (step) name(m *mip.Model, kd *Kind) {
	for k := range len(kd.Starts) - 1 {
		m.ColumnNames = append(m.ColumnNames, nameAt("z", kd, k))
		if k > 0 {
			m.RowNames = append(m.RowNames, nameAt("start", kd, k))
		}
	}
}

// nameAt names the column or row of start k of a kind: by the kind's ID and the time of the
// start.
func nameAt(prefix string, kd *Kind, k int) string {
	return fmt.Sprintf("%s_%d", name(prefix, kd), kd.Starts[k])
}

// name names a row of a kind by its ID. LP files have no minus in names: -5 is written m5.
func name(prefix string, kd *Kind) string {
	return prefix + "_" + strings.Replace(strconv.FormatInt(kd.ID, 10), "-", "m", 1)
}
