package mip

import (
	"math"
	"slices"

	"github.com/optgap/optgap/ilp/internal/ledger"
)

// A Model is the program
//
//	minimise Offset + Cost·x
//	subject to RowLower <= A x <= RowUpper, Lower <= x <= Upper,
//	x[j] integer where Integer[j].
//
// Infinite bounds are math.Inf. The matrix A is stored by rows: the entries of
// row i are Index[Start[i]:Start[i+1]] (columns, each at most once in a row) and
// the same range of Value.
type Model struct {
	Offset             float64
	Cost, Lower, Upper []float64 // one per column
	Integer            []bool    // one per column; nil means a linear program
	RowLower, RowUpper []float64 // one per row
	Start              []int     // one per row, and the number of entries; nil without rows
	Index              []int32   // one per entry: its column
	Value              []float64 // one per entry

	// ColumnNames and RowNames are for [Model.Write]; nil means x0, x1, ... and r0, r1, ...
	ColumnNames, RowNames []string
}

// Columns returns the number of variables.
func (m *Model) Columns() int { return len(m.Cost) }

// Rows returns the number of constraints.
func (m *Model) Rows() int { return len(m.RowLower) }

// Nonzeros returns the number of stored entries of A.
func (m *Model) Nonzeros() int { return len(m.Value) }

// Row is a sum of columns, each times a value.
type Row struct {
	Index []int32
	Value []float64
}

// Add adds a column, times a value.
func (r *Row) Add(column int, value float64) {
	r.Index = append(r.Index, int32(column))
	r.Value = append(r.Value, value)
}

// AddRow appends the row lower <= Σ value[k] x[index[k]] <= upper and returns
// its number. The slices are copied.
func (m *Model) AddRow(lower float64, index []int32, value []float64, upper float64) int {
	if len(m.Start) == 0 {
		m.Start = append(m.Start, 0)
	}
	m.RowLower = append(m.RowLower, lower)
	m.RowUpper = append(m.RowUpper, upper)
	m.Index = append(m.Index, index...)
	m.Value = append(m.Value, value...)
	m.Start = append(m.Start, len(m.Index))
	return m.Rows() - 1
}

// AddColumn appends a variable without entries and returns its number.
func (m *Model) AddColumn(cost, lower, upper float64, integer bool) int {
	if integer && m.Integer == nil {
		m.Integer = make([]bool, len(m.Cost))
	}
	m.Cost = append(m.Cost, cost)
	m.Lower = append(m.Lower, lower)
	m.Upper = append(m.Upper, upper)
	if m.Integer != nil {
		m.Integer = append(m.Integer, integer)
	}
	return m.Columns() - 1
}

// isInteger reports whether any column must be integer.
func (m *Model) isInteger() bool { return slices.Contains(m.Integer, true) }

// unit returns the largest number of which all costs are multiples; 1 where they are not integers.
func (m *Model) unit() float64 {
	const exact = 1 << 53 // integers up to it are exact
	unit := int64(0)
	for _, c := range m.Cost {
		if c != math.Trunc(c) || math.Abs(c) > exact {
			return 1
		}
		unit = ledger.GCD(int64(math.Abs(c)), unit)
	}
	return float64(max(1, unit))
}

// Objective returns Offset + Cost·x.
func (m *Model) Objective(x []float64) float64 {
	sum := m.Offset
	for j, c := range m.Cost {
		sum += c * x[j]
	}
	return sum
}

// Violation returns the largest amount by which x violates a bound, a row or
// the integrality of a column; 0 for a feasible x.
func (m *Model) Violation(x []float64) float64 {
	worst := 0.0
	for j, v := range x {
		worst = max(worst, m.Lower[j]-v, v-m.Upper[j])
		if m.Integer != nil && m.Integer[j] {
			worst = max(worst, math.Abs(v-math.Round(v)))
		}
	}
	for i := range m.RowLower {
		sum := 0.0
		for k := m.Start[i]; k < m.Start[i+1]; k++ {
			sum += m.Value[k] * x[m.Index[k]]
		}
		worst = max(worst, m.RowLower[i]-sum, sum-m.RowUpper[i])
	}
	return worst
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
