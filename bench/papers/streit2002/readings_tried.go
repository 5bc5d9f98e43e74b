package streit2002

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/heuristics/dynp"
)

// AllReadings is the name of all readings.
const AllReadings = "all"

// Replans reads the names of readings, with commas between; "": none.
func Replans(text string) ([]dynp.Replan, error) {
	if text == "" {
		return nil, nil
	}
	if text == AllReadings {
		return dynp.Replans(), nil
	}
	var names []string
	for _, r := range dynp.Replans() {
		names = append(names, string(r))
	}
	var all []dynp.Replan
	for name := range strings.SplitSeq(text, ",") {
		r := dynp.Replan(strings.TrimSpace(name))
		if !slices.Contains(dynp.Replans(), r) {
			return nil, &optgap.FieldError{
				Field: "readings", Found: fmt.Sprintf("%q", name), Expected: strings.Join(names, ", ") + " or " + AllReadings,
			}
		}
		all = append(all, r)
	}
	return all, nil
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
		if err != nil {
			return groups, err
		}
		if string(r) == e.Settings.Replan {
			continue
		}
		other := e
		other.Settings.Replan, other.Settings.Factors, other.Figures = string(r), nil, false
		other.again = true
		if e.Folder != "" {
			other.Folder = filepath.Join(e.Folder, "replan-"+string(r))
		}
		all, failed := other.Measure(ctx)
		if failed != nil {
			return groups, failed
		}
		if group, err = tried(string(r), all); err == nil {
			groups = append(groups, group)
		}
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
