package streit2002

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/heuristics/dynp"
)

// ReadingNames returns the names of the readings of when plans are made.
func ReadingNames() []string {
	return frame.Each(dynp.Replans(), func(r dynp.Replan) string { return string(r) })
}

// compare returns the statements about Tables 4 to 6 under each of the readings, of all traces. That
// of the settings is measured already.
func (e Evaluation) compare(ctx context.Context, measured []Measured) ([]statement.Group, error) {
	own, err := tried(e.Settings.Replan, measured)
	if err != nil {
		return nil, err
	}
	others := slices.DeleteFunc(slices.Clone(e.Readings), func(r string) bool { return r == own.Name })
	return statement.Compare(own, others, func(reading string) (statement.Group, error) {
		other := e
		other.Settings.Replan, other.Settings.Factors, other.Drawn, other.again = reading, nil, false, true
		if e.Folder != "" {
			other.Folder = filepath.Join(e.Folder, "replan-"+reading)
		}
		all, err := other.Measure(ctx)
		if err != nil {
			return statement.Group{}, err
		}
		return tried(reading, all)
	})
}

// tried returns the statements about Tables 4 to 6.
func tried(reading string, measured []Measured) (g statement.Group, err error) {
	g.Name = reading
	columns, err := columnsOf(measured)
	for _, l := range ledgers(columns) {
		for _, s := range l.Statements {
			if strings.HasPrefix(s.Where, "section 5.2, Table") {
				g.Statements = append(g.Statements, s)
			}
		}
	}
	return g, err
}
