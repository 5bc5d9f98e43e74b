package command

import (
	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/cmd/optgap/console"
	"github.com/optgap/optgap/heuristics/reservation"
)

// reservationsFlag is that of every command that replays a trace.
func reservationsFlag() cli.Flag {
	return console.InputFile(&cli.StringFlag{
		Category: categoryTrace, Name: "reservations",
		Usage: "requests for advance reservations in `FILE`, JSON lines such as " +
			`{"format":"optgap-reservation/1", "id":1, "width":8, "duration":3600, "submit":0, "start":"asap"}; ` +
			"start: now, asap or a second of the trace",
	})
}

// loadReservations reads the requests that --reservations names, and the file's
// SHA-256; none without the flag. trace is where the trace is read from.
func loadReservations(
	c *cli.Context, s console.Streams, trace string,
) (requests []reservation.Request, sha string, err error) {
	path := c.String("reservations")
	switch path {
	case "":
		return nil, "", nil
	case trace:
		return nil, "", console.Usage("--reservations: found %s, the trace itself, expected another file", path)
	}
	return study.ReadRequests(path, s.In)
}

// sayReserved notes how many requests were admitted and why others were not.
func sayReserved(n *console.Notes, decisions []reservation.Decision) {
	if len(decisions) > 0 {
		n.Say("%v", reservation.Count(decisions))
	}
}
