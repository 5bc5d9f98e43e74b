package streit2002

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/heuristics/dynp"
)

// ReadingNames returns the names of the readings of when plans are made.
func ReadingNames() []string {
	return frame.Each(dynp.Replans(), func(r dynp.Replan) string { return string(r) })
}

// Compare returns the statements about Tables 4 to 6 under each of the readings, of all traces. That
// of the settings is measured already and comes first. Nothing is returned where there is no other.
func (e Evaluation) Compare(ctx context.Context, measured []Measured) ([]statement.Group, error) {
	if len(e.Readings) == 0 {
		return nil, nil
	}
	group, err := tried(e.Settings.Replan, measured)
	groups := []statement.Group{group}
	for _, r := range e.Readings {
		if r == e.Settings.Replan {
			continue
		}
		other := e
		other.Settings.Replan, other.Settings.Factors, other.Figures = r, nil, false
		other.again = true
		if e.Folder != "" {
			other.Folder = filepath.Join(e.Folder, "replan-"+r)
		}
		all, err := other.Measure(ctx)
		if err == nil {
			group, err = tried(r, all)
		}
		if err != nil {
			return groups, err
		}
		groups = append(groups, group)
	}
	return groups, err
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
