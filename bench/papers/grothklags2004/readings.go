package grothklags2004

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/ilp/grid"
)

// A Reading is a choice in two points that the text leaves open.
type Reading struct {
	Name       string
	ScaleEntry string       // x of Eq. 6
	Horizon    grid.Horizon // of the program
}

// Readings returns each x of Eq. 6, that from which Table 1 follows and that of the text, with each
// horizon: that of the policies, as printed, and the safe one.
func Readings() []Reading {
	return []Reading{
		{"table", "1kB", grid.HorizonPolicies}, {"text", "0.1kB", grid.HorizonPolicies},
		{"table-safe", "1kB", grid.HorizonSafe}, {"text-safe", "0.1kB", grid.HorizonSafe},
	}
}

// ReadingNames returns the names of all readings.
func ReadingNames() []string { return frame.Each(Readings(), func(r Reading) string { return r.Name }) }

// String is such as "table: x 1kB, horizon policies".
func (r Reading) String() string {
	return fmt.Sprintf("%s: x %s, horizon %s", r.Name, r.ScaleEntry, r.Horizon)
}

// reading returns the reading of the settings. It is named "as asked for" where it is none of Readings.
func (s Settings) reading() Reading {
	own := Reading{"as asked for", s.ScaleEntry, grid.Horizon(s.Horizon)}
	for _, r := range Readings() {
		if r.ScaleEntry == own.ScaleEntry && r.Horizon == own.Horizon {
			return r
		}
	}
	return own
}

// compare returns the statements under each of the readings. Those of the settings are measured already. Results are
// kept in folders within that of the run, such as reading-text.
func (r Run) compare(ctx context.Context, measured *Experiment) ([]statement.Group, error) {
	own := r.Settings.reading()
	group := statement.Group{Name: own.String(), Statements: measured.Statements()}
	others := slices.DeleteFunc(slices.Clone(r.Readings), func(name string) bool { return name == own.Name })
	return statement.Compare(group, others, func(name string) (statement.Group, error) {
		reading, other := Readings()[slices.Index(ReadingNames(), name)], r
		other.Settings.ScaleEntry, other.Settings.Horizon = reading.ScaleEntry, string(reading.Horizon)
		if r.Folder != "" {
			other.Folder = filepath.Join(r.Folder, readingPrefix+name)
		}
		r.Tell("reading %s", reading)
		e, err := other.Measure(ctx)
		if err != nil {
			return statement.Group{}, err
		}
		return statement.Group{Name: reading.String(), Statements: e.Statements()}, nil
	})
}

// readingPrefix begins the names of the folders of readings.
const readingPrefix = "reading-"

// FolderNames returns the names of the parts, and of the folders of readings.
func FolderNames() []string {
	return append(PartNames(), frame.Each(ReadingNames(), func(name string) string { return readingPrefix + name })...)
}
