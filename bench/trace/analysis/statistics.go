package analysis

import (
	_ "embed"
	"encoding/csv"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
)

// A Unit is the unit of a statistic.
type Unit string

// The units.
const (
	Count      Unit = "count" // number of jobs or users
	Processors Unit = "processors"
	Seconds    Unit = "seconds"
	Share      Unit = "share"   // from 0 to 1
	Hour       Unit = "hour"    // of the day, from 0
	Weekday    Unit = "weekday" // from 1, Monday, or the day of second 0: see Cycle.Clock
	Number     Unit = "number"
)

// A Statistic is one number of an analysis.
type Statistic struct {
	Key   string // path in JSON, where it is there, with _ between the names
	Group string // subject, such as "run time"
	Name  string // name within the group, such as "mean"
	Unit  Unit
	Brief bool // one of the most important statistics
}

//go:embed statistics.csv
var file string

// Statistics returns all statistics in the order of tables. First come those of Table 2 of
// Streit (2002).
var Statistics = sync.OnceValue(func() (all []Statistic) {
	rows, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	if err != nil {
		panic(err) // the file is a part of the program
	}
	for _, r := range rows[1:] {
		all = append(all, Statistic{r[0], r[1], r[2], Unit(r[3]), r[4] == "brief"})
	}
	return all
})

// Values returns all existing statistics of the analysis by their keys.
func (a *Analysis) Values() map[string]float64 {
	values := map[string]float64{}
	for _, s := range Statistics() {
		if s.Name == "count" {
			values[s.Key] = 0 // of a quantity without values
		}
	}
	collect(values, "", reflect.ValueOf(*a))
	addPeaks(values, "hours", a.Cycle.Hours[:], 0)
	addPeaks(values, "days", a.Cycle.Days[:], 1)
	return values
}

// collect adds the numbers of a struct that are in JSON. Their keys are their paths.
func collect(values map[string]float64, path string, v reflect.Value) {
	for i := range v.NumField() {
		name, option, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		field := v.Field(i)
		if name == "-" || option == "omitempty" && field.IsZero() {
			continue
		}
		field = reflect.Indirect(field)
		switch field.Kind() {
		case reflect.Int64:
			values[path+name] = float64(field.Int())
		case reflect.Float64:
			values[path+name] = field.Float()
		case reflect.Struct:
			if name != "" { // an embedded struct has none
				name += "_"
			}
			collect(values, path+name, field)
		}
	}
}

// addPeaks adds the places of the largest and the least count, the first of equal ones, and
// their shares. The first place has the number first. Without any submission there are none.
func addPeaks(values map[string]float64, key string, counts []int64, first int) {
	total := int64(0)
	for _, n := range counts {
		total += n
	}
	if total == 0 {
		return
	}
	for name, n := range map[string]int64{"most": slices.Max(counts), "least": slices.Min(counts)} {
		values[key+"_"+name] = float64(first + slices.Index(counts, n))
		values[key+"_"+name+"_share"] = float64(n) / float64(total)
	}
}

// Rows returns a row of all statistics for each analysis, for CSV. Nothing is rounded. A
// value that does not exist is blank.
func Rows(analyses []*Analysis) table.Table {
	statistics := Statistics()
	t := table.Table{Columns: table.Words("trace", "width_from", "clock")}
	for _, s := range statistics {
		t.Columns = append(t.Columns, table.Heading{Name: s.Key})
	}
	for _, a := range analyses {
		row := []string{a.Trace, a.WidthFrom, a.Cycle.Clock}
		values := a.Values()
		for _, s := range statistics {
			cell := ""
			if v, ok := values[s.Key]; ok {
				cell = format.Plain(v)
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
