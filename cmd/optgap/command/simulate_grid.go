package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// readSites reads --sites.
func (m *simulation) readSites() error {
	if m.sites == "" {
		return nil
	}
	m.machines = nil
	for text := range strings.SplitSeq(m.sites, ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
		const most = 1 << 40
		if err != nil || n < 1 || n > most {
			expected := fmt.Sprintf("processors from 1 to %d, such as 100,240", int64(most))
			return optgap.BadField("--sites", strconv.Quote(text), expected)
		}
		m.machines = append(m.machines, n)
	}
	if len(m.machines) > 1<<10 {
		return optgap.BadField("--sites", len(m.machines), "at most 1024 sites")
	}
	return nil
}

// load reads the trace and the requests for reservations. A job that fits the
// widest site is usable.
func (m *simulation) load() (err error) {
	path, input := m.Args().First(), m.input
	input.Starts = m.needsStarts()
	if m.machines != nil {
		input.Machine = slices.Max(m.machines)
	}
	if m.trace, m.sha, err = loadTrace(m.Call, path, input, m.rejects); err != nil {
		return err
	}
	m.sweep.Sites, m.sweep.Starts = m.machines, m.trace.Starts
	if m.machines != nil {
		m.trace.Machine = 0
		for _, n := range m.machines {
			m.trace.Machine += n
		}
	}
	switch m.reservations {
	case "":
		return nil
	case path:
		return console.Usage("--reservations: found %s, the trace itself, expected another file", path)
	}
	m.sweep.Reservations, m.requestsSHA, err = study.ReadRequests(m.reservations, m.In)
	return err
}
