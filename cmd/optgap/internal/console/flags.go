package console

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/table"
)

// Workers is --workers.
func Workers(n *int, usage string) *Option {
	*n = runtime.NumCPU()
	right := func() bool { return *n >= 1 && *n <= maxWorkers }
	return Flag(n, "workers", usage).Must(fmt.Sprintf("1 to %d", maxWorkers), right).Under(GroupRun)
}

// maxWorkers keeps a typing error from starting millions of processes.
const maxWorkers = 1024

// FormatJSON is the value of --format for JSON lines. The other values are table.Text and
// table.CSV.
const FormatJSON = "json"

// Format is --format. line describes a line of JSON.
func Format(form *string, line string) *Option {
	*form = table.Text
	usage := "`FORM`: table, csv or json (" + line + ")"
	names := field.Fixed(table.Text, table.CSV, FormatJSON)
	return Flag(form, "format", usage).OneOf(strings.Join(names(), ", "), names).Under(GroupOutput)
}

// Seconds is a flag for a time of whole seconds.
func Seconds(seconds *int64, least time.Duration, name, usage string) *Option {
	d, expected := time.Duration(*seconds)*time.Second, "whole seconds, at least 0"
	if least > 0 {
		expected = "whole seconds, at least " + least.String()
	}
	return Flag(&d, name, usage).Must(expected, func() bool {
		*seconds = int64(d / time.Second)
		return d >= least && d%time.Second == 0
	})
}

// The headings of flags that all commands share.
const (
	GroupRun    = "How the work is done"
	GroupOutput = "Output"
)
