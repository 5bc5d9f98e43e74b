package statement

import (
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/base/table"
)

// A Reading is a point that a paper leaves open, and the choice in it.
type Reading struct{ Point, Here string }

// AllReadings is the name of all readings.
const AllReadings = "all"

// Chosen reads the names of readings, with commas between; "": none. An unknown name is an *optgap.FieldError.
func Chosen(text string, known []string) (names []string, err error) {
	switch text {
	case "":
		return nil, nil
	case AllReadings:
		return known, nil
	}
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); !slices.Contains(known, name) {
			return nil, optgap.BadField("readings", strconv.Quote(name), strings.Join(known, ", ")+" or "+AllReadings)
		}
		names = append(names, name)
	}
	return names, nil
}

// Compare returns the statements under other readings behind own, those of the run; nothing where there is no reading.
// With an error it returns those that there are by then.
func Compare(own Group, readings []string, measure func(reading string) (Group, error)) ([]Group, error) {
	if len(readings) == 0 {
		return nil, nil
	}
	groups := []Group{own}
	for _, name := range readings {
		other, err := measure(name)
		if err != nil {
			return groups, err
		}
		groups = append(groups, other)
	}
	return groups, nil
}

// ReadingTable returns a row for each reading.
func ReadingTable(title string, all []Reading) table.Table {
	const openWidth, takenWidth = 44, 52
	t := table.Table{Title: title, Columns: table.Words("the text leaves open", "here")}
	t.Rows = frame.Each(all, func(r Reading) []string {
		return []string{table.Wrap(r.Point, openWidth), table.Wrap(r.Here, takenWidth)}
	})
	return t
}
