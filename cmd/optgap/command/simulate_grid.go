package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/cmd/optgap/console"
)

func sitesFlag() cli.Flag {
	return &cli.StringFlag{
		Category: categoryScheduler, Name: "sites",
		Usage: "`PROCESSORS,PROCESSORS...` of several machines instead of one: each job goes where it would finish first",
	}
}

// sites reads --sites; nil without it.
func sites(c *cli.Context) ([]int64, error) {
	if !c.IsSet("sites") {
		return nil, nil
	}
	var machines []int64
	total := int64(0)
	for text := range strings.SplitSeq(c.String("sites"), ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
		const most = 1 << 40
		if err != nil || n < 1 || n > most {
			expected := fmt.Sprintf("processors from 1 to %d, such as 100,240", int64(most))
			return nil, &optgap.FieldError{Field: "--sites", Found: strconv.Quote(text), Expected: expected}
		}
		total += n
		machines = append(machines, n)
	}
	if len(machines) > 1<<10 {
		return nil, &optgap.FieldError{Field: "--sites", Found: fmt.Sprint(len(machines)), Expected: "at most 1024 sites"}
	}
	return machines, nil
}

// load reads the trace and the requests for reservations. A job that fits the
// widest site is usable.
func (m *simulation) load(c *cli.Context, s console.Streams, path string) error {
	machines, err := sites(c)
	if err != nil {
		return err
	}
	machine := c.Int64("machine")
	if machines != nil {
		machine = slices.Max(machines)
	}
	var t *swf.Trace
	if t, m.sha, err = loadTrace(c, s, path, machine, m.needsStarts(c)); err != nil {
		return err
	}
	m.trace, m.sweep.Sites, m.sweep.Starts = t, machines, t.Starts
	if machines != nil {
		t.Machine = 0
		for _, n := range machines {
			t.Machine += n
		}
	}
	m.sweep.Reservations, m.requestsSHA, err = loadReservations(c, s, path)
	return err
}
